import ShelfModel
import YAMLEdit

/// Edits the saved filters in `shelf.yaml` and preserves all other bytes.
package struct FilterEdits {
  private let source: [UInt8]

  /// - Parameter source: the manifest's current contents on the disk.
  package init(_ source: [UInt8]) { self.source = source }

  /// Returns the change that saves a filter, replacing any filter with the same name.
  package func saving(_ filter: SavedFilter) throws(EditError) -> FileChange {
    // Queries are always quoted, because most of them contain a character that has a special meaning in YAML.
    let value = Value.scalar(Scalar(filter.text, form: .quoted))
    return try change { edit throws(EditError) in try edit.set([FilterEdits.key, filter.name], to: value) }
  }

  /// Returns the change that renames a filter, which keeps its position.
  package func renaming(_ name: String, to new: String) throws(EditError) -> FileChange {
    try change { edit throws(EditError) in try edit.rename([FilterEdits.key, name], to: new) }
  }

  package func deleting(_ name: String) throws(EditError) -> FileChange {
    try change { edit throws(EditError) in try edit.remove([FilterEdits.key, name]) }
  }

  private static let key = "filters"

  private func change(_ body: (inout SettingsEdit) throws(EditError) -> Void) throws(EditError) -> FileChange {
    var edit = try SettingsEdit(source, path: Manifest.fileName)
    try body(&edit)
    return FileChange(path: Manifest.fileName, old: source, new: edit.document.bytes)
  }
}
