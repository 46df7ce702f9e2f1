import ShelfHistory
import ShelfModel
import ShelfText
import YAMLEdit

extension Check {
  static let danglingReference = Check(
    "dangling-reference", .error, "a reference to a record that does not exist",
    reason: """
      Lists cannot show what the reference pointed to. Usually, the record was deleted by hand or on another branch.
      """,
    example: "book: 3f2b8c1e-9a4d-4c57-8f0b-1d2e3f405162 # Dune",
    repair: """
      Restores the last version of the record in git, together with the records that were deleted with it, or changes \
      the reference to another record with the name in the comment. You can also choose to remove the reference, to \
      mark a quote with `book: ~` as having no book, or to delete the quote.
      """,
    .record { check, record, examination in
      record.references(examination.library.schema).compactMap { item, kind -> (FieldItem, Kind, RecordID)? in
        guard let id = RecordID(item.text), examination.library.record(id) == nil, !examination.isUnreadable(id) else {
          return nil
        }
        return (item, kind, id)
      }.findings { item, kind, id in DanglingReference.finding(check, record, item, kind, id, examination) }
    })
}

/// Builds the finding for a reference to a missing record, with its repairs.
///
/// The usual cause is that the record was deleted, so the history comes first: `LostRecordSearch` looks for its last
/// version in the deleted files of the library, then of the whole repository, then on other branches. If there is a
/// readable version, the best repair writes it to its old path, or next to that path if the path is taken, together
/// with the records that were deleted in the same commit, such as the quotes of a book. If the file was already
/// unreadable when it was deleted, the last readable version is offered, and the unreadable one as an alternative. Next
/// comes a record with the same name, taken from git or from the comment after the reference. Removing the reference is
/// always possible, but never safe. If the history is incomplete, the message explains why.
private enum DanglingReference {
  static func finding(
    _ check: Check, _ record: Record, _ item: FieldItem, _ kind: Kind, _ id: RecordID, _ examination: Examination
  ) -> Finding {
    let lost = examination.history.lost[id].flatMap { $0.kind == kind ? $0 : nil }
    let comment = record.comment(after: item)
    let name = lost.flatMap { $0.title.isEmpty ? nil : $0.title } ?? comment ?? ""
    var repairs: [Repair] = []
    if let lost { repairs += restoring(lost, examination) }
    if !name.isEmpty { repairs += relinking(record, item, kind, name, isBest: lost == nil, examination) }
    repairs.append(takingOut(record, item))
    if item.field.has(.owner) {
      repairs.append(OrphanQuote.knowinglyNone(record, item.field, kind, examination.library.schema))
      repairs.append(
        Repair(
          "delete", "delete the \(record.kind.singular)", .choice,
          [.write(path: record.path, old: record.source, new: nil)]))
    }
    return Finding(
      check, record, item.field.key, at: item.range, message(kind, id, name, lost, examination.history.gap),
      related: [id], advice: advice(kind, name, lost, examination.history.gap, repairs), repairs: repairs)
  }

  private static func advice(
    _ kind: Kind, _ name: String, _ lost: LostRecord?, _ gap: HistoryFacts.Gap?, _ repairs: [Repair]
  ) -> Advice? {
    if lost?.isReadable ?? false { return nil }
    if let gap { return .reach(gap) }
    if lost != nil { return nil }
    return repairs.count == 1 && !name.isEmpty
      ? "once there is a \(kind.singular) with this name again, the reference can lead to it" : nil
  }

