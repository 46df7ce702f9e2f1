import ShelfModel
import ShelfStore

/// The contents of one file in the states that are compared.
struct FileVersions {
  let file: RecordFile
  /// The older contents. For a merge, there are several.
  let olds: [[UInt8]?]
  let new: [UInt8]?
}

/// A pairing of older and newer versions by record id rather than by path, because different records may have the same
/// path at different times.
struct RecordPairing {
  private let files: [(file: RecordFile, olds: [FileVersion], new: FileVersion)]
  /// For each older state, the positions of files that no longer contain the same record, by the id of that record.
  private var gone: [[RecordID: [Int]]]
  /// For each older state, the files whose record was found in another file.
  private var left: [Set<Int>]

  init(_ files: [FileVersions], _ reader: inout RecordReader) {
    var versions: [(file: RecordFile, olds: [FileVersion], new: FileVersion)] = []
    for file in files {
      var olds: [FileVersion] = []
      for bytes in file.olds { olds.append(FileVersion(bytes, file.file, &reader)) }
      versions.append((file.file, olds, FileVersion(file.new, file.file, &reader)))
    }
    self.files = versions
    let count = versions.map(\.olds.count).max() ?? 0
    gone = Array(repeating: [:], count: count)
    left = Array(repeating: [], count: count)
    for (position, file) in versions.enumerated().reversed() {
      for (state, old) in file.olds.enumerated() {
        guard let id = old.record?.id, RecordPairing.isElsewhere(id, file.new) else { continue }
        gone[state][id, default: []].append(position)
      }
    }
  }

  /// Returns whether it is certain that a version of a file does not contain a record. An unreadable version might
  /// contain it.
  private static func isElsewhere(_ id: RecordID, _ version: FileVersion) -> Bool {
    version.bytes == nil || version.record.map { $0.id != id } ?? false
  }

  /// Returns the change to each record, sorted by path.
  mutating func changes(_ schema: Schema) -> [RecordChange] {
    let earlier = files.indices.map { olds(of: $0) }
    var changes: [RecordChange] = []
    for (position, (file, before, new)) in files.enumerated() {
      let isLeft = before.indices.contains { left[$0].contains(position) }
      let isReplaced = new.record.map { record in
        before.allSatisfy { $0.record.map { $0.id != record.id } ?? false }
      }
      if isReplaced ?? false, !isLeft {
        let nothing = FileVersion(nothingAt: file)
        if let change = RecordChange(from: before, to: nothing, file.kind, schema) { changes.append(change) }
      }
      if new.bytes == nil, isLeft { continue }
      if let change = RecordChange(from: earlier[position], to: new, file.kind, schema) { changes.append(change) }
    }
    return changes
  }

  /// Returns the older versions of the record that a file now contains, no matter which files they were in.
  private mutating func olds(of position: Int) -> [FileVersion] {
    let (file, before, new) = files[position]
    guard let id = new.record?.id else { return before }
    return before.enumerated().map { state, old in
      guard RecordPairing.isElsewhere(id, old) else { return old }
      guard let source = gone[state][id]?.popLast() else { return FileVersion(nothingAt: file) }
      left[state].insert(source)
      return files[source].olds[state]
    }
  }
}

extension RecordChange {
  /// Returns the changes to the records in the given files, sorted by path. A record that disappears from one file and
  /// appears in another was moved.
  static func changes(_ files: [FileVersions], _ schema: Schema, _ reader: inout RecordReader) -> [RecordChange] {
    var pairing = RecordPairing(files, &reader)
    return pairing.changes(schema)
  }
}
