import ShelfModel
import ShelfStore

/// Resolves names of records that contain operators, and names of states.
extension QuerySource {
  /// Returns the query, parsed with knowledge of the names in a library. A name can contain `and`, `or` or `not`, as in
  /// `book:pride and prejudice`.
  package func named(in library: Library, for kinds: [Kind]) -> QuerySource {
    if isNamed { return self }
    var source = self
    source.isNamed = true
    // Parsing the query again is only necessary if it contains an operator.
    guard hasOperators else { return source }
    let attributes = kinds.map { Attributes(of: $0, library.schema) }
    let named = try? QueryParser.parse(text) { key, value, words in
      let targets = Set(attributes.compactMap { $0.target(of: key.text) })
      return targets.map {
        NameResolver(library: library, kind: $0).continuation(of: value.text, words.map(\.text))
      }.max() ?? 0
    }
    if let named, named != query {
      source = QuerySource(named, text: text)
      (source.kind, source.isNamed) = (kind, true)
    }
    return source
  }

  /// Whether the text contains a word or sign that could be an operator.
  private var hasOperators: Bool {
    let operators: Set<String> = ["and", "or", "not"]
    return text.contains { "&|".contains($0) }
      || text.split(whereSeparator: { !$0.isLetter }).contains { operators.contains($0.lowercased()) }
  }

  /// Returns an argument of a command line as it is written in a query.
  ///
  /// The shell removes the quotation marks of `shelf:"Hall 2"`. If the argument consists of a single term for a field
  /// of texts or names, and of words that could continue its value, the value is therefore the whole rest of the
  /// argument, even if no record has it: two terms could find other records than the ones that the user means.
  package static func argument(_ argument: String, _ schema: Schema) -> String {
    // Parentheses in the value are part of it, as in `shelf:Hall (old)`. A space has the same length in bytes.
    guard argument.contains(where: \.isWhitespace), !argument.contains("*"),
      let query = try? Query(argument.replacing(/[()]/, with: " ")),
      case .open(let key, let comparison, let value, let words, _) = query, !comparison.needsOrder,
      value.negation == nil, isTextual(key.text, value, schema)
    else { return argument }
    let start = argument.utf8.index(argument.startIndex, offsetBy: value.range.lowerBound)
    if !argument.contains(where: { "()".contains($0) }) {
      return argument[..<start] + QueryText.quoted(value.continued(by: words[...]).text)
    }
    if argument[..<start].contains("(") || argument.contains("\\") { return argument }
    return argument[..<start]
      + QueryText.quoted(argument[start...].split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// Returns whether a key names a field of texts or names for every kind that has it, and the value is not a count.
  private static func isTextual(_ key: String, _ value: QueryText, _ schema: Schema) -> Bool {
    let dot = key.firstIndex(of: ".")
    let owner = dot.flatMap { Kind(singular: String(key[..<$0])) }
    let name = owner == nil ? key : dot.map { String(key[key.index(after: $0)...]) } ?? key
    let attributes = (owner.map { [$0] } ?? Kind.allCases).compactMap { Attributes(of: $0, schema).attribute(name) }
    return !attributes.isEmpty
      && attributes.allSatisfy { attribute in
        switch attribute {
        case .field(let field) where field.type.hasChoicesOfSeveralWords: true
        case .field(let field) where field.type.target == nil:
          [.text, .textList].contains(field.type) && !field.has(.page)
        case .field, .records:
          !(Kind.allCases.contains { $0.plural == name.lowercased() } && value.text.first?.isNumber ?? false)
        case .seriesName, .sortNames, .path: true
        case .seriesPosition, .latest, .openIssues, .citationKey, .kindName: false
        }
      }
  }

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

extension FieldType {
  fileprivate var hasChoicesOfSeveralWords: Bool {
    if case .choice(let words) = self { words.contains { $0.contains(" ") } } else { false }
  }
}
