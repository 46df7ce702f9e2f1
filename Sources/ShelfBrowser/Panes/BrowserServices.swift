import ShelfForms
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWording

/// The services that the browser's state uses: the clock, the user's settings, forms and completion.
package struct BrowserServices {
  /// The services that forms need, with a live clock.
  private let forms: FormContext
  package var look: BrowserLook
  let keys: KeyMap
  /// The seed for random orders, which does not change, so that a shuffled list stays as it is while the browser runs.
  private let seed: UInt64
  /// Returns the terminal's current size and color depth.
  private let measure: () -> Terminal
  /// Completes the last word of a command.
  let completeCommand: (_ text: String) -> [Candidate]

  package init(
    _ forms: FormContext, keys: KeyMap, measure: @escaping () -> Terminal,
    completeCommand: @escaping (String) -> [Candidate]
  ) {
    self.forms = forms
    look = BrowserLook(depth: forms.depth, ratings: forms.settings.ratingLook(), localTime: forms.host.localTime)
    self.keys = keys
    seed = forms.settings.hasRandomOrder ? forms.host.newID().seed : 0
    self.measure = measure
    self.completeCommand = completeCommand
  }

  var now: Timestamp { forms.host.now() }

  /// The current date in the user's time zone.
  var today: CalendarDate { forms.host.today() }

  /// Returns the columns of a kind's list, from the user's settings or else the defaults.
  func columns(of kind: Kind, in library: Library) -> [Column] {
    // By default the id is omitted, since it is on the page next to the list.
    let own = forms.settings.list(of: kind, library.schema).columns
    return own?.compactMap { Column.named($0, of: kind, library.schema) }
      ?? ListLayout.defaultColumns(of: kind, in: library).filter { $0.key != Field.idKey }
  }

  func order(of kind: Kind, _ schema: Schema) -> RecordOrder {
    forms.settings.order(of: kind, schema, seed: seed)
  }

  func form(_ kind: Kind, _ library: Library) -> RecordForm { RecordForm(library, kind, forms) }

  /// Returns the reason why a value is invalid for a field, or nil if it is valid.
  func complaint(about text: String, _ field: Field, _ kind: Kind, _ library: Library) -> String? {
    forms.complaint(about: text, field, kind, library)
  }

  /// Returns a prompt that describes what deleting records would do.
  ///
  /// - Throws: the act's refusal, if the records cannot be deleted.
  func deletion(of records: [Record], _ library: Library) throws -> String {
    CommitMessage(try DeleteRecords(.records(records)).preview(in: library, host: forms.host)).subject + "?"
  }

  /// Returns the number of records in each view that is defined by a query.
  package func counts(in library: Library) -> FilterCounts {
    FilterCounts(library, today: today, now: now, localTime: forms.host.localTime)
  }

  /// Returns the overview page of a library, laid out for a width.
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
