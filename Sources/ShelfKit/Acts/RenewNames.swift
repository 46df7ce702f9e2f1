import ShelfDoctor
import ShelfModel
import ShelfStore

/// Puts the name of a record in the comments behind references to it that show another one, as doctor does.
///
/// Whatever renames a record does so by itself; this is for one that was renamed by hand.
package struct RenewNames: Act {
  package var id: RecordID

  package init(of id: RecordID) { self.id = id }

  package func plan(_ plan: inout ActPlan) throws {
    var run = plan.workspace.examination(of: plan.library)
    run.repair { finding, _ in
      finding.check.code == Check.staleComment.code && finding.related.contains(id) ? finding.safeRepair : nil
    }
    plan.files = run.changes
    plan.result = .repaired(run.repaired.map { RepairedProblem(finding: $0.finding, repair: $0.repair) })
  }
}
