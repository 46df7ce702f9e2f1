import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Adds notes without highlights to the notes of their books.
///
/// The user may also have written notes in the library, so new paragraphs are appended, and nothing is replaced. The
/// base of the next import contains the paragraphs, so that a paragraph that the user deletes or edits is not added
/// again.
extension ImportRun {
  /// Returns the new and the old text of a book's notes, or nil if nothing is added.
  ///
  /// - Parameters:
  ///   - record: the book, or nil if it is new.
  ///   - known: the values of the last import.
  ///   - others: text that the import puts into the notes anyway.
  mutating func bookNotes(
    of draft: Draft, _ record: Record?, _ known: FieldTexts?, _ stated: inout FieldTexts, besides others: String? = nil
  ) -> (assignment: Assignment, old: [String])? {
    if draft.bookNotes.isEmpty { stated[ImportBase.bookNotes] = known?[ImportBase.bookNotes] }
    guard !draft.bookNotes.isEmpty, let field = library.schema.field(FieldHandle.notes.key, of: .book) else {
      return nil
    }
    let old = record?.texts(of: field) ?? []
    let ours = others ?? old.joined(separator: "\n\n")
    let said = known?[ImportBase.bookNotes] ?? []
    let all = draft.bookNotes.map(\.text)
    stated[ImportBase.bookNotes] = said + all.filter { !said.contains($0) }
    noteFormerQuotes(of: draft)
    let new = all.filter { !said.contains($0) && !ours.contains($0) }
    if new.isEmpty { return nil }
    if field.type.isList { return (Assignment(field, .add, new.map { Assignment.Value(text: $0) }), old) }
    let text = ([ours.trimmed] + new).filter { !$0.isEmpty }.joined(separator: "\n\n")
    return (Assignment(field, .set, [Assignment.Value(text: CleanText.lines(text))]), old)
  }

  /// Reports quotes that earlier versions of shelf created from such notes.
  private mutating func noteFormerQuotes(of draft: Draft) {
    for source in draft.bookNotes.compactMap(\.source) {
      guard let quote = index.record(source: source), quote.kind == .quote else { continue }
      summary.problems.append(
        ImportProblem(
          .note,
          "an earlier version made the quote \(quote.path) of a note without a highlight; delete the quote, unless the words "
            + "are the author’s", file: draft.file, line: nil))
    }
  }
}
