import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// The history of a record that the user identified by its file. Instead of the whole library, it reads only the record
/// and the records that its changes refer to.
package struct FileHistory {
  package let entries: [HistoryEntry]
  package let record: Record
  /// A library that contains the record and the records that its changes refer to. It is nil if a referenced record is
  /// not in a file named after its id, in which case the whole library has to be loaded.
  package let library: Library?

  /// Reads the history.
  ///
  /// - Parameters:
  ///   - path: the path of the file, relative to the library.
  ///   - root: the absolute path of the library.
  /// - Returns: nil if the file is not a readable record.
  package init?(
    of path: String, at root: String, since: Timestamp?, environment: [String: String], fileSystem: any FileSystem
  ) throws(GitError) {
    let limits = Limits()
    guard let kind = Kind.allCases.first(where: { path.hasPrefix($0.folder + "/") }), RecordFile.isName(path),
      let manifest = try? Manifest.load(at: root, fileSystem: fileSystem, limits: limits)
    else { return nil }
    let schema = Schema(customFields: manifest.customFields)
    var targets = TargetReader(root: root, fileSystem: fileSystem, schema: schema)
    guard let record = targets.read(RecordFile(kind: kind, path: path)) else { return nil }
    self.record = record
    entries = try Repository(of: root, environment: environment).history(of: record, schema: schema, since: since)
    var wanted: [Kind: Set<RecordID>] = [:]
    for change in entries.flatMap(\.records) {
      for field in change.fields {
        guard let target = schema.field(field.key, of: change.kind)?.type.target else { continue }
        wanted[target, default: []].formUnion((field.old + field.new).compactMap { RecordID($0) })
      }
    }
    let found = wanted.flatMap { targets.find($0.value, $0.key) }
    let isComplete = Set(found.map(\.id)).isSuperset(of: wanted.values.joined())
    library =
      isComplete
      ? Library(root: root, manifest: manifest, schema: schema, records: found + [record], unreadable: []) : nil
  }
}

/// A reader that finds records by the start of their ids in file names, without loading the library.
private struct TargetReader: ~Copyable {
  private let root: String
  private let fileSystem: any FileSystem
  private var reader: RecordReader

  init(root: String, fileSystem: any FileSystem, schema: Schema) {
    self.root = root
    self.fileSystem = fileSystem
    reader = RecordReader(schema: schema, limits: Limits())
  }

  /// Reads one file. Returns nil if it is not a readable record.
  mutating func read(_ file: RecordFile) -> Record? {
    guard let bytes = try? fileSystem.contents(of: root + "/" + file.path, limit: Limits().bytes) else { return nil }
    return try? reader.read(bytes, of: file)
  }

  /// Returns the records of a kind with these ids, if they are in files named after the ids.
  mutating func find(_ ids: Set<RecordID>, _ kind: Kind) -> [Record] {
    let starts = Set(ids.map(\.firstDigits))
    let scanner = Scanner(fileSystem: fileSystem, root: root)
    var found: [Record] = []
    var folders = [kind.folder]
    while let folder = folders.popLast() {
      guard let descriptor = try? fileSystem.open(root + "/" + folder, in: nil, .directory) else { continue }
      let listing = scanner.list(folder, kind: kind, descriptor: descriptor)
      fileSystem.close(descriptor)
      folders += listing.folders.map { folder + "/" + $0 }
      for name in listing.files where LostRecordSearch.holds(starts, name) {
        if let record = read(RecordFile(kind: kind, folder: folder, name: name)), ids.contains(record.id) {
          found.append(record)
        }
      }
    }
    return found
  }
}
