import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfWording

/// `shelf next`: suggests what to read next.
struct NextCommand: ReportCommand, QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Suggest what to read next.",
    usage: "shelf next [<number>] [<query> ...] [<options>]",
    discussion: """
      Suggests the books in the queue first (`shelf queue`), then the next books of series that you have started, then \
      borrowed books by due date, then books that someone recommended, then the books that have been on the shelf \
      longest, and finally books that you want to have. Leaves out books that you have lent. --random picks a wanted book \
      only if there is no other.
      """)

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Pick one at random, or as many as --limit allows, instead of the first ones.")
  var random = false

  @Option(
    name: [.customShort("w", allowingJoined: true), .customLong("where")],
    help: ArgumentHelp("Suggest only books that match the query, such as pages:<300.", valueName: "query"))
  var queries: [String] = []

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("How many books to suggest, and the query that they must match.", valueName: "query"))
  var words: [String] = []

  @OptionGroup var output: ReportOptions

  /// The default number of suggestions.
  private static let shown = 5

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    var wanted: Set<ExactPath>?
    let typed = try ListWords(words, of: .book, library.schema, command: "next")
    // A number alone is not a query.
    let number = output.limit == nil ? typed.words.first.flatMap { Int($0) } : nil
    let text = QueryWords.text(Array(typed.words.dropFirst(number == nil ? 0 : 1)))
    var output = output
    if let number { output.limit = number }
    var sources = try QueryWords.sources(queries, library.schema)
    if !text.isEmpty { sources.append(try QuerySource(text)) }
    sources += typed.terms
    if !sources.isEmpty {
      let records = try QueryReader(library: library, context: context).records(.book, sources)
      wanted = Set(records.map { ExactPath($0.path) })
    }
    let all = NextReads(library, queue: library.queue) { wanted?.contains(ExactPath($0.path)) ?? true }.all
    var found = all
    if random {
      let atHand = all.filter { if case .wanted = $0.reason { false } else { true } }
      var rest = atHand.isEmpty ? all : atHand
      found = []
      while found.count < output.limit ?? 1, !rest.isEmpty {
        // The low bits of a random id serve as a random number.
        rest.swapAt(Int(context.host.newID().low % UInt64(rest.count)), rest.count - 1)
        found.append(rest.removeLast())
      }
    }
    let report = Report.next(found, of: all.count, context.bookLayout(library))
    try output.write(report, limit: NextCommand.shown, context)
    context.warnOfUnreadable(library, [.book], "skipped")
  }

  static func columnKeys(_ layout: ListLayout) -> [String] { Report.next([], of: 0, layout).keys }
}
