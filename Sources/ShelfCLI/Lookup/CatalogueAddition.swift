import ShelfImport
import ShelfKit
import ShelfTerminal
import ShelfText
import ShelfWording

/// Prepares the addition of a book from a catalogue.
///
/// `search` finds the book. `act` returns the act that adds it; on a terminal, it first shows the book, asks whether to
/// add it, and offers its series and subjects.
struct CatalogueAddition {
  let options: LookupOptions
  /// The values that the user typed, which take precedence over the catalogue's.
  let values: [FieldInput]
  let createsMissing: Bool
  let context: Context

  /// The search for the book that the options specify.
  var search: CatalogueSearch {
    CatalogueSearch(ignoresCache: options.fresh, takesFirst: options.first, context: context)
  }

  /// Returns the act that adds a book.
  ///
  /// On a terminal, first shows the book and asks whether it is the right one.
  ///
  /// - Throws: `Declined` if it is not.
  func act(_ found: FoundBook, in change: CommandChange) throws -> AddFoundBooks {
    var act = AddFoundBooks([found], values)
    act.createsMissing = createsMissing
    act.takesSeries = options.takesSeries
    guard context.isInteractive, !options.yes, !change.isDryRun else { return act }
    let terminal = context.terminal
    let lines = FoundText(found: found).lines(
      genres: found.genres(in: change.library), takesSeries: options.takesSeries, width: min(terminal.width, 100) - 2,
      depth: terminal.depth)
    let stream = Output(descriptor: context.output)
    stream.write(
      Array("Found in \(found.title):\n\n\(lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined())\n".utf8))
    try stream.finish()
    var prompt = Prompt(input: context.input, output: Output(descriptor: context.output), terminal: terminal)
    guard try prompt.confirm("Add it?", default: true) else { throw Declined(text: "Nothing was added") }
    if let series = found.book.series, !found.book.isSeriesTyped, !options.takesSeries {
      act.takesSeries = try prompt.confirm(VisibleText.line("Add it to the series “\(series)”?"))
    }
    // Genres that the user typed replace the genres from catalogues.
    let candidates = values.contains { $0.key == "genres" } ? [] : found.candidates(in: change.library)
    if context.canShowWidgets, !candidates.isEmpty {
      let ticks = Ticks(
        candidates.map { ListEntry(VisibleText.line($0)) },
        question: "Which subjects should become genres? Space ticks one, Enter continues")
      act.newGenres = try context.show(ticks).options.map { candidates[$0] }
    }
    return act
  }
}
