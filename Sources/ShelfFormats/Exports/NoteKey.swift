/// The keys that `shelf export markdown` writes to the front matter of a note in addition to the fields.
package enum NoteKey {
  /// The key for the id of a note's book.
  package static let id = "shelf-id"
  /// The key of the checksum that shows whether the note was edited after its export.
  package static let checksum = "shelf-checksum"
  package static let all = [id, checksum]
}
