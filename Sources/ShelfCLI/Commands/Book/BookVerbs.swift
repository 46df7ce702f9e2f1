import ShelfModel

/// `shelf book shelve`: marks a book as unread again.
enum Shelve: StateVerb {
  static let kind = Kind.book
  static let name = "shelve"
  static let phase = FieldStates.Phase.before
  static let abstract = "Put a book back on the shelf, as neither started nor completed."
  static let discussion = "The dates of the reading are kept among the book's earlier readings."
}

/// `shelf book pause`: puts a book aside for a while.
enum Pause: StateVerb {
  static let kind = Kind.book
  static let name = "pause"
  static let phase = FieldStates.Phase.paused
  static let abstract = "Put a book aside for a while, and keep your place in it."
  static let discussion = "`shelf start` or `shelf progress` resumes the reading."
}
