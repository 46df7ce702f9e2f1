import ShelfModel
import ShelfStore
import YAMLEdit

/// A change to one record between two states of the library.
package struct RecordChange: Sendable {
  package let id: RecordID?
  package let kind: Kind
  /// The title after the change, or before it if the record was deleted, or "" if neither version is readable.
  package let title: String
  /// The path of the file, or its last path if it was deleted, relative to the library.
  package let path: String
  /// The path before the change, if it was different.
  package let oldPath: String?
  package let event: Event
  /// The changed fields in the order of the kind's table, followed by undeclared ones.
  package private(set) var fields: [FieldChange]
  /// The readable versions, latest first.
  private let versions: [Record]

  package enum Event: Hashable, Sendable {
    case added, deleted
    /// Fields were changed, or the file was moved.
    case changed
    /// No field was changed, but the file was: its comments, the order of its fields, or its quoting.
    case layout
    /// The file is no longer a readable record, for this reason.
    case broken(String)
    /// The file has an unresolved merge conflict.
    case unmerged
    /// The file was unreadable, and is now a readable record.
    case mended
  }
}

/// One version of a record's file.
struct FileVersion {
  let path: String
  /// The contents, or nil if the file does not exist or is too large.
  let bytes: [UInt8]?
  let record: Record?
  /// The reason why the file is unreadable.
  let reason: String?

  /// Creates the version of a file that does not exist.
  package init(nothingAt file: RecordFile) {
    path = file.path
    (bytes, record, reason) = (nil, nil, nil)
  }

  /// Parses a version of a file.
  init(_ bytes: [UInt8]?, _ file: RecordFile, _ reader: inout RecordReader) {
    path = file.path
    self.bytes = bytes
    guard let bytes else {
      (record, reason) = (nil, nil)
      return
    }
    do throws(UnreadableFile) {
      (record, reason) = (try reader.read(bytes, of: file), nil)
    } catch {
      (record, reason) = (nil, error.reason)
    }
  }
}

extension RecordChange {
  /// Creates the change to a file that has an unresolved merge conflict.
  init(unmerged old: FileVersion, _ kind: Kind) {
    id = old.record?.id
    self.kind = kind
    title = old.record?.title ?? ""
    path = old.path
    oldPath = nil
    (event, fields) = (.unmerged, [])
    versions = [old.record].compactMap { $0 }
  }

  /// Compares older versions with a later one. Only a merge has several older versions. The result is nil if a merge
  /// made no change that is not already in one of them.
  init?(from olds: [FileVersion], to new: FileVersion, _ kind: Kind, _ schema: Schema) {
    let known = ([new] + olds).compactMap(\.record).first
    id = known?.id
    self.kind = kind
    title = known?.title ?? ""
    path = new.path
    versions = ([new] + olds).compactMap(\.record)
    let old = olds.first { $0.bytes != nil }
    oldPath = old.flatMap { $0.path == new.path ? nil : $0.path }
    if new.bytes == nil {
      guard olds.allSatisfy({ $0.bytes != nil }) else { return nil }
      (event, fields) = (.deleted, [])
    } else if let record = new.record {
      fields = FieldComparison(schema: schema).changes(from: olds.map(\.record), to: record)
      if old == nil {
        event = .added
      } else if olds.allSatisfy({ $0.record == nil }) {
        event = .mended
      } else if fields.isEmpty, oldPath == nil {
        // A merge combines two layouts, so a different layout is not a change.
        if olds.count > 1 { return nil }
        event = .layout
      } else {
        event = .changed
      }
    } else {
      (event, fields) = (.broken(new.reason ?? "is too large"), [])
    }
  }

  /// Returns the comment after a reference, which is the name of its target, or nil if there is none.
  package func name(of reference: String, in field: Field) -> String? {
    for record in versions {
      guard let item = record.items(of: field).first(where: { $0.text == reference }) else { continue }
      if let comment = record.comment(after: item) { return comment }
    }
    return nil
  }

  /// Returns only the change to one field, or nil if that field did not change. A change that made the file unreadable
  /// is treated as a change to every field.
  func only(_ key: String) -> RecordChange? {
    if case .broken = event { return versions.isEmpty ? nil : self }
    var change = self
    change.fields = fields.filter { $0.key == key }
    return change.fields.isEmpty ? nil : change
  }
}

extension RecordChange {
  /// Returns the changes to records that result from changes to files. Files that are not records are skipped.
  package static func changes(_ files: [FileChange], _ schema: Schema) -> [RecordChange] {
    var reader = RecordReader(schema: schema, limits: Limits())
    let versions = files.compactMap { file in
      Kind.of(path: file.path).map { kind in
        FileVersions(file: RecordFile(kind: kind, path: file.path), olds: [file.old], new: file.new)
      }
    }
    return changes(versions, schema, &reader)
  }
}
