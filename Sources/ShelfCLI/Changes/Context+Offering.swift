import ShelfForms
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The prompts of commands.
///
/// Nothing below the command line prompts. An act that lacks information throws a `Question`; a name that is unknown or
/// ambiguous is a `RecordFinder.Failure`, or an `AssignmentError.reference` if it is the value of a field. Two loops
/// catch these errors, prompt the user, store the answer in `memory.answers` and try again. `CommandChange.plan`
/// handles the questions of an act, which it plans again with the answer. `promptingForNames` handles names of records;
/// it runs the whole command again, so the library is not locked while the user thinks.
///
/// A capable terminal shows a picker or a form, and any other terminal shows a numbered list. If the input is not a
/// terminal, the error is reported. A user who leaves a prompt causes `Cancelled`; a user who answers no causes
/// `Declined`.
extension Context {
  /// Runs a command on the named records, and prompts if a name is missing, unknown or ambiguous.
  ///
  /// That includes names in the values of fields, such as genres.
  ///
  /// - Parameters:
  ///   - offer: the records that the command is likely to apply to.
  ///   - takesBeginnings: whether the beginning of a word in a title is enough to name a record, if only one title has
  ///     such a word.
  ///   - change: the command; it runs again, from opening the library, with each answer.
  func promptingForNames(
    _ names: [String], offering offer: RecordOffer? = nil, takesBeginnings: Bool = true,
    _ change: ([String]) throws -> Void
  ) throws {
    var names = names
    while true {
      do {
        return try change(names)
      } catch Question.subject(let kind, _) where canShowWidgets {
        names = [try RecordPicker(context: self).pick(kind, offering: offer).id.description]
      } catch Question.current(let kind, let current) where isInteractive {
        guard let record = try choose(kind, current) else { throw Question.current(kind, current) }
        names = [record.id.description]
      } catch let failure as RecordFinder.Failure where isInteractive {
        // The user typed `shelf show cover her face`.
        if names.count > 1, isTitle(names, failure.kind) {
          names = [names.joined(separator: " ")]
          continue
        }
        let isKnown = failure.isAmbiguous
        let failure = offer.map { failure.narrowed(to: $0, memory.library) } ?? failure
        if takesBeginnings, choosesBeginning(failure) { continue }
        guard try choose(failure, isKnown: isKnown) else { throw failure }
      } catch AssignmentError.reference(let failure, isCreatable: true) where isInteractive {
        try chooseOrMake(failure)
      } catch AssignmentError.reference(let failure, let isCreatable) where isInteractive {
        if takesBeginnings, choosesBeginning(failure) { continue }
        guard try choose(failure, isKnown: failure.isAmbiguous) else {
          throw AssignmentError.reference(failure, isCreatable: isCreatable)
        }
      }
    }
  }

  /// Returns whether words that were read as several names are together the title of a record.
  private func isTitle(_ words: [String], _ kind: Kind?) -> Bool {
    guard let library = memory.library else { return false }
    let title = Folding.fold(words.joined(separator: " "))
    return library.records.contains { (kind == nil || $0.kind == kind) && Folding.fold($0.title) == title }
  }

  /// If exactly one title begins with the name, or else exactly one contains a word that begins with it, chooses this
  /// record and reports it. Otherwise returns false. Also returns false if another title contains the name as whole
  /// words, or for a name that is only a number, because the user may have meant stars or a page.
  private func choosesBeginning(_ failure: RecordFinder.Failure) -> Bool {
    guard case .inexact(let name, let kind, let candidates) = failure, let library = memory.library else {
      return false
    }
    let wanted = Folding.fold(name.trimmed)
    guard wanted.contains(where: \.isLetter) else { return false }
    let titles = library.records.filter { kind == nil || $0.kind == kind }.map { ($0, Folding.fold($0.title)) }
    var found = titles.filter { RecordFinder.stands(wanted, atStartOrWholeIn: $1) }.map(\.0)
    if found.count != 1 { found = titles.filter { WordBeginnings.contains(wanted, in: $1) }.map(\.0) }
    // If the command can apply to only some of the records with this name, the user cannot mean the others.
    if found.count > 1 { found = found.filter { record in candidates.contains { $0.path == record.path } } }
    guard found.count == 1, candidates.contains(where: { $0.path == found[0].path }) else { return false }
    let edition = EditionNotes(library).note(found[0]).map { " (\(VisibleText.line($0)))" } ?? ""
    note("“\(Wording.short(name))” is \(Wording.name(found[0]))\(edition)")
    memory.answers.chosen[RecordFinder.Choice(name, kind)] = found[0].id
    return true
  }

