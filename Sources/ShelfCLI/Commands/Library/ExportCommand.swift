import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording
import YAMLEdit

/// `shelf export`: writes all records, or those that a query finds, in a format for other programs.
struct ExportCommand: ContextCommand, QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export records for other programs.",
    usage: "shelf export [<format>] [<query> ...] [--output <path>]",
    discussion: """
      The formats are:

      \(ExportFormat.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))

      json, jsonl and csv contain complete records, and with a query also the records that the results refer to. The other \
      formats leave out fields that they do not support.

      If you name no format, the ending of --output decides: `--output books.bib` writes bibtex, and so does `shelf export \
      bib`.

      csv prints the table of one kind: add a query such as kind:quote if the library has several. `--output books.csv` \
      writes the table of the books, or of the kind that the query is about. Without an ending, --output is a folder for a \
      table of each kind.

      quotes prints Markdown. `--output quotes.csv` writes a table, which an import reads back, and .txt, .html, .org and \
      .tex work in the same way. `--format tex` prints the form that .tex selects. If a query of markdown finds only \
      quotes, or begins with the word quote, the notes contain only these quotes.

      No format contains covers or the contents of shelf.yaml, such as the queue, goals and filters. To keep everything, \
      copy the folder.

      `shelf help query` describes queries. As in lists, fields are also options: --author austen.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The format.", valueName: "format"), completion: .list(ExportFormat.all.map(\.name)))
  var format: String?

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The query that the records must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("f"), help: ArgumentHelp("Export only records that match this saved filter.", valueName: "name"),
    completion: .values(of: .filter))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Export only the books that this LaTeX, .aux or Markdown file cites, without your notes.", valueName: "file"),
    completion: .file())
  var cited: [String] = []

  @Option(
    name: .joined("o"),
    help: ArgumentHelp("The file or folder to write; - is standard output.", valueName: "path"),
    completion: .file())
  var output: String?

  func run(in context: Context) throws {
    try checkCited(context)
    let (format, words, ending) = try formatAndQuery(context)
    let context = try library.context(context)
    // As in other programs, `-` is standard output; a file of that name is `./-`.
    let output = output == "-" ? nil : output
    let library = try self.library.load(in: context)
    let typed = try ListWords(words, of: format.kinds == [.quote] ? .quote : .usual, library.schema, command: "export")
    if let output { try checkEnding(of: output, format, context) }
    var records = try records(typed, format, library, context)
    if !cited.isEmpty { records = try books(among: records, format, library, context) }
    if records.isEmpty, let output, context.isFile(output) {
      throw CommandError(.no, VisibleText.line("nothing was found to export, so \(output) was not changed"))
    }
    // Standard output can hold only one table.
    let kinds = Set(records.map(\.kind))
    if output == nil, format.isOfTables, kinds.count > 1 {
      throw RecordExport.Refusal.severalFiles(format, count: kinds.count)
    }
    // The bibliography of a document is passed on with it.
    let export = RecordExport(
      format, records, of: library, to: output.map { .path($0) } ?? .bytes, ending: ending,
      omitting: cited.isEmpty ? [] : [.notes])
    let outcome = try export.run(context.fileSystem)
    let said = ExportText(outcome, format, output, shown: context.shown)
    try context.print(said.before)
    context.warnOfUnreadable(library, format.kinds, "not exported")
    if let bytes = outcome.bytes { try context.write(bytes) }
    try context.print(said.after)
  }

  /// Fails if the export would replace a file that, judging by its ending, is in another format.
  private func checkEnding(of path: String, _ format: ExportFormat, _ context: Context) throws(CommandError) {
    guard let ending = ExportFormat.ending(of: path)?.lowercased(), !format.endings.contains(ending),
      ExportCommand.documents.contains(ending) || ExportFormat.ofFile(endingWith: ending) != nil, context.isFile(path)
    else { return }
    let usual = format.endings.first.map { ", such as \(path.dropLast(ending.count))\($0)" } ?? ""
    throw CommandError(
      .usage, "\(path) exists, and its ending does not belong to \(format.name)",
      hint: "choose another name\(usual)" + (ExportCommand.citedHint(path, format).map { "; " + $0 } ?? ""))
  }

  /// The endings of documents that cite books.
  private static let documents: Set<String> = ["tex", "ltx", "aux", "md", "markdown"]

  /// If the user typed the name of a document instead of the file to write, returns a hint. Otherwise, returns nil.
  fileprivate static func citedHint(_ path: String, _ format: ExportFormat?) -> String? {
    guard format?.citesBooks ?? true, let ending = ExportFormat.ending(of: path)?.lowercased(),
      ExportCommand.documents.contains(ending)
    else { return nil }
    let command = "shelf export \(format?.name ?? "bibtex") --cited \(Wording.shellWord(path))"
    return "`\(command)` exports the books that \(path) cites"
  }

  /// Fails if there are other documents among the words, as in `--cited *.tex`.
  private func checkCited(_ context: Context) throws(CommandError) {
    let typed = [format].compactMap { $0 } + words.map(ParserArguments.unmarked)
    let documents = typed.filter { word in
      let ending = ExportFormat.ending(of: word)?.lowercased() ?? ""
      return ExportCommand.documents.contains(ending) && context.isFile(word)
    }
    if cited.isEmpty || documents.isEmpty { return }
    var command = typed.filter { !documents.contains($0) }
    if command.first.map({ ExportFormat.named($0) == nil && ExportFormat.ofFile(endingWith: $0) == nil }) ?? true {
      command.insert("bibtex", at: 0)
    }
    for path in cited + documents { command += ["--cited", path] }
    for name in filter { command += ["--filter", name] }
    if let output { command += ["--output", output] }
    throw CommandError(
      .usage, "--cited takes only one file",
      hint: "use `shelf export \(command.map(Wording.shellWord).joined(separator: " "))`")
  }

  /// Returns the books that the documents of `--cited` cite, and warns of keys that no book has.
  private func books(
    among books: [Record], _ format: ExportFormat, _ library: Library, _ context: Context
  ) throws -> [Record] {
    guard format.citesBooks else {
      let formats = ExportFormat.all.filter(\.citesBooks).map(\.name)
      throw CommandError(
        .usage, "\(format.name) has no citation keys", hint: "--cited works with \(Wording.list(formats))")
    }
    var found: Set<RecordID> = []
    for path in cited {
      let ending = ExportFormat.ending(of: path)?.lowercased() ?? ""
      let isLaTeX = ["tex", "ltx", "aux"].contains(ending)
      let document = CitedKeys(try text(ofDocument: path, isLaTeX: isLaTeX, context), isLaTeX: isLaTeX)
      let (known, unknown) = library.citationKeys.books(citedBy: document, among: Array(library.records(of: .book)))
      found.formUnion(known.map(\.id))
      if !unknown.isEmpty {
        let keys = unknown.joined(separator: ", ")
        context.warn(VisibleText.line("no book has these keys, which \(path) cites: \(keys)"))
      } else if known.isEmpty {
        context.warn(VisibleText.line("\(path) cites no books"))
      }
    }
    return books.filter { found.contains($0.id) }
  }

  /// The maximum number of files in a document.
  private static let maxFiles = 500

  /// Returns the text of a document and, for LaTeX, of the files that it includes. As in LaTeX, their names are
  /// relative to the folder of the main file. Files outside this folder are not read.
  private func text(ofDocument path: String, isLaTeX: Bool, _ context: Context) throws -> String {
    let (files, limit) = (context.fileSystem, Limits().bytes)
    var texts = [String(decoding: try files.contents(of: path, limit: limit, .input), as: UTF8.self)]
    guard isLaTeX, let main = files.resolve(path), let slash = main.lastIndex(of: "/") else { return texts[0] }
    let folder = String(main[...slash])
    var (known, rest, next) = (Set([main]), limit, 0)
    var unread: [String] = []
    while next < texts.count {
      for name in CitedKeys.filesIncluded(in: texts[next]) {
        let found = [name + ".tex", name].lazy.compactMap { files.resolve(folder + $0) }.first { $0.hasPrefix(folder) }
        guard let found, known.count < ExportCommand.maxFiles,
          known.contains(found) || (try? files.status(found))?.type == .file
        else {
          if !unread.contains(name), unread.count < ExportCommand.maxFiles { unread.append(name) }
          continue
        }
        guard known.insert(found).inserted else { continue }
        let bytes = try files.contents(of: found, limit: rest)
        rest -= bytes.count
        texts.append(String(decoding: bytes, as: UTF8.self))
      }
      next += 1
    }
    if !unread.isEmpty {
      context.warn(VisibleText.line("did not read \(CommandError.abbreviated(unread)), which \(path) includes"))
    }
    return texts.joined(separator: "\n")
  }

  /// Returns the format, the words of the query, and the file name extension that selects the form of the output. The
  /// extension is nil if `--output` decides. If the user named no format, `--output` also selects the format.
  ///
  /// After the name of a format, `--format` selects the form. If its value can only be the format of a book, such as an
  /// audiobook, the option belongs to the query.
  private func formatAndQuery(_ context: Context) throws(CommandError) -> (
    ExportFormat, words: [String], ending: String?
  ) {
    let named = format.flatMap(ExportFormat.named)
    if let named, let (value, rest) = formatOption() {
      let ending = ExportCommand.endings[value] ?? value
      if named.endings.contains(ending) { return (named, rest, ending) }
      if named.name == value { return (named, rest, nil) }
      if let other = ExportFormat.named(value) {
        throw CommandError(
          .usage, "\(named.name) cannot be written as \(value)", hint: "use `shelf export \(other.name)`")
      }
    }
    if let named { return (named, words, nil) }
    if let format, ExportCommand.instead(of: format) == nil,
      case let ending = ExportCommand.endings[format.lowercased()] ?? format.lowercased(),
      let found = ExportFormat.ofFile(endingWith: ending)
    {
      return (found, words, ending)
    }
    let (format, words) = try formatByEnding(context)
    return (format, words, nil)
  }

  /// The file name extensions that select forms, by other names that people use for the forms.
  private static let endings = ["latex": "tex", "markdown": "md", "text": "txt", "excel": "csv"]

  /// Returns the value of `--format`, in lowercase, and the other words, or nil if there is no such option.
  private func formatOption() -> (value: String, rest: [String])? {
    for (index, word) in words.enumerated() where word == "--format" || word.hasPrefix("--format=") {
      let isJoined = word != "--format"
      guard isJoined || words.indices.contains(index + 1) else { return nil }
      let value = isJoined ? String(word.dropFirst("--format=".count)) : words[index + 1]
      return (value.lowercased(), Array(words[..<index] + words[(index + (isJoined ? 1 : 2))...]))
    }
    return nil
  }

  /// Returns the format that the extension of `--output` selects, and the words of the query. Fails if the extension
  /// belongs to no format, or if the first word looks like the name of a format.
  private func formatByEnding(_ context: Context) throws(CommandError) -> (ExportFormat, words: [String]) {
    let formats = "the formats are " + ExportFormat.all.map(\.name).joined(separator: ", ")
    let byEnding = output.flatMap(ExportFormat.ending).flatMap(ExportFormat.ofFile)
    guard let word = format else {
      if let byEnding { return (byEnding, words) }
      throw CommandError(
        .usage, output == nil ? "no format was given" : "no format was given, and the file's ending names none",
        hint: formats)
    }
    let nearest = Nearest.words(to: word, among: ExportFormat.all.map(\.name)).first
    if let byEnding, nearest == nil, ExportCommand.instead(of: word) == nil { return (byEnding, [word] + words) }
    let isDocument = cited.isEmpty && context.isFile(word)
    let file =
      (isDocument ? ExportCommand.citedHint(word, nil) : nil)
      ?? ExportFormat.ending(of: word).flatMap(ExportFormat.ofFile).map { format in
        "to write that file, use `shelf export \(format.name)"
          + cited.map { " --cited \(Wording.shellWord($0))" }.joined() + " --output \(Wording.shellWord(word))`"
          + (format.isOfTables ? listHint(word, context) : "")
      }
    throw CommandError(
      .usage, "unknown format “\(Wording.short(word))”",
      hint: file ?? ExportCommand.instead(of: word) ?? nearest.map { "did you mean \($0)? Otherwise, \(formats)" }
        ?? formats)
  }

  /// Returns the rest of a hint about a table: the list for a spreadsheet and, if a field numbers copies, the one with a
  /// row for each copy.
  private func listHint(_ path: String, _ context: Context) -> String {
    let schema = (try? library.load(in: library.context(context)))?.schema ?? Schema()
    let amounts = schema.fields(of: .book).filter { $0.type == .money }.map(\.key)
    let columns = amounts.isEmpty ? "" : " --columns title,author,isbn,\(amounts.joined(separator: ","))"
    let hint = ", or for a spreadsheet `shelf list is:owned --format excel\(columns) > \(Wording.shellWord(path))`"
    guard let field = CopyNumbers.uniqueFields(of: .book, schema).first else { return hint }
    return hint + "; `shelf list --per \(field.key) --format csv` prints a row for each copy"
  }

  /// Returns a hint for the name of a format that shelf offers under another name or in another command, or nil for any
  /// other word.
  private static func instead(of format: String) -> String? {
    switch format.lowercased() {
    case "html", "web":
      "`shelf publish --output FOLDER` makes web pages; `shelf list --format html > list.html` makes a page of a list"
    case "pdf", "print": "`shelf list --format html > list.html` makes a page that you can print"
    case "txt", "text", "table": "`shelf list --format table` prints a list"
    case "chicago", "apa", "mla": "`shelf export bibtex` writes a bibliography, which LaTeX and pandoc format"
    case "biblatex": "use `shelf export bibtex`"
    case "md": "use `shelf export markdown --output FOLDER` for a note about each book, or `shelf export quotes`"
    case "excel", "xls", "xlsx", "ods":
      "`shelf list --format excel > books.csv` writes a table that Excel opens; "
        + "`shelf export csv --output books.csv` writes all fields"
    default: nil
    }
  }

  /// Returns the records that the query and the filters find, of the kinds that the format can represent.
  ///
  /// If the format contains books with their quotes, and the query finds no book, returns the quotes that it finds.
  private func records(
    _ typed: ListWords, _ format: ExportFormat, _ library: Library, _ context: Context
  ) throws -> [Record] {
    let text = QueryWords.text(typed.words)
    if text.isEmpty, typed.terms.isEmpty, filter.isEmpty {
      return library.records.filter { format.kinds.contains($0.kind) }
    }
    let reader = QueryReader(library: library, context: context)
    let all = format.kinds + (format.holdsQuotes ? [.quote] : [])
    var sources: [QuerySource] = []
    var kinds = format.kinds
    if !text.isEmpty {
      // As in a saved filter, the query may begin with a kind.
      let (kind, source) = try SavedFilter(name: "", text: text).read()
      if let kind { kinds = all.filter { $0 == kind } }
      sources.append(source)
    }
    sources += typed.terms
    if !filter.isEmpty { context.warnOfFilters(library) }
    for name in filter { sources.append(try reader.filter(name, all)) }
    let found = try find(kinds, sources, format, reader)
    let queries = sources.map(\.text).filter { !$0.isEmpty }
    if found.isEmpty, let last = typed.words.last, last.contains(/.\.[a-z]{2,5}$/) {
      let document = cited.isEmpty && context.isFile(last) ? ExportCommand.citedHint(last, format) : nil
      let file = output == nil ? "to write to that file, use `\(writing(last, format))`" : nil
      if let hint = document ?? file {
        throw CommandError(.usage, "no record matches “\(Wording.short(text))”", hint: hint)
      }
    }
    reader.noteUnstated(sources, kinds)
    if found.isEmpty { reader.reportNothing(found: queries, kinds.count == 1 ? kinds[0] : nil) }
    return found
  }

  /// Returns the command with `--output` before a path that the user typed as a word of the query.
  private func writing(_ path: String, _ format: ExportFormat) -> String {
    var words = words.map(ParserArguments.unmarked)
    if let place = words.lastIndex(of: path) { words.remove(at: place) }
    for path in cited { words += ["--cited", path] }
    for name in filter { words += ["--filter", name] }
    return ExportCommand.command(self.format ?? format.name, words + ["--output", path])
  }

  private func find(
    _ kinds: [Kind], _ sources: [QuerySource], _ format: ExportFormat, _ reader: QueryReader
  ) throws -> [Record] {
    guard format.holdsQuotes, kinds == format.kinds else {
      return try reader.matchers(kinds, sources).flatMap { $0.records() }
    }
    let books = Result { try reader.records(.book, sources) }
    if case .success(let books) = books, !books.isEmpty { return books }
    if let quotes = try? reader.records(.quote, sources), !quotes.isEmpty { return quotes }
    return try books.get()
  }
}

extension ExportCommand: ExplainingCommand {
  static func explanation(of option: String, _ value: String?, in arguments: [String]) -> String? {
    guard option == "--format" else { return nil }
    guard let value else { return "use `shelf export FORMAT`" }
    let words = arguments.dropFirst().filter { $0 != option && $0 != value && $0 != "\(option)=\(value)" }
    return "use `\(command(value, words))`"
  }

  /// Returns the command that exports in a format. If the words have no `--output`, a word that ends like a file of the
  /// format is the file to write.
  private static func command(_ format: String, _ words: [String]) -> String {
    var words = words
    let endings = ExportFormat.named(format)?.endings ?? []
    let file = words.indices.last { index in
      endings.contains(ExportFormat.ending(of: words[index])?.lowercased() ?? "")
        && !(index > 0 && words[index - 1].hasPrefix("-"))
    }
    if let file, !words.contains(where: { $0.hasPrefix("--output") || $0.hasPrefix("-o") }) {
      let path = words.remove(at: file)
      words += ["--output", path]
    }
    return (["shelf", "export", format] + words).map(Wording.shellWord).joined(separator: " ")
  }
}

extension Context {
  /// Returns whether a path names a file that is not empty.
  fileprivate func isFile(_ path: String) -> Bool {
    guard let status = try? fileSystem.status(fileSystem.resolve(path) ?? path) else { return false }
    return status.type == .file && status.size > 0
  }

  /// Returns a hint about a document that cites books, or nil for any other word.
  func hint(aboutDocument path: String) -> String? { isFile(path) ? ExportCommand.citedHint(path, nil) : nil }
}
