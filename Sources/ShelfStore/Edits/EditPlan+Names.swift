import ShelfModel
import YAMLEdit

extension EditPlan {
  /// Updates the name of a record in the comments after references to it.
  ///
  /// Only the name at the start of a comment is replaced. Comments that do not start with the old name do not change.
  /// The referring records are not treated as changed, because none of their values changes.
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
        let edits = comments(of: now, field, behindReferencesTo: record, showing: old).map { path, remark in
          Edit.setComment(path, new + remark)
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

  /// Returns the number of files that refer to a record and show a name in the comment after the reference.
  package func count(ofFilesShowing name: String, behindReferencesTo record: Record) -> Int {
    let name = CommentText.line(name)
    if name.isEmpty { return 0 }
    let fields = library.schema.fields(referringTo: record.kind)
    let paths = fields.flatMap { kind, field in
      library.records(kind, referringTo: record).filter { source in
        !isDeleted(source) && !comments(of: source, field, behindReferencesTo: record, showing: name).isEmpty
      }.map(\.path)
    }
    return Set(paths).count
  }

  /// Finds the comments that follow references to a record and start with a name. Returns the path of each reference
  /// and the text after the name.
  private func comments(
    of source: Record, _ field: Field, behindReferencesTo record: Record, showing name: String
  ) -> [(path: [Step], remark: String)] {
    source.items(of: field).compactMap { item in
      guard RecordID(item.text).flatMap({ library.record($0)?.id }) == record.id, let comment = item.comment,
        let remark = ReferenceComment.remark(in: comment, behind: name)
      else { return nil }
      return (item.path, remark)
    }
  }
}
