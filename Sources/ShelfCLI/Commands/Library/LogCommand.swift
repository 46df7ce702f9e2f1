import ArgumentParser
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf log`: shows what changed in a record or in the whole library, according to git.
struct LogCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what changed in a record or in the library, commit by commit.",
    discussion: """
      Shows the latest commits first, each with the fields that it changed. If a commit adds more than 12 records, as an \
      import does, only their number is shown, unless you use --unfold. A merge is shown only if it did something that \
      none of its sides had done.

      A record is followed through moves of its file and through merges. You can specify a deleted record by its old name \
      or id if no other record has it, and a record whose file can no longer be read by its last name.

      --format json prints an array, jsonl a line for each commit: {"commit", "author", "date", "subject", "records", \
      "counts", "manifest"}. Each record is {"event", "kind", "id", "title", "path", "oldPath", "fields"}, with the event added, \
      changed, deleted, layout (no field changed), broken (the file is not a valid record) or mended. oldPath is null \
      unless the file moved. Each field is {"field", "old", "new"}, with null for nothing, an array for a list, and \
      {"id", "name"} for a reference. A commit that changes more than 100 files has "counts" by kind in place of "records".
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp(
      "The record: its id, the start of its id, its file, or its title. A date may follow, as with --since.",
      valueName: "record"))
  var words: [String] = []

  @Option(
    help: ArgumentHelp("Show only changes of this field.", valueName: "field"), completion: .values(of: .field))
  var field: String?

  @Option(
    help: ArgumentHelp("Show commits since a date, or within an age such as 7d, 2w, 6m or 1y.", valueName: "date"),
    completion: .list(["today", "yesterday", "7d", "2w", "6m", "1y"]))
  var since: String?

  @Option(
    name: .joined("n"), parsing: .unconditional,
    help: ArgumentHelp("Show at most this many commits.", valueName: "n"))
  var limit: Int?

  @Flag(help: "List every new record of a commit that adds many, such as an import.")
  var unfold = false

  @Option(help: "The format.")
  var format: HistoryFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
    try Format.check(format, json: json)
  }

  func run(in context: Context) throws {
    let context = try library.context(context)
    var words = words
    var first = self.since
    if first == nil { first = try context.takeDay(from: &words, .beginning, .usual, self.library, keeping: 0) }
    if first == nil { first = takeAge(from: &words, context) }
    if words.count > 1 {
      throw CommandError(
        .usage, "unexpected argument “\(Wording.short(words[1]))”",
        hint: "put quotation marks around a title of several words")
    }
    let record = words.first
    let since = try first.map { try moment($0, context) }
    if let file = try fileHistory(record, since, context), let library = file.library {
      try noteGap(Repository(of: library.root, environment: context.environment), context)
      if let key = try field.map({ try fieldKey($0, library) }) { try library.schema.check(key, file.record.kind) }
      return try print(file.entries, ofOneRecord: true, library, context)
    }
    let library = try self.library.load(in: context)
    let repository = try Repository(of: library.root, environment: context.environment)
    try noteGap(repository, context)
    let key = try field.map { try fieldKey($0, library) }
    if let record {
      let history = RecordHistory(library, repository, since: since, field: key)
      return try print(
        try self.history(of: record, history, library, context), ofOneRecord: true, library, context)
    }
    let entries = try repository.history(
      schema: library.schema, since: since, limit: limit, select: key.map { key in { $0.only(key) } })
    try print(entries, ofOneRecord: false, library, context)
  }

  /// Removes an age such as `2w` or `last week` after a record, or several words that are one, and returns it.
  private func takeAge(from words: inout [String], _ context: Context) -> String? {
    for count in stride(from: min(4, words.count), through: 1, by: -1) where words.count > 1 {
      let age = words.suffix(count)
      let isMarked = count > 1 && TypedDay.Use.beginning.markers.contains(age.first?.lowercased() ?? "")
      let text = age.dropFirst(isMarked ? 1 : 0).joined(separator: " ")
      guard Int(text) == nil, context.localTime.since(text, today: context.today, now: context.now) != nil else {
        continue
      }
      words.removeLast(count)
      return text
    }
    return nil
  }

  /// Notes that a shallow clone lacks older commits.
  private func noteGap(_ repository: Repository, _ context: Context) throws(GitError) {
    if try repository.isShallow() {
      context.note("this clone lacks the older commits; run `git fetch --unshallow` to fetch them")
    }
  }

  /// Parses the value of `--since`.
  private func moment(_ text: String, _ context: Context) throws(CommandError) -> Timestamp {
    if let moment = context.localTime.since(text, today: context.today, now: context.now) { return moment }
    if let mistake = DateMistake(text) { throw CommandError(mistake, in: text) }
    throw CommandError(
      .usage, "“\(Wording.short(text))” is not a date", hint: "write 2026-11-21, yesterday, or an age: 7d, 2w, 6m, 1y")
  }

  /// Returns the history of a record that the user named by its file, or nil if they did not.
  ///
  /// Usually this does not require reading the whole library.
  private func fileHistory(_ record: String?, _ since: Timestamp?, _ context: Context) throws -> FileHistory? {
    guard let record, record.contains("/") else { return nil }
    let root = try library.open(in: context).root
    let files = context.fileSystem
    guard let path = files.resolve(record) ?? files.resolve(root + "/" + record), path.hasPrefix(root + "/") else {
      return nil
    }
    return try FileHistory(
      of: String(path.dropFirst(root.count + 1)), at: root, since: since, environment: context.environment,
      fileSystem: files)
  }

  /// Returns the history of a named record, and warns if its file is unreadable or its id is not unique.
  private func history(
    of name: String, _ history: RecordHistory, _ library: Library, _ context: Context
  ) throws -> [HistoryEntry] {
    var history = history
    let entries = try history.entries(of: name, context.finder(library))
    for remark in history.remarks {
      switch remark {
      case .unreadable(let file): context.warn("\(file.location): cannot be read now: \(file.reason)")
      case .copies(let count, let id, let path):
        context.warn("\(Wording.number(count)) files have the id \(id.short); this is the history of \(path)")
      }
    }
    return entries
  }

  /// Returns the key of a field, given any of its names.
  ///
  /// The field may be of any kind.
  private func fieldKey(_ text: String, _ library: Library) throws(AssignmentError) -> String {
    for kind in Kind.allCases {
      if let field = library.schema.field(text, of: kind) { return field.key }
    }
    let keys = Set(Kind.allCases.flatMap { library.schema.fields(of: $0).map(\.key) }).sorted()
    throw .unknownField(text, .book, nearest: Nearest.words(to: text, among: keys), all: keys)
  }

  private func print(
    _ entries: [HistoryEntry], ofOneRecord isOfOneRecord: Bool, _ library: Library, _ context: Context
  ) throws {
    var entries = entries
    if isOfOneRecord {
      if let key = try field.map({ try fieldKey($0, library) }) { entries = entries.compactMap { $0.only(key) } }
      if let limit { entries = Array(entries.prefix(limit)) }
    }
    let format = self.format ?? (self.json ? .json : .text)
    try format.format.log?(
      LogOutput(
        library: library, context: context, entries: entries, isOfOneRecord: isOfOneRecord, isOfOneField: field != nil,
        folds: !unfold))
  }
}
