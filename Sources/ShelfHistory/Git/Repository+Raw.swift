extension Repository {
  /// Runs a command that compares two states, and returns the differences.
  func rawChanges(_ arguments: [String]) throws(GitError) -> [RawChange] {
    var reader = RawDiffReader()
    var changes: [RawChange] = []
    let ending = try git.run(arguments) { piece in
      reader.take(piece) { element in
        if case .change(let change) = element { changes.append(change) }
        return true
      }
    }
    try git.check(ending, arguments)
    return changes
  }
}