  /// Asks which of the records in progress the user means or, if there are none, asks for any record of the kind.
  ///
  /// Returns nil if the terminal can only show a numbered list, and there are no such records or too many.
  private func choose(_ kind: Kind, _ current: [Record]) throws -> Record? {
    let question = "Which \(kind.singular) in progress?"
    if canShowWidgets {
      let picker = RecordPicker(context: self)
      return current.isEmpty
        ? try picker.pick(kind, because: "No \(kind.singular) is in progress.")
        : try picker.pick(question, among: current)
    }
    if current.isEmpty || current.count > Context.offered { return nil }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    return current[try prompt.choice(question, called(current))]
  }

  /// Asks which record the user means if a name is inexact or ambiguous.
  ///
  /// Returns false if there are no candidates, or too many for a numbered list.
  private func choose(_ failure: RecordFinder.Failure, isKnown: Bool) throws -> Bool {
    guard let (name, kind, records) = failure.candidates, canShowWidgets || records.count <= Context.offered else {
      return false
    }
    memory.answers.chosen[RecordFinder.Choice(name, kind)] = try choose(name, kind, records, isKnown: isKnown).id
    return true
  }

  /// Asks whether to create a missing genre or tag, or which existing record the user means.
  private func chooseOrMake(_ failure: RecordFinder.Failure) throws {
    guard let (name, kind, near) = failure.near(in: memory.library) else {
      throw AssignmentError.reference(failure, isCreatable: true)
    }
    let complaint = "No \(kind.singular) is called “\(Wording.short(name))”."
    if let record = try near.isEmpty ? nil : choose(complaint, near, orMake: name, kind) {
      memory.answers.chosen[RecordFinder.Choice(name, kind)] = record.id
      return
    }
    guard try !near.isEmpty || askYesOrNo("\(complaint) Create it?") else {
      throw Declined(text: "Nothing was changed")
    }
    memory.answers.made.insert(RecordFinder.Choice(name, kind))
  }

  /// Asks which of several records the user means. Returns nil if the user wants a new one.
  private func choose(_ complaint: String, _ near: [Record], orMake name: String, _ kind: Kind) throws -> Record? {
    guard let library = memory.library else { throw Cancelled() }
    let question = "\(complaint) Create it, or choose another?"
    // With `y`, as in answer to other questions, the picker finds this row.
    let new = "yes, a new \(kind.singular) “\(Wording.short(name))”"
    if canShowWidgets {
      let entries = RecordEntries.of(near, in: library) + [ListEntry(new, style: Ink.action)]
      let index = try show(Picker(entries, question: question))
      return near.indices.contains(index) ? near[index] : nil
    }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    let index = try prompt.choice(question, called(near) + [new])
    return near.indices.contains(index) ? near[index] : nil
  }

  /// Returns the titles of records, each with a note that distinguishes it from other editions of the same book.
  private func called(_ records: [Record]) -> [String] {
    let editions = memory.library.map { EditionNotes($0) }
    return records.map { record in
      Wording.short(record.title) + (editions?.note(record).map { " (\(VisibleText.line($0)))" } ?? "")
    }
  }

  /// The maximum number of records in a numbered list.
  private static let offered = 9

