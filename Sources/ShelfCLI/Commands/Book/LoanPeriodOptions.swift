import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

extension Context {
  /// Returns a command's words without the dates of the loan at their end, and these dates.
  ///
  /// A date without a preposition is the start of the loan if it is in the past, and its end if it is in the future. If
  /// it can be either, as `friday` or `2w` can, it needs a preposition.
  ///
  /// - Parameter period: the dates that options specify, which words cannot specify again.
  func takePeriod(
    from words: [String], _ period: LoanPeriodOptions, _ kind: Kind, _ options: LibraryOptions, keeping kept: Int
  ) throws -> (words: [String], since: String?, end: String?) {
    var words = words
    var (since, end): (String?, String?)
    while words.count > kept {
      if period.until == nil, end == nil, let day = try takeDay(from: &words, .end, kind, options, keeping: kept) {
        end = day
      } else if period.since == nil, since == nil,
        let day = try takeDay(from: &words, .start, kind, options, keeping: kept)
      {
        since = day
      } else {
        break
      }
    }
    // Without a preposition, only a date whose direction is certain is taken.
    let isTitle = titles(of: kind, options)
    if since == nil, end == nil, words.count > kept,
      let day = try TypedDay.atEnd(of: words, .unmarked, today, keeping: kept, isTitle: isTitle)
    {
      let date = RelativeDay(today: today).read(day.text, .either) ?? CalendarDate(day.text)
      guard let date else {
        let name = words.dropLast(day.count).map(Wording.shellWord).joined(separator: " ")
        throw CommandError(
          .usage, "“\(Wording.short(day.text))” may be the start or the end of the loan",
          hint: "write `until \(day.text)` after \(name), or since for a loan that has already begun")
      }
      words.removeLast(day.count)
      if date > today { end = day.text } else { since = day.text }
    }
    return (words, period.since == nil ? since : nil, period.until == nil ? end : nil)
  }

  /// Asks for a missing argument.
  ///
  /// - Throws: `error` if shelf cannot prompt, `Cancelled` if the user leaves the prompt.
  func askForArgument(_ question: String, hint: String, otherwise error: any Error) throws -> String {
    guard isInteractive else { throw error }
    let check = { (text: String) in text.isEmpty ? "please enter a text, or cancel" : nil }
    if canShowWidgets { return try show(Answer(question, hint: hint, check: check)) }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    return try prompt.text(question)
  }
}

/// The start and the end of a loan.
struct LoanPeriodOptions: ParsableArguments {
  static let untilNames: NameSpecification = [.customLong("until"), .customLong("due")]
  static let untilHelp = ArgumentHelp(
    "The end of the loan: a date, or a time from today such as 2w.", valueName: "date")

  @Option(
    name: [.long, .customLong("date"), .customShort("d", allowingJoined: true)],
    help: ArgumentHelp("The date when the loan began. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var since: String?

  @Option(name: untilNames, help: untilHelp, completion: .values(of: .term))
  var until: String?
}
