import ShelfDoctor
import ShelfImport
import ShelfModel
import ShelfStore

/// What an act did, as far as that is more than edits of records.
package enum ActResult: Sendable {
  /// Only edits of records.
  case records
  case takenBack(UndoneChanges)
  /// - Parameter left: the problems that are left, all of the library's; nil if that was not looked at.
  case repaired([RepairedProblem], left: [Finding]? = nil)
  case imported(ImportSummary)
  case lookedUp(LookedUp)
  /// Problems that doctor is told to accept, and why.
  case accepted([AcceptedProblem], reason: String?)
  /// A file was replaced with what was typed.
  ///
  /// - Parameter isMerged: whether others had changed it meanwhile, in other fields.
  case replaced(path: String, isMerged: Bool)
  case filterSaved(SavedFilter, isNew: Bool)
  case filterRenamed(String, to: String)
  case filterDeleted(String)
  case settingsChanged([LibrarySettingChange])
  case coversChanged([CoverChange])
  /// Records are in the queue.
  ///
  /// - Parameter place: that of the first of them, counted from 1.
  case queued([Record], place: Int)
  /// Records are no longer in the queue.
  case unqueued([Record])
  /// - Parameter count: nil for no goal.
  case goalSet(year: Int, count: Int?)
}

/// What became of the cover of a book.
package struct CoverChange: Sendable {
  package let record: Record
  /// The path relative to the library.
  package let path: String
  package let event: Event

  package enum Event: Sendable {
    /// - Parameter bytes: its size.
    case added(bytes: Int)
    case replaced(bytes: Int)
    case removed
    /// It is the same picture.
    case same
  }
}

/// Entries of the history that were taken back, or made again.
package struct UndoneChanges: Sendable {
  package let direction: UndoPlan.Direction
  package let entries: [Entry]

  package struct Entry: Sendable {
    package let entry: JournalEntry
    /// What it is named by: a redo by what is made again.
    package let commands: [String]
  }
}

/// A problem that was repaired.
package struct RepairedProblem: Sendable {
  package let finding: Finding
  package let repair: Repair

  package init(finding: Finding, repair: Repair) { (self.finding, self.repair) = (finding, repair) }
}

/// A problem that doctor is told to accept.
package struct AcceptedProblem: Sendable {
  package let code: String
  package let path: String
  package let message: String
}
