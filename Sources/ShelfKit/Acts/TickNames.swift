import ShelfModel
import ShelfStore

/// Adds and removes references to records that need only a name, such as the genres of a book or the tags of an issue.
package struct TickNames: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// The names or ids of the records to add.
  package var added: [String]
  package var removed: [String]
  /// Whether to create records that do not exist.
  package var createsMissing: Bool

  package init(_ subjects: Subjects, of kind: Kind, added: [String], removed: [String], createsMissing: Bool) {
    self.subjects = subjects
    self.kind = kind
    self.added = added
    self.removed = removed
    self.createsMissing = createsMissing
  }

  package var isLocal: Bool { !createsMissing }

  package func plan(_ plan: inout ActPlan) throws {
    let field = try TickNames.field(kind, plan.library)
    let records = try plan.find(subjects, of: kind)
    let values = added.map { FieldInput(field.key, .add, $0) } + removed.map { FieldInput(field.key, .remove, $0) }
    try SetFields(.records(records), of: kind, values, createsMissing: createsMissing).plan(&plan)
  }

  /// Returns the field of a kind whose values are checked in a list.
  package static func field(_ kind: Kind, _ library: Library) throws(ActRefusal) -> Field {
    let own = kind.ticked
    guard let own, let field = library.schema.field(own.key, of: kind), field.type == own.type else {
      throw .noField(kind, key: own?.key ?? "")
    }
    return field
  }
}

extension Kind {
  /// The field whose values are checked in a list: references to records that need only a name. Nil if there is none.
  package var ticked: Field? {
    fields.first { field in
      if case .references(let target) = field.type { return target.isMadeByName }
      return false
    }
  }
}
