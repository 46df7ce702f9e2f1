import ShelfFormats
import ShelfText

/// A table with a header: what most programs export.
struct TableSource {
  /// A row by the names of its columns.
  struct Row {
    let line: Int
    let cells: [String]
    let raw: ArraySlice<UInt8>
    fileprivate let header: Header

    /// Returns the cell of the first of these columns that the table has; "" if there is none.
    subscript(names: String...) -> String {
      for name in names {
        if let index = header.take(name), index < cells.count, !cells[index].isEmpty { return cells[index] }
      }
      return ""
    }

    /// Returns the cell of a column that goes on counting as left out, since no field has it.
    func peek(_ name: String) -> String {
      guard let place = header.place(name), place < cells.count else { return "" }
      return cells[place]
    }

    /// Returns whether the row has a cell in a column.
    func has(_ name: String) -> Bool { header.place(name).map { $0 < cells.count } ?? false }

    /// Returns whether the row's cell in a column holds something.
    func isFilled(_ name: String) -> Bool {
      guard let place = header.place(name), place < cells.count else { return false }
      return !cells[place].isEmpty && !["=\"\"", "[]"].contains(cells[place])
    }

    /// Marks columns as known: they say nothing that others do not.
    func know(_ names: String...) { for name in names { _ = header.take(name) } }

    /// Marks all columns as known, including those whose names differ only in case.
    func knowAll() { header.takeAll() }

    /// All cells, with the names of their columns.
    var all: [(name: String, text: String)] {
      zip(header.names, cells).map { ($0, $1) }
    }
  }

  /// The columns, and which of them the user asked for.
  final class Header {
    let names: [String]
    let positions: [String: Int]
    /// Whether a name begins with a digit, as few do.
    private let hasNumbers: Bool
    private(set) var taken: Set<Int> = []
    /// The places of the columns that were asked for, by the names as they were asked for: each is asked for in each row.
    private var known: [String: Int?] = [:]
    /// The places of those that were looked at without being asked for.
    private var seen: [String: Int?] = [:]

    init(_ names: [String]) {
      self.names = names
      positions = Dictionary(
        names.enumerated().map { (ColumnName.fold($1), $0) }.filter { !$0.0.isEmpty }, uniquingKeysWith: { a, _ in a })
      hasNumbers = positions.keys.contains { $0.utf8.first.map { 0x30...0x39 ~= $0 } ?? false }
    }

    /// Returns whether a row is the header again, perhaps that of a file with other columns that was added to this one.
    func isRepeated(in cells: [String]) -> Bool {
      if cells == names { return true }
      guard cells.count > 3, names.count > 3 else { return false }
      // Most rows are told from a header by their first cells.
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

    func take(_ name: String) -> Int? {
      if let place = known[name] { return place }
      let index = positions[ColumnName.fold(name)]
      known[name] = .some(index)
      if let index { taken.insert(index) }
      return index
    }

    func takeAll() { if taken.count < names.count { taken = Set(names.indices) } }

    /// Returns the place of a column, without asking for it.
    func place(_ name: String) -> Int? {
      if let place = known[name] ?? seen[name] { return place }
      let place = positions[ColumnName.fold(name)]
      seen[name] = .some(place)
      return place
    }
  }

  /// The maximum number of columns.
  private static let mostColumns = 1000

