import ShelfFormats
import ShelfModel
import ShelfText

/// Reads books found anywhere in a JSON or YAML tree.
extension GenericList {
  /// Returns whether a tree is clearly a list of books.
  static func isPlain(_ value: JSONValue, _ maps: [(column: String, field: FieldHandle)]) -> Bool {
    var options = ImportOptions()
    options.maps = maps
    return BookTree(value, line: 1, Columns(options)).isPlain || quotesWithoutTitles(value, options) != nil
  }

  /// Reads the books that `BookTree` finds in a tree. Throws an error if the tree contains no books.
  static func readTree(
    _ value: JSONValue, _ options: ImportOptions, into batch: inout SourceBatch, in file: SourceFile
  ) throws(SourceError) {
    if let (columns, quotes) = quotesWithoutTitles(value, options),
      areQuotes(columns, .quotes, options, in: file, &batch) ?? false
    {
      return readQuotes(quotes, columns, options, into: &batch)
    }
    let books = BookTree(value, line: 1, Columns(options)).books
    guard !books.isEmpty else {
      throw SourceError(
        "no book with a title was found; use `--map KEY=title` for the key that contains it", in: file.path)
    }
    if let quotes = quotes(in: books, options) {
      guard let areQuotes = areQuotes(quotes, quotes.verdict(isTree: true), options, in: file, &batch) else { return }
      if areQuotes { return readQuotes(books, quotes, options, into: &batch) }
    }
    // If no entry has a mapped key, its field stays available for other keys.
    let members = books.flatMap(\.value.members)
    let keys = Set(members.map { ColumnName.fold($0.key) })
    var known = options
    known.maps.removeAll { !keys.contains(ColumnName.fold($0.column)) }
    var columns = Columns(known)
    for member in members { columns.measure(member.key, member.value.text ?? "") }
    let examples = Dictionary(members.map { ($0.key, $0.value.text ?? "") }, uniquingKeysWith: { a, _ in a })
    columns.combineColumns(examples.keys.sorted()) { examples[$0] ?? "" }
    columns.settle(examples.keys.sorted())
    for found in books {
      batch.begin()
      let cells = Dictionary(
        found.value.members.map { (ColumnName.fold($0.key), $0.value.texts.joined(separator: ", ")) },
        uniquingKeysWith: { first, _ in first })
      if let reason = reasonToSkip({ cells[ColumnName.fold($0)] ?? "" }) ?? found.reasonToSkip {
        batch.skip(reason, line: found.line)
      } else if found.value.members.count > maxKeys {
        batch.reject("it has more than \(maxKeys) keys", line: found.line)
      } else {
        var book = TreeBook(found)
        book.takeMembers(&columns, options, &batch)
        columns.identify(&book.draft, options, &batch) { found.value[$0]?.text ?? "" }
        book.draft.isLoan = columns.isRegister
        book.takeKeysAbove(columns)
        book.add(to: &batch, columns, options)
      }
    }
    columns.reportUnread(&batch)
    for (key, field) in options.maps where !columns.has(key) {
      batch.note("no entry has the key “\(key)”, which --map assigns to \(field.key)", line: nil)
    }
  }

  /// Returns the evidence that the entries of a list are quotes, or nil if there is none. A single entry is treated as
  /// a book with a quote, so nil is also returned for it.
  private static func quotes(in entries: [BookTree.Book], _ options: ImportOptions) -> QuoteColumns? {
    guard entries.count > 1 || options.rows == .quotes, let first = entries.first else { return nil }
    let names = first.value.members.filter { $0.value.text != nil }.map(\.key)
    guard var quotes = QuoteColumns(names, options) else { return nil }
    for entry in entries {
      quotes.measure(
        title: entry.value[quotes.title]?.text ?? "", text: entry.value[quotes.text]?.texts.joined() ?? "")
    }
    return quotes
  }

  private static func readQuotes(
    _ entries: [BookTree.Book], _ columns: QuoteColumns, _ options: ImportOptions, into batch: inout SourceBatch
  ) {
    var list = QuoteDrafts(columns, options)
    for entry in entries {
      batch.begin()
      let cells = entry.value.members.map { ($0.key, $0.value.texts) }
      let draft = list.draft(cells, line: entry.line, &batch) { reason, batch in
        batch.reject(reason, line: entry.line, value: entry.value)
      }
      if let draft { batch.add(draft) }
    }
    list.report(&batch)
  }

  /// The maximum number of keys in a book.
  private static let maxKeys = 1000
}

/// A book in a tree, which is converted to a draft.
private struct TreeBook {
  let found: BookTree.Book
  var draft = Draft(.book, key: "")
  /// The fields to which the book's own keys are mapped.
  private var determinedFields: Set<FieldHandle> = []
  /// The values from the parent keys, for fields to which no key of the book is mapped.
  private var above: [JSONValue.Member] = []

  private var book: JSONValue { found.value }

  init(_ found: BookTree.Book) {
    self.found = found
    draft.line = found.line
    if case .text(let title) = found.value { draft.set(.title, title) }
  }

