import ShelfHistory
import ShelfModel

extension Check {
  static let halfRestored = Check(
    "half-restored", .warning, "a record that was restored without the records deleted with it",
    reason: """
      Deleting a book also deletes its quotes. If you restore the book by hand, or if a merge restores it because \
      another branch had changed it, the quotes stay deleted. shelf looks for such records only in the latest \
      commits.
      """,
    example: "books/dune-3f2b8c1e.yaml   # without its quotes, which the same commit deleted",
    repair: "Restores the records that were deleted together with this one.",
    .library { check, examination in
      examination.history.cascades.sorted { $0.key < $1.key }.compactMap { id, lost in
        guard let owner = examination.library.record(id), owner.id == id else { return nil }
        let missing = lost.filter { !examination.exists($0.id) }
        guard let first = missing.first else { return nil }
        let (kind, count) = (first.kind, missing.count)
        let deletion = first.deletion.map { " in commit \($0.short) by \($0.author) on \($0.date.date)" } ?? ""
        return Finding(
          check, owner, at: nil,
          "\(kind.counted(count)) that \(count == 1 ? "was" : "were") deleted with it\(deletion) "
            + (count == 1 ? "is still missing" : "are still missing"),
          related: missing.map(\.id),
          repairs: [
            Repair(
              "restore", "restore the \(kind.counted(count))", .consent, missing.map { $0.restoring(examination) })
          ])
      }
    })
}

extension Examination {
  /// Returns whether a record with this id exists, or may exist in an unreadable file.
  func exists(_ id: RecordID) -> Bool { library.record(id) != nil || isUnreadable(id) }
}

extension LostRecord {
  /// Returns the step that writes the file again, at its old path or, if that path is taken, next to it.
  func restoring(_ examination: Examination) -> Repair.Step {
    .write(path: examination.freePath(path, id), old: nil, new: contents)
  }
}
