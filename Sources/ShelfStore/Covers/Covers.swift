import ShelfModel
import ShelfSystem

/// The pictures of books that are in a library's folder `covers`.
package struct Covers: Sendable {
  /// A file in the folder that is called as a picture is.
  package struct File: Hashable, Sendable {
    /// The path relative to the library.
    package let path: String
    package let owner: CoverPath.Owner?
    /// Whether it is a file, and no link or pipe, which are never opened.
    package let isRegular: Bool
    /// Bytes.
    package let size: Int

    package init(path: String, owner: CoverPath.Owner?, isRegular: Bool, size: Int) {
      (self.path, self.owner, self.isRegular, self.size) = (path, owner, isRegular, size)
    }
  }

  /// The files, sorted by path.
  package private(set) var files: [File] = []

  package init() {}

  /// Lists the folder; there is nothing in it if it is a link.
  ///
  /// - Parameter root: the library's absolute path.
  package init(at root: String, fileSystem: any FileSystem) {
    let folder = root + "/" + CoverPath.folder
    guard let descriptor = try? fileSystem.open(folder, in: nil, .directory) else { return }
    defer { fileSystem.close(descriptor) }
    guard let entries = try? fileSystem.entries(descriptor, path: folder) else { return }
    for name in entries.compactMap(\.name) {
      let path = CoverPath.folder + "/" + name
      guard CoverPath.isCover(path), let status = (try? fileSystem.status(root + "/" + path)) ?? nil,
        status.type != .directory
      else { continue }
      files.append(
        File(path: path, owner: CoverPath.owner(of: path), isRegular: status.type == .file, size: status.size))
    }
    files.sort { $0.path < $1.path }
  }

  /// Returns the covers of a book; more than one is a mistake. Those of records that were merged into it are its own.
  package func files(of record: Record, _ schema: Schema) -> [File] {
    if files.isEmpty || record.kind != .book { return [] }
    let ids = [record.id] + record.texts(of: schema.formerIDs(of: .book)).compactMap { RecordID($0) }
    return files.filter { file in file.owner.map { ids.contains(where: $0.includes) } ?? false }
  }

  package mutating func add(_ file: File) {
    files.append(file)
    files.sort { $0.path < $1.path }
  }

  /// Returns the covers as they are once files have been taken away.
  package func without(_ isGone: (String) -> Bool) -> Covers {
    var left = self
    left.files.removeAll { isGone($0.path) }
    return left
  }
}
