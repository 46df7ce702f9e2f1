import ArgumentParser
import ShelfLookup
import ShelfModel
import ShelfTerminal
import ShelfText
import ShelfWording

/// `shelf book lookup`: shows books in catalogues, without changing the library.
struct LookupCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup", abstract: "Look up a book in catalogues, without changing anything.",
    usage: "shelf book lookup (<isbn> | <word> ...)",
    discussion: """
      Looks up an ISBN in all catalogues in your settings and shows the fields: once where the catalogues agree, and with \
      the name of each catalogue where they differ. Words from titles and authors find books to choose from.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: "An ISBN, or words of the title and the author.")
  var words: [String]

  @Flag(help: "Ask the catalogues again, even if their answers are cached.")
  var fresh = false

  @Flag(help: "Print the answer of each catalogue as JSON.")
  var json = false

  func run(in context: Context) throws {
    let context = try library.context(context)
    let text = words.joined(separator: " ")
    let progress = context.progress()
    defer { progress.end() }
    if let number = try BookNumber(text) {
      let results = try context.lookup(ignoresCache: fresh, progress).results(of: number.isbn)
      progress.end()
      return try show(results, number.isbn, context)
    }
    let (books, failures) = try context.lookup(ignoresCache: fresh, progress).find(words: text)
    progress.end()
    if json { return try context.write(LookupJSON.bytes(books, failures)) }
    if books.isEmpty { throw CommandError(.no, Wording.unfound(words: text, failures: Wording.reasons(failures))) }
    for line in Wording.reasons(failures) { context.warn(line) }
    let terminal = context.terminal
    guard terminal.isTerminal else {
      var tsv = TSVWriter()
      for book in books {
        for text in FoundList.cells(book) { tsv.field(text) }
        tsv.endRow()
      }
      return try context.write(tsv.take())
    }
    var page: [UInt8] = []
    FoundList.table(books).render(into: &page, width: terminal.fittingWidth, depth: terminal.depth)
    try context.page(page)
  }

  private func show(_ results: [Lookup.CatalogueResult], _ isbn: ISBN, _ context: Context) throws {
    if json { return try context.write(LookupJSON.bytes(results, isbn)) }
    var answers: [(name: String, values: [String: String])] = []
    var unknown: [String] = []
    var failures: [String] = []
    for statement in results {
      switch statement.result {
      case .success(let found?):
        let text = FoundText(found: found)
        let values = (text.written + text.shown).map { ($0.label, $0.text) }
        answers.append(
          (statement.catalogue.title, Dictionary(values, uniquingKeysWith: { "\($0), \($1)" })))
      case .success(nil): unknown.append(statement.catalogue.title)
      case .failure(let failure): failures += Wording.reasons([(statement.catalogue, failure)])
      }
    }
    if answers.isEmpty { throw CommandError(unknown: isbn, failures: failures) }
    for line in failures { context.warn(line) }
    if !context.terminal.isTerminal {
      var tsv = TSVWriter()
      for (name, values) in answers {
        for (label, text) in values.sorted(by: { $0.key < $1.key }) {
          for cell in [name, label, text] { tsv.field(cell) }
          tsv.endRow()
        }
      }
      return try context.write(tsv.take())
    }
    try context.page(Array(LookupPage(isbn, answers, unknown).text(context.terminal).utf8))
  }
}

/// The responses of several catalogues about one book, field by field.
private struct LookupPage {
  private let isbn: ISBN
  private let answers: [(name: String, values: [String: String])]
  private let unknown: [String]

  init(_ isbn: ISBN, _ answers: [(name: String, values: [String: String])], _ unknown: [String]) {
    (self.isbn, self.answers, self.unknown) = (isbn, answers, unknown)
  }

  func text(_ terminal: Terminal) -> String {
    let known = FoundText.fields.map { Wording.label($0.key) } + ["series"]
    let labels = known + Set(answers.flatMap(\.values.keys)).subtracting(known).sorted()
    let names = answers.map(\.name)
    var table = Table(columns: [
      TableColumn(title: isbn.digits, minimum: 13, priority: 3, isFlexible: false),
      TableColumn(title: Wording.list(names), minimum: 24, priority: 2),
      TableColumn(title: "", minimum: 8, priority: 1),
    ])
    for label in labels {
      var groups: [(text: String, names: [String])] = []
      for (name, values) in answers {
        guard let text = values[label] else { continue }
        if let place = groups.firstIndex(where: { Folding.fold($0.text) == Folding.fold(text) }) {
          groups[place].names.append(name)
        } else {
          groups.append((text, [name]))
        }
      }
      for (number, group) in groups.enumerated() {
        let isCommon = groups.count == 1 && group.names.count == answers.count
        table.append([
          .text(number == 0 ? label : ""), .text(VisibleText.line(group.text)),
          .text(isCommon ? "" : group.names.joined(separator: ", ")),
        ])
      }
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    let end = unknown.isEmpty ? "" : "\nNot known to \(Wording.list(unknown)).\n"
    return String(decoding: bytes, as: UTF8.self) + end
  }
}
