import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfText
import ShelfWording

/// `shelf series`: all series, or the books of one series in order.
struct SeriesCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "series", abstract: "Show all series, with the next book and missing books of each, or one series.",
    usage: "shelf series [<name>] [<options>]",
    discussion: """
      The field series of a book contains the name of the series and the position in it: Discworld 12, The Expanse 3.5, \
      Maigret 5–7, or 1632 (2) if the name ends in a number. A book in several series has a list of them.

      The column Here counts all books except wanted ones. The column Missing lists the missing whole numbers before the \
      last one. In a pipe, the columns are name, here, read, wanted, nextID, nextTitle and gaps.

      The next book is the first unread one, if it is on the shelf and not lent, and all books before it are completed or \
      abandoned. `shelf book list is:next` lists these books.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("The name of the series, or the beginning of it.", valueName: "name"),
    completion: .values(of: .series))
  var name: [String] = []

  @OptionGroup var output: ReportOptions

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let table = SeriesTable(library, ReadWorks(library))
    let name = name.joined(separator: " ").trimmed
    if name.isEmpty {
      try output.write(.allSeries(table), context)
    } else if table[name] == nil, let hint = CommandTree.hint(onNamesOf: "series", self.name[...]) {
      throw CommandError(.usage, "unknown command “shelf series \(self.name[0])”", hint: hint)
    } else {
      try output.write(.series(SeriesCommand.find(name, in: table), in: table, context.bookLayout(library)), context)
    }
    context.warnOfUnreadable(library, [.book], "not listed")
  }

  static func columnKeys(_ layout: ListLayout) -> [String] {
    let table = SeriesTable(layout.library)
    return Report.allSeries(table).keys + (table.all.first.map { Report.series($0, in: table, layout).keys } ?? [])
  }

  /// Returns the series with exactly this name, or else the only series whose name starts with or contains it.
  private static func find(_ name: String, in table: SeriesTable) throws(CommandError) -> Series {
    if let series = table[name] { return series }
    let wanted = SeriesPlace.key(of: name)
    let all = table.all.map { (series: $0, key: SeriesPlace.key(of: $0.name)) }
    let starting = all.filter { $0.key.hasPrefix(wanted) }
    let found = starting.isEmpty ? all.filter { $0.key.contains(wanted) } : starting
    if found.count == 1 { return found[0].series }
    let shown = "“\(Wording.short(name))”"
    guard found.isEmpty else {
      let names = found.prefix(5).map { "“\(Wording.short($0.series.name))”" } + (found.count > 5 ? ["others"] : [])
      throw CommandError(.no, "\(shown) matches several series: \(Wording.list(names))", hint: "add more of the name")
    }
    let nearest = Nearest.names(to: wanted, among: all.map { ($0.key, $0.series.name) }).first
    throw CommandError(
      .no, "no series is called \(shown)",
      hint: nearest.map { "did you mean “\(Wording.short($0))”?" } ?? "`shelf series` shows all series")
  }
}
