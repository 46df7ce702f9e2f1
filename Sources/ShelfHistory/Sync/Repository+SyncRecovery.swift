import ShelfModel
import ShelfSystem
import YAMLEdit

/// What became of a sync that was killed while git merged.
package enum SyncRecovery: Sendable {
  /// The merge was complete.
  case finished
  /// It was not, and its files were taken back.
  case takenBack(count: Int)
}

extension Repository {
  /// Finishes or takes back what a sync that was killed has left behind.
  ///
  /// It touches a file only if it is what the merge wrote, in whole or in part, and only if the repository is where the
  /// sync noted that it was. Locks of git are left to their owner.
  ///
  /// - Returns: nil if there is nothing left of a sync.
  /// - Throws: `SyncError.lock` if git left its lock behind, `SyncError.interrupted` if files were changed since.
  package func recoverSync(_ fileSystem: any FileSystem) throws(SyncError) -> SyncRecovery? {
    let path = try gitPath(SyncMarker.fileName)
    guard let bytes = try? fileSystem.contents(of: path, limit: 1 << 20) else { return nil }
    guard let marker = SyncMarker(bytes) else {
      try remove(path, fileSystem)
      return nil
    }
    let merging = try ask(["rev-parse", "--verify", "--quiet", "MERGE_HEAD"])
    guard head == marker.ours else {
      let isDone = try holdsMerge(marker)
      if isDone || merging == nil { removeMergeFiles(except: marker.others, fileSystem) }
      if isDone, merging == marker.theirs { _ = try perform(.merge, ["merge", "--quit"]) }
      try remove(path, fileSystem)
      return isDone ? .finished : nil
    }
    // Someone merges something else.
    if let merging, merging != marker.theirs {
      try remove(path, fileSystem)
      return nil
    }
    let lock = try gitPath("index.lock")
    if fileSystem.resolve(lock) != nil { throw .lock(path: lock) }
    let count = try takeBack(try changes(of: marker, fileSystem), marker, isMerging: merging != nil, fileSystem)
    removeMergeFiles(except: marker.others, fileSystem)
    try remove(path, fileSystem)
    return count == 0 && merging == nil ? nil : .takenBack(count: count)
  }

  /// Removes the files in which git hands versions to a merge driver, and which it leaves behind if it is killed.
  private func removeMergeFiles(except others: [String], _ fileSystem: any FileSystem) {
    for name in mergeFiles(fileSystem) where !others.contains(name) {
      if (try? fileSystem.status(top + name))?.type == .file { try? fileSystem.remove(top + name) }
    }
  }

  private func mergeFiles(_ fileSystem: any FileSystem) -> [String] {
    guard let folder = try? fileSystem.open(top, in: nil, .directory) else { return [] }
    defer { fileSystem.close(folder) }
    let entries = (try? fileSystem.entries(folder, path: top)) ?? DirectoryEntries()
    return entries.compactMap(\.name).filter(SyncMarker.isMergeFile).sorted()
  }

  /// Notes down that a merge begins.
  func mark(_ marker: SyncMarker, _ fileSystem: any FileSystem) throws(SyncError) {
    let path = try gitPath(SyncMarker.fileName)
    try? fileSystem.remove(path)
    var marker = marker
    marker.others = mergeFiles(fileSystem)
    do throws(FileError) {
      try fileSystem.createFile(path, marker.bytes, mode: nil, synced: true)
    } catch {
      throw .git(.file(error))
    }
  }

  /// Notes down that the merge is over.
  func unmark(_ fileSystem: any FileSystem) throws(SyncError) {
    try remove(try gitPath(SyncMarker.fileName), fileSystem)
  }

  private func remove(_ path: String, _ fileSystem: any FileSystem) throws(SyncError) {
    do throws(FileError) {
      try fileSystem.remove(path)
    } catch  where error.code != FileError.notFound {
      throw .git(.file(error))
    } catch {}
  }

  /// Returns the absolute path of a file in git's folder.
  func gitPath(_ name: String) throws(SyncError) -> String {
    let path = try ask(["rev-parse", "--git-path", name]) ?? ""
    return path.hasPrefix("/") ? path : top + path
  }

  /// Returns whether what is checked out is what the merge was to make.
  private func holdsMerge(_ marker: SyncMarker) throws(SyncError) -> Bool {
    if head == marker.theirs { return true }
    guard let head else { return false }
    let names = try ask(["rev-list", "--parents", "--max-count=1", head, "--"]) ?? ""
    return names.split(separator: " ").dropFirst().map(String.init) == [marker.ours, marker.theirs]
  }

  // MARK: - The files

  /// A file that the merge changes.
  private struct MergeFile {
    let path: String
    /// What it holds before and after; nil if there is none, or it cannot be compared.
    var old: [UInt8]?
    var new: [UInt8]?
    let existed: Bool
    let isMade: Bool
  }

