import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// The overview: the goal of the year and the books that are being read can be chosen in it.
extension Browser {
  private var overviewLines: [OverviewLine] { list.view == .overview ? overview?.lines ?? [] : [] }

  /// The line that is chosen, from the top; nil if there is none to be chosen.
  var overviewLine: Int? {
    let lines = overviewLines
    func isBook(_ line: OverviewLine) -> Bool { if case .record = line.target { true } else { false } }
    return overviewTarget.flatMap { target in lines.firstIndex { $0.target == target } }
      ?? lines.firstIndex(where: isBook) ?? lines.firstIndex { $0.target != nil }
  }

  /// What the chosen line is about.
  private var chosenTarget: OverviewLine.Target? { overviewLine.flatMap { overviewLines[$0].target } }

  /// The book that is chosen in the overview.
  var overviewRecord: Record? {
    guard case .record(let id) = chosenTarget else { return nil }
    return library.record(id)
  }

  /// Moves to another line that can be chosen; where there is none, the lines scroll.
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

  /// Opens the chosen line of the overview: the book, or the goal for filling in.
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

  /// Chooses the line of the overview that was clicked; opens it if it was chosen already.
  mutating func pressInOverview(_ row: Int, isDouble: Bool) {
    let line = overviewTop + row
    guard overviewLines.indices.contains(line), let target = overviewLines[line].target else { return }
    let isAgain = overviewLine == line
    overviewTarget = target
    choose()
    if isAgain || isDouble { openInOverview() }
  }
}
