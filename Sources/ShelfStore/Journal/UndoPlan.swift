import ShelfModel
import ShelfSystem

/// What undoing the last changes of the history does to the files.
package struct UndoPlan: Sendable {
  /// The entries to undo, the newest first.
  package let entries: [JournalEntry]
  package let changes: [FileChange]
  package let aim: Aim

  /// Which changes are undone.
  package enum Aim: Sendable {
    /// The last changes that hold, except undos and redos.
    case changes
    /// The last undos that hold: what they undid is made again.
    case undos
  }

  /// Why changes cannot be undone; nothing is changed.
  package enum Failure: Error, Sendable {
    /// There are fewer changes than that.
    case tooFew(there: Int, aim: Aim)
    /// The file is no longer as the change left it.
    case changed(path: String, since: JournalEntry)
    /// The history lacks the old contents of a file.
    case lost(path: String, of: JournalEntry)
    /// The change created the library itself.
    case library(JournalEntry)
    case file(FileError)
  }

  /// Plans to undo the last `count` changes.
  package init(_ count: Int, _ aim: Aim, _ journal: Journal) throws(Failure) {
    self.aim = aim
    let candidates = try UndoPlan.attempt { () throws(FileError) in
      UndoPlan.holding(try journal.entries()).filter {
        !$0.isSetUp && (aim == .changes ? $0.undoes.isEmpty : $0.isUndo)
      }
    }
    guard candidates.count >= count, count > 0 else { throw .tooFew(there: candidates.count, aim: aim) }
    entries = Array(candidates.prefix(count))
    var files = Files(journal)
    for entry in entries {
      for (index, file) in entry.files.enumerated() {
        if file.oldMark == nil, file.path == Manifest.fileName { throw .library(entry) }
        try files.takeBack(file, index, of: entry)
      }
    }
    changes = files.changes
  }

  /// The files as they are, and as they will be.
  private struct Files {
    private let journal: Journal
    private var order: [String] = []
    private var original: [String: [UInt8]?] = [:]
    private var present: [String: [UInt8]?] = [:]

    init(_ journal: Journal) { self.journal = journal }

    var changes: [FileChange] {
      order.compactMap { path in
        let change = FileChange(path: path, old: original[path] ?? nil, new: present[path] ?? nil)
        return change.old == change.new ? nil : change
      }
    }

    mutating func takeBack(_ file: JournalEntry.File, _ index: Int, of entry: JournalEntry) throws(Failure) {
      if original[file.path] == nil {
        let contents = try contents(of: file)
        original[file.path] = .some(contents)
        present[file.path] = .some(contents)
        order.append(file.path)
      }
      guard (present[file.path] ?? nil).map(JournalEntry.mark) == file.newMark else {
        throw .changed(path: file.path, since: entry)
      }
      present[file.path] = .some(file.oldMark == nil ? nil : try oldContents(of: file, index, entry))
    }

    /// Returns what the file holds; nil if it does not exist. Nothing beyond the length that the change wrote is read.
    private func contents(of file: JournalEntry.File) throws(Failure) -> [UInt8]? {
      let path = journal.root + "/" + file.path
      let limit = file.newMark.map(JournalEntry.size) ?? 0
      return try UndoPlan.attempt { () throws(FileError) -> [UInt8]? in
        do throws(FileError) {
          return try journal.fileSystem.contents(of: path, limit: limit)
        } catch {
          if error.code == FileError.notFound { return nil }
          // The file is not what the change left, which one byte too many shows as well as all of them.
          if error.isOtherThanExpected { return [UInt8](repeating: 0, count: limit + 1) }
          throw error
        }
      }
    }

    private func oldContents(
      of file: JournalEntry.File, _ index: Int, _ entry: JournalEntry
    ) throws(Failure) -> [UInt8] {
      do throws(FileError) {
        return try journal.oldContents(index, of: entry)
      } catch {
        throw error.code == FileError.notFound ? .lost(path: file.path, of: entry) : .file(error)
      }
    }
  }

  private static func attempt<Result>(_ body: () throws(FileError) -> Result) throws(Failure) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }

  /// Returns the entries that no later one has undone, the newest first.
  package static func holding(_ entries: [JournalEntry]) -> [JournalEntry] {
    var takenBack: Set<Int> = []
    return entries.filter { entry in
      guard !takenBack.contains(entry.sequence) else { return false }
      takenBack.formUnion(entry.undoes)
      return true
    }
  }
}
