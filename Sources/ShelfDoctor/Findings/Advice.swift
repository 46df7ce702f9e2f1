import ShelfModel

/// A way for the user to solve a problem that has no repair; front ends turn it into a sentence or a command.
package enum Advice: Hashable, Sendable {
  /// A manual step, in lowercase and without a period.
  case byHand(String)
  /// Set a field of the record.
  case assign(key: String)
  /// Find a record of this kind to refer to.
  case choose(Kind)
  /// Delete the record, or accept the problem.
  case deleteOrAccept
  /// Make the missing part of the history available.
  case reach(HistoryFacts.Gap)
  /// Decide whether to keep the file, which an unfinished merge has left unresolved.
  case keepOrDelete
  /// Remove a path from git's index and keep it on disk.
  case untrack(path: String)
}

extension Advice: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self = .byHand(text) }
}
