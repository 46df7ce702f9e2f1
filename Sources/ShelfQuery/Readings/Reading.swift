import ShelfModel

/// A finished reading of a book, with its end and, if known, its start.
package struct Reading: Sendable, Equatable {
  package let start: CalendarDate?
  package let end: CalendarDate

  /// The number of days that the reading took, or nil if either end is not known to the day.
  package var days: Int? {
    guard let start, start.precision == .day, end.precision == .day, start <= end else { return nil }
    return end.daysSince1970 - start.daysSince1970 + 1
  }
}

/// Finds the readings of books: the earlier readings, which one field lists, and the latest reading, whose start and
/// end have separate fields.
package struct ReadingFinder: Sendable {
  private let began: Field?
  private let ended: Field?
  private let earlier: Field?
  private let state: Field?
  private let times: Field?

  package init(_ kind: Kind, _ schema: Schema) {
    began = schema.field(.started, of: kind)
    ended = schema.field(.finished, of: kind)
    earlier = schema.field(.earlier, of: kind)
    state = schema.field(.state, of: kind)
    times = schema.field(.timesRead, of: kind)
  }

  /// Returns how many times a book was read.
  ///
  /// The result is the number of known readings or the number that the user stated, whichever is larger. If a book is
  /// completed but has no end date, its latest reading is counted as well.
  package func timesRead(_ record: Record) -> Int {
    var count = readings(of: record).count
    if let state, day(ended, record) == nil, record.value(of: state) == state.doneValue { count += 1 }
    if let times, record.has(times), case .integer(let stated)? = record.value(of: times) { count = max(count, stated) }
    return count
  }

  /// Returns the finished readings of a book in chronological order. Readings that cannot be parsed are omitted.
  package func readings(of record: Record) -> [Reading] {
    var readings: [Reading] = []
    if let earlier, record.has(earlier) {
      readings = record.texts(of: earlier).compactMap { text in
        DateInterval(text).flatMap { interval in interval.end.map { Reading(start: interval.start, end: $0) } }
      }
    }
    if let end = day(ended, record) { readings.append(Reading(start: day(began, record), end: end)) }
    return readings.count > 1 ? readings.sorted { $0.end < $1.end } : readings
  }

  /// The dates of a reading, finished or not, as far as they are known.
  package struct Span: Sendable, Equatable {
    package let start: CalendarDate?
    package let end: CalendarDate?
  }

  /// Returns whether a date of any reading of a book is known.
  package func hasDates(_ record: Record) -> Bool { [began, ended, earlier].contains { $0.map(record.has) ?? false } }

  /// Returns all readings of a book in chronological order, including readings that were abandoned or are in progress.
  package func spans(of record: Record) -> [Span] {
    var spans: [Span] = []
    if let earlier, record.has(earlier) {
      spans = record.texts(of: earlier).compactMap { DateInterval($0).map { Span(start: $0.start, end: $0.end) } }
    }
    let latest = Span(start: day(began, record), end: day(ended, record))
    if latest.start != nil || latest.end != nil { spans.append(latest) }
    func key(_ span: Span) -> Int { (span.start ?? span.end)?.daysSince1970 ?? 0 }
    return spans.count > 1
      ? spans.sorted { (key($0), $0.end?.daysSince1970 ?? .max) < (key($1), $1.end?.daysSince1970 ?? .max) } : spans
  }

  private func day(_ field: Field?, _ record: Record) -> CalendarDate? {
    guard let field, record.has(field), case .date(let day)? = record.value(of: field) else { return nil }
    return day
  }
}
