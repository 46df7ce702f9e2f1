import ShelfModel
import ShelfText

/// Lists of books that no program in particular writes: each column, or key, becomes the field that its name suggests,
/// or that a person says.
enum GenericList {
  /// Which field each column becomes.
  struct Columns {
    private(set) var fields: [String: String] = [:]
    private var counts: [String: (example: String, count: Int)] = [:]
    private var order: [String] = []
    private let maps: [String: String]
    /// Columns that mean something else in the table of a known program; "" if they have no field.
    private var special: [String: String] = [:]
    /// What the best rating is, for columns of ratings.
    private(set) var scales: [String: Double] = [:]
    /// Whether it is the catalogue that Calibre writes as a table.
    private var isCatalogue = false
    /// Whether names are written `Last, First`, with semicolons between them.
    private(set) var hasTurnedNames = false
    /// The column with the place in the series.
    private var numberColumn: String?

    init(_ options: ImportOptions) {
      maps = Dictionary(options.maps.map { (ColumnName.fold($0.column), $0.field) }, uniquingKeysWith: { $1 })
    }

    /// Returns the field of a column; nil if it is left out.
    ///
    /// A field that somebody named another column for is not guessed.
    mutating func field(_ column: String, _ example: String) -> String? {
      if counts[column] == nil {
        order.append(column)
        let said = maps[ColumnName.fold(column)]
        let guess = (special[column] ?? FieldMapping.guess(column)).flatMap {
          $0.isEmpty || maps.values.contains($0) ? nil : $0
        }
        fields[column] = said ?? guess
      }
      if !example.isEmpty {
        counts[column] = (counts[column]?.example ?? example, (counts[column]?.count ?? 0) + 1)
      } else if counts[column] == nil {
        counts[column] = ("", 0)
      }
      return fields[column]
    }

    /// Knows the tables of programs whose columns have names that mean something else everywhere else.
    mutating func know(_ header: [String]) {
      let names = Set(header)
      if names.isSuperset(of: ["Key", "Item Type", "Publication Year"]) {
        // Zotero: the day of publication is no day of reading.
        special = [
          "Num Pages": "pages", "Pages": "", "Date": "year", "Manual Tags": "genres", "Publication Year": "year",
          "Extra": "notes",
        ]
        numberColumn = "Series Number"
        hasTurnedNames = true
      } else if GenericList.isCatalogue(header) {
        // Calibre's catalogue, of which only the database has ratings out of ten.
        special = [
          "comments": "synopsis", "timestamp": "dateAdded", "languages": "language", "formats": "format",
          "series_index": "", "uuid": "", "identifiers": "", "author_sort": "", "title_sort": "", "id": "",
        ]
        isCatalogue = true
        numberColumn = "series_index"
      }
    }

    /// Takes what Calibre's catalogue says beside the fields: the same number as in its database, and a series in two cells.
    func identify(
      _ draft: inout Draft, _ options: ImportOptions, _ batch: inout SourceBatch, _ cell: (String) -> String
    ) {
      if let numberColumn, let series = draft.first("series") {
        draft.replace("series", [SeriesName.joined(series, cell(numberColumn))])
      }
      guard isCatalogue else { return }
      let uuid = cell("uuid")
      if !uuid.isEmpty {
        draft.key = uuid
        draft.sources.append("calibre:\(uuid)")
      }
      for part in cell("identifiers").split(separator: ",") {
        let words = part.split(separator: ":", maxSplits: 1).map(\.trimmed)
        guard words.count == 2, !words[1].isEmpty else { continue }
        if words[0] == "isbn" {
          draft.set("isbn", batch.isbn([words[1]], "isbn", line: draft.line))
        } else {
          draft.sources.append(CalibreBook.source(words[0], words[1]))
        }
      }
      if let formats = draft.first("format") { draft.replace("format", [formats.uppercased()]) }
    }

    /// Returns the column that is left out because another one says, under a better name, what a title or an author is.
    ///
    /// - Parameter best: the columns that said it first, by their fields.
    func worse(_ column: String, _ field: String, _ text: String, _ best: inout [String: String]) -> String? {
      guard ["title", "author"].contains(field), !text.isEmpty else { return nil }
      guard let known = best[field], known != column else {
        best[field] = column
        return nil
      }
      if rank(known) < rank(column) { return column }
      best[field] = column
      return known
    }

    /// Returns how good a name a column has: the lower, the better.
    private func rank(_ column: String) -> Int {
      maps[ColumnName.fold(column)] == nil ? FieldMapping.rank(column) : -1
    }

