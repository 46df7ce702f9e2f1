import ShelfModel
import ShelfStore
import ShelfText

/// The statistics of a library, or of what a query finds in it.
package struct Statistics: Sendable {
  /// A number and what it counts.
  package struct Row: Hashable, Sendable {
    package let label: String
    package let count: Int
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
    }

    package let key: String
    package let title: String
    package let shape: Shape
    package let rows: [Row]
  }

  /// The sections in order, without those that the records have nothing for.
  package let sections: [Section]

  private let library: Library

  /// Counts records of all kinds.
  ///
  /// - Parameter today: the end of the last twelve months.
  package init(_ records: [Kind: [Record]], in library: Library, today: CalendarDate) {
    self.library = library
    let months = Statistics.months(to: today)
    let books = records[.book] ?? []
    let counts = Counts(library)
    let all: [Section] = [
      Section(
        key: "kinds", title: "Records", shape: .figures,
        rows: Kind.allCases.map { Row(label: $0.plural, count: records[$0]?.count ?? 0) }),
      Section(key: "status", title: "Books by status", shape: .bars, rows: counts.choices(.state, books)),
      Section(key: "years", title: "Books finished by year", shape: .bars, rows: counts.years(.ended, books)),
      Section(
        key: "months", title: "Books finished by month", shape: .series,
        rows: counts.months(months, .ended, books)),
      Section(key: "ratings", title: "Ratings", shape: .bars, rows: counts.ratings(books)),
      Section(key: "genres", title: "Genres", shape: .bars, rows: counts.targets(.genre, books)),
      Section(key: "authors", title: "Authors", shape: .bars, rows: counts.texts(.maker, books)),
      Section(key: "pages", title: "Pages", shape: .figures, rows: counts.pages(books)),
      Section(key: "quotes", title: "Quotes by book", shape: .bars, rows: counts.quotes(books)),
      Section(
        key: "openIssues", title: "Open issues at the end of each month", shape: .series,
        rows: counts.openIssues(months, records[.issue] ?? [])),
    ]
    sections = all.filter { $0.key == "kinds" || $0.rows.contains { $0.count > 0 } }
  }

  /// Returns the last twelve months, ending with this one, each as `2026-11` with its first and last day.
  private static func months(to today: CalendarDate) -> [(label: String, days: ClosedRange<Int>)] {
    (0..<12).reversed().compactMap { back in
      let month = today.year * 12 + today.month - 1 - back
      guard let first = CalendarDate(year: month / 12, month: month % 12 + 1, day: 1) else { return nil }
      let next = CalendarDate(year: (month + 1) / 12, month: (month + 1) % 12 + 1, day: 1)
      let last = (next?.daysSince1970 ?? first.daysSince1970 + 31) - 1
      return (String(first.description.prefix(7)), first.daysSince1970...last)
    }
  }
}

/// Counts records by the values of their fields.
private struct Counts {
  typealias Row = Statistics.Row
  typealias Month = (label: String, days: ClosedRange<Int>)
  package let library: Library

  init(_ library: Library) { self.library = library }

  /// Returns a row for each word of a choice.
  func choices(_ role: FieldRoles, _ books: [Record]) -> [Row] {
    guard let field = library.schema.field(role, of: .book), case .choice(let words) = field.type else { return [] }
    var counts = words.map { _ in 0 }
    let missing = words.firstIndex(of: field.defaultText ?? "")
    for book in books {
      let ordinal = book.ordinal(of: field)
      if let index = ordinal == .missing ? missing : ordinal.number { counts[index] += 1 }
    }
    return zip(words, counts).map { Row(label: $0, count: $1) }
  }

  /// Returns a row for each year from the first to the last.
  func years(_ role: FieldRoles, _ books: [Record]) -> [Row] {
    var counts: [Int: Int] = [:]
    for day in days(role, books) { counts[CalendarDate(daysSince1970: day).year, default: 0] += 1 }
    guard let first = counts.keys.min(), let last = counts.keys.max() else { return [] }
    // One wrong date must not result in a chart of a thousand years.
    let years = last - first < 60 ? Array(first...last) : counts.keys.sorted()
    return years.map { Row(label: String($0), count: counts[$0, default: 0]) }
  }

