import ShelfDoctor
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWidgets
import ShelfWording

/// What the program around it hands to the browser: the reader's settings, and what commands have for the same purpose.
package struct BrowserServices {
  /// The current moment, and the reader's own day.
  package var now: () -> Timestamp
  package var today: () -> CalendarDate
  package var look: BrowserLook
  package var keys: KeyMap
  /// The columns that a list shows, and its order, as the reader's settings say.
  package var columns: (Kind, Schema) -> [Column]
  package var order: (Kind, Schema) -> RecordOrder
  /// The widget that fills in a field, with the values that it has.
  package var input: (Field, Kind, [String], Library) -> FormInput
  /// The form for a new record, with what is known of it, and the fields in it.
  package var form: (Kind, [String: [String]], Library) -> (form: Form, fields: [Field])
  /// What is wrong with a value for a field; nil if nothing is.
  package var complaint: (String, Field, Kind, Library) -> String?
  /// What completes the last word of a query.
  package var completeQuery: (String, Kind?, Library) -> [Candidate]
  /// What completes the last word of a command.
  package var completeCommand: (String) -> [Candidate]
  /// What deleting records does, as a question; an error if they cannot be deleted.
  package var deletion: ([Record], Library) -> Result<String, BrowserRefusal>
  /// What somebody can do about a problem; nil if nobody knows.
  package var advice: (Finding) -> String?
  /// The overview and the numbers of a library, for a width.
  package var overview: (Library, Int) -> [OverviewLine]

  package init(
    now: @escaping () -> Timestamp, today: @escaping () -> CalendarDate, look: BrowserLook, keys: KeyMap,
    columns: @escaping (Kind, Schema) -> [Column], order: @escaping (Kind, Schema) -> RecordOrder,
    input: @escaping (Field, Kind, [String], Library) -> FormInput,
    form: @escaping (Kind, [String: [String]], Library) -> (form: Form, fields: [Field]),
    complaint: @escaping (String, Field, Kind, Library) -> String?,
    completeQuery: @escaping (String, Kind?, Library) -> [Candidate],
    completeCommand: @escaping (String) -> [Candidate],
    deletion: @escaping ([Record], Library) -> Result<String, BrowserRefusal>,
    advice: @escaping (Finding) -> String?,
    overview: @escaping (Library, Int) -> [OverviewLine]
  ) {
    self.now = now
    self.today = today
    self.look = look
    self.keys = keys
    self.columns = columns
    self.order = order
    self.input = input
    self.form = form
    self.complaint = complaint
    self.completeQuery = completeQuery
    self.completeCommand = completeCommand
    self.deletion = deletion
    self.advice = advice
    self.overview = overview
  }
}

/// Why something cannot be done, for a person.
package struct BrowserRefusal: Error, Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}
