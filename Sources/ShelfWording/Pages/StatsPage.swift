import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText

/// The statistics of a library as a human-readable page.
///
/// Each section has a shape, which determines how it is drawn: figures as a sentence, a time series as a sparkline,
/// categories as bars, and years as a row of blocks. A wide terminal shows the sections in two columns, split so that
/// the longer column is as short as possible.
package struct StatsPage {
  private let statistics: Statistics
  private let name: String?
  private var terminal: Terminal
  private let ratings: RatingLook

  /// - Parameter name: the name of the library, or a description of a part of it, or nil for no heading.
  package init(_ statistics: Statistics, name: String?, terminal: Terminal, ratings: RatingLook = RatingLook()) {
    self.statistics = statistics
    self.name = name
    self.terminal = terminal
    self.ratings = ratings
  }

  /// The maximum number of rows in a ranking.
  private static let maxRows = 10
  /// The maximum width of a bar.
  ///
  /// Wider bars would not show more information.
  private static let maxBarWidth = 24
  /// The minimum width that remains for bars next to the labels.
  private static let minBarRoom = 12
  /// The minimum terminal width for two columns of sections.
  private static let twoColumns = 100
  private static let gap = 4

  package func lines() -> [StyledText] {
    let heading = name.map { [StyledText($0, .bold)] } ?? []
    let first = statistics.sections.prefix { $0.key == "kinds" }
    let rest = statistics.sections.dropFirst(first.count)
    let head = heading + first.flatMap(section)
    guard terminal.width >= StatsPage.twoColumns, rest.count > 1 else {
      return Array(([head] + rest.map(section)).filter { !$0.isEmpty }.joined(separator: [StyledText()]))
    }
    var narrow = self
    narrow.terminal.width = (terminal.width - StatsPage.gap) / 2
    let columns = StatsPage.halves(rest.map(narrow.section).filter { !$0.isEmpty })
    return head + [StyledText()] + StatsPage.beside(columns.0, columns.1, width: narrow.terminal.width)
  }

  /// Splits sections into two columns without reordering them, so that the longer column is as short as possible.
  private static func halves(_ sections: [[StyledText]]) -> ([StyledText], [StyledText]) {
    func joined(_ sections: ArraySlice<[StyledText]>) -> [StyledText] {
      Array(sections.joined(separator: [StyledText()]))
    }
    let all = (0...sections.count).map { (joined(sections[..<$0]), joined(sections[$0...])) }
    return all.min { max($0.0.count, $0.1.count) < max($1.0.count, $1.1.count) } ?? ([], [])
  }

  private static func beside(_ left: [StyledText], _ right: [StyledText], width: Int) -> [StyledText] {
    (0..<max(left.count, right.count)).map { row in
      var line = row < left.count ? left[row] : StyledText()
      guard row < right.count, right[row].width > 0 else { return line }
      line.pad(to: width + gap)
      return line + right[row]
    }
  }

  private func section(_ section: Statistics.Section) -> [StyledText] {
    switch section.shape {
    case .figures: figures(section)
    case .series: series(section)
    case .bars where section.key == "years" && section.rows.count > 1: years(section)
    case .bars: bars(section)
    case .goal: [StyledText(section.title, .bold)] + section.rows.map(goal)
    }
  }

  /// Returns the years side by side. Each has a block, the number of books and, if there are any, the numbers of pages,
  /// hours and rereads.
  ///
  /// If not all years fit, only the latest ones are shown, and a line sums up the books of the others.
  private func years(_ section: Statistics.Section) -> [StyledText] {
    func numbers(_ name: Statistics.Name) -> [String] {
      section.rows.map { row in row[name].flatMap { $0 > 0 ? Wording.number($0) : nil } ?? "" }
    }
    let pages = numbers(.pages)
    let labels = [
      "pages": pages, "reread": numbers(.rereads), "hours": numbers(.hours), "no pages": numbers(.unknown),
    ]
    .filter { !$0.value.allSatisfy(\.isEmpty) }
    let margin = labels.isEmpty ? 2 : 10
    let cell = max(6, (pages.map { DisplayWidth.of($0) }.max() ?? 0) + 2)
    let room = max(1, (terminal.width - margin) / cell)
    let first = max(0, section.rows.count - room)
    let rows = section.rows[first...]
    let maximum = rows.map(\.count).max() ?? 0
    func line(_ label: String, _ texts: [String], _ style: TextStyle = .plain) -> StyledText {
      var line = StyledText("  " + DisplayWidth.pad(label, to: margin - 2), .dim)
      for text in texts { line.append(DisplayWidth.pad(text, to: cell, alignment: .right), style) }
      return line
    }
    let blocks = rows.map { row in
      row.count == 0
        ? "" : Bar.sparkline([row.count, maximum]).prefix(1).map { String(repeating: $0, count: 4) }.joined()
    }
    var lines = [
      StyledText(section.title, .bold), line("", blocks, .color(.cyan)),
      line("", rows.map { Wording.number($0.count) }),
    ]
    for (label, texts) in labels.sorted(by: { $0.key < $1.key }) {
      lines.append(line(label, Array(texts[first...]), .dim))
    }
    lines.append(line("", rows.map(\.label), .dim))
    let before = section.rows[..<first].reduce(0) { $0 + $1.count }
    if before > 0 {
      lines.append(StyledText("  and \(Wording.count(before, "book")) in \(Wording.count(first, "year")) before", .dim))
      lines.append(StyledText("  `shelf stats --by completed` shows all years", .dim))
    }
    return lines
  }

  private func figures(_ section: Statistics.Section) -> [StyledText] {
    let words =
      section.key == "kinds"
      ? section.rows.flatMap(StatsPage.counts)
      : section.rows.map { row in
        StatsPage.label(row, of: section)
      }
    let lines = WordWrap.lines(words.joined(separator: " · "), width: max(16, terminal.width - 2))
    return section.key == "kinds"
      ? lines.map { StyledText($0) } : [StyledText(section.title, .bold)] + lines.map { StyledText("  " + $0) }
  }

  /// Returns the number of records of a kind. Books that are wanted or gone are counted separately; lent books are
  /// among the others.
  private static func counts(_ row: Statistics.Row) -> [String] {
    guard let kind = Kind.allCases.first(where: { $0.plural == row.label }) else { return [] }
    let (wanted, gone, copies) = (row[.wanted] ?? 0, row[.gone] ?? 0, row[.copies] ?? 0)
    let here = row.count - wanted - gone
    let lent = row[.lent] ?? 0
    return [kind.counted(here) + (copies > here ? " in \(Wording.number(copies)) copies" : "")]
      + (lent == 0 ? [] : ["\(Wording.number(lent)) lent"])
      + (wanted == 0 ? [] : ["\(Wording.number(wanted)) wanted"])
      + (gone == 0 ? [] : ["\(Wording.number(gone)) no longer owned"])
  }

  /// Returns a number of the section with its meaning.
  ///
  /// The pace is the mean duration of whole readings, which can overlap, so it is not the time from one book to the
  /// next. Only days in the reading log count as reading days.
  private static func label(_ row: Statistics.Row, of section: Statistics.Section) -> String {
    let number = Wording.number(row.count)
    switch (section.key, row.label) {
    case ("pace", "daysPerBook"): return "a book takes \(Wording.count(row.count, "day")) from start to finish"
    case ("pace", "pagesPerDay"): return "\(Wording.count(row.count, "page")) a day over that time"
    case ("readingDays", "days"): return "\(Wording.count(row.count, "day")) logged"
    case ("readingDays", "pagesPerDay"): return "\(Wording.count(row.count, "page")) on such a day"
    case ("pages", "unknown"): return "\(Wording.count(row.count, "book")) without pages"
    case (_, "longestStreak"): return "\(Wording.count(row.count, "day")) in the longest streak"
    case (_, "currentStreak"): return "\(Wording.count(row.count, "day")) in the current streak"
    default: return "\(number) \(Wording.label(row.label))"
    }
  }

  private func series(_ section: Statistics.Section) -> [StyledText] {
    let first = section.rows.first?.label ?? ""
    let last = section.rows.last?.label ?? ""
    let sum =
      section.key == "openIssues"
      ? "\(section.rows.last?.count ?? 0) now"
      : "\(Wording.number(section.rows.reduce(0) { $0 + $1.count })) in all"
    let line = StyledText(Bar.sparkline(section.rows.map(\.count)), .color(.cyan))
    let rows =
      terminal.width >= 48
      ? [StyledText(first + " ", .dim) + line + StyledText(" " + last, .dim) + StyledText("  " + sum)]
      : [line, StyledText("\(first) to \(last)", .dim), StyledText(sum)]
    return WordWrap.lines(section.title, width: terminal.width).map { StyledText($0, .bold) }
      + rows.map { $0.indented(by: 2) }
  }

  private func bars(_ section: Statistics.Section) -> [StyledText] {
    let isRanking = section.labels == nil && ["genres", "authors", "quotes", "rereads"].contains(section.key)
    // A lent book is not on the shelf. A lent book that the user has read is counted as completed.
    let used = section.rows.flatMap { row in
      let lent = row[.lent] ?? 0
      return [Statistics.Row(label: row.label, count: row.count - lent, more: row.more, color: row.color)]
        + (lent == 0 ? [] : [Statistics.Row(label: "lent, unread", count: lent)])
    }.filter { $0.count > 0 }
    let rows = isRanking ? Array(used.prefix(StatsPage.maxRows)) : used
    if rows.isEmpty { return [] }
    // Bars of equal length would show no information.
    let isAlike = rows.count > 1 && rows.allSatisfy { $0.count == rows[0].count }
    let labels = section.labels?.map { VisibleText.line($0) } ?? rows.map { label($0.label, section.key) }
    let numberWidth = rows.map { String($0.count).utf8.count }.max() ?? 1
    let remarks = rows.map(remark)
    let remarkWidth = remarks.map { $0.isEmpty ? 0 : DisplayWidth.of($0) + 2 }.max() ?? 0
    let room = terminal.width - numberWidth - remarkWidth - 6
    let labelWidth = min(
      labels.map { DisplayWidth.of($0) }.max() ?? 0,
      max(8, terminal.width / 3, room - (isAlike ? 0 : StatsPage.minBarRoom)))
    let barWidth = max(4, min(StatsPage.maxBarWidth, room - labelWidth))
    let maximum = rows.map(\.count).max() ?? 0
    var lines = [StyledText(section.title, .bold)]
    for (index, (row, label)) in zip(rows, labels).enumerated() {
      let text = DisplayWidth.pad(DisplayWidth.truncate(label, to: labelWidth), to: labelWidth)
      let number = DisplayWidth.pad(String(row.count), to: numberWidth, alignment: .right)
      let bar = isAlike ? "" : Bar.text(row.count, of: maximum, width: barWidth)
      let color = row.color.map { TextStyle(foreground: .rgb($0.asDot)) } ?? .color(.cyan)
      var line = StyledText("  \(text)  \(number)")
      if !bar.isEmpty { line += StyledText("  ") + StyledText(bar, color) }
      if !remarks[index].isEmpty {
        let gap = max(0, barWidth - DisplayWidth.of(bar)) + 2
        line.append(String(repeating: " ", count: bar.isEmpty ? gap + 2 : gap))
        line.append(remarks[index], .dim)
      }
      lines.append(line)
    }
    if rows.count < used.count {
      lines.append(StyledText("  and \(Wording.number(used.count - rows.count)) more", .dim))
    }
    return lines
  }

  /// Returns the remark after a bar.
  private func remark(_ row: Statistics.Row) -> String {
    let pages = row[.pages].flatMap { $0 > 0 ? Wording.count($0, "page") : nil }
    let hours = row[.hours].flatMap { $0 > 0 ? Wording.count($0, "hour") : nil }
    let rereads = row[.rereads].flatMap { $0 > 0 ? Wording.count($0, "reread") : nil }
    let unknown = row[.unknown].flatMap { $0 > 0 ? "\(Wording.number($0)) without pages" : nil }
    return [pages, unknown, hours, rereads].compactMap { $0 }.joined(separator: ", ")
  }

  private func goal(_ row: Statistics.Row) -> StyledText {
    StyledText("  " + row.label + "  ") + GoalLine(row, terminal: terminal).text
  }

  private func label(_ label: String, _ key: String) -> String {
    switch key {
    case "status": Wording.label(label)
    case "ratings": Rating(label).map { ratings.text(quarters: $0.quarters) } ?? label
    default: VisibleText.line(label.isEmpty ? "no title" : label)
    }
  }
}