  /// Reads the rows of a file.
  ///
  /// - Parameters:
  ///   - headers: headers for files without one, by the number of their cells.
  ///   - isHeader: whether a row is the header; by default the first one is.
  ///   - fields: which columns say what the fields hold; nil if `body` tells that itself.
  ///   - names: columns that the user put into fields, and `body` takes.
  ///   - body: takes a row, and returns its draft; nil if it has said what became of the row.
  static func read(
    _ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch, separator: UInt8? = nil,
    isQuoted: Bool = true, hasMARC8: Bool = false, headers: [[String]] = [], isHeader: (([String]) -> Bool)? = nil,
    fields: FieldColumns? = nil, names: [String] = [], _ body: (Row, inout SourceBatch) -> Draft?
  ) throws(SourceError) {
    let text = TextDecoding(file.bytes, hasMARC8: hasMARC8)
    batch.tell(text)
    var fields = fields
    for (column, field) in options.maps { fields?.map(column, to: field) }
    let start = TableStart(
      text.bytes, separator: separator, isQuoted: isQuoted, names: options.maps.map(\.column) + names)
    for (line, text) in start.above {
      batch.note("“\(CleanText.short(text))” is above the table, and was left out", line: line)
    }
    var table = start.table(text.bytes, isQuoted: isQuoted)
    guard let first = table.next() else { throw SourceError("the file is empty", in: file.path) }
    if first.cells.count > TableSource.mostColumns {
      throw SourceError("the table has more than \(TableSource.mostColumns) columns", in: file.path)
    }
    var header = Header(first.cells)
    var pending: CSVTable.Row?
    if let isHeader, !isHeader(first.cells) {
      let guess = headers.last { $0.count <= first.cells.count } ?? headers.first ?? first.cells
      // Columns that the rows do not reach are not there.
      header = Header(Array(guess.prefix(first.cells.count)))
      pending = first
      batch.notes.append("\(file.path) has no header; its columns are taken in their usual order")
    } else {
      batch.rejects.form = .rows(head: Array(text.bytes[first.range]))
    }
    if let fields, !fields.has(any: { header.place($0) != nil }) {
      throw SourceError("none of its columns is one that the format \(batch.format) has", in: file.path)
    }
    for (column, _) in options.maps where header.take(column) == nil {
      throw SourceError(
        "there is no column “\(column)”; there are \(header.names.filter { !$0.isEmpty }.joined(separator: ", "))",
        in: file.path)
    }
    // Whether all rows so far had a cell for each column; some programs leave out empty cells at the end.
    var isFull: Bool?
    var short: [(line: Int, cells: Int)] = []
    var left = [Int](repeating: 0, count: header.names.count)
    var said = fields?.said { header.place($0) != nil } ?? [:]
    while let row = pending ?? table.next() {
      pending = nil
      // Spreadsheets write the rows below the table too.
      if row.cells.allSatisfy(\.isEmpty) { continue }
      if TableSource.isConflictMark(row.cells) {
        batch.note(
          "“\(CleanText.short(row.cells[0]))” is a mark of a conflict in git; both sides are read", line: row.line)
        continue
      }
      batch.begin()
      try batch.checkCount()
      if header.isRepeated(in: row.cells) {
        batch.skip("the header again", line: row.line)
        if row.cells != header.names {
          // Another export was added to this one: its columns count from here on.
          batch.leaveOut(columns: header, left)
          header = Header(row.cells)
          left = [Int](repeating: 0, count: header.names.count)
          said = fields?.said { header.place($0) != nil } ?? [:]
          isFull = nil
          batch.rejects.form = .rows(head: Array(text.bytes[row.range]))
        }
        continue
      }
      var row = row
      if let line = row.looseLine, row.cells.count != header.names.count || row.looseCells == header.names.count {
        // The mark that closes it was meant to open another one: the rows between are not part of this one.
        table.reopen(&row)
        batch.reject("the quotation mark in line \(line) is not closed", line: row.line, raw: text.bytes[row.range])
        continue
      }
      let raw = text.bytes[row.range]
      if row.isOpen {
        batch.reject("a quotation mark is not closed", line: row.line, raw: raw)
        continue
      }
      let isCut =
        row.range.upperBound == text.bytes.count && ![0x0A, 0x0D].contains(text.bytes.last) && isFull != false
        && row.cells.count < header.names.count
      if isCut, isFull == true, row.cells.count + 1 < header.names.count {
        batch.reject("the file ends in the middle of this row", line: row.line, raw: raw)
        continue
      }
      if isCut {
        let last = CleanText.short(row.cells.removeLast())
        batch.note("the file ends in the middle of this row; “\(last)” may be cut, and was left out", line: row.line)
      } else if row.cells.count < header.names.count {
        short.append((row.line, row.cells.count))
      }
      isFull = isFull ?? true && row.cells.count >= header.names.count
      if row.cells.count > header.names.count,
        row.cells[header.names.count...].contains(where: { !$0.isEmpty })
      {
        batch.note(
          "the row has \(row.cells.count.grouped) cells, but the header \(header.names.count.grouped); the others were left out",
          line: row.line)
      }
      for (index, cell) in row.cells.prefix(left.count).enumerated() where !TableSource.isNothing(cell) {
        left[index] += 1
      }
      let known = Row(line: row.line, cells: row.cells, raw: raw, header: header)
      guard var draft = body(known, &batch) else { continue }
      draft.line = row.line
      for (column, field) in options.maps {
        FieldMapping.set(field, known[column], in: &draft, column: column, line: row.line, &batch)
      }
      let isWhole = batch.unread.isEmpty && row.cells.count >= header.names.count
      fields?.settle(
        &draft, unread: batch.unread, said: isWhole ? said : [:], has: known.has, isFilled: known.isFilled)
      guard draft.kind != .book || !draft[.title].isEmpty else {
        batch.reject("no title", line: row.line, raw: raw)
        continue
      }
      batch.add(draft, fields ?? .common)
    }
    batch.tell(short, of: header.names.count)
    batch.leaveOut(columns: header, left)
  }
}

extension TableSource {
  /// Returns whether a row is a mark that git wrote between two versions of a file.
  fileprivate static func isConflictMark(_ cells: [String]) -> Bool {
    guard let first = cells.first, cells.dropFirst().allSatisfy(\.isEmpty) else { return false }
    return first == "=======" || first.hasPrefix("<<<<<<< ") || first.hasPrefix(">>>>>>> ")
  }

  /// Returns whether a cell says no more than an empty one.
  fileprivate static func isNothing(_ cell: String) -> Bool {
    cell.utf8.count < 6 && (cell.isEmpty || ["0", "false", "no", "{}"].contains(cell.lowercased()))
  }
}

extension SourceBatch {
  /// Counts the cells of columns that were not asked for.
  fileprivate mutating func leaveOut(columns header: TableSource.Header, _ counts: [Int]) {
    for (index, name) in header.names.enumerated()
    where !header.taken.contains(index) && counts[index] > 0 && !name.isEmpty {
      leaveOut(column: name, count: counts[index])
    }
  }

  /// Names rows that have fewer cells than the header, in a line each or, where all are like that, in one.
  fileprivate mutating func tell(_ short: [(line: Int, cells: Int)], of count: Int) {
    let most = 20
    for (line, cells) in short.prefix(short.count > most ? 0 : most) {
      note(
        "the row has \(cells) cells, but the header \(count.grouped); what it does not say stays as it is", line: line)
    }
    if short.count > most {
      notes.append(
        "\(short.count.grouped) rows of \(file) have fewer cells than the header; what they do not say stays as it is")
    }
  }

  /// Says which encoding was found, if it is not the usual one.
  mutating func tell(_ text: TextDecoding) {
    measureDates(text.bytes)
    let place = text.oddLine.map { ", of which the first is on line \($0)" } ?? ""
    if let encoding = text.encoding { notes.append("\(file) is read as \(encoding.rawValue)\(place)") }
    if text.replaced > 0 {
      notes.append(
        "\(text.replaced) \(text.replaced == 1 ? "character" : "characters") of \(file) could not be decoded")
    }
  }
}
