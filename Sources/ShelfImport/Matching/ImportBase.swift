import ShelfModel
import ShelfText
import YAMLEdit

/// What the last import of a format brought: the base of a three-way merge with what is in the library and what comes now.
///
/// It is a file of JSON lines in the library's folder `.shelf/imports`, which git ignores. The whole file is read at first.
/// Lines whose entries stay are written again byte by byte, and the others are made of their entries. The file decides
/// nothing but which values of records change, so a faulty one does no more harm than a wrong edit.
package struct ImportBase: Sendable {
  struct Entry: Equatable, Sendable {
    let id: RecordID
    /// The texts of each field, references as ids.
    let fields: FieldTexts
    /// Whether the source that others copy said it.
    var isPrimary = false
  }

  /// Where an entry says which fields kept what the library has although the source had something else.
  static let kept = FieldHandle(named: "*kept")
  /// Where an entry says how often a book had been read.
  static let readCount = FieldHandle(named: "*readCount")
  /// Where an entry says which file it is of, if each file is a source of its own.
  static let place = FieldHandle(named: "*place")
  /// Where an entry says what earlier states of its file called the book.
  static let formerNames = FieldHandle(named: "*formerNames")

  /// The path in the library.
  package let path: String
  /// The file as it was read; nil if there is none.
  package let old: [UInt8]?
  private var lines: [Line] = []
  /// The positions of keys in `lines`.
  private var places: [Draft.Key: Int] = [:]
  private var hasChanged = false
  /// Checksums of the files that were imported, in the order of their first import.
  private var contents: [String] = []
  private var allContents: Set<String> = []
  private static let mostContents = 20_000

  private struct Line {
    let key: Draft.Key
    let entry: Entry
    /// Where it is in the file as it was read; nil if it is new or has changed.
    var place: Range<Int>?
  }

  /// Returns the path of a format's file.
  package static func path(of format: String) -> String { ".shelf/imports/\(format).jsonl" }

  /// Reads the file of a format; lines that do not read are left out.
  package init(_ format: String, _ contents: [UInt8]?) {
    path = ImportBase.path(of: format)
    old = contents
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
      if let contents = value["contents"]?.text {
        remember(contents: contents)
        continue
      }
      guard let kind = value["kind"]?.text.flatMap({ kinds[$0] }), let key = value["key"]?.text,
        let id = value["id"]?.text.flatMap({ RecordID($0) })
      else { continue }
      let fields = (value["fields"]?.members ?? []).map { member in
        (FieldHandle(named: member.key), member.value.items.compactMap(\.value.text))
      }
      let isPrimary = if case .flag(true)? = value["isPrimary"] { true } else { false }
      let entry = Entry(id: id, fields: FieldTexts(fields, uniquingKeysWith: { $1 }), isPrimary: isPrimary)
      let draftKey = Draft.Key(kind: kind, text: key, file: value["file"]?.text ?? "")
      set(Line(key: draftKey, entry: entry, place: start..<parser.position))
    }
    hasChanged = false
  }

  /// Returns what the last import brought of a record; nil if it brought none.
  subscript(key: Draft.Key) -> Entry? { places[key].map { lines[$0].entry } }

  /// Returns the record that the last import made or found; nil if it brought none.
  func id(of key: Draft.Key) -> RecordID? { self[key]?.id }

  /// Remembers what a source says of a record; fields that it does not tell of stay.
  mutating func remember(
    _ key: Draft.Key, _ id: RecordID, _ fields: FieldTexts, isPrimary: Bool = false
  ) {
    let known = self[key]
    let all = (known?.fields ?? [:]).merging(fields) { $1 }.withoutEmpty
    let entry = Entry(id: id, fields: all, isPrimary: known?.isPrimary ?? false || isPrimary)
    if entry != known { set(Line(key: key, entry: entry)) }
  }

  /// Returns whether a file was imported before another one that said something else.
  func isOld(_ contents: String) -> Bool { allContents.contains(contents) && self.contents.last != contents }

  /// Remembers that a file was imported.
  mutating func remember(contents: String) {
    guard allContents.insert(contents).inserted else { return }
    self.contents.append(contents)
    hasChanged = true
  }

  /// What is known of, in no order.
  var keys: some Collection<Draft.Key> { places.keys }

  /// Whether no import is known.
  var isEmpty: Bool { lines.isEmpty }

  private mutating func set(_ line: Line) {
    if let place = places[line.key] {
      lines[place] = line
    } else {
      places[line.key] = lines.count
      lines.append(line)
    }
    hasChanged = true
  }

  private static func line(_ key: Draft.Key, _ entry: Entry) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("kind", key.kind.singular)
      json.member("key", key.text)
      if !key.file.isEmpty { json.member("file", key.file) }
      json.member("id", entry.id.description)
      if entry.isPrimary { json.member("isPrimary", true) }
      if entry.fields.isEmpty { return }
      json.key("fields")
      json.object { json in
        for (field, texts) in entry.fields.sorted(by: { $0.key.key < $1.key.key }) {
          json.member(field.key, texts)
        }
      }
    }
    return json.take()
  }

  /// Returns the new contents; nil if nothing has changed.
  func write() -> [UInt8]? {
    guard hasChanged else { return nil }
    var bytes: [UInt8] = []
    for contents in self.contents.suffix(ImportBase.mostContents) {
      var json = JSONWriter()
      json.object { json in json.member("contents", contents) }
      bytes += json.take()
      bytes.append(0x0A)
    }
    for line in lines {
      if let place = line.place, let old { bytes += old[place] } else { bytes += ImportBase.line(line.key, line.entry) }
      bytes.append(0x0A)
    }
    return bytes
  }
}
