import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// Works out how the word may go on that somebody is typing.
struct Completer {
  /// The words before the one that is being typed, without the program's name.
  private let words: [String]
  private let current: String
  /// Reads the library, where one is needed.
  private let load: () -> Library?

  /// How many words are offered.
  private static let limit = 300

  init(_ words: [String], load: @escaping () -> Library?) {
    self.words = Array(words.dropFirst().dropLast())
    current = words.count > 1 ? words[words.count - 1] : ""
    self.load = load
  }

  /// Returns the words that begin like the one that is being typed, without regard to case and accents.
  func candidates() -> [String] {
    let wanted = Folding.fold(current)
    let all = words.isEmpty || words == ["help"] ? commands(of: Shelf.self) : candidatesInCommand()
    var seen: Set<String> = []
    let fitting = all.filter { candidate in
      (wanted.isEmpty || Folding.fold(candidate).hasPrefix(wanted)) && seen.insert(candidate).inserted
    }
    return Array(fitting.prefix(Completer.limit))
  }

  // MARK: - Commands and options

  private func commands(of command: any ParsableCommand.Type) -> [String] {
    let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let names = shown.compactMap { $0.configuration.commandName }
    if current.hasPrefix("-") { return options(of: command) }
    return command == Shelf.self ? names + (words.isEmpty ? ["help"] : ["query"]) : names
  }

  private func candidatesInCommand() -> [String] {
    var command: any ParsableCommand.Type = Shelf.self
    var path: [String] = []
    var rest = words[...]
    while let word = rest.first {
      if word == "--library" || word == "--color", path.isEmpty {
        rest = rest.dropFirst(2)
        continue
      }
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      path.append(word)
      command = next
      rest.removeFirst()
    }
    if !command.configuration.subcommands.isEmpty { return rest.isEmpty ? commands(of: command) : [] }
    if let option = words.last, option.hasPrefix("--"), !option.contains("="),
      let values = values(of: String(option.dropFirst(2)), path)
    {
      return values
    }
    if current.hasPrefix("-") { return options(of: command) + denied(path) }
    return arguments(of: path, Array(rest))
  }

  /// Returns the options that a command's help lists.
  private func options(of command: any ParsableCommand.Type) -> [String] {
    let lines = Shelf.helpMessage(for: command, includeHidden: false, columns: 200).split(separator: "\n")
    return lines.filter { $0.hasPrefix("  -") || $0.hasPrefix("  --") }.flatMap { line in
      line.split { " ,/".contains($0) }.prefix { !$0.hasPrefix("<") || $0.hasPrefix("-") }.filter { $0.hasPrefix("--") }
        .map(String.init)
    }
  }

  /// Returns what the value of an option may be; nil where the option has none.
  private func values(of option: String, _ path: [String]) -> [String]? {
    let kind = path.first.flatMap { name in Kind.allCases.first { $0.singular == name } }
    switch option {
    case "filter": return load()?.manifest.allFilters.map(\.name) ?? []
    case "format":
      return path.last == "stats" ? StatsFormat.allCases.map(\.rawValue) : ListFormat.allCases.map(\.rawValue)
    case "color" where path.last != "add": return ColorChoice.allCases.map(\.rawValue)
    case "ratings": return Stars.allCases.map(\.rawValue)
    case "where": return kind.map { terms(of: [$0]) } ?? []
    case "sort", "columns", "json":
      guard let kind, let library = load() else { return [] }
      return columns(of: kind, library, isSort: option == "sort")
    case "library": return []
    case "limit", "rating", "name", "message": return path.last == "add" ? fieldValues(option, kind) : []
    default: return path.last == "add" || option == "priority" || option == "book" ? fieldValues(option, kind) : nil
    }
  }

  private func fieldValues(_ option: String, _ kind: Kind?) -> [String]? {
    guard let kind, let library = load() else { return nil }
    let field = library.schema.fields(of: kind).first { FieldHelp.optionName(of: $0) == option || $0.key == option }
    // The list of genres takes a book.
    if field == nil, option == "book" { return names(of: .book, library) }
    return field.map { values(of: $0, kind, library) }
  }

  /// Returns the columns of a list, after those that have been named already.
  private func columns(of kind: Kind, _ library: Library, isSort: Bool) -> [String] {
    let start = current.lastIndex(of: ",").map { String(current[...$0]) } ?? ""
    let names = Column.all(of: kind, library.schema).map(\.key)
    return names.flatMap { isSort ? [start + $0, start + $0 + ":desc"] : [start + $0] }
  }