  private func choose(_ name: String, _ kind: Kind?, _ candidates: [Record], isKnown: Bool) throws -> Record {
    if canShowWidgets {
      return try RecordPicker(context: self).pick(called: name, kind, among: candidates, isKnown: isKnown)
    }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    let complaint = RecordPicker.complaint(about: name, kind, candidates, isKnown: isKnown)
    if candidates.count == 1 {
      let question = "\(complaint). Did you mean \(Wording.name(candidates[0]))?"
      guard try prompt.confirm(question) else { throw Declined(text: "Nothing was changed") }
      return candidates[0]
    }
    let ids = RecordID.beginnings(of: candidates.map(\.id))
    let names = zip(called(candidates), ids).map { "\($0)  \($1)" }
    return candidates[try prompt.choice("\(complaint). Which one do you mean?", names)]
  }

  // MARK: - Questions of acts

  /// Asks the user a question of an act, and remembers the answer.
  ///
  /// - Throws: the question if shelf cannot prompt, `Declined` if the user declines, `Cancelled` if the user leaves the
  ///   prompt.
  func answer(_ question: Question, _ library: Library) throws {
    switch question {
    case .owner(let target, let kind, let current) where canShowWidgets && !library.records(of: target).isEmpty:
      memory.answers.owner = try askOwner(target, of: kind, current, library)
    case .duplicate(let duplicate) where isInteractive:
      guard try wants(another: duplicate) else { throw Declined(text: "Nothing was added") }
      memory.answers.allowsDuplicate = true
    case .orphans(let records, let field):
      guard isInteractive else { throw question }
      note("to mark \(records.count == 1 ? "it" : "them") as from no \(field.key), use \(field.key)=none")
      let asked = "\(CommandError.orphans(records, field)). Remove the \(field.key)?"
      guard try askYesOrNo(asked) else { throw Declined(text: "Nothing was changed") }
      memory.answers.allowsOrphans = true
    case .missing(let name, let kind, _):
      guard isInteractive else { throw question }
      let asked = "No \(kind.singular) is called “\(Wording.short(name))”. Add it?"
      guard try askYesOrNo(asked) else { throw Declined(text: "Nothing was added") }
      memory.answers.addsMissing[name] = true
    case .nextPlace(let name, let text):
      guard isInteractive else { throw question }
      let asked = "The next in “\(Wording.short(name))” is \(Wording.short(text)). Is this the one?"
      memory.answers.takesNextPlace = try askYesOrNo(asked, default: true)
    case .merge(let field, let merged, let kept):
      guard isInteractive else { throw question }
      let editions = EditionNotes(library)
      // The first answer is the value in the record that remains, and the second is the value in the other record.
      let owners = ["from \(name(kept, editions)), which remains", "from \(name(merged, editions))"]
      let texts = field.answers.enumerated().map { index, answer in
        VisibleText.line(answer.text + (owners.indices.contains(index) ? "  (\(owners[index]))" : ""))
      }
      memory.answers.merged[field.field] = try choose(
        "Which \(Wording.label(field.field)) should \(Wording.name(kept)) have?", texts, default: field.suggested)
    case .copies(let count, let merged, let kept, let areLikely):
      guard isInteractive else { throw question }
      let editions = EditionNotes(library)
      note("merging \(name(merged, editions)) into \(name(kept, editions))")
      memory.answers.addsCopies =
        try choose(
          "Are these two copies?",
          ["no, one book that was recorded twice", "yes, you have \(Wording.number(count)) copies of it"],
          default: areLikely ? 1 : 0) == 1
    case .oldName(let record, let files, let queries):
      guard isInteractive else { throw question }
      let places =
        (files == 0 ? [] : ["\(Wording.count(files, "file")) that \(files == 1 ? "refers" : "refer") to it"]) + queries
      memory.answers.renewsNames = try askYesOrNo(
        "The old name of \(Wording.name(record)) is also in \(Wording.list(places)). Update \(places.count == 1 && files < 2 ? "it" : "them") too?",
        default: true)
    case .day(let kind, let record, let isOne, let refusal):
      guard isInteractive else { throw question }
      let what = isOne ? "was " + (record.map(Wording.name) ?? "the \(kind.singular)") : "were the \(kind.plural)"
      memory.answers.day = try askDay("When \(what) finished?", after: refusal, kind, library)
    case .foreign(let entries, let tracking):
      try askWhetherToTakeBack(entries, tracking)
      memory.answers.allowsForeign = true
    default: throw question
    }
  }

