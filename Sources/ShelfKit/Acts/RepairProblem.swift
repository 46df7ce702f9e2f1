import ShelfDoctor
import ShelfStore

/// Makes one repair of one problem that a front end has shown, if the library still has that problem.
package struct RepairProblem: Act {
  package var finding: Finding
  package var repair: Repair
  /// The positions of the answers to the repair's questions.
  package var answers: [Int]

  package init(_ finding: Finding, _ repair: Repair, answers: [Int] = []) {
    (self.finding, self.repair, self.answers) = (finding, repair, answers)
  }

  package func plan(_ plan: inout ActPlan) throws {
    var run = plan.workspace.examination(of: plan.library)
    guard let repair = current(in: run), run.make(only: repair, of: finding) else {
      throw ActRefusal.anotherProblem(path: finding.path)
    }
    plan.files = plan.workspace.journal.withModes(run.changes)
    plan.result = .repaired([RepairedProblem(finding: finding, repair: repair)], left: run.remaining)
  }

  /// Returns the current version of the repair, with the answers applied, or nil if the problem or the repair's
  /// questions have changed.
  private func current(in run: RepairRun) -> Repair? {
    func questions(_ repair: Repair) -> [[String]] { repair.questions.map { [$0.field] + $0.answers.map(\.text) } }
    let same = run.remaining.first { $0.identity == finding.identity }
    guard let now = same?.repairs(in: run.library).first(where: { $0.name == repair.name }),
      questions(now) == questions(repair)
    else {
      return nil
    }
    return answers.isEmpty ? now : now.answered(answers)
  }
}

extension Workspace {
  /// Examines a library as doctor does, and returns the run that can repair it in memory.
  func examination(of library: Library) -> RepairRun {
    let history = DoctorHistory(self, library.schema)
    let doctor = DoctorMaker(self, library).doctor(host) { history.answer($0) }
    return RepairRun(library, strays: library.strays(host.fileSystem), doctor: doctor)
  }
}
