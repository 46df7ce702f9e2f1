import ShelfFormats
import ShelfModel
import ShelfText

/// A table with a header, which is what most programs export.
///
/// `TableStart` finds the header, which may be below other lines, and `TableRows` returns the complete rows one by one.
/// From each row, the caller creates a draft with its key and with all values that depend on several cells. Then the
/// columns of the program set the other fields, followed by the columns that the user mapped with `--map`. The header
/// records which columns were used, so that the others can be reported. A field is incomplete if one of its columns is
/// missing or cannot be read (see `Draft.incomplete`).
struct TableSource {
  /// The columns of the program, or nil if the caller reads all columns itself.
  var columns: [ImportColumn]?
  /// The character that separates cells, or nil to detect it.
  var separator: UInt8?
  var isQuoted = true
  var hasMARC8 = false
  /// Whether a line break at the end of a quoted cell is part of its text.
  var keepsLastLineBreak = false
  /// Possible headers for files without one, in ascending order of their number of columns.
  var headers: [[String]] = []
  /// Returns whether the cells of the first row are a header.
  var isHeader: ([String]) -> Bool = { _ in true }
  /// Columns that the user mapped to fields and that the caller reads.
  var names: [String] = []

  /// Reads the rows of a file.
  ///
  /// - Parameter body: creates the draft of a row; returns nil if it has skipped or rejected the row.
  func read(
    _ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch,
    _ body: (Row, inout SourceBatch) -> Draft?
  ) throws(SourceError) {
    var fields = columns.map { FieldColumns($0.map(\.source)) }
    for (column, field) in options.maps { fields?.map(column, to: field) }
    var rows = try TableRows(file, self, options, &batch)
    if let fields, !fields.has(any: { rows.header.place($0) != nil }) {
      throw SourceError("none of its columns belongs to the format \(batch.format)", in: file.path)
    }
    for (column, _) in options.maps where rows.header.take(column) == nil {
      throw SourceError(
        "there is no column “\(column)”; the columns are \(rows.header.names.filter { !$0.isEmpty }.joined(separator: ", "))",
        in: file.path)
    }
    let others = rows.header.names.filter { isUnknown($0, options) }
    while let row = try rows.next(&batch) {
      guard var draft = body(row, &batch) else { continue }
      draft.line = row.line
      for column in columns ?? [] { column.set(in: &draft, from: row, &batch) }
      for (column, field) in options.maps {
        draft.namedFields.insert(field)
        FieldMapping(
          column: column, texts: [row[column]], line: row.line, type: options.declaredType(of: field, draft.kind)
        ).set(field, in: &draft, &batch)
      }
      for column in others {
        guard let field = options.declaredField(named: column, of: draft.kind) ?? place(column, draft) else { continue }
        draft.namedFields.insert(field)
        FieldMapping(
          column: column, texts: [row[column]], line: row.line, type: options.declaredType(of: field, draft.kind)
        ).set(field, in: &draft, &batch)
      }
      fields?.markIncomplete(&draft, unread: batch.unread, has: row.has, isFilled: row.isFilled)
      guard draft.kind != .book || !draft[.title].isEmpty else {
        batch.reject("no title", line: row.line, raw: row.raw)
        continue
      }
      batch.add(draft, fields ?? .common)
    }
    rows.finish(&batch)
  }

  /// Returns the field that a column is named after, if the field contains a quote's position in its book. Returns nil
  /// for any other column, and if the draft already has a value for the field.
  private func place(_ column: String, _ draft: Draft) -> FieldHandle? {
    if draft.kind != .quote { return nil }
    let letters = Folding.letters(column)
    return [FieldHandle.page, .location, .chapter].first { $0.key == letters && draft[$0].isEmpty }
  }

  /// Returns whether neither the program nor the user assigns a field to a column. Such a column may belong to a field
  /// of the same name that the library declares.
  private func isUnknown(_ name: String, _ options: ImportOptions) -> Bool {
    guard let columns else { return false }
    let name = ColumnName.fold(name)
    return !columns.contains { $0.source.parts.joined().contains { ColumnName.fold($0) == name } }
      && !options.maps.contains { ColumnName.fold($0.column) == name }
  }
}

extension TableSource {
  /// A row, with access to its cells by the names of their columns.
  struct Row {
    let line: Int
    let cells: [String]
    let raw: ArraySlice<UInt8>
    let options: ImportOptions
    let header: Header

    /// Returns the first nonempty cell in these columns, or "" if all of them are empty. Marks the columns as used.
    subscript(names: String...) -> String { text(names) }

    func text(_ names: [String]) -> String {
      for name in names {
        if let index = header.take(name), index < cells.count, !cells[index].isEmpty { return cells[index] }
      }
      return ""
    }

    /// Returns a cell without marking its column as used, so that the column is still reported as omitted.
    private func peek(_ name: String) -> String {
      guard let place = header.place(name), place < cells.count else { return "" }
      return cells[place]
    }

    /// Returns whether the row has a cell in a column, even an empty one.
    func has(_ name: String) -> Bool { header.place(name).map { $0 < cells.count } ?? false }

    /// Returns whether the row has a value in a column.
    func isFilled(_ name: String) -> Bool { !["", "=\"\"", "[]"].contains(peek(name)) }

    /// Marks columns as used without reading them, because other columns contain the same data.
    func know(_ names: String...) { for name in names { _ = header.take(name) } }

    /// Marks all columns as used, including columns whose names differ only in case.
    func knowAll() { header.takeAll() }

    /// All cells, with the names of their columns.
    var all: [(name: String, text: String)] {
      zip(header.names, cells).map { ($0, $1) }
    }
  }

  /// The columns of a file, and which of them have been used.
  final class Header {
    let names: [String]
    private let positions: [String: Int]
    /// Whether any name begins with a digit, which is rare.
    private let hasNumbers: Bool
    private(set) var taken: Set<Int> = []
    /// A cache of column positions by the names that callers use, which are the same for each row.
    private var known: [String: Int?] = [:]

    init(_ names: [String]) {
      self.names = names
      positions = Dictionary(
        names.enumerated().map { (ColumnName.fold($1), $0) }.filter { !$0.0.isEmpty }, uniquingKeysWith: { a, _ in a })
      hasNumbers = positions.keys.contains { $0.utf8.first.map { 0x30...0x39 ~= $0 } ?? false }
    }

    /// Returns whether a row is a repetition of the header, or the header of another export that was appended to this
    /// file.
    func isRepeated(in cells: [String]) -> Bool {
      if cells == names { return true }
      guard cells.count > 3, names.count > 3 else { return false }
      // A few cells are enough to distinguish most rows from a header.
      var others = cells.count - max(cells.count, names.count) * 3 / 4
      for cell in cells where !isName(cell) {
        others -= 1
        if others < 0 { return false }
      }
      return true
    }

    private func isName(_ cell: String) -> Bool {
      guard let first = cell.utf8.first, hasNumbers || !(0x30...0x39 ~= first) else { return false }
      return positions[ColumnName.fold(cell)] != nil
    }

    /// Returns the position of a column, and marks it as used.
    func take(_ name: String) -> Int? {
      let index = place(name)
      if let index { taken.insert(index) }
      return index
    }

    func takeAll() { if taken.count < names.count { taken = Set(names.indices) } }

    /// Returns the position of a column without marking it as used.
    func place(_ name: String) -> Int? {
      if let place = known[name] { return place }
      let place = positions[ColumnName.fold(name)]
      known[name] = .some(place)
      return place
    }
  }
}
