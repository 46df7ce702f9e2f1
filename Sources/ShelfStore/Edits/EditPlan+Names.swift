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
    let (old, new) = (EditPlan.name(old), EditPlan.name(new))
    var (renewed, left) = (0, 0)
    if old.isEmpty || new.isEmpty || old == new { return (0, 0) }
    for (kind, field) in library.schema.fields(referringTo: record.kind) {
      for source in library.records(kind, referringTo: record) where !isDeleted(source) {
        // Lists may have been changed by then.
        let bytes = (files.contents(of: source.path) ?? nil) ?? source.source
        guard let now = try? library.record(in: bytes, as: kind, path: source.path) else { continue }
        let edits = now.items(of: field).compactMap { item -> Edit? in
          guard RecordID(item.text).flatMap({ library.record($0)?.id }) == record.id, let comment = item.comment,
            let rest = EditPlan.remark(in: comment, behind: old)
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
    let id = Array(record.id.description.utf8)
    left += library.unreadable.count { !$0.source.isEmpty && $0.source.firstRange(of: id) != nil }
    return (renewed, left)
  }

  /// Returns a name as it stands in a comment: on one line.
  private static func name(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
    ).trimmed
  }

  /// Returns what a comment says behind a name; nil if it is not that name.
  private static func remark(in comment: String, behind name: String) -> String? {
    guard comment.hasPrefix(name) else { return nil }
    let rest = comment.dropFirst(name.count)
    return rest.first.map { $0.isLetter || $0.isNumber } ?? false ? nil : String(rest)
  }
}
