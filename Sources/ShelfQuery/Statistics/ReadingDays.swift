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
      let entries = ReadingDays.entries(of: book, schema)
      if entries.isEmpty { continue }
      let extent = ReadingPace.pages(of: book, schema)
      let starts = ReadingDays.starts(of: book, schema)
      var last: (day: CalendarDate, page: Int)?
      for entry in entries {
        let page = entry.progress.page(of: extent)
        // A reading that begins anew begins with the first page; one that is behind the day before was begun again too.
        let isNew = last.map { last in
          starts.contains { last.day < $0 && $0 <= entry.day } || page.map { $0 < last.page } ?? false
        }
        let before = isNew ?? true ? 0 : last?.page ?? 0
        if year == nil || entry.day.year == year {
          pages[entry.day, default: 0] += page.map { max(0, $0 - before) } ?? 0
        }
        if let page { last = (entry.day, page) }
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

  /// Returns what is known of the days on which a book was read, in their order.
  private static func entries(of book: Record, _ schema: Schema) -> [ReadingDay] {
    let log = schema.field(.log, of: book.kind).map { book.has($0) ? book.texts(of: $0) : [] } ?? []
    let noted = log.compactMap { ReadingDay($0) }
    var before: CalendarDate?
    let ends = ReadingFinder(book.kind, schema).readings(of: book).compactMap { reading -> ReadingDay? in
      defer { before = reading.end }
      guard reading.end.precision == .day else { return nil }
      // Of a reading whose days were not noted, the last one says nothing of the others, unless it is the only one.
      let first = reading.start ?? before
      let isNoted = noted.contains { entry in entry.day <= reading.end && first.map { $0 <= entry.day } ?? true }
      return isNoted || reading.days == 1 ? ReadingDay(reading.end, .percentage(hundredths: 10_000)) : nil
    }
    // An end comes after what was noted on the same day.
    return (noted.map { ($0, 0) } + ends.map { ($0, 1) }).sorted { ($0.0.day, $0.1) < ($1.0.day, $1.1) }.map(\.0)
  }

  /// Returns the days on which readings of a book began.
  private static func starts(of book: Record, _ schema: Schema) -> [CalendarDate] {
    var starts: [CalendarDate] = []
    if let began = schema.field(.began, of: book.kind), case .date(let day)? = book.value(of: began) {
      starts.append(day)
    }
    if let earlier = schema.field(.earlier, of: book.kind) {
      starts += book.texts(of: earlier).compactMap { DateInterval($0)?.start }
    }
    return starts
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
