import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// A command that exists only for one kind, so that the kind can be omitted: `shelf start` for `shelf book start`.
protocol KindVerb {
  static var kind: Kind { get }
}

extension KindVerb {
  static func usage(_ verb: String, _ arguments: String) -> String {
    "shelf [\(kind.singular)] \(verb) \(arguments) [<options>]"
  }
}

/// A verb that only changes the state of records.
protocol StateVerb: KindVerb {
  static var name: String { get }
  static var phase: FieldStates.Phase { get }
  static var abstract: String { get }
  static var discussion: String { get }
}

extension StateVerb {
  static var discussion: String { "" }
}

/// The command for a `StateVerb`: `shelf book shelve`, `shelf issue close` and others.
struct StateCommand<V: StateVerb>: RecordsChangeCommand, FieldAssigningCommand, KindVerb {
  static var kind: Kind { V.kind }
  static var kinds: [Kind] { [V.kind] }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: V.name, abstract: V.abstract, usage: usage(V.name, V.phase.arguments(of: V.kind)),
      discussion: V.phase.discussion(V.discussion, of: V.kind))
  }

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The record: its id, the start of its id, its file, or its title.", completion: .values(of: V.phase.offered))
  var record: [String] = []

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  func run(in context: Context) throws {
    try options.enter(V.phase, V.kind, record, creates: create, in: context)
  }
}

/// The command for a `StateVerb`, with an option for the date when the state changed.
struct DatedStateCommand<V: StateVerb>: RecordsChangeCommand, FieldAssigningCommand, KindVerb {
  static var kind: Kind { V.kind }
  static var kinds: [Kind] { [V.kind] }
  static var configuration: CommandConfiguration { StateCommand<V>.configuration }

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The \(V.kind.singular): its id, the start of its id, its file, or its title.",
    completion: .values(of: V.phase.offered))
  var record: [String] = []

  @Option(
    name: .joined("d"),
    help: ArgumentHelp("The date, such as 2026-11-21, 2026-11 or yesterday. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var date: String?

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  func run(in context: Context) throws {
    try options.enter(V.phase, V.kind, record, day: date, creates: create, in: context)
  }
}

extension RecordsChangeOptions {
  /// Changes the state of records, and sets the fields that the words assign.
  ///
  /// The last words may be a date or, as in `finish dune 4`, the stars of a finished book, unless a record has that
  /// name. If any other unknown name looks like a rating or a date, the error suggests the matching option.
  func enter(
    _ phase: FieldStates.Phase, _ kind: Kind, _ words: [String], day: String? = nil, rating: String? = nil,
    creates: Bool, in context: Context
  ) throws {
    try TypedWord.check(day: day)
    let words = SetWords(namesBefore: words, kind)
    var (names, day, rating) = (words.names, day, rating)
    let isTitle = context.titles(of: kind, change.library)
    let given = day
    while kind.hasProgress {
      if day == nil, phase.followsProgress(kind), phase.hasDay,
        let only = try context.onlyDay(names, kind, change.library)
      {
        (day, names) = (only, [])
        break
      }
      // The date is tried first, because the number in `March 3` is not a rating.
      if day == nil, let last = try context.takeDay(from: &names, .day, kind, change.library) {
        day = last
      } else if phase == .done, rating == nil, let stars = try TypedWord.starsBehindName(of: names, isTitle: isTitle) {
        if day == nil, stars.count == 1, TypedWord(stars.text).isRatingOrDay {
          let name = names.dropLast().map(Wording.shellWord).joined(separator: " ")
          throw CommandError(
            .usage, "“\(stars.text)” may be a rating or a day",
            hint: "for a rating, write `shelf finish \(name) --rating \(stars.text)`; for a day, write --date with a "
              + "date such as 2026-11-21")
        }
        rating = stars.text
        names.removeLast(stars.count)
      } else {
        break
      }
    }
    if given == nil, day != nil, !phase.hasDay {
      throw CommandError(
        .usage, "shelf records no date for this change",
        hint: "leave the date out; `shelf progress \(names.first.map(Wording.shellWord) ?? "TITLE") PAGE --date "
          + "\(Wording.shellWord(day ?? ""))` records how far you had read")
    }
    let change = RecordsChangeRun(
      kind: kind, options: self, takesCurrent: phase.followsProgress(kind), offer: .state(phase.usualBefore),
      readsInput: Context.readsInput(words.assignments))
    func place(_ word: String) -> String? { phase.place(of: TypedWord(word), kind, context.today) }
    try TypedWord.explaining(place) { [names, day, rating] in
      try change.run(names, in: context) { subjects, change in
        let rating = rating.map { [FieldInput(FieldHandle.rating.key, .set, $0)] } ?? []
        let values = try words.values(of: subjects, kind, change)
        var act = ChangeState(subjects, of: kind, phase, day: day, values: rating + values)
        act.createsMissing = creates
        return act
      }
    }
  }

}

extension FieldStates.Phase {
  /// Returns whether records that enter the state were in progress before, so that the user can omit the name of the
  /// record in progress.
  func followsProgress(_ kind: Kind) -> Bool { self != .during && kind.hasProgress }

  /// Whether the day when a record enters the state is recorded.
  var hasDay: Bool { self == .during || self == .done || self == .abandoned }

  /// Returns a hint about the option that a word belongs to, or nil if the command has no such option.
  func place(of word: TypedWord, _ kind: Kind, _ today: CalendarDate) -> String? {
    guard kind.hasProgress, hasDay else { return nil }
    if self == .done, word.isRatingOrDay {
      return "for a rating, use --rating \(word.text); for a day, use --date with a date such as 2026-11-21"
    }
    if self == .done, word.isRating { return "use -r \(word.text) for the rating" }
    return word.isDay(today) ? "use --date \(Wording.shellWord(word.text)) for the date" : nil
  }

  /// Returns the arguments in the usage line of a command that enters this state.
  func arguments(of kind: Kind) -> String {
    (followsProgress(kind) ? "[<record> ... | --where <query>]" : "(<record> ... | --where <query>)")
      + " [<field=value> ...]"
  }

  /// Returns the discussion in the help of a command that enters this state.
  func discussion(_ text: String, of kind: Kind) -> String {
    let current = "Without a \(kind.titleKey), the command uses the \(kind.singular) in progress."
    let fields =
      "Other fields can be set with it, as with `set`: \(kind == .book ? "--review TEXT" : "--due DATE")."
      + (kind == .book ? " --note TEXT adds a paragraph to your notes." : "")
    return ([text] + (followsProgress(kind) ? [current] : []) + [fields]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The state that records usually have before they enter this one.
  var usualBefore: FieldStates.Phase { self == .during ? .before : .during }

  /// The completion for the names of records, which lists the most likely ones first.
  var offered: OptionValues { usualBefore == .before ? .shelved : .current }
}

extension Kind {
  /// Whether records of the kind can be in progress, as a book is while it is read.
  var hasProgress: Bool { fields.contains { $0.states?.during != nil } }
}
