import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The column layout of the list, with the same widths for all rows and for all searches within a view.
struct ListTable {
  /// Everything that the layout depends on; a different key requires a new layout.
  struct Key: Hashable {
    let view: LibraryView
    let base: Int
    let query: String
    let width: Int

    init(_ list: ListPane, width: Int) {
      (view, base, query) = (list.view, list.baseGeneration, list.problem == nil ? list.query : "")
      self.width = max(1, width)
    }
  }

  let key: Key
  private let look: BrowserLook
  private let columns: [TableColumn]
  /// The sort key of each column, or nil for a column that the list cannot be sorted by.
  private let names: [String?]
  private let layout: ListColumns
  private let cells: (Record) -> [TableCell]
  /// The words of the search to highlight, and the field of each column. Nil if there is no search.
  private var hits: (words: QueryHits, fields: [Field?])?
  /// The widths that the list would have with unlimited space.
  let wanted: ListColumns.Wanted

  /// The width that shows the fields of most records without wrapping.
  let pageWidth: Int

  /// The width, in terminal columns, that is not available to the cells of a row: the cursor, the mark, the sign and a
  /// space before the cells, and a space after them.
  static let margin = 5

  /// The approximate number of records that are measured to determine the column widths.
  private static let sample = 200
  /// The number of records whose pages are measured.
  private static let pageSample = 30
  /// The maximum width that a page gets for its fields. Longer values are wrapped.
  private static let widestPage = 44
  /// The maximum values of `ListColumns.Need.usual`, for a title column and for any other column.
  private static let widest = (title: 48, other: 32)

  init(_ list: ListPane, _ key: Key, _ library: Library, _ services: BrowserServices) {
    self.key = key
    look = services.look
    var shownFields: [Field?] = []
    var ranks: [Int] = []
    if let kind = list.kind {
      let shown = ListTable.columns(list, kind, library, services)
      let layout = ListLayout(
        library: library, kind: kind, columns: shown.all, ratings: look.listRatings, localTime: look.localTime)
      columns = layout.tableColumns
      names = layout.columns.map(\.key)
      cells = layout.rows
      shownFields = layout.columns.map { if case .field(let field) = $0.attribute { field } else { nil } }
      ranks = zip(columns, shownFields).map(ListTable.rank)
      // Of all columns except the title, the one that the user sorts by is dropped last.
      if let order = shown.order, let index = layout.columns.firstIndex(where: { $0.key == order }) {
        ranks[index] = max(ranks[index], ListColumns.orderRank)
      }
    } else {
      columns = [TableColumn(title: "Kind", priority: 1), TableColumn(title: "Title", priority: 10)]
      names = [nil, nil]
      shownFields = [nil, nil]
      cells = { [.styled($0.kind.singular, .dim), .styled($0.title, .bold)] }
      ranks = [ListColumns.nameRank, ListColumns.titleRank]
    }
    if let kind = list.kind, !key.query.isEmpty, let source = try? QuerySource(key.query) {
      hits = (QueryHits([source], kind, library), shownFields)
    }
    let needs = ListTable.needs(list.sampled(ListTable.sample), columns, ranks, shownFields, cells, look)
    layout = ListColumns(needs, width: key.width)
    wanted = ListColumns.wanted(needs)
    pageWidth = ListTable.pageWidth(list.sampled(ListTable.pageSample), library, services)
  }

  /// Returns the columns to choose from, and the name of the one that the user sorts by.
  private static func columns(
    _ list: ListPane, _ kind: Kind, _ library: Library, _ services: BrowserServices
  ) -> (all: [Column], order: String?) {
    var shown = services.columns(of: kind, in: library).filter { !isKnown($0, list.view) }
    let order = list.order.flatMap { order in
      order.name.split(separator: ":").first.flatMap { Column.named(String($0), of: kind, library.schema) }
    }
    if let order, !shown.contains(where: { $0.key == order.key }) { shown.append(order) }
    return (shown, order?.key)
  }

