import ShelfModel

/// A list of commits, with the files that each of them changed.
///
/// For a merge, only files that differ from all of its parents are listed. The first commit of a shallow clone would
/// appear to add everything, because git does not have its parents, so it is listed without changes.
struct HistoryLog {
  let repository: Repository
  /// The earliest author date to include, or nil for no limit.
  var since: Timestamp?

  /// A commit and the files that it changed.
  struct Step {
    let commit: Commit
    var changes: [RawChange] = []
  }

  /// Returns `start` and its ancestors, limited to commits that touched the library or some paths in it, latest first.
  ///
  /// - Parameters:
  ///   - paths: the paths, relative to the library, or nil for the whole library.
  ///   - isWhole: whether to also follow sides of a merge that contributed nothing to its result (`--full-history`).
  ///   - enough: called after each commit, and returns true to stop.
  func steps(
    from start: String, paths: [String]?, isWhole: Bool = false, until enough: ([Step]) -> Bool = { _ in false }
  ) throws(GitError) -> [Step] {
    let words = ["log", "-c", "--encoding=UTF-8", Commit.format] + Git.rawOutput
    let places = ["--"] + (paths.map { $0.map { repository.prefix + $0 } } ?? repository.logPathspec)
    guard let since else {
      return try steps(words + (isWhole ? ["--full-history"] : []) + [start] + places, until: enough)
    }
    let names = try commits(["log", "--format=%H %at"] + (isWhole ? ["--full-history"] : []) + [start] + places, since)
    if names.isEmpty { return [] }
    return try steps(words + ["--no-walk=unsorted", "--stdin"] + places, input: names, until: enough)
  }

  /// Returns the hashes of the commits whose author date is not before the given time, one per line.
  ///
  /// git's own `--since` compares the committer date, and stops at the first commit that is too old. Listing the hashes
  /// first is fast, and limits the slow search for changed files to these commits.
  private func commits(_ arguments: [String], _ since: Timestamp) throws(GitError) -> [UInt8] {
    try repository.git.read(arguments).split(separator: 0x0A).reduce(into: []) { names, line in
      let words = line.split(separator: 0x20)
      guard words.count == 2, let date = Int(String(decoding: words[1], as: UTF8.self)),
        date >= since.secondsSince1970
      else { return }
      names += words[0] + [0x0A]
    }
  }

  private func steps(
    _ arguments: [String], input: [UInt8] = [], until enough: ([Step]) -> Bool
  ) throws(GitError) -> [Step] {
    var reader = RawDiffReader(headCount: Commit.fieldCount)
    var steps: [Step] = []
    var isEnough = false
    let ending = try repository.git.run(arguments, input: input) { piece in
      reader.take(piece) { element in
        switch element {
        case .commit(let fields):
          if enough(steps) {
            isEnough = true
            return false
          }
          if let commit = Commit(fields) { steps.append(Step(commit: commit)) }
        case .change(let change):
          if !steps.isEmpty { steps[steps.count - 1].changes.append(change) }
        }
        return true
      }
    }
    if !isEnough { try repository.git.check(ending, arguments) }
    let cut = try repository.cutOff(among: steps.map(\.commit))
    for position in steps.indices where cut.contains(steps[position].commit.hash) { steps[position].changes = [] }
    return steps
  }
}

extension Repository {
  /// Returns the hashes of commits whose parents are missing because the clone is shallow.
  func cutOff(among commits: [Commit]) throws(GitError) -> Set<String> {
    let names = commits.filter(\.parents.isEmpty).map(\.hash)
    var cut: Set<String> = []
    // A commit object names the parents even if the clone lacks them. An empty line separates its header, which
    // contains lines such as "parent 2f1a…", from the message.
    try forEachObject(names) { position, bytes in
      let head = bytes?.split(separator: 0x0A, omittingEmptySubsequences: false).prefix { !$0.isEmpty } ?? []
      if head.contains(where: { $0.starts(with: "parent ".utf8) }) { cut.insert(names[position]) }
      return true
    }
    return cut
  }

  /// Reads the contents on all sides of the given changes using a single process.
  ///
  /// - Returns: the contents by object name.
  func contents(of changes: some Sequence<RawChange>) throws(GitError) -> [String: [UInt8]] {
    var seen: Set<String> = []
    let names = changes.flatMap { change in (change.olds + [change.new]).filter(\.isFile).compactMap(\.contents) }
      .filter { seen.insert($0).inserted }
    var contents: [String: [UInt8]] = [:]
    try forEachObject(names) { position, bytes in
      contents[names[position]] = bytes
      return true
    }
    return contents
  }
}
