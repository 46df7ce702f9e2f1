import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// A line of a record's page, and the target that it opens.
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

  /// The number of characters before the value, such as the length of its label.
  var start = 0
  /// Whether the line continues the value or the title on the line above.
  var continues = false

  /// Whether the line is blank and has no action.
  var isEmpty: Bool { target == nil && text.width == 0 }

  /// Whether the line is a field without a value.
  var isUnset: Bool {
    guard case .field? = target else { return false }
    return text.plain.dropFirst(start) == PageLine.noValue
  }

  /// The placeholder for a missing value.
  static let noValue = "—"

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
  let cells: Cells

  /// The maximum number of referring records per kind before the rest are collapsed.
  private static let shown = 100
  /// The same limit for kinds whose records belong to this one, if long text follows them.
  private static let shownBeforeTexts = 5

  /// The maximum length of text, in lines, that the cursor treats as a single stop.
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
    for text in [record.id.description, record.path] {
      for (number, part) in PageLines.parts(of: text, width: self.width).enumerated() {
        add(StyledText(part, .dim), .file, continues: number > 0)
      }
    }
  }

  /// Splits a path or an id into lines. Each line ends after a slash or a hyphen, so that no word of a file's name is
  /// split.
  static func parts(of path: String, width: Int) -> [String] {
    var lines: [String] = [""]
    var word = ""
    func finish() {
      let line = lines[lines.count - 1]
      if line.isEmpty || DisplayWidth.of(line) + DisplayWidth.of(word) <= width {
        lines[lines.count - 1] += word
      } else {
        lines.append(word)
      }
      word = ""
    }
    for character in VisibleText.line(path) {
      word.append(character)
      if character == "/" || character == "-" { finish() }
    }
    finish()
    return lines.flatMap { WordWrap.lines($0, width: width) }
  }

  /// Creates a page without lines, for measuring its fields.
  private init(measuring record: Record, _ library: Library, _ look: BrowserLook, _ today: CalendarDate) {
    (self.record, self.library, self.look, self.today) = (record, library, look, today)
    (width, showsAll, opened, cells) = (.max, false, [], Cells(library))
  }

  /// Returns the width at which the fields of a record fit without wrapping.
  static func naturalWidth(
    of record: Record, _ library: Library, _ look: BrowserLook, _ today: CalendarDate
  ) -> Int {
    PageLines(measuring: record, library, look, today).naturalWidth()
  }

  mutating func add(
    _ text: StyledText, _ target: PageLine.Target? = nil, start: Int = 0, continues: Bool = false
  ) {
    lines.append(PageLine(text: text, target: target, start: start, continues: continues))
  }

  private mutating func add(_ text: String, _ target: PageLine.Target? = nil) { add(StyledText(text), target) }

  mutating func wrap(
    _ text: String, _ style: TextStyle = .plain, indent: Int = 0, _ target: PageLine.Target? = nil
  ) {
    let wrapped = WordWrap.lines(VisibleText.lines(text), width: max(4, min(width, TextBlock.widest) - indent))
    // The cursor has to stop within long text, since the page would not scroll otherwise.
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
  func isText(_ field: Field) -> Bool { field.isLong && field.index != record.kind.titleIndex }

  func text(of field: Field) -> String {
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
