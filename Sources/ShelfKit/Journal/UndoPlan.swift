/// What taking back the last changes of the history means for the files.
public struct UndoPlan: Sendable {
  /// The entries to take back, the newest first.
  public let entries: [JournalEntry]
  public let changes: [FileChange]

  /// Which changes are taken back.
  public enum Aim: Sendable {
    /// The last changes that hold, taking back an undo left aside.
    case changes
    /// The last undos that hold: what they took back holds again.
    case undos
  }

  /// Why changes cannot be taken back; nothing is changed.
  public enum Failure: Error, Sendable {
    /// There are fewer changes than that.
    case tooFew(there: Int, aim: Aim)
    /// The file is no longer as the change left it.
    case changed(path: String, since: JournalEntry)
    /// The history lacks the old contents of a file.
    case lost(path: String, of: JournalEntry)
  }

  /// Plans to take back the last `count` changes.
  public init(_ count: Int, _ aim: Aim, _ journal: Journal) throws(Failure) {
    let candidates = UndoPlan.holding(journal.entries()).filter { $0.undoes.isEmpty == (aim == .changes) }
    guard candidates.count >= count, count > 0 else { throw .tooFew(there: candidates.count, aim: aim) }
    entries = Array(candidates.prefix(count))
    var present: [String: [UInt8]?] = [:]
    var original: [String: [UInt8]?] = [:]
    var order: [String] = []
    for entry in entries {
      for (index, file) in entry.files.enumerated() {
        if original[file.path] == nil {
          let contents = try? journal.fileSystem.contents(of: journal.root + "/" + file.path, limit: Int.max)
          original[file.path] = .some(contents)
          present[file.path] = .some(contents)
          order.append(file.path)
        }
        let now = present[file.path] ?? nil
        guard now.map(JournalEntry.mark) == file.newMark else { throw .changed(path: file.path, since: entry) }
        var before: [UInt8]?
        if file.hadOld {
          before = try? journal.oldContents(index, of: entry)
          if before == nil { throw .lost(path: file.path, of: entry) }
        }
        present[file.path] = .some(before)
      }
    }
    changes = order.compactMap { path in
      let change = FileChange(path: path, old: original[path] ?? nil, new: present[path] ?? nil)
      return change.old == change.new ? nil : change
    }
  }

  /// Returns the entries that no later one has taken back, the newest first.
  public static func holding(_ entries: [JournalEntry]) -> [JournalEntry] {
    var takenBack: Set<Int> = []
    return entries.filter { entry in
      guard !takenBack.contains(entry.sequence) else { return false }
      takenBack.formUnion(entry.undoes)
      return true
    }
  }
}
