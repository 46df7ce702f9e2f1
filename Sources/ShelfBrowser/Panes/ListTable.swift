import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The column layout of the list, with the same widths for all rows.
struct ListTable {
  /// Everything that the layout depends on; a different key requires a new layout.
  struct Key: Hashable {
    let view: LibraryView
    let generation: Int
    let width: Int

    init(_ list: ListPane, width: Int) {
      (view, generation) = (list.view, list.generation)
      self.width = max(1, width)
    }
  }

  let key: Key
  private let look: BrowserLook
  private let columns: [TableColumn]
  private let layout: TableLayout
  private let cells: (Record) -> [TableCell]
  /// The indices of the title and author columns, if there is no room for an author column and the author follows the
  /// title.
  private var tail: (title: Int, creator: Int)?
  /// The words of the search to highlight, and the field of each column; nil if nothing is searched for.
  private var hits: (words: QueryHits, fields: [Field?])?

  /// The approximate number of records that are measured to determine the column widths.
  private static let sample = 200

  init(_ list: ListPane, _ key: Key, _ library: Library, _ services: BrowserServices) {
    self.key = key
    look = services.look
    var creator: Int?
    var shownFields: [Field?] = []
    if let kind = list.kind {
      var shown = services.columns(of: kind, in: library).filter { !ListTable.isKnown($0, list.view) }
      // The column that the user sorts by is always shown.
      let order = list.order.flatMap { order in
        order.name.split(separator: ":").first.flatMap { Column.named(String($0), of: kind, library.schema) }
      }
      if let order, !shown.contains(where: { $0.key == order.key }) { shown.append(order) }
      let layout = ListLayout(
        library: library, kind: kind, columns: shown,
        ratings: look.listRatings, localTime: look.localTime)
      columns = zip(layout.columns, layout.tableColumns).map { column, look in
        var look = ListTable.narrowed(column, look, key.width)
        if let order, look.priority < 10 {
          // The column that the user sorts by is dropped last, apart from the title.
          look.priority = column.key == order.key ? 9 : min(look.priority, 8)
          if column.key == order.key { look.dropsBeforeShrinking = false }
        }
        return look
      }
      cells = layout.rows
      shownFields = layout.columns.map { if case .field(let field) = $0.attribute { field } else { nil } }
      let field = library.schema.field(.creator, of: kind)
      creator = layout.columns.firstIndex { column in
        if case .field(let own) = column.attribute { own.index == field?.index } else { false }
      }
    } else {
      columns = [
        TableColumn(title: "Kind", priority: 1, isFlexible: false),
        TableColumn(title: "Title", minimum: 12, preferred: 32, priority: 10),
      ]
      cells = { [.styled($0.kind.singular, .dim), .styled($0.title, .bold)] }
    }
    if let kind = list.kind, !list.query.isEmpty, let source = try? QuerySource(list.query) {
      hits = (QueryHits([source], kind, library), shownFields)
    }
    var natural = columns.map { DisplayWidth.of($0.title) }
    let step = max(1, list.records.count / ListTable.sample)
    for index in stride(from: 0, to: list.records.count, by: step) {
      for (column, cell) in cells(list.records[index]).enumerated() {
        natural[column] = max(natural[column], BrowserLook.width(cell))
      }
    }
    layout = TableLayout(columns: columns, natural: natural, width: key.width)
    if let creator, !layout.shown.contains(creator), let title = layout.shown.first, columns[title].priority >= 10 {
      tail = (title, creator)
    }
  }

  /// Returns whether the column would have the same value in every row of the view.
  private static func isKnown(_ column: Column, _ view: LibraryView) -> Bool {
    guard case .field(let field) = column.attribute else { return false }
    return switch view {
    case .state: field.has(.state)
    case .rating(_, nil): field.has(.rating)
    default: false
    }
  }

  /// Returns a column adjusted to a pane, which is narrower than a terminal.
  ///
  /// Long titles take space from other columns before being truncated to a few words, and the rating is among the last
  /// columns to be dropped.
  private static func narrowed(_ column: Column, _ look: TableColumn, _ width: Int) -> TableColumn {
    var look = look
    let isTitle = look.priority >= 10
    let title = max(18, min(look.minimum, width < 40 ? width * 3 / 5 : width / 2))
    // Less than 12 columns of an author's name would be useless.
    look.minimum = isTitle ? title : min(look.minimum, look.priority >= 8 ? 12 : 8)
    // Authors keep more room than other columns, because names should not be truncated.
    look.preferred = look.preferred.map { min($0, isTitle ? 30 : look.priority >= 8 ? max(12, width / 3) : 12) }
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
      var text = cells[column].text(width: layout.widths[position], depth: look.depth)
      if column == tail?.title { addTail(cells, to: &text, layout.widths[position]) }
      if let hits, let field = hits.fields[column] {
        let hit = hits.words.hit(in: text.plain, field)
        if hit.text == text.plain { text = text.marked(hit.ranges) }
      }
      add(text, position, &line)
    }
    return line
  }

  /// The minimum number of columns in which a truncated author's name is still useful.
  private static let leastTail = 8

  /// Appends the author to the title if there is enough space.
  private func addTail(_ cells: [TableCell], to text: inout StyledText, _ width: Int) {
    guard let tail, case .text(let name) = cells[tail.creator] else { return }
    let room = width - text.width - 2
    guard room >= min(DisplayWidth.of(name), ListTable.leastTail) else { return }
    text.append("  ")
    text.append(TableCell.styled(name, .dim).text(width: room, depth: look.depth))
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
