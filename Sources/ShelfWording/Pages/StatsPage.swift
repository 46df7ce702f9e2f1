import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText

/// Numbers as a page for a person, with bars that fit the terminal.
package struct StatsPage {
  private let statistics: Statistics
  private let name: String?
  private let terminal: Terminal
  private let ratings: RatingLook

  /// - Parameter name: the library's name; nil if the numbers are about a part of it.
  package init(_ statistics: Statistics, name: String?, terminal: Terminal, ratings: RatingLook = RatingLook()) {
    self.statistics = statistics
    self.name = name
    self.terminal = terminal
    self.ratings = ratings
  }

  /// How many names a section shows.
  private static let shown = 10
  /// Bars wider than this say no more.
  private static let widest = 32

  package func lines() -> [StyledText] {
    let heading = name.map { [StyledText($0, .bold)] } ?? []
    return heading + Array(statistics.sections.map(section).joined(separator: [StyledText()]))
  }

  private func section(_ section: Statistics.Section) -> [StyledText] {
    switch section.shape {
    case .figures: figures(section)
    case .series: series(section)
    case .bars: bars(section)
    case .goal: [StyledText(section.title, .bold)] + section.rows.map(goal)
    }
  }

  private func figures(_ section: Statistics.Section) -> [StyledText] {
    let words =
      section.key == "kinds"
      ? section.rows.map { row in
        Kind.allCases.first { $0.plural == row.label }?.counted(row.count) ?? ""
      }
      : section.rows.map { row in
        // The mean of readings, several of which may go on at a time.
        let labels = [
          "daysPerBook": "days from start to finish", "longestStreak": "in a row at most",
          "currentStreak": "in a row now", "pagesPerDay": "pages a day",
        ]
        let label = labels[row.label] ?? Wording.words(row.label)
        return "\(Wording.number(row.count)) \(label)"
      }
    let lines = WordWrap.lines(words.joined(separator: " · "), width: max(16, terminal.width - 2))
    return section.key == "kinds"
      ? lines.map { StyledText($0) } : [StyledText(section.title, .bold)] + lines.map { StyledText("  " + $0) }
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
    let isRanking = ["genres", "authors", "quotes", "rereads"].contains(section.key)
    let rows = isRanking ? Array(section.rows.prefix(StatsPage.shown)) : section.rows
    let labels = rows.map { label($0.label, section.key) }
    let labelWidth = min(labels.map { DisplayWidth.of($0) }.max() ?? 0, max(8, terminal.width / 3))
    let numberWidth = rows.map { String($0.count).utf8.count }.max() ?? 1
    let remarks = rows.map(remark)
    let remarkWidth = remarks.map { $0.isEmpty ? 0 : DisplayWidth.of($0) + 2 }.max() ?? 0
    let barWidth = max(4, min(StatsPage.widest, terminal.width - labelWidth - numberWidth - remarkWidth - 6))
    let most = rows.map(\.count).max() ?? 0
    var lines = [StyledText(section.title, .bold)]
    for (index, (row, label)) in zip(rows, labels).enumerated() {
      let text = DisplayWidth.pad(DisplayWidth.truncate(label, to: labelWidth), to: labelWidth)
      let number = DisplayWidth.pad(String(row.count), to: numberWidth, alignment: .right)
      let bar = Bar.text(row.count, of: most, width: barWidth)
      let color = row.color.map { TextStyle(foreground: .rgb($0.asMark)) } ?? .color(.cyan)
      var line = StyledText("  \(text)  \(number)")
      if !bar.isEmpty { line += StyledText("  ") + StyledText(bar, color) }
      if !remarks[index].isEmpty {
        let gap = max(0, barWidth - DisplayWidth.of(bar)) + 2
        line.append(String(repeating: " ", count: bar.isEmpty ? gap + 2 : gap))
        line.append(remarks[index], .dim)
      }
      lines.append(line)
    }
    if rows.count < section.rows.count {
      lines.append(StyledText("  and \(section.rows.count - rows.count) more", .dim))
    }
    return lines
  }

  /// Returns what is said beside a bar.
  private func remark(_ row: Statistics.Row) -> String {
    let pages = row[.pages].flatMap { $0 > 0 ? Wording.count($0, "page") : nil }
    let rereads = row[.rereads].flatMap { $0 > 0 ? Wording.count($0, "reread") : nil }
    return [pages, rereads].compactMap { $0 }.joined(separator: ", ")
  }

  private func goal(_ row: Statistics.Row) -> StyledText {
    StyledText("  " + row.label + "  ") + GoalLine(row, terminal: terminal).text
  }

  private func label(_ label: String, _ key: String) -> String {
    switch key {
    case "status": Wording.words(label)
    case "ratings": Rating(label).map { ratings.text(quarters: $0.quarters) } ?? label
    default: VisibleText.line(label.isEmpty ? "no title" : label)
    }
  }
}
