import ShelfImport
import ShelfKit
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Looks for one book in catalogues, and asks on a terminal what is not clear.
struct CatalogueSearch {
  /// Whether what is in the cache is asked for again.
  var isFresh = false
  /// Whether the first of several is meant.
  var takesFirst = false
  let context: Context

  /// Looks a number up that the library does not have.
  ///
  /// - Throws: `Question.duplicate` if the library has it; `Declined` if it has, and no other one is wanted.
  func find(_ isbn: ISBN, in library: Library) throws -> Lookup.Finding {
    try checkTwin(isbn, library)
    let progress = context.progress()
    defer { progress.end() }
    return try context.lookup(isFresh: isFresh, progress).find([isbn])[isbn] ?? .unknown([])
  }

  /// Looks by words, and asks on a terminal which of several is meant.
  func find(words: String) throws -> FoundBook {
    let progress = context.progress()
    defer { progress.end() }
    let lookup = try context.lookup(isFresh: isFresh, progress)
    let (books, failures) = lookup.find(words: words)
    progress.end()
    if books.isEmpty {
      throw CommandError(
        .no, Wording.unfound(words: words, failures: Wording.words(failures)),
        hint: "fewer words find more; `shelf book add TITLE` needs no catalogue")
    }
    let chosen = try choose(among: books)
    defer { progress.end() }
    guard let edition = lookup.edition(of: chosen) else {
      if chosen.number == nil {
        context.note(
          "\(chosen.title) names no edition of it: publisher, pages and ISBN stay empty until you set its ISBN and run `shelf fill`"
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
        .usage, "\(Wording.number(books.count)) books were found, and there is no terminal to ask which one is meant",
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

  private func checkTwin(_ isbn: ISBN, _ library: Library) throws {
    var duplicates = DuplicateTable(.book, in: library)
    guard !context.memory.answers.allowsDuplicate, let duplicate = duplicates.duplicate(numbered: isbn) else { return }
    guard context.isInteractive else { throw Question.duplicate(duplicate) }
    guard try context.wants(another: duplicate) else { throw Declined(text: "Nothing was added") }
    context.memory.answers.allowsDuplicate = true
  }
}
