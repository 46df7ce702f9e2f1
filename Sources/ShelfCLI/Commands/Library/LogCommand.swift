import ArgumentParser
import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf log`: what changed in a record, or in the whole library, according to git.
struct LogCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what changed in a record, or in the library, commit by commit.",
    discussion: """
      The latest commits come first, each with the fields that it changed. A record is followed through moves of its file \
      and through merges; one that was deleted is found by its old name or id if no other record has it, and one whose \
      file cannot be read now by its last name. A merge is shown if it did something that none of its sides \
      had done.

      --format json prints an array, jsonl a line for each commit: {"commit", "author", "date", "subject", "records", \
      "counts", "manifest"}. Each record is {"event", "kind", "id", "title", "path", "oldPath", "fields"}, its event added, \
      changed, deleted, layout (no field changed), broken (the file is not a valid record) or mended; oldPath is null \
      unless the file moved. Each field is {"field", "old", "new"}, with null for nothing, an array for a list, and \
      {"id", "name"} for a reference. A commit that changes more than 100 files has "counts" by kind in place of "records".
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  @Option(
    help: ArgumentHelp("Show the changes of one field only.", valueName: "field"), completion: .values(of: .field))
  var field: String?

  @Option(
    help: ArgumentHelp("Show commits since a day, or within an age such as 7d, 2w, 6m, 1y.", valueName: "date"),
    completion: .list(["today", "yesterday", "7d", "2w", "6m", "1y"]))
  var since: String?

  @Option(
    name: [.customShort("n"), .long], parsing: .unconditional,
    help: ArgumentHelp("Show at most this many commits.", valueName: "n"))
  var limit: Int?

  @Option(help: "The format.")
  var format: HistoryFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
    if json, let format, format != .json { throw ValidationError("--json and --format \(format) cannot be combined") }
  }

  func run(in context: Context) throws {
    let context = try library.context(context)
    let since = try self.since.map { try context.since($0) }
    if let history = try fileHistory(since, context), let library = history.library {
      try check(try field.map { try fieldKey($0, library) }, history.record.kind, library)
      return try print(history.entries, library, context)
    }
    let library = try self.library.load(in: context)
    let repository = try Repository(of: library.root, environment: context.environment)
    let key = try field.map { try fieldKey($0, library) }
    if let record {
      return try print(try history(of: record, key, library, repository, since, context), library, context)
    }
    let entries = try repository.history(
      schema: library.schema, since: since, limit: limit, select: key.map { key in { $0.only(key) } })
    try print(entries, library, context)
  }

  /// Returns the history of a record named by its file, for which the library need not be read.
  private func fileHistory(_ since: Timestamp?, _ context: Context) throws -> FileHistory? {
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

  private func history(
    of name: String, _ key: String?, _ library: Library, _ repository: Repository, _ since: Timestamp?,
    _ context: Context
  ) throws -> [HistoryEntry] {
    let finder = context.finder(library)
    let failure: RecordFinder.Failure
    switch Result(catching: { () throws(RecordFinder.Failure) in try finder.find(name, nil) }) {
    case .success(let record):
      return try history(
        of: try broken(name, insteadOf: record, library, repository) ?? record, key, library, repository, since, context
      )
    case .failure(let error): failure = error
    }
    if case .ambiguous(_, _, let candidates) = failure, Set(candidates.map(\.id)).count == 1 {
      try check(key, candidates[0].kind, library)
      return try history(ofCopies: candidates, library, repository, since, context)
    }
    if let record = try broken(name, failure, library, repository) {
      return try history(of: record, key, library, repository, since, context)
    }
    if case .unreadable = failure { throw failure }
    let isExact = if case .ambiguous = failure { true } else { false }
    let lost = try repository.lostRecords(called: name, schema: library.schema, library: library, isExact: isExact)
    guard let record = lost.first else { throw failure }
    if lost.count > 1 {
      let ids = RecordID.beginnings(of: lost.map(\.id))
      let shown = zip(lost, ids).prefix(8).map { "\($0.kind.singular) \($1) “\(Wording.short($0.title))”" }
      throw CommandError(
        .no, "“\(name)” matches \(Wording.number(lost.count)) deleted records: " + shown.joined(separator: ", "),
        hint: "name one by its id, such as \(ids[0])")
    }
    // It may not be gone, but in another file that is unreadable now.
    let id = Array(record.id.description.utf8)
    if let file = library.unreadable.first(where: { !$0.source.isEmpty && $0.source.firstRange(of: id) != nil }) {
      if let last = try repository.lastReadable(file, library: library), last.id == record.id {
        return try history(of: last, key, library, repository, since, context)
      }
      warn(file, context)
    }
    try check(key, record.kind, library)
    return try repository.history(of: record, schema: library.schema, since: since)
  }

  private func history(
    of record: Record, _ key: String?, _ library: Library, _ repository: Repository, _ since: Timestamp?,
    _ context: Context
  ) throws -> [HistoryEntry] {
    try check(key, record.kind, library)
    warn(library.unreadable.first { $0.path == record.path }, context)
    return try repository.history(of: record, schema: library.schema, since: since)
  }

  /// Returns the history of the file with the longest one among those with the same id, which are one record.
  private func history(
    ofCopies records: [Record], _ library: Library, _ repository: Repository, _ since: Timestamp?, _ context: Context
  ) throws -> [HistoryEntry] {
    var longest: (path: String, entries: [HistoryEntry])?
    for record in records.prefix(8).sorted(by: { $0.path < $1.path }) {
      let entries = try repository.history(of: record, schema: library.schema)
      if entries.count > longest?.entries.count ?? -1 { longest = (record.path, entries) }
    }
    guard let longest else { return [] }
    context.warn(
      "\(Wording.number(records.count)) files have the id \(records[0].id.short); this is the history of \(longest.path)"
    )
    return longest.entries.filter { entry in since.map { entry.commit.date >= $0 } ?? true }
  }

  /// Returns a record whose file is unreadable now, if it matches exactly and the one that was found does not.
  private func broken(
    _ name: String, insteadOf record: Record, _ library: Library, _ repository: Repository
  ) throws -> Record? {
    if library.unreadable.isEmpty || name.contains("/") || RecordID(name) == record.id { return nil }
    if Folding.fold(record.title) == Folding.fold(name) { return nil }
    let found = try repository.brokenRecords(called: name, library: library, isExact: true)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the record that is meant among those whose files are unreadable now.
  private func broken(
    _ name: String, _ failure: RecordFinder.Failure, _ library: Library, _ repository: Repository
  ) throws -> Record? {
    var isExact = false
    switch failure {
    case .unreadable(let file): return try repository.lastReadable(file, library: library)
    case .ambiguous: isExact = true
    case .notFound, .inexact: break
    }
    if library.unreadable.isEmpty { return nil }
    let found = try repository.brokenRecords(called: name, library: library, isExact: isExact)
    if found.count > 1 {
      throw RecordFinder.Failure.ambiguous(name: name, kind: nil, candidates: found)
    }
    return found.first
  }

  /// Warns that the current file is not what the history ends with.
  private func warn(_ file: UnreadableFile?, _ context: Context) {
    if let file { context.warn("\(file.location): cannot be read now: \(file.reason)") }
  }

  /// Returns the current key of a field of any kind.
  private func fieldKey(_ text: String, _ library: Library) throws(AssignmentError) -> String {
    for kind in Kind.allCases {
      if let field = library.schema.field(text, of: kind) { return field.key }
    }
    let keys = Set(Kind.allCases.flatMap { library.schema.fields(of: $0).map(\.key) }).sorted()
    throw .unknownField(text, .book, nearest: Nearest.words(to: text, among: keys), all: keys)
  }

  private func check(_ key: String?, _ kind: Kind, _ library: Library) throws {
    guard let key, library.schema.field(key, of: kind) == nil else { return }
    let keys = library.schema.fields(of: kind).map(\.key)
    throw AssignmentError.unknownField(key, kind, nearest: Nearest.words(to: key, among: keys), all: keys)
  }

  private func print(_ entries: [HistoryEntry], _ library: Library, _ context: Context) throws {
    var entries = entries
    if record != nil {
      if let key = try field.map({ try fieldKey($0, library) }) { entries = entries.compactMap { $0.only(key) } }
      if let limit { entries = Array(entries.prefix(limit)) }
    }
    let format = self.format ?? (self.json ? .json : .text)
    try format.format.log?(
      LogOutput(
        library: library, context: context, entries: entries, isOfOneRecord: record != nil, isOfOneField: field != nil))
  }
}
