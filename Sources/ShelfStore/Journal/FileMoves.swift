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

  /// Puts a file of the pending change in place, and returns the folder whose entries that changed.
  func putInPlace(_ index: Int, _ file: JournalEntry.File) throws(FileError) -> String {
    let path = root + "/" + file.path
    if file.newMark == nil {
      try fileSystem.remove(path)
    } else {
      try removeExecution("\(pending)/\(index).new", replacing: path)
      try fileSystem.rename("\(pending)/\(index).new", to: path)
    }
    return Journal.parent(of: path)
  }

  /// Restores a file of the undone change, if the change had got that far.
  func putBack(_ index: Int, _ file: JournalEntry.File) throws(FileError) {
    let path = root + "/" + file.path
    let old = "\(undone)/\(index).old"
    guard let mark = file.newMark else {
      if try !isThere(path), let mark = file.oldMark, try hasContents(old, mark) {
        try removeExecution(old, replacing: nil)
        try makeFolders(of: [path])
        try fileSystem.rename(old, to: path)
      }
      return
    }
    if try !isThere("\(undone)/\(index).new"), try hasContents(path, mark) {
      if file.oldMark == nil {
        try fileSystem.remove(path)
      } else if let mark = file.oldMark, try hasContents(old, mark) {
        try removeExecution(old, replacing: path)
        try fileSystem.rename(old, to: path)
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
