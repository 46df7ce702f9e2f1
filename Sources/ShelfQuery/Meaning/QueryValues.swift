import ShelfModel
import ShelfText

/// Converts the values in a query to ranges of ordinals: numbers, dates, choices, Booleans and counts.
struct QueryValues: Sendable {
  let dates: QueryDates

  /// The maximum absolute value of a number in a query, which ensures that adding or subtracting 1 never overflows.
  private static let limit = 1 << 60

  /// Returns the ordinals that satisfy a comparison with a value.
  ///
  /// - Parameter isAhead: whether a period such as `7d` is counted forward from today, as for due dates, rather than
  ///   backward.
  func range(
    _ type: FieldType, _ key: String, _ comparison: QueryComparison, _ value: QueryText, isAhead: Bool = false
  ) -> Result<ClosedRange<Int>, QueryProblem> {
    func fail(_ reason: QueryProblem.Reason) -> Result<ClosedRange<Int>, QueryProblem> {
      .failure(QueryProblem(reason, at: value.range))
    }
    if comparison == .pattern { return fail(.noPattern(key: key)) }
    if comparison.needsOrder, !type.isOrdered { return fail(.noOrder(key: key)) }
    if isAhead, type == .date, !value.isQuoted {
      if let day = dates.day(ahead: value.text) {
        guard comparison.needsOrder else { return fail(.ageWithoutSign(value.text)) }
        return .success(QueryValues.range(comparison, day...day))
      }
      if !comparison.needsOrder, let range = span(value.text, type, isAhead: true) { return .success(range) }
    }
    if !value.isQuoted, let age = age(value.text, type) {
      guard let range = QueryValues.range(from: age, comparison) else { return fail(.ageWithoutSign(value.text)) }
      return .success(range)
    }
    if let bounds = ordinals(value.text, type) { return .success(QueryValues.range(comparison, bounds)) }
    if type.isOrdered, !comparison.needsOrder, !value.isQuoted, let range = span(value.text, type) {
      return .success(range)
    }
    var nearest: [String] = []
    if case .choice(let words) = type { nearest = Nearest.words(to: value.text, among: words) }
    return fail(.wrongValue(value.text, key: key, expected: .value(type), nearest: nearest))
  }

  /// Returns the counts that a comparison such as `>3` or a range such as `2..5` allows, or nil for anything else.
  ///
  /// - Parameter isPlural: whether a bare number is also a count, as in `quotes:3`. In `book:1984`, it is a name.
  func count(_ comparison: QueryComparison, _ value: QueryText, isPlural: Bool) -> ClosedRange<Int>? {
    let type = FieldType.integer(0...Int.max)
    if comparison.needsOrder { return ordinals(value.text, type).map { QueryValues.range(comparison, $0) } }
    if comparison == .pattern || value.isQuoted { return nil }
    if isPlural, let range = ordinals(value.text, type) { return range }
    return comparison == .matches ? span(value.text, type) : nil
  }

  /// Returns the values of the hexadecimal digits in an id or the start of one, without hyphens, or nil for any other
  /// text.
  func hexDigits(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }.map(RecordID.hexDigit)
    return digits.isEmpty || digits.count > 32 || digits.contains(nil) ? nil : digits.compactMap { $0 }
  }

  /// Parses `a..b`, `a..` and `..b`.
  private func span(_ text: String, _ type: FieldType, isAhead: Bool = false) -> ClosedRange<Int>? {
    guard let ends = QueryText.rangeEnds(text) else { return nil }
    func end(_ text: String) -> ClosedRange<Int>? {
      isAhead ? dates.day(ahead: text).map { $0...$0 } ?? ordinals(text, type) : ordinals(text, type)
    }
    let lower = ends[0].isEmpty ? Int.min : end(ends[0])?.lowerBound
    let upper = ends[1].isEmpty ? Int.max : end(ends[1])?.upperBound
    guard let lower, let upper, lower <= upper else { return nil }
    return lower...upper
  }

  /// Returns the ordinals that a single value represents: for `2024`, all days of the year.
  private func ordinals(_ text: String, _ type: FieldType) -> ClosedRange<Int>? {
    switch type {
    case .integer:
      guard let number = Int(text), (-QueryValues.limit...QueryValues.limit).contains(number) else { return nil }
      return number...number
    case .decimal, .money: return DecimalNumber(text).map { $0.millionths...$0.millionths }
    case .rating:
      return Rating(typed: text).map { $0.quarters...$0.quarters }
    case .duration: return PlayingTime(typed: text).map { $0.minutes...$0.minutes }
    case .date: return dates.days(text)
    case .timestamp: return dates.seconds(text)
    case .choice: return type.choice(meant: text).flatMap { type.ordinal(of: .text($0)) }.map { $0...$0 }
    case .boolean: return type.read([text]).flatMap { type.ordinal(of: $0) }.map { $0...$0 }
    default: return nil
    }
  }

  private func age(_ text: String, _ type: FieldType) -> Int? {
    switch type {
    case .date: dates.day(back: text)
    case .timestamp: dates.second(back: text)
    default: nil
    }
  }

  private static func range(_ comparison: QueryComparison, _ bounds: ClosedRange<Int>) -> ClosedRange<Int> {
    switch comparison {
    case .matches, .equals, .pattern: bounds
    case .less: Int.min...bounds.lowerBound - 1
    case .atMost: Int.min...bounds.upperBound
    case .greater: bounds.upperBound + 1...Int.max
    case .atLeast: bounds.lowerBound...Int.max
    }
  }

  /// Returns the ordinals that are newer or older than a given time. For example, `<7d` means less than seven days old,
  /// so it selects the times later than seven days ago.
  private static func range(from moment: Int, _ comparison: QueryComparison) -> ClosedRange<Int>? {
    switch comparison {
    case .matches, .equals, .pattern: nil
    case .less: moment + 1...Int.max
    case .atMost: moment...Int.max
    case .greater: Int.min...moment - 1
    case .atLeast: Int.min...moment
    }
  }
}
