import ShelfModel
import ShelfSystem

/// The covers of books in the `covers` folder of a library.
package struct Covers: Sendable {
  /// A file in the folder whose name is that of a picture.
  package struct File: Hashable, Sendable {
    /// The path relative to the library.
    package let path: String
    package let owner: CoverPath.Owner?
    /// Whether the file is a regular file. Links and pipes are never opened.
    package let isRegular: Bool
    /// The size in bytes.
    package let size: Int
    /// Whether a sparse checkout omits the file from the work tree.
    package fileprivate(set) var isLeftOut = false

    package init(path: String, owner: CoverPath.Owner?, isRegular: Bool, size: Int) {
      (self.path, self.owner, self.isRegular, self.size) = (path, owner, isRegular, size)
    }
  }

  /// The files, sorted by path.
  package private(set) var files: [File]
  /// The paths of copies of the list of fetched covers, sorted.
  package private(set) var sourcesCopies: [String] = []
  /// The indices of the files, grouped by the first eight digits of the ids in their names.
  private let places: [UInt64: [Int]]

  package init(_ files: [File] = []) {
    self.files = files.sorted { $0.path < $1.path }
    var places: [UInt64: [Int]] = [:]
    for (place, file) in self.files.enumerated() {
      if let owner = file.owner { places[owner.start, default: []].append(place) }
    }
    self.places = places
  }

  /// Lists the folder. If it does not exist or is a link, the result contains only the files of `leftOut`.
  ///
  /// - Parameters:
  ///   - root: the library's absolute path.
  ///   - leftOut: the paths of the files that a sparse checkout omits from the work tree.
  /// - Throws: `FileError` if the folder exists but cannot be listed.
  package init(at root: String, fileSystem: any FileSystem, leftOut: Set<String> = []) throws(FileError) {
    let folder = root + "/" + CoverPath.folder
    var files = leftOut.filter(CoverPath.isCover).map { path in
      var file = File(path: path, owner: CoverPath.owner(of: path), isRegular: true, size: 0)
      file.isLeftOut = true
      return file
    }
    guard try fileSystem.status(folder)?.type == .directory else {
      self.init(files)
      return
    }
    var copies: [String] = []
    for name in try fileSystem.entries(in: folder).compactMap(\.name) {
      let path = CoverPath.folder + "/" + name
      if path != CoverPath.sources, CoverPath.isSources(path) { copies.append(path) }
      guard CoverPath.isCover(path), let status = try fileSystem.status(root + "/" + path), status.type != .directory
      else { continue }
      files.append(
        File(path: path, owner: CoverPath.owner(of: path), isRegular: status.type == .file, size: status.size))
    }
    self.init(files)
    sourcesCopies = copies.sorted()
  }

  /// Returns the covers of a book and of the records that were merged into it. If there is more than one, the library
  /// contains a mistake.
  package func files(of record: Record, _ schema: Schema) -> [File] {
    if files.isEmpty || record.kind != .book { return [] }
    let ids = [record.id] + record.texts(of: schema.formerIDs(of: .book)).compactMap { RecordID($0) }
    let found = ids.flatMap { id in
      places[id.high >> 32, default: []].filter { files[$0].owner?.includes(id) ?? false }
    }
    return Set(found).sorted().map { files[$0] }
  }
}
