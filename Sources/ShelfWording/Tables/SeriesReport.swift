import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

extension Report where Row == Series {
  /// Returns the report of `series` without a name: all series.
  package static func allSeries(_ table: SeriesTable) -> Report {
    var report = Report(
      "a list of series", rows: table.all,
      columns: [
        ReportColumn(
          "name", TableColumn(title: "Series", minimum: 16, preferred: 28, priority: 10), { .text($0.name) },
          look: { .styled($0.name, .bold) }),
        ReportColumn(
          "here", TableColumn(title: "Here", alignment: .right, priority: 9, isFlexible: false),
          { .number($0.ownedCount) }, look: { .text(Wording.number($0.ownedCount)) }),
        ReportColumn(
          "read", TableColumn(title: "Read", alignment: .right, priority: 9, isFlexible: false),
          { .number($0.read) },
          look: { $0.read == 0 ? .styled("0", .dim) : .text(Wording.number($0.read)) }),
        ReportColumn(
          "wanted", TableColumn(title: "Wanted", alignment: .right, priority: 6, isFlexible: false),
          { .number($0.wanted) }, look: { $0.wanted == 0 ? .empty : .text(Wording.number($0.wanted)) }),
        ReportColumn(
          "next", TableColumn(title: "Next", minimum: 14, preferred: 32, priority: 8), { .text(next($0)) },
          look: { series in series.current.map { .styled("reading " + named($0), .dim) } ?? .text(next(series)) },
          writeJSON: { series, json in
            guard let next = series.next else { return json.null() }
            json.object { json in
              json.member("id", next.id.description)
              json.member("name", next.title)
            }
          }),
        ReportColumn("nextID", TableColumn(title: "Next ID")) { $0.next.map { .id($0.id) } ?? .nothing(nil) },
        ReportColumn("nextTitle", TableColumn(title: "Next title")) {
          $0.next.map { .text($0.title) } ?? .nothing(nil)
        },
        ReportColumn(
          "gaps", TableColumn(title: "Missing", minimum: 8, preferred: 16, priority: 7), { .text(missing($0)) },
          look: { .styled(missing($0), .dim) },
          writeJSON: { series, json in
            json.array { json in
              for gap in series.gaps {
                json.object { json in
                  json.member("first", gap.lowerBound)
                  json.member("last", gap.upperBound)
                }
              }
            }
          }),
      ])
    report.tableKeys = ["name", "here", "read", "wanted", "next", "gaps"]
    report.dataKeys = ["name", "here", "read", "wanted", "nextID", "nextTitle", "gaps"]
    report.jsonKeys = report.tableKeys
    report.whenEmpty = "No book is in a series yet. Put one in a series: shelf book set TITLE \"series=Discworld 12\""
    report.summary = { Wording.number($0.count) + " series" }
    return report
  }

  private static func missing(_ series: Series) -> String { series.gaps.map(Series.text).joined(separator: ", ") }

  private static func next(_ series: Series) -> String {
    series.entries.first { $0.record.path == series.next?.path }.map(named) ?? ""
  }

  private static func named(_ entry: Series.Entry) -> String {
    (entry.position.map { "\($0) " } ?? "") + entry.record.title
  }
}

/// A book of a series, and the gaps in the numbering directly before it.
package struct SeriesRow {
  let entry: Series.Entry
  let gaps: [ClosedRange<Int>]

  var record: Record { entry.record }

  fileprivate static func all(_ series: Series) -> [SeriesRow] {
    var gaps = series.gaps[...]
    return series.entries.map { entry in
      let before = gaps.prefix { gap in
        entry.position.map { gap.lowerBound * SeriesPosition.unit < $0.first } ?? true
      }
      gaps = gaps.dropFirst(before.count)
      return SeriesRow(entry: entry, gaps: Array(before))
    }
  }
}

extension Report where Row == SeriesRow {
  /// Returns the report of `series` with a name: the books of one series.
  package static func series(_ series: Series, in table: SeriesTable, _ layout: ListLayout) -> Report {
    let (library, next) = (layout.library, series.next)
    let style = layout.style
    func look(_ role: FieldRoles, _ record: Record) -> TableCell {
      let hasValue = library.value(role, of: record) != nil || role == .state
      return hasValue ? style.tableCell(library.cell(role, record)) : .empty
    }
    var report = Report(
      "a series", rows: SeriesRow.all(series),
      columns: [
        ReportColumn("place", TableColumn(title: "Place", alignment: .right, priority: 9, isFlexible: false)) {
          $0.entry.position.map { .position($0) } ?? .nothing(nil)
        },
        .title { $0.record },
        ReportColumn(
          "author", TableColumn(title: "Author", minimum: 10, preferred: 20, priority: 5),
          { library.cell(.creator, $0.record) }, look: { look(.creator, $0.record) }),
        ReportColumn(
          "status", TableColumn(title: "Status", priority: 8, isFlexible: false),
          { library.cell(.state, $0.record) },
          look: { next?.path == $0.record.path ? .styled("next", .color(.green)) : look(.state, $0.record) }),
        ReportColumn(
          "rating", TableColumn(title: "Rating", priority: 7, isFlexible: false),
          { library.cell(.rating, $0.record) }, look: { look(.rating, $0.record) }),
        .id(priority: 4) { $0.record },
      ], books: (layout, { $0.record }))
    report.dataKeys = ["id", "place", "title", "author", "status", "rating"]
    report.heading = series.name
    report.summary = { _ in Wording.summary(series) }
    report.linesAbove = { row in
      row.gaps.map { gap in
        ["place": .styled(Series.text(of: gap), .dim), "title": .styled(Wording.missing(gap), .dim)]
      }
    }
    let writer = RecordJSON(library: library)
    report.writeRow = { row, json in writer.write(row.record, withRelations: false, to: &json) }
    let all = Report<Series>.allSeries(table)
    report.writeMembers = { json in all.writeMembers(of: series, &json) }
    return report
  }
}

extension Wording {
  /// Returns the remark about positions in a series that no book has.
  package static func missing(_ gap: ClosedRange<Int>) -> String { gap.count == 1 ? "is missing" : "are missing" }

  /// Returns the counts for a series: `12 books in the library, 8 read, 1 wanted; 3 and 5–7 are missing; 1 has no
  /// place`.
  package static func summary(_ series: Series) -> String {
    var parts = ["\(count(series.ownedCount, "book")) in the library", "\(number(series.read)) read"]
    if series.wanted > 0 { parts.append("\(number(series.wanted)) wanted") }
    var remarks = [parts.joined(separator: ", ")]
    let gaps = series.gaps
    let isOne = gaps.count == 1 && gaps[0].count == 1
    if !gaps.isEmpty { remarks.append("\(list(gaps.map(Series.text))) \(isOne ? "is" : "are") missing") }
    // A series without any numbers has no places.
    let unplaced = series.entries.count { $0.position == nil }
    if unplaced > 0, unplaced < series.entries.count {
      remarks.append("\(number(unplaced)) \(unplaced == 1 ? "has" : "have") no place")
    }
    return remarks.joined(separator: "; ")
  }
}