    /// Looks at a value before any is read: a column in which one rating is above 5 counts to 10, and one above 10 to 100.
    mutating func measure(_ column: String, _ text: String) {
      guard (maps[ColumnName.fold(column)] ?? FieldMapping.guess(column)) == "rating" else { return }
      guard let number = Double(text.trimmed.replacing(",", with: ".")), number > 5 else { return }
      scales[column] = max(scales[column] ?? 5, number > 10 ? 100 : 10)
    }

    /// Tells a batch what became of the columns.
    func tell(_ batch: inout SourceBatch) {
      for (column, scale) in scales.sorted(by: { $0.key < $1.key }) {
        batch.notes.append("“\(column)” of \(batch.file) is taken as ratings out of \(Int(scale))")
      }
      for column in order {
        let (example, count) = counts[column] ?? ("", 0)
        let others = ["uuid": "sources", "identifiers": "sources"]
        let field = fields[column] ?? (column == numberColumn ? "series" : isCatalogue ? others[column] : nil)
        batch.preview.append(SourceBatch.PreviewColumn(name: column, field: field, example: example, count: count))
        if fields[column] == nil, count > 0, !isRead(column) { batch.leaveOut(column: column, count: count) }
      }
    }

    /// Returns whether some entry has a column.
    func has(_ column: String) -> Bool { order.contains { ColumnName.fold($0) == ColumnName.fold(column) } }

    /// Returns whether a column without a field is read all the same.
    private func isRead(_ column: String) -> Bool {
      column == numberColumn
        || isCatalogue && ["uuid", "identifiers", "author_sort", "title_sort", "id"].contains(column)
    }

    /// Returns whether some column tells more of a book than its title.
    func isBook(_ names: [String]) -> Bool {
      names.contains {
        $0 == MarkdownNotes.idKey
          || ["author", "isbn", "rating", "status"].contains(maps[ColumnName.fold($0)] ?? FieldMapping.guess($0))
      }
    }

    /// Returns whether some column is the title.
    func hasTitle(_ names: [String]) -> Bool {
      names.contains { (maps[ColumnName.fold($0)] ?? FieldMapping.guess($0)) == "title" }
    }
  }

  // MARK: - Tables

  /// Returns whether columns are those of the catalogue that Calibre writes as a table.
  static func isCatalogue(_ header: [String]) -> Bool {
    ["author_sort", "title_sort", "timestamp"].allSatisfy(header.contains)
  }

  static func readTable(
    _ file: SourceFile, _ header: [String], _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) {
    var columns = Columns(options)
    columns.know(header)
    guard columns.hasTitle(header) else {
      throw SourceError(
        "no column is the title; `--map COLUMN=title` names it. The columns are \(header.joined(separator: ", "))",
        in: file.path, line: 1)
    }
    var plain = options
    plain.maps = []
    for (column, _) in options.maps where !header.contains(where: { ColumnName.fold($0) == ColumnName.fold(column) }) {
      throw SourceError(
        "there is no column “\(column)”; there are \(header.filter { !$0.isEmpty }.joined(separator: ", "))",
        in: file.path)
    }
    let text = TextDecoding(file.bytes)
    var table = CSVTable(text.bytes, separator: CSVTable.separator(of: text.bytes))
    _ = table.next()
    while let row = table.next() { for (name, cell) in zip(header, row.cells) { columns.measure(name, cell) } }
    try TableSource.read(file, plain, into: &batch) { row, batch in
      if let reason = reasonToSkip({ row[$0] }) {
        batch.skip(reason, line: row.line)
        return nil
      }
      var draft = Draft(.book, key: "")
      var told: Set<String> = []
      var best: [String: String] = [:]
      for (name, text) in row.all {
        _ = row[name]
        guard let field = columns.field(name, text) else { continue }
        told.insert(field)
        if let worse = columns.worse(name, field, text, &best) {
          batch.leaveOut(column: worse)
          if worse == name { continue }
        }
        let texts = columns.hasTurnedNames && field == "author" ? PersonName.turnedList(text) : [text]
        FieldMapping.set(
          field, texts: texts.filter { !$0.isEmpty }, in: &draft, column: name, line: row.line, &batch,
          scale: columns.scales[name] ?? 5)
      }
      told.subtract(batch.unread.compactMap { columns.fields[$0] })
      columns.identify(&draft, options, &batch) { row[$0] }
      return finished(draft, told, options)
    }
    columns.tell(&batch)
  }

