import ShelfImport
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Adds books as catalogues know them: looks them up, shows them, asks on a terminal, and makes the change.
struct CatalogueAddition {
  let options: LookupOptions
  /// What was typed beside the number or the words, which goes before what a catalogue says.
  let values: [FieldInput]
  let createsMissing: Bool
  let context: Context

  /// What looks the book up.
  var search: CatalogueSearch {
    CatalogueSearch(isFresh: options.fresh, takesFirst: options.first, context: context)
  }

  /// Returns what adds a book; a terminal is shown it, and asked whether it is the one.
  ///
  /// - Throws: `Declined` if it is not.
  func act(_ found: FoundBook, in change: Change) throws -> AddFoundBooks {
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
      Array("\(Wording.heading(found.title)) has:\n\n\(lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined())\n".utf8))
    try stream.finish()
    var prompt = Prompt(input: context.input, output: Output(descriptor: context.output), terminal: terminal)
    guard try prompt.confirm("Add it?", default: true) else { throw Declined(text: "Nothing was added") }
    if let series = found.book.series, !found.book.isSeriesTyped, !options.takesSeries {
      act.takesSeries = try prompt.confirm(VisibleText.line("With the series “\(series)”?"))
    }
    // Genres that were typed go before all others.
    let candidates = values.contains { $0.key == "genres" } ? [] : found.candidates(in: change.library)
    if context.canShowWidgets, !candidates.isEmpty {
      let ticks = Ticks(
        candidates.map { ListEntry(VisibleText.line($0)) },
        question: "Genres to make of what it is about? Space ticks one, Enter goes on")
      act.newGenres = try context.show(ticks).options.map { candidates[$0] }
    }
    return act
  }
}
