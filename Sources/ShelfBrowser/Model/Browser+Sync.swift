import ShelfModel
import ShelfTerminal
import ShelfText

extension Browser {
  /// Starts a synchronization, and opens a page that shows its output as it arrives.
  ///
  /// - Parameters:
  ///   - settling: which side wins if both have changed the same field; nil uses the library's setting.
  ///   - commits: whether to commit uncommitted changes first; nil uses the library's setting.
  mutating func sync(settling: MergePolicy? = nil, commits: Bool? = nil) -> [Effect] {
    syncLines = []
    mode = .text(TextPage(title: "Synchronizing …", lines: [], isGrowing: true))
    return [.perform(.sync(settling: settling, commits: commits))]
  }

  /// Shows the result of a synchronization; after a conflict, asks which side to keep.
  mutating func endSync(_ failure: String?, _ obstacle: BrowserRequest.SyncObstacle) {
    let said = syncLines
    syncLines = []
    var isSeen = false
    if case .text(let page) = mode { isSeen = page.isGrowing }
    guard let failure else {
      if isSeen { mode = .text(TextPage(title: "Synchronized", lines: said)) }
      note = ("synchronized", false)
      return
    }
    let width = max(16, min(96, space.columns - 8))
    let reason = WordWrap.lines(VisibleText.line(failure), width: width).map { StyledText($0, .color(.red)) }
    let lines = said + (said.isEmpty ? [] : [StyledText()]) + reason
    guard isSeen || isFree else {
      note = (failure, true)
      return
    }
    switch obstacle {
    case .conflict: break
    case .uncommitted:
      mode = .menu(
        ChoiceMenu(
          title: "Not synchronized", text: lines,
          items: [
            ChoiceMenu.Item(
              key: "c", label: StyledText("Commit all changes, and synchronize"),
              choice: .perform(.sync(settling: nil, commits: true))),
            ChoiceMenu.Item(key: "n", label: StyledText("Leave it as it is"), choice: .nothing),
          ], cursor: 1))
      return
    case .other:
      mode = .text(TextPage(title: "Not synchronized", lines: lines))
      return
    }
    mode = .menu(
      ChoiceMenu(
        title: "Both copies changed the same fields or records",
        text: said + [StyledText(), StyledText("Nothing was merged or sent. Which version do you want to keep?")],
        items: [
          item("m", "Mine, from this copy", .ours), item("t", "Theirs, from the other copy", .theirs),
          item("c", "Of each record, what was committed last", .newest),
          ChoiceMenu.Item(key: "n", label: StyledText("Leave both as they are"), choice: .nothing),
        ], cursor: 3))
  }

  private func item(_ key: String, _ words: String, _ policy: MergePolicy) -> ChoiceMenu.Item {
    ChoiceMenu.Item(key: key, label: StyledText(words), choice: .perform(.sync(settling: policy)))
  }

  /// Whether the panes are uncovered, with nothing open over them.
  private var isFree: Bool { if case .panes = mode { true } else { false } }
}
