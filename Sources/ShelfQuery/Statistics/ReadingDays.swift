import ShelfModel
import ShelfStore

/// The days on which the user has read, and how many pages, as the logs of books have it; the day on which a reading ended
/// is one of them, with the pages that were left.
package struct ReadingDays: Sendable {
  /// The days with the pages that were read on them, in their order; a day has none if it is unknown how many.
  package let days: [(day: CalendarDate, pages: Int)]

  /// Collects the days of some books.
  ///
  /// - Parameter year: nil for all years.
  package init(_ books: [Record], _ schema: Schema, year: Int? = nil) {
    var pages: [CalendarDate: Int] = [:]
    for book in books {
      for (day, count) in ReadingDays.days(of: book, schema) where year == nil || day.year == year {
        pages[day, default: 0] += count
      }
    }
    days = pages.sorted { $0.key < $1.key }.map { (day: $0.key, pages: $0.value) }
  }

  /// How many pages were read on a day on which the user read; nil if no pages are known.
  package var pagesPerDay: Int? {
    let known = days.filter { $0.pages > 0 }
    return known.isEmpty ? nil : Int((Double(known.reduce(0) { $0 + $1.pages }) / Double(known.count)).rounded())
  }

  /// The most days in a row.
  package var longestStreak: Int { streaks.max() ?? 0 }

  /// How many days in a row there have been up to today, or up to yesterday as long as today is not over.
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

  /// Returns the days on which a book was read, with the pages of each.
  private static func days(of book: Record, _ schema: Schema) -> [(day: CalendarDate, pages: Int)] {
    let log = schema.field(.log, of: book.kind).map { book.has($0) ? book.texts(of: $0) : [] } ?? []
    let finder = ReadingFinder(book.kind, schema)
    if log.isEmpty, !finder.hasDates(book) { return [] }
    let noted = log.compactMap { ReadingDay($0) }.sorted { $0.day < $1.day }
    let spans = finder.spans(of: book)
    let isOver = schema.field(.state, of: book.kind).map { book.value(of: $0) == $0.doneValue } ?? false
    // Whether the last reading has any pages yet, if it goes on.
    let progress = schema.field(.progress, of: book.kind)
    let isRead = spans.last.flatMap { last in last.end == nil ? progress.map(book.has) : nil }
    let extent = ReadingPace.pages(of: book, schema)
    // Those of each reading, and of the one that follows them all.
    var entries: [[ReadingDay]] = Array(repeating: [], count: spans.count + 1)
    var current = 0
    for entry in noted {
      while current + 1 < spans.count, hasBegun(current + 1, of: spans, by: entry.day) { current += 1 }
      entries[place(of: entry, current, entries, spans, isOver, isRead, extent)].append(entry)
    }
    // A reading that was taken up again after it was abandoned goes on where it was.
    var left = 0
    return entries.enumerated().flatMap { index, entries in
      let span = index < spans.count ? spans[index] : nil
      let days = days(entries, of: span, from: left, extent)
      left = span?.end == nil ? entries.last?.progress.page(of: extent) ?? left : 0
      return days
    }
  }

  private static func hasBegun(_ index: Int, of spans: [ReadingFinder.Span], by day: CalendarDate) -> Bool {
    // A reading whose first day is not known begins on the day after the one before it.
    spans[index].start.map { $0 <= day } ?? spans[index - 1].end.map { $0.lastDay < day } ?? false
  }

  /// Returns the reading that an entry belongs to.
  ///
  /// - Parameters:
  ///   - current: the last reading that had begun by then, or the first one.
  ///   - isOver: whether the book is finished.
  ///   - isRead: whether a part has been read by now in the last reading; nil if that one is over.
  private static func place(
    of entry: ReadingDay, _ current: Int, _ entries: [[ReadingDay]], _ spans: [ReadingFinder.Span], _ isOver: Bool,
    _ isRead: Bool?, _ extent: Int?
  ) -> Int {
    guard current < spans.count else { return current }
    if current > 0, spans[current].start == entry.day, spans[current - 1].end == entry.day {
      // One ended and the next began on that day: the page is of the one that goes on if it has any, and else of the first
      // one unless it is behind.
      if let isRead, current == spans.count - 1 { return isRead ? current : current - 1 }
      let last = entries[current - 1].last?.progress.page(of: extent)
      if let page = entry.progress.page(of: extent), let last, last <= page { return current - 1 }
      return current
    }
    let isPast = spans[current].end.map { $0.lastDay < entry.day } ?? false
    // The last reading of a finished book goes no further than its end, whatever the log says.
    return isPast && !(isOver && current == spans.count - 1) ? current + 1 : current
  }

  /// Returns the days of one reading, with the pages of each.
  ///
  /// - Parameters:
  ///   - span: nil for one that nothing else is known of.
  ///   - left: the page at which an abandoned reading before it ended.
  private static func days(
    _ entries: [ReadingDay], of span: ReadingFinder.Span?, from left: Int, _ extent: Int?
  ) -> [(day: CalendarDate, pages: Int)] {
    var days: [(day: CalendarDate, pages: Int)] = []
    var pages = entries.map { $0.progress.page(of: extent) }
    if span != nil { correct(&pages) }
    var reached = pages.lazy.compactMap { $0 }.first.map { left <= $0 ? left : 0 } ?? 0
    var end = span?.end
    // Of a reading whose days were not noted, the last one says nothing of the others, unless it is the only one.
    if end?.precision != .day || entries.isEmpty && span?.start != end { end = nil }
    func finish() {
      guard let day = end else { return }
      days.append((day, max(0, (extent ?? reached) - reached)))
      reached = max(reached, extent ?? reached)
      end = nil
    }
    for (entry, page) in zip(entries, pages) {
      // An end comes after what was noted on the same day.
      if let day = end, day < entry.day { finish() }
      guard let page else {
        days.append((entry.day, 0))
        continue
      }
      // Where no day of a reading is known, a page that is behind the day before is one of a reading that began anew.
      if page < reached, span == nil { reached = 0 }
      days.append((entry.day, max(0, page - reached)))
      reached = max(reached, page)
    }
    finish()
    return days
  }

  /// Within one reading, a page corrects those before it that are further on.
  private static func correct(_ pages: inout [Int?]) {
    var last = Int.max
    for index in pages.indices.reversed() {
      guard let page = pages[index] else { continue }
      last = min(last, page)
      pages[index] = last
    }
  }
}

extension ReadingProgress {
  /// Returns the page; nil if the number of pages is unknown.
  fileprivate func page(of pages: Int?) -> Int? {
    switch self {
    case .page(let page): page
    case .percentage(let hundredths): pages.map { $0 * hundredths / 10_000 }
    }
  }
}
