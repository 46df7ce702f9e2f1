import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// The overview of a library as a page: its contents, the reading goal, what is due, the books to read now and next,
/// and hints on what to do next.
package struct OverviewPage {
  private let overview: Overview
  private let library: Library
  private let terminal: Terminal
  private let today: CalendarDate
  private let hints: Hints

  /// Hints on what to do next. Each front end supplies its own wording.
  package struct Hints {
    /// The hint for a library without a goal, or nil to show nothing.
    package var noGoal: String?
    /// The hint for a library without records.
    package var noRecords: String

    package init(noGoal: String? = nil, noRecords: String) { (self.noGoal, self.noRecords) = (noGoal, noRecords) }
  }

  package init(
    _ overview: Overview, of library: Library, terminal: Terminal, today: CalendarDate, hints: Hints
  ) {
    self.overview = overview
    self.library = library
    self.terminal = terminal
    self.today = today
    self.hints = hints
  }

  /// The maximum number of records in a section.
  private static let shown = 10

  package func lines() -> [OverviewLine] {
    var lines = [StyledText(library.manifest.name, .bold)]
    let counts = Kind.allCases.map { kind in kind.counted(library.records.count { $0.kind == kind }) }
    lines += WordWrap.lines(counts.joined(separator: " · "), width: terminal.width).map { StyledText($0, .dim) }
    if library.records.isEmpty { return plain(lines + [StyledText(), StyledText(hints.noRecords)]) }
    var page = plain(lines)
    let goal =
      overview.goal.map { GoalLine($0, terminal: terminal).text } ?? hints.noGoal.map { StyledText($0, .dim) }
    if let goal {
      page += plain([StyledText(), StyledText("Goal for \(today.year)", .bold)])
      page.append(OverviewLine(goal.indented(by: 2), .goal(year: today.year)))
    }
    for (title, due) in [("Overdue", overview.overdue), ("Due soon", overview.due)] {
      page += section(title, due.map(\.record)) { _ in table(due) }
    }
    page += section("Reading", overview.reading, table)
    page += section("Next in series", overview.next, nextTable)
    return page + plain([StyledText()] + columns(("Filters", overview.filters), ("Tags", overview.tags)))
  }

  /// Returns the lines of a section, or no lines if it has no records.
  private func section(_ title: String, _ books: [Record], _ table: ([Record]) -> [StyledText]) -> [OverviewLine] {
    if books.isEmpty { return [] }
    let shown = Array(books.prefix(OverviewPage.shown))
    let more = books.count - shown.count
    return plain([StyledText(), StyledText(title, .bold)])
      + zip(table(shown), shown).map { OverviewLine($0, .record($1.id)) }
      + plain(more > 0 ? [StyledText("  and \(more) more", .dim)] : [])
  }

  private func plain(_ lines: [StyledText]) -> [OverviewLine] { lines.map { OverviewLine($0) } }

  private func table(_ books: [Record]) -> [StyledText] {
    let cells = Cells(library)
    let field = library.schema.field(.progress, of: .book)
    let progress = field.flatMap { field in books.contains { $0.has(field) } ? field : nil }
    var table = Table(
      columns: [
        TableColumn(title: "", minimum: 16, preferred: 32, priority: 5),
        TableColumn(title: "", minimum: 10, preferred: 16, priority: 2),
      ] + (progress == nil ? [] : [TableColumn(title: "", priority: 4, isFlexible: false)]) + [
        TableColumn(title: "", priority: 3, isFlexible: false),
        TableColumn(title: "", priority: 1, dropsBeforeShrinking: true, isFlexible: false),
      ])
    for book in books {
      let pace = ReadingPace(book, library.schema, today: today)
      let since = library.value(.started, of: book).map { "since \($0.text)" } ?? ""
      table.append(
        [.styled(book.title, .bold), .text(library.value(.creator, of: book)?.text ?? "")]
          + (progress.map { [CellStyle().tableCell(cells.cell($0, book))] } ?? [])
          + [
            .styled(pace?.end.map { "finished around \($0)" } ?? since, .dim),
            .styled(pace.map(Wording.speed) ?? "", .dim),
          ])
    }
    return table.lines(width: terminal.fittingWidth.map { $0 - 2 }, depth: terminal.depth).map { $0.indented(by: 2) }
  }

  private func table(_ due: [Overview.Due]) -> [StyledText] {
    let person =
      due.contains { $0.loan != nil } ? [TableColumn(title: "", minimum: 12, preferred: 28, priority: 4)] : []
    return lines(
      [TableColumn(title: "", minimum: 16, preferred: person.isEmpty ? 48 : 32, priority: 5)] + person
        + [TableColumn(title: "", priority: 3, isFlexible: false)],
      due.prefix(OverviewPage.shown).map { entry in
        let days = entry.day.lastDay.daysSince1970 - today.daysSince1970
        let loan = entry.loan.map { ($0.isBorrowed ? "borrowed from " : "lent to ") + $0.person } ?? ""
        let when: TableCell =
          switch days {
          case ..<0: .styled("\(Wording.count(-days, "day")) overdue", .color(.red))
          case 0: .text("due today")
          case 1: .text("due tomorrow")
          default: .text("due in \(Wording.count(days, "day"))")
          }
        return [.styled(entry.record.title, .bold)] + (person.isEmpty ? [] : [.text(loan)]) + [when]
      })
  }

  private func nextTable(_ books: [Record]) -> [StyledText] {
    let series = library.schema.field(.series, of: .book)
    return lines(
      [
        TableColumn(title: "", minimum: 16, preferred: 32, priority: 5),
        TableColumn(title: "", minimum: 10, preferred: 16, priority: 2),
        TableColumn(title: "", minimum: 10, preferred: 24, priority: 3),
      ],
      books.map { book in
        [
          .styled(book.title, .bold), .text(library.value(.creator, of: book)?.text ?? ""),
          .styled(series.flatMap { book.texts(of: $0).first } ?? "", .dim),
        ]
      })
  }

  private func lines(_ columns: [TableColumn], _ rows: [[TableCell]]) -> [StyledText] {
    var table = Table(columns: columns)
    for row in rows { table.append(row) }
    return table.lines(width: terminal.fittingWidth.map { $0 - 2 }, depth: terminal.depth).map { $0.indented(by: 2) }
  }

  /// Returns two lists side by side or, on a narrow terminal, one below the other.
  private func columns(_ left: (title: String, [Overview.Count]), _ right: (title: String, [Overview.Count]))
    -> [StyledText]
  {
    let isWide = terminal.width >= 60
    let room = isWide ? (terminal.width - 2) / 2 : terminal.width
    let (one, other) = (list(left.title, left.1, room), list(right.title, right.1, room))
    if !isWide { return one + (other.isEmpty ? [] : [StyledText()]) + other }
    return (0..<max(one.count, other.count)).map { row in
      var line = row < one.count ? one[row] : StyledText()
      guard row < other.count else { return line }
      line.pad(to: room + 2)
      return line + other[row]
    }
  }

  private func list(_ title: String, _ counts: [Overview.Count], _ width: Int) -> [StyledText] {
    if counts.isEmpty { return [] }
    let digits = counts.map { $0.count.map { Wording.number($0).count } ?? 0 }.max() ?? 0
    let rows = counts.map { count in
      // Align the numbers at their last digit, regardless of the words after them.
      let pad = count.count.map { String(repeating: " ", count: digits - Wording.number($0).count) } ?? ""
      return (name: VisibleText.line(count.name), text: pad + OverviewPage.text(of: count), count: count.count)
    }
    let numbers = rows.map { DisplayWidth.of($0.text) }.max() ?? 0
    let names = min(rows.map { DisplayWidth.of($0.name) }.max() ?? 0, max(6, width - numbers - 4))
    return [StyledText(title, .bold)]
      + rows.map { row in
        let style: TextStyle = row.count == nil ? .color(.red) : row.count == 0 ? .dim : .plain
        return StyledText("  " + DisplayWidth.pad(DisplayWidth.truncate(row.name, to: names), to: names) + "  ")
          + StyledText(row.text, style)
      }
  }

  /// Returns a count with its noun, or “wrong” for a filter with an invalid query.
  package static func text(of count: Overview.Count) -> String {
    guard let number = count.count else { return "wrong" }
    return switch count.counted {
    case .records(let kind): kind?.counted(number) ?? Wording.count(number, "record")
    case .openIssues: "\(Wording.number(number)) open"
    }
  }
}

/// A line of the overview, and what it is about, if anything.
package struct OverviewLine: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    /// A record, such as a book that is being read or an issue that is due.
    case record(RecordID)
    /// The reading goal of a year.
    case goal(year: Int)
  }

  package let text: StyledText
  package let target: Target?

  package init(_ text: StyledText, _ target: Target? = nil) { (self.text, self.target) = (text, target) }
}
