import ShelfModel
import ShelfStore
import ShelfWording

/// A word of a command, for what it looks like: said of one that is in the place of another.
struct TypedWord {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether it is a number of stars, or takes the stars away.
  var areStars: Bool { ["none", "-"].contains(text.lowercased()) || Rating(typed: text) != nil }

  /// Whether it is meant as a page or a percentage: one above 100 is no title.
  var isPage: Bool {
    ReadingProgress(text) != nil || text.hasSuffix("%") && text.dropLast().trimmed.allSatisfy(\.isNumber)
  }

  /// Whether it is a day, or a month, as options take it. A year may as well be a title.
  func isDay(_ today: CalendarDate) -> Bool { isDay(today, .past) }

  /// Whether it is the end of a loan: a day, or a time from today such as `2w`.
  func isTerm(from today: CalendarDate) -> Bool { isDay(today, .future) }

  private func isDay(_ today: CalendarDate, _ direction: SpokenDay.Direction) -> Bool {
    SpokenDay(today: today).read(text, direction) != nil || CalendarDate(text).map { $0.precision != .year } ?? false
  }

  /// Refuses a day that says nothing: a variable of a script that is not set must neither mean today nor take a day away.
  static func check(day: String?) throws(CommandError) {
    if day?.trimmed.isEmpty == true { throw CommandError(.usage, "--date needs a day", hint: "such as 2026-11-21") }
  }

  /// Carries out a command, and has its error say where a word belongs that was taken for the name of a record.
  ///
  /// - Parameter hint: returns how the command is written with a word that no record is called; nil if that is not clear.
  static func explaining(_ hint: (String) -> String?, _ command: () throws -> Void) throws {
    do {
      try command()
    } catch let failure as RecordFinder.Failure {
      guard case .notFound(let name, _, _) = failure, let hint = hint(name) else { throw failure }
      var error = CommandError(failure)
      error.report.hint = hint
      throw error
    }
  }
}
