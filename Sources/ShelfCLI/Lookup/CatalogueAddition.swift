import ShelfExchange
import ShelfKit
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWidgets
import ShelfWording

/// Adds books as catalogues know them: looks them up, shows them, asks on a terminal, and makes the change.
struct CatalogueAddition {
  let options: LookupOptions
  /// What was typed beside the number or the words, which goes before what a catalogue says.
  let values: [FieldInput]
  let createsMissing: Bool
  let context: Context

  /// Looks a number up that the library does not have.
  ///
  /// - Throws: `Question.twin` if the library has it; `Declined` if it has, and no other one is wanted.
  func find(_ isbn: ISBN, in library: Library) throws -> Lookup.Finding {
    try checkTwin(isbn, library)
    let progress = context.progress()
    defer { progress.end() }
    return try context.lookup(isFresh: options.fresh, progress).find([isbn])[isbn] ?? .unknown([])
  }

  /// Looks by words, and asks on a terminal which of several is meant.
  func find(words: String) throws -> FoundBook {
    let progress = context.progress()
    defer { progress.end() }
    let lookup = try context.lookup(isFresh: options.fresh, progress)
    let (books, failures) = lookup.find(words: words)
    progress.end()
    if books.isEmpty {
      let reasons = Wording.words(failures)
      throw CommandError(
        .no, "no catalogue finds “\(Wording.short(words))”" + reasons.map { "; \($0)" }.joined(),
        hint: "fewer words find more; `shelf book add TITLE` needs no catalogue")
    }
    let chosen = try choose(among: books)
    defer { progress.end() }
    guard let edition = lookup.edition(of: chosen) else {
      if chosen.number == nil {
        context.note(
          "\(chosen.title) names no edition of it: publisher, pages and ISBN stay open until you set its ISBN and `fill` it"
        )
      }
      return chosen
    }
    return edition
  }

  private func choose(among books: [FoundBook]) throws -> FoundBook {
    if options.first || books.count == 1 { return books[0] }
    guard context.isInteractive else {
      throw CommandError(
        .usage, "\(books.count) books are found, and nobody can be asked which is meant",
        hint: "--first takes the first; `shelf book lookup WORDS` lists them")
    }
    let lines = books.map(FoundList.line)
    if context.canShowWidgets {
      let picker = Picker(lines.map { ListEntry($0) }, question: "Which one?")
      guard case .option(let index) = try context.show(picker) else {
        throw Declined(text: "Nothing was added")
      }
      return books[index]
    }
    var prompt = Prompt(input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
    return books[try prompt.choice("Which one?", lines)]
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

  private func checkTwin(_ isbn: ISBN, _ library: Library) throws {
    var twins = TwinTable(.book, in: library)
    guard !context.memory.answers.allowsTwin, let twin = twins.twin(numbered: isbn) else { return }
    guard context.isInteractive else { throw Question.twin(twin) }
    guard try context.wants(another: twin) else { throw Declined(text: "Nothing was added") }
    context.memory.answers.allowsTwin = true
  }
}
