import ShelfModel
import ShelfSystem
import YAMLEdit

/// Looks for records outside the kinds' folders, where they are not read.
struct StrayScanner {
  let fileSystem: any FileSystem
  /// The library's absolute path.
  let root: String
  let limits: Limits

  /// How deep folders that are not the library's own are searched.
  private static let depth = 8

  /// Returns the YAML files with an id, sorted by path; folders that start with a dot and other libraries are skipped.
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

  /// Returns the files at the top of the library that are called as git's `ll_merge` calls its own.
  func mergeLeftovers() -> [String] {
    entries("")?.compactMap(\.name).filter { $0.hasPrefix(".merge_file_") }.sorted() ?? []
  }

  private func entries(_ folder: String) -> DirectoryEntries? {
    let path = folder.isEmpty ? root : root + "/" + folder
    guard let descriptor = try? fileSystem.open(path, in: nil, .directory) else { return nil }
    defer { fileSystem.close(descriptor) }
    return try? fileSystem.entries(descriptor, path: path)
  }
}

extension Library {
  /// Returns the files outside the kinds' folders that look like records.
  package func strays(_ fileSystem: any FileSystem) -> [StrayFile] {
    StrayScanner(fileSystem: fileSystem, root: root, limits: Limits()).scan()
  }

  /// Returns the temporary files that git makes for a merge, sorted: one that was killed leaves them behind.
  package func mergeLeftovers(_ fileSystem: any FileSystem) -> [String] {
    StrayScanner(fileSystem: fileSystem, root: root, limits: Limits()).mergeLeftovers()
  }
}
