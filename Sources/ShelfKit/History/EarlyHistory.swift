import Dispatch
import Synchronization
import YAMLEdit

/// The history of a record that is named by its file, read while somebody else reads the library.
public final class EarlyHistory: Sendable {
  private let result = Mutex<(id: RecordID, entries: Result<[HistoryEntry], GitError>)?>(nil)
  private let group = DispatchGroup()
  private let path: String

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - root: the library's absolute path.
  ///   - path: relative to the library.
  /// - Returns: nil where no record's file would be there.
  public init?(
    of path: String, at root: String, since: Timestamp?, environment: [String: String], fileSystem: any FileSystem
  ) {
    guard let kind = Kind.allCases.first(where: { path.hasPrefix($0.folder + "/") }), Scanner.isRecordName(path) else {
      return nil
    }
    self.path = path
    DispatchQueue.global().async(group: group) { [self] in
      let limits = Limits()
      guard let manifest = try? Manifest.load(at: root, fileSystem: fileSystem, limits: limits),
        let bytes = try? fileSystem.contents(of: root + "/" + path, limit: limits.bytes)
      else { return }
      let schema = Schema(ownFields: manifest.ownFields)
      var reader = RecordReader(schema: schema, limits: limits)
      let file = RecordFile(kind: kind, path: path)
      guard let record = bytes.withUnsafeBufferPointer({ try? reader.read($0, of: file) }) else { return }
      let entries = Result { () throws(GitError) in
        try Repository(of: root, environment: environment).history(of: record, schema: schema, since: since)
      }
      result.withLock { $0 = (record.id, entries) }
    }
  }

  /// Returns the history once it is read; nil where the record turned out to be another one.
  public func entries(of record: Record) throws(GitError) -> [HistoryEntry]? {
    group.wait()
    guard let result = result.withLock({ $0 }), result.id == record.id, path == record.path else { return nil }
    return try result.entries.get()
  }
}
