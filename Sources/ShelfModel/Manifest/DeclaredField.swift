/// A custom field that a library declares in `shelf.yaml`.
///
/// It takes precedence over a built-in field with the same key or former key.
package struct DeclaredField: Sendable {
  package let kind: Kind
  package let field: Field
  /// The built-in field whose key or former key is the same as the name, or nil if there is none.
  package let builtIn: Field?
  /// The bytes of the name in the file.
  package let range: Range<Int>

  /// Whether the declaration has no effect, because it repeats the type of the built-in field, or because that field
  /// contains ids.
  package var isIgnored: Bool {
    guard let builtIn, builtIn.key == field.key else { return false }
    switch (builtIn.type, field.type) {
    case (.id, _), (.formerIDs, _): return true
    case (.integer, .integer): return !builtIn.yieldsToDeclared
    case (.choice(let words), .choice(let declared)):
      // Version 1.0 did not know `paused`.
      return declared == words || declared == words.filter { $0 != builtIn.states?.paused?.value }
    case (let type, let declared): return type == declared && !builtIn.yieldsToDeclared
    }
  }
}

extension Sequence<DeclaredField> {
  /// The fields by kind, without declarations that have no effect.
  package var byKind: [Kind: [Field]] {
    reduce(into: [:]) { fields, declared in
      if !declared.isIgnored { fields[declared.kind, default: []].append(declared.field) }
    }
  }
}
