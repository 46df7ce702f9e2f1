import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// JSON and JSON lines that `shelf export` writes, and any list of books in JSON.
  static let json = ImportFormat(
    name: "json", title: "JSON",
    summary: "files from `shelf export json` or `jsonl`; any list of books, keys with --map",
    origin: "`shelf export json`, or a web site", isInFolders: false, isGeneric: true,
    isOwn: { $0.isJSON && ShelfRecords.isOwn($0.text) },
    recognizes: { probe in
      probe.isJSON
        && (ShelfRecords.isOwn(probe.text) || probe.tree.map(ShelfList.isTree) ?? false || probe.tree?["error"] != nil
          || probe.contains("\"sources\":[\"")
          || !probe.contains("\"selector\"")
            && (probe.tree.map { GenericList.isPlain($0, probe.maps) }
              ?? ["\"author", "\"isbn", "\"writer", "\"creator"].contains { probe.text.lowercased().contains($0) }))
    },
    read: { file, options, batch throws(SourceError) in
      if ShelfRecords.isOwn(SourceProbe(file).text) {
        try options.refuseMaps(file, "shelf knows the meaning of its keys")
        return try ShelfRecords.read(file, options, &batch)
      }
      batch.rejects.form = .array(open: "[", close: "]")
      let tree = try batch.jsonOrLines(file)
      if try ShelfList.isRead(tree, options, into: &batch, in: file) { return }
      try GenericList.readTree(tree, options, into: &batch, in: file)
    })
}

extension SourceBatch {
  /// Parses a file that contains a single JSON text or one JSON text per line. Lines that cannot be parsed are
  /// rejected.
  mutating func jsonOrLines(_ file: SourceFile) throws(SourceError) -> JSONValue {
    let text = TextDecoding(file.bytes)
    var parser = JSONParser(text.bytes)
    parser.skipSpace()
    guard !parser.isAtEnd, text.bytes[parser.position] == UInt8(ascii: "{"), (try? parser.value()) != nil else {
      return try json(file)
    }
    parser.skipSpace()
    guard !parser.isAtEnd, text.bytes[parser.position] == UInt8(ascii: "{") else { return try json(file) }
    reportEncoding(text)
    rejects.form = .rows(head: [])
    var items: [JSONValue.Item] = []
    forEachText(in: text.bytes) { item, _ in items.append(item) }
    return .array(items)
  }

  /// Calls a function with each JSON text in a file of JSON lines. Lines that cannot be parsed are rejected.
  fileprivate mutating func forEachText(in bytes: [UInt8], _ body: (JSONValue.Item, inout SourceBatch) -> Void) {
    var parser = JSONParser(bytes)
    while true {
      parser.skipSpace()
      if parser.isAtEnd { return }
      let (start, line) = (parser.position, parser.line)
      do throws(JSONParser.Failure) {
        let value = try parser.value()
        body(JSONValue.Item(value: value, line: line, range: start..<parser.position), &self)
      } catch {
        parser.skipLine()
        begin()
        reject(error.reason, line: error.line, raw: bytes[start..<parser.position])
      }
    }
  }

  /// Parses a file that contains a single JSON text.
  mutating func json(_ file: SourceFile) throws(SourceError) -> JSONValue {
    let text = text(of: file)
    var start = 0
    // Some programs print messages first: `Upgrading database to version 24...`.
    if let first = text.bytes.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "["),
      let open = text.bytes.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") })
    {
      start = open
    }
    do throws(JSONParser.Failure) {
      let value = try JSONParser.parse(start == 0 ? text.bytes : Array(text.bytes[start...]))
      if let error = value["error"], value.members.count <= 2 {
        let message = error["message"]?.text ?? error.text ?? "no reason given"
        throw JSONParser.Failure(reason: "this is an error message from a server: \(message)", line: 1)
      }
      return value
    } catch {
      let before = text.bytes[..<start].count { $0 == 0x0A }
      throw SourceError(error.reason, in: file.path, line: before + error.line)
    }
  }
}

/// Records in the form that `shelf export json` and `jsonl` write, whose values are stored unchanged.
///
/// Each record has a kind, and an id that the import uses to find it in the library. All other members are fields,
/// including those that this library does not declare. In JSON lines, only the damaged lines are rejected.
enum ShelfRecords {
  static func isOwn(_ text: String) -> Bool {
    let head = text.prefix(16_000).filter { !$0.isWhitespace }.drop { "[\u{FEFF}".contains($0) }
    guard head.hasPrefix("{"), let id = head.firstRange(of: "\"id\":\"") else { return false }
    // The members may be in a different order, because other programs may have sorted them.
    return RecordID(String(head[id.upperBound...].prefix(36))) != nil
      && Kind.allCases.contains { head.contains("\"kind\":\"\($0.singular)\"") }
  }

