import ArgumentParser
import ShelfTerminal
import ShelfText
import ShelfWording

/// `shelf guide`: shows or searches the pages of the guide, which are built into the program.
struct GuideCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide", abstract: "Read the guide, or search it.",
    usage: """
      shelf guide
             shelf guide <page> [<words> ...]
             shelf guide <words> ...
      """,
    discussion: """
      Without arguments, lists the pages. With the name of a page, prints it; with more words after that, prints only its \
      matching sections.

      With any other words, lists the matching sections, commands and help topics, or prints the section if only one \
      heading matches. In a pipe, pages are Markdown.
      """)

  @Argument(
    help: ArgumentHelp("A page, or the words to search for.", valueName: "words"),
    completion: .list(GuidePage.all.map(\.name) + HelpTopic.all.map(\.name)))
  var words: [String] = []

  func run(in context: Context) throws {
    guard let first = words.first else { return try context.page(GuideCommand.contents(width: context.terminal.width)) }
    if let page = GuidePage.named(first) {
      if words.count == 1 { return try GuideCommand.show([page.text], in: context) }
      let matches = GuideSearch(words.dropFirst().joined(separator: " ")).matches(in: [page])
      if !matches.isEmpty {
        // The name of the page can also be a word of the question, as in `reading list`.
        let others = GuideSearch(words.joined(separator: " ")).matches(
          in: GuidePage.all.filter { $0.name != page.name })
        let inHeadings = others.filter(\.isInHeading) + matches.filter(\.isInHeading)
        let chosen = inHeadings.isEmpty ? Array(matches.prefix(3)) : inHeadings
        return try GuideCommand.show(chosen.map { $0.page.text(ofSectionAt: $0.index) }, in: context)
      }
    } else if words.count == 1, let topic = HelpTopic.all.first(where: { $0.name == first }) {
      return try context.page(topic)
    }
    try search(in: context)
  }

  private func search(in context: Context) throws {
    let question = words.joined(separator: " ")
    let search = GuideSearch(question)
    let matches = search.matches(in: GuidePage.all)
    let commands = context.commands.all.filter { command in
      search.matches(command.path.joined(separator: " ") + " " + command.abstract)
    }
    let topics = HelpTopic.all.filter { search.matches($0.name + " " + $0.summary) }
    let inHeadings = matches.filter(\.isInHeading)
    if inHeadings.count == 1, commands.isEmpty, topics.isEmpty {
      return try GuideCommand.show([inHeadings[0].page.text(ofSectionAt: inHeadings[0].index)], in: context)
    }
    guard !matches.isEmpty || !commands.isEmpty || !topics.isEmpty else {
      throw CommandError(
        .no, "the guide contains nothing about “\(Wording.short(question))”",
        hint: "`shelf guide` lists its pages, and `shelf --help` the commands")
    }
    let shown = matches.prefix(max(inHeadings.count, 8)).prefix(12)
    try context.page(
      GuideCommand.rows(
        shown.map { ("shelf guide \($0.page.name)", $0.section.heading) }
          + commands.prefix(6).map { ("shelf " + $0.path.joined(separator: " "), $0.abstract) }
          + topics.map { ("shelf help \($0.name)", $0.summary) }, context.terminal.width))
  }

  /// Prints sections: formatted on a terminal, and as Markdown elsewhere.
  private static func show(_ sections: [String], in context: Context) throws {
    let text = sections.joined(separator: "\n")
    guard context.terminal.isTerminal else { return try context.write(Array(text.utf8)) }
    let (width, depth) = (min(context.terminal.width, 100), context.terminal.depth)
    try context.page(GuideText.lines(text, width: width, quotesCode: depth == .none))
  }

  private static func contents(width: Int) -> [StyledText] {
    [StyledText("Pages", .bold)] + rows(GuidePage.all.map { ("shelf guide \($0.name)", $0.title) }, width)
      + [StyledText(), StyledText("Help topics", .bold)]
      + rows(HelpTopic.all.map { ("shelf help \($0.name)", $0.summary) }, width)
      + [StyledText(), StyledText("To search the guide, add words: shelf guide who has my books")]
  }

  /// Returns lines that each contain a command and a description of its output.
  private static func rows(_ rows: [(command: String, meaning: String)], _ width: Int) -> [StyledText] {
    let margin = (rows.map { DisplayWidth.of($0.command) }.max() ?? 0) + 4
    return rows.map { command, meaning in
      var line = StyledText("  ") + StyledText(command, .bold)
      line.pad(to: margin)
      line.append(meaning)
      return line.truncated(to: max(width, 60))
    }
  }
}