  /// Returns the title of a record with the details of its edition, if there are several, and the start of its id.
  func name(_ record: Record, _ editions: EditionNotes) -> String {
    let note = editions.note(record).map { Wording.short(VisibleText.line($0)) + ", " } ?? ""
    return "\(Wording.name(record)) (\(note)\(record.id.short))"
  }

  /// Asks the user to choose one of several numbered options, and returns its index.
  func choose(_ question: String, _ options: [String], default standard: Int = 0) throws(Cancelled) -> Int {
    guard canShowWidgets else {
      var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
      return try prompt.choice(question, options, default: standard)
    }
    let entries = options.enumerated().map { ListEntry("\($0 + 1)  \($1)", value: "\($0)") }
    return try show(Picker(entries, question: question, chosen: standard))
  }

  /// Asks before undoing changes that were made, or may have been made, in another copy of the library.
  private func askWhetherToTakeBack(_ entries: [JournalEntry], _ tracking: Workspace.Tracking) throws {
    switch tracking {
    case .no: break
    case .yes:
      note(
        "git tracks .shelf, so shelf cannot tell changes made here from others; `shelf doctor` shows how to fix this")
    case .unknown: note("git may be tracking .shelf, so shelf cannot tell changes made here from others")
    }
    for entry in entries {
      let paths = entry.files.prefix(5).map(\.path)
      let more = entry.files.count - paths.count
      let files = Wording.list(paths + (more > 0 ? ["\(more) more"] : []))
      note(VisibleText.line("“\(entry.command)” was not made here; it changed \(files)"))
    }
    try confirm(
      "The history came with a copy of the library from elsewhere. Undo this?",
      "undo changes made elsewhere", "nothing was undone")
  }

  /// Asks when a record was finished.
  ///
  /// Returns an empty string if the user no longer knows the date.
  ///
  /// - Parameter refusal: the reason why the previous answer was rejected, or nil for the first attempt.
  private func askDay(
    _ question: String, after refusal: ActRefusal?, _ kind: Kind, _ library: Library
  ) throws -> String {
    let complaint = refusal.map { Wording.reason($0) }
    let hint = "today, yesterday, 2024-05-31, 2024-05 or 2024; leave it empty if you no longer know"
    guard let field = library.schema.field(.finished, of: kind) else { return "" }
    let check = { (text: String) in text.isEmpty ? nil : forms.complaint(about: text, field, kind, library) }
    if canShowWidgets { return try show(Answer(question, hint: hint, complaint: complaint, check: check)) }
    if let complaint { warn(complaint) }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    return try prompt.text("\(question) (\(hint))", isOptional: true, check: check)
  }

  /// Asks whether to add a record that resembles an existing one.
  func wants(another duplicate: LikelyDuplicate) throws(Cancelled) -> Bool {
    try askYesOrNo("There is already \(Wording.name(duplicate)). Add another one?")
  }

  private func askOwner(
    _ target: Kind, of kind: Kind, _ current: [Record], _ library: Library
  ) throws -> Answers.Owner {
    let none = ListEntry(RecordForm.none(target), value: "", style: Ink.hint)
    let entries = RecordEntries.owners(
      target, first: current, none, in: library, by: settings.order(of: target, library.schema))
    let question = "Which \(target.singular) is the \(kind.singular) from?"
    let index = try show(Picker(entries, question: question))
    return RecordID(entries[index].value).map { .record($0) } ?? .none
  }
}
