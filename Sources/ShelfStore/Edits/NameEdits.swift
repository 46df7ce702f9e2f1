import ShelfModel
import ShelfText
import YAMLEdit

/// Edits the entries of `names` in `shelf.yaml` and preserves all other bytes.
package enum NameEdits {
  /// The maximum size of a manifest that shelf adds names to, in bytes. It is lower than the limit for reading a
  /// manifest, because every command reads the file.
  private static let limit = 1 << 20

  /// Returns the manifest with additional entries. Entries for names that it already contains are omitted.
  ///
  /// - Returns: the new manifest, and the entries that were added. Entries that would make the manifest too large are
  ///   omitted.
  package static func adding(
    _ entries: [PersonNames.Entry], to manifest: [UInt8]
  ) throws -> (manifest: [UInt8], added: [PersonNames.Entry]) {
    let known = try ManifestReader(manifest, limits: Limits()).names()
    var seen = Set(known.entries.map { Folding.fold($0.name) })
    var size = manifest.count
    var new: [PersonNames.Entry] = []
    for entry in entries where seen.insert(Folding.fold(entry.name)).inserted {
      size += entry.name.utf8.count + entry.form.utf8.count + 10
      if size > limit { break }
      new.append(entry)
    }
    if new.isEmpty { return (manifest, []) }
    var edit = try SettingsEdit(manifest, path: Manifest.fileName)
    try edit.add(new.map { ($0.name, Scalar($0.form)) }, to: "names")
    return (edit.document.bytes, new)
  }

  /// Returns the manifest with the entry of a renamed person under the new name, or unchanged if there is no entry.
  ///
  /// The family name consists of the words at the same positions as before. If the new name already has an entry, or if
  /// shelf would guess the same form, the old entry is removed.
  ///
  /// - Parameter isStated: whether the family name of the new name is stated elsewhere, so that no entry is needed.
  package static func renaming(_ name: String, to new: String, isStated: Bool, in manifest: [UInt8]) throws -> [UInt8] {
    let names = try ManifestReader(manifest, limits: Limits()).names()
    let old = Folding.fold(name)
    let entries = names.entries.filter { Folding.fold($0.name) == old }
    guard let first = entries.first else { return manifest }
    let entry = PersonNames.Entry(name: new, form: form(first.form, of: first.name, renamedTo: new))
    var edit = try SettingsEdit(manifest, path: Manifest.fileName)
    let isKnown = names.entries.contains { Folding.fold($0.name) == Folding.fold(new) && Folding.fold($0.name) != old }
    for other in entries.dropFirst() { try edit.remove(["names", other.name]) }
    if isKnown || isStated || entry.repeatsGuess {
      try edit.remove(["names", first.name])
    } else {
      if first.name != new { try edit.rename(["names", first.name], to: new) }
      if first.form != entry.form { try edit.set(["names", new], to: .scalar(Scalar(entry.form))) }
    }
    return edit.document.bytes
  }

  /// Returns the sort form of a renamed person. If the new name has as many words as the old one, the form consists of
  /// the words of the new name. Otherwise it is usually the old form.
  private static func form(_ form: String, of name: String, renamedTo new: String) -> String {
    let parts = NameParts(sortForm: form)
    let words = new.split(separator: " ").map(String.init)
    let counts = [parts.given, parts.particle, parts.family].map { $0.split(separator: " ").count }
    if parts.isUndivided { return Folding.fold(parts.family) == Folding.fold(name) ? new : form }
    guard parts.suffix.isEmpty, Folding.fold(parts.name) == Folding.fold(name), words.count == counts.reduce(0, +)
    else {
      return form
    }
    return NameParts(
      given: words[..<counts[0]].joined(separator: " "),
      particle: words[counts[0]..<counts[0] + counts[1]].joined(separator: " "),
      family: words[(counts[0] + counts[1])...].joined(separator: " ")
    ).sortForm
  }
}

extension SettingsEdit {
  /// Adds entries to the end of a mapping at the top level, which is created if it does not exist.
  mutating func add(_ entries: [(key: String, value: Scalar)], to key: String) throws(EditError) {
    guard let node = document.node(at: [.key(key)]), document.nodes[node].kind == .mapping else {
      return try set([key], to: .mapping(entries.map { Value.Entry($0.key, .scalar($0.value)) }))
    }
    for (name, value) in entries { try set([key, name], to: .scalar(value)) }
  }
}
