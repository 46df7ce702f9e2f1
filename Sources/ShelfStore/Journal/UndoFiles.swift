import ShelfModel
import ShelfSystem
import YAMLEdit

/// The current contents of files, and their contents after the changes of a plan have been undone. `UndoPlan` explains
/// how undo works.
struct UndoFiles {
  private let journal: Journal
  private let entries: [JournalEntry]
  private let choice: UndoPlan.Choice
  private var files = WorkingCopy()
  /// The changes to each file, oldest first, if any of them are undos.
  private var steps: [String: [(entry: JournalEntry, index: Int, file: JournalEntry.File)]] = [:]
  /// The permission bits of deleted files that are restored, by path.
  private var modes: [String: UInt32] = [:]

  /// - Parameter entries: the whole history.
  init(_ journal: Journal, _ entries: [JournalEntry], _ choice: UndoPlan.Choice) {
    self.journal = journal
    self.entries = entries
    self.choice = choice
    guard entries.contains(where: { !$0.undoes.isEmpty }) else { return }
    for entry in entries.reversed() {
      for (index, file) in entry.files.enumerated() { steps[file.path, default: []].append((entry, index, file)) }
    }
  }

  var changes: [FileChange] {
    files.changes.map { change in
      var change = change
      if change.old == nil { change.mode = modes[change.path] }
      return change
    }
  }

  /// The result of undoing one entry.
  enum Outcome {
    /// - Parameter count: the number of files whose contents were restored.
    case done(count: Int)
    /// All files of the change already have their previous contents.
    case undoneElsewhere
    case blocked([UndoPlan.Obstacle])
  }

  /// Undoes either all files of an entry or none.
  ///
  /// Undoing an undo redoes the changes that it undid. If some of their files already had their old contents at the
  /// time of the undo, its entry does not contain these files, so they cannot be redone and are obstacles.
  mutating func undo(_ entry: JournalEntry) throws(UndoPlan.Failure) -> Outcome {
    var result = self
    var obstacles: [UndoPlan.Obstacle] = []
    var count = 0
    var isSettled = true
    for (index, file) in entry.files.enumerated() {
      let file = try result.found(file, index, entry)
      let checksum = (result.files.contents(of: file.path) ?? nil).map(JournalEntry.checksum)
      if checksum == nil, choice.isLeftOut(file.path) {
        isSettled = false
        obstacles.append(UndoPlan.Obstacle(path: file.path, state: .leftOut))
        continue
      }
      if checksum == file.oldChecksum { continue }
      if checksum == file.newChecksum {
        result.files.set(file.path, to: try oldContents(of: file, index, entry), from: nil)
        if file.newChecksum == nil { result.modes[file.path] = journal.oldMode(index, of: entry) }
        count += 1
        isSettled = false
      } else if file.isMemory {
        // A later import that changed no records has extended the import base. Once the change to the records is
        // undone, the import base would be wrong, so its old contents are also restored.
        if result.files.contents(of: file.path) == .some(result.files.original(of: file.path)) {
          try result.readWhole(file.path, limit: JournalEntry.File.maxMemory)
        }
        if checksum != nil {
          result.files.set(file.path, to: try oldContents(of: file, index, entry), from: nil)
          count += 1
        }
      } else {
        switch try result.merge(file, index, entry) {
        case .done(let more):
          count += more
          isSettled = false
        case .undoneElsewhere: continue
        case .blocked(let more):
          isSettled = false
          obstacles += more
        }
      }
    }
    if isSettled, !entry.files.isEmpty { return .undoneElsewhere }
    if entry.isUndo { obstacles += try result.obstacles(toRedoing: entry) }
    if !obstacles.isEmpty { return .blocked(obstacles) }
    self = result
    return .done(count: count)
  }

  /// Returns whether an undo, or a redo, was itself undone by other means, so that the changes that it undid, or the
  /// undos, are in effect again. One file is sufficient, since the rest would otherwise be passed over silently.
  func isUndoneElsewhere(_ undo: JournalEntry) -> Bool {
    var probe = self
    return undo.files.enumerated().contains { !$1.isMemory && probe.isUndoneElsewhere(undo, $0, $1) }
  }

