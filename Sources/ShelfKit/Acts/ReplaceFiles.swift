import ShelfHistory
import ShelfModel
import ShelfStore
import YAMLEdit

/// Replaces files with text that someone edited.
///
/// If a file has been changed in the meantime, a three-way merge combines both changes, and the act fails if they touch
/// the same fields. Fields that follow from the edited ones are set, as in any other edit.
package struct ReplaceFiles: Act {
  package var files: [EditedFile]

  package init(_ files: [EditedFile]) { self.files = files }

  package func plan(_ plan: inout ActPlan) throws {
    plan.result = .replaced(try files.map { try replace($0, &plan) })
  }

  private func replace(_ file: EditedFile, _ plan: inout ActPlan) throws -> ReplacedFile {
    let (path, base) = (file.path, file.base)
    let record = plan.library.record(at: path)
    let fileSystem = plan.host.fileSystem
    let theirs = try fileSystem.contents(of: plan.library.root + "/" + path, limit: Limits().bytes)
    if theirs == base {
      try plan.edits.replace(path, base, with: file.text, record)
      try follow(record, &plan)
      return ReplacedFile(path: path, isMerged: false)
    }
    guard let kind = Kind.of(path: path) else { throw TransactionError.changed(path: path) }
    let merge = RecordMerge(of: kind, plan.library.schema).merge(ours: file.text, base: base, theirs: theirs)
    if !merge.conflicts.isEmpty {
      throw ActRefusal.changedMeanwhile(path: path, fields: merge.conflicts.map(\.key))
    }
    guard merge.isClean, merge.textReason == nil else { throw TransactionError.changed(path: path) }
    try plan.library.check(merge.bytes, as: kind, path: path, id: file.id)
    try plan.edits.replace(path, theirs, with: merge.bytes, record)
    try follow(record, &plan)
    return ReplacedFile(path: path, isMerged: true)
  }

  /// Sets the fields that follow from the edited ones, and adds notes about them.
  private func follow(_ record: Record?, _ plan: inout ActPlan) throws {
    guard let record, plan.library.records(sharing: record.id).count == 1 else { return }
    let typed = plan.edits.changes(in: record).map {
      Assignment($0.field, .set, $0.new.map { Assignment.Value(text: $0) })
    }
    var parser = plan.parser()
    let following = try DerivedFields(kind: record.kind, record: record, asksForDay: false)
      .following(typed, &parser, &plan)
    if following.isEmpty { return }
    try plan.edits.change(record, following)
    plan.notes += following.map { .followed(record, $0.field, $0.values.last?.text) }
  }
}

/// A file that someone edited.
package struct EditedFile: Sendable {
  package let path: String
  /// The text after editing.
  package let text: [UInt8]
  /// The contents of the file when the editor was opened.
  package let base: [UInt8]
  /// The id that the record must keep, or nil if it may have any.
  package let id: RecordID?

  package init(path: String, text: [UInt8], base: [UInt8], id: RecordID?) {
    (self.path, self.text, self.base, self.id) = (path, text, base, id)
  }
}

/// A file that was replaced with edited text.
package struct ReplacedFile: Sendable {
  package let path: String
  /// Whether another program had changed other fields in the meantime, so that both changes were merged.
  package let isMerged: Bool
}
