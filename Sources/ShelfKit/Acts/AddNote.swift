import ShelfModel
import ShelfStore

/// Adds a paragraph to the user's notes on records.
package struct AddNote: Act {
  package var subjects: Subjects
  package var kind: Kind
  package var text: String

  package init(_ subjects: Subjects, of kind: Kind = .book, _ text: String) {
    (self.subjects, self.kind, self.text) = (subjects, kind, text)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    var parser = plan.parser()
    for record in try plan.find(subjects, of: kind) {
      try plan.edits.change(record, [AddNote.assignment(of: text.trimmed, to: record, &parser)])
    }
  }

  /// Returns the assignment that adds a paragraph to the notes of a record.
  ///
  /// - Throws: `ActRefusal.noField` if the library declares a custom field in place of the notes.
  static func assignment(
    of paragraph: String, to record: Record, _ parser: inout AssignmentParser
  ) throws -> Assignment {
    let key = FieldHandle.notes.key
    guard let field = parser.library.schema.field(key, of: record.kind), field.isLong else {
      throw ActRefusal.noField(record.kind, key: key)
    }
    parser.addsToValues = true
    return try parser.read(key: field.key, .add, paragraph, record.kind).addedUp(in: record)
  }
}
