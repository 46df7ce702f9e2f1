import ArgumentParser
import ShelfFormats
import ShelfKit
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf book cover`: fetches the covers of books, or sets the cover of one book from a file or an address.
struct CoverCommand: ContextCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "cover", abstract: "Fetch covers of books, or use a picture of yours.",
    usage: usage("cover", "(<record> ... | --where <query>) [--from <file or address>]"),
    discussion: """
      Covers are fetched by ISBN from catalogues that have covers. They are stored in covers/, scaled down and stripped of \
      details such as the location and camera of a photo. A book keeps the cover it has, unless you use --replace, or \
      --from with a picture of yours.
      """)

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Option(
    help: ArgumentHelp("Use this picture: a JPEG or PNG file, or an https:// address.", valueName: "file or address"),
    completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var from: String?

  @Flag(help: "Fetch covers even for books that have one.")
  var replace = false

  @Flag(help: "Remove the covers.")
  var remove = false

  @Flag(help: "Ask the catalogues again, even if their answers are cached.")
  var fresh = false

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func validate() throws {
    if remove, from != nil || replace { throw ValidationError("--remove cannot be combined with --from or --replace") }
    if from != nil, bulk.hasQuery || record.count > 1 { throw ValidationError("--from works with one book only") }
  }

  func run(in context: Context) throws {
    var (record, from) = (record, from)
    // `cover dune picture.jpg`
    if from == nil, !remove, record.count == 2, !bulk.hasQuery, CoverCommand.isPicture(record[1]) {
      from = record.removeLast()
    }
    try context.promptingForNames(record) { [from] names in try run(names, from, in: context) }
  }

  /// Returns whether a word is the name of a picture, or an address.
  private static func isPicture(_ word: String) -> Bool {
    word.contains("://") || ["jpg", "jpeg", "png"].contains { word.lowercased().hasSuffix("." + $0) }
  }

  private func run(_ names: [String], _ from: String?, in context: Context) throws {
    // Catalogues can take a long time to answer, so the library is not locked yet.
    var change = try CommandChange(self.change, in: context, isAsking: true)
    let books = try change.records(
      of: bulk.subjects(named: names, Self.kind, change.library, change.context), Self.kind)
    if remove {
      let covers = try change.workspace.covers()
      let known = books.filter { !covers.files(of: $0, change.library.schema).isEmpty }
      if known.isEmpty {
        return context.note(books.count == 1 ? "\(Wording.name(books[0])) has no cover" : "none of them has a cover")
      }
      return try make(RemoveCovers(.records(known)), &change)
    }
    if let from, let book = books.first {
      let isAddress = from.contains("://")
      let bytes =
        isAddress
        ? try context.catalogues.fetch(from)
        : try context.fileSystem.contents(of: from, limit: CoverPicture.maxInput, .input)
      let picture: CoverPicture
      do throws(ImageProblem) {
        picture = try CoverPicture(bytes)
      } catch {
        throw CommandError(.no, "\(Wording.short(VisibleText.line(from))) \(Wording.reason(error))")
      }
      return try make(SetCovers([SetCovers.Item(book.id, picture, address: isAddress ? from : nil)]), &change)
    }
    let items = try fetch(books, change)
    if items.isEmpty { return }
    try make(SetCovers(items), &change)
  }

  private func make(_ act: some Act, _ change: inout CommandChange) throws {
    let planned = try change.plan(act)
    if bulk.isAsking(self.change), !planned.changes.isEmpty, case .coversChanged(let covers) = planned.result {
      let count = Kind.book.counted(covers.count)
      try change.context.confirm(
        remove ? "Remove the covers of \(count)?" : "Fetch covers of \(count)?", "change the covers of \(count)",
        "Nothing was changed", "--dry-run shows what would change")
    }
    try change.commit()
  }

  /// Fetches covers for the books that have an ISBN and no cover, or, with `--replace`, for all books that have an
  /// ISBN.
  private func fetch(_ all: [Record], _ change: CommandChange) throws -> [SetCovers.Item] {
    let context = change.context
    let isSeveral = bulk.hasQuery || all.count > 1
    let covers = try change.workspace.covers()
    let open = all.filter { replace || covers.files(of: $0, change.library.schema).isEmpty }
    if open.count < all.count {
      let text =
        isSeveral
        ? "\(Kind.book.counted(all.count - open.count)) already \(all.count - open.count == 1 ? "has" : "have") a cover"
        : "\(Wording.name(all[0])) already has a cover"
      context.note(text + "; use --replace to fetch another")
    }
    let numbered = try change.library.numbered(open)
    if !open.isEmpty, numbered.isEmpty {
      throw CommandError(
        .no,
        isSeveral
          ? "none of them has an ISBN" : "\(Wording.name(open[0])) has no ISBN, so its cover cannot be looked up",
        hint: "use --from FILE for a picture of yours")
    }
    if numbered.count < open.count {
      context.note("\(Kind.book.counted(open.count - numbered.count)) without an ISBN skipped")
    }
    if numbered.isEmpty { return [] }
    return try fetch(numbered, isSeveral, context)
  }

  private func fetch(
    _ numbered: [(book: Record, number: ISBN)], _ isSeveral: Bool, _ context: Context
  ) throws -> [SetCovers.Item] {
    let progress = context.progress()
    defer { progress.end() }
    let lookup = try context.lookup(ignoresCache: fresh, progress)
    guard lookup.hasCovers else {
      throw CommandError(
        .usage, "none of your catalogues has covers", hint: "openlibrary has; add it to lookup.catalogues")
    }
    let books = Dictionary(grouping: numbered, by: \.number)
    var items: [SetCovers.Item] = []
    var (missing, reasons): ([String], [String]) = ([], [])
    lookup.covers(of: numbered.map(\.number)) { number, finding in
      for (book, _) in books[number] ?? [] {
        switch finding {
        case .none(let failures):
          missing.append(Wording.name(book))
          for reason in Wording.reasons(failures) where !reasons.contains(reason) { reasons.append(reason) }
        case .found(let bytes, let address, let catalogue):
          do throws(ImageProblem) {
            items.append(SetCovers.Item(book.id, try CoverPicture(bytes), address: address))
          } catch {
            missing.append(Wording.name(book))
            reasons.append("the image of \(Wording.name(book)) in \(catalogue.title) \(Wording.reason(error))")
          }
        }
      }
    }
    progress.end()
    if !isSeveral, items.isEmpty {
      throw CommandError(
        .no, "no cover was found for \(missing.first ?? "it")" + reasons.map { "; \($0)" }.joined(),
        hint: "use --from FILE for a picture of yours")
    }
    for reason in reasons.prefix(5) { context.warn(reason) }
    if !missing.isEmpty {
      let more = missing.count > 10 ? " and \(Wording.number(missing.count - 10)) more" : ""
      context.note("no cover was found for \(Wording.list(Array(missing.prefix(10))))\(more)")
    }
    return items
  }
}
