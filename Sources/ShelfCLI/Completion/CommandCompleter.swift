import ArgumentParser
import ShelfDoctor
import ShelfForms
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Completes a word after a command.
///
/// The preceding words determine the role of the word. After an option that takes a value, or after `--name=`, it is
/// that value. A hyphen starts an option, a negated term of a query, or a genre to remove. Any other word is a
/// positional argument, whose number is found by counting the ones before it. `CommandDeclaration`, the parser's own
/// description of the command, then provides the values: a fixed list of words, or a case of `OptionValues`, whose
/// values depend on the library. Options named after fields, including custom fields, come from the schema.
struct CommandCompleter {
  let command: any ParsableCommand.Type
  let declaration: CommandDeclaration
  /// The kind that the command applies to, or nil for any kind.
  let kind: Kind?
  /// The word to complete.
  let current: String
  /// Returns the library, or nil if there is none. The library is read only if candidates depend on it.
  let load: () -> Library?

  /// Returns the candidates for the word, including some that do not start with it.
  ///
  /// - Parameter words: the words between the command and the word to complete.
  func candidates(after words: [String]) -> [Candidate] {
    var given: [String] = []
    var pending: Option?
    for word in ParserArguments.withFixValue(["doctor"] + words).dropFirst() {
      if pending != nil {
        pending = nil
      } else if word.hasPrefix("-"), word.count > 1 {
        pending = option(word)
      } else {
        given.append(word)
      }
    }
    if let pending { return values(of: pending, typed: current, given) }
    if current.hasPrefix("--"), let equals = current.firstIndex(of: "="),
      let option = option(String(current[..<equals]))
    {
      let start = String(current[...equals])
      return values(of: option, typed: String(current[equals...].dropFirst()), given).map { $0.following(start) }
    }
    if current.hasPrefix("-") {
      let isTakenAway = !given.isEmpty && !current.hasPrefix("--")
      if isTakenAway, declaration.positional.contains(where: { $0.values == .added }) {
        return present(kind?.ticked, of: kind, given).map { $0.following("-") }
      }
      return fieldOptions.map { Candidate("--" + FieldHelp.optionName(of: $0), note: $0.help) }
        + related.map { Candidate("--\($0.singular)", note: $0.definition.help) } + refusal + denied
    }
    // With `--where`, the command has no positional argument for a record.
    let places = declaration.positional.filter { !$0.namesRecord || !words.contains("--where") }
    guard let place = given.count < places.count ? places[given.count] : places.last(where: \.isRepeating) else {
      return []
    }
    return values(of: .declared(place), typed: current, given)
  }

  // MARK: - Options

  /// An option that takes a value.
  private enum Option {
    case declared(CommandDeclaration.Argument)
    /// An option that is named after a field.
    case field(Field)
    /// An option that takes the name of a record of another kind.
    case related(Kind)
  }

  private func option(_ word: String) -> Option? {
    // A short option may stand for an option named after a field.
    let word = word.hasPrefix("--") ? word : FieldHelp.longName(word).map { "--" + $0 } ?? word
    if let field = fieldOptions.first(where: { "--" + FieldHelp.optionName(of: $0) == word }) { return .field(field) }
    if let kind = related.first(where: { "--\($0.singular)" == word }) { return .related(kind) }
    return declaration.option(word).flatMap { $0.takesValue ? .declared($0) : nil }
  }

  private var fieldOptions: [Field] {
    guard let command = command as? any FieldOptionCommand.Type else { return [] }
    return (load()?.schema.fields(of: command.kind) ?? command.kind.fields).filter(command.hasOption)
  }

  /// The kinds whose records an option can name.
  private var related: [Kind] { (command as? any FieldOptionCommand.Type)?.related ?? [] }

