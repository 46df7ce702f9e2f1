import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWidgets
import ShelfWording

/// The rows of the list that are seen, in columns that are as wide for all.
struct ListTable {
  private let look: BrowserLook
  private let columns: [TableColumn]
  private let layout: TableLayout
  private let cells: (Record) -> [TableCell]
  private let width: Int

  /// How many records decide how wide the columns are, beside those that are seen.
  private static let sample = 200

  init(_ list: ListPane, _ shown: [Record], _ library: Library, _ services: BrowserServices, width: Int) {
    look = services.look
    self.width = width
    if let kind = list.kind {
      let layout = ListLayout(
        library: library, kind: kind,
        columns: services.columns(kind, library.schema).filter { !ListTable.isKnown($0, list.view) },
        ratings: look.ratings, localTime: look.localTime)
      columns = zip(layout.columns, layout.tableColumns).map(ListTable.narrowed)
      cells = layout.rows
    } else {
      columns = [
        TableColumn(title: "Kind", priority: 1, isFlexible: false),
        TableColumn(title: "Title", minimum: 12, preferred: 32, priority: 10),
      ]
      cells = { [.styled($0.kind.singular, .dim), .styled($0.title, .bold)] }
    }
    var natural = columns.map { DisplayWidth.of($0.title) }
    let step = max(1, list.records.count / ListTable.sample)
    for index in stride(from: 0, to: list.records.count, by: step) {
      for (column, cell) in cells(list.records[index]).enumerated() {
        natural[column] = max(natural[column], BrowserLook.width(cell))
      }
    }
    layout = TableLayout(columns: columns, natural: natural, width: max(1, width))
  }

  /// Returns whether a view says already what a column would say in each row.
  private static func isKnown(_ column: Column, _ view: LibraryView) -> Bool {
    guard case .field(let field) = column.attribute else { return false }
    return switch view {
    case .state: field.has(.state)
    case .rating(_, nil): field.has(.rating)
    default: false
    }
  }

  /// Returns a column as it is in a pane, which has less room than a terminal; a rating stays longer than most.
  private static func narrowed(_ column: Column, _ look: TableColumn) -> TableColumn {
    var look = look
    look.minimum = min(look.minimum, look.priority >= 10 ? 18 : 8)
    look.preferred = look.preferred.map { min($0, look.priority >= 10 ? 30 : 12) }
    if case .field(let field) = column.attribute, field.type == .rating { look.priority = 9 }
    return look
  }

  var header: StyledText {
    var line = StyledText()
    for (position, column) in layout.shown.enumerated() {
      add(StyledText(columns[column].title, .dim), position, &line)
    }
    return line
  }

  func line(_ record: Record) -> StyledText {
    let cells = cells(record)
    var line = StyledText()
    for (position, column) in layout.shown.enumerated() {
      add(look.text(cells[column], width: layout.widths[position]), position, &line)
    }
    return line
  }

  private func add(_ text: StyledText, _ position: Int, _ line: inout StyledText) {
    let width = layout.widths[position]
    let text = text.truncated(to: width)
    if position > 0 { line.append("  ") }
    let isRight = columns[layout.shown[position]].alignment == .right
    if isRight { line.append(String(repeating: " ", count: max(0, width - text.width))) }
    line.append(text)
    if !isRight { line.append(String(repeating: " ", count: max(0, width - text.width))) }
  }
}
