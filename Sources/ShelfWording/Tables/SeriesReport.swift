import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// What `series` prints: all series, or the books of one.
package struct SeriesReport: TableReport {
  private let table: SeriesTable
  /// The one whose books are shown; nil for all series.
  private let series: Series?
  private let library: Library
  private let ratings: RatingLook

  package init(_ table: SeriesTable, _ series: Series?, in library: Library, ratings: RatingLook) {
    self.table = table
    self.series = series
    self.library = library
    self.ratings = ratings
  }

  package var emptyText: String? {
    series == nil && table.all.isEmpty
      ? "No book is in a series yet. Say it of one: shelf book set TITLE \"series=Discworld 12\"" : nil
  }

  // MARK: - For people

  package func table(_ terminal: Terminal) -> [UInt8] {
    guard let series else { return overview(terminal) }
    var rows = Table(columns: [
      TableColumn(title: "Place", alignment: .right, priority: 9, isFlexible: false),
      TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 10),
      TableColumn(title: "Author", minimum: 10, preferred: 20, priority: 5),
      TableColumn(title: "Status", priority: 8, isFlexible: false),
      TableColumn(title: "Rating", priority: 7, isFlexible: false),
      TableColumn(title: "ID", minimum: 8, priority: 4, givesWay: true, isFlexible: false),
    ])
    let (cells, style, next) = (Cells(library), CellStyle(ratings: ratings), series.next)
    var gaps = series.gaps[...]
    for entry in series.entries {
      while let gap = gaps.first, entry.position.map({ gap.lowerBound * SeriesPosition.unit < $0.first }) ?? true {
        rows.append([.styled(Series.text(of: gap), .dim), .styled(Wording.missing(gap), .dim)])
        gaps.removeFirst()
      }
      let record = entry.record
      func cell(_ role: FieldRoles) -> TableCell {
        guard let field = library.schema.field(role, of: record.kind), record.has(field) || role == .state else {
          return .empty
        }
        return style.tableCell(cells.cell(field, record))
      }
      let isNext = next?.path == record.path
      rows.append([
        .text(entry.position?.description ?? ""), .styled(record.title.isEmpty ? "no title" : record.title, .bold),
        cell(.maker), isNext ? .styled("next", .color(.green)) : cell(.state), cell(.rating),
        .styled(record.id.short, .dim),
      ])
    }
    var bytes = Array((TextStyle.bold.apply(to: VisibleText.line(series.name), depth: terminal.depth) + "\n\n").utf8)
    rows.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    let lines = WordWrap.lines(Wording.summary(series), width: max(16, terminal.width))
    bytes += ("\n" + lines.map { TextStyle.dim.apply(to: $0, depth: terminal.depth) + "\n" }.joined()).utf8
    return bytes
  }

  private func overview(_ terminal: Terminal) -> [UInt8] {
    var rows = Table(columns: [
      TableColumn(title: "Series", minimum: 16, preferred: 28, priority: 10),
      TableColumn(title: "Here", alignment: .right, priority: 9, isFlexible: false),
      TableColumn(title: "Read", alignment: .right, priority: 9, isFlexible: false),
      TableColumn(title: "Wanted", alignment: .right, priority: 6, isFlexible: false),
      TableColumn(title: "Next", minimum: 14, preferred: 32, priority: 8),
      TableColumn(title: "Missing", minimum: 8, preferred: 16, priority: 7),
    ])
    for series in table.all {
      rows.append([
        .styled(series.name, .bold), .text(Wording.number(series.here)),
        series.read == 0 ? .styled("0", .dim) : .text(Wording.number(series.read)),
        series.wanted == 0 ? .empty : .text(Wording.number(series.wanted)), next(series),
        .styled(series.gaps.map(Series.text).joined(separator: ", "), .dim),
      ])
    }
    var bytes: [UInt8] = []
    rows.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    let count = Wording.number(table.all.count) + " series"
    bytes += ("\n" + TextStyle.dim.apply(to: count, depth: terminal.depth) + "\n").utf8
    return bytes
  }

  private func next(_ series: Series) -> TableCell {
    if let entry = series.current { return .styled("reading " + named(entry), .dim) }
    return series.next.flatMap { next in series.entries.first { $0.record.path == next.path } }
      .map { .text(named($0)) } ?? .empty
  }

  private func named(_ entry: Series.Entry) -> String {
    (entry.position.map { "\($0) " } ?? "") + entry.record.title
  }

  // MARK: - For programs

  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    if let series {
      let cells = Cells(library)
      for entry in series.entries {
        func text(_ role: FieldRoles) -> String {
          library.schema.field(role, of: entry.record.kind).map { cells.cell($0, entry.record).separated } ?? ""
        }
        tsv.row([
          entry.record.id.description, entry.position.map { Cell.position($0).separated } ?? "", entry.record.title,
          text(.maker), text(.state), text(.rating),
        ])
      }
    } else {
      for series in table.all {
        tsv.row([
          series.name, "\(series.here)", "\(series.read)", "\(series.wanted)", series.next?.id.description ?? "",
          series.next?.title ?? "", series.gaps.map(Series.text).joined(separator: ", "),
        ])
      }
    }
    return tsv.take()
  }

  package func json(isLines: Bool) -> [UInt8] {
    var json = JSONWriter(isLines ? .compact : .pretty)
    if let series {
      write(series, withBooks: true, &json)
      json.endLine()
    } else if isLines {
      for series in table.all {
        write(series, withBooks: false, &json)
        json.endLine()
      }
    } else {
      json.array { json in for series in table.all { write(series, withBooks: false, &json) } }
      json.endLine()
    }
    return json.take()
  }

  private func write(_ series: Series, withBooks: Bool, _ json: inout JSONWriter) {
    let writer = RecordJSON(library: library)
    json.object { json in
      json.member("name", series.name)
      json.member("here", series.here)
      json.member("read", series.read)
      json.member("wanted", series.wanted)
      json.key("next")
      if let next = series.next {
        json.object { json in
          json.member("id", next.id.description)
          json.member("name", next.title)
        }
      } else {
        json.null()
      }
      json.key("gaps")
      json.array { json in
        for gap in series.gaps {
          json.object { json in
            json.member("first", gap.lowerBound)
            json.member("last", gap.upperBound)
          }
        }
      }
      guard withBooks else { return }
      json.key("books")
      json.array { json in
        for entry in series.entries { writer.write(entry.record, withRelations: false, to: &json) }
      }
    }
  }
}

extension Wording {
  /// Returns what is said of places that no book has: `not here`.
  package static func missing(_ gap: ClosedRange<Int>) -> String { gap.count == 1 ? "is not here" : "are not here" }

  /// Returns a series in numbers: `12 books here, 8 read, 1 wanted; 3 and 5–7 are not here`.
  package static func summary(_ series: Series) -> String {
    var parts = ["\(count(series.here, "book")) here", "\(number(series.read)) read"]
    if series.wanted > 0 { parts.append("\(number(series.wanted)) wanted") }
    let gaps = series.gaps
    if gaps.isEmpty { return parts.joined(separator: ", ") }
    let isOne = gaps.count == 1 && gaps[0].count == 1
    return parts.joined(separator: ", ") + "; \(list(gaps.map(Series.text))) \(isOne ? "is" : "are") not here"
  }
}
