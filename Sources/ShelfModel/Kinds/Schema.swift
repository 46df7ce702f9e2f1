/// The tables of fields of one library: the kinds' built-in fields, and the custom fields that its manifest declares.
///
/// Each kind has one table, with the built-in fields first, in the order in which a new file lists them. A custom field
/// with the key of a built-in field replaces it; all other custom fields are appended. The position in the table is the
/// field's `index`. Records store these indices, so a schema belongs to the library that was read with it.
package struct Schema: Sendable {
  private let tables: [[Field]]

  /// Creates the tables. A key that a custom field uses is no longer a former key of a built-in field.
  package init(customFields: [Kind: [Field]] = [:]) {
    tables = Kind.allCases.map { kind in
      let own = customFields[kind, default: []]
      let taken = Set(own.map(\.key))
      let fields = kind.fields.map { field in own.first { $0.key == field.key } ?? field }
      let more = own.filter { field in !kind.fields.contains { $0.key == field.key } }
      return (fields + more).enumerated().map { index, field in
        Field(field, at: index, formerKeys: field.formerKeys.filter { !taken.contains($0) })
      }
    }
  }

  /// Returns the table of a kind's fields, in the order in which a new file lists them.
  package func fields(of kind: Kind) -> [Field] { tables[Int(kind.rawValue)] }

  /// Returns the field with this key or former key.
  package func field(_ key: String, of kind: Kind) -> Field? {
    fields(of: kind).first { $0.key == key } ?? fields(of: kind).first { $0.formerKeys.contains(key) }
  }

  /// Returns whether a custom field replaces a built-in field that was added after version 1.0. The two may share only
  /// their name, because it is unknown what the library means by the name.
  package func isUnrelated(_ field: Field, of kind: Kind) -> Bool {
    field.index < kind.fields.count && kind.fields[field.index].yieldsToDeclared && !field.yieldsToDeclared
  }

  /// Returns the custom fields that the library has declared for a kind.
  package func customFields(of kind: Kind) -> [Field] {
    fields(of: kind).filter { field in
      field.index >= kind.fields.count || kind.fields[field.index].type != field.type || isUnrelated(field, of: kind)
    }
  }

  /// Returns the field of a kind that has a role, or nil if there is none.
  package func field(_ role: FieldRoles, of kind: Kind) -> Field? { fields(of: kind).first { $0.has(role) } }

  /// Returns the field that contains the ids of records.
  package func id(of kind: Kind) -> Field { fields(of: kind)[0] }

  /// Returns the field that contains the names of records.
  package func title(of kind: Kind) -> Field { fields(of: kind)[kind.titleIndex] }

  /// Returns the field that contains the ids of records that were merged into a record.
  package func formerIDs(of kind: Kind) -> Field { fields(of: kind)[kind.fields.count - 1] }

  package func fields(referringTo target: Kind) -> [(kind: Kind, field: Field)] {
    Kind.allCases.flatMap { kind in
      fields(of: kind).filter { $0.type.target == target }.map { (kind, $0) }
    }
  }
}
