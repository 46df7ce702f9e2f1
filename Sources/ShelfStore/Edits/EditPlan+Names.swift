import ShelfModel
import YAMLEdit

extension EditPlan {
  /// Puts the name that a record gets in place of its old one in comments behind references to it. What a comment says
  /// beside the name stays, and so does one that says something else.
  ///
  /// The records that refer to it do not count as changed: nothing that they hold is another.
  ///
  /// - Returns: in how many files that was done, and how many may keep the old name because they cannot be read or edited.
  package mutating func renewComments(
    behindReferencesTo record: Record, from old: String, to new: String
  ) -> (renewed: Int, left: Int) {
    let (old, new) = (CommentText.line(old), CommentText.line(new))
    var (renewed, left) = (0, 0)
    if old.isEmpty || new.isEmpty || old == new { return (0, 0) }
    for (kind, field) in library.schema.fields(referringTo: record.kind) {
      for source in library.records(kind, referringTo: record) where !isDeleted(source) {
        // Lists may have been changed by then.
        let bytes = (files.contents(of: source.path) ?? nil) ?? source.source
        guard let now = try? library.record(in: bytes, as: kind, path: source.path) else { continue }
        let edits = now.items(of: field).compactMap { item -> Edit? in
          guard RecordID(item.text).flatMap({ library.record($0)?.id }) == record.id, let comment = item.comment,
            let rest = ReferenceComment.remark(in: comment, behind: old)
          else { return nil }
          return .setComment(item.path, new + rest)
        }
        if edits.isEmpty { continue }
        guard let document = try? Document(bytes), let edited = try? document.applying(edits) else {
          left += 1
          continue
        }
        files.set(source.path, to: edited.bytes, from: source.source)
        documents[ExactPath(source.path)]?.new = edited
        renewed += 1
      }
    }
    left += library.unreadable(mentioning: record.id).count
    return (renewed, left)
  }
}
