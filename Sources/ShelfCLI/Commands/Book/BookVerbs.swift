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

/// `shelf book start`: marks a book as being read.
enum Start: StateVerb {
  static let kind = Kind.book
  static let name = "start"
  static let phase = FieldStates.Phase.during
  static let abstract = "Start reading a book, today or on another day."
  static let discussion = "The dates of an earlier reading are kept among the book's earlier readings."
}

/// `shelf book abandon`: gives up on a book.
enum Abandon: StateVerb {
  static let kind = Kind.book
  static let name = "abandon"
  static let phase = FieldStates.Phase.abandoned
  static let abstract = "Give up on a book, but keep your place in it."
}
