import ShelfImport
import ShelfKit
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// Finds a single book in catalogues. If there are several, asks the user to choose one.
struct CatalogueSearch {
  /// Whether to query catalogues even if the cache has the answer.
  var ignoresCache = false
  /// Whether to choose the first of several books without asking.
  var takesFirst = false
  let context: Context

  /// Looks up an ISBN, unless the library already has a book with this ISBN.
  ///
  /// - Throws: `Question.duplicate` if the library has such a book and shelf cannot prompt, `Declined` if the user does
  ///   not want another copy.
  func find(_ isbn: ISBN, in library: Library) throws -> Lookup.Finding {
    try checkTwin(isbn, library)
    let progress = context.progress()
    defer { progress.end() }
    return try context.lookup(ignoresCache: ignoresCache, progress).find([isbn])[isbn] ?? .unknown([])
  }

  /// Searches for words. If several books are found, asks the user to choose one.
  func find(words: String) throws -> FoundBook {
    let progress = context.progress()
    defer { progress.end() }
    let lookup = try context.lookup(ignoresCache: ignoresCache, progress)
    let (books, failures) = lookup.find(words: words)
    progress.end()
    if books.isEmpty {
      throw CommandError(
        .no, Wording.unfound(words: words, failures: Wording.reasons(failures)),
        hint: "try fewer words, or add the book without a catalogue: `shelf book add TITLE`")
    }
    let chosen = try choose(among: books)
    defer { progress.end() }
    guard let edition = lookup.edition(of: chosen) else {
      if chosen.number == nil {
        context.note(
          "\(chosen.title) lists no edition of it: publisher, pages and ISBN stay empty until you set its ISBN and run `shelf fill`"
        )
      }
      return chosen
    }
    return edition
  }

  private func choose(among books: [FoundBook]) throws -> FoundBook {
    if takesFirst || books.count == 1 { return books[0] }
    guard context.isInteractive else {
      throw CommandError(
        .usage,
        "\(Wording.number(books.count)) books were found, and without a terminal shelf cannot ask which one you mean",
        hint: "use --first to take the first; `shelf book lookup WORDS` lists them")
    }
    let lines = books.map(FoundList.line)
    if context.canShowWidgets {
      return books[try context.show(Picker(lines.map { ListEntry($0) }, question: "Which one?"))]
    }
    var prompt = Prompt(input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
    return books[try prompt.choice("Which one?", lines)]
  }

  private func checkTwin(_ isbn: ISBN, _ library: Library) throws {
    var duplicates = DuplicateTable(.book, in: library)
    guard !context.memory.answers.allowsDuplicate, let duplicate = duplicates.duplicate(numbered: isbn) else { return }
    guard context.isInteractive else { throw Question.duplicate(duplicate) }
    guard try context.wants(another: duplicate) else { throw Declined(text: "Nothing was added") }
    context.memory.answers.allowsDuplicate = true
  }
}
