import ShelfFormats
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText

/// A list of records in output formats for programs: TSV, CSV, JSON, YAML and ids.
package struct RecordList {
  package let library: Library
  package let records: [Record]
  package let columns: [Column]
  /// Whether the user chose the columns. If so, JSON contains only these.
  package var hasChosenColumns = false
  /// The fields that JSON contains. If nil, JSON contains the columns that the user chose or, without such a choice,
  /// all fields.
  package var fields: JSONFields?
  /// The marked records, or nil for a list without marks.
  package var markedIDs: Set<RecordID>?

  package init(_ records: [Record], in library: Library, columns: [Column] = []) {
    self.records = records
    self.library = library
    self.columns = columns
  }

  /// Writes tab-separated values without a heading.
  package func writeTSV(to stream: Output) {
    let (records, texts, mark) = (records, self.texts, self.mark)
    let pieces = Parallel.map(records.count, threads: library.threads) { range in
      var tsv = TSVWriter()
      var text: [UInt8] = []
      for record in records[range] {
        if let mark = mark(record) { tsv.field(mark) }
        for column in texts {
          text.removeAll(keepingCapacity: true)
          column.append(record, to: &text)
          text.withUnsafeBufferPointer { tsv.field(utf8: $0) }
        }
        tsv.endRow()
      }
      return tsv.take()
    }
    for piece in pieces { stream.write(piece) }
  }

  /// Writes comma-separated values with a heading. The currency of an amount has a column of its own, because a
  /// spreadsheet adds up only numbers.
  package func writeCSV(to stream: Output, _ writer: CSVWriter = CSVWriter()) {
    // A column with the currency's name may be a field of its own; then amounts are written with their currencies.
    let columns = columns.map { (key: $0.key, money: isTaken($0.key + ShelfColumn.currencySuffix) ? nil : $0.money) }
    let texts = Array(zip(self.texts, columns.map(\.money)))
    var csv = writer
    let names = columns.flatMap { column -> [String] in
      let isTaken = markedIDs != nil && column.key == RecordList.markKey
      let name = isTaken ? ShelfColumn.fieldPrefix + column.key : column.key
      return [name] + (column.money == nil ? [] : [name + ShelfColumn.currencySuffix])
    }
    csv.row((markedIDs == nil ? [] : [RecordList.markKey]) + names)
    var text: [UInt8] = []
    for record in records {
      if let mark = mark(record) { csv.field(mark) }
      for (column, money) in texts {
        if let money, case .money(let amount)? = record.value(of: money) {
          csv.field(amount.withoutCurrency.description)
          csv.field(amount.currency ?? "")
          continue
        }
        text.removeAll(keepingCapacity: true)
        column.append(record, to: &text)
        text.withUnsafeBufferPointer { csv.field(utf8: $0) }
        if money != nil { csv.field("") }
      }
      csv.endRow()
    }
    stream.write(csv.take())
  }

  private func isTaken(_ key: String) -> Bool {
    columns.contains { $0.key == key } || Kind.allCases.contains { library.schema.field(key, of: $0) != nil }
  }

  /// Writes a JSON array, or one object per line.
  package func writeJSON(isLines: Bool, to stream: Output) {
    var writer = RecordJSON(library: library)
    writer.marks = markedIDs.map { (RecordList.markKey, $0) }
    var json = JSONWriter(isLines ? .compact : .pretty)
    if !isLines { json.beginArray() }
    for record in records {
      if let fields {
        fields.write(record, withRelations: false, writer, to: &json)
      } else if hasChosenColumns {
        writer.write(record, columns, to: &json)
      } else {
        writer.write(record, withRelations: false, to: &json)
      }
      if isLines { json.endLine() }
      stream.write(json.take())
    }
    if !isLines {
      json.endArray()
      json.endLine()
    }
    stream.write(json.take())
  }

  /// Writes the files of the records as documents of a single YAML stream.
  package func writeYAML(to stream: Output) {
    for record in records { stream.write(RecordYAML.text(of: record, mark: mark(record))) }
  }

  package func writeIDs(to stream: Output) { for record in records { stream.line(record.id.description) } }

  /// The name of the column or JSON member that contains marks.
  private static let markKey = "marked"

  /// A function that returns the mark of a record as text, or nil for a list without marks.
  private var mark: @Sendable (Record) -> String? {
    let ids = markedIDs
    return { record in ids.map { CellStyle.mark($0.contains(record.id)) } }
  }

  /// The writers that append the values of the columns as text, one writer per column.
  private var texts: [CellText] {
    let cells = Cells(library)
    return columns.map { CellText($0.attribute, cells) }
  }
}

extension Column {
  /// The field of the column if it contains amounts of money, or nil.
  fileprivate var money: Field? {
    if case .field(let field) = attribute, field.type == .money { field } else { nil }
  }
}
