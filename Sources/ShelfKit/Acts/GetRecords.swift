import ShelfModel
import ShelfStore

/// Marks books as acquired: they become owned, and wanted books become books on the shelf that were added today.
package struct GetRecords: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// Further values to set, which take precedence.
  package var values: [FieldInput]

  package init(_ subjects: Subjects, of kind: Kind = .book, _ values: [FieldInput] = []) {
    (self.subjects, self.kind, self.values) = (subjects, kind, values)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    let schema = plan.library.schema
    guard let owned = schema.field(.owned, of: kind) else {
      throw ActRefusal.noField(kind, key: kind.field(.owned)?.key ?? "owned")
    }
    let state = schema.field(.state, of: kind)
    let named = values.compactMap { schema.field(named: $0.key, of: kind)?.index }
    func isWanted(_ record: Record) -> Bool {
      state.map { record.value(of: $0)?.text == $0.states?.wanted && $0.states?.wanted != nil } ?? false
    }
    let records = try plan.find(subjects, of: kind)
    for group in [records.filter(isWanted), records.filter { !isWanted($0) }] where !group.isEmpty {
      var inputs = values
      if !named.contains(owned.index) { inputs.append(FieldInput(owned.key, .set, "true")) }
      if isWanted(group[0]), let added = schema.field(.created, of: kind), added.type == .date,
        !named.contains(added.index)
      {
        inputs.append(FieldInput(added.key, .set, "today"))
      }
      if let state, let before = state.states?.before.value, isWanted(group[0]), !named.contains(state.index) {
        inputs.append(FieldInput(state.key, .set, before))
      }
      try SetFields(.records(group), of: kind, inputs).plan(&plan)
    }
  }
}
