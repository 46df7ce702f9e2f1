import ShelfModel

/// The deletions of record files, collected from the output of `git log`, latest first.
///
/// A merge is compared with each of its parents. If all of them have a file, the merge itself deleted it. If only some
/// of them have it, the merge adopted the deletion from the side that lacks it, and the commit on that side is reported
/// instead. If there is no such commit, or if the file was added again on that side, the merge is reported.
struct DeletionLog {
  private let repository: Repository
  /// The deletions that were found. An entry is nil for a merge whose deletion was traced to another commit.
  private var found: [Deletion?] = []
  private var commit: Commit?
  private var changes: [RawChange] = []
  /// The merges that dropped a file that only some parents had, as indices in `found`, by path.
  private var undecided: [ArraySlice<UInt8>: Int] = [:]

  /// Whether to include deletions outside the library's folder.
  private let isAnywhere: Bool

  private init(_ repository: Repository, isAnywhere: Bool) {
    self.repository = repository
    self.isAnywhere = isAnywhere
  }

  /// Reads the deletions in all ancestors of the current commit.
  ///
  /// - Parameter isAnywhere: whether to include files outside the library's folder, because the library may have been
  ///   at a different path when they were deleted.
  /// - Returns: the deletions, and the error that ended the search early, if any.
  static func read(_ repository: Repository, isAnywhere: Bool = false) -> (found: [Deletion], failure: GitError?) {
    guard let head = repository.head else { return ([], nil) }
    let arguments =
      ["log", "-m", "--topo-order", "--full-history", "--diff-filter=AD", "--encoding=UTF-8", Commit.format]
      + Git.rawOutput + [head, "--"] + (isAnywhere ? [] : repository.logPathspec)
    var log = DeletionLog(repository, isAnywhere: isAnywhere)
    var reader = RawDiffReader(headCount: Commit.fieldCount)
    var failure: GitError?
    do throws(GitError) {
      let ending = try repository.git.run(arguments) { piece in
        reader.take(piece) { element in
          switch element {
          case .commit(let fields): log.begin(fields)
          case .change(let change): log.changes.append(change)
          }
          return true
        }
      }
      try repository.git.check(ending, arguments)
    } catch {
      failure = error
    }
    log.finishCommit()
    return (log.found.compactMap { $0 }, failure)
  }

  /// Starts a commit, unless it is the current one: git prints the header of a merge once for each parent.
  private mutating func begin(_ fields: [ArraySlice<UInt8>]) {
    if let commit, commit.hash.utf8.elementsEqual(fields[0]) { return }
    finishCommit()
    commit = Commit(fields)
  }

  private mutating func finishCommit() {
    defer { changes = [] }
    guard let commit else { return }
    let parents = max(commit.parents.count, 1)
    var counts: [ArraySlice<UInt8>: Int] = [:]
    if parents > 1 { for change in changes { counts[change.path, default: 0] += 1 } }
    func isOwn(_ change: RawChange) -> Bool { parents == 1 || counts[change.path] == parents }
    let addsRecords = changes.contains { $0.new.isFile && isOwn($0) }
    for change in changes {
      let isOwn = isOwn(change)
      if change.new.isFile {
        // No later commit on this side deleted the file, so it still existed when the sides were merged, and the merge
        // itself dropped it.
        if isOwn, !undecided.isEmpty { undecided[change.path] = nil }
        continue
      }
      guard change.old.isFile, let contents = change.old.contents, let file = file(change.path) else {
        continue
      }
      let deletion = Deletion(file: file, contents: contents, commit: commit, mayBeMove: addsRecords)
      if isOwn {
        if let position = undecided.removeValue(forKey: change.path) { found[position] = nil }
        // git lists the deletion once per parent, but it should be counted only once.
        if parents > 1 { counts[change.path] = 0 }
        found.append(deletion)
      } else if undecided[change.path] == nil, counts[change.path] != 0 {
        undecided[change.path] = found.count
        found.append(deletion)
      }
    }
  }
}

extension DeletionLog {
  private func file(_ path: ArraySlice<UInt8>) -> RecordFile? {
    repository.recordFile(path) ?? (isAnywhere ? RecordFile.anywhere(path)?.file : nil)
  }
}

extension RecordFile {
  /// Returns the record file at a path from the top of a work tree, in any folder where a library may be or have been.
  ///
  /// The file's path is relative to that folder. The folder, `prefix`, is empty or ends with a slash.
  static func anywhere(_ bytes: ArraySlice<UInt8>) -> (prefix: String, file: RecordFile)? {
    guard let path = String(validating: bytes, as: UTF8.self) else { return nil }
    let parts = path.split(separator: "/")
    guard let start = parts.dropLast().lastIndex(where: { part in Kind.allCases.contains { $0.folder == part } }) else {
      return nil
    }
    let rest = parts[start...].joined(separator: "/")
    return Kind.of(path: rest).map {
      (parts[..<start].map { $0 + "/" }.joined(), RecordFile(kind: $0, path: rest))
    }
  }
}

extension Repository {
  /// Returns the record file at a path from the top of the work tree, or nil if the path does not belong to a record of
  /// the library.
  func recordFile(_ bytes: ArraySlice<UInt8>) -> RecordFile? {
    guard let path = path(bytes) else { return nil }
    let parts = path.split(separator: "/")
    guard parts.count > 1, let name = parts.last, RecordFile.isName(String(name)),
      !parts.contains(where: { $0.utf8.first == UInt8(ascii: ".") }),
      let kind = Kind.allCases.first(where: { $0.folder == parts[0] })
    else { return nil }
    return RecordFile(kind: kind, path: path)
  }
}
