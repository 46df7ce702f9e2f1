import ShelfModel
import ShelfStore
import ShelfSystem

/// The folder for a site, after checking that shelf may write there.
///
/// shelf accepts a folder that does not exist, is empty, or contains a `PageList`. It refuses folders that contain the
/// library or belong to its data. It also refuses symbolic links inside the library, because another person's library
/// could use them to make shelf overwrite files elsewhere.
package struct SitePlace: Sendable {
  /// The absolute path, with symbolic links resolved.
  package let path: String
  /// The path as the user typed it, for messages.
  package let name: String
  /// The library's absolute path.
  let library: String

  /// Whether the folder is inside the library.
  package var isInLibrary: Bool { path.hasPrefix(library + "/") }

  /// The reason why a folder is refused.
  package enum Refusal: Error, Sendable {
    /// The folder contains the library.
    case holdsLibrary(path: String)
    /// The library stores its own files there.
    case belongsToLibrary(path: String)
    /// A component of the path inside the library is a symbolic link.
    case link(path: String)
    case notAFolder(path: String)
    /// The folder is not empty and was not written by shelf.
    case foreign(path: String)
    /// The folder's list of files cannot be parsed.
    case invalidList(path: String)
    /// git tracks files in the folder, so they may have come with a merge or a clone.
    case tracked(path: String)
    /// The folder may have come with a copy of the library, and this file does not match the folder's list.
    case unlisted(path: String)
    /// Another process is writing to the folder.
    case locked(path: String)
  }

  /// - Parameters:
  ///   - output: the folder as the user typed it, which need not exist.
  ///   - root: the library's absolute path.
  /// - Throws: `Refusal` or `FileError`.
  package init(_ output: String, library root: String, fileSystem: any FileSystem) throws {
    var output = output
    while output.count > 1, output.hasSuffix("/") { output.removeLast() }
    if let link = try fileSystem.link(on: output, inside: root) { throw Refusal.link(path: link) }
    path = try SitePlace.absolute(output, fileSystem)
    name = output
    library = root
    if path == root || root.hasPrefix(path == "/" ? "/" : path + "/") { throw Refusal.holdsLibrary(path: output) }
    if isInLibrary {
      let names = path.dropFirst(root.count + 1).split(separator: "/")
      let own = Kind.allCases.map(\.folder) + [CoverPath.folder, "theme"]
      let isOwn = names.first.map { own.contains(String($0)) } ?? false
      if isOwn || names.contains(where: { $0.hasPrefix(".") }) { throw Refusal.belongsToLibrary(path: output) }
    }
    guard let status = try fileSystem.status(path) else { return }
    guard status.type == .directory else { throw Refusal.notAFolder(path: output) }
    try SitePlace.checkOwner(path, output, fileSystem)
  }

  /// Throws an error unless the folder is empty or contains a list of files.
  ///
  /// Looks for the list last, because another process that has just started to write creates its list before anything
  /// else.
  private static func checkOwner(_ path: String, _ output: String, _ fileSystem: any FileSystem) throws {
    // The folder of a new site may be a git repository, and may contain temporary files from a run that was killed
    // before it wrote the list.
    let isEmpty = try fileSystem.entries(in: path).allSatisfy { entry in
      entry.name.map { $0 == ".git" || SiteWriter.isTemporary($0) } ?? false
    }
    let list = try fileSystem.status(path + "/" + PageList.name)
    if !isEmpty, list == nil { throw Refusal.foreign(path: output) }
    if let list, list.type != .file { throw Refusal.invalidList(path: output + "/" + PageList.name) }
  }

  /// Returns the absolute path with symbolic links resolved. Its last components need not exist.
  private static func absolute(_ path: String, _ fileSystem: any FileSystem) throws -> String {
    var existing = path.isEmpty ? "." : path
    var missing: [String] = []
    while true {
      if let resolved = fileSystem.resolve(existing) {
        return missing.isEmpty ? resolved : (resolved == "/" ? "" : resolved) + "/" + missing.joined(separator: "/")
      }
      // A dangling symbolic link exists, but does not lead to a folder.
      if try fileSystem.status(existing) != nil { throw Refusal.notAFolder(path: path) }
      let slash = existing.lastIndex(of: "/")
      let name = slash.map { String(existing[existing.index(after: $0)...]) } ?? existing
      if name.isEmpty || name == "." || name == ".." { throw Refusal.notAFolder(path: path) }
      missing.insert(name, at: 0)
      existing = slash.map { $0 == existing.startIndex ? "/" : String(existing[..<$0]) } ?? "."
    }
  }
}
