import ShelfModel
import YAMLEdit

extension Library {
  /// Updates the snapshot with the new contents of files.
  ///
  /// A record that keeps its file, its id and its references is replaced in place. The time that this takes does not
  /// depend on the size of the library, provided that nothing else uses this snapshot, which would force a copy. For
  /// any other change, the indices of ids and relations are rebuilt.
  ///
  /// - Parameters:
  ///   - contents: the new contents by path relative to the library, or nil for a file that no longer exists.
  ///   - recovery: the options for reading files that are being edited, or nil to treat broken files as unreadable.
  package mutating func update(_ contents: [String: [UInt8]?], recovery: Recovery? = nil) {
    var rest: [String: [UInt8]?] = [:]
    var reader = RecordReader(schema: schema, limits: Limits())
    for (path, bytes) in contents {
      guard let bytes, let kind = Kind.of(path: path),
        let new = try? reader.read(bytes, of: RecordFile(kind: kind, path: path)), let position = place(of: new)
      else {
        rest[path] = bytes
        continue
      }
      if records[position].source != new.source { replaceRecord(at: position, with: new) }
    }
    if !rest.isEmpty { self = replacing(rest, recovery: recovery) }
  }

  /// Updates one record, if it can be replaced in place. That takes constant time regardless of the library's size.
  ///
  /// - Returns: whether the record could be replaced; if not, nothing is changed.
  package mutating func updateInPlace(_ new: Record) -> Bool {
    guard let position = place(of: new) else { return false }
    replaceRecord(at: position, with: new)
    return true
  }

  /// Returns the position of the old version of a record, or nil if the record cannot be replaced without changing the
  /// indices.
  private func place(of new: Record) -> Int? {
    guard let position = position(of: new.id), records[position].path == new.path,
      keepsRelations(records[position], new), !unreadable.contains(where: { $0.path == new.path })
    else { return nil }
    return position
  }

  /// Returns whether a record has the same id and the same references as the record that it replaces, and neither has
  /// ids of merged records.
  private func keepsRelations(_ old: Record, _ new: Record) -> Bool {
    guard old.id == new.id, !old.hasFormerIDs, !new.hasFormerIDs else { return false }
    let fields = schema.fields(of: new.kind).map { $0.type.target != nil }
    func references(of record: Record) -> [RecordID] {
      var ids: [RecordID] = []
      record.forEachReference(in: fields) { _, id in ids.append(id) }
      return ids
    }
    return references(of: old) == references(of: new)
  }
}
