import ShelfModel

extension QuerySource {
  /// Creates the query for a state of a kind, such as `is:lent`. The result is nil for any other word.
  package init?(stateCalled name: String, of kind: Kind, _ schema: Schema) {
    let wanted = FieldType.folded(choice: name)
    var text = QueryState.all(of: kind, schema).first { state in
      if case .kind = state.meaning { return false }
      return FieldType.folded(choice: state.name) == wanted
    }.map { "is:\($0.name)" }
    for field in schema.fields(of: kind) where text == nil {
      guard case .choice(let words) = field.type, let found = FieldType.state(called: name, among: words) else {
        continue
      }
      // `unread` means every other state.
      text = "\(found.isNegated ? "-" : "")is:\(found.state)"
    }
    guard let text, let source = try? QuerySource(text) else { return nil }
    self = source
  }
}
