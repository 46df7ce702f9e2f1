import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWidgets

extension Browser {
  mutating func showProblems() {
    guard let findings else {
      note = ("the library is still being examined", false)
      return
    }
    if findings.isEmpty {
      note = ("no problems", false)
      return
    }
    mode = .problems(ProblemList())
  }

  mutating func take(_ key: Key, _ problems: ProblemList) -> [Effect] {
    var problems = problems
    let last = max(0, problemCount - 1)
    switch keys.action(key) {
    case .up: problems.cursor -= 1
    case .down: problems.cursor += 1
    case .pageUp: problems.cursor -= 10
    case .pageDown: problems.cursor += 10
    case .top: problems.cursor = 0
    case .bottom: problems.cursor = last
    case .open: return repairs(of: problems)
    case .right:
      mode = .panes
      show(problemAt: problems.cursor)
      return []
    case .edit:
      if let findings, findings.indices.contains(problems.cursor) {
        return [.terminal(["edit", findings[problems.cursor].path], waits: false)]
      }
    case .clear, .quit, .back, .left, .problems:
      mode = .panes
      return []
    default: break
    }
    problems.cursor = max(0, min(problems.cursor, last))
    mode = .problems(problems)
    return []
  }

  /// Offers the repairs of the problem that is chosen.
  private mutating func repairs(of problems: ProblemList) -> [Effect] {
    guard let findings, findings.indices.contains(problems.cursor) else { return [] }
    let finding = findings[problems.cursor]
    let answerable = finding.repairs.filter { $0.questions.isEmpty }
    if answerable.isEmpty {
      show(problemAt: problems.cursor)
      note = ("nothing repairs this by itself: \(VisibleText.line(finding.message))", true)
      mode = .panes
      return []
    }
    problemsBelow = problems
    mode = .menu(
      ChoiceMenu(
        title: "Repair", text: [StyledText(finding.message), StyledText(finding.path, .dim)],
        items: answerable.map { repair in
          ChoiceMenu.Item(label: StyledText(repair.description), choice: .repair(finding, repair))
        } + [ChoiceMenu.Item(key: "n", label: StyledText("Leave it as it is"), choice: .nothing)]))
    return []
  }

  /// Goes to the record that a problem is about.
  mutating func show(problemAt index: Int) {
    guard let findings, findings.indices.contains(index), let record = findings[index].record else { return }
    show(record)
  }

  /// Goes to a record, in the list of all of its kind.
  mutating func show(_ record: Record) {
    list.search("", library, services)
    let view = ViewsPane.view(ofAll: record.kind, library)
    views.go(to: view, library, services.look, problems: problemCount)
    showView()
    list.go(to: record.id)
    choose()
    focus = .list
  }
}

extension ViewsPane {
  /// Returns the view of all records of a kind.
  static func view(ofAll kind: Kind, _ library: Library) -> LibraryView {
    let owner = Kind.allCases.first { names(of: $0, library).contains(kind) }
    return owner.map { .names(kind, of: $0) } ?? .kind(kind)
  }
}
