import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Handles notes and tables of quotes that shelf exported, whose values are verbatim and whose references are names.
extension ImportRun {
  /// Returns the values of a field whose references are names, or nil if a name cannot be used.
  ///
  /// The existing references of the note's book take precedence, because the note was written from them: several
  /// records may have the same name, and a reference to a missing record has no name at all.
  mutating func namedValues(_ draft: Draft, _ field: Field, _ target: Kind, _ texts: [String]) -> [Assignment.Value]? {
    let own = draft.statedID.flatMap { index.record($0) }.map { $0.texts(of: field) } ?? []
    let ownRecords = own.compactMap { RecordID($0).flatMap { library.record($0) } }
    if ownRecords.map(\.title).filter({ !$0.isEmpty }) == texts { return own.map { value($0, field) } }
    var values: [Assignment.Value] = []
    for text in texts {
      if let record = ownRecords.first(where: { $0.title == text }) {
        values.append(Assignment.Value(text: record.id.description, name: record.title))
      } else if target.isMadeByName {
        if let value = names.reference(text, target, base) { values.append(value) }
      } else {
        let found = library.records(of: target).filter { $0.title == text }
        guard found.count == 1 else {
          let count = found.isEmpty ? "no \(target.singular) is" : "several \(target.plural) are"
          summary.problems.append(
            ImportProblem(
              .value, "\(field.key): \(count) called “\(CleanText.short(text))”", file: draft.file, line: draft.line,
              column: draft.column))
          return nil
        }
        values.append(Assignment.Value(text: found[0].id.description, name: found[0].title))
      }
    }
    var known: Set<String> = []
    return values.filter { known.insert($0.text).inserted }
  }

  /// Returns whether a verbatim draft has the same value as a record. Values are compared in the form that notes and
  /// tables contain: references as names, and the text of quotes without leading and trailing white space.
  func isSame(_ draft: Draft, _ theirs: [String], as ours: [String], _ field: Field) -> Bool {
    guard draft.hasNames else { return false }
    if field.type.target != nil {
      let names = ours.compactMap { RecordID($0).flatMap { library.record($0)?.title } }
      return names.filter { !$0.isEmpty } == draft[FieldHandle(field)]
    }
    return draft.kind == .quote && ours.map(\.trimmed) == theirs.map(\.trimmed)
  }

  /// Keeps a record unchanged, because the note about it has not been edited since its export.
  ///
  /// The note's values become the base of the next import, so that the next import recognizes later edits to the note.
  mutating func leave(_ record: Record, to draft: Draft) {
    var stated: FieldTexts = [:]
    var isOutdated = false
    for (field, values, isOpen) in values(of: draft, nil) where !isOpen {
      let theirs = values.map(\.text)
      stated[field] = theirs
      let choice = FieldChoice(field: field, ours: record.texts(of: field), base: nil, theirs: theirs, updates: false)
      isOutdated = isOutdated || !choice.isSame(choice.ours, theirs)
    }
    if isOutdated { outdatedNotes += 1 }
    summary.unchanged += draft.rows
    base.remember(statement(of: draft), record.id, stated)
  }

  /// Reports in the last round how many notes differ from the library but have not been edited since their export.
  mutating func reportOutdatedNotes() {
    if outdatedNotes > 0, laterDrafts.isEmpty {
      let notes = outdatedNotes == 1 ? "1 note differs" : "\(outdatedNotes.grouped) notes differ"
      summary.notes.append(
        "\(notes) from the library only because the library has changed since their export; nothing was taken from them"
      )
    }
  }
}
