import ShelfSystem

/// The moves of single files by which a change is made and taken back.
///
/// Each first checks what is there: a file that has been changed meanwhile is left alone, and a move that has been made
/// is not repeated.
extension Journal {
  /// Returns whether a file of the pending change is in place.
  ///
  /// A file that is may have new contents in the journal all the same: the copy that `keepNew` makes, if the power failed
  /// and the disk kept that, but not the rename before it that filed the change in the history.
  func isInPlace(_ index: Int, _ file: JournalEntry.File) throws(FileError) -> Bool {
    let path = root + "/" + file.path
    guard let mark = file.newMark else { return try !isThere(path) }
    if try !isThere("\(pending)/\(index).new") { return true }
    return try hasContents(path, mark)
  }

  /// Returns whether the pending change finds a file as it was when the change was planned.
  func isUntouched(_ file: JournalEntry.File) throws(FileError) -> Bool {
    let path = root + "/" + file.path
    guard let mark = file.oldMark else { return try !isThere(path) }
    return try hasContents(path, mark)
  }

  /// Returns whether the pending change has the new contents of a file, as they were written.
  func hasNewContents(_ index: Int, _ file: JournalEntry.File) throws(FileError) -> Bool {
    guard let mark = file.newMark else { return true }
    return try hasContents("\(pending)/\(index).new", mark)
  }

  /// Makes the folders that files of the pending change go into, and waits until they are on the disk.
  func makeFolders(for files: [JournalEntry.File]) throws(FileError) {
    try makeFolders(of: files.filter { $0.oldMark == nil && $0.newMark != nil }.map { root + "/" + $0.path })
  }

  /// Makes the folders of files, and waits until they are on the disk: a file that was moved into one before could be lost
  /// with it.
  private func makeFolders(of paths: [String]) throws(FileError) {
    var changed: Set<String> = []
    for path in paths {
      for made in try fileSystem.makeDirectories(Journal.parent(of: path)) { changed.insert(Journal.parent(of: made)) }
    }
    try sync(changed)
  }

  /// Waits until the names in folders are on the disk; for many of them, until everything is.
  func sync(_ folders: Set<String>) throws(FileError) {
    if folders.count > Journal.fewFolders { return try fileSystem.syncDisk(of: home) }
    for folder in folders.sorted() { try fileSystem.syncDirectory(folder) }
  }

  private static let fewFolders = 8

  /// Puts a file of the pending change in place, and returns the folder whose entries that changed; nil if someone else
  /// has changed the file, which is then left as it is.
  func putInPlace(_ index: Int, _ file: JournalEntry.File) throws(FileError) -> String? {
    let path = root + "/" + file.path
    let new = "\(pending)/\(index).new"
    guard file.newMark != nil else {
      return try takeAway(path, to: "\(pending)/\(index).gone", file.oldMark) ? Journal.parent(of: path) : nil
    }
    try removeExecution(new, replacing: file.oldMark == nil ? nil : path)
    let isDone = if let mark = file.oldMark { try replace(path, by: new, mark) } else { try move(new, to: path) }
    return isDone ? Journal.parent(of: path) : nil
  }

  // Between a look at a file and the call that replaces it, an editor may save it. So each of these calls leaves what it
  // replaced in the journal, where it is looked at again: if it is not what was expected, it is put back.

  /// Replaces a file by one of the journal.
  ///
  /// The new file gets a second name, which is then exchanged with the file. The first name goes last, so that readers and
  /// `settle` find the new contents in the journal as long as they may not be in place.
  ///
  /// - Parameter mark: the checksum of what the file holds.
  /// - Returns: false if it held something else, and still does.
  private func replace(_ path: String, by new: String, _ mark: String) throws(FileError) -> Bool {
    let swap = new + Journal.swapEnding
    var isExchanged = false
    if (try? fileSystem.link(new, to: swap)) != nil {
      do throws(FileError) {
        isExchanged = try fileSystem.exchange(swap, with: path)
      } catch {
        try? fileSystem.remove(swap)
        if error.code == FileError.notFound { return false }
        throw error
      }
    }
    guard isExchanged else {
      try? fileSystem.remove(swap)
      guard try hasContents(path, mark) else { return false }
      try fileSystem.rename(new, to: path)
      return true
    }
    let isExpected = try hasContents(swap, mark)
    if isExpected { try fileSystem.remove(new) } else { try giveBack(swap, to: path, instead: new) }
    try fileSystem.remove(swap)
    return isExpected
  }

  /// Puts a file back that was exchanged with one of the journal although someone else had changed it.
  private func giveBack(_ swap: String, to path: String, instead new: String) throws(FileError) {
    _ = try fileSystem.exchange(swap, with: path)
    // It was changed once more meanwhile: the last change is the one that stays.
    if try !isSame(swap, new) { _ = try fileSystem.exchange(swap, with: path) }
  }

