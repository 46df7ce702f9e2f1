import ShelfDoctor
import ShelfForms
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal

/// A change or a question: what the browser wants done, as data.
package indirect enum BrowserRequest: Sendable {
  /// Values for fields of all of these records, as one change.
  ///
  /// - Parameter seen: what the field held when the user saw it; if others have changed it since, nothing is written.
  case assign([RecordID], [FieldInput], seen: [RecordID: [String]] = [:])
  /// A state of a kind that has one, with its dates.
  case state(Kind, FieldStates.Phase, [RecordID])
  /// A new record, with the values of its fields, even if there is one like it; with what a catalogue said of the book.
  case add(Kind, [(key: String, value: String)], isSure: Bool = false, found: FoundBook? = nil)
  /// What is empty in books, from what catalogues say.
  ///
  /// - Parameter isAllowed: whether the reader has just said that they may be asked.
  case fill([RecordID], isAllowed: Bool = false)
  case delete([RecordID])
  /// Lends one's copy.
  case lend(RecordID, to: String)
  /// Borrows someone else's copy.
  case borrow(RecordID, from: String)
  /// A loan has another end: a day, or a time from today.
  case renew(RecordID, until: String)
  /// What was lent or borrowed is back.
  case giveBack([RecordID])
  /// At the end of the queue of what is meant to be read.
  case queue([RecordID])
  case unqueue([RecordID])
  /// Whether what another process changed is taken back without a question.
  case undo(isSure: Bool, way: UndoWay = .plain)
  case redo(isSure: Bool, way: UndoWay = .plain)
  case saveFilter(name: String, query: String)
  case renameFilter(String, to: String)
  case deleteFilter(String)
  /// How many books to finish in a year, as typed; 0 for no goal.
  case setGoal(year: Int, String)
  /// What a repair of a problem would change, as a diff; with the positions of the answers to its questions.
  case preview(Finding, Repair, [Int])
  case repair(Finding, Repair, [Int])
  /// The history of a record.
  case history(RecordID)
  /// What a commit changed in a file, line by line; without a commit, what has changed since the last one.
  case difference(commit: String?, path: String, oldPath: String?)
  case statistics
  /// - Parameters:
  ///   - settling: which side is taken where both have changed a field; nil as the library says.
  ///   - commits: whether what is not committed yet is committed before; nil as the library says.
  case sync(settling: MergePolicy?, commits: Bool? = nil)

  /// What a synchronizing that has not succeeded would need.
  package enum SyncObstacle: Sendable {
    /// Both sides have changed the same.
    case conflict
    /// What the other side changes is changed here too, and not committed.
    case uncommitted
    /// Something that cannot be asked here, or nothing.
    case other
  }

  /// What becomes of a change whose files have been edited since.
  package enum UndoWay: Sendable {
    /// It is not taken back.
    case plain
    /// Only the fields that it changed are taken back.
    case merges
    /// It stays, and the one before it is taken back.
    case skips
  }

  /// What came of a request.
  package enum Outcome: Sendable {
    /// What was done, in one line.
    case done(String, canUndo: Bool = false)
    case refused(String)
    /// Others have changed the field that was to be set; nothing was written.
    case overtaken(String)
    /// A page of lines, some of which lead to more.
    case page(title: String, [StyledText], links: [PageLink] = [])
    /// What is to be asked before.
    case asks(String, BrowserRequest)
    /// What can be done instead, each with its key.
    case offers(String, [(key: String, words: String, request: BrowserRequest)])
    /// What is to be asked before, about a text that is shown.
    case asksAbout(String, [StyledText], BrowserRequest)
    /// Synchronizing has ended; why it did not succeed, and what was in its way.
    case synchronized(failure: String?, SyncObstacle)
  }
}

/// A line of a page that leads to more.
package struct PageLink: Sendable {
  /// From 0, at the top.
  package let line: Int
  package let request: BrowserRequest

  package init(line: Int, request: BrowserRequest) {
    self.line = line
    self.request = request
  }
}

/// What the browser wants from the world, as data.
package enum Effect: Sendable {
  case perform(BrowserRequest)
  /// A command that gets the terminal for itself.
  ///
  /// - Parameter waits: whether what it has written is read before the panes come back.
  case terminal([String], waits: Bool)
  /// A text that is being filled in is edited in the person's own editor.
  case editText(String)
  /// The form for a new record is filled in from what catalogues say.
  case fillForm
  /// What was kept of an earlier browser is not needed any longer.
  case forget(TypedText)
  case suspend
  case redraw
  case quit
}

/// What the browser is told.
package enum Message: Sendable {
  case key(Key)
  case resized(Space)
  /// The library was read again.
  case library(Library)
  /// The records of the library were sorted, so that another view need not wait for that.
  case sorted(SortedRecords)
  /// The records that saved filters find were counted.
  case counted(FilterCounts)
  /// The library was examined.
  case findings([Finding])
  case outcome(BrowserRequest.Outcome)
  /// What a request that takes its time says meanwhile.
  case progress([StyledText])
  /// What the person's editor made of a text; nil if it was left alone.
  case edited(String?)
  /// A record was made.
  case made(RecordID)
  /// Another program is changing the library, so the request was not done.
  case held(by: String)
  /// A tenth of a second has gone while something is being done.
  case tick
  /// What was being typed when an earlier browser ended.
  case kept(TypedText)
  /// The library cannot be read any longer.
  case unreadable(String)
}
