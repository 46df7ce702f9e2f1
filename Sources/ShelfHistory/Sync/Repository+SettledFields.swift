import ShelfModel

extension Repository {
  /// Returns the fields that both sides changed and a merge resolved by taking one side's value, and the records that
  /// were merged as text in this way.
  ///
  /// git runs the driver that merges them, but does not pass on the driver's report. So the merge of each file is
  /// repeated here under both sides' policies, and the results are compared with the merged file. The versions of a
  /// record are found by its id, because either side may have moved its file.
  ///
  /// - Parameters:
  ///   - ours: the full hash of the commit before the merge; the merge is `HEAD`.
  ///   - theirs: the full hash of the merged commit.
  func settledFields(ours: String, theirs: String, _ schema: Schema) throws(SyncError) -> [SettledConflict] {
    guard let base = try ask(["merge-base", ours, theirs]), base != ours, base != theirs,
      let merged = try ask(["rev-parse", "--verify", "--quiet", "HEAD"])
    else { return [] }
    func read(_ paths: [String], in commit: String) throws(SyncError) -> [String: [UInt8]] {
      let own = paths.map { String($0.dropFirst(prefix.count)) }
      let found = try syncing { () throws(GitError) in try contents(of: own, in: .commit(commit)) }
      return Dictionary(uniqueKeysWithValues: found.map { (prefix + $0.key, $0.value) })
    }
    let records = try ChangedRecords(self, base: base, ours: ours, theirs: theirs)
    var files: [DividedFile] = []
    for (id, versions) in records.records {
      guard let first = versions.ours, let second = versions.theirs else { continue }
      let (old, new, other) = (versions.base?.file.object, first.file.object, second.file.object)
      if new == other || new == old || other == old { continue }
      let paths = first.path == second.path ? [first.path] : [first.path, second.path]
      files.append(
        DividedFile(
          path: first.path, places: paths + paths.map { ConflictSettlement.otherPath($0, id) },
          versions: [first.bytes, versions.base?.bytes ?? [], second.bytes]))
    }
    // Other files, such as the manifest, are identified by their paths.
    var changed: [Set<[UInt8]>] = []
    for side in [ours, theirs] { changed.append(try changedPaths(["diff-tree", "-r"], [base, side])) }
    let others = changed[0].intersection(changed[1]).compactMap { String(validating: $0, as: UTF8.self) }
      .filter { isOfLibrary($0) && !records.paths.contains($0) }
    let states = [try read(others, in: ours), try read(others, in: base), try read(others, in: theirs)]
    for path in others {
      let versions = states.compactMap { $0[path] }
      if versions.count == states.count { files.append(DividedFile(path: path, places: [path], versions: versions)) }
    }
    let results = try read(files.flatMap(\.places), in: merged)
    var settled: [SettledConflict] = []
    for file in files.sorted(by: { $0.path < $1.path }) {
      for place in file.places {
        guard let bytes = results[place],
          let subject = MergeSubject(path: String(place.dropFirst(prefix.count)), schema)
        else { continue }
        settled += Repository.settledFields(file, bytes, at: place, subject)
      }
    }
    return settled
  }

  /// A file that both sides changed.
  private struct DividedFile {
    /// The path on our side.
    let path: String
    /// The paths where the merge may have put the file.
    let places: [String]
    /// The contents on our side, in the base, and on their side.
    let versions: [[UInt8]]
  }

  /// Returns the settled fields of one file.
  ///
  /// - Parameters:
  ///   - merged: the result of the merge.
  ///   - place: the path of the result.
  private static func settledFields(
    _ file: DividedFile, _ merged: [UInt8], at place: String, _ subject: MergeSubject
  ) -> [SettledConflict] {
    func merge(_ policy: MergePolicy) -> RecordMerge.Result {
      RecordMerge(of: subject, policy).merge(ours: file.versions[0], base: file.versions[1], theirs: file.versions[2])
    }
    let undecided = merge(.conflict)
    if undecided.isClean { return [] }
    // The same side wins for all fields of a record.
    let isOurs = merge(.ours).bytes == merged
    guard isOurs || merge(.theirs).bytes == merged else { return [] }
    if undecided.textConflicts > 0 { return [SettledConflict(path: place, what: .contents, isOurs: isOurs)] }
    return undecided.conflicts.map { conflict in
      SettledConflict(
        path: file.path, what: .field(key: conflict.key, ours: conflict.ours, theirs: conflict.theirs), isOurs: isOurs)
    }
  }
}