  /// - Parameter given: the positional arguments before the word.
  private func values(of option: Option, typed: String, _ given: [String]) -> [Candidate] {
    switch option {
    case .field(let field): load().map { Suggestions(library: $0).values(of: field, kinds, beginningLike: typed) } ?? []
    case .related(let kind): load().map { names(of: kind, $0, typed) } ?? []
    case .declared(let argument):
      if let source = argument.values {
        values(of: source, typed, given)
      } else if !argument.words.isEmpty {
        argument.words.map { Candidate($0) }
      } else if let library = load(),
        let field = kinds.flatMap({ library.schema.fields(of: $0) }).first(where: {
          argument.names.contains("--" + $0.key)
        })
      {
        // An option named after a field takes the values of that field.
        Suggestions(library: library).values(of: field, kinds, beginningLike: typed)
      } else {
        []
      }
    }
  }

  /// - Parameter start: the completed part of a comma-separated list, including its last comma.
  private func settingValues(_ given: [String], _ start: String) -> [Candidate] {
    guard let keys = given.first?.split(separator: ".").map(String.init), let setting = Setting.named(keys) else {
      return []
    }
    if !setting.words.isEmpty { return setting.words.map { Candidate($0) } }
    guard let kind = keys.first.flatMap({ Kind(singular: $0) }), let schema = load()?.schema else { return [] }
    let columns = Attributes(of: kind, schema).columns.map(\.key)
    return keys.last == "sort"
      ? columns.flatMap { [Candidate($0), Candidate($0 + ":desc")] } + [Candidate(RecordOrder.Key.randomName)]
      : columns.map { Candidate(start + $0) }
  }

  /// Returns the names of the library's settings or, after an equals sign, the possible values of a setting.
  private func librarySettings(_ typed: String) -> [Candidate] {
    if typed.hasPrefix("names") { return names(typed) }
    guard let sign = typed.firstIndex(of: "=") else {
      return LibrarySetting.all.flatMap { setting in
        setting.names.filter { LibrarySetting.isWhole($0) }.map { Candidate($0 + "=", note: setting.help) }
      }
    }
    let choices = LibrarySetting.named(String(typed[..<sign]))?.choices ?? []
    return choices.map { Candidate(typed[...sign] + $0) }
  }

  /// Returns settings for the people in the library or, after an equals sign, the possible forms to sort a person's
  /// name by.
  private func names(_ typed: String) -> [Candidate] {
    let start = "names."
    if let sign = typed.firstIndex(of: "=") {
      return NameParts.possibleForms(of: String(typed[..<sign].dropFirst(start.count))).map {
        Candidate(typed[...sign] + $0)
      }
    }
    let wanted = Folding.fold(String(typed.dropFirst(start.count)))
    return (load()?.peopleWithoutForm() ?? []).filter { Folding.fold($0).hasPrefix(wanted) }
      .prefix(Suggestions.maxCount).map { Candidate("\(start)\($0)=", note: NameParts(guessing: $0).sortForm) }
  }