  /// Returns the importance of a column: the title, the rating, the author, the state, and then the others.
  private static func rank(_ column: TableColumn, _ field: Field?) -> Int {
    if column.priority >= 10 { return ListColumns.titleRank }
    let other = max(ListColumns.emptyRank + 1, min(column.priority, ListColumns.leastRank - 1))
    guard let field else { return other }
    // A rating is narrow, and people often compare records by it.
    if field.has(.rating) || field.has(.priority) { return ListColumns.weightRank }
    if field.has(.creator) || field.has(.owner) { return ListColumns.nameRank }
    return field.has(.state) ? ListColumns.leastRank : other
  }

  private static func pageWidth(_ records: [Record], _ library: Library, _ services: BrowserServices) -> Int {
    let widths = records.map { record in
      PageLines.naturalWidth(of: record, library, services.look, services.today)
    }.sorted()
    return widths.isEmpty ? 0 : min(widestPage, widths[(widths.count * 9 + 9) / 10 - 1])
  }

  private static func needs(
    _ records: [Record], _ columns: [TableColumn], _ ranks: [Int], _ fields: [Field?],
    _ cells: (Record) -> [TableCell], _ look: BrowserLook
  ) -> [ListColumns.Need] {
    var widths = columns.map { _ in [Int]() }
    for record in records {
      for (column, cell) in cells(record).enumerated() {
        let width = look.width(cell)
        if width > 0 { widths[column].append(width) }
      }
    }
    return columns.indices.map { column in
      let heading = DisplayWidth.of(columns[column].title)
      let sorted = widths[column].sorted()
      let most = max(heading, sorted.last ?? 0)
      let isTitle = ranks[column] == ListColumns.titleRank
      let isName = isTitle || fields[column].map { $0.has(.creator) || $0.has(.owner) } ?? false
      let isFlexible = isName || most > 12
      // A few very long values do not widen the column for all rows, but a rating or a state is never truncated.
      let usual = isFlexible && !sorted.isEmpty ? sorted[(sorted.count * 9 + 9) / 10 - 1] : most
      // A column that is empty in all measured rows is the least useful.
      let isEmpty = sorted.isEmpty && !records.isEmpty && ranks[column] < ListColumns.orderRank
      return ListColumns.Need(
        rank: isEmpty ? ListColumns.emptyRank : ranks[column],
        usual: max(heading, min(usual, isTitle ? ListTable.widest.title : ListTable.widest.other)), most: most,
        isFlexible: isFlexible, isText: fields[column]?.isLong ?? false)
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

  var header: StyledText {
    var line = StyledText()
    for (position, column) in layout.shown.enumerated() {
      add(StyledText(columns[column].title, .dim), position, &line)
    }
    return line
  }

  /// Returns the name of the column at a position in the header, or nil if the list cannot be sorted by it.
  func name(at position: Int) -> String? { layout.column(at: position).flatMap { names[$0] } }

  func line(_ record: Record) -> StyledText {
    let cells = cells(record)
    var line = StyledText()
    for (position, column) in layout.shown.enumerated() {
      var text = look.text(cells[column], width: layout.widths[position])
      if let hits, let field = hits.fields[column] {
        let hit = hits.words.hit(in: text.plain, field)
        if hit.text == text.plain { text = text.marked(hit.ranges) }
      }
      add(text, position, &line)
    }
    return line
  }

  private func add(_ text: StyledText, _ position: Int, _ line: inout StyledText) {
    let width = layout.widths[position]
    let text = text.truncated(to: width)
    if position > 0 { line.append(String(repeating: " ", count: ListColumns.gap)) }
    let isRight = columns[layout.shown[position]].alignment == .right
    if isRight { line.append(String(repeating: " ", count: max(0, width - text.width))) }
    line.append(text)
    if !isRight { line.append(String(repeating: " ", count: max(0, width - text.width))) }
  }
}