  /// Returns the message, for example "book 3f2b8c1e (“Dune”) was deleted in commit a1b2c3d by Anna on 2026-11-20".
  private static func message(
    _ kind: Kind, _ id: RecordID, _ name: String, _ lost: LostRecord?, _ gap: HistoryFacts.Gap?
  ) -> String {
    let subject = "\(kind.singular) \(id.short)" + (name.isEmpty ? "" : " (“\(name.firstLine)”)")
    guard let lost else {
      switch gap {
      case nil: return subject + " does not exist"
      case .gitIsNotInstalled: return subject + " does not exist; git may have it, but is not installed"
      case .isShallow: return subject + " does not exist; the git history here is shallow and may not reach back to it"
      case .isDamaged: return subject + " does not exist; the git history may contain it, but cannot be read completely"
      }
    }
    if let branch = lost.branch { return subject + " exists only on “\(branch.firstLine)”" }
    guard let deletion = lost.deletion else { return subject + " was deleted, but is still in the last commit" }
    let fate = subject + " was deleted in commit \(deletion.short) by \(deletion.author) on \(deletion.date.date)"
    switch gap {
    case .isDamaged? where !lost.isReadable:
      return fate + "; the git history may contain a readable version, but is damaged"
    case .isShallow? where !lost.isReadable:
      return fate + "; the git history here is shallow and may not reach back to a readable version"
    default: return fate
    }
  }

  private static func restoring(_ lost: LostRecord, _ examination: Examination) -> [Repair] {
    let path = examination.freePath(lost.path, lost.id)
    let companions = lost.companions.filter { !examination.exists($0.id) }.map { $0.restoring(examination) }
    let also = lost.companions.first.map { companion in
      companions.isEmpty ? "" : ", and its \(companion.kind.counted(companions.count))"
    }
    var repairs: [Repair] = []
    if lost.isReadable {
      let version = lost.lastReadableCommit.map { " as in commit \($0.short), the last version that can be read" }
      let origin = lost.branch.map { " from “\($0.firstLine)”" }
      repairs.append(
        Repair(
          "restore", "restore \(path)\(version ?? origin ?? "")\(also ?? "")", .consent,
          [.write(path: path, old: nil, new: lost.contents)] + companions))
    }
    if let unreadable = lost.unreadable {
      repairs.append(
        Repair(
          "restore-raw", "restore the last version of \(path), which cannot be read\(also ?? "")", .choice,
          [.write(path: path, old: nil, new: unreadable)] + companions))
    }
    return repairs
  }

  private static func relinking(
    _ record: Record, _ item: FieldItem, _ kind: Kind, _ name: String, isBest: Bool, _ examination: Examination
  ) -> [Repair] {
    let targets = examination.records(kind, called: name)
    return zip(targets, RecordID.beginnings(of: targets.map(\.id))).map { target, id in
      let isOnly = targets.count == 1
      return Repair(
        isOnly ? "relink" : "relink-\(id)",
        item.isListed(target)
          ? "remove it, since the list already has \(kind.singular) \(id) “\(target.title.firstLine)”"
          : "refer to \(kind.singular) \(id) “\(target.title.firstLine)” instead",
        isBest && isOnly ? .consent : .choice, record, item.setting(to: target, in: record, instead: name))
    }
  }

  private static func takingOut(_ record: Record, _ item: FieldItem) -> Repair {
    Repair("take-out", "remove the reference", .choice, record, [.remove(item.path)])
  }
}

extension FieldItem {
  /// Returns whether another item of the same list already refers to a record.
  func isListed(_ target: Record) -> Bool { index != nil && hasSibling(target.id) }

  /// Returns the edits that redirect a reference to another record, or remove the reference if the list already refers
  /// to that record.
  ///
  /// The title of the record becomes the comment after the reference. A comment that is neither the old nor the new
  /// name is a remark by the user and is kept.
  func setting(to target: Record, in record: Record, instead oldName: String?) -> [Edit] {
    if isListed(target) { return [.remove(path)] }
    let comment = keepsRemark(in: record, oldName, target.title) ? nil : target.title.oneLine
    return [.set(path, .scalar(Scalar(target.id.description, form: .literal, comment: comment)))]
  }

  /// Returns whether the comment after the reference differs from all of these names.
  func keepsRemark(in record: Record, _ names: String?...) -> Bool {
    guard let comment = record.comment(after: self) else { return false }
    return !names.contains { $0.map(Folding.fold) == Folding.fold(comment) }
  }
}
