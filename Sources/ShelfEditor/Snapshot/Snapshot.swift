import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfRPC
import ShelfStore

/// What one request looks at: the library with what is typed in open files, and the text that the request is about.
///
/// Each feature is an extension that answers from here, and needs no server to be tried.
struct Snapshot: Sendable {
  let library: Library
  /// Files outside of the kinds' folders that look like records.
  let strays: [StrayFile]
  let client: ClientAbilities
  let paths: LibraryPaths
  let today: CalendarDate
  let now: Timestamp
  /// The path of the text relative to the library.
  let path: String
  let text: OpenText
  /// What the text reads as; nil if the file is not a record's.
  let content: Result<Record, UnreadableFile>?

  init(
    _ library: Library, strays: [StrayFile] = [], client: ClientAbilities, paths: LibraryPaths, today: CalendarDate,
    now: Timestamp, path: String,
    text: OpenText, content: Result<Record, UnreadableFile>? = nil
  ) {
    self.library = library
    self.strays = strays
    self.client = client
    self.paths = paths
    self.today = today
    self.now = now
    self.path = path
    self.text = text
    self.content = content ?? Kind.of(path: path).map { library.result(of: text.bytes, as: $0, path: path) }
  }

  var index: TextIndex { text.index }
  var kind: Kind? { Kind.of(path: path) }
  var record: Record? { if case .success(let record)? = content { record } else { nil } }

  /// The record of the text, or what the file held when it was last readable.
  var lastRecord: Record? { record ?? library.record(at: path) }

  /// Returns the record that an id refers to, with what is typed in this text.
  func record(_ id: RecordID) -> Record? { record.flatMap { $0.id == id ? $0 : nil } ?? library.record(id) }

  /// Returns every place in a record's file that refers to another record.
  func references(in record: Record) -> [(item: FieldItem, kind: Kind)] {
    library.schema.fields(of: record.kind).flatMap { field in
      field.type.target.map { kind in items(of: field, in: record).filter { !$0.isNested }.map { ($0, kind) } } ?? []
    }
  }

  /// Returns the values in a field that have a place in the file: in a text with a key twice, it is unknown where a
  /// value with escapes is.
  func items(of field: Field, in record: Record) -> [FieldItem] {
    let items = record.items(of: field)
    if items.isEmpty { return items }
    let count = record.source.count
    return items.filter { $0.range.upperBound <= count }
  }

  /// Returns a `Location`.
  func location(_ path: String, _ source: [UInt8], _ range: Range<Int>) -> JSON {
    let index = path == self.path ? self.index : TextIndex(source, client.encoding)
    return ["uri": .text(paths.uri(path)), "range": index.json(range)]
  }

  /// Returns the bytes of the value that names a record, or its id, or the start of the file.
  func nameRange(of record: Record) -> Range<Int> {
    let fields = [library.schema.title(of: record.kind), library.schema.id(of: record.kind)]
    return fields.lazy.compactMap { record.items(of: $0).first?.range }.first ?? 0..<0
  }

  /// Returns a field's key as a person reads it: `dateAdded` as "date added".
  static func words(_ key: String) -> String {
    if ["id", "isbn"].contains(key) { return key.uppercased() }
    return key.reduce(into: "") { words, letter in
      words += letter.isUppercase && words.last?.isLowercase ?? false ? " " + letter.lowercased() : String(letter)
    }
  }

  static func heading(_ key: String) -> String {
    let words = words(key)
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Library {
  /// Returns what bytes read as in a file of a kind.
  func result(of bytes: [UInt8], as kind: Kind, path: String) -> Result<Record, UnreadableFile> {
    Result { () throws(UnreadableFile) in try record(in: bytes, as: kind, path: path) }
  }
}
