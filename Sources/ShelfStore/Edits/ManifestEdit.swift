import ShelfModel
import YAMLEdit

/// Changes settings in `shelf.yaml`, and leaves the rest unchanged.
package enum ManifestEdit {
  /// Returns the manifest with further problems accepted.
  ///
  /// - Parameter reason: a comment for each.
  /// - Throws: `EditError.refused` if the manifest cannot be changed without risk.
  package static func accepting(
    _ acceptances: [DoctorSettings.Acceptance], because reason: String?, in manifest: [UInt8]
  ) throws(EditError) -> [UInt8] {
    if let bytes = try? changed(manifest, acceptances, because: reason) { return bytes }
    throw .refused(path: Manifest.fileName, EditRefusal(reason: "its setting “doctor” cannot be extended"))
  }

  /// Returns the new manifest; nil if it would not read as intended.
  private static func changed(
    _ manifest: [UInt8], _ acceptances: [DoctorSettings.Acceptance], because reason: String?
  ) throws -> [UInt8]? {
    func accepted(_ bytes: [UInt8]) throws -> [DoctorSettings.Acceptance] {
      try ManifestReader(bytes, limits: Limits()).doctorSettings().accepted
    }
    let present = try accepted(manifest)
    let new = acceptances.filter { !present.contains($0) }
    if new.isEmpty { return manifest }
    let bytes = try adding(new, because: reason, to: Document(manifest))
    return try accepted(bytes) == present + new ? bytes : nil
  }

  private static func adding(
    _ acceptances: [DoctorSettings.Acceptance], because reason: String?, to document: Document
  ) throws -> [UInt8] {
    let items = acceptances.map { Scalar($0.text, comment: reason) }
    if document.node(at: ["doctor", "accept"]) != nil {
      return try document.applying(items.map { .append($0, to: ["doctor", "accept"]) }).bytes
    }
    // Next to other settings this adds one; otherwise a new block leaves room for the reasons.
    var bytes = document.bytes
    if let node = document.node(at: ["doctor"]) {
      if let last = document.entries(of: node).last {
        let key = document.text(of: last.key)
        return try document.applying(.insert(key: "accept", .list(items), into: ["doctor"], after: key)).bytes
      }
      bytes = try document.applying(.remove(["doctor"])).bytes
    }
    let list = try Document.make([("accept", .list(items))]).bytes.split(separator: 0x0A).map { "  ".utf8 + $0 }
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    return bytes + Array("doctor:\n".utf8) + list.flatMap { $0 + [0x0A] }
  }
}