  // MARK: - Arguments

  private func arguments(of path: [String], _ rest: [String]) -> [String] {
    let given = rest.filter { !$0.hasPrefix("-") }
    let kind = path.first.flatMap { name in Kind.allCases.first { $0.singular == name } }
    switch (kind, path.last) {
    case (let kind?, "list"): return terms(of: [kind])
    case (nil, "search"), (nil, "stats"): return terms(of: Kind.allCases)
    case (nil, "save"): return given.isEmpty ? [] : terms(of: Kind.allCases)
    case (nil, "delete"): return given.isEmpty ? load()?.manifest.filters.map(\.name) ?? [] : []
    case (nil, "completions"), (nil, "install"):
      return CompletionShell.allCases.map(\.rawValue) + (path.last == "install" ? [] : ["install"])
    case (let kind?, "set") where !given.isEmpty || rest.contains("--where"): return assignments(of: kind)
    case (let kind?, let verb?) where verb != "add" && given.isEmpty: return load().map { names(of: kind, $0) } ?? []
    default: return []
    }
  }

  private func assignments(of kind: Kind) -> [String] {
    guard let library = load() else { return [] }
    let fields = library.schema.fields(of: kind).filter { !$0.isAutomatic }
    guard let (key, _, _) = AssignmentReader.split(current), let field = library.schema.field(key, of: kind) else {
      return fields.flatMap { $0.type.isList ? ["\($0.key)=", "\($0.key)+=", "\($0.key)-="] : ["\($0.key)="] }
    }
    let start = String(current.prefix { $0 != "=" }) + "="
    return values(of: field, kind, library).map { start + $0 }
  }

  /// Returns values that a field may take.
  private func values(of field: Field, _ kind: Kind, _ library: Library) -> [String] {
    switch field.type {
    case .choice(let words): return words
    case .boolean: return ["true", "false"]
    case .date, .timestamp: return ["today", "yesterday"]
    case .integer(let range) where range.count <= 10: return range.map(String.init)
    case .reference(let target), .references(let target): return names(of: target, library)
    case .text where field.has(.suggests), .textList where field.has(.suggests):
      return texts(of: field, kind, library)
    default: return []
    }
  }

  private func texts(of field: Field, _ kind: Kind, _ library: Library) -> [String] {
    let wanted = Folding.fold(String(current.split(separator: "=", maxSplits: 1).last ?? ""))
    var texts: Set<String> = []
    for record in library.records(of: kind) {
      for text in record.texts(of: field) where Folding.fold(text).hasPrefix(wanted) { texts.insert(text) }
    }
    return texts.sorted(by: Folding.precedes)
  }

  /// Returns the titles or names of records; those alone that begin as the word does that is being typed.
  private func names(of kind: Kind, _ library: Library, after start: String = "") -> [String] {
    let typed = current.hasPrefix(start) ? String(current.dropFirst(start.count)) : current
    let wanted = Folding.fold(typed.contains("=") ? String(typed.drop { $0 != "=" }.dropFirst()) : typed)
    let titles = library.records(of: kind).map(\.title).filter { title in
      !title.isEmpty && (wanted.isEmpty || Folding.fold(title).hasPrefix(wanted))
    }
    return titles.sorted(by: Folding.precedes).prefix(Completer.limit).map { title in
      start + title.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }

  // MARK: - Queries

  /// Returns terms that deny something, such as `-genre:`.
  private func denied(_ path: [String]) -> [String] {
    guard path.last == "list" || path == ["search"] || path == ["stats"], !current.hasPrefix("--"), current.count > 1
    else { return [] }
    let kinds = path.first.flatMap { name in Kind.allCases.first { $0.singular == name } }.map { [$0] } ?? Kind.allCases
    return terms(of: kinds, String(current.dropFirst())).map { "-" + $0 }
  }

  private func terms(of kinds: [Kind]) -> [String] { terms(of: kinds, current) }

  private func terms(of kinds: [Kind], _ word: String) -> [String] {
    guard let library = load() else { return [] }
    let completer = QueryTerms(library: library, kinds: kinds)
    return completer.terms(for: word, limit: Completer.limit)
  }
}
