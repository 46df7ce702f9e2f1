/// What the front matter of the notes that `shelf export markdown` writes says, beside the fields.
package enum NoteKey {
  /// The key that says which book a note is about.
  package static let id = "shelf-id"
  /// The key of the checksum by which a later export sees whether the note was changed.
  package static let checksum = "shelf-checksum"
  package static let all = [id, checksum]
}
