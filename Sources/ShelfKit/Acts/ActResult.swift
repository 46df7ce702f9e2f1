import ShelfDoctor
import ShelfImport
import ShelfModel
import ShelfStore

/// The result of an act, beyond edits of records.
package enum ActResult: Sendable {
  /// Nothing beyond edits of records.
  case records
  case undone(UndoneChanges)
  /// - Parameter left: all problems that the library still has, or nil if they were not determined.
  case repaired([RepairedProblem], left: [Finding]? = nil)
  case imported(ImportSummary)
  case lookedUp(LookupResult)
  /// Problems were accepted. The reason is nil if the user gave none.
  case accepted([AcceptedProblem], reason: String?)
  /// Files were replaced with text that someone edited.
  case replaced([ReplacedFile])
  case merged(MergedRecord)
  case filterSaved(SavedFilter, isNew: Bool)
  case filterRenamed(String, to: String)
  case filterDeleted(String)
  case settingsChanged([LibrarySettingChange])
  case coversChanged([CoverChange])
  /// Records were added to the queue, or moved in it.
  ///
  /// - Parameter place: the position of the first of these records, counting from 1.
  case queued([Record], place: Int)
  /// Records were removed from the queue.
  case unqueued([Record])
  /// - Parameter count: nil if the goal was removed.
  case goalSet(year: Int, count: Int?)
}

/// A change to the cover of a book.
package struct CoverChange: Sendable {
  package let record: Record
  /// The path relative to the library.
  package let path: String
  package let event: Event

  package enum Event: Sendable {
    /// - Parameter bytes: the size of the picture.
    case added(bytes: Int)
    case replaced(bytes: Int)
    case removed
    /// The book already had this picture as its cover.
    case same
  }
}

/// Entries of the history that were undone or redone.
package struct UndoneChanges: Sendable {
  package let direction: UndoPlan.Direction
  package let entries: [Entry]

  package struct Entry: Sendable {
    package let entry: JournalEntry
    /// The number of files that were changed.
    package let count: Int
    /// The commands to report as undone or, for a redo, as redone.
    package let commands: [String]
  }
}

/// A problem that was repaired.
package struct RepairedProblem: Sendable {
  package let finding: Finding
  package let repair: Repair
}

/// A problem that was added to the accepted problems.
package struct AcceptedProblem: Sendable {
  package let code: String
  package let path: String
  package let message: String
}
