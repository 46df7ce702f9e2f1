import ShelfImport
import ShelfModel
import ShelfStore
import ShelfTerminal

/// The menu, editor or page that is open over the panes and receives the keys.
///
/// Each case holds its own state, so leaving a mode discards that state unless it is kept elsewhere first (see
/// `Browser`).
enum Mode {
  case panes
  /// The search line, with the previous query, which Escape restores.
  case search(TextField, before: String)
  /// A prompt on the bottom line.
  case prompt(PromptLine)
  case menu(ChoiceMenu)
  case field(FieldEdit)
  case form(NewRecordForm)
  case text(TextPage)
  case problems(ProblemList)
}

extension Browser {
  /// The kind of text being typed, or nil if every key is a command.
  package var typing: Typing? {
    switch mode {
    case .search, .prompt: .line
    case .field(let edit): edit.input.typing
    case .form(let new): new.form.typing
    case .panes, .menu, .text, .problems: nil
    }
  }
}

/// A prompt on the bottom line.
struct PromptLine {
  enum Purpose: Hashable {
    case command
    /// The query of a new filter. The prompt for its name follows.
    case newFilter
    /// The name of a new filter for a query.
    case filter(query: String)
    /// A new name for a filter.
    case renameFilter(String)
    /// A new query for a filter.
    case queryOfFilter(String)
    /// The number of books to finish in a year.
    case goal(year: Int)
    /// The borrower of the user's copy.
    case lend(RecordID)
    /// The owner of the copy that the user borrows.
    case borrow(RecordID)
    /// The new end of a loan.
    case renew(RecordID)
    /// The progress in a book.
    case progress(RecordID)
  }

  let purpose: Purpose
  let label: String
  var field: TextField
  /// Whether the text is a suggestion, which the first typed character replaces.
  var isSuggested = false
}

/// The editor of one field, for one or more records.
struct FieldEdit {
  var records: [RecordID]
  let field: Field
  let kind: Kind
  let title: String
  var input: FormInput
  /// The field's values in each record when the user last saw them.
  var seen: [RecordID: [String]]
  /// The field's values in each record in the latest snapshot.
  var current: [RecordID: [String]]
  var complaint: String?
  /// The values that the editor started with.
  var initial: [String] = []
  /// The records as they were when the editor was opened. If all of them are deleted, the text can be saved in a copy
  /// of the first.
  var originals: [Record] = []
  /// The values that only some of the records have.
  var partly: [String] = []
  /// Whether Escape has been pressed once while there are unsaved changes; the second press discards them.
  var isLeaving = false

  /// The field's values in the first record when the user last saw them.
  var original: [String] { records.first.flatMap { seen[$0] } ?? [] }

  /// Whether to write only the added and removed values, because the field is a list and several records are being
  /// edited.
  ///
  /// This preserves values that only some of the records have, and values that another program adds.
  var isMerged: Bool { records.count > 1 && field.type.isList }

  /// The conflicting values of the first record that another program has changed, or nil if there is no conflict.
  var theirs: [String]? {
    if isMerged { return nil }
    return records.lazy.compactMap { id in current[id].flatMap { $0 == seen[id] ? nil : $0 } }.first
  }

  /// Updates the current values from a new snapshot.
  mutating func follow(_ library: Library) {
    for id in records {
      if let record = library.record(id) { current[id] = record.texts(of: field) }
    }
  }
}

package struct NewRecordForm {
  package let kind: Kind
  package let fields: [Field]
  package var form: Form
  /// The data that a catalogue returned for the book, or nil if there is none.
  package var found: FoundBook?
}

/// A page of text over the panes.
struct TextPage {
  var title: String
  var lines: [StyledText]
  var top = 0
  /// Whether a running request is still adding lines.
  var isGrowing = false
  /// The lines that are links, from top to bottom.
  var links: [PageLink] = []
  /// The index of the chosen link.
  var link = 0
  /// The text that the user searches for on the page.
  var wanted = ""
  /// Whether that text is being typed.
  var isFinding = false
  /// The line of the last match.
  var found: Int?
  /// The page whose link led to this one, or an empty array if there is none. An array is used because a structure
  /// cannot contain itself.
  var below: [TextPage] = []
}

/// The list of problems that doctor found.
struct ProblemList {
  var cursor = 0

  /// The number of rows in the list: the height within the frame, minus the lines for details.
  static func rows(_ layout: PaneLayout) -> Int {
    let inner = max(1, layout.bottom - (layout.isFramed ? 2 : 1))
    return inner - detail(inner)
  }

  /// The number of lines for details of the chosen problem.
  static func detail(_ inner: Int) -> Int { inner >= 9 ? 4 : 0 }

  /// The index of the first visible problem.
  func top(_ layout: PaneLayout, count: Int) -> Int {
    let rows = ProblemList.rows(layout)
    return max(0, min(cursor - rows / 2, count - rows))
  }
}
