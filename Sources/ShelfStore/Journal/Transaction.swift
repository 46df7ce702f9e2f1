import ShelfModel
import ShelfSystem

/// All file changes of one command: either every file changes or none does, even if the process is killed halfway.
///
/// `commit` checks that every file is still what the change is based on, and writes the new and the old contents into
/// the journal's folder `staging`. Once they are on the disk, it renames that folder to `pending`, which commits the
/// change: from then on, readers see the new state, and another process would finish an interrupted change. Then the
/// transaction moves the files into place one by one. Each file is checked once more right before its move, and the
/// move itself keeps the replaced contents, so that a change saved by another program in the meantime is never lost
/// (see `FileMoves.swift`). If a file has changed, or a move fails, the transaction renames the folder to `undone`,
/// moves back the files that it has already moved, and throws. If that also fails, the next command continues the
/// rollback. Finally the transaction adds the change to the history, where `undo` finds it, and removes the oldest
/// entries beyond the limits.
package struct Transaction: ~Copyable {
  let changes: [FileChange]
  let journal: Journal
  let fileSystem: any FileSystem

  /// The description of a change for the history.
  package struct Label: Sendable {
    package var command: String
    package var time: Timestamp
    /// The entries of the history that the change undoes.
    package var undoes: [Int]
    /// Whether the entries in `undoes` are undos.
    package var isRedo: Bool
    /// The entries that an undo skipped because they had already been undone by other means.
    package var undoneElsewhere: [Int]
    package var limits: UndoLimits

    package init(
      command: String, time: Timestamp, undoes: [Int] = [], isRedo: Bool = false, undoneElsewhere: [Int] = [],
      limits: UndoLimits = UndoLimits()
    ) {
      self.command = command
      self.time = time
      self.undoes = undoes
      self.isRedo = isRedo
      self.undoneElsewhere = undoneElsewhere
      self.limits = limits
    }
  }

  /// Creates a transaction. Nothing is written before `commit`.
  ///
  /// - Parameter root: the library's absolute path.
  package init(_ changes: [FileChange], at root: String, fileSystem: any FileSystem) {
    self.changes = changes
    self.fileSystem = fileSystem
    journal = Journal(at: root, fileSystem: fileSystem)
  }

  /// Makes the changes.
  ///
  /// - Parameter lock: the library's lock. Before reading the library, the caller must have acquired the lock and
  ///   called `recover` with it.
  /// - Returns: the number of the change in the history, or nil if there is nothing to change. An undo of changes that
  ///   cancel each other out is recorded, although it changes no files.
  /// - Throws: `TransactionError`. The library is unchanged after any of these errors except `unfinished`.
  @discardableResult
  package consuming func commit(_ label: Label, holding lock: LibraryLock) throws(TransactionError) -> Int? {
    if changes.isEmpty, label.undoes.isEmpty { return nil }
    let state = try attempt { () throws(FileError) in try journal.state() }
    if let distrust = state.distrust { throw .untrusted(distrust) }
    guard state.isAtRest else { throw .interrupted(path: journal.home) }
    var modes: [UInt32?] = []
    for change in changes { modes.append(try check(change)) }
    setModesOfNewFiles(&modes)
    restrictModes(&modes)
    restrictImportBases(&modes)
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
      try rollBack()
      journal.prune(label.limits)
      throw error
    }
    // The change is in effect. If it cannot be added to the history now, the next command adds it.
    if (try? journal.keep(entry)) != nil {
      if areFew { journal.keepNew(changes, of: entry, modes: modes) }
      journal.prune(label.limits)
    }
    return entry.sequence
  }

  // MARK: Steps

  /// Checks a file before anything is written, and returns its permission bits, or nil if it does not exist yet.
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
    // Every file is read again right before it is replaced, so this check only detects conflicts earlier. If there are
    // many files, this is not worth the time.
    if areFew {
      try checkUnchanged(change)
    } else if status.size != change.old?.count {
      throw .changed(path: change.path)
    }
    return status.mode
  }

  /// Sets the permission bits of new files: the bits specified with the change, or else the bits of a deleted file with
  /// the same contents or the same name, which is probably being moved.
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

  /// Removes the permission bits that a deleted file does not have from each file that names its id, because the
  /// deleted record was probably merged into that file.
  private borrowing func restrictModes(_ modes: inout [UInt32?]) {
    // Most changes with many deleted files contain few other files.
    let remaining = changes.indices.filter { changes[$0].new != nil }
    for (deleted, change) in changes.enumerated() where change.new == nil {
      guard let mode = modes[deleted], mode & Transaction.usual != Transaction.usual, let old = change.old,
        let id = UnreadableFile.statedID(in: old)?.description
      else { continue }
      for index in remaining {
        let (known, allowed) = (modes[index] ?? Transaction.usual, mode | 0o600)
        guard known & ~allowed != 0, let new = changes[index].new, String(decoding: new, as: UTF8.self).contains(id)
        else {
          continue
        }
        modes[index] = known & allowed
      }
    }
  }

  /// Withholds import bases from users who may not read all files of the change, because an import base repeats values
  /// of these files.
  private borrowing func restrictImportBases(_ modes: inout [UInt32?]) {
    for (index, change) in changes.enumerated() where change.new != nil && change.path.hasPrefix(JournalPath.imports) {
      var allowed = change.mode ?? Transaction.usual
      for mode in modes { allowed &= mode ?? Transaction.usual }
      let denied = Transaction.usual & ~(allowed | 0o600)
      if denied != 0 { modes[index] = (modes[index] ?? Transaction.usual) & ~(denied | denied >> 1) }
    }
  }

  /// The permission bits of a file that everybody may read.
  private static let usual: UInt32 = 0o644

  /// Throws an error unless the file still has the contents that the change is based on, so that the transaction does
  /// not overwrite other changes.
  private borrowing func checkUnchanged(_ change: FileChange) throws(TransactionError) {
    let path = journal.root + "/" + change.path
    guard let old = change.old else {
      if try status(path) != nil { throw .changed(path: change.path) }
      return
    }
    guard try status(path)?.type == .file else { throw .changed(path: change.path) }
    do throws(FileError) {
      // A file that is longer than its old contents has changed, so there is no need to read all of it.
      if try fileSystem.contents(of: path, limit: old.count) == old { return }
    } catch  where error.code != FileError.tooLarge && error.code != FileError.notFound {
      throw .file(error)
    } catch {}
    throw .changed(path: change.path)
  }

  /// The maximum number of files that are synced individually. If there are more, a single call syncs the whole disk.
  private static let fewFiles = 8

  private var areFew: Bool { changes.count <= Transaction.fewFiles }

  private borrowing func entry(_ sequence: Int, _ label: Label, _ inode: UInt64?) -> JournalEntry {
    JournalEntry(
      sequence: sequence, time: label.time, command: label.command, undoes: label.undoes, isRedo: label.isRedo,
      undoneElsewhere: label.undoneElsewhere,
      files: changes.map { change in
        JournalEntry.File(
          path: change.path, oldChecksum: change.old.map(JournalEntry.checksum),
          newChecksum: change.new.map(JournalEntry.checksum))
      }, oldSize: changes.reduce(0) { $0 + ($1.old?.count ?? 0) }, inode: inode)
  }

  /// Writes the new and the old contents to `staging`, waits until they are on the disk, and returns the entry that
  /// describes them.
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
      // The command may quote the contents of a file, so only users who can read all of the files may read the entry.
      let known = modes.compactMap { $0 }
      let mode = known.isEmpty ? nil : known.reduce(Transaction.usual, &) | 0o600
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

  /// Keeps a file's old contents: as a hard link to the file, or as a copy if the file system has no hard links.
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

  /// Rolls the change back. If the process is killed halfway, the next command continues the rollback.
  private borrowing func rollBack() throws(TransactionError) {
    do throws(FileError) {
      try fileSystem.rename(journal.pending, to: journal.rolledBack)
      try journal.rollBack()
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

/// The reason why a transaction failed. The library is unchanged unless the case states otherwise.
package enum TransactionError: Error, Sendable {
  /// The file is no longer what the change is based on.
  case changed(path: String)
  /// The file is in git's index, but a sparse checkout omits it from the working tree.
  case leftOut(path: String)
  case readOnly(path: String)
  /// The path leads out of the library, or to a file that no change may touch.
  case outside(path: String)
  /// The journal cannot represent the change.
  case unwritable(path: String)
  /// Another process is changing the library.
  case locked(holder: String)
  /// The journal is not trusted, so shelf does not write to it.
  case untrusted(JournalDistrust)
  /// An interrupted change cannot be finished and blocks further changes.
  case interrupted(path: String)
  /// Both the change and its rollback failed. The next command finishes or discards the change.
  case unfinished(FileError)
  /// The manifest no longer allows this program to write to the library.
  case library(LibraryError)
  case file(FileError)
}
