import ShelfModel

extension Repository {
  /// Returns the fields that both sides changed and a merge resolved by taking one side's value, and the records that
  /// were merged as text in this way.
  ///
  /// git runs the driver that merges them, but does not pass on the driver's report. So the merge of each file is
  /// repeated here under both sides' policies, and the results are compared with the merged file.
  ///
  /// - Parameters:
  ///   - ours: the full hash of the commit before the merge; the merge is `HEAD`.
  ///   - theirs: the full hash of the merged commit.
  func settledFields(ours: String, theirs: String, _ schema: Schema) throws(SyncError) -> [SettledConflict] {
    guard let base = try ask(["merge-base", ours, theirs]), base != ours, base != theirs,
      let merged = try ask(["rev-parse", "--verify", "--quiet", "HEAD"])
    else { return [] }
    var paths: [Set<[UInt8]>] = []
    for side in [ours, theirs] { paths.append(try changedPaths(["diff-tree", "-r"], [base, side])) }
    var files: [(path: String, subject: MergeSubject)] = []
    for path in paths[0].intersection(paths[1]).compactMap({ String(validating: $0, as: UTF8.self) }).sorted() {
      // A path with a line break cannot be passed to `git cat-file --batch`.
      guard !path.contains(where: \.isNewline), path.hasPrefix(prefix),
        let subject = MergeSubject(path: String(path.dropFirst(prefix.count)), schema)
      else { continue }
      files.append((path, subject))
    }
    let names = files.flatMap { file in [ours, base, theirs, merged].map { "\($0):\(file.path)" } }
    var settled: [SettledConflict] = []
    var versions: [[UInt8]?] = []
    try syncing { () throws(GitError) in
      try forEachObject(names) { position, bytes in
        versions.append(bytes)
        guard versions.count == 4 else { return true }
        let (file, known) = (files[position / 4], versions.compactMap { $0 })
        if known.count == 4 { settled += Repository.settledFields(known, file.path, file.subject) }
        versions = []
        return true
      }
    }
    return settled
  }

  /// Returns the settled fields of one file.
  ///
  /// - Parameter versions: ours, the base, theirs, and the result of the merge.
  private static func settledFields(
    _ versions: [[UInt8]], _ path: String, _ subject: MergeSubject
  ) -> [SettledConflict] {
    func merge(_ policy: MergePolicy) -> RecordMerge.Result {
      RecordMerge(of: subject, policy).merge(ours: versions[0], base: versions[1], theirs: versions[2])
    }
    let undecided = merge(.conflict)
    if undecided.isClean { return [] }
    // The same side wins for all fields of a record.
    let isOurs = merge(.ours).bytes == versions[3]
    guard isOurs || merge(.theirs).bytes == versions[3] else { return [] }
    if undecided.textConflicts > 0 { return [SettledConflict(path: path, what: .contents, isOurs: isOurs)] }
    return undecided.conflicts.map { conflict in
      SettledConflict(
        path: path, what: .field(key: conflict.key, ours: conflict.ours, theirs: conflict.theirs), isOurs: isOurs)
    }
  }
}
