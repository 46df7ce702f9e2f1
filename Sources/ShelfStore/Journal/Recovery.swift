import ShelfSystem

/// The outcome of recovering from an interrupted change.
///
/// A change left in `staging` is incomplete, so shelf deletes it. A change in `pending` is complete and considered to
/// be in effect, so shelf moves the rest of its files into place. If a file has been edited since, shelf rolls the
/// whole change back instead. A change in `undone` was already being rolled back, and shelf continues the rollback. All
/// three cases require the lock. Once shelf has it, the process that made the change has certainly ended. A crash
/// during the recovery is harmless, because each step can be repeated.
package enum Recovery: Sendable {
  /// The change was complete, and its files are now in place.
  case finished(JournalEntry)
  /// The change was deleted because it was incomplete, or was rolled back, for example because the file `changed` had
  /// been modified since.
  case discarded(command: String?, changed: String? = nil)
  /// The change is not trusted, so shelf neither finishes nor discards it.
  case untrusted(JournalDistrust)
}

extension Journal {
  /// Finishes or discards a change whose process has ended. Does nothing if a process has the lock.
  ///
  /// Any command may call this before it reads. If the library is not writable, the change is left as it is, and
  /// readers see it as `Library.load` describes.
  package func recover() -> Recovery? {
    guard let state = try? state() else { return nil }
    if let distrust = state.distrust { return state.isHidingChange ? .untrusted(distrust) : nil }
    if state.isAtRest { return nil }
    guard let lock = try? LibraryLock.acquire(at: root, fileSystem: fileSystem, command: "recovery", timeout: 0) else {
      return nil
    }
    return recover(holding: lock)
  }

  /// Finishes or discards an interrupted change. The caller has the lock, so the process that made the change has
  /// ended.
  package func recover(holding lock: borrowing LibraryLock) -> Recovery? {
    do throws(FileError) {
      let state = try state()
      if state.hasRolledBack { return try rollBack().map { .discarded(command: $0.command) } }
      if state.hasPending { return try finish() }
      guard state.hasStaging else { return nil }
      let command = try entry(in: staging)?.command
      remove(staging)
      return try exists(staging) ? nil : .discarded(command: command)
    } catch {
      return nil
    }
  }

  /// Moves the remaining files into place, and adds the change to the history.
  ///
  /// If a file was modified before the change reached it, the whole change is rolled back.
  private func finish() throws(FileError) -> Recovery? {
    guard let entry = try entry(in: pending) else { return nil }
    try checkPaths(of: entry)
    for (index, file) in entry.files.enumerated() { try completeMove(index, file, in: pending) }
    var open: [Int] = []
    for (index, file) in entry.files.enumerated() where try !isInPlace(index, file) {
      guard try isUntouched(file), try hasNewContents(index, file) else {
        return try discard(entry, changed: file.path)
      }
      open.append(index)
    }
    try makeFolders(for: open.map { entry.files[$0] })
    for index in open where try putInPlace(index, entry.files[index]) == nil {
      return try discard(entry, changed: entry.files[index].path)
    }
    try fileSystem.syncDisk(of: home)
    try keep(entry)
    return .finished(entry)
  }

  /// Rolls back the pending change, because a file was modified before it was put in place.
  private func discard(_ entry: JournalEntry, changed path: String) throws(FileError) -> Recovery {
    try fileSystem.rename(pending, to: rolledBack)
    _ = try rollBack()
    return .discarded(command: entry.command, changed: path)
  }

  /// Adds the pending change to the history, now that all of its files are in place.
  func keep(_ entry: JournalEntry) throws(FileError) {
    for file in entry.files where file.newChecksum == nil { removeEmptyFolders(above: file.path) }
    _ = try fileSystem.makeDirectories(history)
    try fileSystem.rename(pending, to: folder(of: entry))
  }

  /// Restores the old versions of the files that were moved, and marks the number of the change as used.
  ///
  /// Old contents that cannot be restored, because the file has been modified, are kept under that number until the
  /// next change.
  @discardableResult
  func rollBack() throws(FileError) -> JournalEntry? {
    guard let entry = try entry(in: rolledBack) else { return nil }
    try checkPaths(of: entry)
    for (index, file) in entry.files.enumerated().reversed() {
      try completeMove(index, file, in: rolledBack)
      try putBack(index, file)
    }
    try fileSystem.syncDisk(of: home)
    _ = try fileSystem.makeDirectories(history)
    try fileSystem.rename(rolledBack, to: failedFolder(of: entry))
    return entry
  }

  /// Rejects paths through symbolic links, because a journal that came with a library from elsewhere must not affect
  /// files outside it.
  private func checkPaths(of entry: JournalEntry) throws(FileError) {
    for file in entry.files where try !isInside(file.path) {
      throw FileError(code: FileError.isLink, operation: "finish", path: root + "/" + file.path)
    }
  }
}
