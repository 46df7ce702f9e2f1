/// The limits of the history that is kept for `undo`.
package struct UndoLimits: Hashable, Sendable {
  package var entries: Int
  package var megabytes: Int

  package init(entries: Int = 100, megabytes: Int = 64) {
    self.entries = entries
    self.megabytes = megabytes
  }
}
