import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// The arguments of `add`: a title, and options named after the fields of the kind.
struct FieldOptions {
  /// The values in the order of the command line; a list field has one entry per value.
  private(set) var values: [(field: Field, text: String)] = []
  /// Whether to create genres and tags that do not exist.
  var createsMissing = false
  /// Whether the values come from a form, where all text is literal and never names a file.
  var isTyped = false
  /// Whether an option such as `--no-book` declares that the record has no owner.
  private(set) var isWithoutOwner = false
  /// A note about the meaning of the word `by`, as in `add Dune by Frank Herbert`, or nil if it does not occur.
  private(set) var note: String?

  var isEmpty: Bool { values.isEmpty && !isWithoutOwner }

  init(_ values: [(field: Field, text: String)]) { self.values = values }

  /// Parses arguments such as `"Dune" --author "Frank Herbert" --rating=5`.
  init(_ words: [String], _ kind: Kind, _ schema: Schema) throws(CommandError) {
    let fields = schema.fields(of: kind).filter { !$0.isAutomatic }
    let title = schema.title(of: kind)
    var rest = words[...]
    var isLiteral = false
    while let word = rest.popFirst() {
      if word == "--", !isLiteral {
        isLiteral = true
        continue
      }
      guard word.hasPrefix("-"), word != "-", !isLiteral else {
        if !isLiteral, let (field, value) = assigned(word, title, kind, schema) {
          try add(field, value, kind)
        } else if !isLiteral, let creator = schema.field(.creator, of: kind),
          let name = creatorName(
            word, rest.prefix { !$0.hasPrefix("-") && assigned($0, title, kind, schema) == nil }, title)
        {
          rest = rest.dropFirst(name.count)
          try add(name.joined(separator: " "), after: word, creator, title, kind)
        } else {
          try add(title, word, kind)
        }
        continue
      }
      if let option = OwnerChoice.noOwnerOption(of: kind), word == option {
        isWithoutOwner = true
        continue
      }
      // A value may follow a one-letter option directly, as in `-r4`.
      if !word.hasPrefix("--"), word.count > 2, word.dropFirst(2).first != "=",
        FieldHelp.longName(String(word.prefix(2))) != nil
      {
        rest = [String(word.prefix(2)), String(word.dropFirst(2))] + rest
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = FieldHelp.longName(String(parts[0])) ?? String(parts[0])
      if parts.count == 1, let flag = FlagOption(name, field: { schema.field(named: $0, of: kind) }),
        let field = schema.field(named: flag.name, of: kind)
      {
        try add(field, flag.takeValue(from: &rest), kind)
        continue
      }
      // `--wanted` and `--reading` are states.
      if parts.count == 1, schema.field(named: name, of: kind) == nil, let state = schema.field(.state, of: kind),
        let value = state.type.choice(meant: String(name.drop { $0 == "-" }))
          ?? state.type.state(called: String(name.drop { $0 == "-" }))
      {
        try add(state, value, kind)
        continue
      }
      guard let field = schema.field(named: name, of: kind) else {
        let names = schema.fieldNames(of: kind).filter { schema.field(named: $0, of: kind)?.isAutomatic == false }
        let nearest = Nearest.words(to: name, among: fields.map(FieldHelp.optionName) + names)
        if let people = schema.field(.contributors, of: kind), let role = ContributorRole(called: name) {
          throw CommandError(
            .usage, "\(kind.withArticle) has no field “\(name)”",
            hint: "write --\(FieldHelp.optionName(of: people)) \"NAME (\(role.rawValue))\"")
        }
        let citation = schema.field(FieldHandle.citationKey.key, of: kind)
        let value = parts.count == 2 ? String(parts[1]) : rest.first.map { $0.hasPrefix("-") ? "" : $0 } ?? ""
        if let hint = CommandError.ownKey(name, kind, isDeclared: citation != nil, "add TITLE", value) {
          throw CommandError(
            .usage, "\(kind.withArticle) has no field “\(name)”",
            hint: citation.map { "did you mean --\(FieldHelp.optionName(of: $0))?" } ?? hint)
        }
        let column = kind == .usual ? FieldMapping.key(ofColumn: name) : nil
        let meant = column.flatMap { schema.field(named: $0, of: kind) }.map(FieldHelp.optionName) ?? nearest.first
        throw CommandError(
          .usage, "\(kind.withArticle) has no field “\(name)”",
          hint: (meant.map { "did you mean --\($0)?" } ?? CommandError.ownAmount(name, kind))
            ?? "`shelf \(kind.singular) add --help` shows the fields; put the \(kind.titleKey) after --")
      }
      if field.isAutomatic { throw CommandError(AssignmentError.automatic(field, kind)) }
      if parts.count < 2, rest.first?.hasPrefix("--") ?? true {
        throw CommandError(.usage, "\(parts[0]) needs a value")
      }
      let value = parts.count == 2 ? String(parts[1]) : rest.removeFirst()
      try add(field, value, kind)
    }
  }

  /// Returns the field and the value of an assignment such as `rating=4`, or nil if the word is a title. A word in this
  /// form is an assignment if it follows a title, or if it assigns the title itself and there is no title yet.
  private func assigned(
    _ word: String, _ title: Field, _ kind: Kind, _ schema: Schema
  ) -> (field: Field, value: String)? {
    guard let (key, operation, value) = AssignmentParser.split(word), operation != .remove,
      let field = schema.field(named: key, of: kind), !field.isAutomatic
    else { return nil }
    let hasTitle = values.contains { $0.field.index == title.index }
    return hasTitle != (field.index == title.index) ? (field, value) : nil
  }

  /// Returns the words after `by` that name the creator, or nil if they can also be part of the title or contain an
  /// ISBN.
  private func creatorName(_ word: String, _ name: ArraySlice<String>, _ title: Field) -> ArraySlice<String>? {
    guard word.lowercased() == "by", values.contains(where: { $0.field.index == title.index }), !name.isEmpty,
      !name.contains(where: { $0.lowercased() == "by" || (try? BookNumber($0)) != nil })
    else { return nil }
    return name
  }

  /// Adds the creator whose name follows the word `by`.
  ///
  /// If a single word precedes and a single word follows it, as in `Stand by Me`, all three are the title.
  private mutating func add(
    _ name: String, after word: String, _ creator: Field, _ title: Field, _ kind: Kind
  ) throws(CommandError) {
    func isOneWord(_ text: String) -> Bool { text.split(separator: " ").count == 1 }
    let option = "--\(FieldHelp.optionName(of: creator))"
    guard let place = values.firstIndex(where: { $0.field.index == title.index }) else { return }
    if isOneWord(values[place].text), isOneWord(name) {
      values[place].text += " \(word) \(name)"
      note =
        "the \(title.key) is “\(Wording.short(values[place].text))”; to name the \(creator.key), write "
        + "\(option) \(Wording.shellWord(name))"
      return
    }
    note =
      "the \(creator.key) is “\(Wording.short(name))”; if the words belong to the \(title.key), put quotation "
      + "marks around it"
    try add(creator, name, kind)
  }

  /// Returns the option that the user probably needs instead of the word `by`, or nil for other words.
  private func hint(for word: String, _ kind: Kind) -> String? {
    guard word.lowercased() == "by", let creator = kind.field(.creator) else { return nil }
    return "put quotation marks around the title, and write --\(FieldHelp.optionName(of: creator)) NAME"
  }

  private static func hint(ofSeveral field: Field, _ values: [String], _ kind: Kind) -> String {
    let quotation = "put quotation marks around a \(field.key) of several words"
    if kind.isMadeByName {
      return "\(quotation); to add a \(kind.singular) to a book, use `shelf set BOOK \(kind.plural)+=NAME`"
    }
    let owner = kind.field(.owner)
    guard let field = owner ?? kind.fields.first(where: { $0.type.target == .usual }), kind != .usual else {
      guard let creator = kind.field(.creator), let name = values.last, name.contains(" ") else { return quotation }
      return "\(quotation); if “\(Wording.short(name))” is the \(creator.key), use "
        + "--\(FieldHelp.optionName(of: creator)) \(Wording.shellWord(name))"
    }
    // The title of a book is usually shorter than a quote from it or an issue about it.
    let title = values.min { $0.count < $1.count }.map(Wording.shellWord) ?? "TITLE"
    return "\(quotation); use --\(FieldHelp.optionName(of: field)) \(title) for the \(Kind.usual.singular) it is "
      + (owner == nil ? "about" : "from")
  }

  private mutating func add(_ field: Field, _ value: String, _ kind: Kind) throws(CommandError) {
    if !field.type.isList, let place = values.firstIndex(where: { $0.field.index == field.index }) {
      let other = values[place]
      // An ISBN next to a title is the number of the book, not a second title.
      if field.key == kind.titleKey, let number = kind.field(.isbn) {
        func isNumber(_ text: String) -> Bool { ((try? BookNumber(text)) ?? nil) != nil }
        if isNumber(other.text) != isNumber(value) {
          if isNumber(value) { return try add(number, value, kind) }
          values[place].text = value
          return try add(number, other.text, kind)
        }
      }
      if field.key == kind.titleKey {
        throw CommandError(
          .usage, "there are two \(field.key)s: “\(Wording.short(other.text))” and “\(Wording.short(value))”",
          hint: hint(for: value, kind) ?? FieldOptions.hint(ofSeveral: field, [other.text, value], kind))
      }
      throw CommandError(.usage, "--\(FieldHelp.optionName(of: field)) is given twice")
    }
    values.append((field, value))
  }
}
