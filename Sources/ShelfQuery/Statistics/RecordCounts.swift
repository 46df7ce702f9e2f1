import ShelfModel
import ShelfStore
import ShelfText

/// Counts records by the values of their fields.
struct RecordCounts {
  typealias Row = Statistics.Row
  let library: Library

  init(_ library: Library) { self.library = library }

  func choices(_ role: FieldRoles, _ books: [Record]) -> [Row] {
    guard let field = library.schema.field(role, of: .book), case .choice(let words) = field.type else { return [] }
    var counts = words.map { _ in 0 }
    let missing = words.firstIndex(of: field.defaultText ?? "")
    var lent = 0
    for book in books {
      let ordinal = book.ordinal(of: field)
      guard let index = ordinal == .missing ? missing : ordinal.number else { continue }
      if Loan.isOffShelf(book, library.schema) { continue }
      counts[index] += 1
      if words[index] == field.states?.before.value, Loan.areAllLent(book, library.schema) { lent += 1 }
    }
    // Version 1.0 had no paused state, so programs that read the statistics of a library without paused books do not
    // expect one.
    let later = field.states?.paused?.value
    return zip(words, counts).filter { $0 != later || $1 > 0 }.map { word, count in
      Row(label: word, count: count, more: word == field.states?.before.value ? [.init(name: .lent, count: lent)] : [])
    }
  }

  /// Returns the numbers of books that the user wants, of those that are gone, of the copies of the others, and of lent
  /// copies.
  func possession(of books: [Record]) -> [Statistics.Figure] {
    let state = library.schema.field(.state, of: .book)
    let isWanted = { (book: Record) in
      state.map { book.value(of: $0)?.text == $0.states?.wanted && book.has($0) } ?? false
    }
    let wanted = books.filter(isWanted)
    let gone = books.filter { !isWanted($0) && Loan.isGone($0, library.schema) }
    let here = books.filter { !isWanted($0) && !Loan.isGone($0, library.schema) }
    let copies = here.reduce(0) { $0 + Loan.copies(of: $1, library.schema) }
    let lent = books.reduce(0) { $0 + Loan.all(of: $1, library.schema).count { !$0.isBorrowed } }
    return [
      Statistics.Figure(name: .wanted, count: wanted.count), Statistics.Figure(name: .gone, count: gone.count),
      Statistics.Figure(name: .copies, count: copies), Statistics.Figure(name: .lent, count: lent),
    ]
  }

  /// Returns a row for each rating, highest first, and a row for unrated books.
  func ratings(_ books: [Record]) -> [Row] {
    guard let field = library.schema.field(.rating, of: .book) else { return [] }
    // Every whole number of stars has a row, but a fraction has one only if a book has that rating.
    var counts = Dictionary(uniqueKeysWithValues: (0...Rating.maximum).map { ($0 * 4, 0) })
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

  func targets(_ kind: Kind, _ books: [Record]) -> [Row] {
    let fields = library.schema.fields(of: .book)
    guard let field = fields.first(where: { $0.type.target == kind }) else { return [] }
    let mask = fields.map { $0.index == field.index }
    var counts: [Int: Int] = [:]
    for book in books {
      book.forEachReference(in: mask) { if let target = library.position(of: $1) { counts[target, default: 0] += 1 } }
    }
    let colorField = library.schema.fields(of: kind).first { $0.type == .color }
    return sorted(
      counts.map { position, count in
        let record = library.records[position]
        var row = Row(label: record.title, count: count)
        if let colorField {
          row.color = if case .color(let color)? = record.value(of: colorField) { color } else { .fallback }
        }
        return row
      })
  }

  /// Returns a row for each text value of a field. Values that differ only in case and accents are counted together,
  /// under the most frequent spelling.
  /// People with the same count are sorted by their family names.
  func texts(_ role: FieldRoles, _ books: [Record]) -> [Row] {
    guard let field = library.schema.field(role, of: .book) else { return [] }
    var counts: [String: [String: Int]] = [:]
    for book in books {
      for text in book.texts(of: field) { counts[Folding.fold(text), default: [:]][text, default: 0] += 1 }
    }
    let rows = counts.values.map { Row(label: Folding.commonest($0), count: $0.values.reduce(0, +)) }
    let names = library.manifest.names
    return field.isOfPeople ? sorted(rows, by: names.key) : sorted(rows)
  }

  /// Returns the total length of all books and of those that were read, the mean length, the maximum, and the number of
  /// books whose length is unknown.
  ///
  /// - Parameter unit: converts a length to the unit of the rows.
  func lengths(_ role: FieldRoles, in unit: (Int) -> Int = { $0 }, _ books: [Record]) -> [Row] {
    guard let length = library.schema.field(role, of: .book), let status = library.schema.field(.state, of: .book)
    else { return [] }
    let finder = ReadingFinder(.book, library.schema)
    let others = [FieldRoles.extent, .playingTime].compactMap { library.schema.field($0, of: .book) }
    var (all, read, counted, longest, unknown) = (0, 0, 0, 0, 0)
    for book in books {
      guard let number = book.ordinal(of: length).number else {
        if !others.contains(where: book.has) { unknown += 1 }
        continue
      }
      all += number
      counted += 1
      longest = max(longest, number)
      let isDone = book.texts(of: status).first.flatMap { status.type.read([$0]) } == status.doneValue
      if isDone || !finder.readings(of: book).isEmpty { read += number }
    }
    if counted == 0 { return [] }
    return [
      Row(label: "all", count: unit(all)), Row(label: "read", count: unit(read)),
      Row(label: "average", count: unit(all / counted)), Row(label: "longest", count: unit(longest)),
    ] + (role == .extent && unknown > 0 ? [Row(label: "unknown", count: unknown)] : [])
  }

  func quotes(_ books: [Record]) -> [Row] {
    let rows = books.map { Row(label: $0.title, count: library.count(of: .quote, referringTo: $0)) }
    return sorted(rows.filter { $0.count > 0 })
  }

  /// Returns the number of issues that were open at the end of each month. A closed issue is treated as open until its
  /// last change.
  func openIssues(_ months: [Month], _ issues: [Record]) -> [Row] {
    guard let created = library.schema.field(.created, of: .issue),
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

  /// - Parameter key: returns the text that rows with the same count are sorted by.
  private func sorted(_ rows: [Row], by key: (String) -> String = Folding.fold) -> [Row] {
    rows.map { (row: $0, key: key($0.label)) }
      .sorted {
        $0.row.count != $1.row.count ? $0.row.count > $1.row.count : ($0.key, $0.row.label) < ($1.key, $1.row.label)
      }
      .map(\.row)
  }
}
