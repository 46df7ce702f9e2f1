/// What was done about a change that had been interrupted.
public enum Recovery: Sendable {
  /// It was complete, and its files are now in place.
  case finished(JournalEntry)
  /// It was not complete, and nothing of it is left.
  case discarded(command: String?)
}

extension Journal {
  /// Finishes or discards a change whose process is gone; does nothing while its process lives.
  ///
  /// Any command may do this, before it reads. Where the library cannot be written, the change stays as it is, and
  /// readers see it as `Library.load` says.
  public func recover() -> Recovery? {
    if state().isAtRest { return nil }
    guard let lock = try? LibraryLock.acquire(at: root, fileSystem: fileSystem, command: "recovery", patience: 0) else {
      return nil
    }
    return recover(holding: lock)
  }

  func recover(holding lock: LibraryLock) -> Recovery? {
    let state = state()
    if state.hasUndone {
      let command = entry(in: undone)?.command
      guard restore(from: undone) else { return nil }
      return .discarded(command: command)
    }
    if state.hasPending {
      guard let entry = entry(in: pending) else { return nil }
      return finish(entry) ? .finished(entry) : nil
    }
    guard state.hasStaging else { return nil }
    let command = entry(in: staging)?.command
    remove(staging)
    return isThere(staging) ? nil : .discarded(command: command)
  }

  /// Moves what is not in place yet, and files the change in the history.
  ///
  /// A file that somebody has changed since the crash is left as it is.
  private func finish(_ entry: JournalEntry) -> Bool {
    for (index, file) in entry.files.enumerated() {
      let path = root + "/" + file.path
      let old = "\(pending)/\(index).old"
      if file.newMark == nil {
        if isThere(path), hasSameContents(path, old) { try? fileSystem.remove(path) }
        continue
      }
      let new = "\(pending)/\(index).new"
      guard isThere(new), file.hadOld ? hasSameContents(path, old) : !isThere(path) else { continue }
      _ = try? fileSystem.makeDirectories(Journal.parent(of: path))
      guard (try? fileSystem.rename(new, to: path)) != nil else { return false }
    }
    for file in entry.files where file.newMark == nil { removeEmptyFolders(above: file.path) }
    guard (try? fileSystem.makeDirectories(history)) != nil else { return false }
    return (try? fileSystem.rename(pending, to: folder(entry.sequence))) != nil
  }

  /// Puts the old files back in place of those that were moved, and removes the change.
  func restore(from folder: String) -> Bool {
    guard isThere(folder + "/" + Journal.entryName) else {
      // All old files are back: the folder was being removed.
      remove(folder)
      return !isThere(folder)
    }
    guard let entry = entry(in: folder) else { return false }
    for (index, file) in entry.files.enumerated().reversed() {
      let path = root + "/" + file.path
      let wasMoved = file.newMark == nil ? !isThere(path) : !isThere("\(folder)/\(index).new")
      guard wasMoved else { continue }
      if file.hadOld {
        let old = "\(folder)/\(index).old"
        if isThere(old) { guard (try? fileSystem.rename(old, to: path)) != nil else { return false } }
      } else if let present = try? fileSystem.contents(of: path, limit: Int.max),
        JournalEntry.mark(present) == file.newMark
      {
        guard (try? fileSystem.remove(path)) != nil else { return false }
        removeEmptyFolders(above: file.path)
      }
    }
    // The number is used up, so that readers see that something happened.
    guard (try? fileSystem.makeDirectories(self.folder(entry.sequence) + "-failed")) != nil else { return false }
    remove(folder)
    return !isThere(folder)
  }

  /// Removes folders that nothing is left in; those of the kinds stay.
  func removeEmptyFolders(above path: String) {
    var folder = Journal.parent(of: path)
    while folder.contains("/"), (try? fileSystem.removeDirectory(root + "/" + folder)) != nil {
      folder = Journal.parent(of: folder)
    }
  }

  static func parent(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  private func hasSameContents(_ path: String, _ other: String) -> Bool {
    guard let a = try? fileSystem.contents(of: path, limit: Int.max) else { return false }
    return a == (try? fileSystem.contents(of: other, limit: a.count))
  }
}
