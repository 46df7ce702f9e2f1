/// The keys that `shelf export markdown` writes to the front matter of a note in addition to the fields.
package enum NoteKey {
  /// The key with the id of the book that a note is about.
  package static let id = "shelf-id"
  /// The key of the checksum that lets a later export detect whether the note was edited.
  package static let checksum = "shelf-checksum"
  package static let all = [id, checksum]
}
