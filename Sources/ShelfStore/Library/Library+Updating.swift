import ShelfModel
import YAMLEdit

/// What became of one file of a library.
package struct FileUpdate: Sendable {
  /// The path relative to the library.
  package let path: String
  /// The record that the file held before; nil if it held none.
  package let old: Record?
  /// The record that it holds now; nil if it holds none.
  package let new: Record?

  /// Returns the fields that differ; all that either record has if there was none before, or is none now.
  package func changedFields(_ schema: Schema) -> [Field] {
    guard let kind = (new ?? old)?.kind else { return [] }
    return schema.fields(of: kind).filter { (old?.texts(of: $0) ?? []) != (new?.texts(of: $0) ?? []) }
  }
}

extension Library {
  /// Brings the snapshot up to date with files that have changed.
  ///
  /// A record that keeps its file, its id and its references takes its old place, which costs the same in a library of any
  /// size, as long as no one else holds this snapshot. Anything else finds all ids and relations anew.
  ///
  /// - Parameter contents: the new contents by path relative to the library; nil for a file that is gone.
  /// - Returns: what became of the files of records, sorted by path; those that did not change are left out.
  package mutating func update(_ contents: [String: [UInt8]?]) -> [FileUpdate] {
    var updates: [FileUpdate] = []
    var rest: [String: [UInt8]?] = [:]
    var reader = RecordReader(schema: schema, limits: Limits())
    for (path, bytes) in contents {
      guard let bytes, let kind = Kind.of(path: path),
        let new = try? reader.read(bytes, of: RecordFile(kind: kind, path: path)), let position = position(of: new.id),
        records[position].path == path, keepsRelations(records[position], new)
      else {
        rest[path] = bytes
        continue
      }
      let old = records[position]
      if old.source == new.source { continue }
      updates.append(FileUpdate(path: path, old: old, new: new))
      replaceRecord(at: position, with: new)
    }
    if !rest.isEmpty {
      let old = self
      self = replacing(rest)
      updates += self.updates(since: old)
    }
    return updates.sorted { $0.path < $1.path }
  }

  /// Takes the new contents of a file if its record keeps its place, which costs the same in a library of any size.
  ///
  /// - Returns: whether it does; if not, nothing is changed.
  package mutating func updateInPlace(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let kind = Kind.of(path: path), let new = read(bytes, as: kind, path: path),
      let position = position(of: new.id), records[position].path == path, keepsRelations(records[position], new)
    else { return false }
    replaceRecord(at: position, with: new)
    return true
  }

  /// Returns whether a record leads to the same ones, and has the same ids, as the one that it replaces.
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

extension Library {
  /// Returns what became of files since an older snapshot of the same library, sorted by path.
  package func updates(since old: Library) -> [FileUpdate] {
    func byPath(_ library: Library) -> [String: Record] {
      Dictionary(library.records.lazy.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, after) = (byPath(old), byPath(self))
    let broken = Set(unreadable.map(\.path)).symmetricDifference(old.unreadable.map(\.path))
    return Set(before.keys).union(after.keys).union(broken).sorted().compactMap { path in
      if before[path]?.source == after[path]?.source, !broken.contains(path) { return nil }
      return FileUpdate(path: path, old: before[path], new: after[path])
    }
  }
}
