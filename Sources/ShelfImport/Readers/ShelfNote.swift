import ShelfFormats
import ShelfModel
import ShelfText
import YAMLEdit

/// Reads notes that `shelf export markdown` wrote.
///
/// The front matter of such a note contains the id of its book and the values of its fields. So nothing is guessed:
/// each key is a field of the library, and each value is read as in a record's file, except that references are names.
/// A value that does not fit its field is reported with its position, and the book keeps its current value. Keys that
/// are not fields are ignored.
///
/// The id determines the note's book. A note without a usable id, or with the id of an earlier note, is rejected,
/// because a wrong guess would change another book. If the note's checksum still matches, the note has not been edited,
/// and the import changes nothing.
enum ShelfNote {
  /// A document in a file, with its position.
  private struct Part {
    let document: Document
    /// The number of lines above the document.
    let linesAbove: Int

    /// The front matter as a separate document, for the reject file.
    var raw: [UInt8] { Array("---\n".utf8) + document.bytes }

    func place(of node: Int) -> Place {
      var place = document.place(of: document.nodes[node].content.lowerBound)
      place.line += linesAbove
      return place
    }

    func text(of node: Int) -> String { document.text(of: node) ?? "" }

    var isNote: Bool {
      document.nodes.first?.kind == .mapping && document.entries(of: 0).contains { text(of: $0.key) == NoteKey.id }
    }
  }

  /// Reads a file if it is a note or consists of the front matter of several notes, like a reject file.
  ///
  /// - Returns: whether the file was in one of these forms.
  static func read(
    _ bytes: [UInt8], _ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) -> Bool {
    let (parts, hasBody) = notes(bytes)
    if parts.isEmpty { return false }
    // Front matter is not a list, so rejected notes are written one after another.
    batch.rejects.form = .rows(head: [])
    let isUntouched = parts.count == 1 && NoteChecksum.isUntouched(file.bytes) ?? false
    if hasBody, !isUntouched { batch.notes.append("the text below the front matter of \(file.path) was skipped") }
    for part in parts {
      batch.begin()
      guard var draft = identified(part, &batch) else { continue }
      draft.isUntouched = isUntouched
      takeFields(of: part, &draft, options, &batch)
      add(draft, part, &batch)
    }
    return true
  }

  /// Returns the notes in a file, or none if the file is not a note, and whether the file also contains other text.
  private static func notes(_ bytes: [UInt8]) -> (notes: [Part], hasBody: Bool) {
    let parts = YAMLText.parts(of: bytes).filter { $0.hasText(in: bytes) }
    var notes: [Part] = []
    for part in parts {
      guard let document = try? Document(Array(bytes[part.range]), keepsDuplicateKeys: true) else { break }
      let note = Part(document: document, linesAbove: part.line)
      guard note.isNote else { break }
      notes.append(note)
    }
    // The text below the front matter may contain anything, even the front matter of another note.
    return notes.count == parts.count ? (notes, false) : (Array(notes.prefix(1)), true)
  }

  // MARK: - The id

  /// Returns a draft with the id that a note states, or nil if the note is rejected.
  private static func identified(_ part: Part, _ batch: inout SourceBatch) -> Draft? {
    let values = part.document.entries(of: 0).filter { part.text(of: $0.key) == NoteKey.id }.map(\.value)
    func reject(_ reason: String, _ node: Int) {
      let place = part.place(of: node)
      batch.reject(reason, line: place.line, column: place.column, raw: part.raw)
    }
    let ids = values.map { RecordID(part.text(of: $0)) }
    for (value, id) in zip(values, ids) where id == nil {
      let text = CleanText.short(part.text(of: value))
      reject(
        "\(NoteKey.id): \(text.isEmpty ? "it is not the id of a record" : "“\(text)” is not the id of a record")", value
      )
      return nil
    }
    guard let id = ids.first.flatMap({ $0 }) else { return nil }
    if let place = ids.firstIndex(where: { $0 != id }) {
      reject("\(NoteKey.id) occurs twice, with different ids", values[place])
      return nil
    }
    var draft = Draft(.book, key: id.description)
    draft.statedID = id
    (draft.isVerbatim, draft.hasNames) = (true, true)
    let place = part.place(of: values[0])
    (draft.line, draft.column) = (place.line, place.column)
    return draft
  }