  /// Returns whether a file was reset to its contents from before an undo, but not from before all undone entries.
  ///
  /// The file was reset after an entry if the next entry, or this plan, found other contents than the entry wrote. The
  /// contents show to which point of the history.
  private mutating func isUndoneElsewhere(_ undo: JournalEntry, _ index: Int, _ file: JournalEntry.File) -> Bool {
    let steps = steps[file.path, default: []]
    guard let own = steps.firstIndex(where: { $0.entry.sequence == undo.sequence }) else { return false }
    let undone = steps.firstIndex { undo.undoes.contains($0.entry.sequence) } ?? -1
    for step in own..<steps.count {
      var found = step + 1 < steps.count ? steps[step + 1].file.oldChecksum : nil
      if step + 1 == steps.count {
        let last = steps[step]
        guard let path = (try? self.found(last.file, last.index, last.entry))?.path else { return false }
        // The contents may be from any step, so they may be larger than this one expects.
        if files.contents(of: path) == .some(files.original(of: path)) {
          try? readWhole(path, limit: Limits().bytes)
        }
        found = (files.contents(of: path) ?? nil).map(JournalEntry.checksum)
      }
      if found == steps[step].file.newChecksum { continue }
      if let reset = steps[...step].lastIndex(where: { $0.file.oldChecksum == found }) {
        if reset > undone, reset <= own { return true }
      } else if step == own, step + 1 == steps.count, case .undoneElsewhere? = try? merge(file, index, undo) {
        return true
      }
    }
    return false
  }

  /// Returns the files that prevent a redo although they are not in the entry of the undo: files of the undone changes
  /// whose current contents are not the ones that these changes wrote.
  private mutating func obstacles(toRedoing undo: JournalEntry) throws(UndoPlan.Failure) -> [UndoPlan.Obstacle] {
    var last: [String: (file: JournalEntry.File, index: Int, entry: JournalEntry)] = [:]
    for entry in entries.sorted(by: { $0.sequence < $1.sequence }) where undo.undoes.contains(entry.sequence) {
      for (index, file) in entry.files.enumerated() where !file.isMemory { last[file.path] = (file, index, entry) }
    }
    var obstacles: [UndoPlan.Obstacle] = []
    for file in undo.files { last[file.path] = nil }
    // The undo may have found a file at another path.
    let undone = Set(undo.files.map { [$0.newChecksum, $0.oldChecksum] })
    let paths = Set(undo.files.map(\.path))
    for (path, (file, index, entry)) in last.sorted(by: { $0.key < $1.key }) {
      if undone.contains([file.oldChecksum, file.newChecksum]) { continue }
      if paths.contains(try found(file, index, entry).path) { continue }
      let contents = files.contents(of: path) ?? nil
      if contents.map(JournalEntry.checksum) == file.newChecksum { continue }
      let state: UndoPlan.Obstacle.State =
        contents == nil
        ? choice.isLeftOut(path) ? .leftOut : .deleted : file.newChecksum == nil ? .added : .edited(fields: [])
      obstacles.append(UndoPlan.Obstacle(path: path, state: state))
    }
    return obstacles
  }

  /// Reads a file at its current path, in case it was moved after the change, and returns it with that path.
  private mutating func found(
    _ file: JournalEntry.File, _ index: Int, _ entry: JournalEntry
  ) throws(UndoPlan.Failure) -> JournalEntry.File {
    try read(file)
    guard let checksum = file.newChecksum, (files.contents(of: file.path) ?? nil) == nil,
      let path = choice.moved(checksum, { journal.id(index, of: entry) })
    else {
      return file
    }
    let moved = JournalEntry.File(path: path, oldChecksum: file.oldChecksum, newChecksum: checksum)
    try read(moved)
    return moved
  }

