import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfWording

/// `shelf publish`: the library as pages that anybody may see.
struct PublishCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Make pages of the library that anybody may see.",
    usage: "shelf publish [<query> ...] --check",
    discussion: """
      Nothing is public that was not named: books that are begun, finished or abandoned with their title, author, series, rating, \
      genres, days and review, and their quotes. Notes, loans, whoever recommended a book, your place in it and fields of your own \
      are not, nor is a record with `public: false`. A query narrows the books further. `publish:` in shelf.yaml says the rest:

        statuses: [inProgress, completed, abandoned]   which books
        books: rating:4..          what they must also match
        quotes: none               or what quotes must match
        hide: [rating, review]     fields, or covers
        quoteLength: 1000          characters, after which a quote is cut
        fetchedCovers: true        covers that came from a catalogue, too
        dates: month               or year: how exactly days are told
        about: What I read.        Markdown, for the first page
        url: https://example.org/books/
        robots: none               asks search engines to stay away

      A field of your own is public with `public: true` in its declaration. --check says what would be public.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("What the books must match.", valueName: "query"))
  var words: [String] = []

  @Flag(help: "Say what would be public, and write nothing.")
  var check = false

  func run(in context: Context) throws {
    let text = QueryWords.text(try QueryArguments.words(words, of: "publish"))
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let publication = try Publication(
      library, query: text.isEmpty ? nil : try QuerySource(text),
      at: Publication.Moment(today: context.today, now: context.now, localTime: context.localTime),
      fileSystem: context.fileSystem)
    try context.print(PublicationText(publication.report).lines.joined(separator: "\n"))
  }
}
