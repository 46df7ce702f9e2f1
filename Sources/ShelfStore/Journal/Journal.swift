import ShelfModel
import ShelfSystem

/// The history of changes under `.shelf`, with which a change is completed after a crash and can be undone.
///
/// A change lives in one folder, which holds `entry.yaml`, the new contents (`0.new`, `1.new` …) and the old ones
/// (`0.old` …). The folder's name says how far the change has got, and each step is one rename:
///
/// * `.shelf/staging`: being written; the old state of the library holds.
/// * `.shelf/pending`: complete and on the disk; the new state holds, whatever has been moved into place so far.
/// * `.shelf/undone`: it failed while files were being moved; the old state holds again.
/// * `.shelf/history/00000042-7301`: done, and kept for `undo`, with 7301 bytes of old contents. A change of few files
///   keeps copies of their new contents too, so that it can be undone by field after they have been edited.
/// * `.shelf/history/00000043-failed`: taken back. Its number stays used, so that readers see that something happened.
///
/// A process that finds one of the first three without a living owner finishes or discards it.
package struct Journal: Sendable {
  static let entryName = "entry.yaml"
  /// The maximum size of an entry's own file, in bytes.
  static let entryLimit = 64 << 20

  let root: String
  let fileSystem: any FileSystem
  /// Whether git tracks the journal, so that a change in it may come from someone else.
  package let isTracked: Bool

  /// - Parameters:
  ///   - root: the library's absolute path.
  ///   - isTracked: whether git tracks the journal; a change in it is then not believed.
  package init(at root: String, fileSystem: any FileSystem, isTracked: Bool = false) {
    self.root = root
    self.fileSystem = fileSystem
    self.isTracked = isTracked
  }

  var home: String { root + "/.shelf" }
  var staging: String { home + "/staging" }
  var pending: String { home + "/pending" }
  var undone: String { home + "/undone" }
  var history: String { home + "/history" }

  /// Makes the folder of the journal where there is none yet, and returns its path.
  package func makeHome() throws(FileError) -> String {
    let type = try fileSystem.status(home)?.type ?? .directory
    guard type == .directory else { throw FileError(code: FileError.notAFolder, operation: "use", path: home) }
    if try !fileSystem.makeDirectories(home).isEmpty {
      // git leaves it out by itself, no matter how the library was made and what is ignored there.
      try? fileSystem.createFile(home + "/.gitignore", Array("*\n".utf8), mode: nil, synced: false)
      try fileSystem.syncDirectory(root)
    }
    return home
  }

  /// What a reader checks before and after reading the library.
  package struct State: Hashable {
    /// The number of the newest change, whether it holds or was taken back; 0 if there is none.
    var newest = 0
    /// Whether the newest change holds.
    var newestHolds = true
    var hasStaging = false
    var hasPending = false
    var hasUndone = false
    /// Why the journal is not believed; it is then taken to be at rest.
    package var doubt: JournalDistrust?
    /// Whether a change in the journal is not believed.
    package var isHidingChange = false

    var isAtRest: Bool { !hasStaging && !isMoving }
    /// Whether files are being moved.
    package var isMoving: Bool { hasPending || hasUndone }

    /// Returns whether what was read between an earlier state and this one is a single version of the library.
    ///
    /// - Parameter overlay: the change that was read from the journal, where there was one.
    package func shows(sameAs before: State, _ overlay: Overlay?) -> Bool {
      guard let overlay else { return !isMoving && newest == before.newest }
      if isMoving { return newest == before.newest && hasUndone != overlay.holds }
      return newest == overlay.sequence && newestHolds == overlay.holds
    }
  }

  /// Determines the state of the journal.
  ///
  /// The history comes last: a change that has left the folders looked at before is in it by then, and none goes unseen.
  package func state() throws(FileError) -> State {
    guard let status = try fileSystem.status(home) else { return State() }
    var state = State()
    state.doubt = doubt(home, status)
    func isThere(_ folder: String) throws(FileError) -> Bool {
      guard let status = try fileSystem.status(folder) else { return false }
      if state.doubt == nil { state.doubt = doubt(folder, status) }
      return true
    }
    state.hasPending = try isThere(pending)
    state.hasUndone = try isThere(undone)
    state.hasStaging = try isThere(staging)
    if state.doubt == nil, isTracked, !state.isAtRest { state.doubt = .tracked(path: home) }
    for folder in [pending, undone] where state.doubt == nil && state.isMoving {
      if try fileSystem.status(folder) != nil { state.doubt = try doubt(aboutChangeIn: folder) }
    }
    for folder in ["history", "drafts", "imports"] where state.doubt == nil { _ = try isThere(home + "/" + folder) }
    if state.doubt != nil {
      return State(doubt: state.doubt, isHidingChange: !state.isAtRest)
    }
    if let newest = folders(try names(in: history)).first {
      state.newest = newest.sequence
      state.newestHolds = !newest.isFailed
    }
    return state
  }

  /// Whether a change is in progress, or was interrupted.
  package var isAtWork: Bool { (try? state().isAtRest) == false }

  /// The history as it was read.
  package struct History {
    /// The changes, the newest first.
    package fileprivate(set) var entries: [JournalEntry] = []
    /// The paths in the library of what is in the history and cannot be read as a change.
    package fileprivate(set) var damaged: [String] = []
    fileprivate var names: Set<String> = []
  }

  /// Reads the history.
  ///
  /// Another process may be removing an old change meanwhile: what cannot be read is damaged only if a second look shows
  /// the same.
  ///
  /// - Parameter known: what was read of it before; nothing is read again if no change came or went since.
  package func readHistory(since known: History? = nil) throws(FileError) -> History {
    let found = try readHistoryOnce(since: known)
    if found.damaged.isEmpty { return found }
    fileSystem.pause(milliseconds: Journal.secondLook)
    return try readHistoryOnce(since: nil)
  }

  /// How long after the first look the second one is taken, in milliseconds.
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

  /// Returns the old contents of an entry's file.
  func oldContents(_ index: Int, of entry: JournalEntry) throws(FileError) -> [UInt8] {
    try fileSystem.contents(of: "\(folder(of: entry))/\(index).old", limit: Int.max)
  }

  /// Returns the permission bits that an entry's file had; nil if they are not known.
  func oldMode(_ index: Int, of entry: JournalEntry) -> UInt32? {
    (try? fileSystem.status("\(folder(of: entry))/\(index).old")).flatMap { $0 }?.mode
  }

  /// Keeps copies of what a change wrote, with the permission bits of the files.
  ///
  /// They are not synced, since `newContents` knows whether they are whole.
  func keepNew(_ changes: [FileChange], of entry: JournalEntry, modes: [UInt32?]) {
    for (index, change) in changes.enumerated() {
      guard let new = change.new else { continue }
      try? fileSystem.createFile("\(folder(of: entry))/\(index).new", new, mode: modes[index], synced: false)
    }
  }

  /// Returns what an entry wrote into a file; nil if that was not kept.
  func newContents(_ index: Int, of entry: JournalEntry) -> [UInt8]? {
    guard let mark = entry.files[index].newMark,
      let bytes = try? fileSystem.contents(of: "\(folder(of: entry))/\(index).new", limit: JournalEntry.size(mark)),
      JournalEntry.mark(bytes) == mark
    else { return nil }
    return bytes
  }

  /// Returns where the history keeps an entry.
  func folder(of entry: JournalEntry) -> String { "\(history)/\(padded(entry.sequence, to: 8))-\(entry.oldSize)" }

  /// Returns where the history keeps the number of an entry that was taken back.
  func failedFolder(of entry: JournalEntry) -> String { "\(history)/\(padded(entry.sequence, to: 8))-failed" }

  /// Returns the entry in a folder; nil if there is no readable one, or it touches files that are not the library's own.
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

  /// Removes a change's folder and all that is in it, its own file first: without it, the rest has no meaning.
  func remove(_ folder: String) {
    guard let names = try? names(in: folder) else { return }
    try? fileSystem.remove(folder + "/" + Journal.entryName)
    for name in names where name != Journal.entryName { try? fileSystem.remove(folder + "/" + name) }
    try? fileSystem.removeDirectory(folder)
  }

  /// Removes the oldest entries until the limits are met; the newest entry always stays.
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
    /// Bytes of old contents; nil if the change was taken back.
    var oldSize: Int?

    var isFailed: Bool { oldSize == nil }
  }

  /// Returns what the names of folders of the history say, the newest first.
  private func folders(_ names: some Sequence<String>) -> [Folder] {
    names.compactMap { name in
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let sequence = JournalEntry.number(parts[0]) else { return nil }
      if parts[1] == "failed" { return Folder(name: name, sequence: sequence) }
      guard let oldSize = JournalEntry.number(parts[1]) else { return nil }
      return Folder(name: name, sequence: sequence, oldSize: oldSize)
    }.sorted { $0.sequence > $1.sequence }
  }

  func isThere(_ path: String) throws(FileError) -> Bool { try fileSystem.status(path) != nil }

  /// Returns what a folder holds; nothing if it does not exist.
  private func names(in folder: String) throws(FileError) -> [String] {
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try fileSystem.open(folder, in: nil, .directory)
    } catch {
      if error.code == FileError.notFound { return [] }
      throw error
    }
    defer { fileSystem.close(descriptor) }
    return try fileSystem.entries(descriptor, path: folder).compactMap(\.name)
  }

  static func parent(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
