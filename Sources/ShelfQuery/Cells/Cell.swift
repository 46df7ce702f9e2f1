import ShelfModel
import ShelfText

/// A value on its way to a person or another program: what it says, and what kind of thing it is.
///
/// Who renders cells knows nothing of fields: how a kind of cell looks in a table, on a page or in JSON is all it
/// decides.
package enum Cell: Equatable, Sendable {
  /// Nothing, and what is said about that.
  case nothing(Look.Remark?)
  case text(String)
  case texts([String])
  case number(Int)
  /// A number with decimals.
  case decimal(DecimalNumber)
  /// An amount and its currency.
  case money(Money)
  /// A place in a series.
  case position(SeriesPosition)
  /// Stars; nil if there is no rating yet.
  case rating(Rating?)
  /// How far the user has read, and how many pages there are.
  case progress(ReadingProgress, written: String, pages: Int?)
  case flag(Bool)
  /// A flag with a mark for it, and the words for both states.
  case state(Bool, mark: String, on: String, off: String)
  /// One of the words that a field can hold, as files write it.
  case word(String, Weight)
  case date(CalendarDate)
  case moment(Timestamp)
  case color(Color)
  case id(RecordID)
  case ids([RecordID])
  case path(String)
  /// A name on the colour that its record has.
  case chip(String, Color)
  /// Other records, as the file names them.
  case references(References)
  /// How many records of a kind refer to the record.
  case count(Kind, Int)
  /// How many open issues refer to the record.
  case openIssues(Int)
  /// What the field counts as, where the file does not say.
  indirect case assumed(Cell)
  /// What is in the file, where it cannot be what the field holds.
  case unreadable([String])

  /// How much a word stands out.
  package enum Weight: Sendable {
    case none
    /// Less, as much and more than its neighbours in a column of weighed words.
    case low, normal, high
  }

  /// Records that a field refers to.
  package struct References: Equatable, Sendable {
    /// In the order of the file.
    package var items: [Reference]
    /// Whether the field can hold several.
    package var isList: Bool
    /// Whether they show as chips.
    package var isChips: Bool
    /// Whether people see them sorted by name, and not in the order of the file.
    package var isSorted: Bool

    /// The references as people see them.
    package var inOrder: [Reference] {
      isSorted && items.count > 1 ? items.sorted { Folding.precedes($0.label, $1.label) } : items
    }
  }

  /// One record that a field refers to.
  package struct Reference: Equatable, Sendable {
    /// The record's id; nil where there is no such record.
    package var target: RecordID?
    /// The record's title or name; nil where there is no such record.
    package var title: String?
    /// What people see; where there is no such record, what is in the file.
    package var label: String
    /// The colour of its chip.
    package var color: Color?

    package var isFound: Bool { target != nil }

    /// The id as other programs get it; where there is no such record, what is in the file.
    package var id: String { target?.description ?? label }
  }

  /// The text as CSV and tab-separated values have it: several values are separated by a semicolon and a space, and a
  /// semicolon or backslash within one of several values has a backslash before it.
  package var separated: String {
    switch self {
    case .texts(let texts): Cell.separated(texts)
    case .unreadable(let texts) where texts.count > 1: Cell.separated(texts)
    case .ids(let ids): Cell.separated(ids.map(\.description))
    case .references(let references): Cell.separated(references.inOrder.map(\.label), isList: references.isList)
    case .position(let position): SeriesPosition.text(thousandths: position.first)
    case .assumed(let cell): cell.separated
    default: text
    }
  }

  private static func separated(_ texts: [String], isList: Bool = true) -> String {
    guard isList else { return texts.joined(separator: "; ") }
    return texts.map { text in
      text.reduce(into: "") { $0 += $1 == ";" || $1 == "\\" ? "\\\($1)" : String($1) }
    }.joined(separator: "; ")
  }

  /// The text without decoration; several values are separated by commas.
  package var text: String {
    switch self {
    case .nothing: ""
    case .text(let text), .word(let text, _), .path(let text), .chip(let text, _), .progress(_, let text, _): text
    case .texts(let texts), .unreadable(let texts): texts.joined(separator: ", ")
    case .number(let number), .count(_, let number), .openIssues(let number): String(number)
    case .decimal(let number): number.description
    case .money(let money): money.description
    case .position(let position): position.description
    case .rating(let rating): rating?.description ?? ""
    case .flag(let flag), .state(let flag, _, _, _): flag ? "true" : "false"
    case .date(let date): date.description
    case .moment(let moment): moment.description
    case .color(let color): color.description
    case .id(let id): id.description
    case .ids(let ids): ids.map(\.description).joined(separator: ", ")
    case .references(let references): references.inOrder.map(\.label).joined(separator: ", ")
    case .assumed(let cell): cell.text
    }
  }
}
