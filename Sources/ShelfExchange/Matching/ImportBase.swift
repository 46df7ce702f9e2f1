import ShelfModel
import ShelfSystem
import ShelfText
import YAMLEdit

/// What the last import of a format brought: the base of a three-way merge with what is in the library and what comes now.
///
/// It is a file of JSON lines in the library's own folder for that, which git ignores. It decides nothing but which
/// values of records change, so a faulty one does no more harm than a wrong edit.
package struct ImportBase: Sendable {
  struct Entry: Hashable, Sendable {
    let id: RecordID
    /// The texts of each field, references as ids.
    var fields: [String: [String]]
    /// Whether the source that others copy said it.
    var isPrimary = false
  }

  /// The path in the library.
  package let path: String
  /// The file as it was read; nil if there is none.
  package let old: [UInt8]?
  /// The file as it was read, and behind it the lines that are new, each of which replaces an older one of its key.
  private var text: [UInt8]
  /// The lines: of tens of thousands of records, each is looked at once.
  private var lines: [Draft.Key: Line] = [:]
  private var order: [Draft.Key] = []
  private var hasChanged = false

  private struct Line {
    var id: RecordID
    /// Where it is in the text, or in what is not written yet.
    var range: Range<Int>
    var isUnwritten = false
  }

  /// Entries that are not lines yet: many are written at once.
  private var unwritten: [(key: Draft.Key, entry: Entry)] = []
  /// More take more room than they save time.
  private static let mostUnwritten = 2048
  /// How many threads may write.
  var threads = 1

  /// Returns the path of a format's file.
  package static func path(of format: String) -> String { ".shelf/imports/\(format).jsonl" }

  /// Reads the file of a format; lines that do not read are left out.
  package init(_ format: String, _ contents: [UInt8]?) {
    path = ImportBase.path(of: format)
    old = contents
    text = contents ?? []
    guard let contents else { return }
    let kinds = Dictionary(Kind.allCases.map { ($0.singular, $0) }, uniquingKeysWith: { a, _ in a })
    var parser = JSONParser(contents)
    while true {
      parser.skipSpace()
      if parser.isAtEnd { break }
      let start = parser.position
      guard let value = try? parser.value() else {
        parser.skipLine()
        continue
      }
      guard let kind = value["kind"]?.text.flatMap({ kinds[$0] }), let key = value["key"]?.text,
        let id = value["id"]?.text.flatMap({ RecordID($0) })
      else { continue }
      set(Draft.Key(kind: kind, text: key), Line(id: id, range: start..<parser.position))
    }
    hasChanged = false
  }

  /// Returns what the last import brought of a record; nil if it brought none.
  subscript(key: Draft.Key) -> Entry? {
    guard let line = lines[key] else { return nil }
    if line.isUnwritten { return unwritten[line.range.lowerBound].entry }
    guard let value = try? JSONParser.parse(Array(text[line.range])) else { return nil }
    var fields: [String: [String]] = [:]
    for member in value["fields"]?.members ?? [] { fields[member.key] = member.value.items.compactMap(\.value.text) }
    let isPrimary = if case .flag(true)? = value["isPrimary"] { true } else { false }
    return Entry(id: line.id, fields: fields, isPrimary: isPrimary)
  }

  /// Returns the record that the last import made or found; nil if it brought none.
  func id(of key: Draft.Key) -> RecordID? { lines[key]?.id }

  /// Remembers what a source says of a record; fields that it does not tell of stay.
  mutating func remember(
    _ key: Draft.Key, _ id: RecordID, _ fields: [String: [String]], isPrimary: Bool = false
  ) {
    let known = self[key]
    var entry = Entry(id: id, fields: known?.fields ?? [:], isPrimary: known?.isPrimary ?? false || isPrimary)
    for (field, texts) in fields { entry.fields[field] = texts.isEmpty ? nil : texts }
    if entry == known { return }
    set(key, Line(id: id, range: unwritten.count..<unwritten.count, isUnwritten: true))
    unwritten.append((key, entry))
    if unwritten.count == ImportBase.mostUnwritten { writeRest() }
  }

  /// Writes the lines that are not written yet.
  mutating func writeRest() {
    let written = Parallel.map(unwritten.count, threads: threads) { [unwritten] range in
      unwritten[range].map { ImportBase.line($0.key, $0.entry) }
    }
    for (line, (key, entry)) in zip(written.joined(), unwritten) {
      let start = text.count
      text += line
      lines[key] = Line(id: entry.id, range: start..<text.count)
    }
    unwritten.removeAll(keepingCapacity: true)
  }

  private mutating func set(_ key: Draft.Key, _ line: Line) {
    if lines.updateValue(line, forKey: key) == nil { order.append(key) }
    hasChanged = true
  }

  private static func line(_ key: Draft.Key, _ entry: Entry) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("kind", key.kind.singular)
      json.member("key", key.text)
      json.member("id", entry.id.description)
      if entry.isPrimary { json.member("isPrimary", true) }
      if entry.fields.isEmpty { return }
      json.key("fields")
      json.object { json in
        for (field, texts) in entry.fields.sorted(by: { $0.key < $1.key }) { json.member(field, texts) }
      }
    }
    return json.take()
  }

  /// The new contents; nil if nothing has changed.
  package var new: [UInt8]? {
    guard hasChanged else { return nil }
    assert(unwritten.isEmpty, "lines are written before anybody asks for them")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(order.reduce(0) { $0 + (lines[$1]?.range.count ?? 0) + 1 })
    for key in order {
      if let line = lines[key] { bytes += text[line.range] }
      bytes.append(0x0A)
    }
    return bytes
  }
}
