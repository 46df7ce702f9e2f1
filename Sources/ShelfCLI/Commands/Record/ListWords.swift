import ShelfModel
import ShelfQuery
import ShelfWording

/// The words of a list's command line, split into the words of a query and options named after attributes.
///
/// An option such as `--author herbert` or `--book dune` becomes a term of the query. These options are not declared to
/// the parser, because they depend on the custom fields of the library.
struct ListWords {
  private(set) var words: [String] = []
  private(set) var terms: [QuerySource] = []
  /// The query terms from options for single-value fields, by field key, to detect an option that is specified twice.
  private var asked: [String: QuerySource] = [:]

  /// - Parameters:
  ///   - kind: the kind of the records whose fields are options.
  ///   - command: the name of the command, for errors, or nil for the list of the kind.
  init(_ arguments: [String], of kind: Kind, _ schema: Schema, command: String? = nil) throws {
    let attributes = Attributes(of: kind, schema)
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest.map { QuerySource.argument(ParserArguments.unmarked($0), schema) }
        return
      }
      guard ParserArguments.isOption(word) else {
        let word = ParserArguments.unmarked(word)
        try ListWords.refuseJoined(
          word, attributes, isFollowed: rest.first.map { !ParserArguments.isOption($0) } ?? false)
        words.append(QuerySource.argument(word, schema))
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      // A list needs no option for its query, but also accepts it after `--where`, as `set` does.
      if parts[0] == "--where" || parts[0] == "-w" {
        guard let query = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw CommandError(.usage, "\(parts[0]) needs a query")
        }
        words.append(QuerySource.argument(ParserArguments.unmarked(query), schema))
        continue
      }
      let name = FieldHelp.longName(parts[0])
      if parts.count == 1, let name, let flag = FlagOption(name, field: { attributes.attribute($0)?.field }) {
        let value = flag.isNegated ? "true" : flag.takeValue(from: &rest)
        terms.append(try QuerySource("\(flag.isNegated ? "-" : "")\(flag.name):\(value)"))
        continue
      }
      // `--unread` and `--lent` without a value are states.
      if parts.count == 1, let name,
        rest.first.map(ParserArguments.isOption) ?? true || attributes.attribute(name) == nil,
        let state = QuerySource(stateCalled: name, of: kind, schema)
      {
        terms.append(state)
        continue
      }
      guard let name, let attribute = attributes.attribute(name) ?? attributes.related(name)?.attribute else {
        throw ListWords.unknown(parts[0], kind, attributes, command)
      }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw CommandError(.usage, "\(parts[0]) needs a value")
      }
      try add(name, attribute, ParserArguments.unmarked(value))
    }
  }

  private mutating func add(_ name: String, _ attribute: Attribute, _ value: String) throws {
    if value.hasPrefix("-"), value.count > 1, ListWords.isText(value, attribute) {
      throw CommandError(
        .usage, "“\(value)” is not a valid negation",
        hint: "to exclude it, write the query -\(name):\(Wording.shellWord(String(value.dropFirst())))")
    }
    let term = try QuerySource("\(name):\(ListWords.term(value, attribute))")
    if case .field(let field) = attribute, !field.type.isList {
      if let first = asked[field.key] {
        throw CommandError(
          .usage, "--\(FieldHelp.optionName(of: field)) is given twice",
          hint: "for several values, write a query: " + Wording.shellWord("\(first.text) or \(term.text)"))
      }
      asked[field.key] = term
    }
    terms.append(term)
  }

  /// Returns a value as it is written in a query, with text and names in quotation marks so that they are not read as
  /// operators.
  private static func term(_ value: String, _ attribute: Attribute) -> String {
    // As in a query, `=` matches the whole value, and slashes enclose a regular expression.
    if value.count > 2, value.hasPrefix("/"), value.hasSuffix("/") { return value }
    if value.count > 1, value.hasPrefix("="), isText(value, attribute) {
      return "=" + term(String(value.dropFirst()), attribute)
    }
    if !isText(value, attribute), !value.contains(where: { $0.isWhitespace || "()\"".contains($0) }) { return value }
    return QueryText.quoted(value)
  }

  private static func isText(_ value: String, _ attribute: Attribute) -> Bool {
    switch attribute {
    // Queries treat pages as numbers.
    case .field(let field) where field.has(.page): false
    case .field(let field): [.text, .textList].contains(field.type) || field.type.target != nil
    case .records: !"<>=".contains(value.prefix(1)) || value.isEmpty
    case .path, .kindName, .seriesName, .sortNames, .citationKey: true
    case .seriesPosition, .latest, .openIssues: false
    }
  }

  /// Rejects words such as `-ctitle` and `-rating 5`.
  ///
  /// In a query they would negate a word, but the user meant an option and its value.
  private static func refuseJoined(
    _ word: String, _ attributes: Attributes, isFollowed: Bool
  ) throws(CommandError) {
    let name = String(word.dropFirst())
    if isFollowed, word.hasPrefix("-"), attributes.attribute(name) != nil {
      throw CommandError(
        .usage, "“\(word)” means records without the word “\(name)”",
        hint:
          "write --\(name) VALUE to match the field, -\(name):VALUE to exclude a value, or \(Wording.shellWord("not " + name))"
      )
    }
    guard let option = ["-c", "-s"].first(where: { word.hasPrefix($0) && word.count > 2 }) else { return }
    let value = word.dropFirst(2)
    let names = value.split(separator: ",").map { String($0.prefix { $0 != ":" }) }
    guard names.allSatisfy({ attributes.column($0) != nil }) else { return }
    throw CommandError(
      .usage, "“\(word)” means records without the word “\(word.dropFirst())”",
      hint: "write \(option) \(value), or \(Wording.shellWord("not " + word.dropFirst()))")
  }

  private static func unknown(
    _ option: String, _ kind: Kind, _ attributes: Attributes, _ other: String?
  ) -> CommandError {
    let command = other ?? "\(kind.singular) list"
    if other == nil, ["-o", "--output", "--out", "--file"].contains(option) {
      return CommandError(
        .usage, "unknown option “\(option)”",
        hint: "to write a file, use --format csv > FILE; --format excel writes a table for Excel")
    }
    guard option.hasPrefix("--") else { return ParserArguments.unknown(option, of: command) }
    let names = FieldHelp.listOptions(of: kind) + attributes.columns.map(\.key)
    return ParserArguments.unknown(option, of: command, fields: names)
  }
}

extension Attribute {
  /// The field, or nil for a computed attribute.
  fileprivate var field: Field? { if case .field(let field) = self { field } else { nil } }
}
