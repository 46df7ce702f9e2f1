import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// The records that `show` prints.
struct ShowOutput: FormattedOutput {
  let library: Library
  let context: Context
  let records: [Record]
  /// The fields to include in JSON.
  let fields: JSONFields
  let ratings: RatingLook

  static let formats = OutputFormat.all.filter { $0.show != nil }

  func writePage() throws {
    // The covers of books, the only records that have covers. They are stored in the covers folder rather than in
    // records.
    var covers = Covers()
    if records.contains(where: { $0.kind == .book }) {
      do throws(FileError) {
        covers = try Covers(at: library.root, fileSystem: context.fileSystem)
      } catch {
        context.warn(VisibleText.line(error.description))
      }
    }
    let pages = records.map { record in
      RecordPage(
        record, in: library, terminal: context.terminal, ratings: ratings, today: context.today,
        localTime: context.localTime, path: context.shown(record.path),
        covers: covers.files(of: record, library.schema).map { context.shown($0.path) }
      ).lines()
    }
    let rule = context.terminal.isTerminal ? [StyledText("⁂", .dim), StyledText()] : []
    try context.page(Array(pages.joined(separator: [StyledText()] + rule)))
  }

  /// Writes a single record as an object, and several records as an array of objects.
  func writeJSON() throws {
    let writer = RecordJSON(library: library)
    var json = JSONWriter(.pretty)
    if records.count != 1 { json.beginArray() }
    for record in records { fields.write(record, writer, to: &json) }
    if records.count != 1 { json.endArray() }
    json.endLine()
    try context.write(json.take())
  }

  /// Writes the file of a single record unchanged, and the files of several records as documents of a YAML stream.
  func writeYAML() throws {
    let isTerminal = context.terminal.isTerminal
    if records.count != 1 {
      let texts = Array(records.map { RecordYAML.text(of: $0) }.joined())
      return try context.page(isTerminal ? VisibleText.data(texts) : texts)
    }
    for record in records {
      if isTerminal {
        try context.page(VisibleText.data(record.source))
      } else {
        try context.write(record.source)
      }
    }
  }
}
