import ShelfModel
import ShelfStore
import ShelfText

/// The statistics of a library or of the records that a query finds.
///
/// `ReadingLog`, `ReadingDays` and `RecordCounts` compute the numbers. This type arranges the rows in sections and
/// determines how front ends show each section. Sections without data are omitted. If the statistics are for one year,
/// only the books finished in that year are counted, and sections that do not apply to a single year are also omitted.
package struct Statistics: Sendable {
  /// A labelled number.
  package struct Row: Hashable, Sendable {
    package let label: String
    package let count: Int
    /// Additional numbers about the subject of the row.
    package var more: [Figure] = []
    /// The color of the row's record, if it has one.
    package var color: Color?

    package init(label: String, count: Int, more: [Figure] = [], color: Color? = nil) {
      (self.label, self.count, self.more, self.color) = (label, count, more, color)
    }

    package subscript(_ name: Name) -> Int? { more.first { $0.name == name }?.count }
  }

  /// An additional number in a row.
  package struct Figure: Hashable, Sendable {
    package let name: Name
    package let count: Int
  }

  /// The meaning of an additional number.
  package enum Name: String, Sendable {
    /// Pages read.
    case pages
    /// Hours of audiobooks.
    case hours
    /// Readings of books whose length is unknown.
    case unknown
    /// Readings of books that had been finished before.
    case rereads
    /// The goal for the whole year.
    case goal
    /// The part of the goal that should have been reached by now.
    case expected
    /// Books whose copies are all lent or, in the numbers of all books, the lent copies.
    case lent
    /// Books that the user only wants.
    case wanted
    /// Books that the user no longer owns.
    case gone
    /// Copies of books that the user has.
    case copies

    /// Whether programs get the number. The others would be new columns for scripts of version 1.0.
    package var isForPrograms: Bool { ![.unknown, .lent, .wanted, .gone, .copies].contains(self) }
  }

  package struct Section: Sendable {
    /// The best way to show a section.
    package enum Shape: Sendable {
      /// Parts of a whole, or named counts, the largest first if there are many.
      case bars
      /// A time series.
      case series
      /// Single, unrelated numbers.
      case figures
      /// Progress towards a goal.
      case goal
    }

    package let key: String
    package let title: String
    package let shape: Shape
    package let rows: [Row]
    /// The human-readable labels of the rows, or nil if they are the same as `Row.label`.
    package var labels: [String]?

    /// The rows without the number of books whose length is unknown. In charts, a value may be called `unknown`.
    package var rowsWithoutUnknown: [Row] { shape == .figures ? rows.filter { $0.label != "unknown" } : rows }

    package init(key: String, title: String, shape: Shape, rows: [Row], labels: [String]? = nil) {
      (self.key, self.title, self.shape, self.rows, self.labels) = (key, title, shape, rows, labels)
    }
  }

  /// The sections in order, without empty ones.
  package let sections: [Section]

  package init(sections: [Section]) { self.sections = sections }

  package init(of library: Library, today: CalendarDate) {
    let records = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Array(library.records(of: $0))) })
    self.init(records, in: library, today: today, goals: library.manifest.goals)
  }

  /// Counts the given records of all kinds.
  ///
  /// - Parameters:
  ///   - today: the current date, which is in the last of the twelve months.
  ///   - year: the year in which the counted books were finished, or nil to count all records.
  ///   - goals: the number of books to finish, by year.
  package init(
    _ records: [Kind: [Record]], in library: Library, today: CalendarDate, year: Int? = nil, goals: [Int: Int] = [:]
  ) {
    let log = ReadingLog(records[.book] ?? [], library.schema, year: year)
    let months = year.map(Month.all) ?? Month.last(12, to: today)
    let books = year == nil ? records[.book] ?? [] : log.books
    let counts = RecordCounts(library)
    let time = year.map { " in \($0)" } ?? ""
    var all: [Section] = []
    func add(_ key: String, _ title: String, _ shape: Section.Shape, _ rows: [Row]) {
      all.append(Section(key: key, title: title, shape: shape, rows: rows))
    }
    let kinds = year == nil ? Kind.allCases : [.book]
    add(
      "kinds", "Records", .figures,
      kinds.map { kind in
        let count = year == nil ? records[kind]?.count ?? 0 : books.count
        return Row(
          label: kind.plural, count: count, more: year == nil && kind == .book ? counts.possession(of: books) : [])
      })
    if year == nil { add("status", "Books by status", .bars, counts.choices(.state, books)) }
    add("goal", "Goal", .goal, log.goals(goals.filter { year == nil || $0.key == year }, today: today))
    add("years", "Books finished by year", .bars, log.years())
    add("months", "Books finished by month\(time)", .series, log.months(months, of: .books))
    add("monthPages", "Pages read by month\(time)", .series, log.months(months, of: .pages))
    add("monthHours", "Hours of audiobooks by month\(time)", .series, log.months(months, of: .hours))
    add("pace", "Pace", .figures, log.pace())
    let days = ReadingDays(records[.book] ?? [], library.schema, year: year)
    add(
      "readingDays", "Days read", .figures,
      [
        ("days", days.days.count), ("longestStreak", days.longestStreak),
        ("currentStreak", year == nil ? days.currentStreak(on: today) : 0), ("pagesPerDay", days.pagesPerDay ?? 0),
      ].filter { $0.1 > 0 }.map { Row(label: $0.0, count: $0.1) })
    let finder = ReadingFinder(.book, library.schema)
    add(
      "rereads", "Read again", .bars,
      log.rereads(year == nil ? books.map { ($0, finder.timesRead($0)) } : nil))
    add("ratings", "Ratings", .bars, counts.ratings(books))
    add("genres", "Genres", .bars, counts.targets(.genre, books))
    add("authors", "Authors", .bars, counts.texts(.creator, books))
    add("pages", "Pages", .figures, counts.lengths(.extent, books))
    add("hours", "Hours of audiobooks", .figures, counts.lengths(.playingTime, in: PlayingTime.hours, books))
    add("quotes", "Quotes by book", .bars, counts.quotes(books))
    if year == nil {
      add(
        "openIssues", "Open issues at the end of each month", .series,
        counts.openIssues(months, records[.issue] ?? []))
    }
    sections = all.filter { section in
      section.key == "kinds" || section.shape == .goal && !section.rows.isEmpty
        || section.rows.contains { $0.count > 0 }
    }
  }

  /// Returns a row for each year with a goal, with the number of the books' readings that ended in that year.
  package static func goals(
    _ goals: [Int: Int], _ books: [Record], _ schema: Schema, today: CalendarDate
  ) -> [Row] {
    ReadingLog(books, schema, year: nil).goals(goals, today: today)
  }
}
