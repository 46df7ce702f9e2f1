import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal

/// The layout of a table of records of one kind.
package struct ListLayout {
  package let library: Library
  package let kind: Kind
  package var columns: [Column]
  /// Whether the user chose the columns.
  ///
  /// In that case, a narrow terminal truncates columns before it drops any.
  package let hasChosenColumns: Bool
  let style: CellStyle
  /// The records that the first column marks, or nil for a table without that column.
  private let markedIDs: Set<RecordID>?
  /// Whether titles are hyperlinks to the files of the records.
  private let hasLinks: Bool
  /// Returns a path in the form that the user sees.
  private let shown: (String) -> String

  package init(
    library: Library, kind: Kind, columns: [Column], hasChosenColumns: Bool = false,
    ratings: RatingLook = RatingLook(), localTime: LocalTime = .utc, markedIDs: Set<RecordID>? = nil,
    hasLinks: Bool = false, shown: @escaping (String) -> String = { $0 }
  ) {
    self.library = library
    self.kind = kind
    self.columns = columns
    self.hasChosenColumns = hasChosenColumns
    style = CellStyle(ratings: ratings, localTime: localTime)
    self.markedIDs = markedIDs
    self.hasLinks = hasLinks
    self.shown = shown
  }

  /// Returns the default columns of a kind's list.
  ///
  /// Omits columns that are meaningless because the library has redefined a field. For example, if quotes do not refer
  /// to books, books have no number of quotes.
  ///
  /// - Parameter isForPrograms: whether to omit the columns that version 1.0 did not have, so that scripts get the same
  ///   columns as before unless they request others.
  package static func defaultColumns(of kind: Kind, in library: Library, isForPrograms: Bool = false) -> [Column] {
    let newer = newerColumns[kind] ?? []
    return kind.definition.columns.filter { key in
      if !newer.contains(key) { return true }
      if isForPrograms { return false }
      // A newer field has a column only in a library that uses it.
      guard let field = library.schema.field(key, of: kind) else { return true }
      return library.records(of: kind).contains { $0.has(field) }
    }.compactMap { Column.named($0, of: kind, library.schema) }
  }

  /// Returns the columns with the progress in place of the status, if the records are all in progress.
  package static func withProgress(
    _ columns: [Column], of kind: Kind, _ records: [Record], _ schema: Schema
  ) -> [Column] {
    guard let state = schema.field(.state, of: kind), let during = state.states?.during,
      let progress = schema.field(.progress, of: kind), records.contains(where: { $0.has(progress) }),
      !columns.contains(where: { $0.key == progress.key }),
      records.allSatisfy({ $0.value(of: state)?.text == during.value && Wording.loanState($0, schema) == nil })
    else { return columns }
    return columns.map { $0.key == state.key ? Column(key: progress.key, attribute: .field(progress)) : $0 }
  }

  /// The default columns that version 1.0 did not have.
  private static let newerColumns: [Kind: Set<String>] = [.tag: ["books", "quotes"], .issue: ["due"]]

  /// - Parameter parts: the groups of the list with their headings. A list without groups is a single part without a
  ///   heading.
  package func table(_ parts: [(heading: StyledText?, records: [Record])]) -> Table {
    let row = rows
    var table = Table(columns: tableColumns, isWhole: hasChosenColumns)
    table.reserveRows(parts.reduce(0) { $0 + $1.records.count })
    for part in parts {
      if let heading = part.heading { table.append(heading: heading) }
      for record in part.records { table.append(row(record)) }
    }
    return table
  }

  /// The columns for `Table`, starting with the column of marks if there is one.
  package var tableColumns: [TableColumn] {
    (markedIDs == nil ? [] : [TableColumn(title: "", priority: 11, isFlexible: false)]) + columns.map(tableColumn)
  }

  /// A function that returns the cells of the row for a record.
  package var rows: (Record) -> [TableCell] {
    let cells = Cells(library)
    return { record in
      let row = columns.map { column in
        let cell = cells.cell(column.attribute, record)
        if case .path(let path) = cell { return TableCell.text(shown(path)) }
        return title(cell, column, record) ?? loan(column, record) ?? style.tableCell(cell)
      }
      return (markedIDs.map { [style.mark($0.contains(record.id))] } ?? []) + row
    }
  }

  /// Returns a remark about the columns that do not fit into this width, with the option that shows them, or nil if all
  /// columns fit.
  package func remark(onHiddenColumnsOf table: Table, width: Int?) -> String? {
    let first = markedIDs == nil ? 0 : 1
    let hidden = table.hidden(width: width).filter { $0 >= first }.map { columns[$0 - first].key }
    if hidden.isEmpty { return nil }
    let option = hasChosenColumns ? "" : ", which --columns \(([kind.titleKey] + hidden).joined(separator: ",")) shows"
    return "not enough room for \(Wording.list(hidden.map(Wording.label)))\(option)"
  }

  /// Returns the cell of a record's title, which is bold and may be a hyperlink, or nil for any other column.
  private func title(_ cell: Cell, _ column: Column, _ record: Record) -> TableCell? {
    guard case .field(let field) = column.attribute, field.index == kind.titleIndex, case .text(let text) = cell
    else { return nil }
    let style: TextStyle = field.isLong ? .plain : .bold
    if !hasLinks { return .styled(text, style) }
    return .link(text, style, to: Hyperlink.address(ofFile: library.root + "/" + record.path))
  }

  /// Returns the cell of the state of a record that is lent or borrowed, or nil for any other cell.
  private func loan(_ column: Column, _ record: Record) -> TableCell? {
    guard case .field(let field) = column.attribute, field.has(.state) else { return nil }
    return Wording.loanState(record, library.schema).map { .text($0) }
  }

  private func tableColumn(_ column: Column) -> TableColumn {
    let title = Wording.heading(column.key)
    return switch CellShape(column.attribute, titleIndex: kind.titleIndex) {
    case .title:
      TableColumn(title: title, minimum: 28, preferred: 32, priority: 10)
    // Titles and names are truncated only after columns such as the ID have been dropped.
    case .prominent: TableColumn(title: title, minimum: 14, preferred: 32, priority: 8)
    case .weight: TableColumn(title: title, priority: 8, isFlexible: false)
    case .mark: TableColumn(title: "", priority: 7, isFlexible: false)
    case .number: TableColumn(title: title, alignment: .right, priority: 6, isFlexible: false)
    case .short: TableColumn(title: title, priority: 6, isFlexible: false)
    case .names: TableColumn(title: title, minimum: 12, priority: 5, shrinksLast: true)
    case .id: TableColumn(title: title, minimum: 8, priority: 4, dropsBeforeShrinking: true, isFlexible: false)
    case .openIssues: TableColumn(title: "Issues", minimum: 8, preferred: 20, priority: 3)
    case .text: TableColumn(title: title, minimum: 8, preferred: 20, priority: 3)
    case .day: TableColumn(title: title, priority: 2, dropsBeforeShrinking: true, isFlexible: false)
    case .count: TableColumn(title: title, priority: 1, dropsBeforeShrinking: true, isFlexible: false)
    }
  }
}
