import ShelfForms
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWording

/// What a browser has from outside: the clock, the reader's settings, and commands.
package struct BrowserServices {
  /// What forms take; its clock goes on.
  private let forms: FormContext
  package var look: BrowserLook
  let keys: KeyMap
  /// Returns the size and the colours of the terminal, which may change.
  private let measure: () -> Terminal
  /// What completes the last word of a command.
  let completeCommand: (_ text: String) -> [Candidate]

  package init(
    _ forms: FormContext, keys: KeyMap, measure: @escaping () -> Terminal,
    completeCommand: @escaping (String) -> [Candidate]
  ) {
    self.forms = forms
    look = BrowserLook(depth: forms.depth, ratings: forms.settings.ratingLook(), localTime: forms.host.localTime)
    self.keys = keys
    self.measure = measure
    self.completeCommand = completeCommand
  }

  /// The current moment.
  var now: Timestamp { forms.host.now() }

  /// The reader's own day.
  var today: CalendarDate { forms.host.today() }

  /// Returns the columns that a list shows.
  func columns(of kind: Kind, _ schema: Schema) -> [Column] {
    // The id is on the page beside the list.
    let own = forms.settings.list(of: kind, schema).columns
    return own?.compactMap { Column.named($0, of: kind, schema) }
      ?? ListLayout.defaultColumns(of: kind, schema).filter { $0.key != Field.idKey }
  }

  /// Returns the order of a list.
  func order(of kind: Kind, _ schema: Schema) -> RecordOrder { forms.settings.order(of: kind, schema) }

  /// Returns the form for a new record.
  func form(_ kind: Kind, _ library: Library) -> RecordForm { RecordForm(library, kind, forms) }

  /// Returns what is wrong with a value for a field; nil if nothing is.
  func complaint(about text: String, _ field: Field, _ kind: Kind, _ library: Library) -> String? {
    forms.complaint(about: text, field, kind, library)
  }

  /// Returns what deleting records does, as a question.
  ///
  /// - Throws: what the act refuses.
  func deletion(of records: [Record], _ library: Library) throws -> String {
    CommitMessage(try DeleteRecords(.records(records)).preview(in: library, host: forms.host)).subject + "?"
  }

  /// Returns how many records filters find.
  package func counts(in library: Library) -> FilterCounts {
    FilterCounts(library, today: today, now: now, localTime: forms.host.localTime)
  }

  /// Returns the overview and the numbers of a library, for a width.
  func overview(_ library: Library, width: Int) -> [OverviewLine] {
    let host = forms.host
    let overview = Overview(library, today: host.today(), now: host.now(), localTime: host.localTime)
    return OverviewPage(
      overview, of: library, terminal: BrowserHost.page(of: measure(), width: width), today: host.today(),
      hints: .init(
        noGoal: "none yet: Enter sets one", noRecords: "Add the first book: shelf book add \"TITLE\" --author NAME")
    ).lines()
  }
}
