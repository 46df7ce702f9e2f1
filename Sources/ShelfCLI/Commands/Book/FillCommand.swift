import ArgumentParser
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfText
import ShelfWording

/// `shelf book fill`: fills empty fields of books from catalogues.
struct FillCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "fill", abstract: "Fill in empty fields of books from catalogues.",
    usage: usage("fill", "(<record> ... | --where <query>) [--take <field>,<field>]"),
    discussion: """
      Books are looked up by ISBN. A field that has a value keeps it, unless you list the field in --take. A value from a \
      catalogue that you have not changed is updated if the catalogue has corrected it.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Option(
    help: ArgumentHelp(
      "Also replace these fields if they have a value: pages,title or all.", valueName: "fields"),
    completion: .list(FoundText.takeable + ["all"]))
  var take: [String] = []

  @Flag(help: "Ask the catalogues again, even if their answers are cached.")
  var fresh = false

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    let takes = try fields()
    try context.promptingForNames(record) { names in try fill(names, takes, in: context) }
  }

  private func fill(_ names: [String], _ takes: Set<String>, in context: Context) throws {
    let bulk = options.bulk
    // Catalogues can take a long time to answer, so the library is not locked yet.
    var change = try CommandChange(options.change, in: context, isAsking: true)
    let books = try change.records(
      of: bulk.subjects(named: names, Self.kind, change.library, change.context), Self.kind)
    let isSeveral = bulk.hasQuery || books.count > 1
    let numbered = try change.library.numbered(books)
    if !books.isEmpty, numbered.isEmpty {
      throw CommandError(
        .no,
        isSeveral ? "none of them has an ISBN" : "\(Wording.name(books[0])) has no ISBN, so it cannot be looked up",
        hint: "find it with `shelf book lookup WORDS`, and set it with `shelf book set TITLE isbn=978…`")
    }
    if numbered.count < books.count {
      context.note(
        "\(Kind.book.counted(books.count - numbered.count)) without an ISBN \(books.count - numbered.count == 1 ? "was" : "were") skipped"
      )
    }
    let found = try look(numbered.map(\.1), isSeveral, context)
    let pairs = numbered.compactMap { book, isbn in found[isbn].map { (record: book.id, book: $0) } }
    let planned = try change.plan(FillRecords(pairs, taking: takes))
    if isSeveral, bulk.isAsking(options.change) { try bulk.confirm(change, Self.kind) }
    if options.json.isRequested {
      return try options.json.commit(change, planned.subjects.map(\.id), of: [.book], isList: isSeveral)
    }
    try change.commit { isSeveral ? $0.summary(Self.kind, isKnown: bulk.isAsking(options.change)) : $0.changes }
    report(planned, context)
  }

  /// Returns the books that catalogues found, and reports the ISBNs that no catalogue has.
  private func look(_ numbers: [ISBN], _ isSeveral: Bool, _ context: Context) throws -> [ISBN: FoundBook] {
    if numbers.isEmpty { return [:] }
    let progress = context.progress()
    defer { progress.end() }
    let (found, missing) = try context.lookup(ignoresCache: fresh, progress).books(of: numbers)
    progress.end()
    if !isSeveral, let error = missing.first { throw error }
    for error in missing { context.warn(error.report.message) }
    return found
  }

  /// Reports the values that differ between a catalogue and the library. The library keeps its own.
  private func report(_ planned: Outcome, _ context: Context) {
    guard case .lookedUp(let lookedUp) = planned.result else { return }
    for line in OutcomeText(planned, localTime: context.localTime, path: nil).kept { context.note(line) }
    let keys = Set(lookedUp.differences.flatMap(\.fields).map(\.key)).sorted()
    if !keys.isEmpty { context.note("use --take \(keys.joined(separator: ",")) to take the catalogue's values") }
  }

  private func fields() throws(CommandError) -> Set<String> {
    let names = take.flatMap { $0.split(separator: ",").map { $0.trimmed } }
    let known = FoundText.takeable
    if names.contains("all") { return Set(known) }
    for name in names where !known.contains(name) {
      let nearest = Nearest.words(to: name, among: known).first
      throw CommandError(
        .usage, "--take does not support the field “\(VisibleText.line(name))”",
        hint: nearest.map { "did you mean “\($0)”?" } ?? "the fields are \(Wording.list(known)), or all")
    }
    return Set(names)
  }
}
