import ShelfModel
import ShelfSystem
import YAMLEdit

/// Searches the library's folder for records outside the kinds' folders, which the loader does not read.
struct StrayScanner {
  let fileSystem: any FileSystem
  /// The library's absolute path.
  let root: String
  let limits: Limits

  /// The maximum depth of the search outside the kinds' folders.
  private static let depth = 8

  /// Returns the YAML files with an id, sorted by path. Skips folders that start with a dot, and other libraries.
  func scan() -> [StrayFile] {
    var strays: [StrayFile] = []
    scan("", depth: 0, &strays)
    return strays.sorted { $0.path < $1.path }
  }

  private func scan(_ folder: String, depth: Int, _ strays: inout [StrayFile]) {
    guard depth <= StrayScanner.depth, let entries = entries(folder) else { return }
    if !folder.isEmpty, entries.contains(where: { $0.name == Manifest.fileName }) { return }
    for entry in entries {
      guard let name = entry.name, name.utf8.first != UInt8(ascii: ".") else { continue }
      let path = folder.isEmpty ? name : folder + "/" + name
      if path == Manifest.fileName || Kind.allCases.contains(where: { $0.folder == path }) { continue }
      switch entry.type ?? ((try? fileSystem.status(root + "/" + path))?.type) {
      case .directory: scan(path, depth: depth + 1, &strays)
      case .file where RecordFile.isName(name) || RecordFile.isNameInCapitals(name):
        guard let source = try? fileSystem.contents(of: root + "/" + path, limit: limits.bytes),
          let document = try? Document(source, limits: limits),
          let id = document.node(at: [.key(Field.idKey)]).flatMap({ document.text(of: $0) }).flatMap({ RecordID($0) })
        else { continue }
        strays.append(StrayFile(path: path, source: source, id: id))
      default: continue
      }
    }
  }

  /// Returns the files at the top level whose names resemble the temporary files of git's `ll_merge`.
  func mergeLeftovers() -> [String] {
    entries("")?.compactMap(\.name).filter { $0.hasPrefix(".merge_file_") }.sorted() ?? []
  }

  /// Returns the copies of a file in the same folder, sorted by path.
  func copies(of original: String) -> [(path: String, source: [UInt8])] {
    let folder = original.lastIndex(of: "/").map { String(original[..<$0]) } ?? ""
    let names = entries(folder)?.compactMap(\.name) ?? []
    let paths = names.map { folder.isEmpty ? $0 : folder + "/" + $0 }
    return paths.filter { RecordPath.isCopy($0, of: original) }.sorted().compactMap { path in
      guard let source = try? fileSystem.contents(of: root + "/" + path, limit: limits.bytes) else { return nil }
      guard let document = try? Document(source, limits: limits) else {
        return UnreadableFile.statedID(in: source) == nil ? (path, source) : nil
      }
      guard let node = document.node(at: []), document.nodes[node].kind == .mapping,
        document.node(at: [.key(Field.idKey)]) == nil
      else { return nil }
      return (path, source)
    }
  }

  private func entries(_ folder: String) -> [DirectoryEntry]? {
    try? fileSystem.entries(in: folder.isEmpty ? root : root + "/" + folder)
  }
}

extension Library {
  /// Returns the files outside the kinds' folders that look like records.
  package func strays(_ fileSystem: any FileSystem) -> [StrayFile] {
    StrayScanner(fileSystem: fileSystem, root: root, limits: Limits()).scan()
  }

  /// Returns the copies of the manifest and of the list of fetched covers.
  package func manifestCopies(_ fileSystem: any FileSystem) -> [(path: String, source: [UInt8])] {
    let scanner = StrayScanner(fileSystem: fileSystem, root: root, limits: Limits())
    return scanner.copies(of: Manifest.fileName) + scanner.copies(of: CoverPath.sources)
  }

  /// Returns the temporary files that a killed `git merge` left behind, sorted by name.
  package func mergeLeftovers(_ fileSystem: any FileSystem) -> [String] {
    StrayScanner(fileSystem: fileSystem, root: root, limits: Limits()).mergeLeftovers()
  }
}
