/// Reads commits with the files that each changed.
///
/// A merge is listed with those files that differ from all of its parents.
struct HistoryLog {
  let repository: Repository
  /// Only commits from this moment on.
  var since: Timestamp?

  /// A commit and what it changed.
  struct Step {
    let commit: Commit
    var changes: [RawChange] = []
  }

  /// Returns the commits that led to `start` and touched the library or one path of it, the latest first.
  ///
  /// - Parameters:
  ///   - path: relative to the library; nil for all of it.
  ///   - isWhole: whether the sides of a merge are followed that it took nothing from.
  ///   - enough: is called after each commit; true where no more are wanted.
  func steps(
    from start: String, path: String?, isWhole: Bool = false, until enough: ([Step]) -> Bool = { _ in false }
  ) throws(GitError) -> [Step] {
    let arguments =
      ["log", "-c", "--encoding=UTF-8", Commit.format] + Git.rawOutput + (isWhole ? ["--full-history"] : [])
      + (since.map { ["--since=@\($0.secondsSince1970)"] } ?? [])
      + [start, "--"] + (path.map { [repository.prefix + $0] } ?? repository.whole)
    var reader = RawDiffReader(headCount: Commit.fieldCount)
    var steps: [Step] = []
    var isEnough = false
    let ending = try repository.git.run(arguments) { piece in
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
    return steps
  }
}

extension Repository {
  /// Reads the contents of all sides of some changes with one process.
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
