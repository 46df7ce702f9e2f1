import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The fields on a record's page: a column of labels, and the values next to it.
///
/// The column is as wide as the labels of this record need. On a narrow page, a label gets a separate line if it does
/// not fit into the column, or if a word of its value would not fit next to the column. The column gets the width that
/// needs the fewest such lines.
extension PageLines {
  /// A field with its label.
  private struct Row {
    let key: String
    let label: String
    /// Returns the lines of the value at a given width.
    let content: (Int) -> [StyledText]
    /// The width of the longest part of the value that must stay on one line, such as a date or a name.
    let whole: Int

    /// Returns whether label and value fit next to each other if the labels have this width.
    func fits(_ labels: Int, in width: Int) -> Bool {
      DisplayWidth.of(label) <= labels && whole <= width - labels - PageLines.gap
    }
  }

  /// The number of spaces between the labels and the values.
  private static let gap = 2
  /// The indentation of a value below its label.
  private static let indent = 2
  /// A width that is enough for every value.
  private static let unlimited = 1000

  /// Returns the width that shows the fields without wrapping.
  func naturalWidth() -> Int {
    let rows = fieldRows().shown
    let labels = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    let values = rows.flatMap { $0.content(PageLines.unlimited) }.map(\.width).max() ?? 0
    return labels + PageLines.gap + values
  }

  mutating func fields() {
    var (rows, missing) = fieldRows()
    missing += library.schema.fields(of: record.kind).filter { isText($0) && text(of: $0).isEmpty }
    let unset = showsAll ? unsetRows(missing) : []
    let editions = cells.editions(of: record)
    let named = editions.isEmpty ? [] : [DisplayWidth.of(PageLines.editions)]
    let labels = labelWidth(rows + unset, named)
    let series = library.schema.field(.series, of: record.kind)?.key
    let log = library.schema.field(.log, of: record.kind)?.key
    let last = rows.last.flatMap { $0.key == log ? rows.removeLast() : nil }
    for row in rows {
      show(row, labels)
      if row.key == series { neighbors(labels) }
    }
    for (number, edition) in editions.enumerated() {
      let line = PageLines.label(number == 0 ? PageLines.editions : "", labels)
      add((line + StyledText(VisibleText.line(Wording.edition(edition)))).truncated(to: width), .record(edition.id))
    }
    if let last { show(last, labels) }
    for (key, texts) in record.unknownFields {
      wrap("\(key)  \(texts.joined(separator: ", "))  (unknown field)", .dim)
    }
    if missing.isEmpty { return }
    // The unset fields replace the “more fields” line.
    for row in unset { show(row, labels) }
    if !showsAll { add(StyledText("more fields …", .dim), .more) }
  }

  private static let editions = "other editions"

  private func fieldRows() -> (shown: [Row], missing: [Field]) {
    var rows: [Row] = []
    var missing: [Field] = []
    let fields = library.schema.fields(of: record.kind).filter {
      $0.index != record.kind.titleIndex && $0.type != .id && !$0.isLong && $0.type != .formerIDs && !$0.has(.log)
    }
    func row(_ field: Field, _ label: String, _ words: String) -> Row {
      Row(key: field.key, label: label, content: { wrapped(words, .dim, $0) }, whole: 0)
    }
    for field in fields {
      let isAssumed = !field.roles.isDisjoint(with: [.owned, .timesRead]) && !record.has(field)
      let state = field.has(.state) ? Wording.loanState(record, library.schema).map { Cell.text($0) } : nil
      let cell = isAssumed ? .nothing(nil) : state ?? PageLines.readable(cells.cell(field, record), field)
      if !content(cell, width: PageLines.unlimited).isEmpty {
        rows.append(
          Row(
            key: field.key, label: Wording.label(field.key), content: { content(cell, width: $0) }, whole: whole(cell)))
      } else if !field.isAutomatic {
        missing.append(field)
      }
      if field.has(.progress), let pace = ReadingPace(record, library.schema, today: today) {
        rows.append(row(field, "pace", Wording.pace(pace)))
      }
    }
    if let log = library.schema.field(.log, of: record.kind), let days = Wording.readingDays(of: record, library.schema)
    {
      rows.append(row(log, "days read", days))
    }
    return (rows, missing)
  }

  /// Returns a cell with its date intervals in words rather than in the notation of the files, such as `/2024-03-03`.
  private static func readable(_ cell: Cell, _ field: Field) -> Cell {
    guard field.type == .intervals, case .texts(let texts) = cell else { return cell }
    return .texts(
      texts.map { text in
        guard let interval = DateInterval(text) else { return text }
        return switch (interval.start, interval.end) {
        case (let start?, let end?): "\(start) – \(end)"
        case (let start?, nil): "from \(start)"
        case (nil, let end?): "until \(end)"
        case (nil, nil): text
        }
      })
  }

  /// Returns the rows of the fields without a value. The fields that people set most often come first.
  private func unsetRows(_ fields: [Field]) -> [Row] {
    func rank(_ field: Field) -> Int { field.has(.rating) || field.has(.state) ? 0 : field.isLong ? 1 : 2 }
    return (0...2).flatMap { wanted in fields.filter { rank($0) == wanted } }.map { field in
      let value = [StyledText(PageLine.noValue, .dim)]
      return Row(key: field.key, label: Wording.label(field.key), content: { _ in value }, whole: 1)
    }
  }