  /// Why a row is left out: it was deleted there, or is about something else than a book.
  private static func reasonToSkip(_ cell: (String) -> String) -> String? {
    if FieldMapping.flag(cell("deleted")) == true { return "it was deleted there" }
    // papis keeps papers in the same files.
    let papis = cell("papis_id").isEmpty && cell("ref").isEmpty ? "" : cell("type")
    let type = [cell("item_type"), cell("Item Type"), papis].first { !$0.isEmpty } ?? ""
    guard !type.isEmpty, !bookTypes.contains(type.lowercased().filter(\.isLetter)) else { return nil }
    return "an entry of the type \(type), not a book"
  }

  private static let bookTypes: Set<String> = [
    "book", "books", "booksection", "manuscript", "thesis", "report", "ebook", "booklet", "inbook", "incollection",
    "collection", "proceedings", "manual", "phdthesis", "mastersthesis", "techreport", "unpublished", "mvbook", "misc",
  ]

  // MARK: - Trees

  /// Reads the books of a tree: a list, a list under a key, lists under years, or books under keys of their own.
  static func readTree(
    _ value: JSONValue, line: Int, _ options: ImportOptions, into batch: inout SourceBatch, in file: SourceFile
  ) throws(SourceError) {
    var columns = Columns(options)
    var books: [Found] = []
    collect(value, line, nil, columns, 0, &books)
    guard !books.isEmpty else {
      throw SourceError(
        "no book with a title was found; `--map KEY=title` names the key that holds it", in: file.path)
    }
    for book in books {
      for member in book.value.members { columns.measure(member.key, member.value.text ?? "") }
    }
    for (book, line, year, status) in books {
      batch.begin()
      if let reason = reasonToSkip({ book[$0]?.text ?? "" }) {
        batch.skip(reason, line: line)
        continue
      }
      var draft = Draft(.book, key: "")
      draft.line = line
      if case .text(let title) = book { draft.set("title", title) }
      var told: Set<String> = []
      var best: [String: String] = [:]
      for member in book.members {
        let texts = flat(member.value)
        // What is nested deeper counts as left out.
        let isNested = texts.isEmpty && !(member.value.items.isEmpty && member.value.members.isEmpty)
        let field = columns.field(member.key, isNested ? "…" : texts.first ?? "")
        guard let field else { continue }
        if isNested {
          batch.leaveOut(column: member.key)
          continue
        }
        if let worse = columns.worse(member.key, field, texts.first ?? "", &best) {
          batch.leaveOut(column: worse)
          if worse == member.key { continue }
        }
        if !told.insert(field).inserted, book.members.count(where: { $0.key == member.key }) > 1 {
          batch.note("the key “\(member.key)” is there twice; the last one is taken", line: line)
        }
        FieldMapping.set(
          field, texts: texts, in: &draft, column: member.key, line: line, &batch,
          scale: columns.scales[member.key] ?? 5)
      }
      if let status, draft["status"].isEmpty, draft["dateCompleted"].isEmpty { draft.replace("status", [status]) }
      if let year, draft["dateCompleted"].isEmpty, draft["status"].isEmpty || draft.first("status") == "completed" {
        draft.replace("dateCompleted", [year])
      }
      if draft["title"].isEmpty {
        batch.reject(book.isObject ? "no title" : "not a book", line: line, value: book)
      } else {
        told.subtract(batch.unread.compactMap { columns.fields[$0] })
        batch.add(finished(draft, told, options))
      }
    }
    columns.tell(&batch)
    for (key, field) in options.maps where !columns.has(key) {
      batch.note("no entry has the key “\(key)”, which --map puts into \(field)", line: nil)
    }
  }

  /// A book of a tree, and what the keys above it say: the year in which it was read, and how far its reading is.
  private typealias Found = (value: JSONValue, line: Int, year: String?, status: String?)

  private static let mostDepth = 6

