import ShelfModel
import ShelfSystem
import YAMLEdit

/// The file `covers/SOURCES.yaml`, which records the fetched covers and the source of each.
///
/// Covers that the file does not list are the user's own. The difference matters when a library is published, because
/// fetched covers are someone else's work.
package struct CoverSources {
  private let old: [UInt8]?
  private var edit: SettingsEdit

  private static let head =
    "# Covers that were fetched, and from where. Those that are not here are the reader's own.\n"
  package static let maxBytes = 4 << 20

  /// Reads the file.
  ///
  /// - Parameter path: the path of the file, or of a copy of it, relative to the library.
  /// - Throws: `EditError.refused` if the file is empty or not a YAML mapping, or `FileError` if it cannot be read.
  package init(at root: String, _ path: String = CoverPath.sources, fileSystem: any FileSystem) throws {
    let file = root + "/" + path
    old =
      try fileSystem.status(file) == nil ? nil : fileSystem.contents(of: file, limit: CoverSources.maxBytes)
    // shelf never writes an empty file, so the file has lost its contents, for example on a full disk.
    if old?.isEmpty ?? false { throw EditError.refused(path: path, EditRefusal(reason: "the file is empty")) }
    edit = try SettingsEdit(old ?? Array(CoverSources.head.utf8), path: path)
    try CoverSources.check(edit.document)
  }

  /// Checks that the file is a mapping whose keys are the names of covers. Any other file is refused, because it may
  /// have been meant to list covers in some other form.
  private static func check(_ document: Document) throws(EditError) {
    guard let root = document.node(at: []), !document.isNull(root), document.text(of: root) != "" else { return }
    let isMap = document.nodes[root].kind == .mapping
    let wrong = isMap ? document.entries(of: root).map(\.key).first { document.text(of: $0) == nil } : root
    guard let wrong else { return }
    let refusal = EditRefusal(
      reason: "each line must name a cover and what is known of it", offset: document.nodes[wrong].range.lowerBound)
    throw .refused(path: CoverPath.sources, refusal)
  }

  /// Records the source of a cover, or removes the cover from the file if the address is nil, because the cover is then
  /// the user's own.
  package mutating func set(_ path: String, address: String?, day: CalendarDate) throws(EditError) {
    let name = CoverSources.name(path)
    guard let address else { return try remove(path) }
    try edit.set(
      [name],
      to: .mapping([
        Value.Entry("address", .scalar(Scalar(address))),
        Value.Entry("day", .scalar(Scalar(day.description, form: .literal))),
      ]))
  }

  /// Removes a cover from the file.
  package mutating func remove(_ path: String) throws(EditError) {
    let name = CoverSources.name(path)
    if edit.document.node(at: [.key(name)]) != nil { try edit.remove([name]) }
  }

  private var names: [String] {
    edit.document.node(at: []).map { edit.document.entries(of: $0).compactMap { edit.document.text(of: $0.key) } } ?? []
  }

  /// The covers that the file lists. They may have been renamed since the file was written, but still belong to the
  /// same books.
  package var covers: Covers {
    Covers(
      names.map { name in
        let path = CoverPath.folder + "/" + (name.split(separator: "/").last ?? "")
        return Covers.File(path: path, owner: CoverPath.owner(of: path), isRegular: true, size: 0)
      })
  }

  /// Returns the address that a cover was fetched from, or nil if the file does not list the cover.
  package func address(of path: String) -> String? {
    edit.document.node(at: [.key(CoverSources.name(path)), .key("address")]).flatMap { edit.document.text(of: $0) }
  }

  /// The change to the file, or nil if there is none.
  package var change: FileChange? {
    let isEmpty = names.isEmpty
    if isEmpty, old == nil { return nil }
    // Without covers, at most the header remains, so the file is deleted.
    let new = isEmpty ? nil : edit.document.bytes
    return new == old ? nil : FileChange(path: CoverPath.sources, old: old, new: new)
  }

  private static func name(_ path: String) -> String { String(path.dropFirst(CoverPath.folder.count + 1)) }
}
