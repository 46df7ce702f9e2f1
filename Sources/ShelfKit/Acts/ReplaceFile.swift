import ShelfMerging
import ShelfModel
import ShelfStore
import YAMLEdit

/// Replaces a file with what was typed in an editor. What others have changed meanwhile stays if it is in other fields.
package struct ReplaceFile: Act {
  package var path: String
  package var text: [UInt8]
  /// What the file held when the editor was opened.
  package var base: [UInt8]
  /// The id that the record must keep; nil if it may have any.
  package var id: RecordID?

  package init(_ path: String, with text: [UInt8], base: [UInt8], id: RecordID?) {
    (self.path, self.text, self.base, self.id) = (path, text, base, id)
  }

  package func plan(_ plan: inout ActPlan) throws {
    let record = plan.library.record(at: path)
    let fileSystem = plan.host.fileSystem
    let theirs = try fileSystem.contents(of: plan.library.root + "/" + path, limit: Limits().bytes)
    plan.result = .replaced(path: path, isMerged: theirs != base)
    if theirs == base { return try plan.edits.replace(path, base, with: text, record) }
    guard let kind = Kind.of(path: path) else { throw TransactionError.changed(path: path) }
    let merge = RecordMerge(of: kind, plan.library.schema).merge(ours: text, base: base, theirs: theirs)
    if !merge.conflicts.isEmpty {
      throw ActRefusal.changedMeanwhile(path: path, fields: merge.conflicts.map(\.key))
    }
    guard merge.isClean, merge.textReason == nil else { throw TransactionError.changed(path: path) }
    try plan.library.check(merge.bytes, as: kind, path: path, id: id)
    try plan.edits.replace(path, theirs, with: merge.bytes, record)
  }
}
