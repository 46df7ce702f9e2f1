import ShelfModel
import ShelfStore
import ShelfWording

/// A word of a command line, classified by its form, for hints about words in the wrong place.
struct TypedWord {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether the word is a rating, or clears the rating.
  var isRating: Bool { ["none", "-"].contains(text.lowercased()) || Rating(typed: text) != nil }

  /// Returns the rating at the end of the words, such as `4` or `4 stars`, and the number of words in it.
  static func stars(endOf words: [String]) -> (text: String?, count: Int) {
    let count = ["star", "stars"].contains(words.last?.lowercased()) ? 2 : 1
    guard let text = words.dropLast(count - 1).last, Rating(typed: text) != nil else { return (nil, 0) }
    return (text, count)
  }

  /// Returns the rating at the end of some words, after at least one name, and the number of words that it consists of.
  ///
  /// - Parameter isTitle: returns whether a word is the title of a record, and therefore not a rating.
  static func starsBehindName(
    of words: [String], isTitle: (String) throws -> Bool
  ) rethrows -> (text: String, count: Int)? {
    let (text, count) = stars(endOf: words)
    guard let text, words.count > count, try !isTitle(text) else { return nil }
    return (text, count)
  }

  /// Whether the word can be both a rating and a day: `3/5`, but not `4.5/5` or `0/5`.
  var isRatingOrDay: Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && Rating(typed: text) != nil
      && parts.allSatisfy { part in part.allSatisfy(\.isNumber) && Int(part).map { $0 > 0 } ?? false }
  }

  /// Whether the word looks like a page or a percentage.
  ///
  /// Percentages above 100 are included, since they are not titles.
  var isPage: Bool {
    ReadingProgress(text) != nil || text.hasSuffix("%") && text.dropLast().trimmed.allSatisfy(\.isNumber)
  }

  /// The page in `120/412`, or nil for any other word, including a date such as `3/12`.
  var pageOfAll: String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let page = Int(parts[0]), let all = Int(parts[1]), page > 0, page <= all, all > 31 else {
      return nil
    }
    return String(page)
  }

  /// Returns whether the word is a date or a month, in a form that options accept.
  ///
  /// A year alone is not accepted, because it may be a title.
  func isDay(_ today: CalendarDate) -> Bool { isDay(today, .past) }

  /// Returns whether the word is a past date, month or year. A year can also be a title.
  func isDayOrYear(_ today: CalendarDate) -> Bool {
    isDay(today) || CalendarDate(text).map { $0.precision == .year && (1000...today.year).contains($0.year) } ?? false
  }

  /// Returns whether the word can be the end of a loan: a date, or a period from today such as `2w`.
  func isTerm(from today: CalendarDate) -> Bool { isDay(today, .future) }

  private func isDay(_ today: CalendarDate, _ direction: RelativeDay.Direction) -> Bool {
    RelativeDay(today: today).read(text, direction) != nil || CalendarDate(text).map { $0.precision != .year } ?? false
  }

  /// Rejects an empty date.
  ///
  /// If a variable is not set in a script, the option must not silently mean today or no date.
  static func check(day: String?) throws(CommandError) {
    if day?.trimmed.isEmpty == true { throw CommandError(.usage, "--date needs a day", hint: "such as 2026-11-21") }
  }

  /// Runs a command.
  ///
  /// If no record has the typed name, adds a hint to the error about where that word belongs.
  ///
  /// - Parameter hint: returns the hint for a word, or nil if its position is unclear.
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
