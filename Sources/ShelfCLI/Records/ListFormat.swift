import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText

/// The forms in which records can be printed.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
  case table, tsv, csv, json, jsonl, yaml, ids
}

/// Prints a list of records in one of the machine formats.
struct ListWriter {
  let library: Library
  let columns: [Column]
  /// True where the columns were asked for, so that JSON holds just these.
  let hasChosenColumns: Bool

  func write(_ records: [Record], as format: ListFormat, to stream: Output, forTerminal isTerminal: Bool) {
    switch format {
    case .table, .tsv: writeTSV(records, to: stream)
    case .csv: writeCSV(records, to: stream, forTerminal: isTerminal)
    case .json, .jsonl: writeJSON(records, isLines: format == .jsonl, to: stream)
    case .yaml: for record in records { stream.write(RecordYAML.text(of: record, forTerminal: isTerminal)) }
    case .ids: for record in records { stream.line(record.id.description) }
    }
  }

  private func writeTSV(_ records: [Record], to stream: Output) {
    let pieces = Parallel.map(records.count, threads: library.threads) { range in
      var tsv = TSVWriter()
      for record in records[range] {
        for column in columns { tsv.field(column.text(of: record, in: library)) }
        tsv.endRow()
      }
      return tsv.take()
    }
    for piece in pieces { stream.write(piece) }
  }

  private func writeCSV(_ records: [Record], to stream: Output, forTerminal isTerminal: Bool) {
    var csv = CSVWriter(forTerminal: isTerminal)
    csv.row(columns.map(\.key))
    for record in records {
      for column in columns { csv.field(column.text(of: record, in: library)) }
      csv.endRow()
    }
    stream.write(csv.take())
  }

  private func writeJSON(_ records: [Record], isLines: Bool, to stream: Output) {
    let writer = RecordJSON(library: library)
    var json = JSONWriter(isLines ? .compact : .pretty)
    if !isLines { json.beginArray() }
    for record in records {
      if hasChosenColumns {
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
}

/// The files themselves, as documents of one YAML stream.
enum RecordYAML {
  /// Returns `---`, the path as a comment, and the file's own text.
  static func text(of record: Record, forTerminal isTerminal: Bool) -> [UInt8] {
    var source = record.source[...]
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { source = source.dropFirst(3) }
    if source.starts(with: Array("---\n".utf8)) { source = source.dropFirst(4) }
    if source.starts(with: Array("---\r\n".utf8)) { source = source.dropFirst(5) }
    var text = Array("---\n# \(VisibleText.line(record.path))\n".utf8)
    if isTerminal {
      text += VisibleText.lines(String(decoding: source, as: UTF8.self)).utf8
    } else {
      text += source
    }
    if text.last != 0x0A { text.append(0x0A) }
    return text
  }
}
