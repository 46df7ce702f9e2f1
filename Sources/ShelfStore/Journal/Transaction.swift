import ShelfModel
import ShelfSystem

/// All changes of one command: either every file changes, or none does, even if the process ends halfway.
///
/// The change is written into the journal and synced; one rename then decides that it holds. Only then are the files
/// moved into place, each after a last check that it has not been modified since it was read, and by calls that show what
/// they replaced. If a move fails, those already made are taken back. See `Journal` for the steps.
package struct Transaction: ~Copyable {
  private let changes: [FileChange]
  private let journal: Journal
  private let fileSystem: any FileSystem

  /// How a change is recorded in the history.
  package struct Label: Sendable {
    package var command: String
    package var time: Timestamp
    /// The entries of the history that the change undoes.
    package var undoes: [Int]
    /// Whether those entries are undos.
    package var isRedo: Bool
    /// The entries that it passed over, because they had been undone by other means.
    package var settled: [Int]
    package var limits: UndoLimits

    package init(
      command: String, time: Timestamp, undoes: [Int] = [], isRedo: Bool = false, settled: [Int] = [],
      limits: UndoLimits = UndoLimits()
    ) {
      self.command = command
      self.time = time
      self.undoes = undoes
      self.isRedo = isRedo
      self.settled = settled
      self.limits = limits
    }
  }

  /// Makes a transaction; nothing is written before `commit`.
  ///
  /// - Parameter root: the library's absolute path.
  package init(_ changes: [FileChange], at root: String, fileSystem: any FileSystem) {
    self.changes = changes
    self.fileSystem = fileSystem
    journal = Journal(at: root, fileSystem: fileSystem)
  }

  /// Makes the changes.
  ///
  /// - Parameter lock: the right to change the library, taken, and used to `recover`, before the library was read; if
  ///   the caller has none yet, `commit(_:)` does both.
  /// - Throws: `TransactionError`; the library is then as it was.
  @discardableResult
  package consuming func commit(_ label: Label, holding lock: LibraryLock) throws(TransactionError) -> Int? {
    if changes.isEmpty { return nil }
    let state = try attempt { () throws(FileError) in try journal.state() }
    if let doubt = state.doubt { throw .doubted(doubt) }
    guard state.isAtRest else { throw .interrupted(path: journal.home) }
    var modes: [UInt32?] = []
    for change in changes { modes.append(try check(change)) }
    setModesOfNewFiles(&modes)
    let entry: JournalEntry
    do throws(TransactionError) {
      entry = try stage(state.newest + 1, label, modes)
      try attempt { () throws(FileError) in try fileSystem.rename(journal.staging, to: journal.pending) }
    } catch {
      journal.remove(journal.staging)
      throw error
    }
    do throws(TransactionError) {
      try attempt { () throws(FileError) in try fileSystem.syncDirectory(journal.home) }
      try move(entry)
    } catch {
      try takeBack()
      journal.prune(label.limits)
      throw error
    }
    // The change has been made: if this fails, the next command does it.
    if (try? journal.keep(entry)) != nil {
      if areFew { journal.keepNew(changes, of: entry, modes: modes) }
      journal.prune(label.limits)
    }
    return entry.sequence
  }

  /// Takes the lock, finishes or discards an interrupted change, and makes the changes.
  package consuming func commit(_ label: Label) throws(TransactionError) {
    if changes.isEmpty { return }
    let lock = try LibraryLock.acquire(at: journal.root, fileSystem: fileSystem, command: label.command)
    _ = journal.recover(holding: lock)
    try commit(label, holding: lock)
  }

  // MARK: The steps

  /// Checks a file before anything is written, and returns the permission bits of one that is replaced.
  private borrowing func check(_ change: FileChange) throws(TransactionError) -> UInt32? {
    guard JournalPath(change.path).allows(hadFile: change.old != nil, hasFile: change.new != nil),
      try attempt({ () throws(FileError) in try journal.isInside(change.path) })
    else {
      throw .outside(path: change.path)
    }
    guard let status = try status(journal.root + "/" + change.path) else {
      if change.old != nil { throw .changed(path: change.path) }
      return nil
    }
    if change.old == nil || status.type != .file { throw .changed(path: change.path) }
    if status.isReadOnly { throw .readOnly(path: change.path) }
    // Each is read again before it is replaced: this first look only finds sooner what would be taken back then, and for
    // many files it would take longer than that saves.
    if areFew {
      try checkUnchanged(change)
    } else if status.size != change.old?.count {
      throw .changed(path: change.path)
    }
    return status.mode
  }

  /// Sets the permission bits of new files: those that they had before, or those of a file that is moved there.
  private borrowing func setModesOfNewFiles(_ modes: inout [UInt32?]) {
    func name(_ path: String) -> Substring? { path.split(separator: "/").last }
    var (byName, byContents): ([Substring: UInt32], [[UInt8]: UInt32]) = ([:], [:])
    for (index, change) in changes.enumerated() where change.new == nil {
      name(change.path).map { byName[$0] = modes[index] }
      change.old.map { byContents[$0] = modes[index] }
    }
    for (index, change) in changes.enumerated() where change.old == nil {
      modes[index] = change.mode
      guard modes[index] == nil, !byName.isEmpty else { continue }
      modes[index] = change.new.flatMap { byContents[$0] } ?? name(change.path).flatMap { byName[$0] }
    }
  }

  /// Ensures that no one's changes are overwritten: the file must still be what the change is based on.
  private borrowing func checkUnchanged(_ change: FileChange) throws(TransactionError) {
    let path = journal.root + "/" + change.path
    guard let old = change.old else {
      if try status(path) != nil { throw .changed(path: change.path) }
      return
    }
    guard try status(path)?.type == .file else { throw .changed(path: change.path) }
    do throws(FileError) {
      // A file that outgrew its old contents has changed: there is no need to read the rest of it.
      if try fileSystem.contents(of: path, limit: old.count) == old { return }
    } catch  where error.code != FileError.tooLarge && error.code != FileError.notFound {
      throw .file(error)
    } catch {}
    throw .changed(path: change.path)
  }

  /// Up to this many files are synced one by one; more are synced by one call for the whole disk.
  private static let fewFiles = 8

  private var areFew: Bool { changes.count <= Transaction.fewFiles }

  private borrowing func entry(_ sequence: Int, _ label: Label, _ inode: UInt64?) -> JournalEntry {
    JournalEntry(
      sequence: sequence, time: label.time, command: label.command, undoes: label.undoes, isRedo: label.isRedo,
      settled: label.settled,
      files: changes.map { change in
        JournalEntry.File(
          path: change.path, oldMark: change.old.map(JournalEntry.mark), newMark: change.new.map(JournalEntry.mark))
      }, oldSize: changes.reduce(0) { $0 + ($1.old?.count ?? 0) }, inode: inode)
  }

  /// Writes the new contents and the old ones, and waits until they are on the disk; returns the entry that describes
  /// them.
  private borrowing func stage(
    _ sequence: Int, _ label: Label, _ modes: [UInt32?]
  ) throws(TransactionError) -> JournalEntry {
    let inode = try attempt { () throws(FileError) in
      _ = try fileSystem.makeDirectories(journal.history)
      try fileSystem.makeDirectory(journal.staging)
      return try fileSystem.status(journal.staging)?.inode
    }
    let entry = entry(sequence, label, inode)
    guard let bytes = try? entry.bytes() else { throw .unwritable(path: journal.home) }
    try attempt { () throws(FileError) in
      // The command may quote what a file holds, so no one reads it who may not read each of the files.
      let known = modes.compactMap { $0 }
      let mode = known.isEmpty ? nil : known.reduce(0o644, &) | 0o600
      try fileSystem.createFile(journal.staging + "/" + Journal.entryName, bytes, mode: mode, synced: areFew)
      for (index, change) in changes.enumerated() {
        let path = "\(journal.staging)/\(index)"
        if let new = change.new { try fileSystem.createFile(path + ".new", new, mode: modes[index], synced: areFew) }
        if let old = change.old { try keep(old, of: change.path, as: path + ".old", modes[index], synced: areFew) }
      }
      if areFew { try fileSystem.syncDirectory(journal.staging) } else { try fileSystem.syncDisk(of: journal.staging) }
    }
    return entry
  }

  /// Keeps a file's old contents: the file itself under a second name, or a copy if the file system has no hard links.
  private borrowing func keep(
    _ old: [UInt8], of file: String, as path: String, _ mode: UInt32?, synced: Bool
  ) throws(FileError) {
    do throws(FileError) {
      try fileSystem.link(journal.root + "/" + file, to: path)
    } catch {
      try fileSystem.createFile(path, old, mode: mode, synced: synced)
    }
  }

  /// Moves the files into place, and waits until their names are on the disk.
  private borrowing func move(_ entry: JournalEntry) throws(TransactionError) {
    var folders: Set<String> = []
    try attempt { () throws(FileError) in try journal.makeFolders(for: entry.files) }
    for (index, file) in entry.files.enumerated() {
      try checkUnchanged(changes[index])
      guard let folder = try attempt({ () throws(FileError) in try journal.putInPlace(index, file) }) else {
        throw .changed(path: file.path)
      }
      folders.insert(folder)
    }
    try attempt { () throws(FileError) in try journal.sync(folders) }
  }

  /// From here on the change no longer holds; if the process ends now, the next command continues taking it back.
  private borrowing func takeBack() throws(TransactionError) {
    do throws(FileError) {
      try fileSystem.rename(journal.pending, to: journal.undone)
      try journal.takeBack()
    } catch {
      throw .unfinished(error)
    }
  }

  private borrowing func status(_ path: String) throws(TransactionError) -> FileStatus? {
    try attempt { () throws(FileError) in try fileSystem.status(path) }
  }

  private borrowing func attempt<Result>(_ body: () throws(FileError) -> Result) throws(TransactionError) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}

/// Why a transaction failed; the library is as it was, unless the error says otherwise.
package enum TransactionError: Error, Sendable {
  /// The file is no longer what the change is based on.
  case changed(path: String)
  /// The file is in git's index, but a sparse checkout leaves it out of the work tree.
  case leftOut(path: String)
  case readOnly(path: String)
  /// The path leads out of the library.
  case outside(path: String)
  /// The journal cannot represent the change.
  case unwritable(path: String)
  /// Another process is changing the library.
  case locked(holder: String)
  /// The journal is not believed, and so not written to.
  case doubted(JournalDistrust)
  /// An interrupted change cannot be finished, and stands in the way.
  case interrupted(path: String)
  /// The change failed, and so did taking it back: the next command finishes or discards it.
  case unfinished(FileError)
  /// The library is no longer one that this program may write.
  case library(LibraryError)
  case file(FileError)
}
