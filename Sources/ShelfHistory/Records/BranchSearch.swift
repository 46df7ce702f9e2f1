import ShelfModel
import ShelfStore
import YAMLEdit

/// A search of the other branches and the tags for records that the current branch never had.
struct BranchSearch {
  let repository: Repository
  let schema: Schema

  /// A version of a record's file in a commit that does not belong to the current branch.
  private struct Version {
    let file: RecordFile
    let contents: String
    let commit: String
  }

  /// Returns the records with these ids, each from the latest commit that contains a readable version.
  ///
  /// Files whose names contain the start of a wanted id are read first. The other files are read only if some records
  /// have still not been found.
  func find(_ ids: Set<RecordID>) -> LostRecords {
    var lost = LostRecords()
    do throws(GitError) {
      let versions = try versions()
      let starts = Set(ids.map(\.firstDigits))
      let named = versions.filter { LostRecordSearch.holds(starts, $0.file.name) }
      try read(named, ids, &lost)
      if lost.found.count < ids.count { try read(versions, ids, &lost) }
    } catch {
      lost.failure = error
    }
    return lost
  }

  private func read(_ versions: [Version], _ ids: Set<RecordID>, _ lost: inout LostRecords) throws(GitError) {
    var found: [RecordID: (record: LostRecord, commit: String)] = [:]
    var reader = RecordReader(schema: schema, limits: Limits())
    let known = lost.found
    try repository.forEachObject(versions.map(\.contents)) { position, bytes in
      let record = bytes.flatMap { try? reader.read($0, of: versions[position].file) }
      if let record, ids.contains(record.id), found[record.id] == nil, known[record.id] == nil {
        found[record.id] = (LostRecord(record, deletion: nil), versions[position].commit)
      }
      return found.count + known.count < ids.count
    }
    for (id, (record, commit)) in found {
      var record = record
      record.branch = try branch(with: commit)
      lost.found[id] = record
    }
  }

  /// Returns the versions of records' files in commits that are not ancestors of the current one, latest first.
  private func versions() throws(GitError) -> [Version] {
    let words = ["log", "-m", "--diff-filter=AM", "--encoding=UTF-8", Commit.format] + Git.rawOutput
    let starts = ["--branches", "--remotes", "--tags"] + (repository.head.map { ["--not", $0] } ?? [])
    var versions: [Version] = []
    var commit = ""
    var reader = RawDiffReader(headCount: Commit.fieldCount)
    let arguments = words + starts + ["--"]
    let ending = try repository.git.run(arguments) { piece in
      reader.take(piece) { element in
        switch element {
        case .commit(let fields): commit = Commit(fields)?.hash ?? ""
        case .change(let change):
          if change.new.isFile, let contents = change.new.contents,
            let file = repository.recordFile(change.path) ?? RecordFile.anywhere(change.path)?.file
          {
            versions.append(Version(file: file, contents: contents, commit: commit))
          }
        }
        return true
      }
    }
    try repository.git.check(ending, arguments)
    return versions
  }

  /// Returns the short name of a branch or tag that contains a commit.
  private func branch(with commit: String) throws(GitError) -> String? {
    let words = ["for-each-ref", "--count=1", "--format=%(refname:short)", "--contains=\(commit)"]
    let name = try repository.git.answer(words + ["refs/heads", "refs/remotes", "refs/tags"])
    return name.flatMap { $0.isEmpty ? nil : $0 }
  }
}