  /// Returns what the merge does to the files, with conflicts as it leaves them in the files.
  private func changes(of marker: SyncMarker, _ fileSystem: any FileSystem) throws(SyncError) -> [MergeFile] {
    // Older versions of git cannot tell.
    let made = marker.tree == nil ? try mergedTree(of: marker, fileSystem) : marker.tree
    guard let tree = made else { throw .interrupted(paths: []) }
    let raw = try syncing { () throws(GitError) in
      try rawChanges(["diff-tree", "-r"] + Git.rawOutput + [marker.ours, tree, "--"])
    }
    var files: [MergeFile] = []
    var names: [(file: Int, isNew: Bool, name: String)] = []
    var (dirty, unnamed): (Set<[UInt8]>?, [String]) = (nil, [])
    for change in raw {
      guard let path = String(validating: change.path, as: UTF8.self) else {
        if dirty == nil { dirty = try changedPaths(["diff"], [marker.ours]) }
        if dirty?.contains(Array(change.path)) ?? false { unnamed.append(String(decoding: change.path, as: UTF8.self)) }
        continue
      }
      if change.old.isFile, let name = change.old.contents { names.append((files.count, false, name)) }
      if change.new.isFile, let name = change.new.contents { names.append((files.count, true, name)) }
      files.append(
        MergeFile(path: path, old: nil, new: nil, existed: change.old.mode != 0, isMade: change.new.mode != 0))
    }
    if !unnamed.isEmpty { throw .interrupted(paths: unnamed) }
    try syncing { () throws(GitError) in
      try forEachObject(names.map(\.name)) { position, bytes in
        let (file, isNew, _) = names[position]
        if isNew { files[file].new = bytes } else { files[file].old = bytes }
        return true
      }
    }
    return files
  }

  /// Returns the name of the tree that git makes of the two commits; nil if it cannot.
  private func mergedTree(of marker: SyncMarker, _ fileSystem: any FileSystem) throws(SyncError) -> String? {
    let words =
      try mergeOptions(fileSystem) + ["merge-tree", "--write-tree", "-z", "--no-messages", marker.ours, marker.theirs]
    // As `git merge` does, so that a merge driver settles what it settled then.
    let variables = ["GITHEAD_" + marker.theirs: marker.theirs, MergePolicy.folderVariable: prefix]
    let answer = try syncing { () throws(GitError) in try git.write(words, with: variables) }
    return try mergedTree(answer)?.name
  }

  /// Puts back the files that the merge has changed; returns how many.
  private func takeBack(
    _ files: [MergeFile], _ marker: SyncMarker, isMerging: Bool, _ fileSystem: any FileSystem
  ) throws(SyncError) -> Int {
    var (foreign, made): ([String], [String]) = ([], [])
    var count = 0
    for file in files {
      switch state(of: file, at: top + file.path, fileSystem) {
      case .before: break
      case .merged:
        count += 1
        if !file.existed { made.append(file.path) }
      case .foreign: foreign.append(file.path)
      }
    }
    if !foreign.isEmpty { throw .interrupted(paths: foreign.sorted()) }
    try syncing { () throws(GitError) in try checkSpecialFiles(beside: files.map(\.path), fileSystem) }
    // New files go first: git needs room for its index if the disk is full.
    for path in made {
      try remove(top + path, fileSystem)
      removeEmptyFolders(above: path, fileSystem)
    }
    // The index may hold more of the merge than the files.
    let input = ["--pathspec-from-file=-", "--pathspec-file-nul"]
    try perform(["restore", "--source=" + marker.ours, "--staged", "--worktree"] + input, on: files.filter(\.existed))
    let new = files.filter { !$0.existed }
    try perform(["rm", "--cached", "--quiet", "--force", "--ignore-unmatch"] + input, on: new)
    if isMerging { _ = try perform(.merge, ["merge", "--quit"]) }
    return count
  }

  private enum FileState { case before, merged, foreign }

  /// Returns whether a file is as it was before the merge, or what the merge wrote: git removes a file before it writes
  /// the new one, and may be killed in the middle of that.
  private func state(of file: MergeFile, at path: String, _ fileSystem: any FileSystem) -> FileState {
    guard let status = try? fileSystem.status(path) else { return file.existed ? .merged : .before }
    guard status.type == .file, let bytes = try? fileSystem.contents(of: path, limit: Limits().bytes) else {
      return .foreign
    }
    if file.existed, bytes == file.old { return .before }
    if file.isMade, let new = file.new, new.starts(with: bytes) { return .merged }
    return .foreign
  }

  private func removeEmptyFolders(above path: String, _ fileSystem: any FileSystem) {
    var parts = path.split(separator: "/").dropLast()
    while !parts.isEmpty, (try? fileSystem.removeDirectory(top + parts.joined(separator: "/"))) != nil {
      parts.removeLast()
    }
  }

  private func perform(_ words: [String], on files: [MergeFile]) throws(SyncError) {
    if files.isEmpty { return }
    let input = files.flatMap { [UInt8](":(top,literal)\($0.path)".utf8) + [0] }
    let result = try syncing { () throws(GitError) in try git.write(words, input: input) }
    if result.status == 0 { return }
    throw .failed(step: .merge, message: String(decoding: result.errors + result.output, as: UTF8.self).trimmed)
  }
}
