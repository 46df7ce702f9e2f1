import ShelfDoctor
import ShelfModel
import ShelfStore
import YAMLEdit

/// Adds problems to the list of accepted problems in `shelf.yaml`.
package struct AcceptProblems: Act {
  package var findings: [Finding]
  package var reason: String?

  package init(_ findings: [Finding], reason: String?) {
    (self.findings, self.reason) = (findings, reason)
  }

  package func plan(_ plan: inout ActPlan) throws {
    let old = try plan.manifestSource()
    let new = try ManifestEdit.accepting(
      findings.map { DoctorSettings.Acceptance($0) }, because: reason, in: old)
    plan.manifest = FileChange(path: Manifest.fileName, old: old, new: new)
    plan.result = .accepted(
      findings.map { AcceptedProblem(code: $0.check.code, path: $0.path, message: $0.message) }, reason: reason)
  }
}

extension ActPlan {
  /// Returns the manifest's current contents on the disk.
  func manifestSource() throws -> [UInt8] {
    try host.fileSystem.contents(of: library.root + "/" + Manifest.fileName, limit: Limits().bytes)
  }

  /// Plans an edit to the manifest, which is applied after the edits already planned.
  mutating func replaceManifest(_ body: (inout SettingsEdit) throws -> Void) throws {
    let source = try manifest?.old ?? manifestSource()
    var edit = try SettingsEdit(manifest?.new ?? source, path: Manifest.fileName)
    try body(&edit)
    manifest = FileChange(path: Manifest.fileName, old: source, new: edit.document.bytes)
  }
}
