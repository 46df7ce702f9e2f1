import ShelfModel
import ShelfSystem
import YAMLEdit

/// The outcome of recovering from a sync that was killed during a merge.
package enum SyncRecovery: Sendable {
  /// The merge had been completed.
  case finished
  /// The merge was incomplete, and its changes to this number of files were undone.
  case undone(count: Int)
}

extension Repository {
  /// Finishes or undoes the merge of a sync that was killed.
  ///
  /// A marker in git's folder shows that a merge was started and not finished. If HEAD has moved to the merge commit,
  /// the merge was complete, and only leftover files are removed. If HEAD has moved anywhere else, the user has taken
  /// over, and the marker is deleted. If HEAD has not moved, the merge is undone: every file that differs between the
  /// old commit and the merged tree must be either unchanged or, completely or in part, what the merge wrote. New files
  /// are then deleted, and the other files are restored together with the index. If a file is in any other state, the
  /// user has edited it since, and nothing is touched. Files are restored only if the disk has room for them, because
  /// git would otherwise leave them empty. A lock of git is never removed, since a git process may still be running.
  ///
  /// - Returns: nil if there was nothing to recover.
  /// - Throws: `SyncError.lock` if a lock of git exists, `SyncError.interrupted` if files were changed since the
  ///   merge.
  package func recoverSync(_ fileSystem: any FileSystem) throws(SyncError) -> SyncRecovery? {
    let path = try gitPath(SyncMarker.fileName)
    guard fileSystem.resolve(path) != nil else { return nil }
    guard let marker = try marker(fileSystem) else {
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
    // The user is merging something else.
    if let merging, merging != marker.theirs {
      try remove(path, fileSystem)
      return nil
    }
    let lock = try gitPath("index.lock")
    if fileSystem.resolve(lock) != nil { throw .lock(path: lock) }
    if merging == nil, try isUntouched(marker, fileSystem) {
      removeMergeFiles(except: marker.others, fileSystem)
      try remove(path, fileSystem)
      return nil
    }
    try makeRoom(for: marker, fileSystem)
    let count = try undo(try changes(of: marker, fileSystem), marker, isMerging: merging != nil, fileSystem)
    removeMergeFiles(except: marker.others, fileSystem)
    try remove(path, fileSystem)
    return count == 0 && merging == nil ? nil : .undone(count: count)
  }

  /// Removes the temporary files that git creates for the merge driver and leaves behind if it is killed.
  private func removeMergeFiles(except others: [String], _ fileSystem: any FileSystem) {
    for name in mergeFiles(fileSystem) where !others.contains(name) {
      if (try? fileSystem.status(top + name))?.type == .file { try? fileSystem.remove(top + name) }
    }
  }

  private func mergeFiles(_ fileSystem: any FileSystem) -> [String] {
    let entries = (try? fileSystem.entries(in: top)) ?? []
    return entries.compactMap(\.name).filter(SyncMarker.isMergeFile).sorted()
  }

  /// Reads the marker of the merge that was started, or returns nil if there is none.
  func marker(_ fileSystem: any FileSystem) throws(SyncError) -> SyncMarker? {
    let path = try gitPath(SyncMarker.fileName)
    return (try? fileSystem.contents(of: path, limit: 1 << 20)).flatMap { SyncMarker($0) }
  }

  /// Writes the marker before a merge starts.
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

  /// Removes the marker after a merge.
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

  /// Returns whether the checked-out commit is the result of the merge.
  private func holdsMerge(_ marker: SyncMarker) throws(SyncError) -> Bool {
    if head == marker.theirs { return true }
    guard let head else { return false }
    let names = try ask(["rev-list", "--parents", "--max-count=1", head, "--"]) ?? ""
    return names.split(separator: " ").dropFirst().map(String.init) == [marker.ours, marker.theirs]
  }

  // MARK: - The files

  private struct MergeFile {
    let path: String
    /// The contents before the merge, or nil if the file does not exist or cannot be compared.
    var old: [UInt8]?
    /// The contents after the merge, or nil under the same conditions as `old`.
    var new: [UInt8]?
    let existed: Bool
    let isMade: Bool
  }

  /// Returns whether a merge stopped before it changed any file or the index.
  private func isUntouched(_ marker: SyncMarker, _ fileSystem: any FileSystem) throws(SyncError) -> Bool {
    let (files, nonUTF8Paths) = try changes(from: marker.ours, to: marker.tree ?? marker.theirs)
    guard nonUTF8Paths.isEmpty, files.allSatisfy({ state(of: $0, at: top + $0.path, fileSystem) == .before }) else {
      return false
    }
    return try changedPaths(["diff-index", "--cached"], [marker.ours]).isEmpty
  }

  /// Makes sure that git can restore the files of our side. On a full disk, it would leave them empty.
  ///
  /// If the disk lacks the room, deletes the files that the merge has added, which need not be compared with the merged
  /// tree: git cannot compute that tree on a full disk.
  ///
  /// - Throws: `SyncError.git` if there is still not enough room.
  func makeRoom(for marker: SyncMarker, _ fileSystem: any FileSystem) throws(SyncError) {
    let files = try changes(from: marker.ours, to: marker.tree ?? marker.theirs).files
    let lost = files.filter { $0.existed && state(of: $0, at: top + $0.path, fileSystem) != .before }
    let place = try gitPath("shelf-sync-room")
    let index = (try? fileSystem.status(try gitPath("index")))?.size ?? 0
    func reserve(_ more: Int) throws(FileError) {
      var size = index + Repository.block + more
      for file in lost {
        // git removes the merged file before it writes the old contents.
        let present = (try? fileSystem.status(top + file.path))?.size ?? 0
        let missing = (file.old?.count ?? 0) - present
        if missing > 0 { size += missing + Repository.block }
      }
      let bytes = [UInt8](repeating: 0, count: size)
      try? fileSystem.remove(place)
      defer { try? fileSystem.remove(place) }
      try fileSystem.createFile(place, bytes, mode: nil, synced: true)
    }
    if (try? reserve(Repository.spareRoom)) != nil { return }
    removeMergeFiles(except: marker.others, fileSystem)
    var coming: Set<[UInt8]>?
    if marker.tree == nil, let base = try ask(["merge-base", marker.ours, marker.theirs]) {
      coming = try changedPaths(["diff-tree", "-r"], [base, marker.theirs])
    }
    for file in files where !file.existed && coming?.contains(Array(file.path.utf8)) ?? true {
      guard state(of: file, at: top + file.path, fileSystem) == .merged else { continue }
      try remove(top + file.path, fileSystem)
      removeEmptyFolders(above: file.path, fileSystem)
    }
    do throws(FileError) { try reserve(0) } catch { throw .git(.file(error)) }
  }

  /// The size of the blocks of a disk, in bytes.
  private static let block = 4096
  /// The room in bytes that git needs for other files when it undoes a merge, such as merged trees.
  private static let spareRoom = 1 << 20

  /// Returns the changes that the merge makes to files, including its conflict markers.
  private func changes(of marker: SyncMarker, _ fileSystem: any FileSystem) throws(SyncError) -> [MergeFile] {
    // Older versions of git cannot compute the merged tree.
    let made = marker.tree == nil ? try mergedTree(of: marker, fileSystem) : marker.tree
    guard let tree = made else { throw .interrupted(paths: []) }
    let (files, nonUTF8Paths) = try changes(from: marker.ours, to: tree)
    if !nonUTF8Paths.isEmpty { throw .interrupted(paths: nonUTF8Paths) }
    return files
  }

  /// Returns the files that differ between the old commit and another tree, and the paths of changed files whose names
  /// are not UTF-8.
  private func changes(
    from ours: String, to tree: String
  ) throws(SyncError) -> (files: [MergeFile], nonUTF8Paths: [String]) {
    let raw = try syncing { () throws(GitError) in
      try rawChanges(["diff-tree", "-r"] + Git.rawOutput + [ours, tree, "--"])
    }
    var files: [MergeFile] = []
    var names: [(file: Int, isNew: Bool, name: String)] = []
    var (dirty, nonUTF8Paths): (Set<[UInt8]>?, [String]) = (nil, [])
    for change in raw {
      guard let path = String(validating: change.path, as: UTF8.self) else {
        if dirty == nil { dirty = try changedPaths(["diff"], [ours]) }
        if dirty?.contains(Array(change.path)) ?? false {
          nonUTF8Paths.append(String(decoding: change.path, as: UTF8.self))
        }
        continue
      }
      if change.old.isFile, let name = change.old.contents { names.append((files.count, false, name)) }
      if change.new.isFile, let name = change.new.contents { names.append((files.count, true, name)) }
      files.append(
        MergeFile(path: path, old: nil, new: nil, existed: change.old.mode != 0, isMade: change.new.mode != 0))
    }
    try syncing { () throws(GitError) in
      try forEachObject(names.map(\.name)) { position, bytes in
        let (file, isNew, _) = names[position]
        if isNew { files[file].new = bytes } else { files[file].old = bytes }
        return true
      }
    }
    return (files, nonUTF8Paths)
  }

  /// Returns the object name of the tree that git merges from the two commits, or nil if this version of git cannot do
  /// that.
  private func mergedTree(of marker: SyncMarker, _ fileSystem: any FileSystem) throws(SyncError) -> String? {
    let words =
      try mergeOptions(fileSystem) + ["merge-tree", "--write-tree", "-z", "--no-messages", marker.ours, marker.theirs]
    // `git merge` also sets these variables, so the merge driver makes the same decisions as during the merge.
    let variables = ["GITHEAD_" + marker.theirs: marker.theirs, MergePolicy.folderVariable: prefix]
    let answer = try syncing { () throws(GitError) in try git.write(words, with: variables) }
    return try mergedTree(answer)?.name
  }

  /// Undoes the merge's changes to files, and returns the number of affected files.
  private func undo(
    _ files: [MergeFile], _ marker: SyncMarker, isMerging: Bool, _ fileSystem: any FileSystem
  ) throws(SyncError) -> Int {
    var (foreign, made, changed, unchanged): ([String], [String], [MergeFile], [MergeFile]) = ([], [], [], [])
    for file in files {
      switch state(of: file, at: top + file.path, fileSystem) {
      case .before: if file.existed { unchanged.append(file) }
      case .merged: if file.existed { changed.append(file) } else { made.append(file.path) }
      case .foreign: foreign.append(file.path)
      }
    }
    if !foreign.isEmpty { throw .interrupted(paths: foreign.sorted()) }
    try syncing { () throws(GitError) in try checkSpecialFiles(beside: files.map(\.path), fileSystem) }
    // New files are deleted first: if the disk is full, git needs the space for its index.
    for path in made {
      try remove(top + path, fileSystem)
      removeEmptyFolders(above: path, fileSystem)
    }
    // The index may contain changes from the merge that are not in the files. git would also rewrite unchanged files.
    let input = ["--pathspec-from-file=-", "--pathspec-file-nul"]
    try perform(["restore", "--source=" + marker.ours, "--staged"] + input, on: unchanged)
    try perform(["restore", "--source=" + marker.ours, "--staged", "--worktree"] + input, on: changed)
    let new = files.filter { !$0.existed }
    try perform(["rm", "--cached", "--quiet", "--force", "--ignore-unmatch"] + input, on: new)
    if isMerging { _ = try perform(.merge, ["merge", "--quit"]) }
    return changed.count + made.count
  }

  private enum FileState { case before, merged, foreign }

  /// Returns whether a file is as it was before the merge, or as the merge left it. git removes a file before it writes
  /// the new contents, and may be killed in between, so a missing or partial file is treated as merged. The same goes
  /// for the old contents up to the end of a block, which git leaves if the disk is full. If they end anywhere else,
  /// the user may have deleted the rest.
  private func state(of file: MergeFile, at path: String, _ fileSystem: any FileSystem) -> FileState {
    guard let status = try? fileSystem.status(path) else { return file.existed ? .merged : .before }
    guard status.type == .file, let bytes = try? fileSystem.contents(of: path, limit: Limits().bytes) else {
      return .foreign
    }
    if file.existed, let old = file.old, old.starts(with: bytes) {
      if bytes.count == old.count { return .before }
      if bytes.count.isMultiple(of: Repository.block) { return .merged }
    }
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