  private func values(of values: OptionValues, _ typed: String, _ given: [String]) -> [Candidate] {
    let start = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
    switch values {
    case .filter: return load()?.manifest.allFilters.map { Candidate($0.name, note: $0.text) } ?? []
    case .savedFilter: return load()?.manifest.filters.map { Candidate($0.name, note: $0.text) } ?? []
    case .columns: return columns.map { Candidate(start + $0) }
    case .order:
      return columns.flatMap { [Candidate(start + $0), Candidate(start + $0 + ":desc")] }
        + [Candidate(start + RecordOrder.Key.randomName)]
    case .grouping:
      return allColumns { $0.groupings($1) }.map { Candidate($0) }
    case .sum:
      return allColumns { column, _ in ColumnSum(column.key, column.attribute) == nil ? [] : [column.key] }
        .map { Candidate($0) }
    case .field:
      return load().map { library in
        kinds.flatMap { library.schema.fields(of: $0).map { Candidate($0.key, note: $0.help) } }
      } ?? []
    case .check: return Check.all.map { Candidate($0.code) }
    case .checks: return Check.all.map { Candidate(start + $0.code) }
    case .repairs:
      return (["safe"] + Check.all.filter { $0.repair != nil }.map(\.code)).map { Candidate(start + $0) }
    case .record: return load().map { library in kinds.flatMap { names(of: $0, library, typed) } } ?? []
    case .current:
      return load().map { library in kinds.flatMap { titles(of: $0, library, typed, first: \.during) } } ?? []
    case .shelved:
      return load().map { library in kinds.flatMap { titles(of: $0, library, typed, first: \.before) } } ?? []
    case .book: return load().map { names(of: .book, $0, typed) } ?? []
    case .series: return load().map { Suggestions(library: $0).series(beginningLike: typed) } ?? []
    case .person: return load().map { Suggestions(library: $0).people(beginningLike: typed) } ?? []
    case .onLoan:
      guard let library = load() else { return [] }
      let wanted = Folding.fold(typed)
      return library.records(of: .book).flatMap { Loan.all(of: $0, library.schema) }
        .filter { Folding.fold($0.record.title).hasPrefix(wanted) }
        .sorted { Folding.precedes($0.record.title, $1.record.title) }.prefix(Suggestions.maxCount)
        .map { Candidate($0.record.title, note: Wording.loan($0)) }
    case .queued: return load().map { $0.queue.map { Candidate($0.title) } } ?? []
    case .term: return ["1w", "2w", "3w", "1m", "tomorrow"].map { Candidate($0) }
    case .query: return terms(typed)
    case .assignment: return assignments(typed, given)
    case .color: return ColorChoice.allCases.map { Candidate($0.rawValue) }
    case .setting: return settingValues(given, start)
    case .librarySetting: return librarySettings(typed)
    case .day: return ["today", "yesterday"].map { Candidate($0) }
    case .ticked: return given.isEmpty ? ticked(typed) : present(kind?.ticked, of: kind, given)
    case .added: return ticked(typed.hasPrefix("+") ? String(typed.dropFirst()) : typed).map { $0.following("+") }
    }
  }

  /// Returns the values that a field has in the given records, since only these can be removed.
  private func present(_ field: Field?, of kind: Kind?, _ names: [String]) -> [Candidate] {
    guard let kind, let field, let library = load(), let field = library.schema.field(field.key, of: kind) else {
      return []
    }
    let finder = RecordFinder(library)
    let records = names.compactMap { name in try? finder.find(name, kind) }
    let texts = records.filter { $0.has(field) }.flatMap { $0.texts(of: field) }
    let values = texts.map { text in
      field.type.target == nil ? text : RecordID(text).flatMap { library.record($0)?.title } ?? text
    }
    return values.sorted(by: Folding.precedes).map { Candidate($0) }
  }

  /// Returns the names of the genres or tags that records of the kind can refer to.
  private func ticked(_ typed: String) -> [Candidate] {
    guard let target = kind?.ticked?.type.target, let library = load() else { return [] }
    return names(of: target, library, typed)
  }

  private var kinds: [Kind] { kind.map { [$0] } ?? Kind.allCases }

  private var columns: [String] {
    guard let library = load() else { return [] }
    if let command = command as? any ReportCommand.Type {
      return command.columnKeys(ListLayout(library: library, kind: .book, columns: []))
    }
    return kinds.flatMap { Column.all(of: $0, library.schema).map(\.key) }
  }

  private func allColumns(_ words: (Column, (kind: Kind, schema: Schema)) -> [String]) -> [String] {
    guard let schema = load()?.schema else { return [] }
    return kinds.flatMap { kind in Column.all(of: kind, schema).flatMap { words($0, (kind, schema)) } }
  }

  /// The option of `add` that declares that a record has no owner.
  private var refusal: [Candidate] {
    guard command is any AddingCommand.Type, let kind, let name = OwnerChoice.noOwnerOption(of: kind) else { return [] }
    return [Candidate(name, note: "From none")]
  }

  // MARK: - Values of fields

  private func assignments(_ typed: String, _ given: [String]) -> [Candidate] {
    guard let library = load() else { return [] }
    if let kind { return assignments(of: kind, library, typed, given) }
    // If the command has no kind, the first record on the command line determines the kind whose fields are offered.
    let finder = RecordFinder(library)
    let kinds = given.compactMap { try? finder.find($0, nil).kind }
    return (kinds.isEmpty ? Kind.allCases : Array(kinds.prefix(1))).flatMap {
      assignments(of: $0, library, typed, given)
    }
  }

