import ShelfModel
import ShelfSystem
import ShelfText
import YAMLEdit

/// A part of the library whose changes git does not notice, so that they are neither committed nor pushed.
package struct UnseenPlace: Hashable, Sendable {
  /// The path of the file or folder, relative to the library.
  package let path: String
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The folder is a separate repository: a submodule or a nested clone.
    case repository
    /// The file is marked `skip-worktree` or `assume-unchanged` (see git-update-index(1)).
    case marked
  }
}

extension Repository {
  /// Returns the files and folders of the library that have changes that git does not notice.
  ///
  /// A folder with a separate repository is returned even if nothing in it has changed. A file that a sparse checkout
  /// omits is not returned, since it has not changed.
  package func unseenPlaces(_ fileSystem: any FileSystem) throws(GitError) -> [UnseenPlace] {
    var folders = Set(
      try git.read(["ls-files", "-z", "--others", "--"] + syncedPaths).split(separator: 0)
        .filter { $0.last == UInt8(ascii: "/") }.compactMap { path($0.dropLast()) })
    var marked: [(path: String, object: String)] = []
    for entry in try indexEntries(syncedPaths) {
      if entry.mode == Repository.submoduleMode { folders.insert(entry.path) }
      if entry.isMarked { marked.append((entry.path, entry.object)) }
    }
    var changed: [String] = []
    try forEachObject(marked.map(\.object)) { position, bytes in
      let (path, _) = marked[position]
      let now = try? fileSystem.contents(of: top + prefix + path, limit: Limits().bytes)
      if let now, now != bytes { changed.append(path) }
      return true
    }
    return folders.map { UnseenPlace(path: $0, reason: .repository) }.sorted { $0.path < $1.path }
      + changed.map { UnseenPlace(path: $0, reason: .marked) }
  }

