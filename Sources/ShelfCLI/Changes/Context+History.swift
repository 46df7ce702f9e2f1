import ShelfText
import ShelfWording

extension Context {
  /// Warns about history entries that cannot be read.
  func warn(ofDamaged damaged: [String]) {
    if damaged.isEmpty { return }
    let (are, changes) = damaged.count == 1 ? ("is", "a change") : ("are", "changes")
    let paths = VisibleText.line(CommandError.abbreviated(damaged))
    warn("\(paths) cannot be read as \(changes) and \(are) skipped")
  }
}
