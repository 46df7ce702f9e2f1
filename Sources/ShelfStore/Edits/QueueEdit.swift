import ShelfModel
import YAMLEdit

/// Edits the reading queue in `shelf.yaml` and preserves all other bytes.
package enum QueueEdit {
  /// An item of the new queue: an existing entry, or a record with its name.
  package enum Item: Sendable {
    case kept(QueueEntry)
    case new(RecordID, name: String)
  }

  /// Returns the manifest with a different queue.
  ///
  /// - Throws: `EditError.refused` if the manifest cannot be changed without risk.
  package static func replacing(_ items: [Item], in manifest: [UInt8]) throws(EditError) -> [UInt8] {
    var edit = try SettingsEdit(manifest, path: Manifest.fileName)
    let scalars = items.map { item in
      switch item {
      case .kept(let entry): Scalar(entry.text, form: .literal, comment: entry.comment)
      case .new(let id, let name):
        Scalar(
          id.description, form: .literal, comment: name.split(whereSeparator: \.isNewline).joined(separator: " "))
      }
    }
    if scalars.isEmpty { try edit.remove([key]) } else { try edit.set([key], to: .list(scalars)) }
    return edit.document.bytes
  }

  package static let key = "queue"
}
