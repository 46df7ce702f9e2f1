import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// `shelf book rate`: rates books.
struct RateCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate one or more books with 0 to 5 stars, in quarters.",
    usage: usage("rate", "(<record> ... | --where <query>) <stars>"),
    discussion: "The stars come last, such as 4.5. none removes the rating.")

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The book: its id, the start of its id, its file, or its title; the stars come last.")
  var record: [String] = []

  func run(in context: Context) throws {
    let stars = TypedWord.stars(endOf: record)
    var record = stars.count == 2 ? Array(record.dropLast()) : record
    // `rate 5 dune`
    if record.count > 1, let last = record.last, let first = record.first, !TypedWord(last).isRating,
      TypedWord(first).isRating, try !context.titles(of: Self.kind, options.change.library)(first)
    {
      record = record.dropFirst() + [first]
    }
    var names = record
    // A single word is the rating if it looks like one, and otherwise the book.
    let isRating =
      record.count > 1 || options.bulk.hasQuery || record.first.map { TypedWord($0).isRating } ?? false
    if let last = record.last, let first = record.first, record.count > 1, !TypedWord(last).isRating,
      TypedWord(first).isRating
    {
      let words = (record.dropFirst() + [first]).map(Wording.shellWord).joined(separator: " ")
      throw CommandError(
        .usage, "“\(Wording.short(last))” is not a number of stars", hint: "the stars come last: `shelf rate \(words)`")
    }
    if isRating, let stars = names.popLast() { return try rate(names, stars, in: context) }
    guard context.canShowWidgets else {
      throw CommandError(
        .usage, record.isEmpty ? "no book and no rating was given" : "no rating was given",
        hint: "write `shelf book rate \(record.first.map(Wording.shellWord) ?? "TITLE") 4.5`")
    }
    let library = try options.change.library.load(in: options.change.library.context(context))
    try context.promptingForNames(names) { names in
      guard let name = names.first else { throw Question.subject(.book, isOne: true) }
      let book = try context.finder(library).find(name, .book, .exact)
      try rate([book.path], try ask(about: book, library, context), in: context)
    }
  }

  private func rate(_ names: [String], _ stars: String, in context: Context) throws {
    if stars.trimmed.isEmpty {
      throw CommandError(.usage, "no rating was given", hint: "use none to remove a rating")
    }
    let text = ["none", "-"].contains(stars.lowercased()) ? "" : stars
    try RecordsChangeRun(kind: Self.kind, options: options).run(names, in: context) { subjects, _ in
      RateRecords(subjects, of: Self.kind, stars: text)
    }
  }

  /// Asks for the rating of a book, starting from the current one.
  private func ask(about book: Record, _ library: Library, _ context: Context) throws -> String {
    let look = context.settings.ratingLook()
    var quarters: Int?
    if let field = library.schema.field(.rating, of: .book), case .rating(let rating)? = book.value(of: field) {
      quarters = rating.quarters
    }
    let chosen = try context.show(
      StarsField(quarters, question: Wording.name(book)) { quarters in
        look.spans(quarters: quarters)
      })
    return chosen.flatMap { Rating(quarters: $0)?.description } ?? "none"
  }
}
