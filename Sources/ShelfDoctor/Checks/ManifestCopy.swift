import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let manifestCopy = Check(
    "manifest-copy", .warning, "a copy of shelf.yaml or SOURCES.yaml",
    reason: """
      Usually, a program that synchronizes folders, an editor or git made the copy. No command reads a copy of \
      shelf.yaml, so its settings have no effect unless shelf.yaml also has them. The covers in a copy of \
      covers/SOURCES.yaml count as fetched.
      """,
    example: "shelf.sync-conflict-20261121-101500-ABCDEFG.yaml",
    repair: """
      Deletes the copy. If its contents differ from the original, this repair is not made automatically; you must \
      choose it.
      """,
    .library { check, examination in
      examination.manifestCopies.map { copy in
        let isManifest = !copy.path.hasPrefix(CoverPath.folder + "/")
        let name = isManifest ? Manifest.fileName : CoverPath.sources
        let original =
          isManifest ? examination.library.manifest.source : examination.covers.contents(of: CoverPath.sources) ?? []
        let deletion = [Repair.Step.write(path: copy.path, old: copy.source, new: nil)]
        if copy.source == original {
          return Finding(
            check, path: copy.path, "a copy of \(name) with the same contents",
            repairs: [Repair("delete", "delete the copy", .consent, deletion)])
        }
        var difference = ", which is not valid YAML"
        if let keys = differingKeys(copy.source, original) {
          let listed =
            keys.prefix(8).joined(separator: ", ") + (keys.count > 8 ? " and \((keys.count - 8).grouped) more" : "")
          difference = keys.isEmpty ? "" : ", which differs in \(listed)"
        }
        return Finding(
          check, path: copy.path, "a copy of \(name)" + difference,
          advice:
            "copy the \(isManifest ? "settings" : "covers") that you want to keep into \(name), then delete the copy",
          repairs: [Repair("delete", "delete the copy, and leave \(name) unchanged", .choice, deletion)])
      }
    })

  /// Returns the keys of the settings that differ between two files, or that only one of them has. Returns nil if the
  /// copy is not valid YAML.
  private static func differingKeys(_ copy: [UInt8], _ manifest: [UInt8]) -> [String]? {
    guard let copy = try? Document(copy) else { return nil }
    guard let manifest = try? Document(manifest) else { return [] }
    func values(_ document: Document) -> [(key: String, text: String)] {
      guard let root = document.node(at: []) else { return [] }
      return document.entries(of: root).map { key, value in
        (document.text(of: key) ?? "", String(decoding: document.bytes[document.nodes[value].range], as: UTF8.self))
      }
    }
    let (theirs, ours) = (values(copy), values(manifest))
    func differs(_ value: (key: String, text: String), from others: [(key: String, text: String)]) -> Bool {
      !others.contains { $0.key == value.key && $0.text == value.text }
    }
    let changed = theirs.filter { differs($0, from: ours) }.map(\.key)
    return changed + ours.filter { differs($0, from: theirs) }.map(\.key).filter { !changed.contains($0) }
  }
}
