import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

/// The human-readable summary of an import.
package struct ImportText {
  private let summary: ImportSummary
  private let isDryRun: Bool

  /// The maximum number of lines in a section.
  private let maxLines: Int
  /// The minimum number of rejected rows, and of remarks about the whole import, that even a short summary lists.
  private static let minListed = 10
  /// The maximum number of columns in a question.
  private static let maxSettings = 12

  /// - Parameter maxLines: the maximum number of lines in a section.
  package init(_ summary: ImportSummary, isDryRun: Bool, maxLines: Int) {
    self.maxLines = maxLines
    self.summary = summary
    self.isDryRun = isDryRun
  }

  /// Returns the summary. Lines that are wider than the terminal are wrapped between words, except those with commands.
  ///
  /// - Parameter width: the width of the terminal, or nil to wrap nothing.
  package func report(width: Int?) -> String {
    var lines = summary.sources.map(heading)
    lines += abbreviated(ImportText.once(summary.notes), to: max(maxLines, ImportText.minListed))
    lines.append(counts)
    if let made { lines.append(made) }
    lines += declared
    lines += newBooks
    lines += section("Changed", "Would change", summary.changes.map(change))
    lines += section(different, different, summary.differences.map(change))
    lines += section(
      "New, but similar to another book", "New, but similar to another book",
      summary.nearDuplicates.map { "“\(Wording.short($0.title))” and \($0.path)" })
    for kind in [ImportProblem.Kind.rejected, .skipped, .value, .note] { lines += problems(kind) }
    if summary.problems.contains(where: \.isPart) {
      let isCited = summary.sources.contains { $0.format == "bibtex" }
      lines.append(
        "A library contains whole books; to add the book that contains a part"
          + (isCited ? ", with its citation key: shelf add TITLE --sources bibtex:KEY" : ": shelf add TITLE"))
    }
    lines += leftOut
    lines += names
    lines += undeclared
    lines += preview
    lines += dates
    if summary.misfits > 0, !isDryRun {
      let (values, verb) = (Wording.count(summary.misfits, "value"), summary.misfits == 1 ? "does" : "do")
      lines.append("Next: shelf doctor   shows the \(values) that \(verb) not fit")
    }
    return lines.flatMap { line -> [String] in
      let text = VisibleText.line(line)
      guard let width, !text.hasPrefix(ImportText.command) else { return [text] }
      let indent = String(text.prefix { $0 == " " })
      let rows = WordWrap.lines(
        String(text.dropFirst(indent.count)), width: max(16, width - indent.count - 2), cutsWords: false)
      return rows.enumerated().map { indent + ($0 == 0 ? "" : "  ") + $1 }
    }
    .map { $0 + "\n" }.joined()
  }

  /// The start of a line with a command.
  private static let command = "  shelf "

  private static func title(_ format: String) -> String { ImportFormat.named(format)?.title ?? format }

  private func heading(_ format: String, _ files: [String]) -> String {
    "\(ImportText.title(format)): \(files.count == 1 ? files[0] : Wording.count(files.count, "file"))"
  }

  private var counts: String {
    let parts = [
      (summary.new, "new"), (summary.changed, "changed"), (summary.unchanged, unchanged),
      (summary.skipped, "skipped"), (summary.rejected, "rejected"),
    ].filter { $0.0 > 0 }.map { "\(Wording.number($0.0)) \($0.1)" }
    let sum = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    return "Read \(Wording.count(summary.read, "row"))\(sum)"
  }

  private var unchanged: String {
    summary.different == 0 ? "unchanged" : "unchanged (\(Wording.number(summary.different)) different in the file)"
  }

  /// The heading for records that differ in the file, with the reason why they are left unchanged.
  private var different: String {
    let files = summary.renamedFiles.sorted()
    let reason =
      files.isEmpty
      ? "" : ", because \(Wording.list(files)) \(files.count == 1 ? "was" : "were") not imported before under this name"
    return "Different in the file but left unchanged\(reason) (use --update to change them)"
  }

  private var made: String? {
    let kinds = Kind.allCases.filter { summary.records[$0, default: 0] > 0 }
    if kinds.isEmpty { return isDryRun && summary.changes.isEmpty ? "Nothing would change" : nil }
    let counts = kinds.map { kind in
      let count = summary.records[kind] ?? 0
      return "\(Wording.number(count)) \(count == 1 ? kind.singular : kind.plural)"
    }
    return (isDryRun ? "Would add " : "Added ") + Wording.list(counts)
  }

  private func section(_ title: String, _ preview: String, _ entries: [String]) -> [String] {
    if entries.isEmpty { return [] }
    return ["\(isDryRun ? preview : title):"] + abbreviated(entries.map { "  " + $0 })
  }

  /// Returns the lines without duplicates. A repeated line shows its number of occurrences.
  private static func once(_ lines: [String]) -> [String] {
    let counts = Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
    var told: Set<String> = []
    return lines.filter { told.insert($0).inserted }.map { line in
      let count = counts[line, default: 1]
      return count == 1 ? line : "\(line) (\(Wording.count(count, "time")))"
    }
  }

  /// - Parameters:
  ///   - limit: the maximum number of lines, or nil for the usual one.
  ///   - hint: a remark that explains how to see all lines.
  private func abbreviated(
    _ lines: [String], to limit: Int? = nil, hint: String = " (--verbose lists all of them)"
  ) -> [String] {
    let limit = limit ?? maxLines
    return lines.count - 1 <= limit
      ? lines : lines.prefix(limit) + ["  and \(Wording.number(lines.count - limit)) more\(hint)"]
  }

  /// The books that a dry run would add, the new books of quotes, and those of a source whose other records the library
  /// already had.
  private var newBooks: [String] {
    if !isDryRun, summary.changed + summary.unchanged == 0, summary.records[.quote, default: 0] == 0 { return [] }
    let books = summary.newBooks.map { book in
      "  “\(Wording.short(book.title))”"
        + (book.authors.isEmpty ? "" : " by \(CleanText.short(Wording.list(book.authors)))")
    }
    return abbreviated(books)
  }

  private func change(_ change: ImportSummary.RecordChange) -> String {
    let fields = change.fields.map { key, old, new -> String in
      if old.count > 1 || new.count > 1 {
        let changes =
          new.filter { !old.contains($0) }.map { "+ \(CleanText.short($0))" }
          + old.filter { !new.contains($0) }.map { "− \(CleanText.short($0))" }
        if !changes.isEmpty { return "\(Wording.label(key)) \(changes.joined(separator: ", "))" }
      }
      return "\(Wording.label(key)) \(value(old)) → \(value(new))"
    }
    return "“\(Wording.short(change.title))”: " + fields.joined(separator: "; ")
  }

  private func value(_ texts: [String]) -> String {
    if texts.isEmpty { return "none" }
    return CleanText.short(texts.joined(separator: ", "))
  }

  private func problems(_ kind: ImportProblem.Kind) -> [String] {
    let all = summary.problems.filter { $0.kind == kind }
    if all.isEmpty { return [] }
    let title =
      switch kind {
      case .rejected: "Rejected"
      case .skipped:
        all.contains(where: \.isDeletion)
          ? "Skipped (use --again to import deleted records again)" : "Skipped"
      case .value: "Values left out"
      case .note: "Notes"
      }
    // Many rows usually share a few reasons, so count the rows for each reason.
    if kind == .skipped || kind == .note, all.count > maxLines {
      var groups: [String: [ImportProblem]] = [:]
      for problem in all {
        // Cut off the part that differs from row to row.
        let ends = [" as the one in line", " as in line", " in line", ", in “", ", “"]
          .compactMap { problem.reason.firstRange(of: $0)?.lowerBound }
        groups[String(problem.reason[..<(ends.min() ?? problem.reason.endIndex)]), default: []].append(problem)
      }
      let rows = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      return ["\(title):"]
        + abbreviated(rows.map { "  \(Wording.count($0.value.count, "time")): \($0.key)\(lines(of: $0.value))" })
    }
    // Values of a few columns are usually left out for the same reason, so each column has one example.
    if kind == .value, all.count > maxLines {
      let columns = Dictionary(grouping: all) { $0.value?.column ?? $0.reason }
      let lines = columns.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { _, problems in
        let more = problems.count - 1
        return "  \(problems[0].place): \(problems[0].reason)"
          + (more == 0 ? "" : " (and \(Wording.count(more, "other value")) of this column)")
      }
      return ["\(title):"] + abbreviated(lines, hint: ImportText.leftOutHint)
        + (lines.count == all.count || lines.count > maxLines + 1 ? [] : ["  --left-out FILE writes all of them"])
    }
    let places = all.map { "  \($0.place): \($0.reason)" }
    if kind == .rejected { return ["\(title):"] + abbreviated(places, to: max(maxLines, ImportText.minListed)) }
    return ["\(title):"] + (kind == .value ? abbreviated(places, hint: ImportText.leftOutHint) : abbreviated(places))
  }

  private static let leftOutHint = " (--left-out FILE writes all of them)"

  /// The maximum number of lines, or ranges of lines, that are listed for a reason.
  private static let maxRanges = 10

  /// Returns the lines of problems, such as ` (lines 3, 5–7)`, or nothing if a source has no lines.
  private func lines(of problems: [ImportProblem]) -> String {
    var ranges: [(file: String, lines: ClosedRange<Int>)] = []
    for problem in problems {
      guard let line = problem.line else { return "" }
      if let last = ranges.last, last.file == problem.file, last.lines.upperBound + 1 == line {
        ranges[ranges.count - 1].lines = last.lines.lowerBound...line
      } else {
        ranges.append((problem.file, line...line))
      }
    }
    let hasSeveralFiles = summary.sources.reduce(0) { $0 + $1.files.count } > 1
    let texts = ranges.prefix(ImportText.maxRanges).map { file, lines in
      (hasSeveralFiles ? "\(file):" : "")
        + (lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)–\(lines.upperBound)")
    }
    let more = ranges.count > texts.count ? " and more, which --verbose lists" : ""
    let word = problems.count == 1 ? "line" : "lines"
    return hasSeveralFiles
      ? " (\(texts.joined(separator: ", "))\(more))" : " (\(word) \(texts.joined(separator: ", "))\(more))"
  }

  private var leftOut: [String] {
    if summary.leftOut.isEmpty { return [] }
    let columns = summary.leftOut.map { "\($0.column) (\(Wording.number($0.count)))" }
    return ["Columns left out, with their numbers of values: " + columns.joined(separator: ", ")] + declarations
  }

  /// Instructions for importing the columns that were not imported.
  private var declarations: [String] {
    let columns = summary.declarable
    guard let first = columns.first?.field else { return [] }
    return [
      "To import them, add --declare, which declares fields in shelf.yaml: " + ImportText.list(columns.map(\.field)),
      "Or use a field that exists: --map \(Wording.shellWord("\(first.column)=FIELD"))",
    ]
  }

  private static func list(_ fields: [FieldSuggestion]) -> String {
    fields.map { "\($0.key) (\($0.type))" }.joined(separator: ", ")
  }

  /// Asks whether to declare fields for columns that have none, and to import them.
  ///
  /// - Parameter columns: the fields, with the numbers of the columns' values.
  package static func question(_ columns: [(field: FieldSuggestion, count: Int)]) -> String {
    let shown = columns.prefix(maxSettings).map { field, count in
      "\(CleanText.short(field.column)) (\(Wording.count(count, "value"))) → \(field.isOfCopies ? "copy numbers" : field.type)"
    }
    let more = columns.count > shown.count ? " and \(Wording.number(columns.count - shown.count)) more" : ""
    let (verb, them) = columns.count == 1 ? ("has", "it") : ("have", "them")
    return VisibleText.line(
      "\(Wording.count(columns.count, "column")) \(verb) no field: \(shown.joined(separator: ", "))\(more); declare "
        + "\(columns.count == 1 ? "one" : "fields") in shelf.yaml and import \(them)?")
  }

  private var declared: [String] {
    if summary.declared.isEmpty { return [] }
    return ["\(isDryRun ? "Would declare" : "Declared") in shelf.yaml: \(ImportText.list(summary.declared))"]
  }

  /// The text that was removed from names, and the names that were added to `shelf.yaml`.
  private var names: [String] {
    func list(_ texts: [String]) -> String {
      let shown = texts.prefix(maxLines).map { "“\(CleanText.short($0))”" }.joined(separator: ", ")
      let others = texts.count - maxLines
      return others > 0 ? "\(shown) and \(Wording.number(others)) more" : shown
    }
    var lines: [String] = []
    if !summary.removedFromNames.isEmpty { lines.append("Removed from names: " + list(summary.removedFromNames)) }
    if !summary.names.isEmpty {
      let verb = isDryRun ? "Would add to names in shelf.yaml" : "Added to names in shelf.yaml"
      lines.append("\(verb): " + list(summary.names.map(\.form)))
    }
    return lines
  }

  private var undeclared: [String] {
    if summary.undeclared.isEmpty { return [] }
    let keys = summary.undeclared.sorted { $0.key < $1.key }.map { "\($0.key) (\(Wording.number($0.value)))" }
    return ["Imported although shelf.yaml does not declare these fields: " + keys.joined(separator: ", ")]
  }

  /// For a dry run, the interpretation of dates that are not in ISO 8601 format.
  private var dates: [String] {
    guard isDryRun else { return [] }
    let rows = summary.dates.flatMap { column in
      column.examples.map { "  \(column.column)   “\(CleanText.short($0.text))” → \($0.day)" }
    }
    return rows.isEmpty
      ? [] : ["How dates are read (use --dates dmy, mdy or ymd to change this):"] + abbreviated(rows)
  }

  private var preview: [String] {
    if summary.preview.isEmpty { return [] }
    let rows = summary.preview.map { column in
      "  \(column.name) → \(column.field ?? "left out")   “\(CleanText.short(column.example))”"
    }
    return [
      isDryRun ? "How columns are imported (use --map COLUMN=FIELD to change this):" : "How columns were imported:"
    ]
      + (isDryRun ? rows : abbreviated(rows))
  }
}
