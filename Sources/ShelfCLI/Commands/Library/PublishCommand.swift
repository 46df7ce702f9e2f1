import ArgumentParser
import ShelfKit
import ShelfQuery
import ShelfWording

/// `shelf publish`: publishes the library as web pages.
struct PublishCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Publish the library as public web pages.",
    usage: "shelf publish [<query> ...] --output <folder>\n       shelf publish [<query> ...] --check",
    discussion: """
      By default, the pages show books that you have started, finished or abandoned, with their title, author, series, rating, \
      genres, dates and review, and their quotes. They do not show notes, loans, recommendations, your progress, reading \
      goals, custom fields, or records with `public: false`.

      A query limits the books further. Settings under `publish:` in shelf.yaml:

        statuses: [inProgress, completed, abandoned]   books with these statuses
        books: rating:4..          a query that the books must match
        quotes: none               no quotes; or a query that they must match
        hide: [rating, review]     hide these fields, or covers
        quoteLength: 1000          cut longer quotes after this many characters
        fetchedCovers: true        also show covers from catalogues
        goal: true                 also show reading goals
        dates: month               show only the month; or year
        about: What I read.        Markdown text for the first page
        url: https://example.org/books/
        robots: none               ask search engines to stay away

      To show a custom field, add `public: true` to its declaration.

      --check shows what would be public. --workflow prints a workflow file that makes a forge publish the pages at every \
      push. shelf writes only files that have changed, and removes only files that it created.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The query that the books must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("o"), help: ArgumentHelp("The folder to write the pages to.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Flag(help: "Show what would be public without writing anything.")
  var check = false

  @Flag(help: "Update the pages whenever the library changes, until Ctrl-C.")
  var watch = false

  @Flag(help: "Open the first page in your web browser.")
  var open = false

  @Option(help: ArgumentHelp("Print a workflow for this forge.", valueName: "forge"))
  var workflow: PublishWorkflow?

  func run(in context: Context) throws {
    let words = try ParserArguments.words(words, of: "publish")
    if let workflow {
      let text = workflow.text(installing: ProgramVersion.number, from: Guide.address)
      return try context.write(Array(text.utf8))
    }
    guard check || output != nil else {
      let text = QueryWords.text(words)
      // Text that begins and ends with a slash is a regular expression, not a path.
      let isPath = text.contains("/") && !(text.hasPrefix("/") && text.hasSuffix("/"))
      throw CommandError(
        .usage, "specify the folder for the pages with --output",
        hint: isPath
          ? "use `shelf publish --output \(Wording.shellWord(text))`" : "use --check to see what would be public")
    }
    guard !(check && (output != nil || watch || open)) else {
      throw CommandError(.usage, "--check cannot be combined with --output, --watch or --open")
    }
    let context = try library.context(context)
    let workspace = try library.open(in: context)
    let publisher = SitePublisher(workspace: workspace, words: words, context: context)
    if check {
      let report = try publisher.publication().report
      return try context.print(PublicationText(report).lines.joined(separator: "\n"))
    }
    guard let output else { return }
    if watch { return try publisher.watch(output, opens: open) }
    try publisher.publish(to: output)
    if open { try publisher.show(output) }
  }
}

extension PublishWorkflow: ExpressibleByArgument {}
