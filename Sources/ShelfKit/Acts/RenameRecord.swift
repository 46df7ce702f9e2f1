import ShelfModel
import ShelfStore
import ShelfText

/// Renames a record, and replaces its old name wherever the library shows or uses it.
///
/// If no record has the name, but it is that of a person, a series or another value that shelf suggests, it is replaced
/// in all records that contain it. If it is only the name of a field, the values of this field are moved to another
/// field (`RenameField`).
package struct RenameRecord: Act {
  /// The record as the user named it, or the name of a person or a series.
  package var name: String
  package var newName: String
  /// The kind of the record, or nil for a record of any kind, a person or a series.
  package var kind: Kind?
  /// Whether the name refers to a person or a series even if a record has the same name.
  package var isOfValues = false

  package init(_ name: String, to newName: String, of kind: Kind? = nil) {
    (self.name, self.newName, self.kind) = (name, newName, kind)
  }

  package var isLocal: Bool { false }

  package func plan(_ plan: inout ActPlan) throws {
    let new = newName.trimmed
    if isOfValues, try renameValues(to: new, &plan) { return }
    let record: Record
    do throws(RecordFinder.Failure) {
      record = try plan.finder.find(name, kind, .exact)
    } catch {
      switch error {
      case .ambiguous(_, _, let candidates):
        if candidates.allSatisfy({ isValue(of: $0, plan) }), try renameValues(to: new, &plan) { return }
      case .notFound, .inexact:
        if try renameValues(to: new, &plan) { return }
        if let kind = kindOfField(plan) { return try RenameField(name, to: newName, of: kind).plan(&plan) }
        if let person = personWithPart(error, plan) {
          // The new name is whole if it contains the words that stay.
          let isWhole = Set(Folding.words(person)).subtracting(Folding.words(name)).isSubset(of: Folding.words(new))
          let renamed = isWhole ? new : person.replacing(name.trimmed, with: new)
          throw ActRefusal.partOfName(name, person: person, renamed: renamed == person ? nil : renamed)
        }
      case .unreadable, .elsewhere: break
      }
      throw error
    }
    if isValue(of: record, plan), try renameValues(to: new, &plan) { return }
    let title = plan.library.schema.title(of: record.kind)
    if title.isLong { throw ActRefusal.noName(record) }
    var act = SetFields(.ids([record.id]), of: record.kind, [FieldInput(title.key, .set, new)])
    act.renewsNames = true
    try act.plan(&plan)
  }

  /// Returns whether the old name is only a value of a custom field of a record, such as its place `Hall 2`. The number
  /// of a copy does not count, because it identifies the record.
  private func isValue(of record: Record, _ plan: ActPlan) -> Bool {
    let (schema, wanted) = (plan.library.schema, Folding.fold(name.trimmed))
    if Folding.fold(record.title) == wanted { return false }
    let numbering = CopyNumbers.fields(of: record.kind, schema).map(\.key)
    return schema.customFields(of: record.kind).contains { field in
      field.has(.suggests) && !numbering.contains(field.key)
        && record.texts(of: field).contains { Folding.fold($0.trimmed) == wanted }
    }
  }

  /// Returns the kind that has a field with the old name, or nil if there is none.
  private func kindOfField(_ plan: ActPlan) -> Kind? {
    (kind.map { [$0] } ?? Kind.allCases).first { RenameField.isField(name, besides: newName, of: $0, in: plan.library) }
  }

  /// Replaces the name of a person or a series in all records. If no record contains it, replaces another value that
  /// shelf suggests. Returns whether any record contained the old name.
  private func renameValues(to newName: String, _ plan: inout ActPlan) throws -> Bool {
    if try renameValues(of: RenameRecord.named, to: newName, &plan) { return true }
    return try renameValues(of: .suggests, to: newName, &plan)
  }

  private func renameValues(of roles: FieldRoles, to newName: String, _ plan: inout ActPlan) throws -> Bool {
    let old = Folding.fold(name.trimmed)
    let (new, entry) = renamesPeople(old, plan) ? RenameRecord.turned(newName) : (newName, nil)
    if old.isEmpty || new.isEmpty { return false }
    var records: [Record] = []
    var edits: [(record: Record, assignments: [Assignment])] = []
    for kind in self.kind.map({ [$0] }) ?? Kind.allCases {
      let fields = plan.library.schema.fields(of: kind).filter { field in
        !field.roles.isDisjoint(with: roles)
      }
      if fields.isEmpty { continue }
      for record in plan.library.records(of: kind) {
        let assignments = fields.compactMap { field -> Assignment? in
          let texts = record.texts(of: field)
          let renamed = texts.map { RenameRecord.renamed($0, field, from: old, to: new) }
          return renamed == texts ? nil : Assignment(field, .set, renamed.map { Assignment.Value(text: $0) })
        }
        if assignments.isEmpty { continue }
        records.append(record)
        edits.append((record, assignments))
      }
    }
    if edits.isEmpty { return false }
    _ = try plan.find(.records(records), of: kind)
    for (record, assignments) in edits { try plan.edits.change(record, assignments) }
    if let entry { _ = try plan.addNames([entry]) }
    try plan.renameNames(name.trimmed, to: new, isStated: new != newName)
    return true
  }

  /// The roles of fields that contain names of people or series.
  private static let named: FieldRoles = [
    .creator, .contributors, .series, .recommender, .holder, .lender, .loans,
  ]

  /// Returns whether the old name is that of an author or a contributor.
  private func renamesPeople(_ old: String, _ plan: ActPlan) -> Bool {
    (kind.map { [$0] } ?? Kind.allCases).contains { kind in
      plan.library.schema.fields(of: kind).contains { field in
        field.isOfPeople
          && plan.library.records(of: kind).contains { record in
            record.texts(of: field).contains { Folding.fold(field.personName(in: $0)) == old }
          }
      }
    }
  }

  /// Returns the only person whose name contains the old name, or nil if there are several or none, or if a title also
  /// contains the old name.
  private func personWithPart(_ failure: RecordFinder.Failure, _ plan: ActPlan) -> String? {
    let words = Folding.words(name)
    if words.isEmpty { return nil }
    if case .inexact(_, _, let candidates) = failure,
      candidates.contains(where: { Set(words).isSubset(of: Folding.words($0.title)) })
    {
      return nil
    }
    var people: Set<String> = []
    for kind in kind.map({ [$0] }) ?? Kind.allCases {
      for field in plan.library.schema.fields(of: kind) where field.isOfPeople || field.has(.holder) {
        for text in plan.library.records(of: kind).flatMap({ $0.texts(of: field) }) {
          let person = field.isOfPeople ? field.personName(in: text) : text
          if Set(words).isSubset(of: Folding.words(person)) { people.insert(person) }
        }
      }
    }
    return people.count == 1 ? people.first : nil
  }

  /// Returns a name such as `García Márquez, Gabriel` in natural order, with the entry for the library's `names` if it
  /// needs one. Returns any other name unchanged.
  private static func turned(_ name: String) -> (name: String, entry: PersonNames.Entry?) {
    ActPlan.turnedName(name) ?? (name, nil)
  }

  /// Replaces the old name in a value of a field. The role of a contributor and the position in a series stay the same.
  private static func renamed(_ text: String, _ field: Field, from old: String, to new: String) -> String {
    if field.has(.contributors) {
      let person = Contributor(text)
      return Folding.fold(person.name) != old ? text : person.role.isEmpty ? new : "\(new) (\(person.role))"
    }
    if field.has(.series) {
      let place = SeriesPlace(text)
      guard Folding.fold(place.name) == old else { return text }
      return place.position.map { SeriesPlace.text(new, $0) } ?? new
    }
    if field.has(.loans), var loan = LoanEntry(text) {
      guard Folding.fold(loan.person) == old else { return text }
      loan.person = new
      return loan.description
    }
    return Folding.fold(text) == old ? new : text
  }
}