  /// Adds a note to a batch, unless an earlier note has the same id.
  private static func add(_ draft: Draft, _ part: Part, _ batch: inout SourceBatch) {
    guard let id = draft.statedID else { return }
    guard let other = batch.notesByID[id] else {
      var draft = draft
      draft.file = batch.file
      batch.notesByID[id] = draft
      batch.add(draft)
      return
    }
    let place = "\(other.file)\(other.line.map { ":\($0)" } ?? "")"
    if other.fields == draft.fields { return batch.skip("the same note as \(place)", line: draft.line) }
    batch.reject(
      "\(NoteKey.id): \(place) has the same id and other values; keep one of the notes", line: draft.line,
      column: draft.column, raw: part.raw)
  }

  // MARK: - The fields

  private static func takeFields(
    of part: Part, _ draft: inout Draft, _ options: ImportOptions, _ batch: inout SourceBatch
  ) {
    let maps = Dictionary(options.maps.map { ($0.column, $0.field.key) }, uniquingKeysWith: { $1 })
    let entries = part.document.entries(of: 0)
    let keys = Set(entries.map { part.text(of: $0.key) })
    var known: [String: Int] = [:]
    let sortKey = Draft.sortFormsKey(options.schema, .book)
    for (key, value) in entries {
      let name = part.text(of: key)
      if NoteKey.all.contains(name) { continue }
      if name == sortKey, let forms = texts(of: value, part) {
        draft.exportedFields.append((name, .null))
        draft.replace(FieldHandle(named: name), forms)
        continue
      }
      let field = options.schema.field(maps[name] ?? name, of: .book)
      // A former key of a field is ignored if the note also has the current key.
      let isCurrent = field.map { $0.key == name || maps[name] != nil || !keys.contains($0.key) } ?? false
      guard let field, isCurrent, field.type != .id, field.type != .formerIDs else {
        if texts(of: value, part)?.isEmpty != true { batch.leaveOut(column: name) }
        continue
      }
      if let first = known.updateValue(key, forKey: field.key) {
        let line = part.place(of: first).line
        batch.leaveOut(field.key, "it also occurs in line \(line), and neither value is used", at: part.place(of: key))
        draft.remove(FieldHandle(field))
        continue
      }
      take(value, field, part, &draft, &batch)
    }
    draft.takeSortForms(options.schema)
    // Sort forms that no longer match the names are omitted. Someone has edited one or the other.
    for (name, _) in draft.exportedFields {
      draft.remove(FieldHandle(named: name))
      batch.leaveOut(column: name)
    }
    draft.exportedFields = []
  }

  /// Sets a field, or reports that the value does not fit it.
  private static func take(_ node: Int, _ field: Field, _ part: Part, _ draft: inout Draft, _ batch: inout SourceBatch)
  {
    func report(_ reason: String) { batch.leaveOut(field.key, reason, at: part.place(of: node)) }
    guard let texts = texts(of: node, part) else {
      let what = part.document.nodes[node].kind == .sequence ? "a list that contains more than texts" : "a mapping"
      return report("\(what) is not \(field.type.description)")
    }
    if texts.isEmpty, field.isRequired { return report("it is empty, but every book needs one") }
    let fits = field.type.target == nil ? field.type.read(texts) != nil : field.type.isList || texts.count < 2
    guard texts.isEmpty || fits else {
      return report("“\(CleanText.short(texts.joined(separator: ", ")))” is not \(field.type.description)")
    }
    draft.replace(FieldHandle(field), texts)
  }

  /// Returns the text values of a node. Returns nil for a mapping, an alias, or a list that contains anything except
  /// text.
  private static func texts(of node: Int, _ part: Part) -> [String]? {
    let document = part.document
    let nodes = document.nodes[node].kind == .sequence ? document.items(of: node) : [node]
    guard nodes.allSatisfy({ document.nodes[$0].kind == .scalar }) else { return nil }
    return nodes.filter { !document.isNull($0) }.map { part.text(of: $0) }.filter { !$0.isEmpty }
  }
}
