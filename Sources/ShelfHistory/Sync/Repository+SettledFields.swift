import ShelfModel

extension Repository {
  /// Returns the fields of which a merge has taken one side's value, since both had changed them.
  ///
  /// git runs the driver that merges them, and keeps what that says to itself.
  ///
  /// - Parameters:
  ///   - ours: the full name of the commit before the merge; the merge is `HEAD`.
  ///   - theirs: that of the other one.
  func settledFields(ours: String, theirs: String, _ schema: Schema) throws(SyncError) -> [SettledConflict] {
    guard let base = try ask(["merge-base", ours, theirs]), base != ours, base != theirs,
      let merged = try ask(["rev-parse", "--verify", "--quiet", "HEAD"])
    else { return [] }
    var paths: [Set<[UInt8]>] = []
    for side in [ours, theirs] { paths.append(try changedPaths(["diff-tree", "-r"], [base, side])) }
    var files: [(path: String, subject: MergeSubject)] = []
    for path in paths[0].intersection(paths[1]).compactMap({ String(validating: $0, as: UTF8.self) }).sorted() {
      // A name of several lines could not be asked for.
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

  /// - Parameter versions: ours, the base, theirs, and what they were merged to.
  private static func settledFields(
    _ versions: [[UInt8]], _ path: String, _ subject: MergeSubject
  ) -> [SettledConflict] {
    func merge(_ policy: MergePolicy) -> RecordMerge.Result {
      RecordMerge(of: subject, policy).merge(ours: versions[0], base: versions[1], theirs: versions[2])
    }
    let conflicts = merge(.conflict).conflicts
    if conflicts.isEmpty { return [] }
    // One side wins for all fields of a record.
    let isOurs = merge(.ours).bytes == versions[3]
    guard isOurs || merge(.theirs).bytes == versions[3] else { return [] }
    return conflicts.map { conflict in
      SettledConflict(
        path: path, what: .field(key: conflict.key, ours: conflict.ours, theirs: conflict.theirs), isOurs: isOurs)
    }
  }
}
