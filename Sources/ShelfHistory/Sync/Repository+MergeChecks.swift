import ShelfModel
import ShelfSystem

/// Checks what could make a merge fail, before git touches a file.
extension Repository {
  /// Checks that this version of shelf can read the library after a merge: the other copy must not have upgraded to a
  /// newer format, or deleted or damaged the manifest.
  func checkManifest(of theirs: String, tracking remote: Remote) throws(SyncError) {
    let path = prefix + Manifest.fileName
    func object(in commit: String) throws(SyncError) -> (mode: String, name: String)? {
      let line = try ask(["ls-tree", "--full-tree", commit, "--", path]) ?? ""
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
      return words.count > 2 ? (words[0], words[2]) : nil
    }
    func refusal(_ reason: SyncError.IncomingManifest) -> SyncError {
      .manifest(path: path, reason, theirs: remote.trackingName)
    }
    guard let incoming = try object(in: theirs) else {
      // The other copy may have branched off before the library was added to the repository.
      guard let head, let base = try ask(["merge-base", head, theirs]), try object(in: base) != nil else { return }
      throw refusal(.deleted)
    }
    if let head, try object(in: head)?.name == incoming.name { return }
    guard incoming.mode.hasPrefix("100") else { throw refusal(.notAFile) }
    var bytes: [UInt8]?
    try syncing { () throws(GitError) in
      try forEachObject([incoming.name]) { _, contents in
        bytes = contents
        return true
      }
    }
    guard let bytes else { throw refusal(.notAFile) }
    do throws(LibraryError) {
      _ = try Manifest.read(bytes, at: top + prefix)
    } catch {
      switch error {
      case .newerFormat(let format, _, _): throw refusal(.newer(format: format))
      case .manifest(let file): throw refusal(.unreadable(file))
      default: throw refusal(.notAFile)
      }
    }
  }

  /// Checks that no pipe or device has replaced a file that git reads during a merge with this commit.
  func checkSpecialFiles(of theirs: String, _ fileSystem: any FileSystem) throws(SyncError) {
    var paths = recordPaths
    if let head, let base = try ask(["merge-base", head, theirs]) {
      for side in [head, theirs] where side != base {
        paths += try changedPaths(["diff-tree", "-r"], [base, side]).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    try syncing { () throws(GitError) in try checkSpecialFiles(beside: paths, fileSystem) }
  }

  /// Returns the error for uncommitted changes that prevent a merge, or nil if nothing prevents it.
  func hindrance(to remote: Remote) throws(SyncError) -> SyncError? {
    guard let head, let base = try ask(["merge-base", head, remote.tracking]) else { return nil }
    do throws(SyncError) {
      try checkForHindrances(between: base, and: remote.tracking)
      return nil
    } catch {
      if case .git = error { throw error }
      return error
    }
  }

  /// Checks that nothing is staged, and that no file that differs between two states has uncommitted changes.
  func checkForHindrances(between old: String, and new: String) throws(SyncError) {
    guard let head else { return }
    let others = try syncing { () throws(GitError) in try git.read(["ls-files", "-z", "--others"]) }
    let dirty = try changedPaths(["diff"], [head]).union(others.split(separator: 0).map { Array($0) })
    let coming = try changedPaths(["diff-tree", "-r"], [old, new])
    let staged = try changedPaths(["diff", "--cached"], [head])
    func names(_ paths: Set<[UInt8]>) -> [String] { paths.map { String(decoding: $0, as: UTF8.self) }.sorted() }
    let both = dirty.intersection(coming)
    if !both.isEmpty { throw .uncommitted(paths: names(both)) }
    if !staged.isEmpty { throw .staged(paths: names(staged)) }
  }

  /// Checks that a merge with this commit does not affect any file with uncommitted changes.
  ///
  /// git itself refuses to overwrite such a file. However, it does start a merge that ends with a conflict over a file
  /// that the other side deleted, and aborting that merge would also discard the uncommitted changes to that file.
  func checkForEdits(against theirs: String) throws(SyncError) {
    // In a fast-forward, git itself checks every file that it writes or removes.
    guard let head, let base = try ask(["merge-base", head, theirs]), base != head, base != theirs else { return }
    let dirty = try changedPaths(["diff"], [head])
    if dirty.isEmpty { return }
    func changes(to state: String) throws(SyncError) -> [RawChange] {
      try syncing { () throws(GitError) in try rawChanges(["diff-tree", "-r"] + Git.rawOutput + [base, state, "--"]) }
    }
    let coming = try changes(to: theirs)
    var paths = Set(coming.map { Array($0.path) })
    if coming.contains(where: { $0.new.mode == 0 }) {
      // A file that is new on our side may be the renamed version of a file that the other side deleted.
      for change in try changes(to: head) where change.olds.allSatisfy({ $0.mode == 0 }) {
        paths.insert(Array(change.path))
      }
    }
    let both = dirty.intersection(paths)
    if both.isEmpty { return }
    throw .uncommitted(paths: both.map { String(decoding: $0, as: UTF8.self) }.sorted())
  }
}
