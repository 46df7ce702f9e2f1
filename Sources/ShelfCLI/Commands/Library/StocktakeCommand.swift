import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf stocktake`: compares scanned numbers with the copies in the library.
struct StocktakeCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "stocktake", abstract: "Compare the numbers that you scanned with the copies in the library.",
    usage: "shelf stocktake [<file>] [--where <query>] [<options>]",
    discussion: """
      The file contains the number of a copy, such as a barcode, on each line. For books whose copies have no numbers, it \
      contains the ISBN, or the number that they share, once for each copy. Without a file, the numbers come from \
      standard input, so you can type them with a scanner; Ctrl-D ends the list.

      The list shows the copies that are missing, those that are here although they are lent, those that were scanned \
      twice, and unknown numbers. --where limits the copies that should be here; any others are elsewhere. Nothing is \
      changed.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("The file with the numbers, or - for standard input.", valueName: "file"),
    completion: .file())
  var file = "-"

  @Option(
    name: [.customShort("w", allowingJoined: true), .customLong("where")],
    help: ArgumentHelp("Only the copies of books that match the query should be here.", valueName: "query"))
  var queries: [String] = []

  @OptionGroup var output: ReportOptions

  /// The maximum size of the list of numbers, in bytes.
  private static let maxBytes = 4 << 20

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let sources = try QueryWords.sources(queries, library.schema)
    let found = try QueryReader(library: library, context: context).records(.book, sources)
    let stock = RecordOrder.standard(of: .book, library.schema).sort(found, of: library)
    if file == "-", context.isInteractive { context.note("scan or type one number per line; Ctrl-D ends the list") }
    let bytes = try context.readFile(orInput: context.inHome(file), limit: Self.maxBytes)
    // A byte order mark is not part of the first number.
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { String($0.trimmed.drop { $0 == "\u{FEFF}" }) }.filter { !$0.isEmpty }
    if lines.isEmpty { throw CommandError(.no, "there are no numbers in \(file == "-" ? "the input" : file)") }
    let stocktake = Stocktake(lines, of: stock, in: library)
    let report = Report.stocktake(stocktake, library)
    if stocktake.rows.isEmpty, !output.isTable(context) { context.note("everything is here") }
    try output.write(report, context)
    let missing = stocktake.rows.filter { $0.state == .missing }.reduce(0) { $0 + $1.count }
    if queries.isEmpty, missing > stocktake.found {
      context.note("most copies were not scanned; to compare only a part of the library, use --where")
    }
    if stocktake.unscannable > 0 {
      context.note("\(Kind.book.counted(stocktake.unscannable)) without a number or an ISBN cannot be scanned")
    }
    context.warnOfUnreadable(library, [.book], "not counted")
  }

  static func columnKeys(_ layout: ListLayout) -> [String] {
    Report.stocktake(Stocktake([], of: [], in: layout.library), layout.library).keys
  }
}
