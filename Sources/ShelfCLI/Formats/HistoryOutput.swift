import ShelfHistory
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The commits that `log` prints.
struct LogOutput: FormattedOutput {
  let library: Library
  let context: Context
  let entries: [HistoryEntry]
  /// Whether the log shows the changes of a single record.
  let isOfOneRecord: Bool
  /// Whether the log shows the changes of a single field.
  let isOfOneField: Bool
  /// Whether to show only the number of records for a commit that adds many records.
  let folds: Bool

  static let formats = OutputFormat.all.filter { $0.log != nil }

  func writeText() throws {
    if entries.isEmpty { return try context.print("No commits.") }
    let text = HistoryText(
      library, localTime: context.localTime, isOfOneRecord: isOfOneRecord, isOfOneField: isOfOneField, folds: folds)
    try context.page(Array(entries.map(text.lines).joined(separator: [StyledText()])))
  }

  func writeJSON(isLines: Bool) throws {
    let writer = HistoryJSON(library: library)
    try context.write(JSONWriter.list(entries, isLines: isLines) { writer.write($0, to: &$1) })
  }
}

/// The difference between two versions of the library, for `diff`.
struct DiffOutput: FormattedOutput {
  let library: Library
  let context: Context
  let difference: LibraryDifference

  static let formats = OutputFormat.all.filter { $0.diff != nil }

  func writeText() throws {
    let lines = HistoryText(library).lines(difference)
    try context.page(lines.map { StyledText($0) })
  }

  func writeJSON() throws {
    var json = JSONWriter(.pretty)
    HistoryJSON(library: library).write(difference, to: &json)
    json.endLine()
    try context.write(json.take())
  }
}
