import ShelfModel
import ShelfStore
import ShelfText

/// The statistics of a library, or of what a query finds in it.
package struct Statistics: Sendable {
  /// A number and what it counts.
  package struct Row: Hashable, Sendable {
    package let label: String
    package let count: Int
    /// More numbers about the same, each with what it counts.
    package var more: [Figure] = []
    /// The colour that a record has of its own.
    package var color: Color?

    package subscript(_ name: Name) -> Int? { more.first { $0.name == name }?.count }
  }

  /// A number beside another one.
  package struct Figure: Hashable, Sendable {
    package let name: Name
    package let count: Int
  }

  /// What a number beside another one counts.
  package enum Name: String, Sendable {
    /// Pages that were read.
    case pages
    /// Readings of books that had been finished before.
    case rereads
    /// How many it should be in the end.
    case goal
    /// How many it should be by now.
    case expected
  }

  package struct Section: Sendable {
    /// The kind of figures.
    package enum Shape: Sendable {
      /// Parts of a whole, or names, with the largest counts first if there are many.
      case bars
      /// A time series.
      case series
      /// Single, unrelated numbers.
      case figures
      /// How much of a goal is reached.
      case goal
    }

    package let key: String
    package let title: String
    package let shape: Shape
    package let rows: [Row]
  }

  /// The sections in order, without those that the records have nothing for.
  package let sections: [Section]

  /// Counts the records of a whole library.
  package init(of library: Library, today: CalendarDate) {
    let records = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Array(library.records(of: $0))) })
    self.init(records, in: library, today: today, goals: library.manifest.goals)
  }

  /// Counts records of all kinds.
  ///
  /// - Parameters:
  ///   - today: the end of the last twelve months.
  ///   - year: if given, the books that were finished in this year alone are counted.
  ///   - goals: how many books to finish in a year.
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
      kinds.map { Row(label: $0.plural, count: year == nil ? records[$0]?.count ?? 0 : books.count) })
    if year == nil { add("status", "Books by status", .bars, counts.choices(.state, books)) }
    add("goal", "Goal", .goal, log.goals(goals.filter { year == nil || $0.key == year }, today: today))
    add("years", "Books finished by year", .bars, log.years())
    add("months", "Books finished by month\(time)", .series, log.months(months, ofPages: false))
    add("monthPages", "Pages read by month\(time)", .series, log.months(months, ofPages: true))
    add("pace", "Pace", .figures, log.pace())
    let days = ReadingDays(records[.book] ?? [], library.schema, year: year)
    add(
      "readingDays", "Days read", .figures,
      [
        ("days", days.days.count), ("longestStreak", days.longestStreak),
        ("currentStreak", year == nil ? days.currentStreak(on: today) : 0), ("pagesPerDay", days.pagesPerDay ?? 0),
      ].filter { $0.1 > 0 }.map { Row(label: $0.0, count: $0.1) })
    add("rereads", "Read again", .bars, log.rereads())
    add("ratings", "Ratings", .bars, counts.ratings(books))
    add("genres", "Genres", .bars, counts.targets(.genre, books))
    add("authors", "Authors", .bars, counts.texts(.maker, books))
    add("pages", "Pages", .figures, counts.pages(books))
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

  /// Returns a row for each year that has a goal, and how many readings of the books came to their end in it.
  package static func goals(
    _ goals: [Int: Int], _ books: [Record], _ schema: Schema, today: CalendarDate
  ) -> [Row] {
    ReadingLog(books, schema, year: nil).goals(goals, today: today)
  }
}
