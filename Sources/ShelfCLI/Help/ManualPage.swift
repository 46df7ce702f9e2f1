import ArgumentParser
import ShelfWording

/// A manual page in the macros of man(7), generated from the text of `--help` and `shelf help`.
struct ManualPage {
  /// The name of the file, such as `shelf-book-list.1`.
  let file: String
  private let title: String
  private let summary: String
  /// Generates the part of the page after its name.
  ///
  /// This is a closure, so that a single page can be generated without generating all others.
  private let body: () -> [String]

  /// Returns the pages of all topics, and of all commands that help shows.
  static func all(of tree: CommandTree) -> [ManualPage] {
    commands(tree.root, ["shelf"]) + HelpTopic.all.map { ManualPage($0) }
  }

  private static func commands(_ command: any ParsableCommand.Type, _ path: [String]) -> [ManualPage] {
    let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let pages = shown.flatMap { commands($0, path + [$0.configuration.commandName ?? ""]) }
    return [ManualPage(command, path, shown)] + pages
  }

  // MARK: - Contents

  private init(_ command: any ParsableCommand.Type, _ path: [String], _ subcommands: [any ParsableCommand.Type]) {
    title = path.joined(separator: "-")
    file = title + ".1"
    summary = command.configuration.abstract
    body = { ManualPage.body(of: command, path, subcommands) }
  }

  private static func body(
    of command: any ParsableCommand.Type, _ path: [String], _ subcommands: [any ParsableCommand.Type]
  ) -> [String] {
    let configuration = command.configuration
    let declaration = CommandDeclaration(command)
    let words = path + (subcommands.isEmpty ? declaration.synopsis : ["<subcommand>"])
    var body = [".SH SYNOPSIS", ManualPage.line(configuration.usage ?? words.joined(separator: " "))]
    if !configuration.discussion.isEmpty {
      body += [".SH DESCRIPTION"] + ManualPage.paragraphs(configuration.discussion)
    }
    if !subcommands.isEmpty {
      body.append(".SH COMMANDS")
      for subcommand in subcommands {
        let names = [subcommand.configuration.commandName ?? ""] + subcommand.configuration.aliases
        body += ManualPage.item(names.joined(separator: ", "), subcommand.configuration.abstract)
      }
    }
    let shown = declaration.arguments.filter(\.isShown)
    let places = shown.filter { $0.names.isEmpty }
    if !places.isEmpty {
      body += [".SH ARGUMENTS"] + places.flatMap { ManualPage.item("<\($0.valueName)>", $0.help) }
    }
    let options = shown.filter { !$0.names.isEmpty }
    if !options.isEmpty { body += [".SH OPTIONS"] + options.flatMap(ManualPage.item) }
    body += ManualPage.examples(CommandExamples.of(Array(path.dropFirst())))
    body += [".SH EXIT STATUS"] + ScriptsHelp.statuses.flatMap { ManualPage.item($0.query, $0.meaning) }
    body += [".SH FILES"] + files.flatMap { ManualPage.item($0, $1) }
    let parent = path.dropLast().joined(separator: "-")
    let related = (parent.isEmpty ? [] : ["\(parent)(1)"]) + HelpTopic.all.map { "shelf-\($0.name)(7)" }
    return body + [".SH SEE ALSO", ManualPage.line(related.joined(separator: ", "))]
  }

  private static func examples(_ examples: [CommandExamples.Example]) -> [String] {
    examples.isEmpty ? [] : [".SH EXAMPLES"] + examples.flatMap { ManualPage.item($0.command, $0.meaning) }
  }

  /// The files that commands read and write.
  private static let files = [
    ("shelf.yaml", "marks its folder as a library, and contains the library's settings."),
    (".shelf/", "contains the history of changes, for undo, and drafts. git ignores it."),
    ("$XDG_CONFIG_HOME/shelf/config.yaml", "contains your own settings. Without the variable, it is in ~/.config."),
    ("$XDG_STATE_HOME/shelf/", "contains what `shelf browse` showed last, and which aliases shelf has told you about."),
  ]

  private init(_ topic: HelpTopic) {
    title = "shelf-" + topic.name
    file = title + ".7"
    summary = topic.summary
    body = { ManualPage.body(of: topic) }
  }

  private static func body(of topic: HelpTopic) -> [String] {
    var body = [".SH DESCRIPTION"] + ManualPage.paragraphs(topic.introduction)
    for section in topic.sections {
      body.append(".SH " + ManualPage.escaped(section.title.uppercased()))
      body += section.examples.flatMap { ManualPage.item($0.query, $0.meaning) }
      if !section.text.isEmpty { body += ManualPage.paragraphs(section.text) }
    }
    return body + [".SH SEE ALSO", ManualPage.line("shelf(1)")]
  }

  // MARK: - Macros

  var source: String {
    let head = [
      ".TH \"\(title.uppercased())\" \"\(file.suffix(1))\" \"\" \"shelf \(ProgramVersion.number)\"", ".SH NAME",
      ManualPage.escaped(title) + " \\- " + ManualPage.escaped(summary),
    ]
    return (head + body()).map { $0 + "\n" }.joined()
  }

  private static func item(_ option: CommandDeclaration.Argument) -> [String] {
    let names = option.names.sorted { $0.utf8.count < $1.utf8.count }.joined(separator: ", ")
    let values = option.words.isEmpty ? "" : " (" + option.words.joined(separator: ", ") + ")"
    return item(names + (option.takesValue ? " <\(option.valueName)>" : ""), option.help + values)
  }

  /// Returns a tagged paragraph: a term and its meaning.
  private static func item(_ term: String, _ meaning: String) -> [String] {
    [".TP", ".B " + escaped(term), line(meaning.isEmpty ? " " : meaning)]
  }

  /// Returns paragraphs.
  ///
  /// Indented lines keep their line breaks.
  private static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = [".P"]
    var isKept = false
    for part in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let keeps = part.hasPrefix("  ")
      if keeps != isKept { lines.append(keeps ? ".nf" : ".fi") }
      isKept = keeps
      lines.append(part.isEmpty ? ".P" : line(part))
    }
    return lines + (isKept ? [".fi"] : [])
  }

  /// Returns a line of text, escaped so that it contains no macros.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\n": escaped += " "
      default: escaped.append(character)
      }
    }
  }
}

extension CommandDeclaration {
  /// The placeholders for a command's arguments and options in its synopsis.
  fileprivate var synopsis: [String] {
    let words = positional.map { "[<\($0.valueName)>\($0.isRepeating ? " ..." : "")]" }
    return words + (arguments.contains { !$0.names.isEmpty && $0.isShown } ? ["[<options>]"] : [])
  }
}
