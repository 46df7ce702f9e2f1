import ShelfModel

/// The user's reading pace for a book, and the estimated date when the user will finish it.
///
/// The pace is computed from the first day of the reading, today, and the current progress. A reading that continues an
/// abandoned one has no pace, because its first page is unknown.
package struct ReadingPace: Sendable, Equatable {
  package let start: CalendarDate
  /// The pages per day, or nil if the number of pages read is unknown.
  package let pagesPerDay: Double?
  /// The percentage of the book per day, or nil if its number of pages is unknown.
  package let percentPerDay: Double?
  /// The estimated last day, or nil if it cannot be estimated or is more than ten years away.
  package let end: CalendarDate?

  /// - Returns: nil if the book is not being read, or if too little is known about the reading.
  package init?(_ record: Record, _ schema: Schema, today: CalendarDate) {
    guard let field = schema.field(.progress, of: record.kind), let state = schema.field(.state, of: record.kind),
      record.value(of: state)?.text == state.states?.during?.value,
      let began = schema.field(.started, of: record.kind), case .date(let start)? = record.value(of: began),
      start.precision == .day, start <= today,
      let progress = record.texts(of: field).first.flatMap({ ReadingProgress($0) })
    else { return nil }
    let earlier = schema.field(.earlier, of: record.kind).map { record.texts(of: $0) } ?? []
    if earlier.contains(where: { DateInterval($0)?.end == nil }) { return nil }
    let length = BookLength(of: record, schema)
    let part = progress.part(of: length)
    // The first day and today both count as reading days.
    let days = Double(today.daysSince1970 - start.daysSince1970 + 1)
    let read: Double? =
      if case .page(let page) = progress { Double(page) } else {
        length.pages.flatMap { pages in part.map { Double(pages) * $0 } }
      }
    guard (part ?? read ?? 0) > 0, !progress.isBeyond(length) else { return nil }
    self.start = start
    pagesPerDay = read.map { $0 / days }
    percentPerDay = part.map { $0 * 100 / days }
    end = part.flatMap { part in
      let left = ((1 - part) / part * days).rounded(.up)
      return part < 1 && left <= 3653 ? CalendarDate(daysSince1970: today.daysSince1970 + Int(left)) : nil
    }
  }
}
