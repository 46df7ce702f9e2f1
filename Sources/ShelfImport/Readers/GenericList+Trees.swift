import ShelfFormats
import ShelfModel
import ShelfText

/// Books in JSON and YAML, wherever they are in it.
extension GenericList {
  /// Returns whether a tree is plainly one of books.
  static func isPlain(_ value: JSONValue, _ maps: [(column: String, field: FieldHandle)]) -> Bool {
    var options = ImportOptions()
    options.maps = maps
    return BookTree(value, line: 1, Columns(options)).isPlain
  }

  /// Reads the books of a tree: a list, a list under a key, lists under years, or books under keys of their own.
  static func readTree(
    _ value: JSONValue, _ options: ImportOptions, into batch: inout SourceBatch, in file: SourceFile
  ) throws(SourceError) {
    let books = BookTree(value, line: 1, Columns(options)).books
    guard !books.isEmpty else {
      throw SourceError(
        "no book with a title was found; `--map KEY=title` names the key that holds it", in: file.path)
    }
    if let reason = QuoteColumns.reason(books.map(\.value.members), options) {
      throw SourceError(reason, in: file.path, line: books[0].line)
    }
    // A key that is nowhere takes no field from another one.
    let members = books.flatMap(\.value.members)
    let keys = Set(members.map { ColumnName.fold($0.key) })
    var known = options
    known.maps.removeAll { !keys.contains(ColumnName.fold($0.column)) }
    var columns = Columns(known)
    for member in members { columns.measure(member.key, member.value.text ?? "") }
    let examples = Dictionary(members.map { ($0.key, $0.value.text ?? "") }, uniquingKeysWith: { a, _ in a })
    columns.settle(examples.keys.sorted()) { examples[$0] ?? "" }
    for found in books {
      batch.begin()
      let cells = Dictionary(
        found.value.members.map { (ColumnName.fold($0.key), $0.value.texts.joined(separator: ", ")) },
        uniquingKeysWith: { first, _ in first })
      if let reason = reasonToSkip({ cells[ColumnName.fold($0)] ?? "" }) ?? found.reasonToSkip {
        batch.skip(reason, line: found.line)
      } else if found.value.members.count > mostKeys {
        batch.reject("it has more than \(mostKeys) keys", line: found.line)
      } else {
        var book = TreeBook(found)
        book.takeMembers(&columns, &batch)
        columns.identify(&book.draft, options, &batch) { found.value[$0]?.text ?? "" }
        book.takeKeysAbove(columns)
        book.add(to: &batch, columns, options)
      }
    }
    columns.tell(&batch)
    for (key, field) in options.maps where !columns.has(key) {
      batch.note("no entry has the key “\(key)”, which --map puts into \(field.key)", line: nil)
    }
  }

  /// The maximum number of keys that a book has.
  private static let mostKeys = 1000
}

/// The draft of a book in a tree, while it is made.
private struct TreeBook {
  let found: BookTree.Book
  var draft = Draft(.book, key: "")
  /// The fields that a key says.
  private var told: Set<FieldHandle> = []
  /// What the keys above the book say, as far as its own do not.
  private var above: [JSONValue.Member] = []

  private var book: JSONValue { found.value }

  init(_ found: BookTree.Book) {
    self.found = found
    draft.line = found.line
    if case .text(let title) = found.value { draft.set(.title, title) }
  }

  /// Puts the values of the book's keys into fields.
  mutating func takeMembers(_ columns: inout GenericList.Columns, _ batch: inout SourceBatch) {
    var best: [FieldHandle: String] = [:]
    for member in book.members where !identify(member.key, member.value.text) {
      let texts = TreeBook.flat(member.value)
      // What is nested deeper counts as left out.
      let isNested = texts.isEmpty && !(member.value.items.isEmpty && member.value.members.isEmpty)
      guard let field = columns.field(member.key, isNested ? "…" : texts.first ?? "") else { continue }
      if isNested || isNoise(texts, of: field, member.key) {
        batch.leaveOut(column: member.key)
        continue
      }
      if let worse = columns.worse(member.key, field, texts.first ?? "", &best) {
        batch.leaveOut(column: worse)
        if worse == member.key { continue }
      }
      if !told.insert(field).inserted, book.members.count(where: { $0.key == member.key }) > 1 {
        batch.note("the key “\(member.key)” is there twice; the last one is taken", line: found.line)
      }
      let scale = columns.scale(member.key)
      let value = FieldMapping(column: member.key, texts: texts, line: found.line, scale: scale)
      value.set(field, in: &draft, &batch)
    }
    above = [(FieldHandle.status, found.status), (.dateCompleted, found.year), (.genres, groups)].compactMap {
      field, text in
      guard let text, !told.contains(field), !text.isEmpty else { return nil }
      return JSONValue.Member(key: field.key, value: .text(text), line: found.line)
    }
    if let status = found.status, draft[.status].isEmpty, draft[.dateCompleted].isEmpty {
      draft.replace(.status, [status])
    }
    if columns.hasNameParts { told.insert(.author) }
  }

  private var groups: String? { found.groups.joined(separator: "; ") }

  /// Takes the themes, and the year in which the book was read, that the keys above it say.
  mutating func takeKeysAbove(_ columns: GenericList.Columns) {
    if !found.groups.isEmpty {
      draft.add(.genres, found.groups)
      told.insert(.genres)
    }
    if let year = found.year, draft[.dateCompleted].isEmpty,
      draft[.status].isEmpty || draft.first(.status) == ReadingStatus.completed.rawValue,
      draft[.dateStarted].isEmpty || !columns.says(.dateCompleted)
    {
      draft.replace(.dateCompleted, [year])
    }
  }

  /// Adds the draft to a batch; an entry without a title is rejected.
  func add(to batch: inout SourceBatch, _ columns: GenericList.Columns, _ options: ImportOptions) {
    if draft[.title].isEmpty {
      let reason = book.isObject ? "no title" : "not a book"
      batch.reject(reason, line: found.line, value: book.isObject ? .object(book.members + above) : book)
    } else {
      let told = told.subtracting(batch.unread.compactMap { columns.fields[$0] })
      batch.add(GenericList.finished(draft, told, options))
    }
  }

  /// Returns whether texts say of a book that it is one, or are the name of a file beside it, as papis has them.
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

  /// Returns the texts of a value; of a list of objects, their names.
  private static func flat(_ value: JSONValue) -> [String] {
    switch value {
    case .array(let items): items.flatMap { flat($0.value) }
    case .object:
      [["name", "title", "value", "identifier"].lazy.compactMap { value[$0]?.text }.first ?? ""].filter { !$0.isEmpty }
    default: value.texts
    }
  }

  /// Takes what the front matter of a note of ours says of the book beside its fields; false for any other key.
  private mutating func identify(_ key: String, _ text: String?) -> Bool {
    if key == NoteKey.id, let id = text.flatMap({ RecordID($0) }) {
      (draft.statedID, draft.key) = (id, id.description)
      return true
    }
    return key == NoteKey.checksum
  }
}
