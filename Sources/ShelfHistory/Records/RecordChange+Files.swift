import ShelfModel
import ShelfStore
import YAMLEdit

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
