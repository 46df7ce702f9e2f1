import ShelfModel
import ShelfText

/// The finished readings of books, and statistics about them.
struct ReadingLog {
  typealias Row = Statistics.Row

  private struct Finish {
    let book: Int
    let reading: Reading
    /// The number of pages, or nil if unknown.
    let pages: Int?
    /// The length of the audiobook in minutes, or nil if unknown.
    let minutes: Int?
    /// Whether the book had been finished before.
    let isAgain: Bool
  }

  /// What a chart counts.
  enum Measure { case books, pages, hours }

  /// The books that have a finished reading, without duplicates.
  let books: [Record]
  private let finishes: [Finish]

  /// - Parameter year: the year in which the readings must have ended, or nil for all years.
  init(_ records: [Record], _ schema: Schema, year: Int?) {
    var finishes: [Finish] = []
    var books: [Record] = []
    let finder = ReadingFinder(.book, schema)
    let extent = schema.field(.extent, of: .book)
    let duration = schema.field(.playingTime, of: .book)
    for record in records {
      let readings = finder.readings(of: record)
      if readings.isEmpty { continue }
      let pages = extent.flatMap { record.ordinal(of: $0).number }
      let minutes = duration.flatMap { record.ordinal(of: $0).number }
      let found = readings.enumerated().compactMap { number, reading -> Finish? in
        guard year == nil || reading.end.year == year else { return nil }
        return Finish(book: books.count, reading: reading, pages: pages, minutes: minutes, isAgain: number > 0)
      }
      if found.isEmpty { continue }
      finishes += found
      books.append(record)
    }
    (self.finishes, self.books) = (finishes, books)
  }

  private static func amount(_ measure: Measure, _ finishes: [Finish]) -> Int {
    switch measure {
    case .books: finishes.count
    case .pages: finishes.reduce(0) { $0 + ($1.pages ?? 0) }
    case .hours: PlayingTime.hours(ofMinutes: finishes.reduce(0) { $0 + ($1.minutes ?? 0) })
    }
  }

  /// Returns a row for each year from the first to the last, with its pages, its rereads and, if there are any, its
  /// hours of audiobooks and its readings of books whose length is unknown.
  func years() -> [Row] {
    let byYear = Dictionary(grouping: finishes, by: { $0.reading.end.year })
    guard let first = byYear.keys.min(), let last = byYear.keys.max() else { return [] }
    // A single wrong date must not produce a chart of a thousand years.
    let years = last - first < 60 ? Array(first...last) : byYear.keys.sorted()
    let hasHours = finishes.contains { $0.minutes != nil }
    func isUnknown(_ finish: Finish) -> Bool { finish.pages == nil && finish.minutes == nil }
    let hasUnknown = finishes.contains(where: isUnknown) && !finishes.allSatisfy(isUnknown)
    return years.map { year in
      let finishes = byYear[year] ?? []
      let hours = Statistics.Figure(name: .hours, count: ReadingLog.amount(.hours, finishes))
      return Row(
        label: String(year), count: finishes.count,
        more: [
          Statistics.Figure(name: .pages, count: ReadingLog.amount(.pages, finishes)),
          Statistics.Figure(name: .rereads, count: finishes.count(where: \.isAgain)),
        ] + (hasHours ? [hours] : [])
          + (hasUnknown ? [Statistics.Figure(name: .unknown, count: finishes.count(where: isUnknown))] : []))
    }
  }

  /// Returns a row for each month. Readings are omitted if only the year of their end is known.
  func months(_ months: [Month], of measure: Measure) -> [Row] {
    let known = finishes.filter { $0.reading.end.precision != .year }
    return months.map { month in
      let ended = known.filter { month.days.contains($0.reading.end.daysSince1970) }
      return Row(label: month.label, count: ReadingLog.amount(measure, ended))
    }
  }

  /// Returns the mean duration and speed of the readings whose first and last days are known.
  func pace() -> [Row] {
    let timed = finishes.compactMap { finish in finish.reading.days.map { (days: $0, pages: finish.pages) } }
    if timed.isEmpty { return [] }
    let paged = timed.compactMap { reading in reading.pages.map { (reading.days, $0) } }
    let (days, pages) = paged.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    func mean(_ sum: Int, _ count: Int) -> Int { (sum * 2 + count) / (count * 2) }
    return [Row(label: "daysPerBook", count: mean(timed.reduce(0) { $0 + $1.days }, timed.count))]
      + (days == 0 ? [] : [Row(label: "pagesPerDay", count: mean(pages, days))])
  }

  /// Returns a row for each book that was finished more than once.
  ///
  /// - Parameter times: the total number of times that each book was read, or nil to count only the readings in the
  ///   log.
  func rereads(_ times: [(book: Record, count: Int)]?) -> [Row] {
    var counts = books.map { _ in 0 }
    for finish in finishes { counts[finish.book] += 1 }
    return (times ?? zip(books, counts).map { ($0, $1) }).filter { $0.count > 1 }.map {
      Row(label: $0.book.title, count: $0.count)
    }
    .sorted { $0.count != $1.count ? $0.count > $1.count : Folding.precedes($0.label, $1.label) }
  }

  /// Returns a row for each year with a goal. It contains the number of finished readings, the goal, and the number of
  /// readings that a steady pace requires by today.
  func goals(_ goals: [Int: Int], today: CalendarDate) -> [Row] {
    goals.sorted { $0.key < $1.key }.map { year, goal in
      Row(
        label: String(year), count: finishes.count { $0.reading.end.year == year },
        more: [
          Statistics.Figure(name: .goal, count: goal),
          Statistics.Figure(name: .expected, count: ReadingLog.expected(goal, in: year, today)),
        ])
    }
  }

  private static func expected(_ goal: Int, in year: Int, _ today: CalendarDate) -> Int {
    if year != today.year { return year < today.year ? goal : 0 }
    guard let first = CalendarDate(year: year, month: 1, day: 1),
      let last = CalendarDate(year: year, month: 12, day: 31)
    else { return 0 }
    let days = last.daysSince1970 - first.daysSince1970 + 1
    return goal * (today.daysSince1970 - first.daysSince1970 + 1) / days
  }
}
