extension Repository {
  /// Returns the commit that first added each of these files, under its current name; a file without one is left
  /// out, and so is one that was there before the history of a shallow clone begins.
  ///
  /// - Parameter paths: relative to the library.
  package func added(_ paths: [String]) throws(GitError) -> [String: Commit] {
    guard let head, !paths.isEmpty else { return [:] }
    // git compares with every path in turn, so many paths are faster to filter here.
    let named = paths.count > 8 ? whole : paths.map { prefix + $0 }
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
          // The log begins with the latest commit, so the first one to add the file comes last.
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
