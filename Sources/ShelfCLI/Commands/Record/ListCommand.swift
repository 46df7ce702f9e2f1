import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWording

/// `shelf KIND list`: lists the records of a kind.
///
/// The words of the command line and options such as `--author` form one query together with `--filter`, `--open` and
/// `--closed`. The matching records are sorted. Then the records that the kind's `Selection` marks are moved to the
/// front, and `--limit` truncates the list. The format is a table on a terminal and TSV otherwise, unless an option or,
/// on a terminal, a setting chooses a different one. The user's settings for columns and order apply only on a terminal
/// or to a table, so that scripts get the same output everywhere.
struct ListCommand<K: RecordKind>: ContextCommand, QueryCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List \(K.kind.plural).", usage: usage,
      discussion: """
        Lists records that contain all given words, regardless of case and accents, and match all terms, such as \
        \(QueryHelp.example(of: K.kind)). `shelf help query` describes queries.\(others)

        These fields are also options, which limit the list like terms of a query:
        \(FieldHelp.listOptionLines(of: K.kind))

        --group genre prints the list in groups, each with its count, and --sum pages adds up a column, for each group and \
        in all. A record with several values is in several groups and counts once in the total. Dates are grouped by year; \
        completed:month groups by month, and year:decade a number by decade. In the formats for programs, only the groups \
        are printed. --limit cuts the list before it is divided.

        --per genres prints a row for each genre of a record. If a field contains the numbers of copies, such as barcodes, \
        --per barcodes prints a row for each copy, with the person who has it. The query selects \(K.kind.plural), not rows.
        """, aliases: ["ls"])
  }

  private static var usage: String {
    K.kind == .usual
      ? "shelf [\(K.kind.singular)] list [<query> ...] [<options>]" : K.usage("list", "[<query> ...]")
  }

  /// A sentence about other kinds, for the help of the kind whose name can be omitted.
  private static var others: String {
    guard K.kind == .usual, let other = Kind.allCases.first(where: { $0 != .usual }) else { return "" }
    return
      " `shelf list` and `shelf ls` list \(K.kind.plural), or another kind: `shelf ls \(other.plural)`."
  }

  @OptionGroup var library: LibraryOptions

  @OptionGroup var selection: K.Selection

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The query that the records must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("f"), help: ArgumentHelp("Show only records that match this saved filter.", valueName: "name"),
    completion: .values(of: .filter))
  var filter: [String] = []

  @Option(
    name: .joined("s"),
    help: ArgumentHelp("Sort by a field, a count or random; :desc reverses the order.", valueName: "field[:desc]"),
    completion: .values(of: .order))
  var sort: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Show the newest first, by the date in --sort or by the date of creation.",
      visibility: K.kind.hasDates ? .default : .hidden))
  var newest = false

  @Flag(help: ArgumentHelp("Show the oldest first.", visibility: K.kind.hasDates ? .default : .hidden))
  var oldest = false

  @Flag(help: ArgumentHelp(K.kind.openHelp))
  var open = false

  @Flag(
    help: ArgumentHelp("Show only closed \(K.kind.plural).", visibility: K.kind.isClosable ? .default : .hidden))
  var closed = false

  @Option(
    name: .joined("n"), parsing: .unconditional,
    help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  @Option(
    name: .joined("c"), help: ArgumentHelp("The columns to show, such as title,rating.", valueName: "a,b,c"),
    completion: .values(of: .columns))
  var columns: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print the list in groups, one for each value; dates group by year.", valueName: "field"),
    completion: .values(of: .grouping))
  var group: String?

  @Option(
    help: ArgumentHelp("Print a row for each value of a field, such as the numbers of copies.", valueName: "field"),
    completion: .values(of: .field))
  var per: String?

  @Option(
    help: ArgumentHelp("Add up a column of numbers or money.", valueName: "field"),
    completion: K.kind.hasNumbers ? .values(of: .sum) : nil)
  var sum: String?

  @Option(help: "The format.")
  var format: ListFormat?

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp("Print JSON, with all fields or only these.", valueName: "field,field"),
    completion: .values(of: .columns))
  var json: String?

  @Option(help: "How to show ratings in a table.")
  var ratings: RatingStyle?

  /// Returns the key and the value of a query that consists of a single comparison, such as `series:Dune` or
  /// `--tag poetry`, or nil for any other query.
  private func comparison(_ sources: [QuerySource]) -> (key: String, value: String)? {
    let stated = sources.filter { !$0.text.isEmpty }
    return stated.count == 1 ? stated[0].comparison : nil
  }

  func run(in context: Context) throws {
    if let limit, limit < 0 { throw CommandError(.usage, "--limit must be at least 0, not \(limit)") }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let reader = QueryReader(library: library, context: context)
    let words = try ListWords(words, of: K.kind, library.schema)
    let text = QueryWords.text(words.words)
    // The user typed `shelf list add "Course: Memory"`.
    let makesList = K.kind == .usual && ["create", "new", "add"].contains(words.words.first)
    let listHint = self.listHint(library.schema)
    if makesList, (try? QuerySource(text)) == nil {
      throw CommandError(.usage, "“\(Wording.short(text))” is not a query", hint: listHint)
    }
    var sources = [try QuerySource(text)] + words.terms
    if !filter.isEmpty { context.warnOfFilters(library) }
    for name in filter { sources.append(try reader.filter(name, [K.kind])) }
    sources += try state()
    // `--newest` and `--oldest` replace the sort order from the settings rather than just breaking its ties.
    let chosen = context.listSettings(of: K.kind, library.schema, isTable: format?.format.isForPeople ?? false).sort
    let comparison = comparison(sources)
    // A list of a single series has the order of the series.
    let series = comparison.flatMap { library.schema.field(named: $0.key, of: K.kind) }.flatMap {
      $0.has(.series) ? $0.key : nil
    }
    let usual = newest || oldest ? nil : chosen ?? series
    var order = try ListOrder(sort.isEmpty ? usual : sort.joined(separator: ","), newest: newest, oldest: oldest).order(
      of: K.kind, library.schema)
    if order.isRandom { order.seed = context.newID().seed }
    var grouping = try group.map { text throws(CommandError) in
      try Grouping(reading: text, of: K.kind, library.schema)
    }
    // If the list is sorted by the field that it is grouped by, the groups have the same order.
    if let rule = grouping, rule.isFirst(of: order) { grouping?.isDescending = order.keys[0].isDescending }
    let sum = try sum.map { text throws(CommandError) in try ColumnSum(reading: text, of: K.kind, library.schema) }
    var found = try reader.records(K.kind, sources)
    let isNothing = found.isEmpty
    if isNothing, sources.count == 1, format == nil, json == nil, context.terminal.isTerminal,
      let state = QuerySource(stateCalled: text, of: K.kind, library.schema)
    {
      found = try reader.records(K.kind, [state])
      if !found.isEmpty {
        context.note("no \(K.kind.singular) has the word “\(text)”; these are the \(K.kind.plural) with \(state.text)")
      }
    }
    let all = library.records.count { $0.kind == K.kind }
    let rows = try per.map { text throws(CommandError) in try valueRows(text, library) }
    var records = order.sort(rows.map { found.flatMap($0.rows) } ?? found, of: library)
    let marked = try selection.marked(in: library, context.finder(library))
    if let marked { records = records.filter { marked.contains($0.id) } + records.filter { !marked.contains($0.id) } }
    if let limit { records = Array(records.prefix(limit)) }
    var hints = records.isEmpty ? reader.hints(text, of: K.kind, options: words.terms) : []
    if records.isEmpty, makesList { hints.append(listHint.prefix(1).uppercased() + listHint.dropFirst() + ".") }
    // The numbers of an order of the user's own, as in `class9b:1..`, say less than the name of the field.
    let numbered = comparison.flatMap { pair in
      pair.value.contains("..") ? library.schema.field(named: pair.key, of: K.kind) : nil
    }
    let ownField = library.schema.customFields(of: K.kind).first { $0.key == numbered?.key }
    let runs = sort.isEmpty && series != nil ? SeriesTable(records, of: K.kind, in: library).all : []
    let stateHint = isNothing ? nil : reader.hint(onState: text, of: K.kind)
    let grouped = GroupedList(
      records, in: library, by: grouping, sum: sum,
      style: CellStyle(ratings: context.settings.ratingLook(ratings), localTime: context.localTime))
    try print(
      records, grouping == nil && sum == nil ? nil : grouped, adding: sum, of: found.count, all, library,
      marked: marked, hints: hints,
      remark: runs.first { !$0.gaps.isEmpty }.map {
        "`shelf series \(Wording.shellWord($0.name))` shows what is missing"
      },
      title: ownField.map { Wording.heading($0.key) } ?? comparison?.value, context)
    if let rows, case let count = found.reduce(0, { $0 + rows.unknownLoans(of: $1) }), count > 0 {
      context.note("\(Wording.count(count, "loan")) whose copy is unknown: not in these rows")
    }
    if let stateHint { context.note(stateHint) }
    if !records.isEmpty { reader.noteSameName(sources, of: K.kind, found: found.count) }
    reader.noteSeries(sources, in: found, of: K.kind)
    reader.noteUnstated(sources, [K.kind])
    context.warnOfUnreadable(library, [K.kind], "not listed")
  }

  /// Returns the rows for `--per`.
  private func valueRows(_ name: String, _ library: Library) throws(CommandError) -> ValueRows {
    let fields = library.schema.fields(of: K.kind).filter { ValueRows($0, of: K.kind, library.schema) != nil }
    if let format, ["yaml", "ids"].contains(format.format.name) {
      throw CommandError(
        .usage, "--per and --format \(format) cannot be combined", hint: "use the format table, tsv, csv or json")
    }
    let named = library.schema.field(named: name, of: K.kind)
    // The user named the copies, rather than the field with their numbers.
    if named.map({ $0.has(.copies) }) ?? true, ["copy", "copies"].contains(FieldName.fold(name)),
      let numbers = CopyNumbers.uniqueFields(of: K.kind, library.schema).first
    {
      throw CommandError(
        .usage, "“\(name)” does not contain the numbers of copies", hint: "use --per \(numbers.key)")
    }
    guard let field = named else {
      throw .noColumn(name, in: "a list of \(K.kind.plural)", among: fields.map(\.key), all: fields.map(\.key))
    }
    guard let rows = ValueRows(field, of: K.kind, library.schema) else {
      throw CommandError(
        .usage, "“\(field.key)” has only one value", hint: "use one of \(fields.map(\.key).joined(separator: ", "))")
    }
    return rows
  }

  /// Returns the queries for `--open` and `--closed`.
  private func state() throws -> [QuerySource] {
    if open, closed { throw CommandError(.usage, "--open and --closed cannot be combined", hint: "remove both") }
    if closed, !K.kind.isClosable {
      throw CommandError(.usage, "\(K.kind.plural) cannot be closed", hint: "--open lists those with open issues")
    }
    if closed { return [try QuerySource("is:closed")] }
    guard open else { return [] }
    if K.kind.isClosable { return [try QuerySource("is:open")] }
    let isOpen = Query.state(QueryText("open"))
    return [QuerySource(.any(Kind.allCases.filter(\.isClosable).map { .related($0, isOpen) }), text: "")]
  }

  /// Prints the records in the requested format; by default, as a table on a terminal and as TSV otherwise.
  private func print(
    _ records: [Record], _ grouped: GroupedList?, adding sum: ColumnSum?, of found: Int, _ all: Int, _ library: Library,
    marked: Set<RecordID>?, hints: [String], remark: String?, title: String?, _ context: Context
  ) throws {
    let terminal = context.terminal
    if json != nil, let format, format != .json, format.format.name != "jsonl" {
      throw CommandError(.usage, "--json and --format \(format) cannot be combined", hint: "use only one")
    }
    let settings = context.listSettings(of: K.kind, library.schema, isTable: format?.format.isForPeople ?? false)
    let chosen = settings.format.flatMap { ListFormat(argument: $0) }
    let standard: ListFormat = terminal.isTerminal ? chosen ?? .table : .tsv
    let format = format ?? (json != nil ? .json : standard)
    if let json, !json.isEmpty, !columns.isEmpty {
      throw CommandError(.usage, "--json \(json) and --columns cannot be combined", hint: "use only one")
    }
    let names = json.flatMap { $0.isEmpty ? nil : $0 } ?? (columns.isEmpty ? nil : columns.joined(separator: ","))
    var columns =
      try (names ?? settings.columns?.joined(separator: ",")).map { try Column.read($0, of: K.kind, library.schema) }
      ?? ListLayout.defaultColumns(of: K.kind, in: library, isForPrograms: !format.format.isForPeople)
      // Ids would only take up space on a page.
      .filter { format == .table || !format.format.isForPeople || $0.key != Field.idKey }
    if names == nil, settings.columns == nil, format.format.isForPeople {
      columns = ListLayout.withProgress(columns, of: K.kind, records, library.schema)
    }
    if let sum, names == nil, !columns.contains(where: { $0.key == sum.key }) {
      columns.append(Column(key: sum.key, attribute: sum.attribute))
    }
    // Without the value, the rows of a record would look the same.
    if names == nil, let field = per.flatMap({ library.schema.field(named: $0, of: K.kind) }),
      !columns.contains(where: { $0.key == field.key })
    {
      columns.append(Column(key: field.key, attribute: .field(field)))
    }
    if grouped != nil {
      try checkGroups(format)
      if !self.columns.isEmpty, !format.format.isForPeople, format.format.name != "json" {
        context.note("only the totals are printed; --format table also prints the \(K.kind.plural) with their columns")
      }
    }
    var list = RecordList(records, in: library, columns: columns)
    list.hasChosenColumns = names != nil
    if let json, !json.isEmpty { list.fields = try JSONFields(json, of: [K.kind], library.schema) }
    list.markedIDs = marked
    var output = ListOutput(list: list, context: context)
    output.grouped = grouped
    let lent = library.schema.field(.holder, of: K.kind).map { field in records.count { $0.has(field) } } ?? 0
    let gone = columns.contains { $0.isOf(.owned) } ? 0 : records.count { Loan.isGone($0, library.schema) }
    // If the user owns none of the records, the query was probably for such records.
    let isMixed = gone > 0 && gone < records.count
    output.table = (
      ListLayout(
        library: library, kind: K.kind, columns: columns,
        hasChosenColumns: names != nil || settings.columns != nil, ratings: context.settings.ratingLook(ratings),
        localTime: context.localTime, markedIDs: marked, hasLinks: terminal.hasLinks, shown: { context.shown($0) }),
      (per != nil
        ? "\(Wording.count(records.count, "row")) for "
        : records.count == found ? "" : "\(Wording.number(records.count)) of ") + K.kind.counted(found)
        + (lent == 0 ? "" : ", \(Wording.number(lent)) lent")
        // A sum already prints this number.
        + (isMixed && sum == nil ? ", \(Wording.number(gone)) not owned" : "") + (remark.map { "; \($0)" } ?? "")
    )
    output.title = title.flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
    output.emptyText = ([emptyText(all)] + hints).joined(separator: "\n")
    try format.format.list?(output)
    if format == .table { return }
    // The table shows the hints itself, and below the sum the number of records without a value.
    for hint in hints { context.note(hint) }
    if let grouped { for remark in grouped.missing { context.note(remark) } }
    guard grouped == nil, ["csv", "excel"].contains(format.format.name) else { return }
    if isMixed { context.note(Wording.notOwned(gone)) }
    // In these formats the status is the one in the files, while a table shows “lent”.
    if lent > 0, columns.contains(where: { $0.isOf(.state) }), !columns.contains(where: { $0.isOf(.holder) }),
      let holder = library.schema.field(.holder, of: K.kind)
    {
      context.note(
        "\(Wording.number(lent)) of these \(K.kind.plural) \(lent == 1 ? "is" : "are") lent, which the status does not "
          + "show; add the column \(holder.key)")
    }
  }

  /// Rejects options that make no sense together with groups or a sum.
  private func checkGroups(_ format: ListFormat) throws(CommandError) {
    let option = group == nil ? "--sum" : "--group"
    if ["yaml", "ids"].contains(format.format.name) {
      throw CommandError(
        .usage, "\(option) and --format \(format) cannot be combined", hint: "use the format table, tsv, csv or json")
    }
    if let json, !json.isEmpty {
      throw CommandError(
        .usage, "\(option) and --json \(json) cannot be combined",
        hint: "use --json alone, which prints the groups with their counts and sums")
    }
  }

  private func emptyText(_ all: Int) -> String {
    if all > 0 { return "No matching \(K.kind.plural) (\(Wording.number(all)) in total)." }
    return "No \(K.kind.plural) yet. Add the first one: shelf \(K.kind.singular) add \(K.kind.definition.example)"
  }
}

