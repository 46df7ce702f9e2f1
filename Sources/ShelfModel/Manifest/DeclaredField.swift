/// A field that a library declares in `shelf.yaml`.
///
/// It wins over a field of the program that has the same name, and over an older name of one.
package struct DeclaredField: Sendable {
  package let kind: Kind
  package let field: Field
  /// The program's field that has this name, now or formerly.
  package let builtIn: Field?
  /// Where the name is in the file.
  package let range: Range<Int>

  /// Whether the declaration changes nothing, because it repeats the type of shelf's own field, or because the field
  /// identifies records.
  package var isIgnored: Bool {
    guard let builtIn, builtIn.key == field.key else { return false }
    switch (builtIn.type, field.type) {
    case (.id, _), (.formerIDs, _), (.integer, .integer): return true
    case (let type, let declared): return type == declared
    }
  }
}

extension Sequence<DeclaredField> {
  /// The fields by kind, without those whose declarations are ignored.
  package var byKind: [Kind: [Field]] {
    reduce(into: [:]) { fields, declared in
      if !declared.isIgnored { fields[declared.kind, default: []].append(declared.field) }
    }
  }
}
