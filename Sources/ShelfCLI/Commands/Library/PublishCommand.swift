import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfPages
import ShelfQuery
import ShelfWording

/// `shelf publish`: publishes the library as web pages.
struct PublishCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Publish the library as web pages that anyone may see.",
    usage: "shelf publish [<query> ...] --output <folder>\n       shelf publish [<query> ...] --check",
    discussion: """
      Nothing is public that was not named: books that are begun, finished or abandoned with their title, author, series, rating, \
      genres, days and review, and their quotes. Notes, loans, who recommended a book, your place in it, reading goals and \
      fields of your own are not, nor is a record with `public: false`. A query narrows the books further. `publish:` in shelf.yaml says the rest:

        statuses: [inProgress, completed, abandoned]   which books
        books: rating:4..          what they must also match
        quotes: none               or what quotes must match
        hide: [rating, review]     fields, or covers
        quoteLength: 1000          characters, after which a quote is cut
        fetchedCovers: true        covers that came from a catalogue, too
        goal: true                 reading goals, too
        dates: month               or year: how exactly days are told
        about: What I read.        Markdown, for the first page
        url: https://example.org/books/
        robots: none               asks search engines to stay away

      A field of your own is public with `public: true` in its declaration. --check says what would be public, and --workflow \
      prints a file that has a forge make the pages at every push. Only files that changed are written, and only those that \
      shelf made are removed.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("What the books must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("o"), help: ArgumentHelp("The folder to write the pages to.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Flag(help: "Say what would be public, and write nothing.")
  var check = false

  @Flag(help: "Write the pages again whenever the library changes, until Ctrl-C.")
  var watch = false

  @Flag(help: "Show the first page in the system's browser.")
  var open = false

  @Option(help: ArgumentHelp("Print a workflow for this forge.", valueName: "forge"))
  var workflow: PublishWorkflow?

  func run(in context: Context) throws {
    let text = QueryWords.text(try ParserArguments.words(words, of: "publish"))
    if let workflow {
      let text = workflow.text(installing: ProgramVersion.number, from: Guide.address)
      return try context.write(Array(text.utf8))
    }
    guard check || output != nil else {
      throw CommandError(
        .usage, "name the folder for the pages with --output", hint: "--check says what would be public")
    }
    guard !(check && (output != nil || watch || open)) else {
      throw CommandError(.usage, "--check writes nothing, so it goes without --output, --watch and --open")
    }
    let context = try library.context(context)
    let workspace = try library.open(in: context)
    let publisher = SitePublisher(
      workspace: workspace, query: text.isEmpty ? nil : try QuerySource(text), context: context)
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
