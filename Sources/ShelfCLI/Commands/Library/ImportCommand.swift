import ArgumentParser
import ShelfFormats
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// `shelf import`: imports what another program exported.
///
/// The command collects the files, which may be folders or standard input. `SourceReader` recognizes their format and
/// parses them into batches. If dates in a file are ambiguous and shelf can prompt, the user decides how to read them,
/// and the files are parsed again. The act `ImportRecords` then matches the batches with the library and plans the
/// edits. All files are written in one transaction, and a summary is printed. The exit status is 1 if rows were
/// rejected.
struct ImportCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import books, quotes and ratings from other programs.",
    usage: "shelf import [<format>] <path> ... [<options>]",
    discussion: """
      The format is recognized by the contents of the file; `shelf import --list` shows the formats and where to get such \
      files. A folder, such as that of a reading device, is searched for files that can be imported. Importing the same \
      file again changes nothing; a newer one changes what changed there, and what you edited here stays.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("A format, then files or folders; - is standard input.", valueName: "path"))
  var words: [String] = []

  @Flag(help: "List the formats.")
  var list = false

  @Flag(name: .customLong("dry-run"), help: "Show what would be imported, and change nothing.")
  var isDryRun = false

  @Option(
    help: ArgumentHelp("Put a column into a field.", valueName: "column=field"))
  var map: [String] = []

  @Option(help: ArgumentHelp("What becomes of shelves, tags and subjects: genres or none.", valueName: "what"))
  var shelves = ShelvesChoice.genres

  @Option(
    help: ArgumentHelp(
      "How days such as 12/03/2024 are written: dmy, mdy or ymd. By default the dates of the file show it, or it is asked.",
      valueName: "order"))
  var dates: DateStyle?

  @Flag(help: "Take the file's values where the library keeps its own and names the difference.")
  var update = false

  @Flag(help: "Bring back records that were deleted here.")
  var again = false

  @Option(help: ArgumentHelp("Write the rows that were rejected to a file.", valueName: "file"), completion: .file())
  var rejects: String?

  @Option(help: "The format of the summary.")
  var format = ImportSummaryFormat.text

  @Flag(inversion: .prefixedNo, help: "Commit the files that change, and nothing else, with git.")
  var commit: Bool?

  @Option(name: .joined("m"), help: ArgumentHelp("The commit message; by default one is written.", valueName: "text"))
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
    // A missing library is reported before any problem with the files.
    let workspace = try library.open(in: context)
    let progress = context.progress()
    defer { progress.end() }
    var options = try options()
    options.localTime = context.localTime
    options.threads = context.threads
    if let rejects, try context.fileSystem.status(rejects) != nil {
      throw CommandError(.no, "\(rejects) exists already", hint: "choose another name after --rejects")
    }
    let batches = try read(paths, named, &options, context, progress)
    if rejects != nil, batches.count > 1 {
      throw CommandError(
        .usage, "the files are of several formats, and --rejects writes rows of one",
        hint: "import them one after the other")
    }
    if rejects != nil, batches.contains(where: \.rejects.isMixed) {
      throw CommandError(
        .usage, "the files have different columns, and --rejects writes rows of one kind",
        hint: "import them one after the other")
    }
    var change = try Change(
      workspace,
      ChangeRequest(command: context.commandLine, isPreview: isDryRun, commits: commit, message: message), in: context)
    try checkFields(of: options, change.library.schema)
    let planned = try change.plan(
      ImportRecords(consume batches, options) { done, count in
        progress.say("Comparing records, \(done * 100 / max(1, count))%")
        // Releases the memory of the batches that have been compared: other threads need it to write the files.
        if done == count || done % ImportCommand.manyRecords == 0 { Machine.giveMemoryBack() }
      })
    guard case .imported(let summary) = planned.result else { return }
    Machine.giveMemoryBack()
    if !isDryRun { progress.say("Writing files") }
    let outcome = try change.makeQuietly()
    progress.end()
    if let rejects, !summary.rejectFile.isEmpty {
      try context.fileSystem.createFile(rejects, summary.rejectFile, mode: nil, synced: false)
      if summary.hasMoreRejects { context.warn("the marks of books without titles have no room in \(rejects)") }
    } else if let rejects, summary.rejected > 0 {
      context.warn("what was rejected cannot be written as rows, and \(rejects) was not made")
    }
    let text = ImportText(summary, isDryRun: isDryRun, isNamed: named != nil)
    try context.write(format == .json ? ImportJSON(summary, isDryRun: isDryRun).bytes : Array(text.report.utf8))
    if !isDryRun { try change.commitToGit(outcome) }
    if summary.rejected > 0 { throw ExitCode(CommandError.Status.no.rawValue) }
  }

  private static let manyRecords = 8192

  private func options() throws(CommandError) -> ImportOptions {
    var options = ImportOptions()
    options.takesShelves = shelves == .genres
    options.updates = update
    options.revives = again
    options.dates = dates
    for word in map {
      // The name of a column may contain an equals sign, the name of a field cannot.
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
        .usage, "no record has a field “\(field.key)”, into which --map puts “\(column)”",
        hint: nearest.first.map { "did you mean “\($0)”?" }
          ?? "a field of your own is declared under fields in shelf.yaml")
    }
  }

  private func read(
    _ paths: [String], _ format: ImportFormat?, _ options: inout ImportOptions, _ context: Context,
    _ progress: Progress
  ) throws -> [SourceBatch] {
    var source = ImportSource(fileSystem: context.fileSystem)
    do {
      for path in paths {
        if path == "-" {
          do throws(FileError) {
            source.add(standardInput: try context.readInput(limit: SourceFile.mostText))
          } catch {
            throw error.code == FileError.tooLarge ? SourceError.tooLarge("-") : error as any Error
          }
        } else {
          progress.say("Looking for files")
          try source.add(path)
        }
      }
      if source.files.isEmpty, let first = source.unreadable.first { throw first }
      progress.clear()
      for error in source.unreadable {
        context.warn(VisibleText.line("\(error.path) cannot be read, and was passed over: \(error.reason)"))
      }
      for link in source.links { context.warn(VisibleText.line("\(link) is a link, and was passed over")) }
      func batches() throws -> [SourceBatch] {
        try SourceReader.read(source.files, as: format, isFolder: source.hasFolder, options) {
          progress.say($1 > 1 ? "Reading file \($0 + 1) of \($1)" : "Reading the file")
        }
      }
      let found = try batches()
      progress.clear()
      // With an answer, the files are parsed again.
      return try askForDates(of: found, &options, context) ? batches() : found
    } catch SourceReader.Failure.empty(_, let named) where source.hasFolder {
      throw CommandError(
        .library, "there is nothing here that can be imported",
        hint: named.map {
          "it contains files that no program in particular wrote: name their format, as in `shelf import \($0) FOLDER`"
        }
          ?? "name the file, or the format before the folder", path: paths.first)
    } catch let error as SourceError {
      // The file exists, so the error is about its contents.
      if context.fileSystem.resolve(error.path) != nil { throw CommandError(error) }
      // In `shelf import goodread x.csv`, the misspelled format looks like a missing file.
      if error.path == paths.first, paths.count > 1 || words.count > 1,
        !error.path.contains(where: { "./".contains($0) })
      {
        throw CommandError(
          .usage, "there is no format “\(error.path)”",
          hint: ImportCommand.nearest(to: error.path).map { "did you mean \($0)?" }
            ?? "the formats are " + ImportFormat.all.map(\.name).joined(separator: ", "))
      }
      if words.count == 1, let name = ImportCommand.nearest(to: error.path) {
        throw CommandError(
          .library, "there is no file “\(error.path)”",
          hint: "\(name) is a format; name the file after it: shelf import \(name) <path>")
      }
      throw CommandError(error)
    }
  }

  /// Asks how the files write dates that can be read in two ways.
  ///
  /// - Returns: whether the user answered anything.
  private func askForDates(
    of batches: [SourceBatch], _ options: inout ImportOptions, _ context: Context
  ) throws(Cancelled) -> Bool {
    guard context.isInteractive, dates == nil, !paths(areStandardInput: batches) else { return false }
    var asked: Set<String> = []
    for column in batches.flatMap(\.dates) {
      guard let date = column.unclear, asked.insert(column.file).inserted else { continue }
      var prompt = Prompt(
        input: context.input, output: Output(descriptor: context.output), terminal: context.terminal)
      let question = VisibleText.line("What is “\(date.text)” in “\(column.column)” of \(column.file)?")
      let answer = try prompt.choice(
        question,
        ["\(date.dayFirst), the day first", "\(date.monthFirst), the month first", "not known: take the year"])
      // Without an answer, the dates stay as they were read.
      options.datesOfFiles[column.file] = [.dmy, .mdy, nil][answer]
    }
    return !options.datesOfFiles.isEmpty
  }

  /// Returns whether the import reads standard input, which the answers would have to come from.
  private func paths(areStandardInput batches: [SourceBatch]) -> Bool {
    batches.contains { $0.files.contains("-") }
  }

  /// Returns the name of the format that a word is, or resembles; nil if there is none.
  private static func nearest(to word: String) -> String? {
    ImportFormat.named(word)?.name ?? Nearest.words(to: word, among: ImportFormat.all.map(\.name)).first
  }
}

/// The handling of shelves and tags in a source.
enum ShelvesChoice: String, ExpressibleByArgument, CaseIterable {
  case genres, none
}

extension DateStyle: ExpressibleByArgument {}

/// The format of the summary.
enum ImportSummaryFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