  private static func collect(
    _ value: JSONValue, _ line: Int, _ year: String?, _ columns: Columns, _ depth: Int,
    _ books: inout [Found]
  ) {
    if depth > mostDepth { return }
    switch value {
    case .array(let items):
      let start = books.count
      // Beside books, what has no title is one that cannot be taken, and is counted.
      var others: [(place: Int, item: JSONValue.Item)] = []
      for item in items {
        let count = books.count
        collect(item.value, item.line, year, columns, depth + 1, &books)
        if books.count == count, !isPart(item.value) { others.append((count, item)) }
      }
      guard books.count > start else { return }
      for (place, item) in others.reversed() { books.insert((item.value, item.line, year, nil), at: place) }
    case .object(let members):
      let names = members.filter { $0.value.text != nil }.map(\.key)
      // Many a text has a title; alone, without a list around it, a book has more.
      if columns.hasTitle(names), depth > 0 || columns.isBook(members.map(\.key)) {
        return books.append((value, line, year, nil))
      }
      // `{"book": {"title": …}, "rating": 4}`: what stands beside a book is said of it.
      let inner = members.filter { member in
        member.value.isObject && columns.hasTitle(member.value.members.filter { $0.value.text != nil }.map(\.key))
      }
      if depth > 0, inner.count == 1, members.count > 1, members.contains(where: { $0.value.text != nil }) {
        let own = inner[0].value.members
        let others = members.filter { member in
          member.key != inner[0].key && !own.contains { $0.key == member.key }
        }
        return books.append((.object(own + others), line, year, nil))
      }
      let own = members.first { $0.key == "year" }?.value.text ?? year
      let start = books.count
      var others: [(place: Int, member: JSONValue.Member)] = []
      for member in members where member.value.isObject || member.value.isArray {
        let count = books.count
        let isYear = member.key.count == 4 && Int(member.key) != nil
        collect(member.value, member.line, isYear ? member.key : own, columns, depth + 1, &books)
        if books.count == count, member.value.isObject, columns.isBook(member.value.members.map(\.key)) {
          others.append((count, member))
        }
        // `wishlist:`, `reading:`: the key says how far the reading of the books under it is.
        if let status = ReadingStatus(member.key)?.rawValue {
          for place in count..<books.count where books[place].status == nil { books[place].status = status }
        }
      }
      guard books.count > start else { return }
      for (place, member) in others.reversed() {
        books.insert((member.value, member.line, year, nil), at: place)
      }
    default: break
    }
  }

  /// Returns whether a value without books is a part of a list that could hold some, such as a year.
  private static func isPart(_ value: JSONValue) -> Bool {
    value.members.contains { member in
      member.value.isArray && member.value.items.allSatisfy { $0.value.isObject || $0.value.isArray }
        || member.value.isObject && member.key.count == 4
    }
  }

  /// Returns the texts of a value; of a list of objects, their names.
  private static func flat(_ value: JSONValue) -> [String] {
    switch value {
    case .array(let items): items.flatMap { flat($0.value) }
    case .object: [value["name"]?.text ?? value["title"]?.text ?? value["value"]?.text ?? ""].filter { !$0.isEmpty }
    default: value.texts
    }
  }

  /// Fits what a list without a word for the status says, and gives the draft its key.
  ///
  /// - Parameter told: the fields that a column or key says.
  private static func finished(_ draft: Draft, _ told: Set<String>, _ options: ImportOptions) -> Draft {
    var draft = draft
    let title = draft.first("title") ?? ""
    if draft["status"].isEmpty, !draft["dateCompleted"].isEmpty { draft.replace("status", ["completed"]) }
    if draft["status"].isEmpty, !draft["dateStarted"].isEmpty { draft.replace("status", ["inProgress"]) }
    if let ended = draft.first("dateCompleted"), let status = draft.first("status"), status != "completed" {
      draft.replace("dateCompleted", [])
      draft.setReading(ReadingStatus(rawValue: status), started: draft.first("dateStarted"), ended: ended)
    }
    let earlier = draft["readings"].compactMap { DateInterval($0) }
    if earlier.count > 1 {
      // The latest comes last, in whichever order they were written.
      let sorted = earlier.sorted { a, b in
        guard let first = a.end ?? a.start, let second = b.end ?? b.start else { return false }
        return first < second
      }
      draft.replace("readings", sorted.map(\.description))
    }
    if draft.first("status") == "completed", draft["dateCompleted"].isEmpty, draft["dateStarted"].isEmpty,
      let last = draft["readings"].last.flatMap({ DateInterval($0) })
    {
      draft.replace("readings", draft["readings"].dropLast())
      draft.set("dateStarted", last.start?.description)
      draft.set("dateCompleted", last.end?.description)
    }
    if let last = draft["readings"].last.flatMap({ DateInterval($0) }), draft["dateStarted"].isEmpty {
      // What goes on, or was given up, is no earlier reading.
      let isOpen = draft.first("status") == "inProgress" && last.end == nil
      if isOpen || draft.first("status") == "abandoned" {
        draft.replace("readings", draft["readings"].dropLast())
        draft.set("dateStarted", last.start?.description)
        if let end = last.end { draft.append("notes", paragraph: "Stopped reading on \(end).") }
      }
    }
    if draft["series"].isEmpty {
      let (plain, series) = SeriesName.split(title: title)
      if let series {
        draft.replace("title", [plain])
        draft.set("series", series)
      }
    }
    if !options.takesShelves { draft.replace("genres", []) }
    if draft.key.isEmpty { draft.key = SourceKey.book(title, draft["author"]) }
    draft.leaveOpen(draft.fields.map(\.key).filter { !told.contains($0) })
    return draft
  }
}
