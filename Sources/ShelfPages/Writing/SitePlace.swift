import ShelfModel
import ShelfStore
import ShelfSystem

/// The folder that pages are written to, once it is certain that it may be.
package struct SitePlace: Sendable {
  /// The absolute path, without links.
  package let path: String

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
    if path == root || root.hasPrefix(path == "/" ? "/" : path + "/") { throw Refusal.holdsLibrary(path: output) }
    if path.hasPrefix(root + "/") {
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
  private static func checkOwner(_ path: String, _ output: String, _ fileSystem: any FileSystem) throws {
    if let list = try fileSystem.status(path + "/" + PageList.name) {
      guard list.type == .file else { throw Refusal.invalidList(path: output + "/" + PageList.name) }
      return
    }
    let folder = try fileSystem.open(path, in: nil, .directory)
    defer { fileSystem.close(folder) }
    // The pages may be kept in a repository of their own, and a run may have been killed before it wrote its list.
    let known = [".git", SiteWriter.newName, PageList.name + ".new"]
    let isEmpty = try fileSystem.entries(folder, path: path).allSatisfy { $0.name.map(known.contains) ?? false }
    if !isEmpty { throw Refusal.foreign(path: output) }
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
