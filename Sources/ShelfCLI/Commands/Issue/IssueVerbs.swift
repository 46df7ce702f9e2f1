import ShelfModel

/// `shelf issue close`: closes an issue.
enum Close: StateVerb {
  static let kind = Kind.issue
  static let name = "close"
  static let phase = FieldStates.Phase.done
  static let abstract = "Close an issue."
}

/// `shelf issue reopen`: opens a closed issue again.
enum Reopen: StateVerb {
  static let kind = Kind.issue
  static let name = "reopen"
  static let phase = FieldStates.Phase.before
  static let abstract = "Reopen a closed issue."
}
