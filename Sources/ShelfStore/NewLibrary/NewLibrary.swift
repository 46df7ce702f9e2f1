import ShelfModel
import ShelfSystem
import YAMLEdit

/// The initial files of a new library.
package struct NewLibrary {
  /// The paths of the files that every library starts with.
  package static let files = [Manifest.fileName, ".gitignore", ".gitattributes"]

  private let fileSystem: any FileSystem
  /// The absolute path of the library's folder, which exists.
  private let root: String

  package init(at root: String, fileSystem: any FileSystem) {
    self.root = root
    self.fileSystem = fileSystem
  }

  /// Returns the changes that turn the folder into a library. Existing files only get the lines that they lack.
  ///
  /// - Parameter name: the library's name, for a new manifest.
  package func changes(name: String) throws(FileError) -> [FileChange] {
    let manifest = "format: \(Manifest.format)\nname: \(NewLibrary.scalar(name))\n"
    var changes: [FileChange] = []
    if try fileSystem.status(root + "/" + Manifest.fileName) == nil {
      changes.append(FileChange(path: Manifest.fileName, old: nil, new: Array(manifest.utf8)))
    }
    let ignored = ["# The state that shelf keeps for itself.", ".shelf/"]
    let patterns =
      ["/" + Manifest.fileName]
      + Kind.allCases.flatMap { kind in ["yaml", "yml"].map { "/\(kind.folder)/**/*.\($0)" } }
    let attributes =
      ["# Line ends stay as they are; records are merged and shown field by field where shelf is set up for it."]
      + patterns.map { "\($0) -text merge=shelf diff=shelf" }
    for (path, lines) in [(".gitignore", ignored), (".gitattributes", attributes)] {
      if let change = try appending(lines, to: path) { changes.append(change) }
    }
    return changes
  }

  /// Returns the change that adds missing lines to a file, together with the comments, or nil if no lines are missing.
  private func appending(_ lines: [String], to path: String) throws(FileError) -> FileChange? {
    guard try fileSystem.status(root + "/" + path) != nil else {
      return FileChange(path: path, old: nil, new: Array((lines.joined(separator: "\n") + "\n").utf8))
    }
    let old = try fileSystem.contents(of: root + "/" + path, limit: 1 << 20)
    let present = Set(old.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) })
    let missing = lines.filter { !$0.hasPrefix("#") && !present.contains($0) }
    if missing.isEmpty { return nil }
    let added = lines.filter { $0.hasPrefix("#") && !present.contains($0) } + missing
    let start = old.isEmpty || old.last == 0x0A ? "" : "\n"
    return FileChange(path: path, old: old, new: old + Array((start + added.joined(separator: "\n") + "\n").utf8))
  }

  /// Returns the name as a YAML scalar for the manifest.
  private static func scalar(_ name: String) -> String {
    let line = try? Document.bytes(of: [("name", .scalar(Scalar(name)))])
    let text = line.map { String(decoding: $0, as: UTF8.self) } ?? "name: Library\n"
    return String(text.dropFirst("name: ".count).dropLast())
  }
}
