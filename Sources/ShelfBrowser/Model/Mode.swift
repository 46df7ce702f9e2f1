import ShelfDoctor
import ShelfImport
import ShelfModel
import ShelfStore
import ShelfTerminal

/// What keys are for at the moment, beside the panes: what has opened over them.
enum Mode {
  case panes
  /// The line of the search; what was looked for before, for Esc.
  case search(TextField, before: String)
  /// A line at the bottom.
  case prompt(PromptLine)
  case menu(ChoiceMenu)
  case field(FieldEdit)
  case form(NewRecord)
  case text(TextPage)
  case problems(ProblemList)
}

extension Browser {
  /// What characters are typed into at the moment; nil where each is a key of its own meaning.
  package var typing: Typing? {
    switch mode {
    case .search, .prompt: .line
    case .field(let edit): edit.input.typing
    case .form(let new): new.form.typing
    case .panes, .menu, .text, .problems: nil
    }
  }
}

/// A line that is typed at the bottom.
struct PromptLine {
  enum Purpose: Hashable {
    case command
    /// What the list is to show, which becomes a filter.
    case newFilter
    /// The name of a filter for a query.
    case filter(query: String)
    /// Another name for a filter.
    case renameFilter(String)
    /// The query of a filter.
    case queryOfFilter(String)
    /// How many books to finish in a year.
    case goal(year: Int)
    /// Who has one's copy of a record.
    case lend(RecordID)
    /// Whose copy of a record is here.
    case borrow(RecordID)
    /// Until when a loan is to go on.
    case renew(RecordID)
  }

  let purpose: Purpose
  let label: String
  var field: TextField
}

/// A field that is being filled in.
struct FieldEdit {
  var records: [RecordID]
  let field: Field
  let kind: Kind
  let title: String
  var input: FormInput
  /// What the field held in each of the records when the user saw it last.
  var seen: [RecordID: [String]]
  /// What it holds by now, as far as is known.
  var current: [RecordID: [String]]
  var complaint: String?
  /// What was filled in from the start.
  var initial: [String] = []
  /// Whether Esc was pressed once, with something typed that is not saved.
  var isLeaving = false

  /// What the field held in the first of the records.
  var original: [String] { records.first.flatMap { seen[$0] } ?? [] }

  /// Whether only what is added and removed is written, so that nothing of others is lost.
  var isMerged: Bool { records.count > 1 && field.type.isList }

  /// What someone else has made of it meanwhile, in the first of the records in which it has changed.
  var theirs: [String]? {
    if isMerged { return nil }
    return records.lazy.compactMap { id in current[id].flatMap { $0 == seen[id] ? nil : $0 } }.first
  }

  /// Takes what the field holds in another state of the library.
  mutating func follow(_ library: Library) {
    for id in records {
      if let record = library.record(id) { current[id] = record.texts(of: field) }
    }
  }
}

/// A form for a new record.
package struct NewRecord {
  package let kind: Kind
  package let fields: [Field]
  package var form: Form
  /// What a catalogue said of the book; nil if it was not asked.
  package var found: FoundBook?
}

/// A page of text over the panes.
struct TextPage {
  var title: String
  var lines: [StyledText]
  var top = 0
  /// Whether more is on its way.
  var isGrowing = false
  /// The lines that lead to more, from the top.
  var links: [PageLink] = []
  /// The position of the one that is chosen.
  var link = 0
  /// What is looked for in it.
  var wanted = ""
  /// Whether that is being typed.
  var isFinding = false
  /// The line in which it was found last.
  var found: Int?
  /// The page that led here; none or one.
  var below: [TextPage] = []
}

/// The problems that doctor found, and the one that is chosen.
struct ProblemList {
  var cursor = 0

  /// How many of them are seen at a time: the lines in the frame, without those that say more of the chosen one.
  static func rows(_ layout: PaneLayout) -> Int {
    let inner = max(1, layout.bottom - (layout.isFramed ? 2 : 1))
    return inner - detail(inner)
  }

  /// How many lines say more of the chosen one.
  static func detail(_ inner: Int) -> Int { inner >= 9 ? 4 : 0 }

  /// The first one that is seen.
  func top(_ layout: PaneLayout, count: Int) -> Int {
    let rows = ProblemList.rows(layout)
    return max(0, min(cursor - rows / 2, count - rows))
  }
}
