import ShelfModel
import ShelfText

/// The results of an import, which may be a dry run.
package struct ImportSummary: Sendable {
  /// The files that were read, by their formats.
  package private(set) var sources: [(format: String, files: [String])]
  /// The number of rows in the source, which is the sum of `new`, `changed`, `unchanged`, `skipped` and `rejected`.
  package internal(set) var read: Int
  package internal(set) var new = 0
  package internal(set) var changed = 0
  package internal(set) var unchanged = 0
  /// The number of unchanged rows whose values differ from those in the library.
  package internal(set) var different = 0
  /// The files with values that conflict with the library, for books that were imported before from files with other
  /// names.
  package internal(set) var renamedFiles: Set<String> = []
  package internal(set) var skipped: Int
  package internal(set) var rejected: Int
  /// The number of new records of each kind.
  package internal(set) var records: [Kind: Int] = [:]
  package internal(set) var problems: [ImportProblem]
  /// The columns that were omitted, with the number of their non-empty cells, largest number first.
  package private(set) var leftOut: [(column: String, count: Int)]
  /// The fields that the import declared.
  package var declared: [FieldSuggestion] = []
  /// Fields that the library could declare for omitted columns.
  package private(set) var suggestions: [FieldSuggestion]
  /// The orders of day and month that the user chose, by format.
  package private(set) var chosenStyles: [String: DateStyle]
  /// The fields of columns that the user assigned with `--map`, by the columns of the table.
  package private(set) var chosenMaps: [String: ImportChoices.Maps]
  package private(set) var preview: [SourceBatch.PreviewColumn]
  /// The columns with dates that were not written in the stored format.
  package private(set) var dates: [DateColumn]
  package var notes: [String]
  /// The years, titles and fuller forms that were removed from people's names, without duplicates.
  package private(set) var removedFromNames: [String]
  /// The entries that were added to the library's `names`.
  package var names: [PersonNames.Entry] = []
  /// The undeclared keys in a shelf library's export, each with the number of records in which the import set it.
  package internal(set) var undeclared: [String: Int] = [:]
  /// The number of invalid values from a shelf library that were stored unchanged.
  package internal(set) var misfits = 0
  /// The rejected rows, in the source's own format.
  package var rejectFile: [UInt8] { rejects.isEmpty ? rejectedLines : rejects }
  /// A CSV table of the values that were not imported, or an empty array if every value was imported.
  package var leftOutTable: [UInt8] {
    let values = problems.filter { $0.kind == .value }
    if values.isEmpty { return [] }
    var csv = CSVWriter()
    csv.row(["file", "line", "column", "value", "reason"])
    for problem in values {
      csv.row([
        problem.file, problem.line.map(String.init) ?? "", problem.value?.column ?? "", problem.value?.text ?? "",
        problem.value?.reason ?? problem.reason,
      ])
    }
    return csv.take()
  }
  /// Whether some rejected rows are not in `rejectFile`, because they are lines of shelf's own JSON.
  package var hasMoreRejects: Bool { !rejects.isEmpty && !rejectedLines.isEmpty }
  private var rejects: [UInt8]
  /// The drafts that belong to untitled books, and these books, as lines of JSON.
  var rejectedLines: [UInt8] = []
  var rejectedBooks: Set<RecordID> = []
  /// The records that change, with the old and new values of each field.
  package internal(set) var changes: [RecordChange] = []
  /// The records that keep their own values although the source's values differ.
  package internal(set) var differences: [RecordChange] = []
  /// New books that resemble a book in the library or another new book.
  package internal(set) var nearDuplicates: [(title: String, path: String)] = []

  /// The new books, in the order of the source.
  package internal(set) var newBooks: [NewBook] = []

  package struct NewBook: Sendable {
    package let title: String
    package let authors: [String]
    package let path: String
  }

  package struct RecordChange: Sendable {
    package let kind: Kind
    package let title: String
    package let path: String
    /// The text values before and after the import or, in a difference, the values in the library and in the source.
    package let fields: [(key: String, old: [String], new: [String])]
  }

  package init(_ batch: SourceBatch) {
    sources = [(batch.format, batch.files)]
    read = batch.read
    skipped = batch.skipped
    rejected = batch.rejected
    problems = batch.problems
    leftOut = ImportSummary.sorted(batch.leftOut)
    suggestions = batch.suggestions
    chosenStyles = batch.chosenStyle.map { [batch.format: $0] } ?? [:]
    chosenMaps = batch.chosenMaps
    preview = batch.preview
    dates = batch.dates
    notes = batch.notes
    removedFromNames = ImportSummary.distinct(batch.removed)
    rejects = batch.rejects.file
  }

  /// Creates the summary of batches that are not imported yet.
  package init(_ batches: [SourceBatch]) {
    self.init(batches.first ?? SourceBatch(format: ""))
    for batch in batches.dropFirst() { add(ImportSummary(batch)) }
  }

  /// The omitted columns for which the library could declare a field, with the numbers of their values.
  package var declarable: [(field: FieldSuggestion, count: Int)] {
    suggestions.compactMap { field in
      leftOut.first { $0.column == field.column }.map { (field, $0.count) }
    }
  }

  /// Returns columns with the numbers of their values, in descending order of these numbers.
  private static func sorted(_ counts: [String: Int]) -> [(column: String, count: Int)] {
    counts.map { (column: $0.key, count: $0.value) }.sorted { ($1.count, $0.column) < ($0.count, $1.column) }
  }

  private static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// Adds the results for the files of another format in the same import.
  package mutating func add(_ other: ImportSummary) {
    sources += other.sources
    read += other.read
    new += other.new
    changed += other.changed
    unchanged += other.unchanged
    different += other.different
    renamedFiles.formUnion(other.renamedFiles)
    skipped += other.skipped
    rejected += other.rejected
    records.merge(other.records, uniquingKeysWith: +)
    problems += other.problems
    leftOut = ImportSummary.sorted(
      Dictionary((leftOut + other.leftOut).map { ($0.column, $0.count) }, uniquingKeysWith: +))
    suggestions += other.suggestions.filter { !suggestions.contains($0) }
    chosenStyles.merge(other.chosenStyles) { $1 }
    chosenMaps.merge(other.chosenMaps) { $1 }
    newBooks += other.newBooks
    preview += other.preview
    dates += other.dates
    notes += other.notes
    removedFromNames = ImportSummary.distinct(removedFromNames + other.removedFromNames)
    undeclared.merge(other.undeclared, uniquingKeysWith: +)
    misfits += other.misfits
    rejects += other.rejects
    rejectedLines += other.rejectedLines
    changes += other.changes
    differences += other.differences
    nearDuplicates += other.nearDuplicates
  }
}
