import ShelfModel
import YAMLEdit

extension Check {
  static let staleModificationDate = Check(
    "stale-modification-date", .note, "an issue that was changed by hand, but still has its old modification date",
    reason: """
      Lists of recent changes use this date. When two versions of an issue are merged, the later modification date is \
      kept.
      """,
    example: "modificationDate: 2025-01-01T00:00:00Z   # as in the last commit, but the title differs",
    repair: "Sets the modification date to the time of the repair.",
    .library { check, examination in
      let library = examination.library
      return Kind.allCases.flatMap { kind -> [Finding] in
        guard let field = library.schema.field(.changed, of: kind) else { return [] }
        return library.records(of: kind).compactMap { record in
          guard let before = examination.committedRecord(record.path, kind), before.id == record.id,
            before.value(of: field) == record.value(of: field), !record.says(theSameAs: before, library.schema)
          else { return nil }
          let value = Value.scalar(Scalar(examination.now.description, form: .literal))
          let edit: Edit =
            record.key(of: field).map { .set([.key($0)], value) }
            ?? .insert(key: field.key, value, into: [], after: record.predecessor(of: field, library.schema))
          return Finding(
            check, record, field.key, at: record.items(of: field).first?.range,
            "the \(kind.singular) has changed since the last commit, but its modification date has not",
            repairs: [Repair("renew", "write \(examination.now)", .nothing, record, [edit])])
        }
      }
    })
}

extension Record {
  /// Returns whether another version of the record has the same values, even if they are written differently.
  func says(theSameAs other: Record, _ schema: Schema) -> Bool {
    schema.fields(of: kind).allSatisfy { value(of: $0) == other.value(of: $0) }
      && unknownFields.elementsEqual(other.unknownFields) { $0.key == $1.key && $0.texts == $1.texts }
  }
}
