import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

extension Browser {
  mutating func showProblems() {
    guard let findings else {
      note = ("the library is still being checked", false)
      return
    }
    if findings.isEmpty {
      let remarks = remarkCount == 0 ? "" : "; `:doctor` lists \(Wording.count(remarkCount, "note"))"
      note = ("no problems" + remarks, false)
      noteTopic = .noProblems
      return
    }
    mode = .problems(ProblemList())
  }

  mutating func handle(_ key: Key, _ problems: ProblemList) -> [Effect] {
    var problems = problems
    let last = max(0, problemCount - 1)
    switch keys.action(key) {
    case .up: problems.cursor -= 1
    case .down: problems.cursor += 1
    case .pageUp: problems.cursor -= 10
    case .pageDown: problems.cursor += 10
    case .halfPageUp: problems.cursor -= 5
    case .halfPageDown: problems.cursor += 5
    case .top: problems.cursor = 0
    case .bottom: problems.cursor = last
    case .open: return repairs(of: problems)
    case .right:
      mode = .panes
      show(problemAt: problems.cursor)
      return []
    case .edit:
      if let findings, findings.indices.contains(problems.cursor) {
        let finding = findings[problems.cursor]
        return editFile(finding.path, line: finding.place?.line)
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

  /// Opens a menu of the repairs for the chosen problem.
  private mutating func repairs(of problems: ProblemList) -> [Effect] {
    guard let findings, findings.indices.contains(problems.cursor) else { return [] }
    let finding = findings[problems.cursor]
    let repairs = finding.repairs(in: library)
    problemsBelow = problems
    if repairs.isEmpty {
      let place = finding.path + (finding.place.map { ":\($0.line):\($0.column)" } ?? "")
      let text = [StyledText(finding.message, .bold), StyledText(place, .dim)] + advice(AdviceText.text(finding))
      mode = .menu(editMenu(text, finding.path, line: finding.place?.line))
      return []
    }
    mode = .menu(
      ChoiceMenu(
        title: "Repair", text: [StyledText(finding.message), StyledText(finding.path, .dim)],
        items: repairs.map { repair in
          ChoiceMenu.Item(label: StyledText(repair.description), choice: .repair(finding, repair, []))
        } + [ChoiceMenu.Item(key: "n", label: StyledText("Leave it as it is"), choice: .nothing)]))
    return []
  }

  /// Asks a repair's questions one after another, and then requests a preview of its changes.
  mutating func prepare(_ repair: Repair, of finding: Finding, _ answers: [Int]) -> [Effect] {
    guard answers.count < repair.questions.count else { return [.perform(.preview(finding, repair, answers))] }
    let question = repair.questions[answers.count]
    let place =
      repair.questions.count > 1
      ? " (\(Wording.number(answers.count + 1)) of \(Wording.number(repair.questions.count)))" : ""
    mode = .menu(
      ChoiceMenu(
        title: "Which \(Wording.label(question.field))?" + place, text: [StyledText(repair.description)],
        items: question.answers.enumerated().map { number, answer in
          ChoiceMenu.Item(
            label: StyledText(answer.text.isEmpty ? "none" : Wording.short(VisibleText.line(answer.text))),
            choice: .repair(finding, repair, answers + [number]))
        }))
    return []
  }

  /// Goes to the record that a problem affects.
  mutating func show(problemAt index: Int) {
    guard let findings, findings.indices.contains(index), let record = findings[index].record else { return }
    show(record)
  }

  /// Goes to a record in the list of all records of its kind.
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
  static func view(ofAll kind: Kind, _ library: Library) -> LibraryView {
    let owner = Kind.allCases.first { names(of: $0, library).contains(kind) }
    return owner.map { .names(kind, of: $0) } ?? .kind(kind)
  }
}
