import ShelfModel

/// Gathers the deletions of records from the output of `git log`, the latest first.
///
/// A merge is compared with each of its parents. It has deleted a file itself if all of them have it, and otherwise has
/// followed the parent that lacks it: then the commit on that side is the one to name, unless there is none.
struct DeletionLog {
  private let repository: Repository
  /// What was found; nil if it turned out not to be a separate deletion.
  private var found: [Deletion?] = []
  private var commit: Commit?
  private var changes: [RawChange] = []
  /// The positions in `found` of merges that dropped a file that a parent had.
  private var undecided: [ArraySlice<UInt8>: Int] = [:]

  /// Whether files count wherever they were in the repository.
  private let isAnywhere: Bool

  private init(_ repository: Repository, isAnywhere: Bool) {
    self.repository = repository
    self.isAnywhere = isAnywhere
  }

  /// Asks git for the deletions in all commits that led to the current one.
  ///
  /// - Parameter isAnywhere: whether files outside the library count, which may have been in it when it was elsewhere.
  /// - Returns: what was found, and why there may be more.
  static func read(_ repository: Repository, isAnywhere: Bool = false) -> (found: [Deletion], failure: GitError?) {
    guard let head = repository.head else { return ([], nil) }
    let arguments =
      ["log", "-m", "--topo-order", "--full-history", "--diff-filter=AD", "--encoding=UTF-8", Commit.format]
      + Git.rawOutput + [head, "--"] + (isAnywhere ? [] : repository.whole)
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

  /// Takes the header of a commit; a merge has one for each of its parents.
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
        // The merge dropped a file that still existed.
        if isOwn, !undecided.isEmpty { undecided[change.path] = nil }
        continue
      }
      guard change.old.isFile, let contents = change.old.contents, let file = file(change.path) else {
        continue
      }
      let deletion = Deletion(file: file, contents: contents, commit: commit, mayBeMove: addsRecords)
      if isOwn {
        if let position = undecided.removeValue(forKey: change.path) { found[position] = nil }
        // The last of a merge's parents decides.
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
    repository.recordFile(path) ?? (isAnywhere ? repository.formerFile(path) : nil)
  }
}

extension Repository {
  /// Returns the record's file at a path outside the library, where the library may have been once; its path is relative
  /// to the library.
  func formerFile(_ bytes: ArraySlice<UInt8>) -> RecordFile? { formerPlace(bytes)?.file }

  /// Returns the record's file at a path outside the library, and the folder that the library may have been in, from the
  /// top of the work tree; empty, or ended by a slash.
  func formerPlace(_ bytes: ArraySlice<UInt8>) -> (prefix: String, file: RecordFile)? {
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

  /// Returns the record's file at a path that starts from the top of the work tree; nil if a file there would not be a
  /// record.
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
