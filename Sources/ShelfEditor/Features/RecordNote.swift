import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// The description of a record in a hover or completion, as a few lines of Markdown: a shortened `RecordPage`.
struct RecordNote {
  private let cells: Cells
  private let markdown: ClientMarkdown

  init(_ snapshot: Snapshot, _ markdown: ClientMarkdown) {
    cells = Cells(snapshot.library)
    self.markdown = markdown
  }

  /// The maximum length of a long text, in characters.
  private static let maxText = 600
  /// The maximum number of records to list under each heading.
  private static let maxRecords = 5

  func page(of record: Record) -> String {
    let page = cells.page(of: record, maximum: RecordNote.maxRecords)
    var parts = [title(record, page)]
    var rows = page.fields.compactMap { key, cell in
      RecordNote.value(cell).map { "\(markdown.bold(Wording.label(key)))  \(markdown.line($0))" }
    }
    rows += page.neighbors.map { markdown.line(Wording.neighbor($0)) }
    rows += page.editions.map { markdown.line("Other edition: " + Wording.edition($0)) }
    if !rows.isEmpty { parts.append(rows.joined(separator: markdown.isRich ? "  \n" : "\n")) }
    for (key, text) in page.texts where !page.hasLongTitle || text != record.title {
      let cut = text.count > RecordNote.maxText ? text.prefix(RecordNote.maxText) + "…" : text[...]
      parts.append(
        "\(markdown.bold(Wording.label(key)))\(markdown.isRich ? "  \n" : "\n")\(markdown.lines(String(cut)))")
    }
    for (key, count, records) in page.referring {
      let names = records.map { line in
        (markdown.isRich ? "- " : "  ") + markdown.line(String(line.title.prefix(100)))
      }
      let more = count - names.count
      let rest = more > 0 ? ["\(markdown.isRich ? "- " : "  ")and \(more) more"] : []
      parts.append(
        (["\(markdown.bold(Wording.heading(key))) (\(count.grouped))\n"] + names + rest).joined(separator: "\n"))
    }
    parts.append(markdown.weak(record.path))
    return parts.joined(separator: "\n\n")
  }

  private func title(_ record: Record, _ page: RecordCells) -> String {
    if page.hasLongTitle { return markdown.lines(String(record.title.prefix(RecordNote.maxText))) }
    return markdown.heading(record.title.isEmpty ? "no title" : record.title)
  }

  /// Returns the text of a cell, or nil if it is empty or a default.
  private static func value(_ cell: Cell) -> String? {
    switch cell {
    case .nothing, .assumed: nil
    case .rating(let rating): rating?.starText
    case .state(let flag, _, let on, let off): flag ? on : off
    case .word(let word, _): Wording.label(word)
    default: cell.text.isEmpty ? nil : cell.text
    }
  }

  /// Returns a few words that distinguish a record from others with the same name.
  static func detail(of record: Record, _ library: Library) -> String {
    var words: [String] = []
    if let creator = library.value(.creator, of: record) { words.append(creator.text) }
    if let owner = library.schema.field(.owner, of: record.kind).flatMap({ record.texts(of: $0).first })
      .flatMap({ RecordID($0) }).flatMap({ library.record($0) })
    {
      words.append(owner.title)
    }
    // Shows the state as a word, such as "closed" rather than "true" for an issue.
    if let state = library.schema.field(.state, of: record.kind).flatMap({ value(Cells(library).cell($0, record)) }) {
      words.append(state)
    }
    let tags = library.schema.fields(of: record.kind).filter { $0.type == .references(.tag) }.flatMap { field in
      record.texts(of: field).compactMap { RecordID($0) }.compactMap { library.record($0) }
    }
    return (words + tags.map { "#" + $0.title }).joined(separator: ", ")
  }
}

extension Rating {
  /// The rating in stars.
  var starText: String { StarText.stars(quarters, outOf: Rating.maximum) }
}
