import ArgumentParser
import ShelfFormats
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// `shelf import`: imports data that another program exported.
///
/// The command collects the files, which may be folders or standard input. `SourceReader` recognizes their format and
/// parses them into batches. If shelf can prompt, the user decides whether to declare fields for columns that have
/// none, and how to read ambiguous dates, and the files are parsed again. The act `ImportRecords` then matches the
/// batches with the library and plans the edits. All files are written in one transaction, and a summary is printed.
/// The exit status is 1 if rows were rejected.
struct ImportCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import books, quotes and ratings from other programs.",
    usage: "shelf import [<format>] <path> ... [<options>]",
    discussion: """
      shelf recognizes the format from the file's contents. `shelf import --list` shows the formats and where to get such \
      files. If you give a folder, such as an e-reader, shelf searches it for files that it can import.

      Importing the same file again changes nothing. A newer file updates what has changed in it, and your own edits are \
      kept. Undo removes everything that the last import brought; later, `shelf book delete --where source:goodreads` \
      removes its books by their source.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("The format, if needed, and the files or folders; - is standard input.", valueName: "path"))
  var words: [String] = []

  @Flag(help: "List the supported formats.")
  var list = false

  @Flag(name: .customLong("dry-run"), help: "Show what would be imported without changing anything.")
  var isDryRun = false

  @Option(
    help: ArgumentHelp("Import a column into a field.", valueName: "column=field"))
  var map: [String] = []

  @Flag(help: "Declare fields in shelf.yaml for the columns that have none, and import them. By default, shelf asks.")
  var declare = false

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Import each row of a table as a book, quote or loan. By default, shelf infers the kind from the columns or asks.",
      valueName: "what"))
  var rows: ImportedRows?

  @Option(
    help: ArgumentHelp(
      "What shelves, tags and subjects become: genres, tags or none. By default, shelf.yaml decides; if it does not, tags in "
        + "bibliographies and genres in all other formats.",
      valueName: "what"))
  var shelves: ShelvesChoice?

  @Option(
    help: ArgumentHelp(
      "The order of dates such as 12/03/2024: dmy, mdy or ymd. By default, shelf infers it from the file or asks.",
      valueName: "order"))
  var dates: DateStyle?

  @Flag(help: "Replace values in the library with different values from the file.")
  var update = false

  @Flag(help: "Import records again that were deleted here.")
  var again = false

  @Option(help: ArgumentHelp("Write rejected rows to a file.", valueName: "file"), completion: .file())
  var rejects: String?

  @Option(
    name: .customLong("left-out"),
    help: ArgumentHelp(
      "Write all values that were left out to a table, with their lines and columns.", valueName: "file"),
    completion: .file())
  var leftOut: String?

  @Flag(
    name: .shortAndLong,
    help: "Do not ask. Ambiguous dates keep only the year, and columns without a field are skipped.")
  var yes = false

  @Flag(help: "List everything in the summary, not only the first lines.")
  var verbose = false

  @Option(help: "The format of the summary.")
  var format = ImportSummaryFormat.text

  @Flag(inversion: .prefixedNo, help: "Commit the changed files, and only those, with git.")
  var commit: Bool?

  @Option(name: .joined("m"), help: ArgumentHelp("The commit message, instead of a generated one.", valueName: "text"))
  var message: String?

  func validate() throws {
    if words.isEmpty, !list { throw ValidationError("no file was given") }
  }

  func run(in context: Context) throws {
    let context = try library.context(context)
    if list {
      if context.terminal.isTerminal { return try context.print(ImportFormatList.text) }
      return try context.write(ImportFormatList.tsv)
    }
    var paths = words
    let named = words.count > 1 ? ImportFormat.named(words[0]) : nil
    if named != nil { paths.removeFirst() }
    // Reports a missing library before any problem with the files.
    let workspace = try library.open(in: context)
    let progress = context.progress()
    defer { progress.end() }
    var options = try options()
    options.localTime = context.localTime
    options.threads = context.threads
    (options.customFields, options.settings) = workspace.importSettings
    options.listed = workspace.listedRecords
    let choices = workspace.importChoices
    (options.rememberedDates, options.rememberedMaps) = (choices.orders, choices.maps)
    for unknown in options.settings where ImportFormat.named(unknown.format) == nil {
      let nearest = ImportCommand.nearest(to: unknown.format).map { "; did you mean “\($0)”?" } ?? ""
      context.warn(
        "\(Manifest.fileName) has settings for the import format “\(Wording.short(unknown.format))”, which does not exist\(nearest)"
      )
    }
    for (option, file) in [("--rejects", rejects), ("--left-out", leftOut)] {
      guard let file, try context.fileSystem.status(file) != nil else { continue }
      throw CommandError(.no, "\(file) already exists", hint: "choose another file for \(option)")
    }
    let batches = try read(paths, named, &options, workspace, context, progress)
    if rejects != nil, batches.count > 1 {
      throw CommandError(
        .usage, "the files have several formats, but --rejects writes rows in one format",
        hint: "import them one at a time")
    }
    if rejects != nil, batches.contains(where: \.rejects.isMixed) {
      throw CommandError(
        .usage, "the files have different columns, but --rejects writes rows with the same columns",
        hint: "import them one at a time")
    }
    var change = try CommandChange(
      workspace,
      ChangePolicy(command: context.commandLine, isPreview: isDryRun, commits: commit, message: message), in: context)
    try checkFields(of: options, change.library.schema)
    let planned = try change.plan(
      ImportRecords(consume batches, options) { done, count in
        progress.report("Comparing records, \(done * 100 / max(1, count))%")
        // Releases the memory of the batches that have been compared: other threads need it to write the files.
        if done == count || done % ImportCommand.manyRecords == 0 { Machine.giveMemoryBack() }
      })
    guard case .imported(let summary) = planned.result else { return }
    Machine.giveMemoryBack()
    if !isDryRun { progress.report("Writing files") }
    let outcome = try change.makeQuietly()
    progress.end()
    if let rejects, !summary.rejectFile.isEmpty {
      try context.fileSystem.createFile(rejects, summary.rejectFile, mode: nil, synced: false)
      if summary.hasMoreRejects { context.warn("\(rejects) cannot contain the highlights of books without titles") }
    } else if let rejects, summary.rejected > 0 {
      context.warn("the rejected entries cannot be written as rows, so \(rejects) was not created")
    }
    let values = summary.leftOutTable
    if let leftOut, !values.isEmpty {
      try context.fileSystem.createFile(leftOut, values, mode: nil, synced: false)
    }
    let text = ImportText(
      summary, isDryRun: isDryRun, maxLines: verbose ? .max : context.terminal.isTerminal ? 3 : 20)
    try context.write(
      format == .json
        ? ImportJSON(summary, isDryRun: isDryRun).bytes : Array(text.report(width: context.terminal.fittingWidth).utf8))
    if !isDryRun { try change.commitToGit(outcome) }
    if summary.rejected > 0 { throw ExitCode(CommandError.Status.no.rawValue) }
  }

  private static let manyRecords = 8192

  private func options() throws(CommandError) -> ImportOptions {
    var options = ImportOptions()
    options.shelves = shelves
    options.updates = update
    options.revives = again
    options.dates = dates
    options.rows = rows
    for word in map {
      // A column's name may contain an equals sign, but a field's name cannot.
      guard let equals = word.lastIndex(of: "="), equals > word.startIndex, word.index(after: equals) < word.endIndex
      else { throw CommandError(.usage, "--map takes COLUMN=FIELD, not “\(word)”") }
      options.maps.append(
        (String(word[..<equals]), FieldHandle(named: String(word[word.index(after: equals)...]))))
    }
    return options
  }

  /// Rejects a field that no record has, because its values would be lost.
  private func checkFields(of options: ImportOptions, _ schema: Schema) throws(CommandError) {
    let known = Kind.allCases.flatMap { schema.fields(of: $0).map(\.key) }
    for (column, field) in options.maps where !known.contains(field.key) && !FieldMapping.others.contains(field.key) {
      let nearest = Nearest.words(to: field.key, among: known)
      throw CommandError(
        .usage, "no record has the field “\(field.key)” that --map assigns to “\(column)”",
        hint: nearest.first.map { "did you mean “\($0)”?" }
          ?? "declare custom fields under fields in shelf.yaml")
    }
  }

  private func read(
    _ paths: [String], _ format: ImportFormat?, _ options: inout ImportOptions, _ workspace: Workspace,
    _ context: Context, _ progress: Progress
  ) throws -> [SourceBatch] {
    var source = ImportSource(fileSystem: context.fileSystem)
    do {
      for path in paths {
        if path == "-" {
          do throws(FileError) {
            source.add(standardInput: try context.readInput(limit: SourceFile.maxText))
          } catch {
            throw error.code == FileError.tooLarge ? SourceError.tooLarge("-") : error as any Error
          }
        } else {
          progress.report("Looking for files")
          try source.add(path)
        }
      }
      if source.files.isEmpty, let first = source.unreadable.first { throw first }
      for file in source.files {
        guard let path = context.fileSystem.resolve(file.path), let status = try? context.fileSystem.status(path),
          status.type == .file
        else { continue }
        options.mode = (options.mode ?? status.mode) & status.mode
      }
      progress.clear()
      for error in source.unreadable {
        context.warn(VisibleText.line("\(error.path) cannot be read and was skipped: \(error.reason)"))
      }
      for link in source.links { context.warn(VisibleText.line("\(link) is a link and was skipped")) }
      func batches() throws -> [SourceBatch] {
        try SourceReader.read(source.files, as: format, isFolder: source.hasFolder, options) {
          progress.report($1 > 1 ? "Reading file \($0 + 1) of \($1)" : "Reading the file")
        }
      }
      var found = try batches()
      progress.clear()
      if try askForRows(of: found, &options, context) {
        found = try batches()
        progress.clear()
      }
      if try askForFields(of: found, &options, workspace, context) {
        found = try batches()
        progress.clear()
      }
      // If the user answers, the files are parsed again.
      return try askForDates(of: found, &options, context) ? batches() : found
    } catch SourceReader.Failure.empty(_, let named) where source.hasFolder {
      throw CommandError(
        .library, "there is nothing to import here",
        hint: named.map {
          "it contains files in a general format; specify it, as in `shelf import \($0) FOLDER`"
        }
          ?? "specify the file, or put the format before the folder", path: paths.first)
    } catch let error as SourceError {
      // The file exists, so the error is about its contents.
      if context.fileSystem.resolve(error.path) != nil { throw CommandError(error) }
      // In `shelf import goodread x.csv`, the misspelled name of the format looks like a missing file.
      if error.path == paths.first, paths.count > 1 || words.count > 1,
        !error.path.contains(where: { "./".contains($0) })
      {
        throw CommandError(
          .usage, "unknown format “\(error.path)”",
          hint: ImportCommand.nearest(to: error.path).map { "did you mean \($0)?" }
            ?? "the formats are " + ImportFormat.all.map(\.name).joined(separator: ", "))
      }
      if words.count == 1, ImportFormat.named(error.path) == nil, let format = ExportFormat.named(error.path) {
        throw CommandError(
          .library, "there is no file “\(error.path)”",
          hint: "\(format.name) is a format of `shelf export`; `shelf import --list` shows what can be imported")
      }
      if words.count == 1, let name = ImportCommand.nearest(to: error.path) {
        throw CommandError(
          .library, "there is no file “\(error.path)”",
          hint: "\(name) is a format; put the file after it: shelf import \(name) <path>")
      }
      throw CommandError(error)
    }
  }

  /// Asks whether the rows of files are books or quotes, if they could be either.
  ///
  /// - Returns: whether the user answered any question.
  private func askForRows(of batches: [SourceBatch], _ options: inout ImportOptions, _ context: Context) throws -> Bool
  {
    let undecided = batches.flatMap(\.undecided)
    guard let first = undecided.first else { return false }
    guard context.isInteractive, !yes, !paths(areStandardInput: batches) else {
      throw CommandError(
        .usage, "the rows may be books or quotes: the column “\(Wording.short(first.column))” may contain quotes",
        hint: "use --as quotes to import a quote from each row, or --as books", path: first.file)
    }
    for file in undecided {
      var prompt = Prompt(
        input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
      let question = VisibleText.line("What are the rows of \(file.file)? “\(file.column)” may contain quotes.")
      options.rowsOfFiles[file.file] = [.quotes, .books][try prompt.choice(question, ["quotes from books", "books"])]
    }
    return true
  }

  /// Declares fields for the columns that have none, if the user chose this or agrees when asked. A dry run does not
  /// ask.
  ///
  /// - Returns: whether fields were declared.
  private func askForFields(
    of batches: [SourceBatch], _ options: inout ImportOptions, _ workspace: Workspace, _ context: Context
  ) throws -> Bool {
    let columns = ImportSummary(batches).declarable
    guard !columns.isEmpty else { return false }
    if !declare {
      guard context.isInteractive, !yes, !isDryRun, !paths(areStandardInput: batches) else { return false }
      var prompt = Prompt(
        input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
      // Leaves space for the answer.
      let question = WordWrap.lines(ImportText.question(columns), width: max(40, context.terminal.width - 12))
      for line in question.dropLast() { try context.print(line) }
      guard try prompt.confirm(question.last ?? "", default: true) else { return false }
    }
    options.declarations = columns.map(\.field)
    options.customFields = try workspace.customFields(declaring: options.declarations)
    return true
  }

  /// Asks which date format the files use, if their dates are ambiguous.
  ///
  /// - Returns: whether the user answered any question.
  private func askForDates(
    of batches: [SourceBatch], _ options: inout ImportOptions, _ context: Context
  ) throws(Cancelled) -> Bool {
    guard context.isInteractive, !yes, dates == nil, !paths(areStandardInput: batches) else { return false }
    var asked: Set<String> = []
    for column in batches.flatMap(\.dates) {
      guard let date = column.unclear, asked.insert(column.file).inserted else { continue }
      var prompt = Prompt(
        input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
      let question = VisibleText.line("How should “\(date.text)” in “\(column.column)” of \(column.file) be read?")
      let answer = try prompt.choice(
        question,
        ["\(date.dayFirst), day first", "\(date.monthFirst), month first", "unknown; keep only the year"])
      // Without an answer, the dates are kept as they were read.
      options.datesOfFiles[column.file] = [.dmy, .mdy, nil][answer]
    }
    return !options.datesOfFiles.isEmpty
  }

  /// Returns whether the import reads standard input, so that the user cannot answer prompts.
  private func paths(areStandardInput batches: [SourceBatch]) -> Bool {
    batches.contains { $0.files.contains("-") }
  }

  /// Returns the name of the format that a word names or resembles, or nil if there is no such format.
  private static func nearest(to word: String) -> String? {
    ImportFormat.named(word)?.name ?? Nearest.words(to: word, among: ImportFormat.all.map(\.name)).first
  }
}

extension ShelvesChoice: ExpressibleByArgument {}

extension DateStyle: ExpressibleByArgument {}

extension ImportedRows: ExpressibleByArgument {}

/// The format of the summary.
enum ImportSummaryFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
