/// The tables of fields of one library: those of the kinds, and the fields that its manifest declares.
package struct Schema: Sendable {
  private let tables: [[Field]]

  /// Makes the tables; the library's own fields come after the kind's, except for one that takes the place of a field of
  /// the kind that has its key. An older key that the library gives to a field of its own is that field's.
  package init(ownFields: [Kind: [Field]] = [:]) {
    tables = Kind.allCases.map { kind in
      let own = ownFields[kind, default: []]
      let taken = Set(own.map(\.key))
      let fields = kind.fields.map { field in own.first { $0.key == field.key } ?? field }
      let more = own.filter { field in !kind.fields.contains { $0.key == field.key } }
      return (fields + more).enumerated().map { index, field in
        Field(field, at: index, formerKeys: field.formerKeys.filter { !taken.contains($0) })
      }
    }
  }

  /// Returns the table of a kind, in the order in which fields are written.
  package func fields(of kind: Kind) -> [Field] { tables[Int(kind.rawValue)] }

  /// Returns the field with this key or this older key.
  package func field(_ key: String, of kind: Kind) -> Field? {
    fields(of: kind).first { $0.key == key } ?? fields(of: kind).first { $0.formerKeys.contains(key) }
  }

  /// Returns the field of a kind that has a role.
  package func field(_ role: FieldRoles, of kind: Kind) -> Field? { fields(of: kind).first { $0.has(role) } }

  /// Returns the field that identifies a record.
  package func id(of kind: Kind) -> Field { fields(of: kind)[0] }

  /// Returns the field that names a record to a person.
  package func title(of kind: Kind) -> Field { fields(of: kind)[kind.titleIndex] }

  /// Returns the field that holds the ids of records that were merged into one.
  package func formerIDs(of kind: Kind) -> Field { fields(of: kind)[kind.fields.count - 1] }

  /// Returns every field, of any kind, that refers to records of this kind.
  package func fields(referringTo target: Kind) -> [(kind: Kind, field: Field)] {
    Kind.allCases.flatMap { kind in
      fields(of: kind).filter { $0.type.target == target }.map { (kind, $0) }
    }
  }
}
