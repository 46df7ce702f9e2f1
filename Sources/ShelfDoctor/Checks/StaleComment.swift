import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

extension Check {
  package static let staleComment = Check(
    "stale-comment", .note, "a reference whose comment does not match the name",
    reason: """
      The comment helps people who read the file or a diff. It may be outdated, for example because a genre was \
      renamed.
      """,
    example: "genres:\n  - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Sci-Fi, which is now called Science Fiction",
    repair: """
      Writes the record's current name. This is safe if the comment is the name of another record, or is similar to \
      the current name.
      """,
    .record { check, record, examination in
      record.references(examination.library.schema).compactMap { item, kind -> (FieldItem, Record, String)? in
        guard let target = RecordID(item.text).flatMap({ examination.library.record($0) }), target.kind == kind,
          RecordID(item.text) == target.id, let comment = record.comment(after: item)
        else { return nil }
        let title = target.title.oneLine.trimmed
        return title.isEmpty || StaleComment.says(comment, title) ? nil : (item, target, comment)
      }.findings { item, target, comment in
        let title = target.title.oneLine.trimmed
        let isName = StaleComment.isName(comment, of: target, examination)
        return Finding(
          check, record, item.field.key, at: item.range,
          "the comment says “\(comment.firstLine)”, but the \(target.kind.singular) is “\(title.firstLine)”",
          related: [target.id],
          repairs: [
            Repair(
              "renew", "write “\(title.firstLine)”", isName ? .nothing : .consent, record,
              [.setComment(item.path, title)])
          ])
      }
    })
}

private enum StaleComment {
  /// Returns whether a comment consists of the title, optionally followed by a remark.
  static func says(_ comment: String, _ title: String) -> Bool {
    let plain = title.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
    return [title, plain].contains { ReferenceComment.remark(in: comment, behind: $0) != nil }
  }

  /// Returns whether a comment is probably a name rather than a remark: it is the name of another record, or is similar
  /// to the title.
  static func isName(_ comment: String, of target: Record, _ examination: Examination) -> Bool {
    if !examination.records(target.kind, called: comment).isEmpty { return true }
    if !Nearest.words(to: comment, among: [target.title]).isEmpty { return true }
    let (a, b) = (Folding.fold(comment), Folding.fold(target.title))
    return a.hasPrefix(b) || b.hasPrefix(a)
  }
}
