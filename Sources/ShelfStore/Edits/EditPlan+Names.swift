import ShelfModel
import YAMLEdit

extension EditPlan {
  /// Updates the name of a record in the comments after references to it.
  ///
  /// The rest of such a comment stays, and so do comments that do not begin with the old name. The referring records do
  /// not count as changed, because none of their values changes.
  ///
  /// - Returns: the number of files that were updated, and the number that may keep the old name because they cannot be
  ///   read or edited.
  package mutating func renewComments(
    behindReferencesTo record: Record, from old: String, to new: String
  ) -> (renewed: Int, left: Int) {
    let (old, new) = (CommentText.line(old), CommentText.line(new))
    var (renewed, left) = (0, 0)
    if old.isEmpty || new.isEmpty || old == new { return (0, 0) }
    for (kind, field) in library.schema.fields(referringTo: record.kind) {
      for source in library.records(kind, referringTo: record) where !isDeleted(source) {
        // The plan may already have changed the file.
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
