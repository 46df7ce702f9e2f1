import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal

/// The common part of `lend`, `borrow` and `renew`.
protocol LoanCommand: ContextCommand, KindVerb {
  var change: ChangeOptions { get }
  var json: ChangedJSONOption { get }
}

extension LoanCommand {
  /// Makes a change, and prints the outcome.
  func make(_ act: some Act, in context: Context, isAsking: Bool = false) throws {
    var change = try CommandChange(change, in: context, isAsking: isAsking)
    let planned = try change.plan(act)
    if json.isRequested {
      let ids = planned.subjects.map(\.id) + planned.created.filter { $0.kind == Self.kind }.map(\.id)
      return try json.commit(change, ids, of: [.book], isList: ids.count > 1)
    }
    try change.commit { text in
      planned.created.isEmpty ? text.changes : text.additions + text.loans + planned.subjects.map(text.line)
    }
  }
}

extension Context {
  /// Asks for a missing argument of a loan.
  ///
  /// - Throws: `error` if shelf cannot prompt, `Cancelled` if the user leaves the prompt.
  func askOfLoan(_ question: String, hint: String, otherwise error: any Error) throws -> String {
    guard isInteractive else { throw error }
    let check = { (text: String) in text.isEmpty ? "please enter a name, or cancel" : nil }
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
