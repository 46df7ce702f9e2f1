/// All changes of one command: either every file changes, or none does.
///
/// New contents are staged and synced under `.shelf/` first. Only then the files are moved into place, each after a last
/// look that nobody has changed it since it was read; where a move fails, those already made are taken back.
public struct Transaction: ~Copyable {
  private let root: String
  private let fileSystem: any FileSystem
  private let staging: String
  private let changes: [FileChange]

  /// Makes a transaction; nothing is written before `commit`.
  ///
  /// - Parameters:
  ///   - root: the library's absolute path.
  ///   - name: what to call the staging folder, different for every process.
  public init(_ changes: [FileChange], at root: String, fileSystem: any FileSystem, name: String) {
    self.changes = changes
    self.root = root
    self.fileSystem = fileSystem
    staging = root + "/.shelf/staging-" + name
  }

  /// Makes the changes.
  ///
  /// - Throws: `TransactionError`; the library is then as it was.
  public consuming func commit() throws(TransactionError) {
    if changes.isEmpty { return }
    var modes: [UInt32?] = []
    for change in changes { modes.append(try check(change)) }
    var undo = Undo()
    do throws(TransactionError) {
      undo.folders = try attempt { () throws(FileError) in try fileSystem.makeDirectories(staging) }
      let stagingFolders = undo.folders.count
      try stage(modes)
      for index in changes.indices { try move(index, &undo) }
      for folder in Set(changes.map { Transaction.folder(of: $0.path) }) {
        try attempt { () throws(FileError) in try fileSystem.syncDirectory(root + "/" + folder) }
      }
      undo.folders = Array(undo.folders[..<stagingFolders])
    } catch {
      takeBack(undo)
      throw error
    }
    removeStaging(undo.folders)
    removeEmptyFolders()
  }

  /// What to take back where the rest fails.
  private struct Undo {
    /// Indices of the changes that were moved into place.
    var moved: [Int] = []
    /// Folders that were made, outer ones first.
    var folders: [String] = []
  }

  /// Looks at a file before anything is written, and returns the permission bits of one that is replaced.
  private borrowing func check(_ change: FileChange) throws(TransactionError) -> UInt32? {
    let parts = change.path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0 == ".." || $0 == "." || $0.isEmpty }) { throw .outside(path: change.path) }
    var folder = root
    for part in parts.dropLast() {
      folder += "/" + part
      if try status(folder)?.type == .link { throw .outside(path: change.path) }
    }
    guard let status = try status(root + "/" + change.path) else {
      if change.old != nil { throw .changed(path: change.path) }
      return nil
    }
    if change.old == nil || status.type != .file { throw .changed(path: change.path) }
    if status.isReadOnly { throw .readOnly(path: change.path) }
    try checkUnchanged(change)
    return status.mode
  }

  /// Nobody is overwritten: the file must still be what the change was worked out from.
  private borrowing func checkUnchanged(_ change: FileChange) throws(TransactionError) {
    let path = root + "/" + change.path
    guard let old = change.old else {
      if try status(path) != nil { throw .changed(path: change.path) }
      return
    }
    guard try status(path)?.type == .file else { throw .changed(path: change.path) }
    // A file that outgrew its old contents has changed: no need to read the rest of it.
    let present = try? fileSystem.contents(of: path, limit: old.count)
    if present != old { throw .changed(path: change.path) }
  }

  /// Writes the new contents into the staging folder, and gives the old files a second name there.
  private borrowing func stage(_ modes: [UInt32?]) throws(TransactionError) {
    for (index, change) in changes.enumerated() {
      try attempt { () throws(FileError) in
        if let new = change.new { try fileSystem.createFile(newPath(index), new, mode: modes[index]) }
        guard let old = change.old else { return }
        do throws(FileError) {
          try fileSystem.link(root + "/" + change.path, to: oldPath(index))
        } catch {
          // Some disks know no hard links.
          try fileSystem.createFile(oldPath(index), old, mode: modes[index])
        }
      }
    }
    try attempt { () throws(FileError) in try fileSystem.syncDirectory(staging) }
  }

  private borrowing func move(_ index: Int, _ undo: inout Undo) throws(TransactionError) {
    let change = changes[index]
    let path = root + "/" + change.path
    try checkUnchanged(change)
    if change.new == nil {
      try attempt { () throws(FileError) in try fileSystem.remove(path) }
    } else {
      let folder = root + "/" + Transaction.folder(of: change.path)
      undo.folders += try attempt { () throws(FileError) in try fileSystem.makeDirectories(folder) }
      try attempt { () throws(FileError) in try fileSystem.rename(newPath(index), to: path) }
    }
    undo.moved.append(index)
  }

  private borrowing func takeBack(_ undo: Undo) {
    for index in undo.moved.reversed() {
      let path = root + "/" + changes[index].path
      if changes[index].old == nil {
        try? fileSystem.remove(path)
      } else {
        try? fileSystem.rename(oldPath(index), to: path)
      }
    }
    removeStaging(undo.folders)
  }

  private borrowing func removeStaging(_ folders: [String]) {
    for (index, change) in changes.enumerated() {
      if change.new != nil { try? fileSystem.remove(newPath(index)) }
      if change.old != nil { try? fileSystem.remove(oldPath(index)) }
    }
    for folder in folders.reversed() { try? fileSystem.removeDirectory(folder) }
  }

  /// A folder of quotes goes with the last of its quotes; the kinds' own folders stay.
  private borrowing func removeEmptyFolders() {
    for change in changes where change.new == nil {
      var folder = Transaction.folder(of: change.path)
      while folder.contains("/"), (try? fileSystem.removeDirectory(root + "/" + folder)) != nil {
        folder = Transaction.folder(of: folder)
      }
    }
  }

  private borrowing func newPath(_ index: Int) -> String { "\(staging)/\(index).new" }

  private borrowing func oldPath(_ index: Int) -> String { "\(staging)/\(index).old" }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  private borrowing func status(_ path: String) throws(TransactionError) -> FileStatus? {
    try attempt { () throws(FileError) in try fileSystem.status(path) }
  }

  private borrowing func attempt<Result>(_ body: () throws(FileError) -> Result) throws(TransactionError) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}

/// Why a transaction was not made; the library is as it was.
public enum TransactionError: Error, Sendable {
  /// The file is no longer what the change was worked out from.
  case changed(path: String)
  case readOnly(path: String)
  /// The path leads out of the library.
  case outside(path: String)
  case file(FileError)
}
