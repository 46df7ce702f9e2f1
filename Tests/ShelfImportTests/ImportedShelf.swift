import ShelfTestSupport
import ShelfText
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// A library in memory that files are imported into, including the state that it keeps between imports.
struct ImportedShelf {
  private(set) var library: Library
  /// The state that the library keeps of each format's last import. A clone does not have it.
  var remembered: [String: [UInt8]] = [:]
  /// The number of rounds of the last import.
  private(set) var rounds = 0

  /// The error for an import that would not end.
  struct Endless: Error {}

  /// Whether the values of files replace values that the user has edited.
  var updates = false
  private let own: [Kind: [Field]]

  /// - Parameter own: the fields that the library declares.
  init(own: [Kind: [Field]] = [:]) throws {
    self.own = own
    library = try TestLibrary.make([], own: own)
  }

  /// The result of an import.
  struct Outcome {
    let summary: ImportSummary
    /// The changed files of records.
    let changes: [FileChange]

    /// Whether no record changed.
    var isNothing: Bool { changes.isEmpty && summary.new == 0 }
  }

  /// Imports several files at once, each with its own path.
  mutating func take(_ files: [(path: String, text: String)], as format: String? = nil) throws -> [Outcome] {
    let sources = files.map { path, text in
      var file = SourceFile(path: path, bytes: Array(text.utf8))
      file.resolvedPath = path
      return file
    }
    var options = ImportOptions()
    options.customFields = own
    options.updates = updates
    var outcomes: [Outcome] = []
    for batch in try SourceReader.read(sources, as: format.flatMap { ImportFormat.named($0) }, options) {
      let format = batch.format
      var run = ImportRun(batch, into: library, ImportBase(format, remembered[format]), options) { [remembered] in
        remembered.filter { $0.key != format }.map { ImportBase($0.key, $0.value).defaultDays }
          .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
      }
      var changes: [FileChange] = []
      rounds = 0
      while true {
        rounds += 1
        // Each round handles at least one draft, so with more rounds than drafts, the import would never end.
        if rounds > batch.drafts.count { throw Endless() }
        var plan = EditPlan(library, now: EditPlan.testNow)
        try run.add(to: &plan)
        changes += plan.changes
        apply(plan.changes)
        if run.isDone { break }
        run.beginNextRound(in: library)
      }
      if let base = run.baseChange() { remembered[format] = base.new }
      outcomes.append(Outcome(summary: run.summary, changes: changes))
    }
    return outcomes
  }

  /// Imports one file, and returns the result.
  @discardableResult
  mutating func take(_ text: String, at path: String, as format: String? = nil) throws -> Outcome {
    try take([(path, text)], as: format)[0]
  }

  /// Writes files into the library.
  mutating func apply(_ changes: [FileChange]) {
    library = library.replacing(Dictionary(uniqueKeysWithValues: changes.map { (ExactPath($0.path), $0.new) }))
  }

  /// Sets a field of a record, as its owner would.
  mutating func set(_ field: String, of record: Record, to texts: [String]) throws {
    var plan = EditPlan(library, now: EditPlan.testNow)
    let row = try #require(library.schema.field(field, of: record.kind))
    try plan.change(record, [Assignment(row, .set, texts.map { Assignment.Value(text: $0) })])
    apply(plan.changes)
  }

  func texts(_ field: String, of record: Record) -> [String] {
    library.schema.field(field, of: record.kind).map { record.texts(of: $0) } ?? []
  }

  /// Returns a field of each book, by title.
  func column(_ field: String) -> [String: String] {
    Dictionary(
      library.records(of: .book).sorted { $0.path < $1.path }.map {
        ($0.title, texts(field, of: $0).joined(separator: "; "))
      },
      uniquingKeysWith: { "\($0) | \($1)" })
  }
}
