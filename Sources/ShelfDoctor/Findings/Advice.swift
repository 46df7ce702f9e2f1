import ShelfModel

/// What a person can do about a problem that no repair solves; a front end says with which command.
package enum Advice: Hashable, Sendable {
  /// Something done by hand, in lower case, without a period.
  case byHand(String)
  /// Giving a field of the record a value.
  case assign(key: String)
  /// Looking up a record of this kind, to refer to it.
  case choose(Kind)
  /// Deleting the record, or accepting the problem.
  case deleteOrAccept
  /// Getting at the part of the history that is out of reach.
  case reach(HistoryFacts.Gap)
  /// Deciding whether the file is kept, which a merge has left open.
  case keepOrDelete
  /// Having git forget a path, which stays on the disk.
  case untrack(path: String)
}

extension Advice: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self = .byHand(text) }
}