  /// Returns the width of the column of labels: the smallest width that makes the largest number of rows fit on the
  /// page.
  ///
  /// - Parameter others: the label widths of other lines.
  private func labelWidth(_ rows: [Row], _ others: [Int]) -> Int {
    let widths = Set(rows.map { DisplayWidth.of($0.label) } + others).filter { $0 + PageLines.gap < width }.sorted()
    func unfitting(_ labels: Int) -> Int {
      rows.count { !$0.fits(labels, in: width) } + others.count { $0 > labels }
    }
    return widths.min { unfitting($0) < unfitting($1) } ?? max(4, width / 2)
  }

  private static func label(_ label: String, _ labels: Int) -> StyledText {
    var line = StyledText(DisplayWidth.truncate(label, to: labels), .dim)
    line.pad(to: labels + gap)
    return line
  }

  private mutating func show(_ row: Row, _ labels: Int) {
    let isAbove = !row.fits(labels, in: width)
    if isAbove {
      let label = StyledText(DisplayWidth.truncate(row.label, to: width), .dim)
      add(label, .field(row.key), start: label.plain.count)
    }
    let start = isAbove ? PageLines.indent : labels + PageLines.gap
    for (number, text) in row.content(max(4, width - start)).enumerated() {
      var line = StyledText(String(repeating: " ", count: start))
      if !isAbove, number == 0 { line = PageLines.label(row.label, labels) }
      add(line + text, .field(row.key), start: line.plain.count, continues: isAbove || number > 0)
    }
  }

  /// Shows the previous and next books of the series, as links.
  private mutating func neighbors(_ labels: Int) {
    for neighbor in cells.neighbors(of: record) {
      let text = PageLines.label("", labels) + StyledText(VisibleText.line(Wording.neighbor(neighbor)), .dim)
      add(text.truncated(to: width), .record(neighbor.id))
    }
  }

  // MARK: - Values

  /// Returns the lines for a cell, or none if its value need not be shown.
  private func content(_ cell: Cell, width: Int) -> [StyledText] {
    switch cell {
    case .nothing(let remark?) where remark.isForPages:
      [StyledText(remark.text, remark.isProblem ? .color(.red) : .dim)]
    case .nothing: []
    case .assumed(let cell): content(cell, width: width)
    case .rating(nil): []
    case .rating(let rating): [look.stars(quarters: rating?.quarters)]
    case .progress(let progress, _, let length):
      ([CellStyle.spans(progress, length)] + wrapped(Wording.progress(progress, of: length), .plain, width))
        .filter { !$0.plain.isEmpty }
    case .state(let flag, _, let on, let off): [StyledText(flag ? on : off)]
    case .word(let word, .high): [StyledText("! " + word, TextStyle(bold: true, foreground: .named(.red)))]
    case .word(let word, _): [StyledText(Wording.label(word))]
    case .color(let color): [look.chip(color.description, color)]
    case .chip(let name, let color): [look.chip(name, color)]
    case .references(let references) where references.isChips:
      Chip.rows(of: references.chips, fitting: width).map { row in
        var line = StyledText()
        for chip in row {
          if line.width > 0 { line.append(" ") }
          line.append(look.chip(DisplayWidth.truncate(chip.label, to: max(1, width - 2)), chip.color))
        }
        return line
      }
    case .references(let references):
      names(references.inOrder.map(\.label), references.isWhole ? .plain : .color(.red), width)
    case .texts(let texts): names(texts, .plain, width)
    case .unreadable: wrapped(cell.text, .color(.red), width)
    case .moment(let moment): [StyledText(look.localTime.text(of: moment))]
    case .text, .number, .decimal, .measured, .money, .duration, .position, .flag, .date, .id, .ids, .path, .count,
      .openIssues:
      wrapped(cell.text, .plain, width)
    }
  }

  /// Returns the width of the longest part of a value that must stay on one line.
  private func whole(_ cell: Cell) -> Int {
    switch cell {
    case .assumed(let cell): return whole(cell)
    // A list of names is wrapped between the names.
    case .texts(let names): return longest(PageLines.separated(names))
    case .references(let references) where references.isChips:
      return (references.chips.map { DisplayWidth.of($0.label) }.max() ?? 0) + 2
    case .references(let references): return longest(PageLines.separated(references.inOrder.map(\.label)))
    case .text(let text): return longest(text.split(separator: " ").map(String.init))
    case .unreadable: return 0
    default:
      // All other cells are short: dates, numbers, words and stars.
      return content(cell, width: PageLines.unlimited).map(\.width).max() ?? 0
    }
  }

  private func longest(_ texts: [String]) -> Int {
    texts.map { DisplayWidth.of(VisibleText.line($0)) }.max() ?? 0
  }

  private func wrapped(_ text: String, _ style: TextStyle, _ width: Int) -> [StyledText] {
    WordWrap.lines(VisibleText.line(text), width: max(4, width)).map { StyledText($0, style) }
  }

  /// Returns the names, each followed by a comma except for the last.
  private static func separated(_ names: [String]) -> [String] {
    names.enumerated().map { VisibleText.line($1) + ($0 < names.count - 1 ? "," : "") }
  }

  /// Wraps names into lines. Only a name that is longer than a line is split.
  private func names(_ names: [String], _ style: TextStyle, _ width: Int) -> [StyledText] {
    var lines: [String] = []
    for part in PageLines.separated(names) {
      if let line = lines.last, DisplayWidth.of(line) + 1 + DisplayWidth.of(part) <= width {
        lines[lines.count - 1] += " " + part
      } else {
        lines.append(part)
      }
    }
    return lines.flatMap { wrapped($0, style, width) }
  }
}