  func months(_ months: [Month], _ role: FieldRoles, _ books: [Record]) -> [Row] {
    let days = days(role, books)
    return months.map { month in Row(label: month.label, count: days.count { month.days.contains($0) }) }
  }

  /// Returns a row for each number of stars from the highest, and one for unrated books.
  func ratings(_ books: [Record]) -> [Row] {
    guard let field = library.schema.field(.rating, of: .book) else { return [] }
    // Whole stars are always there, parts of them where somebody gave them.
    var counts = Dictionary(uniqueKeysWithValues: (0...Rating.most).map { ($0 * 4, 0) })
    var unrated = 0
    for book in books {
      if let rating = book.ordinal(of: field).number { counts[rating, default: 0] += 1 } else { unrated += 1 }
    }
    if unrated == books.count { return [] }
    let rows = counts.sorted { $0.key > $1.key }.map { quarters, count in
      Row(label: Rating(quarters: quarters)?.description ?? "", count: count)
    }
    return rows + [Row(label: "unrated", count: unrated)]
  }

  /// Returns a row for each record of a kind that a book refers to.
  func targets(_ kind: Kind, _ books: [Record]) -> [Row] {
    let fields = library.schema.fields(of: .book)
    guard let field = fields.first(where: { $0.type.target == kind }) else { return [] }
    let mask = fields.map { $0.index == field.index }
    var counts: [Int: Int] = [:]
    for book in books {
      book.forEachReference(in: mask) { if let target = library.position(of: $1) { counts[target, default: 0] += 1 } }
    }
    return sorted(counts.map { Row(label: library.records[$0].title, count: $1) })
  }

  /// Returns a row for each text of a field; those that differ only in case and accents are counted together.
  func texts(_ role: FieldRoles, _ books: [Record]) -> [Row] {
    guard let field = library.schema.field(role, of: .book) else { return [] }
    var counts: [String: (label: String, count: Int)] = [:]
    for book in books {
      for text in book.texts(of: field) { counts[Folding.fold(text), default: (text, 0)].count += 1 }
    }
    return sorted(counts.values.map { Row(label: $0.label, count: $0.count) })
  }

  func pages(_ books: [Record]) -> [Row] {
    guard let pages = library.schema.field(.extent, of: .book), let status = library.schema.field(.state, of: .book)
    else { return [] }
    var (all, read, counted, longest) = (0, 0, 0, 0)
    for book in books {
      guard let number = book.ordinal(of: pages).number else { continue }
      all += number
      counted += 1
      longest = max(longest, number)
      if book.texts(of: status).first.flatMap({ status.type.read([$0]) }) == status.doneValue { read += number }
    }
    if counted == 0 { return [] }
    return [
      Row(label: "all", count: all), Row(label: "read", count: read), Row(label: "average", count: all / counted),
      Row(label: "longest", count: longest),
    ]
  }

  func quotes(_ books: [Record]) -> [Row] {
    let rows = books.map { Row(label: $0.title, count: library.count(of: .quote, referringTo: $0)) }
    return sorted(rows.filter { $0.count > 0 })
  }

  /// Returns how many issues were open at the end of each month; a closed one counts as open until its last change.
  func openIssues(_ months: [Month], _ issues: [Record]) -> [Row] {
    guard let created = library.schema.field(.made, of: .issue),
      let modified = library.schema.field(.changed, of: .issue),
      let completed = library.schema.field(.state, of: .issue)
    else { return [] }
    let spans = issues.map { issue in
      let isClosed = issue.ordinal(of: completed).number == 1
      let end = isClosed ? issue.ordinal(of: modified).number ?? Int.min : Int.max
      return (start: issue.ordinal(of: created).number ?? Int.min, end: end)
    }
    return months.map { month in
      let end = (month.days.upperBound + 1) * 86_400
      return Row(label: month.label, count: spans.count { $0.start < end && $0.end >= end })
    }
  }

  private func days(_ role: FieldRoles, _ books: [Record]) -> [Int] {
    guard let field = library.schema.field(role, of: .book) else { return [] }
    return books.compactMap { $0.ordinal(of: field).number }
  }

  private func sorted(_ rows: [Row]) -> [Row] {
    rows.sorted { $0.count != $1.count ? $0.count > $1.count : Folding.precedes($0.label, $1.label) }
  }
}
