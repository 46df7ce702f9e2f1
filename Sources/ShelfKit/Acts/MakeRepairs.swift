import ShelfDoctor
import ShelfStore

/// Makes all repairs that a run has computed for the same library, in one change.
package struct MakeRepairs: Act {
  package let changes: [FileChange]
  package let repaired: [RepairedProblem]

  package init(_ run: RepairRun) {
    changes = run.changes
    repaired = run.repaired.map { RepairedProblem(finding: $0.finding, repair: $0.repair) }
  }

  package func plan(_ plan: inout ActPlan) throws {
    plan.files = plan.workspace.journal.withModes(changes)
    plan.result = .repaired(repaired)
  }
}
