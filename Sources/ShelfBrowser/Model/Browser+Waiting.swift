import ShelfWidgets

/// A change that waits for another program to be done with the library.
struct HeldDeed {
  let deed: Deed
  /// How often it was tried in vain.
  var tries = 0
}

extension Browser {
  /// How often a change is tried while another program has the library; with a tenth of a second in between, this is as
  /// long as a command waits.
  static let mostTries = 50

  /// Has a change wait: the library is another program's for the moment.
  mutating func hold(_ deed: Deed, _ holder: String) {
    let tries = (held?.tries ?? 0) + 1
    if tries > Browser.mostTries {
      _ = take(.outcome(.refused("another program is still changing the library (\(holder)); nothing was changed")))
      return
    }
    held = HeldDeed(deed: deed, tries: tries)
    note = ("another program is changing the library (\(holder)); waiting for it … Esc gives up", false)
  }

  /// Tries again what waits.
  mutating func tryAgain() -> [Effect] { held.map { [.perform($0.deed)] } ?? [] }

  /// Gives up waiting; what was filled in opens again.
  mutating func stopWaiting() { _ = take(.outcome(.refused("nothing was changed"))) }

  /// Returns whether a key has to wait too: whatever changes something, or leaves.
  func waits(_ action: Action) -> Bool { held != nil && action.group != .moving && action != .help }
}