  static func read(_ file: SourceFile, _ options: ImportOptions, _ batch: inout SourceBatch) throws(SourceError) {
    let first = batch.drafts.count
    try readAll(file, options, &batch)
    batch.closeFields(from: first)
  }

  private static func readAll(
    _ file: SourceFile, _ options: ImportOptions, _ batch: inout SourceBatch
  ) throws(SourceError) {
    let text = TextDecoding(file.bytes)
    var parser = JSONParser(text.bytes)
    parser.skipSpace()
    let isArray = !parser.isAtEnd && text.bytes[parser.position] == UInt8(ascii: "[")
    if isArray {
      let value = try batch.json(file)
      batch.rejects.form = .array(open: "[", close: "]")
      for item in value.items { take(item.value, item.line, text.bytes[item.range], options, &batch) }
    } else {
      batch.forEachText(in: text.bytes) { take($0.value, $0.line, text.bytes[$0.range], options, &$1) }
    }
  }

  private static let kinds = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.singular, $0) })

  private static func take(
    _ value: JSONValue, _ line: Int, _ raw: ArraySlice<UInt8>, _ options: ImportOptions, _ batch: inout SourceBatch
  ) {
    batch.begin()
    // The first members called `kind` and `id` are used. In files from older versions of shelf, a field with the same
    // name may follow.
    let members = value.members
    let kindPlace = members.firstIndex { $0.key == ShelfMember.kind }
    let idPlace = members.firstIndex { $0.key == ShelfMember.id }
    guard let kind = kindPlace.flatMap({ members[$0].value.text }).flatMap({ kinds[$0] }) else {
      return batch.reject("it has no kind", line: line, raw: raw)
    }
    guard let id = idPlace.flatMap({ members[$0].value.text }).flatMap({ RecordID($0) }) else {
      return batch.reject("it has no id", line: line, raw: raw)
    }
    var draft = Draft(kind, key: id.description)
    draft.id = id
    draft.line = line
    draft.isVerbatim = true
    // `shelf list` also writes the path of a record, and its values as lists show them.
    if value[ShelfMember.path] != nil, let listed = options.listed(id.description) {
      ShelfList.take(members.filter { $0.key != ShelfMember.path }, in: &draft, listed, options, &batch)
      batch.add(draft)
      return
    }
    for (place, member) in members.enumerated() where place != kindPlace && place != idPlace {
      let inner = member.value.members
      if member.key == ShelfMember.fields, !inner.isEmpty, inner.allSatisfy({ ShelfMember.isTaken($0.key) }) {
        for member in inner { draft.setVerbatim(member.key, member.value) }
      } else {
        draft.setVerbatim(member.key, member.value)
      }
    }
    guard !(draft.title ?? "").isEmpty else {
      return batch.reject("no \(kind.titleKey)", line: line, raw: raw)
    }
    batch.add(draft)
  }
}

extension Draft {
  /// Sets a field exactly as it is stored in a shelf library, including undeclared fields and deliberately empty
  /// fields.
  ///
  /// Only undeclared fields can contain a mapping or a nested list.
  mutating func setVerbatim(_ key: String, _ value: JSONValue) {
    exportedFields.append((key, value))
    if value.isNested { return }
    let texts = (value.isArray ? value.items.map(\.value) : [value]).compactMap(Draft.text)
    if !texts.isEmpty || value.isNull { replace(FieldHandle(named: key), texts) }
  }

  /// Returns the text of a value or, for a reference, its id.
  private static func text(_ value: JSONValue) -> String? { value.text ?? value.referenceID }
}

extension JSONValue {
  /// Whether no declared field can contain the value, because it is a mapping but not a reference, or a list with items
  /// other than text and references.
  var isNested: Bool {
    if isArray { return items.contains { $0.value.isArray || $0.value.isNested } }
    return isObject && referenceID == nil
  }

  /// The id in `{"id": ID, "name": NAME}`, or nil for any other value.
  fileprivate var referenceID: String? {
    guard members.allSatisfy({ $0.key == ShelfMember.id || $0.key == "name" }) else { return nil }
    return self[ShelfMember.id]?.text.flatMap { RecordID($0) == nil ? nil : $0 }
  }
}

extension SourceBatch {
  /// Marks the fields that a record lacks as empty, if another record of the same kind in the file has them.
  ///
  /// A key that no record has is like a missing column of a table: the file provides no information about the field.
  fileprivate mutating func closeFields(from first: Int) {
    var keys: [Kind: Set<FieldHandle>] = [:]
    for draft in drafts[first...] { keys[draft.kind, default: []].formUnion(draft.fields.map(\.key)) }
    for draft in drafts[first...] {
      let missing = (keys[draft.kind] ?? []).filter { draft.fields[$0] == nil }
      if missing.isEmpty { continue }
      change(draft.kind, draft.key) { draft in for key in missing { draft.set(key, []) } }
    }
  }
}