  /// Sets fields from the book's keys.
  mutating func takeMembers(
    _ columns: inout GenericList.Columns, _ options: ImportOptions, _ batch: inout SourceBatch
  ) {
    var best: [FieldHandle: String] = [:]
    for member in book.members where !identify(member.key, member.value.text) {
      let texts = TreeBook.flat(member.value)
      // More deeply nested values are omitted.
      let isNested = texts.isEmpty && !(member.value.items.isEmpty && member.value.members.isEmpty)
      guard let field = columns.field(member.key, isNested ? "…" : texts.first ?? "") else { continue }
      if isNested || isNoise(texts, of: field, member.key) {
        batch.leaveOut(column: member.key)
        continue
      }
      if let columnToDrop = columns.columnToDrop(member.key, field, texts.first ?? "", &best) {
        batch.leaveOut(column: columnToDrop)
        if columnToDrop == member.key { continue }
      }
      if !determinedFields.insert(field).inserted, book.members.count(where: { $0.key == member.key }) > 1 {
        batch.note("the key “\(member.key)” occurs twice; the last one is used", line: found.line)
      }
      let scale = columns.scale(member.key)
      let places = field == .series ? TreeBook.series(member.value) : texts
      var value = FieldMapping(column: member.key, texts: places, line: found.line, scale: scale)
      value.type = options.declaredType(of: field, .book)
      value.set(field, in: &draft, &batch)
    }
    above = [(FieldHandle.status, found.status), (.dateCompleted, found.year), (.genres, groups)].compactMap {
      field, text in
      guard let text, !determinedFields.contains(field), !text.isEmpty else { return nil }
      return JSONValue.Member(key: field.key, value: .text(text), line: found.line)
    }
    if let status = found.status, draft[.status].isEmpty, draft[.dateCompleted].isEmpty {
      draft.replace(.status, [status])
    }
    if columns.hasNameParts { determinedFields.insert(.author) }
  }

  private var groups: String? { found.groups.joined(separator: "; ") }

  /// Adds the themes and the year of reading from the parent keys.
  mutating func takeKeysAbove(_ columns: GenericList.Columns) {
    if !found.groups.isEmpty {
      draft.add(.genres, found.groups)
      determinedFields.insert(.genres)
    }
    if let year = found.year, draft[.dateCompleted].isEmpty,
      draft[.status].isEmpty || draft.first(.status) == ReadingStatus.completed.rawValue,
      draft[.dateStarted].isEmpty || !columns.says(.dateCompleted)
    {
      draft.replace(.dateCompleted, [year])
    }
  }

  /// Adds the draft to a batch, or rejects the entry if it has no title.
  func add(to batch: inout SourceBatch, _ columns: GenericList.Columns, _ options: ImportOptions) {
    if draft[.title].isEmpty {
      let reason = book.isObject ? "no title" : "not a book"
      batch.reject(reason, line: found.line, value: book.isObject ? .object(book.members + above) : book)
    } else {
      let determinedFields = determinedFields.subtracting(batch.unread.compactMap { columns.fields[$0] })
      batch.add(GenericList.finished(draft, determinedFields, options, &batch))
    }
  }

  /// Returns whether the values only state that the entry is a book, or only name a file next to it, as in papis.
  private func isNoise(_ texts: [String], of field: FieldHandle, _ key: String) -> Bool {
    guard texts.count == 1 else { return false }
    switch field {
    case .genres:
      return ["book", "books"].contains(Folding.letters(texts[0])) && Folding.letters(key).hasPrefix("tag")
    case .notes:
      return (book["papis_id"] ?? book["ref"] ?? book["files"]) != nil
        && texts[0].wholeMatch(of: /\S+\.(md|txt|org|tex|rst)/) != nil
    default: return false
    }
  }

  /// Returns a value as text values. An object is represented by its name.
  private static func flat(_ value: JSONValue) -> [String] {
    switch value {
    case .array(let items): items.flatMap { flat($0.value) }
    case .object:
      [["name", "title", "value", "identifier"].lazy.compactMap { value[$0]?.text }.first ?? ""].filter { !$0.isEmpty }
    default: value.texts
    }
  }

  /// Returns the series in a value. The value may contain objects with a name and a number.
  private static func series(_ value: JSONValue) -> [String] {
    if value.isArray { return value.items.flatMap { series($0.value) } }
    let number = ["number", "position", "index", "volume"].lazy.compactMap { value[$0]?.text }.first
    return flat(value).map { name in number.map { SeriesName.joined(name, $0) } ?? name }
  }

  /// Handles the keys that shelf adds to the front matter of notes, and returns whether the key is one of these.
  private mutating func identify(_ key: String, _ text: String?) -> Bool {
    if key == NoteKey.id, let id = text.flatMap({ RecordID($0) }) {
      (draft.statedID, draft.key) = (id, id.description)
      return true
    }
    return key == NoteKey.checksum
  }
}
