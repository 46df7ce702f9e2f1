import ShelfModel
import ShelfStore
import ShelfSystem

/// The folder that pages are written to, once it is certain that it may be.
package struct SitePlace: Sendable {
  /// The absolute path, without links.
  package let path: String
  /// The path as it was named, for messages.
  package let name: String
  /// The absolute path of the library.
  let library: String

  /// Whether the folder is in the library.
  package var isInLibrary: Bool { path.hasPrefix(library + "/") }

  /// Why a folder is refused.
  package enum Refusal: Error, Sendable {
    /// It is the library, or a folder that the library is in.
    case holdsLibrary(path: String)
    /// The library keeps files of its own there.
    case belongsToLibrary(path: String)
    /// A part of the path in the library is a link.
    case link(path: String)
    case notAFolder(path: String)
    /// It holds files, and nothing tells that this program made them.
    case foreign(path: String)
    /// Its list of files cannot be read.
    case invalidList(path: String)
    /// git tracks a file in it, so a merge or a clone may have brought it.
    case tracked(path: String)
    /// The folder came with a copy of the library, and its list does not match this file.
    case unlisted(path: String)
    /// Another process is writing pages to it.
    case locked(path: String)
  }

  /// - Parameters:
  ///   - output: the folder as it was named; it need not exist.
  ///   - root: the library's absolute path.
  /// - Throws: `Refusal`, `FileError`.
  package init(_ output: String, library root: String, fileSystem: any FileSystem) throws {
    var output = output
    while output.count > 1, output.hasSuffix("/") { output.removeLast() }
    try SitePlace.checkLinks(output, root, fileSystem)
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

  /// A folder that is not empty has to have a list of what the program made in it.
  ///
  /// Looks for the list last, because another process that is writing pages writes the list first.
  private static func checkOwner(_ path: String, _ output: String, _ fileSystem: any FileSystem) throws {
    let folder = try fileSystem.open(path, in: nil, .directory)
    defer { fileSystem.close(folder) }
    // The pages may be kept in a repository of their own, and a run may have been killed before it wrote its list.
    let isEmpty = try fileSystem.entries(folder, path: path).allSatisfy { entry in
      entry.name.map { $0 == ".git" || SiteWriter.isTemporary($0) } ?? false
    }
    let list = try fileSystem.status(path + "/" + PageList.name)
    if !isEmpty, list == nil { throw Refusal.foreign(path: output) }
    if let list, list.type != .file { throw Refusal.invalidList(path: output + "/" + PageList.name) }
  }

  /// Someone else's library may have a link to anywhere in the place of a folder.
  private static func checkLinks(_ output: String, _ root: String, _ fileSystem: any FileSystem) throws {
    var part = output.hasPrefix("/") ? "/" : ""
    for name in output.split(separator: "/") {
      let above = fileSystem.resolve(part.isEmpty ? "." : part) ?? ""
      part += (part.isEmpty || part == "/" ? "" : "/") + name
      if above == root || above.hasPrefix(root + "/"), try fileSystem.status(part)?.type == .link {
        throw Refusal.link(path: part)
      }
    }
  }

  /// Returns a path without links, whose last parts need not exist.
  private static func absolute(_ path: String, _ fileSystem: any FileSystem) throws -> String {
    var existing = path.isEmpty ? "." : path
    var missing: [String] = []
    while true {
      if let resolved = fileSystem.resolve(existing) {
        return missing.isEmpty ? resolved : (resolved == "/" ? "" : resolved) + "/" + missing.joined(separator: "/")
      }
      // A link that leads nowhere is there, and is no folder.
      if try fileSystem.status(existing) != nil { throw Refusal.notAFolder(path: path) }
      let slash = existing.lastIndex(of: "/")
      let name = slash.map { String(existing[existing.index(after: $0)...]) } ?? existing
      if name.isEmpty || name == "." || name == ".." { throw Refusal.notAFolder(path: path) }
      missing.insert(name, at: 0)
      existing = slash.map { $0 == existing.startIndex ? "/" : String(existing[..<$0]) } ?? "."
    }
  }
}