  private func assignments(of kind: Kind, _ library: Library, _ typed: String, _ given: [String]) -> [Candidate] {
    let fields = library.schema.fields(of: kind).filter { !$0.isAutomatic }
    guard let (key, change, _) = AssignmentParser.split(typed), let field = library.schema.field(key, of: kind) else {
      return fields.flatMap { field in
        (field.type.isList ? ["=", "+=", "-="] : ["="]).map { Candidate(field.key + $0, note: field.help) }
      }
    }
    let start = String(typed.prefix { $0 != "=" }) + "="
    if change == .remove {
      let values = present(field, of: kind, given)
      if !values.isEmpty { return values.map { $0.following(start) } }
    }
    let values = Suggestions(library: library).values(
      of: field, kinds, beginningLike: String(typed.dropFirst(start.count)))
    return values.map { $0.following(start) }
  }

  /// Returns the titles of records that start with the typed word.
  private func names(of kind: Kind, _ library: Library, _ typed: String) -> [Candidate] {
    Suggestions(library: library).titles(of: kind, beginningLike: typed)
  }

  /// Returns the titles of records that start with the typed word, with records in a given state first.
  private func titles(
    of kind: Kind, _ library: Library, _ typed: String, first state: (FieldStates) -> FieldStates.State?
  ) -> [Candidate] {
    let suggestions = Suggestions(library: library)
    guard let field = library.schema.field(.state, of: kind), let value = field.states.flatMap(state)?.value else {
      return suggestions.titles(of: kind, beginningLike: typed)
    }
    let isFirst = { (record: Record) in (record.value(of: field)?.text ?? field.defaultText) == value }
    return suggestions.titles(of: kind, beginningLike: typed, where: isFirst)
      + suggestions.titles(of: kind, beginningLike: typed) { !isFirst($0) }
  }

  // MARK: - Queries

  /// Negated terms, such as `-genre:`.
  private var denied: [Candidate] {
    guard declaration.positional.contains(where: { $0.values == .query }), !current.hasPrefix("--"), current.count > 1
    else { return [] }
    return terms(String(current.dropFirst())).map { $0.following("-") }
  }

  private func terms(_ word: String) -> [Candidate] {
    guard let library = load() else { return [] }
    let suggestions = Suggestions(library: library)
    let terms = QueryTerms(library: library, kinds: kinds).terms(for: word, limit: Suggestions.maxCount).map { term in
      Candidate(term, note: suggestions.note(of: term, kinds))
    }
    // A title is also a valid query that finds the record.
    let isTitle = word.count > 1 && !word.contains(":") && !word.hasPrefix("#")
    return terms + (isTitle ? kinds.flatMap { suggestions.titles(of: $0, beginningLike: word) } : [])
  }
}

/// A command that has options for the fields of a kind.
protocol FieldOptionCommand {
  static var kind: Kind { get }
  static func hasOption(for field: Field) -> Bool
  /// The other kinds whose records can be named by an option.
  static var related: [Kind] { get }
}

extension AddCommand: FieldOptionCommand {
  static var kind: Kind { K.kind }
  static func hasOption(for field: Field) -> Bool { !field.isAutomatic && field.key != kind.titleKey }
  static var related: [Kind] { [] }
}

extension ListCommand: FieldOptionCommand {
  static var kind: Kind { K.kind }
  static func hasOption(for field: Field) -> Bool {
    // Custom fields of the library also have options.
    field.index >= kind.fields.count || FieldHelp.listOptions(of: kind).contains(FieldHelp.optionName(of: field))
  }
  static var related: [Kind] {
    let fields = kind.fields.map(FieldHelp.optionName)
    return Kind.allCases.filter { target in
      FieldHelp.listOptions(of: kind).contains(target.singular) && !fields.contains(target.singular)
    }
  }
}

/// A command that adds a record.
protocol AddingCommand {
  static var kind: Kind { get }
}

extension AddCommand: AddingCommand {}
