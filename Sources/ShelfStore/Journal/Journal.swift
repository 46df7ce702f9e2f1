import ShelfModel
import ShelfSystem

/// The journal in `.shelf`: it makes changes atomic, completes them after a crash, and keeps them for undo.
///
/// A change is a folder with `entry.yaml`, the new contents of its files (`0.new`, `1.new` …) and their old contents
/// (`0.old` …). The path of the folder shows the state of the change, and every step is a single rename:
///
/// * `.shelf/staging`: the change is being written; the library is still in its old state.
/// * `.shelf/pending`: the change is complete and on the disk, which commits it. Even if only some files have been
///   moved into place so far, the library is considered to be in its new state.
/// * `.shelf/undone`: a file could not be moved, so the change is being rolled back, and the library is considered to
///   be in its old state again.
/// * `.shelf/history/00000042-7301`: all files are in place; change 42 is kept for `undo`, with 7301 bytes of old
///   contents. A change to few files also keeps copies of its new contents, so that it can be undone field by field
///   even after the files have been edited.
/// * `.shelf/history/00000043-failed`: change 43 was rolled back. Its number remains in use, so that concurrent readers
///   notice the change.
///
/// If a change is in one of the first three folders and its process has ended, it was interrupted. The next command
/// finishes it (if it is pending) or removes it (see `Recovery`). Readers need no lock: they check the journal before
/// and after they read the library, read the files of a pending change through an `Overlay`, and start again if the
/// journal has changed.
///
/// The journal may come with a library from a stranger, and finishing a change carries out the journal's instructions.
/// So shelf checks who owns the journal and which files its changes touch, and ignores a journal that it does not trust
/// (see `JournalDistrust`).
package struct Journal: Sendable {
  static let entryName = "entry.yaml"
  /// The maximum size of `entry.yaml`, in bytes.
  static let entryLimit = 64 << 20

  let root: String
  let fileSystem: any FileSystem
  /// Whether git tracks the journal, so that a change in it may come from someone else.
  package let isTracked: Bool

  /// - Parameters:
  ///   - root: the library's absolute path.
  ///   - isTracked: whether git tracks the journal. If it does, an unfinished change in the journal is not trusted.
  package init(at root: String, fileSystem: any FileSystem, isTracked: Bool = false) {
    self.root = root
    self.fileSystem = fileSystem
    self.isTracked = isTracked
  }

  var home: String { root + "/.shelf" }
  var staging: String { home + "/staging" }
  var pending: String { home + "/pending" }
  var rolledBack: String { home + "/undone" }
  var history: String { home + "/history" }

  /// Creates the journal's folder if it does not exist yet, and returns its path.
  package func makeHome() throws(FileError) -> String {
    let type = try fileSystem.status(home)?.type ?? .directory
    guard type == .directory else { throw FileError(code: FileError.notAFolder, operation: "use", path: home) }
    if try !fileSystem.makeDirectories(home).isEmpty {
      // With a separate `.gitignore`, git ignores the journal regardless of how the library was set up.
      try? fileSystem.createFile(home + "/.gitignore", Array("*\n".utf8), mode: nil, synced: false)
      try fileSystem.syncDirectory(root)
    }
    return home
  }

  /// The state that a reader compares before and after it reads the library.
  package struct State: Hashable {
    /// The number of the newest change, including changes that were rolled back, or 0 if there is none.
    var newest = 0
    /// Whether the newest change is in effect, that is, was not rolled back.
    var isNewestInEffect = true
    var hasStaging = false
    var hasPending = false
    var hasRolledBack = false
    /// The reason why the journal is not trusted, or nil if it is. shelf treats an untrusted journal as having no
    /// change in progress.
    package var distrust: JournalDistrust?
    /// Whether the journal has a change in progress that is not trusted.
    package var isHidingChange = false

    var isAtRest: Bool { !hasStaging && !isMoving }
    /// Whether files are being moved into place or back.
    package var isMoving: Bool { hasPending || hasRolledBack }

    /// Returns whether all data that was read between an earlier state and this one belongs to the same version of the
    /// library.
    ///
    /// - Parameter overlay: the change whose files were read from the journal, or nil if no files were read from it.
    package func shows(sameAs before: State, _ overlay: Overlay?) -> Bool {
      guard let overlay else { return !isMoving && newest == before.newest }
      if isMoving { return newest == before.newest && hasRolledBack != overlay.isInEffect }
      return newest == overlay.sequence && isNewestInEffect == overlay.isInEffect
    }
  }

  /// Determines the state of the journal.
  ///
  /// The history is read last. A change that leaves `pending` or `undone` during the call is already in the history at
  /// that point, so it is found in at least one of the two places.
  package func state() throws(FileError) -> State {
    guard let status = try fileSystem.status(home) else { return State() }
    var state = State()
    state.distrust = distrust(home, status)
    func exists(_ folder: String) throws(FileError) -> Bool {
      guard let status = try fileSystem.status(folder) else { return false }
      if state.distrust == nil { state.distrust = distrust(folder, status) }
      return true
    }
    state.hasPending = try exists(pending)
    state.hasRolledBack = try exists(rolledBack)
    state.hasStaging = try exists(staging)
    if state.distrust == nil, isTracked, !state.isAtRest { state.distrust = .tracked(path: home) }
    for folder in [pending, rolledBack] where state.distrust == nil && state.isMoving {
      if try fileSystem.status(folder) != nil { state.distrust = try distrust(aboutChangeIn: folder) }
    }
    for folder in ["history", "drafts", "imports"] where state.distrust == nil { _ = try exists(home + "/" + folder) }
    if state.distrust != nil {
      return State(distrust: state.distrust, isHidingChange: !state.isAtRest)
    }
    if let newest = folders(try names(in: history)).first {
      state.newest = newest.sequence
      state.isNewestInEffect = !newest.isFailed
    }
    return state
  }

  /// Whether a change is in progress or was interrupted.
  package var isAtWork: Bool { (try? state().isAtRest) == false }

  /// The history as of the time when it was read.
  package struct History {
    /// The changes, newest first.
    package fileprivate(set) var entries: [JournalEntry] = []
    /// The paths, relative to the library, of folders in the history that cannot be read as a change.
    package fileprivate(set) var damaged: [String] = []
    fileprivate var names: Set<String> = []
  }

  /// Reads the history.
  ///
  /// Another process may be removing an old change at the same time. Therefore an entry is considered damaged only if a
  /// second attempt to read it fails as well.
  ///
  /// - Parameter known: the result of an earlier call, which is returned if no change has been added or removed since.
  package func readHistory(since known: History? = nil) throws(FileError) -> History {
    let found = try readHistoryOnce(since: known)
    if found.damaged.isEmpty { return found }
    fileSystem.pause(milliseconds: Journal.secondLook)
    return try readHistoryOnce(since: nil)
  }

  /// The time between the two attempts, in milliseconds.
  private static let secondLook = 20

  private func readHistoryOnce(since known: History?) throws(FileError) -> History {
    var result = History()
    result.names = Set(try names(in: history))
    if let known, known.names == result.names, known.damaged.isEmpty { return known }
    let folders = folders(result.names)
    var damaged = result.names.subtracting(folders.map(\.name))
    for folder in folders where !folder.isFailed {
      if let entry = try entry(in: history + "/" + folder.name) {
        result.entries.append(entry)
      } else {
        damaged.insert(folder.name)
      }
    }
    for name in damaged where try fileSystem.status(history + "/" + name) == nil { damaged.remove(name) }
    result.damaged = damaged.sorted().map { ".shelf/history/" + $0 }
    return result
  }

  /// Returns the contents that a file of an entry had before the change.
  func oldContents(_ index: Int, of entry: JournalEntry) throws(FileError) -> [UInt8] {
    try fileSystem.contents(of: "\(folder(of: entry))/\(index).old", limit: Int.max)
  }

  /// Returns the permission bits that a file of an entry had before the change, or nil if they are unknown.
  func oldMode(_ index: Int, of entry: JournalEntry) -> UInt32? {
    (try? fileSystem.status("\(folder(of: entry))/\(index).old")).flatMap { $0 }?.mode
  }

  /// Returns the changes with the permission bits that the history has for the files that they restore. A file that is
  /// moved is not restored.
  package func withModes(_ changes: [FileChange]) -> [FileChange] {
    let moved = Set(changes.filter { $0.new == nil }.compactMap(\.old))
    func isRestored(_ change: FileChange) -> Bool {
      change.old == nil && change.mode == nil && change.new.map { !moved.contains($0) } ?? false
    }
    let paths = Set(changes.filter(isRestored).map(\.path))
    guard !paths.isEmpty, let entries = try? readHistory().entries else { return changes }
    var modes: [String: UInt32] = [:]
    for entry in entries {
      for (index, file) in entry.files.enumerated() where paths.contains(file.path) && modes[file.path] == nil {
        let written = (try? fileSystem.status("\(folder(of: entry))/\(index).new"))?.mode
        // The history may be forged, so it grants no more than the usual permissions.
        modes[file.path] = (written ?? oldMode(index, of: entry)).map { $0 & 0o644 | 0o600 }
      }
    }
    return changes.map { change in
      var change = change
      if isRestored(change) { change.mode = modes[change.path] }
      return change
    }
  }

  /// Keeps copies of the contents that a change wrote, with the permission bits of the files.
  ///
  /// The copies are not synced; `newContents` checks whether they are complete.
  func keepNew(_ changes: [FileChange], of entry: JournalEntry, modes: [UInt32?]) {
    for (index, change) in changes.enumerated() {
      guard let new = change.new else { continue }
      try? fileSystem.createFile("\(folder(of: entry))/\(index).new", new, mode: modes[index], synced: false)
    }
  }

  /// Returns the contents that an entry wrote into a file, or nil if the journal did not keep them.
  func newContents(_ index: Int, of entry: JournalEntry) -> [UInt8]? {
    guard let checksum = entry.files[index].newChecksum,
      let bytes = try? fileSystem.contents(of: "\(folder(of: entry))/\(index).new", limit: JournalEntry.size(checksum)),
      JournalEntry.checksum(bytes) == checksum
    else { return nil }
    return bytes
  }

  /// Returns the id of the record in a file of an entry, or nil if there is none or the history lacks the contents.
  package func id(_ index: Int, of entry: JournalEntry) -> RecordID? {
    (newContents(index, of: entry) ?? (try? oldContents(index, of: entry))).flatMap { UnreadableFile.statedID(in: $0) }
  }

  func folder(of entry: JournalEntry) -> String { "\(history)/\(padded(entry.sequence, to: 8))-\(entry.oldSize)" }

  /// Returns the folder that marks the number of a rolled-back entry as used.
  func failedFolder(of entry: JournalEntry) -> String { "\(history)/\(padded(entry.sequence, to: 8))-failed" }

  /// Returns the entry in a folder, or nil if the entry cannot be read or affects files that no change to a library may
  /// affect.
  func entry(in folder: String) throws(FileError) -> JournalEntry? {
    do throws(FileError) {
      let bytes = try fileSystem.contents(of: folder + "/" + Journal.entryName, limit: Journal.entryLimit)
      var entry = JournalEntry(bytes).flatMap { $0.foreignFile == nil ? $0 : nil }
      if let inode = entry?.inode { entry?.isFromElsewhere = try fileSystem.status(folder)?.inode != inode }
      return entry
    } catch {
      if error.isOtherThanExpected { return nil }
      throw error
    }
  }

  /// Removes a change's folder with its contents, starting with `entry.yaml`, because the rest is meaningless without
  /// it.
  func remove(_ folder: String) {
    guard let names = try? names(in: folder) else { return }
    try? fileSystem.remove(folder + "/" + Journal.entryName)
    for name in names where name != Journal.entryName { try? fileSystem.remove(folder + "/" + name) }
    try? fileSystem.removeDirectory(folder)
  }

  /// Removes the oldest entries until the limits are met. The newest entry is always kept. The folders of rolled-back
  /// changes are also removed, except if the newest change was rolled back.
  func prune(_ limits: UndoLimits) {
    guard let names = try? names(in: history) else { return }
    let folders = folders(names)
    var entries = 0
    var bytes = 0
    for folder in folders {
      guard let oldSize = folder.oldSize else {
        if folder.sequence != folders[0].sequence { remove(history + "/" + folder.name) }
        continue
      }
      entries += 1
      bytes += oldSize
      if entries > 1, entries > limits.entries || bytes > limits.megabytes << 20 { remove(history + "/" + folder.name) }
    }
  }

  /// A folder of the history, as described by its name.
  private struct Folder {
    var name: String
    var sequence: Int
    /// The size of the old contents in bytes, or nil if the change was rolled back.
    var oldSize: Int?

    var isFailed: Bool { oldSize == nil }
  }

  /// Parses the names of the folders in the history, and returns the folders newest first. Names in any other format
  /// are skipped.
  private func folders(_ names: some Sequence<String>) -> [Folder] {
    names.compactMap { name in
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let sequence = JournalEntry.number(parts[0]) else { return nil }
      if parts[1] == "failed" { return Folder(name: name, sequence: sequence) }
      guard let oldSize = JournalEntry.number(parts[1]) else { return nil }
      return Folder(name: name, sequence: sequence, oldSize: oldSize)
    }.sorted { $0.sequence > $1.sequence }
  }

  func exists(_ path: String) throws(FileError) -> Bool { try fileSystem.status(path) != nil }

  /// Returns the names of the files in a folder, or none if the folder does not exist.
  private func names(in folder: String) throws(FileError) -> [String] {
    do throws(FileError) {
      return try fileSystem.entries(in: folder).compactMap(\.name)
    } catch  where error.code == FileError.notFound {
      return []
    }
  }

  static func parent(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
