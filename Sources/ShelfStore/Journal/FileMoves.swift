import ShelfSystem

/// The moves of single files that carry out a change or roll it back.
///
/// An editor may save a file between shelf's last check and the system call that replaces the file. Therefore no move
/// overwrites a file without checking it. To replace a file, shelf exchanges it atomically with the new one. To delete
/// a file, shelf moves it into the journal. To create a file, shelf moves it to a path that must be free. The replaced
/// contents are therefore still in the journal after the call. shelf compares them with the expected checksum. If they
/// differ, it restores the file and reports it as changed. On file systems without these calls, shelf checks first and
/// renames afterwards, which leaves a short window for lost changes.
///
/// Each move can be repeated after a crash: the files in the journal (`N.new`, `N.new.swap`, `N.gone`) show which steps
/// have been completed. `completeMove` completes an interrupted move before any other decision about the file is made.
extension Journal {
  /// Returns whether a file of the pending change is in place.
  ///
  /// A file that is in place may still have new contents in the journal. The reason is that `keepNew` writes such a
  /// copy after the rename that adds the change to the history, and a power failure may preserve the copy but not the
  /// rename.
  func isInPlace(_ index: Int, _ file: JournalEntry.File) throws(FileError) -> Bool {
    let path = root + "/" + file.path
    guard let checksum = file.newChecksum else { return try !exists(path) }
    if try !exists("\(pending)/\(index).new") { return true }
    return try hasContents(path, checksum)
  }

  /// Returns whether a file is still as it was when the pending change was planned.
  func isUntouched(_ file: JournalEntry.File) throws(FileError) -> Bool {
    let path = root + "/" + file.path
    guard let checksum = file.oldChecksum else { return try !exists(path) }
    return try hasContents(path, checksum)
  }

  /// Returns whether the journal contains the complete new contents of a file. Returns true if the change deletes the
  /// file.
  func hasNewContents(_ index: Int, _ file: JournalEntry.File) throws(FileError) -> Bool {
    guard let checksum = file.newChecksum else { return true }
    return try hasContents("\(pending)/\(index).new", checksum)
  }

  /// Creates the folders for new files of the pending change, and waits until they are on the disk.
  func makeFolders(for files: [JournalEntry.File]) throws(FileError) {
    try makeFolders(of: files.filter { $0.oldChecksum == nil && $0.newChecksum != nil }.map { root + "/" + $0.path })
  }

  /// Creates the folders of files, and waits until they are on the disk. Otherwise a power failure could lose a folder
  /// together with the file that was just moved into it.
  private func makeFolders(of paths: [String]) throws(FileError) {
    var changed: Set<String> = []
    for path in paths {
      for made in try fileSystem.makeDirectories(Journal.parent(of: path)) { changed.insert(Journal.parent(of: made)) }
    }
    try sync(changed)
  }

  /// Waits until the entries of folders are on the disk. If there are many folders, syncs the whole disk instead.
  func sync(_ folders: Set<String>) throws(FileError) {
    if folders.count > Journal.fewFolders { return try fileSystem.syncDisk(of: home) }
    for folder in folders.sorted() { try fileSystem.syncDirectory(folder) }
  }

  private static let fewFolders = 8

  /// Puts a file of the pending change in place.
  ///
  /// - Returns: the folder whose entries changed, or nil if another program has changed the file. In that case shelf
  ///   does not change it.
  func putInPlace(_ index: Int, _ file: JournalEntry.File) throws(FileError) -> String? {
    let path = root + "/" + file.path
    let new = "\(pending)/\(index).new"
    guard file.newChecksum != nil else {
      return try takeAway(path, to: "\(pending)/\(index).gone", file.oldChecksum) ? Journal.parent(of: path) : nil
    }
    try removeExecution(new, replacing: file.oldChecksum == nil ? nil : path)
    let isDone =
      if let checksum = file.oldChecksum { try replace(path, by: new, checksum) } else { try move(new, to: path) }
    return isDone ? Journal.parent(of: path) : nil
  }

