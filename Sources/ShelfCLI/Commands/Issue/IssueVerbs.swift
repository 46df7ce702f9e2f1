import ShelfModel

/// `shelf issue close`: the issue is done.
enum Close: StateVerb {
  static let kind = Kind.issue
  static let name = "close"
  static let phase = FieldStates.Phase.done
  static let abstract = "Close an issue."
}

/// `shelf issue reopen`: the issue is not done after all.
enum Reopen: StateVerb {
  static let kind = Kind.issue
  static let name = "reopen"
  static let phase = FieldStates.Phase.before
  static let abstract = "Open a closed issue again."
}
