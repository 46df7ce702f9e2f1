import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// A line of a record's page, and what it links to.
struct PageLine {
  enum Target: Hashable {
    case field(String)
    case record(RecordID)
    /// All records of a kind that refer to this record.
    case list(Kind)
    /// The referring records of a kind that are not shown yet.
    case rest(Kind)
    /// The fields that are not set.
    case more
    /// The record's file.
    case file
  }

  var text: StyledText
  var target: Target?

  /// The number of characters before the value, such as its label.
  var start = 0
  /// Whether the line continues the value or the title on the line above.
  var continues = false

  /// Whether the line is blank and has no action.
  var isEmpty: Bool { target == nil && text.width == 0 }

  /// Whether the cursor stops at the line.
  var isStop: Bool { !isEmpty && !continues }
}

/// The lines of a record's page: the contents of `RecordPage`, which `show` prints, with a target for each line that
/// can be followed or edited.
struct PageLines {
  let library: Library
  let record: Record
  let width: Int
  let look: BrowserLook
  let today: CalendarDate
  /// Whether fields that are not set are also shown.
  let showsAll: Bool
  private(set) var lines: [PageLine] = []
  private let cells: Cells

  /// The maximum number of referring records per kind before the rest are collapsed.
  private static let shown = 100
  /// The same limit for kinds that belong to the record, if long text follows them.
  private static let shownBeforeTexts = 5

  /// The maximum number of lines of a text that the cursor skips.
  private static let maxSkipped = 6

  private let opened: Set<Kind>

  /// - Parameter opened: the kinds of referring records to show without a limit.
  init(
    _ record: Record, _ library: Library, width: Int, look: BrowserLook, today: CalendarDate, showsAll: Bool,
    opened: Set<Kind> = []
  ) {
    self.opened = opened
    self.library = library
    self.record = record
    self.width = max(8, width)
    self.look = look
    self.today = today
    self.showsAll = showsAll
    cells = Cells(library)
    title()
    fields()
    // Records that belong to this one precede its long text, so that they are visible without scrolling.
    let kinds = Attributes(of: record.kind, library.schema).referringKinds
    func belongs(_ kind: Kind) -> Bool { library.schema.field(.owner, of: kind)?.type.target == record.kind }
    let hasTexts = library.schema.fields(of: record.kind).contains { isText($0) && !text(of: $0).isEmpty }
    for kind in kinds where belongs(kind) { referring(kind, hasTexts ? PageLines.shownBeforeTexts : PageLines.shown) }
    texts()
    for kind in kinds where !belongs(kind) { referring(kind, PageLines.shown) }
    add("")
    add(StyledText(record.id.description, .dim), .file)
    wrap(record.path, .dim, .file)
  }

  private mutating func add(
    _ text: StyledText, _ target: PageLine.Target? = nil, start: Int = 0, continues: Bool = false
  ) {
    lines.append(PageLine(text: text, target: target, start: start, continues: continues))
  }

  private mutating func add(_ text: String, _ target: PageLine.Target? = nil) { add(StyledText(text), target) }

  private mutating func wrap(
    _ text: String, _ style: TextStyle = .plain, indent: Int = 0, _ target: PageLine.Target? = nil
  ) {
    let wrapped = WordWrap.lines(VisibleText.lines(text), width: max(4, min(width, TextBlock.widest) - indent))
    // The cursor has to stop within long text, since it would not scroll otherwise.
    let isShort = wrapped.count <= PageLines.maxSkipped
    for (number, line) in wrapped.enumerated() {
      add(
        StyledText(String(repeating: " ", count: indent)) + StyledText(line, style), target, start: indent,
        continues: isShort && number > 0)
    }
  }

  private mutating func title() {
    let field = library.schema.title(of: record.kind)
    var text = record.title
    if text.isEmpty, case .nothing(let remark) = cells.cell(field, record) { text = remark?.text ?? "" }
    while text.last?.isNewline ?? false { text.removeLast() }
    wrap(text, field.isLong ? .plain : .bold, .field(field.key))
    add("")
  }

  // MARK: - Fields

