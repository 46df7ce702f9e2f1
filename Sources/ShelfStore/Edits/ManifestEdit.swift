import ShelfModel
import YAMLEdit

/// Edits the accepted problems in `shelf.yaml` and preserves all other bytes.
package enum ManifestEdit {
  /// Returns the manifest with additional accepted problems.
  ///
  /// - Parameter reason: a comment to write after each new problem, or nil for no comment.
  /// - Throws: `EditError.refused` if the manifest cannot be changed without risk.
  package static func accepting(
    _ acceptances: [DoctorSettings.Acceptance], because reason: String?, in manifest: [UInt8]
  ) throws(EditError) -> [UInt8] {
    if let bytes = try? changed(manifest, acceptances, because: reason) { return bytes }
    throw .refused(path: Manifest.fileName, EditRefusal(reason: "its setting “doctor” cannot be extended"))
  }

  /// Returns the new manifest, or nil if it would not be read as intended.
  private static func changed(
    _ manifest: [UInt8], _ acceptances: [DoctorSettings.Acceptance], because reason: String?
  ) throws -> [UInt8]? {
    func accepted(_ bytes: [UInt8]) throws -> [DoctorSettings.Acceptance] {
      try ManifestReader(bytes, limits: Limits()).doctorSettings().accepted
    }
    let present = try accepted(manifest)
    let new = acceptances.filter { !present.contains($0) }
    if new.isEmpty { return manifest }
    var edit = try SettingsEdit(manifest, path: Manifest.fileName)
    try edit.append(new.map { Scalar($0.text, comment: reason) }, to: ["doctor", "accept"])
    return try accepted(edit.document.bytes) == present + new ? edit.document.bytes : nil
  }
}
