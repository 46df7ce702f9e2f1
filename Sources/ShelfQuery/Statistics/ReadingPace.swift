import ShelfModel

/// How fast a book is being read, and when it is likely to be finished.
///
/// It is worked out from the day on which the reading began, today, and how far it is; a reading that was taken up again
/// has no pace, because nothing says where it began.
package struct ReadingPace: Sendable, Equatable {
  package let start: CalendarDate
  /// Nil if unknown how many pages have been read.
  package let pagesPerDay: Double?
  /// Nil if the number of pages is unknown.
  package let percentPerDay: Double?
  /// The likely last day; nil if it cannot be told, or is more than ten years away.
  package let end: CalendarDate?

  /// Returns nil if the book is not being read, or too little is known of it.
  package init?(_ record: Record, _ schema: Schema, today: CalendarDate) {
    guard let field = schema.field(.progress, of: record.kind), let state = schema.field(.state, of: record.kind),
      record.value(of: state)?.text == state.states?.during?.value,
      let began = schema.field(.began, of: record.kind), case .date(let start)? = record.value(of: began),
      start.precision == .day, start <= today,
      let progress = record.texts(of: field).first.flatMap({ ReadingProgress($0) })
    else { return nil }
    let earlier = schema.field(.earlier, of: record.kind).map { record.texts(of: $0) } ?? []
    if earlier.contains(where: { DateInterval($0)?.end == nil }) { return nil }
    let pages = ReadingPace.pages(of: record, schema)
    let part = progress.part(of: pages)
    // The first day and today are days of reading as well.
    let days = Double(today.daysSince1970 - start.daysSince1970 + 1)
    let read: Double? =
      if case .page(let page) = progress { Double(page) } else { pages.map { Double($0) * (part ?? 0) } }
    guard (part ?? read ?? 0) > 0, !progress.isBeyond(pages) else { return nil }
    self.start = start
    pagesPerDay = read.map { $0 / days }
    percentPerDay = part.map { $0 * 100 / days }
    end = part.flatMap { part in
      let left = ((1 - part) / part * days).rounded(.up)
      return part < 1 && left <= 3653 ? CalendarDate(daysSince1970: today.daysSince1970 + Int(left)) : nil
    }
  }

  /// Returns how many pages a record has; nil if that is not known.
  package static func pages(of record: Record, _ schema: Schema) -> Int? {
    guard let field = schema.field(.extent, of: record.kind), case .integer(let pages)? = record.value(of: field),
      pages > 0
    else { return nil }
    return pages
  }
}
