import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The options that choose the records of a changing command: by name, or by a query.
struct BulkOptions: ParsableArguments {
  @Option(
    name: [.customShort("w", allowingJoined: true), .customLong("where")],
    help: ArgumentHelp("Use every record that matches the query.", valueName: "query"))
  var queries: [String] = []

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  /// Whether a query chooses the records.
  var hasQuery: Bool { !queries.isEmpty }

  /// Returns whether to ask for confirmation: if a query chooses the records, unless `--yes` or `--dry-run` is given.
  func isAsking(_ change: ChangeOptions) -> Bool { hasQuery && !yes && !change.isDryRun }

  /// Returns the records to change, possibly none if a query chooses them.
  ///
  /// - Parameter kind: nil for records of any kind.
  /// - Throws: `CommandError` if there are both names and a query, or if the query matches all records or records of
  ///   several kinds.
  func subjects(named names: [String], _ kind: Kind?, _ library: Library, _ context: Context) throws -> Subjects {
    guard hasQuery else { return .named(names) }
    if let name = names.first {
      throw CommandError(
        .usage, "“\(Wording.short(name))” cannot be combined with --where",
        hint: "if it is part of the query, quote the whole query")
    }
    let sources = try QueryWords.sources(queries, library.schema)
    if sources.contains(where: { $0.query == .everything }) {
      let isEmpty = queries.contains { ParserArguments.unmarked($0).trimmed.isEmpty }
      throw CommandError(
        .usage, isEmpty ? "--where needs a query" : "the query after --where has no condition",
        hint: "use has:id to select every record")
    }
    let kinds = kind.map { [$0] } ?? Kind.allCases
    context.warnOfUnreadable(library, kinds, "skipped")
    let reader = QueryReader(library: library, context: context)
    var found = try reader.matchers(kinds, sources).flatMap { matcher in
      RecordOrder.standard(of: matcher.kind, library.schema).sort(matcher.records(), of: library)
    }
    if let meant = BulkOptions.meantKind(sources, of: Set(found.map(\.kind)), library.schema) {
      found.removeAll { $0.kind != meant }
    }
    if found.isEmpty { reader.reportNothing(found: sources.map(\.text), kind) }
    try refuseSeveralKinds(found)
    return .records(found)
  }

  /// If a query finds records of several kinds, returns the kind that the user most likely means: the only kind that
  /// has all fields in the query, such as books for `genre:horror`. Records of other kinds match only because they are
  /// related to such records.
  ///
  /// Returns nil if there is no such kind, for example if the query names no field.
  private static func meantKind(_ sources: [QuerySource], of kinds: Set<Kind>, _ schema: Schema) -> Kind? {
    let keys = sources.flatMap(\.query.keys)
    if kinds.count < 2 || keys.isEmpty { return nil }
    let meant = kinds.filter { kind in keys.allSatisfy { schema.field(named: $0, of: kind) != nil } }
    return meant.count == 1 ? meant.first : nil
  }

  /// Rejects records of several kinds.
  ///
  /// The word `dune`, for example, finds books and quotes, which users hardly ever want to change or delete together.
  private func refuseSeveralKinds(_ records: [Record]) throws(CommandError) {
    let counts = Kind.allCases.map { kind in (kind: kind, count: records.count { $0.kind == kind }) }
      .filter { $0.count > 0 }
    guard counts.count > 1 else { return }
    throw CommandError(
      .usage,
      "“\(Wording.short(QueryWords.text(queries.map(ParserArguments.unmarked))))” finds "
        + Wording.list(counts.map { $0.kind.counted($0.count) }),
      hint: "to choose a kind, add kind:\(counts[0].kind.singular) or put the kind before the command")
  }
}

extension BulkOptions {
  /// Shows what would change in each record, and asks for confirmation.
  func confirm(_ change: CommandChange, _ kind: Kind?) throws {
    let (plan, context) = (change.plan, change.context)
    let changed = plan.changed.filter { kind == nil || $0.kind == kind }
    if changed.isEmpty { return }
    let count = kind.counted(changed.count)
    if context.isInteractive {
      try context.preview(
        changed.map { record in
          let text = DifferenceText(plan.changes(in: record), localTime: context.localTime) { id in
            plan.library.record(id)?.title ?? plan.name(ofCreated: id)
          }
          return (Wording.name(record), text.phrases)
        })
    }
    try context.confirm(
      "Change \(count)?", "change \(count)", "Nothing was changed", "--dry-run shows what would change")
  }
}

/// An error that means that the user answered no to a prompt, which is not a mistake.
struct Declined: Error {
  /// The consequence of the answer, as a sentence without its period.
  let text: String
}

extension Context {
  /// Shows the planned changes record by record, before a confirmation.
  func preview(_ changes: [(name: String, phrases: [String])]) throws {
    let terminal = terminal
    let lines = changes.flatMap { name, phrases -> [String] in
      let what = VisibleText.line(phrases.joined(separator: ", "))
      let text = what.isEmpty ? [] : WordWrap.lines(what, width: max(16, terminal.width - 4))
      return [TextStyle.bold.apply(to: VisibleText.line(name), depth: terminal.depth)] + text.map { "    " + $0 }
    }
    try page(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Asks for confirmation before a change.
  ///
  /// - Parameters:
  ///   - action: the change as a verb phrase, for the error if shelf cannot prompt.
  ///   - refusal: the consequence of answering no, as a sentence without its period.
  ///   - remedy: a hint to show if shelf cannot prompt, about how to learn more.
  /// - Throws: `Declined` if the answer is no, `CommandError` if shelf cannot prompt.
  func confirm(_ question: String, _ action: String, _ refusal: String, _ remedy: String? = nil) throws {
    guard isInteractive else {
      throw CommandError(
        .usage, "will not \(action) without confirmation",
        hint: "confirm with --yes" + (remedy.map { "; \($0)" } ?? ""))
    }
    let stream = Output(descriptor: output)
    var prompt = Prompt(input: input, output: stream, terminal: terminal)
    guard try prompt.confirm(question) else { throw Declined(text: refusal) }
  }

  /// Warns about saved filters that are ignored because they could not be read.
  func warnOfFilters(_ library: Library) {
    let problems = library.manifest.unreadableFilters
    let (named, rest) = Context.abbreviated(problems)
    for problem in named { warn("ignored: \(shown(problem)): \(problem.reason)") }
    if rest > 0 { warn("ignored: \(Wording.number(rest)) more filters that could not be read") }
  }

  /// Warns about files that could not be read.
  ///
  /// - Parameter what: the consequence for these files, such as "not listed".
  func warnOfUnreadable(_ library: Library, _ kinds: [Kind], _ what: String) {
    let files = library.unreadable.filter { $0.kind.map(kinds.contains) ?? false }
    let (named, rest) = Context.abbreviated(files)
    for file in named { warn("\(what): \(shown(file)): \(file.reason)") }
    if rest > 0 { warn("\(what): \(Wording.number(rest)) more files that could not be read") }
  }

  /// Returns the first three items and the number of remaining items.
  ///
  /// Returns all four if there are exactly four, because “1 more” would take as much room.
  private static func abbreviated<T>(_ all: [T]) -> (named: ArraySlice<T>, rest: Int) {
    let named = all.prefix(all.count == 4 ? 4 : 3)
    return (named, all.count - named.count)
  }
}
