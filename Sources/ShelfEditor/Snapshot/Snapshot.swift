import ShelfModel
import ShelfRPC
import ShelfStore

/// The data for one request: the library including unsaved text, and the text that the request is about.
///
/// A snapshot is immutable and complete. Features are extensions of `Snapshot` that read no files and need no server,
/// so a test can create a snapshot and call a feature directly.
struct Snapshot: Sendable {
  let library: Library
  /// Files outside the kinds' folders that look like records.
  let strays: [StrayFile]
  let client: ClientAbilities
  let paths: LibraryPaths
  let today: CalendarDate
  let now: Timestamp
  /// The text's path relative to the library.
  let path: String
  let text: OpenText
  /// The parsed text, or nil if the file is not a record.
  let content: ReadText?

  init(
    _ library: Library, strays: [StrayFile] = [], client: ClientAbilities, paths: LibraryPaths, today: CalendarDate,
    now: Timestamp, path: String,
    text: OpenText, content: ReadText? = nil
  ) {
    self.library = library
    self.strays = strays
    self.client = client
    self.paths = paths
    self.today = today
    self.now = now
    self.path = path
    self.text = text
    self.content =
      content
      ?? Kind.of(path: path).map {
        ReadText(text.bytes, as: $0, path: path, in: library, last: library.record(at: path))
      }
  }

  var index: TextIndex { text.index }
  var kind: Kind? { Kind.of(path: path) }

  /// The record of the text, without the lines that cannot be parsed. Its source is as long as the text, but has spaces
  /// in place of these lines, so files must be written from `text` alone.
  var record: Record? { content?.record }

  /// The record of the text, or its last valid version if the text cannot be parsed.
  var lastRecord: Record? { content?.shared ?? library.record(at: path) }

  /// Returns whether an open text has a line that cannot be parsed.
  func isBroken(_ path: String) -> Bool {
    guard let bytes = paths.open[path]?.bytes, let kind = Kind.of(path: path) else { return false }
    return library.read(bytes, as: kind, path: path) == nil
  }

  /// Returns the record with an id, including unsaved changes to this text.
  func record(_ id: RecordID) -> Record? { record.flatMap { $0.id == id ? $0 : nil } ?? library.record(id) }

  func references(in record: Record) -> [(item: FieldItem, kind: Kind)] {
    library.schema.fields(of: record.kind).flatMap { field in
      field.type.target.map { kind in items(of: field, in: record).filter { !$0.isNested }.map { ($0, kind) } } ?? []
    }
  }

  /// Returns the field's values whose position in the file is known. The position of a value with escapes is unknown if
  /// the text contains the field's key twice.
  func items(of field: Field, in record: Record) -> [FieldItem] {
    let items = record.items(of: field)
    if items.isEmpty { return items }
    let count = record.source.count
    return items.filter { $0.range.upperBound <= count }
  }

  /// Returns a range in a file as a `Location` of the protocol.
  func location(_ path: String, _ source: [UInt8], _ range: Range<Int>) -> JSON {
    let index = path == self.path ? self.index : TextIndex(source, client.encoding)
    return ["uri": .text(paths.uri(path)), "range": index.json(range)]
  }

  /// Returns the range of a record's title, or else the range of its id, or the start of the file if it has neither.
  func nameRange(of record: Record) -> Range<Int> {
    let fields = [library.schema.title(of: record.kind), library.schema.id(of: record.kind)]
    return fields.lazy.compactMap { record.items(of: $0).first?.range }.first ?? 0..<0
  }
}
