import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

extension Check {
  static let duplicateID = Check(
    "duplicate-id", .error, "several files with the same id",
    reason: """
      Usually, somebody copied a file. It is unclear which of these files a reference to the id means, so shelf \
      changes none of them until each has a unique id.
      """,
    example: "id: 3f2b8c1e-9a4d-4c57-8f0b-1d2e3f405162   # in books/dune.yaml and books/dune-copy.yaml",
    repair: """
      Deletes an identical copy, merges one file into the other, or gives one of them a new id. Without asking, shelf \
      deletes or merges only copies made by a program that synchronizes folders. If one file gets a new id, the old \
      id and the references to it stay with the file that has been in git longer, or whose name contains the first \
      digits of the id.
      """,
    .library { check, examination in
      examination.library.duplicateIDs.flatMap { DuplicateID.findings(check, $0, examination) }
    })
}

/// The copies that a file synchronization program creates when a file has been changed on two machines.
enum ConflictCopy {
  /// Returns whether a file has the name of a conflict copy: `dune (Anna's conflicted copy 2026-11-21).yaml` from
  /// Dropbox, `dune (conflicted copy 2026-11-21 101500).yaml` from Nextcloud,
  /// `dune.sync-conflict-20261121-101500-ABCDEFG.yaml` from Syncthing.
  static func isName(of path: String) -> Bool {
    let stem = RecordPath.stem(path).lowercased()
    return stem.contains(".sync-conflict-2") || stem.hasSuffix(")") && stem.contains("conflicted copy")
  }

  /// Returns the paths whose file names start with another file's name and continue with text that contains “conflict”.
  static func names(of paths: [String]) -> Set<String> {
    let stems = paths.map { RecordPath.stem($0).lowercased() }
    let all = Set(stems)
    return Set(
      zip(paths, stems).filter { _, stem in
        guard let last = stem.ranges(of: "conflict").last?.lowerBound else { return false }
        return stem[...last].indices.contains { all.contains(String(stem[..<$0])) }
      }.map(\.0))
  }
}

private enum DuplicateID {
  static func findings(_ check: Check, _ id: RecordID, _ examination: Examination) -> [Finding] {
    let sharing = examination.library.records(sharing: id)
    let copies = ConflictCopy.names(of: sharing.map(\.path))
    func isConflictCopy(_ record: Record) -> Bool {
      ConflictCopy.isName(of: record.path) || copies.contains(record.path)
    }
    // The name of a copy is usually longer than that of the original.
    let records = sharing.map { (rank: isConflictCopy($0) ? 1 : 0, record: $0) }
      .sorted { ($0.rank, $0.record.path.count, $0.record.path) < ($1.rank, $1.record.path.count, $1.record.path) }
      .map(\.record)
    let (keeper, evidence) = keeper(records, id, examination, isConflictCopy)
    return records.filter { $0 !== keeper }.map { record in
      let isConflictCopy = isConflictCopy(record)
      let range = record.items(of: examination.library.schema.id(of: record.kind)).first?.range
      // If this is another version of the same record, a new id would turn it into a second record.
      let isVersion = isConflictCopy || isSame(record, keeper)
      let need: Repair.Need = evidence == nil || isVersion ? .choice : .consent
      var repairs = [Repair("new-id", "give this file a new id", need, [newID(record, examination)])]
      if records.count == 2 {
        repairs.append(
          Repair(
            "keep-here", "keep it here, and give \(keeper.path) a new one", .choice, [newID(keeper, examination)]))
      }
      if record.source == keeper.source {
        let deletion = Repair(
          "delete", "delete this file, which has the same contents", isConflictCopy ? .consent : .choice,
          [.write(path: record.path, old: record.source, new: nil)])
        repairs.insert(deletion, at: 0)
      } else if record.kind == keeper.kind {
        let merging = RecordMerger(examination.library, kept: keeper, merged: record)
          .repairs("merge it into \(keeper.path)", isCertain: isConflictCopy)
        repairs = isVersion ? merging + repairs : repairs + merging
      }
      return Finding(
        check, record, Field.idKey, at: range,
        "the id already belongs to \(keeper.path)" + (evidence.map { ", \($0)" } ?? ""),
        related: [id], repairs: repairs)
    }
  }

  /// Returns whether two records have the same kind and title, so that they are versions of one record.
  private static func isSame(_ record: Record, _ other: Record) -> Bool {
    record.kind == other.kind && Folding.fold(record.title) == Folding.fold(other.title)
  }

  /// Returns the record that should keep the id, and the evidence for this choice. Without evidence, the choice is a
  /// guess.
  private static func keeper(
    _ records: [Record], _ id: RecordID, _ examination: Examination, _ isConflictCopy: (Record) -> Bool
  ) -> (record: Record, evidence: String?) {
    let originals = records.filter { !isConflictCopy($0) }
    if originals.count == 1, records.count > 1 { return (originals[0], "which this file is a conflict copy of") }
    let added = records.map { examination.history.added[$0.path] }
    let oldest = added.compactMap { $0?.date }.min()
    if let oldest, let first = added.firstIndex(where: { $0?.date == oldest }),
      added.count(where: { $0?.date == oldest }) == 1
    {
      return (records[first], "which has been in git since \(oldest.date)")
    }
    let named = records.filter { RecordPath.stem($0.path).hasSuffix(id.short) }
    if named.count == 1 { return (named[0], "which is named after it") }
    return (records[0], nil)
  }

  private static func newID(_ record: Record, _ examination: Examination) -> Repair.Step {
    let id = Scalar(examination.newID().description, form: .literal)
    return .edit(path: record.path, [.set([.key(Field.idKey)], .scalar(id))])
  }
}
