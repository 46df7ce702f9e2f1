import CSQLite
import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Reads a text as a file. If no format is specified, the contents determine it.
func read(
  _ text: String, as format: String? = nil, maps: [(column: String, field: FieldHandle)] = []
) throws -> SourceBatch {
  var options = ImportOptions()
  options.maps = maps
  let file = SourceFile(path: "x", bytes: Array(text.utf8))
  let batches = try SourceReader.read([file], as: format.flatMap { ImportFormat.named($0) }, options)
  return batches[0]
}

/// Returns the bytes of a database that SQL statements create.
func database(_ statements: String) throws -> [UInt8] {
  let folder = try TemporaryFolder()
  var handle: OpaquePointer?
  try #require(sqlite3_open(folder.path + "/x.sqlite", &handle) == SQLITE_OK)
  defer { sqlite3_close(handle) }
  try #require(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
  return try folder.read("x.sqlite")
}

/// Reads files of a single format, which is recognized from their contents.
func read(_ files: [(name: String, bytes: [UInt8])], isFolder: Bool = false) throws -> SourceBatch {
  let files = files.map { SourceFile(path: $0.name, bytes: $0.bytes) }
  return try SourceReader.read(files, as: nil, isFolder: isFolder, ImportOptions())[0]
}

extension SourceBatch {
  /// All problems that were reported for rows.
  var reasons: String { problems.map(\.reason).joined(separator: "; ") }

  /// The titles of the books, in order.
  var titles: [String] { drafts.filter { $0.kind == .book }.compactMap { $0.first(.title) } }

  func drafts(_ kind: Kind) -> [Draft] { drafts.filter { $0.kind == kind } }
}
