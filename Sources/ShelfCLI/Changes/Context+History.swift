import ShelfText
import ShelfWording

extension Context {
  /// Says which entries of the history cannot be read.
  func warn(ofDamaged damaged: [String]) {
    if damaged.isEmpty { return }
    let (are, changes) = damaged.count == 1 ? ("is", "a change") : ("are", "changes")
    let paths = VisibleText.line(CommandError.few(damaged))
    warn("\(paths) cannot be read as \(changes), and \(are) left out")
  }
}
