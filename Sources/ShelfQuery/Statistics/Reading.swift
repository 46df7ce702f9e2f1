import ShelfModel

/// One reading of a book that came to its end, from its first to its last day, as far as these are known.
package struct Reading: Sendable, Equatable {
  package let start: CalendarDate?
  package let end: CalendarDate

  /// How many days it took; nil if that is not known to the day.
  package var days: Int? {
    guard let start, start.precision == .day, end.precision == .day, start <= end else { return nil }
    return end.daysSince1970 - start.daysSince1970 + 1
  }
}

/// Finds the readings of the books of a library.
package struct ReadingFinder: Sendable {
  private let began: Field?
  private let ended: Field?
  private let earlier: Field?

  package init(_ kind: Kind, _ schema: Schema) {
    began = schema.field(.began, of: kind)
    ended = schema.field(.ended, of: kind)
    earlier = schema.field(.earlier, of: kind)
  }

  /// Returns the readings of a book that came to their end, in their order; those that cannot be read are left out.
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

  private func day(_ field: Field?, _ record: Record) -> CalendarDate? {
    guard let field, record.has(field), case .date(let day)? = record.value(of: field) else { return nil }
    return day
  }
}
