import ShelfModel
import ShelfStore

/// Sets or clears the rating of records.
package struct RateRecords: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// The stars as entered by a person, from 0 to 5 in quarters. An empty string clears the rating.
  package var stars: String

  package init(_ subjects: Subjects, of kind: Kind = .book, stars: String) {
    self.subjects = subjects
    self.kind = kind
    self.stars = stars
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    guard let field = plan.library.schema.field(.rating, of: kind) else {
      throw ActRefusal.noField(kind, key: kind.field(.rating)?.key ?? "rating")
    }
    try SetFields(subjects, of: kind, [FieldInput(field.key, .set, stars)]).plan(&plan)
  }
}