  private mutating func fields() {
    let fields = library.schema.fields(of: record.kind).filter {
      $0.index != record.kind.titleIndex && $0.type != .id && !$0.isLong && $0.type != .formerIDs && !$0.has(.log)
    }
    var rows: [(key: String, label: String, content: [StyledText])] = []
    var missing: [Field] = []
    let labels = fields.map { Wording.label($0.key) }
    let margin = min(labels.map { DisplayWidth.of($0) }.max() ?? 0, max(6, width * 11 / 20)) + 2
    for (field, label) in zip(fields, labels) {
      let isAssumed = !field.roles.isDisjoint(with: [.owned, .timesRead]) && !record.has(field)
      let content = isAssumed ? [] : content(cells.cell(field, record), width: width - margin)
      if !content.isEmpty {
        rows.append((field.key, label, content))
      } else if !field.isAutomatic {
        missing.append(field)
      }
      if field.has(.progress), let pace = ReadingPace(record, library.schema, today: today) {
        rows.append(
          (field.key, "pace", WordWrap.lines(Wording.pace(pace), width: width - margin).map { StyledText($0, .dim) }))
      }
    }
    func show(_ key: String, _ label: String, _ content: [StyledText]) {
      for (number, text) in content.enumerated() {
        var line = StyledText(number == 0 ? DisplayWidth.truncate(label, to: margin - 2) : "", .dim)
        line.pad(to: margin)
        add(line + text, .field(key), start: line.plain.count, continues: number > 0)
      }
    }
    let series = library.schema.field(.series, of: record.kind)?.key
    for (key, label, content) in rows {
      show(key, label, content)
      if key == series { neighbours(margin) }
    }
    for (number, edition) in cells.editions(of: record).enumerated() {
      var line = StyledText(number == 0 ? DisplayWidth.truncate("other editions", to: margin - 2) : "", .dim)
      line.pad(to: margin)
      add((line + StyledText(VisibleText.line(Wording.edition(edition)))).truncated(to: width), .record(edition.id))
    }
    if let log = library.schema.field(.log, of: record.kind), let days = Wording.readingDays(of: record, library.schema)
    {
      show(log.key, "days read", WordWrap.lines(days, width: width - margin).map { StyledText($0, .dim) })
    }
    for (key, texts) in record.unknownFields {
      wrap("\(key)  \(texts.joined(separator: ", "))  (unknown field)", .dim)
    }
    missing += library.schema.fields(of: record.kind).filter { isText($0) && text(of: $0).isEmpty }
    if missing.isEmpty { return }
    guard showsAll else { return add(StyledText("more fields …", .dim), .more) }
    // The unset fields replace the “more fields” line; those that people set most often come first.
    func rank(_ field: Field) -> Int { field.has(.rating) || field.has(.state) ? 0 : field.isLong ? 1 : 2 }
    for wanted in 0...2 {
      for field in missing where rank(field) == wanted {
        show(field.key, Wording.label(field.key), [StyledText("—", .dim)])
      }
    }
  }

  /// Shows the previous and next books of the series, as links.
  private mutating func neighbours(_ margin: Int) {
    for neighbour in cells.neighbours(of: record) {
      var line = StyledText()
      line.pad(to: margin)
      let text = line + StyledText(VisibleText.line(Wording.neighbour(neighbour)), .dim)
      add(text.truncated(to: width), .record(neighbour.id))
    }
  }

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
    case .references(let references): wrapped(cell.text, references.isWhole ? .plain : .color(.red), width)
    case .unreadable: wrapped(cell.text, .color(.red), width)
    case .moment(let moment): [StyledText(look.localTime.text(of: moment))]
    case .text, .texts, .number, .decimal, .measured, .money, .duration, .position, .flag, .date, .id, .ids, .path,
      .count, .openIssues:
      wrapped(cell.text, .plain, width)
    }
  }

  private func wrapped(_ text: String, _ style: TextStyle, _ width: Int) -> [StyledText] {
    WordWrap.lines(VisibleText.line(text), width: max(4, width)).map { StyledText($0, style) }
  }

  // MARK: - Texts and relations

  private mutating func texts() {
    for field in library.schema.fields(of: record.kind) where isText(field) {
      let text = text(of: field)
      if text.isEmpty { continue }
      add("")
      add(StyledText(Wording.heading(field.key), .bold), .field(field.key))
      wrap(text, indent: 0, .field(field.key))
    }
  }

  /// Returns whether a field contains long text, which has its own section below the others.
  private func isText(_ field: Field) -> Bool { field.isLong && field.index != record.kind.titleIndex }

  private func text(of field: Field) -> String {
    var text = record.value(of: field)?.text ?? ""
    while text.last?.isNewline ?? false { text.removeLast() }
    return text
  }

  /// Shows the records of a kind that refer to this one.
  ///
  /// - Parameter maximum: the number of records to show until the user expands the rest.
  private mutating func referring(_ kind: Kind, _ maximum: Int) {
    let records = cells.records(of: kind, referringTo: record)
    if records.isEmpty { return }
    add("")
    add(
      StyledText(Wording.heading(kind.plural), .bold) + StyledText(" (\(Wording.number(records.count)))", .dim),
      .list(kind))
    let shown = opened.contains(kind) || records.count == maximum + 1 ? records.count : maximum
    for record in records.prefix(shown) { add(record) }
    if records.count > shown {
      add(StyledText("  and \(Wording.number(records.count - shown)) more …", .dim), .rest(kind))
    }
  }

  private mutating func add(_ record: Record) {
    let line = cells.line(about: record, on: self.record)
    let title = line.title.isEmpty ? "no title" : line.title
    if line.isLong {
      wrap(title, indent: 2, .record(record.id))
      let notes = [line.owner?.text ?? ""].filter { !$0.isEmpty } + line.notes
      if !notes.isEmpty { wrap(notes.joined(separator: " · "), .dim, indent: 4, .record(record.id)) }
      return
    }
    let notes = line.notes.isEmpty ? "" : "  " + line.notes.joined(separator: "  ")
    let text = StyledText("  ") + StyledText(title) + StyledText(notes, .dim)
    add(text.truncated(to: width), .record(record.id))
  }
}