  /// Replaces a file with one from the journal.
  ///
  /// The new file gets a second name (a hard link), which is then exchanged with the old file. The first name is
  /// removed last, so that readers and `completeMove` find the new contents in the journal until they are certain to be
  /// in place.
  ///
  /// - Parameter checksum: the checksum that the file must have.
  /// - Returns: false if the file has different contents. In that case it is not replaced.
  private func replace(_ path: String, by new: String, _ checksum: String) throws(FileError) -> Bool {
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
      guard try hasContents(path, checksum) else { return false }
      try fileSystem.rename(new, to: path)
      return true
    }
    let isExpected = try hasContents(swap, checksum)
    if isExpected { try fileSystem.remove(new) } else { try giveBack(swap, to: path, instead: new) }
    try fileSystem.remove(swap)
    return isExpected
  }

  /// Restores a file that another program had changed before it was exchanged.
  private func giveBack(_ swap: String, to path: String, instead new: String) throws(FileError) {
    _ = try fileSystem.exchange(swap, with: path)
    // If the file was changed again in the meantime, the latest contents are kept.
    if try !isSame(swap, new) { _ = try fileSystem.exchange(swap, with: path) }
  }

  /// Moves a file from the journal to a free path. Returns false if a file has appeared at that path.
  private func move(_ new: String, to path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      try fileSystem.rename(new, toFree: path)
      return true
    } catch {
      if error.code == FileError.alreadyExists { return false }
      throw error
    }
  }

  /// Deletes a file by moving it into the journal first.
  ///
  /// - Parameter checksum: the checksum that the file must have.
  /// - Returns: false if the file has different contents or does not exist. A file with different contents stays in
  ///   place.
  private func takeAway(_ path: String, to gone: String, _ checksum: String?) throws(FileError) -> Bool {
    do throws(FileError) {
      if try !fileSystem.setAside(path, as: gone) {
        guard let checksum, try hasContents(path, checksum) else { return false }
        try fileSystem.remove(path)
        return true
      }
    } catch {
      if error.code == FileError.notFound { return false }
      throw error
    }
    let isExpected = if let checksum { try hasContents(gone, checksum) } else { false }
    // If there is a new file at the path, it is the latest version, so it is kept.
    if !isExpected, try move(gone, to: path) { return false }
    try fileSystem.remove(gone)
    return isExpected
  }

  /// Completes a move that a crash interrupted, in either direction.
  func completeMove(_ index: Int, _ file: JournalEntry.File, in folder: String) throws(FileError) {
    let path = root + "/" + file.path
    if let checksum = file.oldChecksum { try completeMove("\(folder)/\(index).new", path, checksum) }
    if let checksum = file.newChecksum { try completeMove("\(folder)/\(index).old", path, checksum) }
    let gone = "\(folder)/\(index).gone"
    guard try exists(gone) else { return }
    let isExpected =
      if let checksum = file.oldChecksum ?? file.newChecksum { try hasContents(gone, checksum) } else { false }
    if !isExpected, try move(gone, to: path) { return }
    try fileSystem.remove(gone)
  }

  private func completeMove(_ new: String, _ path: String, _ checksum: String) throws(FileError) {
    let swap = new + Journal.swapEnding
    guard try exists(swap) else { return }
    if try isSame(new, path) {
      if try hasContents(swap, checksum) {
        try fileSystem.remove(new)
      } else {
        _ = try fileSystem.exchange(swap, with: path)
      }
    }
    try fileSystem.remove(swap)
  }

  private static let swapEnding = ".swap"

  /// Returns whether two paths are names of the same file, that is, of the same inode.
  private func isSame(_ path: String, _ other: String) throws(FileError) -> Bool {
    guard let inode = try fileSystem.status(path)?.inode else { return false }
    return try fileSystem.status(other)?.inode == inode
  }

  /// Restores a file during a rollback, if the change had already reached that file.
  func putBack(_ index: Int, _ file: JournalEntry.File) throws(FileError) {
    let path = root + "/" + file.path
    let old = "\(rolledBack)/\(index).old"
    guard let checksum = file.newChecksum else {
      if try !exists(path), let checksum = file.oldChecksum, try hasContents(old, checksum) {
        try removeExecution(old, replacing: nil)
        try makeFolders(of: [path])
        _ = try move(old, to: path)
      }
      return
    }
    if try !exists("\(rolledBack)/\(index).new"), try hasContents(path, checksum) {
      if file.oldChecksum == nil {
        _ = try takeAway(path, to: "\(rolledBack)/\(index).gone", checksum)
      } else if let oldChecksum = file.oldChecksum, try hasContents(old, oldChecksum) {
        try removeExecution(old, replacing: path)
        _ = try replace(path, by: old, checksum)
      }
    }
    if file.oldChecksum == nil { removeEmptyFolders(above: file.path) }
  }

  func removeEmptyFolders(above path: String) {
    var folder = Journal.parent(of: path)
    while folder.contains("/") || folder == CoverPath.folder,
      (try? fileSystem.removeDirectory(root + "/" + folder)) != nil
    {
      folder = Journal.parent(of: folder)
    }
  }

  /// Clears the execute permission of a file that is about to be moved into place, unless the file that it replaces
  /// also has it.
  private func removeExecution(_ path: String, replacing target: String?) throws(FileError) {
    let execution: UInt32 = 0o111
    guard let mode = try fileSystem.status(path)?.mode, mode & execution != 0 else { return }
    let kept = try target.flatMap { path throws(FileError) in try fileSystem.status(path)?.mode } ?? 0
    guard kept & execution == 0 else { return }
    let file = try fileSystem.open(path, in: nil, .read)
    defer { fileSystem.close(file) }
    try fileSystem.setMode(file, mode & ~execution)
  }

  /// Returns whether none of the folders on the path is a symbolic link.
  func isInside(_ path: String) throws(FileError) -> Bool {
    var folder = root
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      if try fileSystem.status(folder)?.type == .link { return false }
    }
    return true
  }

  func hasContents(_ path: String, _ checksum: String) throws(FileError) -> Bool {
    guard try fileSystem.status(path)?.type == .file else { return false }
    do throws(FileError) {
      // A longer file must have different contents, so there is no need to read all of it.
      return JournalEntry.checksum(try fileSystem.contents(of: path, limit: JournalEntry.size(checksum))) == checksum
    } catch {
      if error.isOtherThanExpected { return false }
      throw error
    }
  }
}
