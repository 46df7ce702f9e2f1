extension Repository {
  /// Returns the commit that first added each of these files at its current path. The result does not include
  /// uncommitted files, or files that are older than the history of a shallow clone.
  ///
  /// - Parameter paths: the paths of the files, relative to the library.
  package func added(_ paths: [String]) throws(GitError) -> [String: Commit] {
    guard let head, !paths.isEmpty else { return [:] }
    // git compares each change with every path in turn, so filtering is faster here if there are many paths.
    let named = paths.count > 8 ? logPathspec : paths.map { prefix + $0 }
    let arguments =
      ["log", "-m", "--topo-order", "--full-history", "--diff-filter=A", "--encoding=UTF-8", Commit.format]
      + Git.rawOutput + [head, "--"] + named
    let wanted = Set(paths)
    var added: [String: Commit] = [:]
    var commit: Commit?
    var reader = RawDiffReader(headCount: Commit.fieldCount)
    let ending = try git.run(arguments) { piece in
      reader.take(piece) { element in
        switch element {
        case .commit(let fields): commit = Commit(fields)
        case .change(let change):
          // The log starts with the latest commit, so the earliest commit overwrites all others.
          if let path = path(change.path), wanted.contains(path) { added[path] = commit }
        }
        return true
      }
    }
    try git.check(ending, arguments)
    let cut = try cutOff(among: Array(Set(added.values)))
    return added.filter { !cut.contains($0.value.hash) }
  }
}
