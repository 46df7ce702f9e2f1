import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// A record as a read-only page: its fields, its long text, and the records that refer to it.
///
/// The page shows only existing data. The browser's page (`PageLines`) can be edited, so it also shows empty fields,
/// and each line has a target. The hover text of an editor (`RecordNote`) is Markdown. All three render the same cells
/// in the same words.
package struct RecordPage {
  private let library: Library
  private let record: Record
  private let terminal: Terminal
  private let ratings: RatingLook
  private let today: CalendarDate
  private let localTime: LocalTime
  private let path: String
  private let covers: [String]

  /// - Parameters:
  ///   - path: the path of the file as shown, or nil for its path in the library.
  ///   - covers: the paths of the covers as shown.
  package init(
    _ record: Record, in library: Library, terminal: Terminal, ratings: RatingLook, today: CalendarDate,
    localTime: LocalTime = .utc, path: String? = nil,
    covers: [String] = []
  ) {
    self.library = library
    self.record = record
    self.terminal = terminal
    self.ratings = ratings
    self.today = today
    self.localTime = localTime
    self.path = path ?? record.path
    self.covers = covers
  }

  package func lines() -> [StyledText] {
    let cells = Cells(library).page(of: record)
    let blank = StyledText()
    var lines = title(cells) + [blank] + rows(cells)
    for (key, text) in cells.texts {
      lines += [blank, StyledText(Wording.heading(key), .bold)] + block(text, indent: 2)
    }
    for (key, _, records) in cells.referring {
      lines += [
        blank, StyledText(Wording.heading(key), .bold) + StyledText(" (\(Wording.number(records.count)))", .dim),
      ]
      let isSpaced = records.contains(where: \.isLong)
      let width = records.map { DisplayWidth.of(VisibleText.line($0.title)) }.max() ?? 0
      for (number, record) in records.enumerated() {
        if isSpaced, number > 0 { lines.append(blank) }
        lines += self.lines(record, titles: width)
      }
    }
    return lines
  }

  private func title(_ cells: RecordCells) -> [StyledText] {
    var title = record.title
    if title.isEmpty, case .nothing(let remark) = cells.title { title = remark?.text ?? "" }
    if cells.hasLongTitle { return TextBlock(terminal: terminal).words(title) }
    return wrapped(VisibleText.line(title), .bold)
  }

  /// The content of a row, to the right of its label.
  private enum Content {
    case text(String, TextStyle = .plain)
    case spans(StyledText)
    /// Text that the user may copy, such as an id or a path, which is never broken across lines.
    case name(String, address: String? = nil)
    case chips([Chip])
  }

  /// Returns the short fields in two columns, with the labels on the left.
  private func rows(_ cells: RecordCells) -> [StyledText] {
    var rows = cells.fields.flatMap { key, cell -> [(label: String, content: Content)] in
      let row = (intervals(key) ?? loanState(key) ?? content(cell)).map { (label: label(key, cell), content: $0) }
      if key == series?.key, let row { return [row] + neighbors(cells) }
      guard case .progress = cell, let pace = ReadingPace(record, library.schema, today: today) else {
        return [row].compactMap { $0 }
      }
      return [row, ("pace", .text(Wording.pace(pace), .dim))].compactMap { $0 }
    }
    rows += cells.editions.enumerated().map { number, edition in
      (number == 0 ? "other editions" : "", .text(Wording.edition(edition)))
    }
    if let days = Wording.readingDays(of: record, library.schema) { rows.append(("days read", .text(days, .dim))) }
    for (key, texts) in cells.unknown {
      rows.append((VisibleText.line(key), .text(texts.joined(separator: ", ") + "  (unknown field)")))
    }
    let address = terminal.hasLinks ? Hyperlink.address(ofFile: library.root + "/" + record.path) : nil
    rows += [("ID", .name(record.id.description)), ("file", .name(path, address: address))]
    rows += covers.map { ("cover", .name($0)) }
    let width = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    return rows.flatMap { label, content in
      let margin = StyledText(DisplayWidth.pad(label, to: width), .dim)
      return lines(content, width: terminal.fittingWidth.map { max(16, $0 - width - 2) } ?? .max).enumerated()
        .map { ($0 == 0 ? margin : StyledText(String(repeating: " ", count: width))) + StyledText("  ") + $1 }
    }
  }

  /// Returns earlier readings or loans in words, or nil if this is another field or if a value cannot be parsed.
  private func intervals(_ key: String) -> Content? {
    guard let field = library.schema.field(named: key, of: record.kind), field.has(.earlier) || field.has(.loans) else {
      return nil
    }
    let texts = record.texts(of: field)
    let words = texts.compactMap { text in
      field.has(.loans) ? LoanEntry(text).map(Wording.loan) : DateInterval(text).map(Wording.interval)
    }
    return texts.isEmpty || words.count < texts.count ? nil : .text(words.joined(separator: " · "))
  }

  /// Returns the state of a lent or borrowed record, or nil if this is another field, or if the record is neither lent
  /// nor borrowed.
  private func loanState(_ key: String) -> Content? {
    guard library.schema.field(.state, of: record.kind)?.key == key else { return nil }
    return Wording.loanState(record, library.schema).map { .text($0) }
  }

  private var series: Field? { library.schema.field(.series, of: record.kind) }

  private func neighbors(_ cells: RecordCells) -> [(label: String, content: Content)] {
    cells.neighbors.map { ("", .text(Wording.neighbor($0), .dim)) }
  }

  /// Returns the label of a cell.
  ///
  /// A Boolean field whose two values have words of their own is labeled “state” instead of with its key.
  private func label(_ key: String, _ cell: Cell) -> String {
    switch cell {
    case .assumed(let cell): label(key, cell)
    case .state: "state"
    default: isBorrowedOn(key) ? "borrowed on" : Wording.label(key)
    }
  }

  /// Returns whether a field is the date on which the record was borrowed.
  private func isBorrowedOn(_ key: String) -> Bool {
    library.schema.field(.lentOn, of: record.kind)?.key == key && Loan.isBorrowed(record, library.schema)
  }

  private func lines(_ content: Content, width: Int) -> [StyledText] {
    switch content {
    case .text(let text, let style):
      WordWrap.lines(VisibleText.line(text), width: width).map { StyledText($0, style) }
    case .spans(let spans): [spans]
    case .name(let name, let address):
      [StyledText(name, .dim, to: address)]
    case .chips(let chips):
      Chip.rows(of: chips, fitting: width).map { Chip.text($0, depth: terminal.depth, width: width) }
    }
  }

  /// Returns a cell as a page shows it, or nil for an empty cell that needs no remark.
  private func content(_ cell: Cell) -> Content? {
    switch cell {
    case .nothing(let remark): remark.flatMap { $0.isForPages ? .text($0.text, style(of: $0)) : nil }
    case .assumed(let cell): content(cell)
    case .rating(let rating): .spans(ratings.spans(quarters: rating?.quarters))
    case .progress(let progress, _, let length): .text(Wording.progress(progress, of: length))
    case .state(let flag, _, let on, let off): .text(flag ? on : off)
    case .word(let word, _): .text(Wording.label(word))
    case .color(let color):
      terminal.depth == .none ? .text(color.description) : .chips([Chip(color.description, color: color)])
    case .chip(let name, let color): .chips([Chip(name, color: color)])
    case .references(let references) where references.isChips: .chips(references.chips)
    case .references(let references): .text(cell.text, references.isWhole ? .plain : .color(.red))
    case .unreadable: .text(cell.text, .color(.red))
    case .moment(let moment): .text(localTime.text(of: moment))
    case .text, .texts, .number, .decimal, .measured, .money, .duration, .position, .flag, .date, .id, .ids, .path,
      .count, .openIssues:
      .text(cell.text)
    }
  }

  private func style(of remark: Look.Remark) -> TextStyle { remark.isProblem ? .color(.red) : .dim }

  /// Returns the lines about a record that refers to this one.
  ///
  /// - Parameter titles: the width of the widest title, in terminal cells.
  private func lines(_ related: RecordCells.Line, titles: Int) -> [StyledText] {
    if related.isLong {
      let style = CellStyle(localTime: localTime)
      let notes =
        [related.owner.map { style.text($0) }].compactMap { $0 } + related.notes.map { StyledText($0) }
        + style.origin(related)
      let remark = related.remark.map { block("\(Wording.heading($0.key)): \($0.text)", indent: 4) } ?? []
      return TextBlock(terminal: terminal, indent: 2).lines(related.title, notes) + remark
    }
    let note = VisibleText.line(related.notes.joined(separator: "  "))
    let room = (terminal.fittingWidth ?? Int.max / 2) - related.id.count - 4
    // The title takes precedence over the notes.
    let width = max(16, note.isEmpty ? room : min(titles, max(room * 2 / 3, room - DisplayWidth.of(note) - 2)))
    let title = DisplayWidth.truncate(VisibleText.line(related.title.isEmpty ? "no title" : related.title), to: width)
    let start = StyledText("  ") + StyledText(related.id, .dim) + StyledText("  ")
    guard !note.isEmpty, room - width > 6 else { return [start + StyledText(title)] }
    return [
      start + StyledText(DisplayWidth.pad(title, to: width) + "  ")
        + StyledText(DisplayWidth.truncate(note, to: room - width - 2), .dim)
    ]
  }

  private func block(_ text: String, indent: Int) -> [StyledText] {
    VisibleText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).reversed()
      .drop { $0.isEmpty }.reversed().flatMap { wrapped(String($0), indent: indent) }
  }

  private func wrapped(_ text: String, _ style: TextStyle = .plain, indent: Int = 0) -> [StyledText] {
    let lines =
      terminal.fittingWidth.map { WordWrap.lines(text, width: max(16, min($0, TextBlock.widest) - indent)) } ?? [text]
    return lines.map { StyledText($0, style).indented(by: indent) }
  }
}
