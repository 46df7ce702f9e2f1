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
    _ value: JSONValue, line: Int, _ options: ImportOptions, into batch: inout SourceBatch, in file: SourceFile
  ) throws(SourceError) {
    let books = BookTree(value, line: line, Columns(options)).books
    guard !books.isEmpty else {
      throw SourceError(
        "no book with a title was found; `--map KEY=title` names the key that holds it", in: file.path)
    }
    // A key that is nowhere takes no field from another one.
    let keys = Set(books.flatMap { $0.value.members.map { ColumnName.fold($0.key) } })
    if let reason = QuoteColumns.reason(books.map(\.value.members), options) {
      throw SourceError(reason, in: file.path, line: books[0].line)
    }
    var known = options
    known.maps.removeAll { !keys.contains(ColumnName.fold($0.column)) }
    var columns = Columns(known)
    let members = books.flatMap(\.value.members)
    for member in members { columns.measure(member.key, member.value.text ?? "") }
    let examples = Dictionary(members.map { ($0.key, $0.value.text ?? "") }, uniquingKeysWith: { a, _ in a })
    columns.settle(examples.keys.sorted()) { examples[$0] ?? "" }
    for found in books {
      let (book, line) = (found.value, found.line)
      batch.begin()
      let cells = Dictionary(
        book.members.map { (ColumnName.fold($0.key), $0.value.texts.joined(separator: ", ")) },
        uniquingKeysWith: { first, _ in first })
      if let reason = reasonToSkip({ cells[ColumnName.fold($0)] ?? "" }) ?? found.reasonToSkip {
        batch.skip(reason, line: line)
        continue
      }
      if book.members.count > mostKeys {
        batch.reject("it has more than \(mostKeys) keys", line: line)
        continue
      }
      var draft = Draft(.book, key: "")
      draft.line = line
      if case .text(let title) = book { draft.set(.title, title) }
      var told: Set<FieldHandle> = []
      var best: [FieldHandle: String] = [:]
      for member in book.members where !identify(&draft, member.key, member.value.text) {
        let texts = flat(member.value)
        // What is nested deeper counts as left out.
        let isNested = texts.isEmpty && !(member.value.items.isEmpty && member.value.members.isEmpty)
        let field = columns.field(member.key, isNested ? "…" : texts.first ?? "")
        guard let field else { continue }
        if isNested {
          batch.leaveOut(column: member.key)
          continue
        }
        if isNoise(texts, of: field, member.key, in: book) {
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
          scale: columns.scale(member.key))
      }
      // What the keys above it say, as far as the book does not.
      let above = [
        (FieldHandle.status, found.status), (.dateCompleted, found.year),
        (.genres, found.groups.joined(separator: "; ")),
      ]
      .filter { !told.contains($0.0) && !($0.1 ?? "").isEmpty }
      if let status = found.status, draft[.status].isEmpty, draft[.dateCompleted].isEmpty {
        draft.replace(.status, [status])
      }
      if columns.hasNameParts { told.insert(.author) }
      columns.identify(&draft, options, &batch) { book[$0]?.text ?? "" }
      if !found.groups.isEmpty {
        draft.add(.genres, found.groups)
        told.insert(.genres)
      }
      if let year = found.year, draft[.dateCompleted].isEmpty,
        draft[.status].isEmpty || draft.first(.status) == "completed",
        draft[.dateStarted].isEmpty || !columns.says(.dateCompleted)
      {
        draft.replace(.dateCompleted, [year])
      }
      if draft[.title].isEmpty {
        let members = book.members + above.map { JSONValue.Member(key: $0.0.key, value: .text($0.1 ?? ""), line: line) }
        batch.reject(
          book.isObject ? "no title" : "not a book", line: line, value: book.isObject ? .object(members) : book)
      } else {
        told.subtract(batch.unread.compactMap { columns.fields[$0] })
        batch.add(finished(draft, told, options))
      }
    }
    columns.tell(&batch)
    for (key, field) in options.maps where !columns.has(key) {
      batch.note("no entry has the key “\(key)”, which --map puts into \(field.key)", line: nil)
    }
  }

  /// The maximum number of keys that a book has.
  private static let mostKeys = 1000

  /// Returns whether texts say of a book that it is one, or are the name of a file beside it, as papis has them.
  private static func isNoise(_ texts: [String], of field: FieldHandle, _ key: String, in book: JSONValue) -> Bool {
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
  private static func identify(_ draft: inout Draft, _ key: String, _ text: String?) -> Bool {
    if key == NoteKey.id, let id = text.flatMap({ RecordID($0) }) {
      (draft.statedID, draft.key) = (id, id.description)
      return true
    }
    return key == NoteKey.checksum
  }
}
