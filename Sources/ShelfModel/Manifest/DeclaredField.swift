/// A custom field that a library declares in `shelf.yaml`.
///
/// It takes precedence over a built-in field with the same key or former key.
package struct DeclaredField: Sendable {
  package let kind: Kind
  package let field: Field
  /// The built-in field that has the name as its key or former key, or nil if there is none.
  package let builtIn: Field?
  /// The byte range of the name in the file.
  package let range: Range<Int>

  /// Whether the declaration has no effect, because it only repeats the type of a built-in field, or because the
  /// built-in field contains ids.
  package var isIgnored: Bool {
    guard let builtIn, builtIn.key == field.key else { return false }
    switch (builtIn.type, field.type) {
    case (.id, _), (.formerIDs, _): return true
    case (.integer, .integer): return !builtIn.yieldsToDeclared
    case (.choice(let words), .choice(let declared)):
      // Version 1.0 did not have `paused`.
      return declared == words || declared == words.filter { $0 != builtIn.states?.paused?.value }
    case (let type, let declared): return type == declared && !builtIn.yieldsToDeclared
    }
  }
}

extension Sequence<DeclaredField> {
  /// The declared fields by kind, omitting declarations that have no effect.
  package var byKind: [Kind: [Field]] {
    reduce(into: [:]) { fields, declared in
      if !declared.isIgnored { fields[declared.kind, default: []].append(declared.field) }
    }
  }
}