  /// Returns the files and folders that prevent git from committing some of these files, or an empty array if it can
  /// commit all of them.
  ///
  /// - Parameter paths: the paths of the files, relative to the library.
  func unseenPlaces(among paths: [String], _ fileSystem: any FileSystem) throws(GitError) -> [UnseenPlace] {
    var found: [UnseenPlace] = []
    var isRepository: [String: Bool] = [:]
    for path in paths {
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        let name = String(folder)
        if isRepository[name] == nil {
          let isOwn = (try? fileSystem.status(top + prefix + name + "/.git")) != nil
          isRepository[name] = isOwn
          if isOwn { found.append(UnseenPlace(path: name, reason: .repository)) }
        }
      }
    }
    let named = paths.count > Repository.namedPaths ? syncedPaths : paths.map { prefix + $0 }
    let wanted = Set(paths)
    for entry in try indexEntries(named) where entry.isSkipped && wanted.contains(entry.path) {
      found.append(UnseenPlace(path: entry.path, reason: .marked))
    }
    return found
  }

  /// Returns the submodule that contains a file, or nil if there is none. The search uses the index, which also lists
  /// submodules that are not checked out.
  func submodule(above path: String) throws(GitError) -> UnseenPlace? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let entries = try indexEntries([prefix + folder])
      if entries.contains(where: { $0.path == folder && $0.mode == Repository.submoduleMode }) {
        return UnseenPlace(path: String(folder), reason: .repository)
      }
    }
    return nil
  }

  /// Returns the paths of the library's files that a sparse checkout omits from the work tree.
  package func leftOutPaths(_ fileSystem: any FileSystem) throws(GitError) -> Set<String> {
    Set(try leftOut(syncedPaths + [prefix + "theme"], fileSystem).map(\.path))
  }

  /// Returns the records that a sparse checkout omits from the work tree, with their contents in git. The contents are
  /// nil if git cannot read them: a partial clone lacks them.
  package func leftOutRecords(_ fileSystem: any FileSystem) throws(GitError) -> [String: [UInt8]?] {
    let entries = try leftOut(recordPaths, fileSystem)
    var contents: [String: [UInt8]?] = [:]
    for entry in entries { contents[entry.path] = .some(nil) }
    do throws(GitError) {
      try forEachObject(entries.map(\.object)) { position, bytes in
        contents[entries[position].path] = .some(bytes)
        return true
      }
    } catch {
      guard case .partialClone = error else { throw error }
    }
    return contents
  }

  private func leftOut(_ paths: [String], _ fileSystem: any FileSystem) throws(GitError) -> [IndexEntry] {
    try indexEntries(paths).filter { $0.isSkipped && (try? fileSystem.status(top + prefix + $0.path)) == nil }
  }

  /// Returns the nearest manifest that git tracks and that is missing from the work tree, or nil if there is none.
  ///
  /// - Parameter isSearching: whether to search the folders above the library, too.
  /// - Returns: the folder of the manifest from the top of the work tree, either "" or a path that ends with `/`, and
  ///   whether a sparse checkout omits the manifest.
  package func missingManifest(
    isSearching: Bool, _ fileSystem: any FileSystem
  ) throws(GitError) -> (folder: String, isLeftOut: Bool)? {
    let parts = prefix.split(separator: "/")
    let folders = (isSearching ? 0 : parts.count)...parts.count
    let names: [String] = folders.reversed().map { count in parts.prefix(count).map { "\($0)/" }.joined() }
    let entries = try moved(to: "").indexEntries(names.map { $0 + Manifest.fileName })
    for name in names {
      let path = name + Manifest.fileName
      guard let entry = entries.first(where: { $0.path == path }) else { continue }
      if (try? fileSystem.status(top + path)) == nil { return (name, entry.isSkipped) }
    }
    return nil
  }

  /// Returns whether files may be missing from the work tree around a folder that are not deleted, because of a sparse
  /// checkout or because they are marked `skip-worktree`. This does not run git.
  package static func mayBeSparse(
    around folder: String, environment: [String: String], _ fileSystem: any FileSystem
  ) -> Bool {
    func isSparse(_ gitFolder: String) -> Bool {
      fileSystem.resolve(gitFolder + "/info/sparse-checkout") != nil || mayMarkFiles(inIndexOf: gitFolder, fileSystem)
    }
    if let own = environment["GIT_DIR"] { return isSparse(own) }
    var place = folder
    while true {
      let path = place == "/" ? "/.git" : place + "/.git"
      if let status = try? fileSystem.status(path) {
        guard status.type == .file, let bytes = try? fileSystem.contents(of: path, limit: 1 << 16) else {
          return isSparse(path)
        }
        // In a linked work tree or a submodule, `.git` is a file that names the git folder.
        let named = String(decoding: bytes, as: UTF8.self).trimmed
        guard named.hasPrefix("gitdir:") else { return false }
        let own = named.dropFirst("gitdir:".count).trimmed
        return isSparse(own.hasPrefix("/") ? own : place + "/" + own)
      }
      guard place != "/", let slash = place.lastIndex(of: "/") else { return false }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
  }

  /// Returns whether the index may mark files as `skip-worktree`, which version 2, the usual one, cannot do: see
  /// gitformat-index(5). If the index is split, the version of its other file matters too.
  private static func mayMarkFiles(inIndexOf gitFolder: String, _ fileSystem: any FileSystem) -> Bool {
    let path = gitFolder + "/index"
    guard let file = try? fileSystem.open(path, in: nil, .read) else { return false }
    defer { fileSystem.close(file) }
    guard let header = try? fileSystem.start(of: file, count: 8, path: path), header.count == 8 else { return false }
    if header[7] > 2 { return true }
    let entries = (try? fileSystem.entries(in: gitFolder)) ?? []
    return entries.contains { $0.name?.hasPrefix("sharedindex.") ?? false }
  }

  private static let submoduleMode = "160000"

  /// A file in git's index.
  private struct IndexEntry {
    let path: String
    let mode: String
    let object: String
    /// Whether the file is marked `skip-worktree`.
    let isSkipped: Bool
    /// Whether the file is marked `skip-worktree` or `assume-unchanged`.
    let isMarked: Bool
  }

  private func indexEntries(_ paths: [String]) throws(GitError) -> [IndexEntry] {
    try git.read(["ls-files", "-v", "--stage", "-z", "--"] + paths).split(separator: 0).compactMap { line in
      // The line consists of the status tag, the mode, the object name and the stage, followed by a tab and the path.
      guard let tab = line.firstIndex(of: 0x09), let path = path(line[(tab + 1)...]) else { return nil }
      let words = line[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 4, let mark = words[0].unicodeScalars.first else { return nil }
      return IndexEntry(
        path: path, mode: words[1], object: words[2], isSkipped: mark == "S" || mark == "s",
        isMarked: mark == "S" || mark.properties.isLowercase)
    }
  }
}