  /// Moves a file of the journal to a path where there is none; returns false if there is one by now.
  private func move(_ new: String, to path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      try fileSystem.rename(new, toFree: path)
      return true
    } catch {
      if error.code == FileError.isThere { return false }
      throw error
    }
  }

  /// Deletes a file by way of the journal.
  ///
  /// - Parameter mark: the checksum of what the file holds.
  /// - Returns: false if it held something else, and still does.
  private func takeAway(_ path: String, to gone: String, _ mark: String?) throws(FileError) -> Bool {
    do throws(FileError) {
      if try !fileSystem.setAside(path, as: gone) {
        guard let mark, try hasContents(path, mark) else { return false }
        try fileSystem.remove(path)
        return true
      }
    } catch {
      if error.code == FileError.notFound { return false }
      throw error
    }
    let isExpected = if let mark { try hasContents(gone, mark) } else { false }
    // Where there is another file by now, that is what its user saved last.
    if !isExpected, try move(gone, to: path) { return false }
    try fileSystem.remove(gone)
    return isExpected
  }

  /// Finishes what was interrupted in the middle of putting a file in place, or of putting it back.
  func settle(_ index: Int, _ file: JournalEntry.File, in folder: String) throws(FileError) {
    let path = root + "/" + file.path
    if let mark = file.oldMark { try settle("\(folder)/\(index).new", path, mark) }
    if let mark = file.newMark { try settle("\(folder)/\(index).old", path, mark) }
    let gone = "\(folder)/\(index).gone"
    guard try isThere(gone) else { return }
    let isExpected = if let mark = file.oldMark ?? file.newMark { try hasContents(gone, mark) } else { false }
    if !isExpected, try move(gone, to: path) { return }
    try fileSystem.remove(gone)
  }

  private func settle(_ new: String, _ path: String, _ mark: String) throws(FileError) {
    let swap = new + Journal.swapEnding
    guard try isThere(swap) else { return }
    if try isSame(new, path) {
      if try hasContents(swap, mark) {
        try fileSystem.remove(new)
      } else {
        _ = try fileSystem.exchange(swap, with: path)
      }
    }
    try fileSystem.remove(swap)
  }

  private static let swapEnding = ".swap"

  /// Returns whether two paths are names of one file.
  private func isSame(_ path: String, _ other: String) throws(FileError) -> Bool {
    guard let inode = try fileSystem.status(path)?.inode else { return false }
    return try fileSystem.status(other)?.inode == inode
  }

  /// Restores a file of the undone change, if the change had got that far.
  func putBack(_ index: Int, _ file: JournalEntry.File) throws(FileError) {
    let path = root + "/" + file.path
    let old = "\(undone)/\(index).old"
    guard let mark = file.newMark else {
      if try !isThere(path), let mark = file.oldMark, try hasContents(old, mark) {
        try removeExecution(old, replacing: nil)
        try makeFolders(of: [path])
        _ = try move(old, to: path)
      }
      return
    }
    if try !isThere("\(undone)/\(index).new"), try hasContents(path, mark) {
      if file.oldMark == nil {
        _ = try takeAway(path, to: "\(undone)/\(index).gone", mark)
      } else if let oldMark = file.oldMark, try hasContents(old, oldMark) {
        try removeExecution(old, replacing: path)
        _ = try replace(path, by: old, mark)
      }
    }
    if file.oldMark == nil { removeEmptyFolders(above: file.path) }
  }

  /// Removes empty folders, except those of the kinds.
  func removeEmptyFolders(above path: String) {
    var folder = Journal.parent(of: path)
    while folder.contains("/") || folder == CoverPath.folder,
      (try? fileSystem.removeDirectory(root + "/" + folder)) != nil
    {
      folder = Journal.parent(of: folder)
    }
  }

  /// Takes the execute permission from a file that is about to be moved into place, unless the file there has it too.
  private func removeExecution(_ path: String, replacing target: String?) throws(FileError) {
    let execution: UInt32 = 0o111
    guard let mode = try fileSystem.status(path)?.mode, mode & execution != 0 else { return }
    let kept = try target.flatMap { path throws(FileError) in try fileSystem.status(path)?.mode } ?? 0
    guard kept & execution == 0 else { return }
    let file = try fileSystem.open(path, in: nil, .read)
    defer { fileSystem.close(file) }
    try fileSystem.setMode(file, mode & ~execution)
  }

  /// Returns whether the path goes through no link.
  func isInside(_ path: String) throws(FileError) -> Bool {
    var folder = root
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      if try fileSystem.status(folder)?.type == .link { return false }
    }
    return true
  }

  /// Returns whether a file has the contents with a checksum.
  func hasContents(_ path: String, _ mark: String) throws(FileError) -> Bool {
    guard try fileSystem.status(path)?.type == .file else { return false }
    do throws(FileError) {
      // A longer file is a different one: there is no need to read the rest of it.
      return JournalEntry.mark(try fileSystem.contents(of: path, limit: JournalEntry.size(mark))) == mark
    } catch {
      if error.isOtherThanExpected { return false }
      throw error
    }
  }
}
