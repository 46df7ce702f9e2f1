import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfText
import ShelfWording

/// The tree of commands, for code that looks up, completes, explains or runs commands.
struct CommandTree {
  let root: any ParsableCommand.Type
  /// Runs a command line, and returns its exit status.
  ///
  /// If a name is specified, the history shows it instead of the command line.
  let run: (_ arguments: [String], _ context: Context, _ name: String?) -> Int32

  /// Returns the command that the arguments name, and the number of words in its name.
  func command(of arguments: [String]) -> (command: any ParsableCommand.Type, count: Int) {
    var command: any ParsableCommand.Type = root
    for (count, word) in arguments.enumerated() {
      guard let next = CommandTree.named(word, in: command) else { return (command, count) }
      command = next
    }
    return (command, arguments.count)
  }

  /// Returns the name of the command that the user wants help for, without `shelf`, and with aliases replaced.
  func path(askedAbout arguments: [String]) -> [String] {
    var path: [String] = []
    var command: any ParsableCommand.Type = root
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      guard let next = CommandTree.named(word, in: command) else { break }
      path.append(next.configuration.commandName ?? word)
      command = next
    }
    return path
  }

  /// Returns the subcommand with the given name or alias.
  static func named(_ word: String, in command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first {
      $0.configuration.commandName == word || $0.configuration.aliases.contains(word)
    }
  }

  /// Checks that the arguments start with known commands.
  ///
  /// The parser would report an unknown command as an unexpected argument.
  ///
  /// - Parameter copyHint: returns a hint about a number of a copy or a document, or nil for any other text.
  func check(_ arguments: [String], copyHint: (String) -> String? = { _ in nil }) throws(CommandError) {
    var path = "shelf"
    var command: any ParsableCommand.Type = root
    for (position, word) in arguments.enumerated() {
      if position == 0, word == "help" { continue }
      let known = command.configuration.subcommands
      if known.isEmpty || word.hasPrefix("-") { return }
      guard let next = CommandTree.named(word, in: command) else {
        throw CommandError(
          .usage, "unknown command “\(path) \(word)”",
          hint: CommandTree.hint(word, arguments[(position + 1)...], path, known, copyHint))
      }
      path += " " + (next.configuration.commandName ?? word)
      command = next
    }
  }

  /// The commands that `help` lists, each with its words after `shelf`. Groups such as `shelf book` are omitted.
  var all: [(path: [String], abstract: String)] {
    func commands(below command: any ParsableCommand.Type, _ path: [String]) -> [(path: [String], abstract: String)] {
      command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { command in
        let path = path + [command.configuration.commandName].compactMap { $0 }
        return command.configuration.subcommands.isEmpty
          ? [(path, command.configuration.abstract)] : commands(below: command, path)
      }
    }
    return commands(below: root, [])
  }

  /// Returns whether a word is a top-level command.
  func isCommand(_ word: String) -> Bool {
    word == "help" || CommandTree.names(of: root.configuration.subcommands).contains(word)
  }

  /// Returns whether a word is a command that no alias can replace, because it already existed in the first release
  /// with aliases.
  ///
  /// If a command was added later, a user may already have an alias with its name, and the alias keeps working.
  static func isReserved(_ word: String) -> Bool { reserved.contains(word) }

  /// The commands of the first release with aliases.
  private static let reserved: Set = [
    "abandon", "add", "book", "books", "borrow", "browse", "close", "complete", "completions", "config", "cover",
    "delete", "diff", "doctor", "edit", "export", "fill", "filter", "finish", "genre", "genres", "goal", "help",
    "import",
    "init", "issue", "issues", "lend", "library", "list", "loans", "log", "lookup", "ls", "lsp", "manual",
    "merge-driver", "next", "progress", "publish", "queue", "quote", "quotes", "rate", "redo", "renew", "reopen",
    "return", "rm", "schema", "search", "series", "set", "shelve", "show", "start", "stats", "sync", "tag", "tags",
    "undo",
  ]

  /// Returns a hint about the nearest command, or else about a command with that name one level below.
  ///
  /// - Parameter rest: the words after the unknown one.
  private static func hint(
    _ word: String, _ rest: ArraySlice<String>, _ path: String, _ known: [any ParsableCommand.Type],
    _ copyHint: (String) -> String?
  ) -> String {
    if path == "shelf", reserving.contains(word) {
      let names = rest.count == 2 ? rest.map { Wording.shellWord($0) } : ["BOOK"]
      let person = rest.count == 2 ? rest.last ?? "" : "NAME"
      return
        "use `shelf issue add \(Wording.shellWord("Reserved for \(person)")) --book \(names[0])`; `shelf return` shows "
        + "the open issues of a book"
    }
    if path == "shelf", let hint = hint(onNamesOf: word, rest) { return hint }
    if path == "shelf", word == "give", rest.first == "back" { return "did you mean `shelf return`?" }
    if path == "shelf", word == "mark", let hint = hint(marking: rest, known, copyHint) { return hint }
    // A user who types `shelf check thesis.tex` wants to check the citation keys in the document.
    let format = ExportFormat.named(word) ?? ExportFormat.ofFile(endingWith: word)
    let isAboutKeys = synonyms[word] == "doctor" || answers[word] == citations || format?.citesBooks ?? false
    if path == "shelf", isAboutKeys, rest.count == 1, let document = rest.first,
      ExportFormat.ending(of: document) != nil, let hint = copyHint(document)
    {
      return hint
    }
    if path == "shelf", let answer = answers[word] ?? answers[word.replacing("-", with: "")] {
      let names = rest.filter { !["add", "create", "new"].contains($0) && !$0.hasPrefix("-") }.map(Wording.shellWord)
      guard names.count == 1 else { return answer }
      let name = ["FILE", "BOOK", "LIST", "URL"].first { answer.contains($0) }
      return name.map { answer.replacing($0, with: names[0]) } ?? answer
    }
    if path == "shelf", case let plain = word.replacing("-", with: ""), wishing.contains(plain) {
      var words: ArraySlice<String> = plain == "wishlist" ? ["list"] + rest : rest
      let isList = words.first == "list"
      if isList { words.removeFirst() }
      let adds = words.first.map { ["add", "create", "new"].contains($0) } ?? false
      if adds { words.removeFirst() }
      if isList && !adds { return "did you mean `shelf \(filled("list is:wanted", words))`?" }
      // The options of the user follow a single title.
      let isTitle = words.prefix { !$0.hasPrefix("-") }.count == 1
      let title = isTitle ? words.map(Wording.shellWord).joined(separator: " ") : "TITLE"
      return "did you mean `shelf add \(title) --status wanted`?"
    }
    // The user typed a command such as `shelf read dune 120`.
    if path == "shelf", word == "read", rest.dropFirst().contains(where: { ReadingProgress($0) != nil }) {
      return "did you mean `shelf progress`?"
    }
    if path == "shelf", synonyms[word]?.hasSuffix("owned=false") ?? false, let copy = rest.first.flatMap(copyHint) {
      return copy.replacing(
        " removed ", with: ["lost", "sold"].contains(word) ? " \(word) " : " removed ", maxReplacements: 1)
    }
    if path == "shelf", synonyms[word] == "undo", rest.count == 1 {
      return "use `shelf undo \(rest.map(Wording.shellWord).joined())`"
    }
    if path == "shelf", synonyms[word] == "sync", rest.count == 1,
      let hint = rest.first.flatMap(hint(onRemote:))
    {
      return hint
    }
    if path == "shelf", synonyms[word] == "issues" {
      let words = rest.first.map { ["add", "create", "new"].contains($0) } ?? false ? rest.dropFirst() : rest
      // The options of the user follow a single text.
      let isText = words.prefix { !$0.hasPrefix("-") }.count == 1 && (words.count < rest.count || words.count > 1)
      let text = isText ? words.map { " " + Wording.shellWord($0) }.joined() : ""
      return rest.isEmpty ? due : "did you mean `shelf issue add\(text)`?"
    }
    if path == "shelf", let meant = synonyms[word] { return "did you mean `shelf \(filled(meant, rest))`?" }
    if path == "shelf", let format = ExportFormat.named(word) {
      return "did you mean `shelf export \(format.name)`?"
    }
    if path == "shelf queue", ["clear", "empty", "reset"].contains(word) {
      return "did you mean `shelf queue remove --all`?"
    }
    if path == "shelf queue" { return "did you mean `shelf queue add`?" }
    if path == "shelf", rest.isEmpty, let key = Grouping.key(called: word, of: .usual, Schema()),
      let field = Kind.usual.fields.first(where: { $0.key == key }), field.type != .text || field.has(.suggests)
    {
      return "did you mean `shelf list --group \(key)`?"
    }
    let kind = Kind(singular: path.split(separator: " ").last.map(String.init) ?? "")
    if let kind, word == "search" || synonyms[word] == "search" { return "did you mean `shelf \(kind.plural) WORDS`?" }
    if kind != nil, let verb = ["create": "add", "new": "add"][word] ?? synonyms[word], names(of: known).contains(verb)
    {
      return "did you mean `\(path) \(verb)`?"
    }
    if let kind, kind.isMadeByName, Nearest.words(to: word, among: names(of: known)).isEmpty {
      let field = kind.plural
      // If there are two words, either may be the name of the book.
      let names = rest.count == 1 ? [word, rest[rest.startIndex]].map(Wording.shellWord) : []
      let forOne =
        names.isEmpty
        ? "`shelf set BOOK \(field)+=\(Wording.shellWord(word))`"
        : "`shelf set \(names[0]) \(field)+=\(names[1])` or `shelf set \(names[1]) \(field)+=\(names[0])`"
      return "to add a \(kind.singular) to a book, use \(forOne); for several books, "
        + "`shelf set --where QUERY \(field)+=\(names.isEmpty ? Wording.shellWord(word) : "NAME")`"
    }
    if let kind, [.quote, .issue].contains(kind), let command = adding(kind, [word] + rest, among: names(of: known)) {
      return "use `\(command)`"
    }
    let groups = known.filter { names(of: $0.configuration.subcommands).contains(word) }
    // Prefers the commands for records, since these are what people usually mean.
    let group = groups.first { Kind(singular: $0.configuration.commandName ?? "") != nil } ?? groups.first
    let below = group?.configuration.commandName.map { "\($0) \(word)" }
    if let meant = Nearest.words(to: word, among: names(of: known)).first ?? below {
      return "did you mean `\(path) \(meant)`?"
    }
    if path == "shelf", rest.count == 1, let hint = rest.first.flatMap(copyHint) { return hint }
    // The user typed `shelf series-list`.
    let parts = word.split(separator: "-").map(String.init)
    if path == "shelf", parts.count > 1, case let count = CommandTree.shelf.command(of: parts).count, count > 0 {
      return "did you mean `shelf \(parts.prefix(count).joined(separator: " "))`?"
    }
    let words = [word] + rest
    guard path == "shelf" || kind != nil, !words.contains(where: { $0.hasPrefix("-") || $0.contains("=") }) else {
      return "see `\(path) --help`"
    }
    let search = kind.map(\.plural) ?? "search"
    return
      "see `\(path) --help`; to find records, use `shelf \(search) \(words.map(Wording.shellWord).joined(separator: " "))`"
  }

  /// Returns a hint about `shelf mark BOOK as WORD`: what `shelf WORD BOOK` leads to or, if that is a list, the status
  /// of that name. Returns nil for any other words.
  private static func hint(
    marking rest: ArraySlice<String>, _ known: [any ParsableCommand.Type], _ copyHint: (String) -> String?
  ) -> String? {
    guard let last = rest.last, !rest.contains(where: { $0.hasPrefix("-") }) else { return nil }
    // `missing` alone asks for the keys that no book has.
    let word = last == "missing" ? "lost" : last
    let names = rest.dropLast(rest.dropLast().last == "as" ? 2 : 1)
    if names.isEmpty { return nil }
    let name = names.joined(separator: " ")
    let isVerb = synonyms[word].map { !$0.hasPrefix("list ") && $0 != "close" } ?? (answers[word] != nil)
    if isVerb { return hint(word, [name], "shelf", known, copyHint) }
    guard let status = Kind.usual.field(.state),
      let state = status.type.choice(meant: word) ?? status.type.state(called: word)
    else { return nil }
    return "use `shelf set \(Wording.shellWord(name)) \(status.key)=\(state)`"
  }

  /// Returns a hint about a word that people use as the status of a book that is damaged or gone, as in `set BOOK
  /// status=lost`: what `shelf mark BOOK lost` leads to. Returns nil for any other word.
  static func hint(onStatus text: String, of name: String, _ copyHint: (String) -> String?) -> String? {
    let word = text.lowercased()
    let isGone = word == "missing" || synonyms[word]?.hasSuffix("owned=false") ?? false
    guard isGone || answers[word] == damaged else { return nil }
    return hint(marking: [name, word], shelf.root.configuration.subcommands, copyHint)
  }

  /// Returns the command that adds a quote or an issue, for words such as `shelf quote BOOK TEXT --page 75` or
  /// `shelf quote TEXT --book BOOK`. Returns nil for any other words, and for a command with a typo.
  private static func adding(_ kind: Kind, _ words: [String], among known: [String]) -> String? {
    let texts = words.prefix { !$0.hasPrefix("-") }
    let options = words.dropFirst(texts.count)
    let namesBook = options.contains { $0 == "--book" || $0.hasPrefix("--book=") }
    guard texts.count == (namesBook ? 1 : 2), texts.contains(where: { $0.contains(" ") }),
      Nearest.words(to: words[0], among: known).isEmpty
    else { return nil }
    let command = ["shelf", kind.singular, "add", texts[texts.endIndex - 1]] + (namesBook ? [] : ["--book", texts[0]])
    return (command + options).map(Wording.shellWord).joined(separator: " ")
  }

  /// Returns a hint about a command such as `shelf author rename OLD NEW`. There are no commands for people, series and
  /// publishers. Returns nil for any other command.
  ///
  /// - Parameter rest: the words after the name of the field.
  static func hint(onNamesOf word: String, _ rest: ArraySlice<String>) -> String? {
    guard let verb = rest.first, ["rename", "merge", "delete", "remove"].contains(verb) else { return nil }
    let names = rest.dropFirst().map(Wording.shellWord)
    if verb == "rename" {
      return "use `shelf rename \((names.count == 2 ? names : ["OLD", "NEW"]).joined(separator: " "))`"
    }
    guard let key = Grouping.key(called: word, of: .usual, Schema()),
      let field = Kind.usual.fields.first(where: { $0.key == key }), key != Kind.usual.titleKey,
      field.type == .text || field.type == .textList
    else { return nil }
    if verb == "merge" {
      return
        "use `shelf rename \((names.count == 2 ? names : ["OLD", "NEW"]).joined(separator: " "))`, which gives both "
        + "the second name"
    }
    let name = names.count == 1 ? names[0] : "NAME"
    return
      "to remove it from all books, use `shelf set --where \(key):\(name) \(key)\(field.type.isList ? "-=\(name)" : "=")`"
  }

  /// Returns a hint about the address of a remote, as in `shelf sync ../server.git`, or nil for any other word.
  static func hint(onRemote address: String) -> String? {
    if address.hasPrefix("-") || !address.contains(where: { "./:".contains($0) }) { return nil }
    return "add the remote with `git remote add origin \(Wording.shellWord(address))`, then use `shelf sync`"
  }

  /// Returns a command with the user's words in place of the name in capitals or, if there is none, after it.
  private static func filled(_ meant: String, _ rest: ArraySlice<String>) -> String {
    // As in `shelf who has dune`.
    let rest = rest.first == "has" ? rest.dropFirst() : rest
    let words = rest.map(Wording.shellWord).joined(separator: " ")
    if rest.isEmpty || words.count > 60 || rest.contains(where: { $0.hasPrefix("-") }) { return meant }
    if let name = ["TITLE", "BOOK", "FILE"].first(where: { meant.contains($0) }) {
      return rest.count == 1 ? meant.replacing(name, with: words) : meant
    }
    if meant == "book add", let kind = rest.first.flatMap({ Kind(singular: $0) }) {
      return "\(kind.singular) add \(rest.dropFirst().map(Wording.shellWord).joined(separator: " "))"
    }
    // `sync` takes no words.
    return ["--", "help", "guide", "sync"].contains { meant.contains($0) } ? meant : "\(meant) \(words)"
  }

  private static func names(of commands: [any ParsableCommand.Type]) -> [String] {
    commands.flatMap { [$0.configuration.commandName].compactMap { $0 } + $0.configuration.aliases }
  }
}

extension Kind {
  /// The kind that a command applies to if it names none: `shelf add` adds a book, and `shelf ls` lists books.
  static var usual: Kind { .book }
}
