import ShelfDoctor
import ShelfForms
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal

/// A change or a query that the browser wants carried out, as data.
///
/// `BrowserWorker` turns each case into an act of `ShelfKit`, or into a page of text.
package indirect enum BrowserRequest: Sendable {
  /// Changes fields of all of these records, as one change.
  ///
  /// - Parameter seen: the field's values that the user saw; if another program has changed any of them since, nothing
  ///   is written.
  case assign([RecordID], [FieldInput], seen: [RecordID: [String]] = [:])
  /// Moves records to another state, and sets the matching dates. The kind must have states.
  case state(Kind, FieldStates.Phase, [RecordID])
  /// Sets the progress in a book, as typed.
  case progress(RecordID, String)
  /// Finishes a book, and rates it unless the rating is nil.
  case finish(RecordID, stars: Int?)
  /// Adds a record with these field values, and with the catalogue's data for the book.
  ///
  /// - Parameter isSure: whether to add it even though the library has a similar record.
  case add(Kind, [(key: String, value: String)], isSure: Bool = false, found: FoundBook? = nil)
  /// Fills empty fields of books from library catalogues.
  ///
  /// - Parameter isAllowed: whether the user has just confirmed that catalogues may be queried.
  case fill([RecordID], isAllowed: Bool = false)
  case delete([RecordID])
  /// Lends the user's copy.
  case lend(RecordID, to: String)
  /// Borrows another person's copy.
  case borrow(RecordID, from: String)
  /// Changes the end of a loan to a date, or to a period counted from today.
  case renew(RecordID, until: String)
  /// Ends the loans of these records, whether lent or borrowed.
  case giveBack([RecordID], from: String?)
  /// Appends records to the end of the reading queue.
  case queue([RecordID])
  case unqueue([RecordID])
  /// Undoes the last change. `isSure` skips the confirmation that is needed for changes made by another process.
  case undo(isSure: Bool, way: UndoWay = .plain)
  case redo(isSure: Bool, way: UndoWay = .plain)
  case saveFilter(name: String, query: String)
  case renameFilter(String, to: String)
  case deleteFilter(String)
  /// Sets the number of books to finish in a year, as typed; 0 removes the goal.
  case setGoal(year: Int, String)
  /// Shows what a repair would change, as a diff. The numbers are the indices of the answers to its questions.
  case preview(Finding, Repair, [Int])
  case repair(Finding, Repair, [Int])
  /// Shows the commits that changed a record.
  case history(RecordID)
  /// Shows a commit's changes to a file, line by line; without a commit, shows the changes since the last commit.
  case difference(commit: String?, path: String, oldPath: String?)
  case statistics
  /// - Parameters:
  ///   - settling: which side wins if both have changed the same field; nil uses the library's setting.
  ///   - commits: whether to commit uncommitted changes first; nil uses the library's setting.
  case sync(settling: MergePolicy?, commits: Bool? = nil)

  /// The obstacle that made a synchronization fail.
  package enum SyncObstacle: Sendable {
    /// Both sides changed the same field.
    case conflict
    /// An incoming change affects a file with uncommitted changes.
    case uncommitted
    /// A failure that the user cannot resolve by choosing an option; also used when there is no failure.
    case other
  }

  /// The way to undo or redo a change whose files have been edited since.
  package enum UndoWay: Sendable {
    /// Refuse to undo it.
    case plain
    /// Revert only the fields that the change touched, and keep the later edits.
    case merges
    /// Skip this change, and undo the one before it.
    case skips
  }

  /// The result of a request.
  package enum Outcome: Sendable {
    /// Success, with a one-line summary.
    case done(String, canUndo: Bool = false)
    case refused(String)
    /// Another program has changed the field; nothing was written.
    case overtaken(String)
    /// A page of text, some of whose lines are links.
    case page(title: String, [StyledText], links: [PageLink] = [])
    /// A yes-or-no question, and the request to send if the user answers yes.
    case asks(String, BrowserRequest)
    /// The reason for a failure and the alternatives, each with its key.
    case offers(String, [(key: String, words: String, request: BrowserRequest)])
    /// A yes-or-no question with text below it, and the request to send if the user answers yes.
    case asksAbout(String, [StyledText], BrowserRequest)
    /// The end of a synchronization, with the reason and the obstacle if it failed.
    case synchronized(failure: String?, SyncObstacle)
  }
}

/// A link on a line of a text page.
package struct PageLink: Sendable {
  /// The line's index, starting at 0.
  package let line: Int
  package let request: BrowserRequest
}

/// An action that the browser needs from the driver, as data.
package enum Effect: Sendable {
  case perform(BrowserRequest)
  /// Runs a command that takes over the terminal.
  ///
  /// - Parameter waits: whether to wait for a key afterwards, so that the user can read the command's output.
  case terminal([String], waits: Bool)
  /// Opens the text of the current input in the user's editor.
  case editText(String)
  /// Fills the form for a new record from library catalogues.
  case fillForm
  /// Deletes a draft that an earlier browser session left behind.
  case forget(UnsavedInput)
  case suspend
  case redraw
  case quit
}

/// An event that the browser reacts to.
package enum BrowserMessage: Sendable {
  case key(Key)
  case resized(Space)
  /// A new snapshot of the library.
  case library(Library)
  /// The records in list order, sorted ahead of time so that switching views is fast.
  case sorted(SortedRecords)
  /// The number of records in each view that is defined by a query.
  case counted(FilterCounts)
  /// The number of files with uncommitted changes, or nil without a git repository.
  case uncommitted(Int?)
  /// The result of a doctor run.
  case findings([Finding])
  case outcome(BrowserRequest.Outcome)
  /// Output of a request that is still running.
  case progress([StyledText])
  /// The text that the user's editor returned, or nil if it is unchanged.
  case edited(String?)
  /// The new record that the last request created.
  case made(RecordID)
  /// The current request was not carried out because another program holds the library's lock.
  case held(by: String)
  /// 100 ms have passed while a request is in progress.
  case tick
  /// Unsaved input that an earlier browser session left behind.
  case kept(UnsavedInput)
  /// The library can no longer be read.
  case unreadable(String)
}
