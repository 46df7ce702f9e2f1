import ShelfModel
import ShelfStore
import ShelfTerminal

/// How a kind's records look in a table on a terminal.
struct ListLayout {
  let library: Library
  let kind: Kind
  let columns: [Column]
  var ratings = Stars.stars
  /// Genres that are marked as those of a book; nil where the list is about no book.
  var markedIDs: Set<RecordID>?

  /// Returns the columns that a kind's list shows where none are asked for.
  static func defaultColumns(of kind: Kind) -> [String] { kind.definition.columns }

  /// Returns the table of these records.
  func table(_ records: [Record]) -> Table {
    var table = Table(columns: columns.map(tableColumn))
    table.reserveRows(records.count)
    for record in records { table.append(columns.map { cell($0, record) }) }
    return table
  }

  private func tableColumn(_ column: Column) -> TableColumn {
    var title = Wording.heading(column.key)
    var isNumber = false
    switch column.source {
    case .count, .openIssues: title = column.key == "openIssues" ? "Issues" : title
    case .path: break
    case .field(let field):
      if case .integer(let range) = field.type, range != 0...5 { isNumber = true }
      if field.key == kind.titleKey {
        return TableColumn(title: title, minimum: field.isLong ? 28 : 20, preferred: 28, priority: 10)
      }
      if field.key == "id" { return TableColumn(title: title, minimum: 8, priority: 4, isFlexible: false) }
      if field.key == "completed" { return TableColumn(title: "", priority: 7, isFlexible: false) }
      if field.type.target != nil { return TableColumn(title: title, minimum: 12, preferred: 20, priority: 5) }
      if field.key == "author" { return TableColumn(title: title, minimum: 12, preferred: 20, priority: 8) }
      if field.type == .date || field.type == .timestamp {
        return TableColumn(title: title, priority: 2, isFlexible: false)
      }
      if field.type != .text {
        return TableColumn(title: title, alignment: isNumber ? .right : .left, priority: 6, isFlexible: false)
      }
    }
    return TableColumn(title: title, minimum: 8, preferred: 20, priority: 3)
  }

  private func cell(_ column: Column, _ record: Record) -> TableCell {
    switch column.source {
    case .path: return .text(record.path)
    case .count(let source):
      let count = library.count(of: source, referringTo: record)
      return count == 0 ? .empty : .text(source.counted(count))
    case .openIssues:
      let count = library.openIssues(of: record)
      return count == 0 ? .styled("no open issues", .dim) : .text(count == 1 ? "1 open issue" : "\(count) open issues")
    case .field(let field): return cell(field, record)
    }
  }

  private func cell(_ field: Field, _ record: Record) -> TableCell {
    if field.type == .id { return .styled(record.id.short, .dim) }
    if field.key == kind.titleKey { return titleCell(record) }
    if field.type.target == .genre { return .chips(library.chips(in: field, of: record)) }
    if field.type.target != nil { return referenceCell(field, record) }
    switch (field.key, record.value(of: field)) {
    case ("rating", .integer(let stars)): return .rating(stars, as: ratings)
    case ("rating", nil): return .rating(nil, as: ratings)
    case ("author", nil): return .styled("no author", .dim)
    case ("completed", let value): return value == .boolean(true) ? .styled("CLOSED", .dim) : .empty
    case ("priority", let value): return priorityCell(value?.text ?? field.defaultText ?? "")
    case ("color", let value):
      guard case .color(let color) = value else { return .styled(value?.text ?? "none", .dim) }
      return .text(color.description)
    case (_, .timestamp(let moment)): return .text(moment.date.description)
    case (_, .unreadable(let texts)): return .styled(texts.joined(separator: ", "), .color(.red))
    case (_, let value):
      let text = value?.text ?? field.defaultText ?? ""
      if case .choice = field.type { return .text(Wording.words(text)) }
      return .text(text)
    }
  }

  private func titleCell(_ record: Record) -> TableCell {
    if record.title.isEmpty { return .styled("no \(kind.titleKey)", .dim) }
    guard kind == .genre else { return .text(record.title) }
    let color = library.color(of: record)
    guard let markedIDs else { return .chips([Chip(record.title, color: color)]) }
    return .styled((markedIDs.contains(record.id) ? "● " : "○ ") + record.title, TextStyle(foreground: .rgb(color)))
  }

  private func referenceCell(_ field: Field, _ record: Record) -> TableCell {
    let names = library.names(in: field, of: record)
    if names.isEmpty, field.key == "tags" { return .styled("No tags", .dim) }
    if names.isEmpty, field.key == "book" { return .styled("no book", .color(.red)) }
    let text = names.map(\.text).joined(separator: ", ")
    return names.allSatisfy(\.isFound) ? .text(text) : .styled(text, .color(.red))
  }

  private func priorityCell(_ priority: String) -> TableCell {
    switch priority {
    case "high": .styled("! high", TextStyle(bold: true, foreground: .named(.red)))
    case "low": .styled("  low", .dim)
    default: .text("  " + priority)
    }
  }
}