  /// Reads a file for the first time, up to the larger of the two sizes that the entry recorded for it.
  private mutating func read(_ file: JournalEntry.File) throws(UndoPlan.Failure) {
    if files.touches(file.path) { return }
    let limit = max(file.newChecksum.map(JournalEntry.size) ?? 0, file.oldChecksum.map(JournalEntry.size) ?? 0)
    // A larger file cannot have the contents that the change wrote, so a placeholder that exceeds the limit by one byte
    // represents it.
    let instead = [UInt8](repeating: 0, count: limit + 1)
    let contents = try contents(of: file.path, limit: limit, instead: instead)
    files.set(file.path, to: contents, from: contents)
  }

  /// Reads all of a file that the plan has not changed yet and that may have been too large for `read`.
  private mutating func readWhole(_ path: String, limit: Int) throws(UndoPlan.Failure) {
    files.forget(path)
    let contents = try contents(of: path, limit: limit, instead: [])
    files.set(path, to: contents, from: contents)
  }

  /// Returns the contents of a file, or nil if it does not exist.
  ///
  /// - Parameter instead: the result for a file that is too large or not a regular file.
  private func contents(
    of path: String, limit: Int, instead: [UInt8]
  ) throws(UndoPlan.Failure) -> [UInt8]? {
    try UndoPlan.attempt { () throws(FileError) -> [UInt8]? in
      do throws(FileError) {
        return try journal.fileSystem.contents(of: journal.root + "/" + path, limit: limit)
      } catch {
        if error.code == FileError.notFound { return nil }
        if error.isOtherThanExpected { return instead }
        throw error
      }
    }
  }

  /// Returns the contents of a file before an entry, or nil if the file did not exist.
  private func oldContents(
    of file: JournalEntry.File, _ index: Int, _ entry: JournalEntry
  ) throws(UndoPlan.Failure) -> [UInt8]? {
    if file.oldChecksum == nil { return nil }
    do throws(FileError) {
      return try journal.oldContents(index, of: entry)
    } catch {
      throw error.code == FileError.notFound ? .lost(path: file.path, of: entry) : .file(error)
    }
  }

  // MARK: - Field by field

  /// Undoes the change to a file that has been edited since, if the user wants a three-way merge and the merge
  /// succeeds.
  private mutating func merge(
    _ file: JournalEntry.File, _ index: Int, _ entry: JournalEntry
  ) throws(UndoPlan.Failure) -> Outcome {
    func obstacle(_ state: UndoPlan.Obstacle.State) -> Outcome {
      .blocked([UndoPlan.Obstacle(path: file.path, state: state)])
    }
    guard let known = files.contents(of: file.path) ?? nil else { return obstacle(.deleted) }
    guard file.newChecksum != nil else { return obstacle(.added) }
    if known == files.original(of: file.path) { try readWhole(file.path, limit: Limits().bytes) }
    guard let ours = files.contents(of: file.path) ?? nil, let base = newContents(of: file, index, entry),
      let theirs = try oldContents(of: file, index, entry)
    else { return obstacle(.edited(fields: [])) }
    switch choice.merge(file.path, ours, base, theirs) {
    case .conflict(let fields): return obstacle(.edited(fields: fields))
    case .bytes(let bytes) where bytes == ours: return .undoneElsewhere
    case .bytes(let bytes):
      guard choice.merges else { return obstacle(.editedElsewhere) }
      files.set(file.path, to: bytes, from: nil)
      return .done(count: 1)
    }
  }

  /// Returns the contents that an entry wrote into a file, or nil if the history no longer has them.
  ///
  /// The contents are kept with the entry if it changed few files. Otherwise they may be available as the old contents
  /// of a later entry.
  private func newContents(of file: JournalEntry.File, _ index: Int, _ entry: JournalEntry) -> [UInt8]? {
    if let kept = journal.newContents(index, of: entry) { return kept }
    for later in entries where later.sequence > entry.sequence {
      for (index, other) in later.files.enumerated() where other.oldChecksum == file.newChecksum {
        if let bytes = try? journal.oldContents(index, of: later), JournalEntry.checksum(bytes) == file.newChecksum {
          return bytes
        }
      }
    }
    return nil
  }
}
