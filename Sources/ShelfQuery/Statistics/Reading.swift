import ShelfModel

/// One reading of a book, from its first to its last day, as far as these are known.
package struct Reading: Sendable, Equatable {
  package let start: CalendarDate?
  /// Nil if it was not finished.
  package let end: CalendarDate?

  /// How many days it took; nil if that is not known to the day.
  package var days: Int? {
    guard let start, let end, start.precision == .day, end.precision == .day, start <= end else { return nil }
    return end.daysSince1970 - start.daysSince1970 + 1
  }

  /// Returns the readings of a book, the latest one last; those that cannot be read are left out.
  package static func all(of record: Record, _ schema: Schema) -> [Reading] {
    func day(_ role: FieldRoles) -> CalendarDate? {
      guard let field = schema.field(role, of: record.kind), record.has(field),
        case .date(let day)? = record.value(of: field)
      else { return nil }
      return day
    }
    var readings: [Reading] = []
    if let field = schema.field(.earlier, of: record.kind), record.has(field) {
      readings = record.texts(of: field).compactMap { DateInterval($0) }.map { Reading(start: $0.start, end: $0.end) }
    }
    let latest = Reading(start: day(.began), end: day(.ended))
    return latest.start == nil && latest.end == nil ? readings : readings + [latest]
  }
}
