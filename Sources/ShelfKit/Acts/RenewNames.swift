import ShelfDoctor
import ShelfModel

/// Updates comments that show an outdated name of a record after a reference to it, as doctor does.
///
/// An act that renames a record can update the comments itself. This act is for a record that was renamed by hand.
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
