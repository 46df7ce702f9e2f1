import ShelfSystem
import ShelfWording

/// Writes the schemas to a folder, and the editor settings to a file next to it.
package struct SchemaFolder {
  private let path: String
  private let root: String
  private let files: any FileSystem

  package struct WriteResult {
    package let folder: String
    /// The number of schemas.
    package let schemas: Int
    package let settings: Settings
  }

  /// The editor settings that associate the schemas with files.
  package enum Settings {
    case written(to: String)
    /// The settings file already exists, so the user has to add these settings manually.
    case there(String, [UInt8])
    /// The schema folder is in a place where the editor does not look for settings.
    case elsewhere([UInt8])
  }

  /// - Parameters:
  ///   - path: the folder, relative to the working directory.
  ///   - root: the library's absolute path.
  package init(_ path: String, root: String, _ files: any FileSystem) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.root = root
    self.files = files
  }

  /// Writes all schemas, and the editor settings unless their file already exists.
  ///
  /// - Throws: `CommandError` if a component of the folder's path inside the library is a symbolic link, or
  ///   `FileError`.
  package func write(_ schemas: LibrarySchemas) throws -> WriteResult {
    // Another person's library could link to any folder.
    if let link = try files.link(on: path, inside: root) {
      throw CommandError(.library, "this is a link", path: link)
    }
    _ = try files.makeDirectories(path)
    for name in LibrarySchemas.names {
      if let text = schemas.text(name) { try replace(path + "/" + name + ".json", text) }
    }
    return WriteResult(folder: path, schemas: LibrarySchemas.names.count, settings: try writeSettings())
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
      throw CommandError(.library, "this is not a file", path: file)
    }
    try files.replaceFile(file, bytes, mode: nil)
  }
}
