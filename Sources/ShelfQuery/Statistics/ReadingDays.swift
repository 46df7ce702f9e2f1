import ShelfModel

/// The user's reading days, with the number of pages on each, as recorded in the logs of books.
///
/// A log entry states the progress at the end of a day, so the pages of a day are the difference from the previous
/// entry. The two entries must belong to the same reading, because a second reading starts at the first page again. The
/// entries of a book are therefore first assigned to its readings by date, and pages are then counted within each
/// reading. The last day of a reading is also included, with the remaining pages.
package struct ReadingDays: Sendable {
  /// The days in order, with the number of pages read on each, or 0 if the number is unknown.
  package let days: [(day: CalendarDate, pages: Int)]

  /// Collects the reading days of the given books.
  ///
  /// - Parameter year: the year that the days must be in, or nil for all years.
  package init(_ books: [Record], _ schema: Schema, year: Int? = nil) {
    var pages: [CalendarDate: Int] = [:]
    for book in books {
      for (day, count) in ReadingDays.days(of: book, schema) where year == nil || day.year == year {
        pages[day, default: 0] += count
      }
    }
    days = pages.sorted { $0.key < $1.key }.map { (day: $0.key, pages: $0.value) }
  }

  /// The mean number of pages per day, over the days with a known number of pages, or nil if there are none.
  package var pagesPerDay: Int? {
    let known = days.filter { $0.pages > 0 }
    return known.isEmpty ? nil : Int((Double(known.reduce(0) { $0 + $1.pages }) / Double(known.count)).rounded())
  }

  /// The length of the longest run of consecutive reading days.
  package var longestStreak: Int { streaks.max() ?? 0 }

  /// Returns the length of the run of consecutive days that ends today or, if there is no entry for today yet,
  /// yesterday.
  package func currentStreak(on today: CalendarDate) -> Int {
    guard let last = days.last?.day, (0...1).contains(today.daysSince1970 - last.daysSince1970) else { return 0 }
    return streaks.last ?? 0
  }

  private var streaks: [Int] {
    var streaks: [Int] = []
    var last: Int?
    for (day, _) in days {
      let number = day.daysSince1970
      if let last, number == last + 1 { streaks[streaks.count - 1] += 1 } else { streaks.append(1) }
      last = number
    }
    return streaks
  }

  // MARK: - One book

  /// Returns the reading days of a book, with the pages of each.
  private static func days(of book: Record, _ schema: Schema) -> [(day: CalendarDate, pages: Int)] {
    let log = schema.field(.log, of: book.kind).map { book.has($0) ? book.texts(of: $0) : [] } ?? []
    let finder = ReadingFinder(book.kind, schema)
    if log.isEmpty, !finder.hasDates(book) { return [] }
    let noted = log.compactMap { ReadingDay($0) }.sorted { $0.day < $1.day }
    let spans = finder.spans(of: book)
    let isOver = schema.field(.state, of: book.kind).map { book.value(of: $0) == $0.doneValue } ?? false
    // Whether the last reading has any progress yet, or nil if that reading is over.
    let progress = schema.field(.progress, of: book.kind)
    let isRead = spans.last.flatMap { last in last.end == nil ? progress.map(book.has) : nil }
    let extent = BookLength(of: book, schema)
    // The entries of each reading, followed by the entries of a possible later reading.
    var entries: [[ReadingDay]] = Array(repeating: [], count: spans.count + 1)
    var current = 0
    for entry in noted {
      while current + 1 < spans.count, hasBegun(current + 1, of: spans, by: entry.day) { current += 1 }
      entries[place(of: entry, current, entries, spans, isOver, isRead, extent)].append(entry)
    }
    // A reading that continues an abandoned reading starts at the page where the abandoned one stopped.
    var left = 0
    return entries.enumerated().flatMap { index, entries in
      let span = index < spans.count ? spans[index] : nil
      let days = days(entries, of: span, from: left, extent)
      left = span?.end == nil ? entries.last?.progress.page(of: extent) ?? left : 0
      return days
    }
  }

  private static func hasBegun(_ index: Int, of spans: [ReadingFinder.Span], by day: CalendarDate) -> Bool {
    // A reading without a known first day starts after the last day of the previous reading.
    spans[index].start.map { $0 <= day } ?? spans[index - 1].end.map { $0.lastDay < day } ?? false
  }

  /// Returns the index of the reading that an entry belongs to.
  ///
  /// - Parameters:
  ///   - current: the last reading that had started by the day of the entry, or else the first reading.
  ///   - isOver: whether the book is finished.
  ///   - isRead: whether the last reading has any progress yet, or nil if that reading is over.
  private static func place(
    of entry: ReadingDay, _ current: Int, _ entries: [[ReadingDay]], _ spans: [ReadingFinder.Span], _ isOver: Bool,
    _ isRead: Bool?, _ extent: BookLength
  ) -> Int {
    guard current < spans.count else { return current }
    if current > 0, spans[current].start == entry.day, spans[current - 1].end == entry.day {
      // One reading ended and the next started on this day. If the next reading is in progress, the entry belongs to it
      // if the book has progress, and to the earlier reading otherwise. If the next reading is over, the entry belongs
      // to the earlier reading if it continues the pages of that reading, and to the next reading otherwise.
      if let isRead, current == spans.count - 1 { return isRead ? current : current - 1 }
      let last = entries[current - 1].last?.progress.page(of: extent)
      if let page = entry.progress.page(of: extent), let last, last <= page { return current - 1 }
      return current
    }
    let isPast = spans[current].end.map { $0.lastDay < entry.day } ?? false
    // Entries after the end of a finished book still belong to its last reading.
    return isPast && !(isOver && current == spans.count - 1) ? current + 1 : current
  }

  /// Returns the days of one reading, with the pages of each.
  ///
  /// - Parameters:
  ///   - span: the days of the reading, or nil for entries that belong to no known reading.
  ///   - left: the last page of a previous, abandoned reading, or 0 if there is none.
  private static func days(
    _ entries: [ReadingDay], of span: ReadingFinder.Span?, from left: Int, _ extent: BookLength
  ) -> [(day: CalendarDate, pages: Int)] {
    var days: [(day: CalendarDate, pages: Int)] = []
    var pages = entries.map { $0.progress.page(of: extent) }
    if span != nil { correct(&pages) }
    var reached = pages.lazy.compactMap { $0 }.first.map { left <= $0 ? left : 0 } ?? 0
    var end = span?.end
    // Without log entries, nothing is known about the days of the reading, unless its first day is also its last.
    if end?.precision != .day || entries.isEmpty && span?.start != end { end = nil }
    func finish() {
      guard let day = end else { return }
      days.append((day, max(0, (extent.pages ?? reached) - reached)))
      reached = max(reached, extent.pages ?? reached)
      end = nil
    }
    for (entry, page) in zip(entries, pages) {
      // The end of the reading follows the entries of the same day.
      if let day = end, day < entry.day { finish() }
      guard let page else {
        days.append((entry.day, 0))
        continue
      }
      // If the reading is unknown, a page before the last page reached means that a new reading has started.
      if page < reached, span == nil { reached = 0 }
      days.append((entry.day, max(0, page - reached)))
      reached = max(reached, page)
    }
    finish()
    return days
  }

  /// Lowers each page that is greater than the page of a later entry, because later entries take precedence.
  private static func correct(_ pages: inout [Int?]) {
    var last = Int.max
    for index in pages.indices.reversed() {
      guard let page = pages[index] else { continue }
      last = min(last, page)
      pages[index] = last
    }
  }
}
