import ShelfModel
import ShelfStore
import YAMLEdit

/// The deletion of a record together with the records that belong to it, such as the quotes of a book.
enum Cascade {
  /// Returns the owner fields of all kinds. An owner field refers to the record that owns the record containing the
  /// field.
  static func fields(_ schema: Schema) -> [(source: Kind, field: Field, target: Kind)] {
    Kind.allCases.compactMap { kind in
      guard let field = schema.field(.owner, of: kind), let target = field.type.target else { return nil }
      return (kind, field, target)
    }
  }

  /// Reads deleted files, and returns their records, grouped by the id of the owner.
  static func groups(
    _ deletions: [Deletion], of schema: Schema, in repository: Repository
  ) throws(GitError) -> [RecordID: [LostRecord]] {
    var groups: [RecordID: [LostRecord]] = [:]
    var reader = RecordReader(schema: schema, limits: Limits())
    try repository.forEachObject(deletions.map(\.contents)) { position, bytes in
      let deletion = deletions[position]
      guard let record = bytes.flatMap({ try? reader.read($0, of: deletion.file) }),
        let field = schema.field(.owner, of: record.kind), case .ids(let owners) = record.value(of: field),
        let owner = owners.first
      else { return true }
      groups[owner, default: []].append(LostRecord(record, deletion: deletion.commit))
      return true
    }
    return groups
  }
}

extension Repository {
  /// Returns the records that recent commits deleted in a cascade, by the id of their owner.
  ///
  /// The result omits files that were restored and deleted again by a later commit, because that deletion was not part
  /// of the cascade.
  ///
  /// - Parameters:
  ///   - limit: the number of commits to look at.
  ///   - isMerging: whether to include the commits that are being merged.
  package func recentCascades(
    schema: Schema, limit: Int, isMerging: Bool
  ) throws(GitError) -> [RecordID: [LostRecord]] {
    guard let head else { return [:] }
    let other = isMerging ? try git.answer(["rev-parse", "--verify", "--quiet", "MERGE_HEAD"]) : nil
    // The commits are listed separately, because `--max-count` together with a diff filter would count only commits
    // that delete something. A root commit cannot delete anything.
    let commits = try git.read(
      ["rev-list", "--max-count=\(limit)", "--no-merges", "--min-parents=1", head] + [other].compactMap { $0 } + ["--"])
    if commits.isEmpty { return [:] }
    let words =
      ["log", "--no-walk=unsorted", "--stdin", "--diff-filter=D", "--encoding=UTF-8", Commit.format] + Git.rawOutput
    let fields = Cascade.fields(schema)
    let (sources, targets) = (Set(fields.map(\.source)), Set(fields.map(\.target)))
    var wanted: [Deletion] = []
    var seen: Set<String> = []
    var group: [Deletion] = []
    var commit: Commit?
    func finish() {
      if group.contains(where: { targets.contains($0.file.kind) }) {
        wanted += group.filter { sources.contains($0.file.kind) && !seen.contains($0.file.path) }
      }
      seen.formUnion(group.map(\.file.path))
      group = []
    }
    var reader = RawDiffReader(headCount: Commit.fieldCount)
    let arguments = words + ["--"] + logPathspec
    let ending = try git.run(arguments, input: commits) { piece in
      reader.take(piece) { element in
        switch element {
        case .commit(let fields):
          finish()
          commit = Commit(fields)
        case .change(let change):
          if change.old.isFile, let contents = change.old.contents, let file = recordFile(change.path) {
            group.append(Deletion(file: file, contents: contents, commit: commit, mayBeMove: false))
          }
        }
        return true
      }
    }
    try git.check(ending, arguments)
    finish()
    return try Cascade.groups(wanted, of: schema, in: self)
  }
}
