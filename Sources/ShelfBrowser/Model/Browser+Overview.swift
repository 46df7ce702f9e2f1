import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// Navigation in the overview, where the year's goal and the books being read can be chosen.
extension Browser {
  private var overviewLines: [OverviewLine] { list.view == .overview ? overview?.lines ?? [] : [] }

  /// The index of the chosen line, or nil if no line can be chosen.
  var overviewLine: Int? {
    let lines = overviewLines
    func isBook(_ line: OverviewLine) -> Bool { if case .record = line.target { true } else { false } }
    return overviewTarget.flatMap { target in lines.firstIndex { $0.target == target } }
      ?? lines.firstIndex(where: isBook) ?? lines.firstIndex { $0.target != nil }
  }

  /// The entry on the chosen line.
  private var chosenTarget: OverviewLine.Target? { overviewLine.flatMap { overviewLines[$0].target } }

  /// The book chosen in the overview.
  var overviewRecord: Record? {
    guard case .record(let id) = chosenTarget else { return nil }
    return library.record(id)
  }

  /// Moves to the next line that can be chosen, or scrolls if there is none.
  mutating func moveInOther(_ step: Int) {
    let height = layout.inner(.list)?.rows ?? 1
    let places = overviewLines.indices.filter { overviewLines[$0].target != nil }
    if let line = overviewLine, let place = places.firstIndex(of: line) {
      let next = max(0, min(place + step, places.count - 1))
      if next != place {
        overviewTarget = overviewLines[places[next]].target
        overviewTop = max(min(overviewTop, places[next]), places[next] - height + 1)
        choose()
        return
      }
    }
    overviewTop = max(0, min(overviewTop + step, otherLines.count - min(height, 3)))
  }

  /// Opens the target of the chosen line: a book's page, or a prompt for the year's goal.
  mutating func openInOverview() {
    switch chosenTarget {
    case .record: focus = .page
    case .goal(let year):
      let goal = library.manifest.goals[year].map(String.init) ?? ""
      mode = .prompt(
        PromptLine(purpose: .goal(year: year), label: "Books to finish in \(year): ", field: TextField(goal)))
    case nil: break
    }
  }

  /// Chooses the clicked line of the overview, or opens its entry if it was already chosen or is double-clicked.
  mutating func pressInOverview(_ row: Int, isDouble: Bool) {
    let line = overviewTop + row
    guard overviewLines.indices.contains(line), let target = overviewLines[line].target else { return }
    let isAgain = overviewLine == line
    overviewTarget = target
    choose()
    if isAgain || isDouble { openInOverview() }
  }
}
