import ShelfModel
import YAMLEdit

extension Library {
  /// Checks that bytes are a valid record, for example after the user has edited them.
  ///
  /// - Parameter id: the id that the record must keep, or nil if it had no valid id.
  package func check(_ bytes: [UInt8], as kind: Kind, path: String, id: RecordID?) throws(UnreadableFile) {
    var reader = RecordReader(schema: schema, limits: Limits())
    let record = try reader.read(bytes, of: RecordFile(kind: kind, path: path))
    if let id, record.id != id {
      throw UnreadableFile(
        path: path, kind: kind, cause: .value, reason: "the id must stay \(id), because other files may refer to it")
    }
    let title = schema.field(kind.titleKey, of: kind)
    if let title, !record.has(title) {
      throw UnreadableFile(path: path, kind: kind, cause: .value, reason: "“\(title.key)” must not be empty")
    }
  }

  /// Parses a record. Returns nil if the bytes are not a valid record.
  package func read(_ bytes: [UInt8], as kind: Kind, path: String) -> Record? {
    try? record(in: bytes, as: kind, path: path)
  }

  /// Parses a record.
  package func record(in bytes: [UInt8], as kind: Kind, path: String) throws(UnreadableFile) -> Record {
    var reader = RecordReader(schema: schema, limits: Limits())
    return try reader.read(bytes, of: RecordFile(kind: kind, path: path))
  }

  /// Returns the record in a file, or nil if the file does not exist or is not readable.
  package func record(at path: String) -> Record? {
    let path = Array(path.utf8)
    return path.withUnsafeBufferPointer { path in records.first { $0.lies(at: path) } }
  }

  /// Returns the unreadable files that contain an id. Each may be the record's own file, or may refer to the record.
  package func unreadable(mentioning id: RecordID) -> [UnreadableFile] {
    let digits = Array(id.description.utf8)
    return unreadable.filter { !$0.source.isEmpty && $0.source.firstRange(of: digits) != nil }
  }
}
