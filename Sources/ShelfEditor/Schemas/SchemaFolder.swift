import ShelfSystem
import ShelfWording

/// The folder that schemas are written to.
package struct SchemaFolder {
  private let path: String
  private let root: String
  private let files: any FileSystem

  /// What was written.
  package struct Written {
    package let folder: String
    /// How many.
    package let schemas: Int
    package let settings: Settings
  }

  /// The settings of an editor that use the schemas.
  package enum Settings {
    case written(to: String)
    /// There are some already; these would have to be added.
    case there(String, [UInt8])
    /// The folder is none in which the editor looks.
    case elsewhere([UInt8])
  }

  /// - Parameters:
  ///   - path: the folder, from where the program runs.
  ///   - root: the library's absolute path.
  package init(_ path: String, root: String, _ files: any FileSystem) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.root = root
    self.files = files
  }

  /// Writes all schemas, and settings beside them unless there are some.
  ///
  /// - Throws: `CommandError` if the folder leads out of the library, `FileError`.
  package func write(_ schemas: LibrarySchemas) throws -> Written {
    try checkLinks()
    _ = try files.makeDirectories(path)
    for name in LibrarySchemas.names {
      if let text = schemas.text(name) { try replace(path + "/" + name + ".json", text) }
    }
    return Written(folder: path, schemas: LibrarySchemas.names.count, settings: try writeSettings())
  }

  /// A folder in someone else's library may be a link to anywhere.
  private func checkLinks() throws {
    var part = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      let above = files.resolve(part.isEmpty ? "." : part) ?? ""
      part += (part.isEmpty || part == "/" ? "" : "/") + name
      let isInLibrary = above == root || above.hasPrefix(root + "/")
      if isInLibrary, try files.status(part)?.type == .link {
        throw CommandError(.library, "it is a link", path: part)
      }
    }
  }

  private func writeSettings() throws -> Settings {
    let above = path.split(separator: "/").dropLast().last == ".vscode"
    guard above, let folder = files.resolve(path), folder.hasPrefix(root + "/") else {
      return .elsewhere(LibrarySchemas.settings(folder: path))
    }
    let settings = LibrarySchemas.settings(folder: String(folder.dropFirst(root.count + 1)))
    let file = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.endIndex)) + "/settings.json"
    if try files.status(file) != nil { return .there(file, settings) }
    try files.createFile(file, settings, mode: nil, synced: false)
    return .written(to: file)
  }

  private func replace(_ file: String, _ bytes: [UInt8]) throws {
    if let status = try files.status(file), status.type != .file {
      throw CommandError(.library, "it is not a file", path: file)
    }
    try files.replaceFile(file, bytes, mode: nil)
  }
}
