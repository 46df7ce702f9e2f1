import ShelfModel
import ShelfText

/// The values from the last import of a format: the base of a three-way merge with the library and the source.
///
/// The base of each format is a file of JSON lines in the library's folder `.shelf/imports`, which git ignores. An
/// entry links the key of a record in its source to the record's id, even if the record has been renamed or merged
/// since, and contains the text of its fields at that time. If the record no longer exists, the user has deleted it,
/// and the import does not create it again. Other lines contain the checksums of imported files, which show when a file
/// is older than the last one.
///
/// Lines that have not changed are written back byte for byte, and lines that cannot be parsed are dropped. The base
/// only affects which values of records change, so a damaged base does no more harm than a wrong edit.
package struct ImportBase: Sendable {
  struct Entry: Equatable, Sendable {
    let id: RecordID
    /// The text values of each field. References are ids.
    let fields: FieldTexts
    /// Whether the values come from an original that other sources copy.
    var isPrimary = false
  }

  /// A pseudo-field that lists the fields whose values in the library were kept in a conflict.
  static let kept = FieldHandle(named: "*kept")
  /// A pseudo-field with the number of times that a book had been read, as stated at the last import.
  static let readCount = FieldHandle(named: "*readCount")
  /// A pseudo-field with the user's notes that were added to a book's notes, each as a separate text value.
  static let bookNotes = FieldHandle(named: "*bookNotes")
  /// A pseudo-field with the checksum of a file's path, if each file is treated as a separate source.
  static let place = FieldHandle(named: "*place")
  /// A pseudo-field with the checksums of a book's names in earlier states of its file.
  static let formerNames = FieldHandle(named: "*formerNames")

  /// A pseudo-field with the sort forms of names that the source states.
  static let sortForms = FieldHandle(named: "*sortForms")
  /// A pseudo-field with the date of the import, if it became a new book's date of addition because the source stated
  /// none.
  static let defaultDay = FieldHandle(named: "*defaultDay")

  /// The path of the file, relative to the library.
  package let path: String
  /// The contents of the file as they were read, or nil if there was no file.
  package let old: [UInt8]?
  private var lines: [Line] = []
  /// The index of each key's entry in `lines`.
  private var places: [Draft.Key: Int] = [:]
  /// The files that have separate entries for a key, by the key without its file.
  private var files: [Draft.Key: [String]] = [:]
  private var hasChanged = false
  /// Checksums of the imported files, ordered by when each was first imported.
  private var contents: [String] = []
  private var allContents: Set<String> = []
  private static let maxContents = 20_000

  private struct Line {
    let key: Draft.Key
    let entry: Entry
    /// The range of the entry in the file as it was read, or nil if the entry is new or has changed.
    var place: Range<Int>?
  }

  /// Returns the path of a format's file.
  package static func path(of format: String) -> String { ".shelf/imports/\(format).jsonl" }

  /// Parses the file of a format. Lines that cannot be parsed are dropped.
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

  /// Returns the entry of the last import for a key, or nil if there is none.
  subscript(key: Draft.Key) -> Entry? { places[key].map { lines[$0].entry } }

  func entries(of key: Draft.Key) -> [Entry] {
    ([""] + (files[key.of("")] ?? [])).compactMap { self[key.of($0)] }
  }

  /// Returns the id of the record that the last import created or found for a key, or nil if there is none.
  func id(of key: Draft.Key) -> RecordID? { self[key]?.id }

  /// The default date of addition of each book whose source stated none: the date of the import.
  package var defaultDays: [RecordID: String] {
    Dictionary(
      lines.compactMap { line in line.entry.fields[ImportBase.defaultDay]?.first.map { (line.entry.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Records the values of a source for a record. Fields that the source does not mention keep their values.
  mutating func remember(
    _ key: Draft.Key, _ id: RecordID, _ fields: FieldTexts, isPrimary: Bool = false
  ) {
    let known = self[key]
    let all = (known?.fields ?? [:]).merging(fields) { $1 }.withoutEmpty
    let entry = Entry(id: id, fields: all, isPrimary: known?.isPrimary ?? false || isPrimary)
    if entry != known { set(Line(key: key, entry: entry)) }
  }

  /// Returns whether a file is outdated: its contents were imported before, and different contents have been imported
  /// since.
  func isOld(_ contents: String) -> Bool { allContents.contains(contents) && self.contents.last != contents }

  /// Records that a file was imported.
  mutating func remember(contents: String) {
    guard allContents.insert(contents).inserted else { return }
    self.contents.append(contents)
    hasChanged = true
  }

  /// The keys of all entries, in no particular order.
  var keys: some Collection<Draft.Key> { places.keys }

  /// Whether there are no entries, as is the case before the first import.
  var isEmpty: Bool { lines.isEmpty }

  private mutating func set(_ line: Line) {
    if let place = places[line.key] {
      lines[place] = line
    } else {
      places[line.key] = lines.count
      lines.append(line)
      if !line.key.file.isEmpty { files[line.key.of(""), default: []].append(line.key.file) }
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

  /// Returns the new contents of the file, or nil if nothing has changed.
  func write() -> [UInt8]? {
    guard hasChanged else { return nil }
    var bytes: [UInt8] = []
    for contents in self.contents.suffix(ImportBase.maxContents) {
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