extension Column {
  /// Returns whether the column shows the field with this role.
  fileprivate func isOf(_ role: FieldRoles) -> Bool {
    if case .field(let field) = attribute { field.has(role) } else { false }
  }
}

extension ListCommand: ExplainingCommand {
  static func explanation(of option: String, _ value: String?, in arguments: [String]) -> String? {
    guard option == "--format", let value = value?.lowercased() else { return nil }
    let kind = K.kind
    switch value {
    case "md": return "--format markdown prints a Markdown table"
    case "text", "txt", "org":
      return kind == .quote ? "`shelf export quotes` writes .md, .txt, .html and .org" : "--format table prints a list"
    case "latex", "tex":
      return kind == .quote
        ? "`shelf export tex` writes LaTeX, with the same query" : "`shelf export bibtex` writes a bibliography"
    case "web", "pdf": return "--format html prints a page, which a browser can print or save as a PDF"
    case "xls", "xlsx", "ods": return "--format excel writes a table that spreadsheets open"
    default:
      return ExportFormat.named(value).map { "`shelf export \($0.name)` writes this format" }
    }
  }
}

extension RatingStyle: ExpressibleByArgument {}

extension Kind {
  /// Whether records of the kind have a creation date to sort by.
  var hasDates: Bool { field(.created) != nil }

  /// Whether the kind has, in every library, a column that can be added up.
  fileprivate var hasNumbers: Bool {
    fields.contains { ColumnSum($0.key, .field($0)) != nil }
      || Kind.allCases.contains { $0.fields.contains { $0.type.target == self } }
  }

  /// Whether records of the kind can be open or closed.
  fileprivate var isClosable: Bool { field(.state)?.type == .boolean }

  /// The help of `--open`, which selects either open records or records with open issues.
  fileprivate var openHelp: String {
    isClosable ? "Show only open \(plural)." : "Show only \(plural) with open issues."
  }
}
