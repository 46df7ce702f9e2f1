/// The history of changes under `.shelf`, by which a change is made whole after a crash and can be taken back.
///
/// A change lives in one folder, which holds `entry.yaml`, the new contents (`0.new`, `1.new` …) and the old ones
/// (`0.old` …). The folder's name says how far the change is, and each step is one rename:
///
/// * `.shelf/staging`: being written; the library is the old one.
/// * `.shelf/pending`: complete and on the disk; the library is the new one, whatever has been moved into place so far.
/// * `.shelf/undone`: it failed while files were moved; the library is the old one again.
/// * `.shelf/history/00000042`: done, and kept for `undo`; `00000042-failed` is the number of one that was taken back.
///
/// Whoever finds one of the first three without a living owner finishes it or discards it.
public struct Journal: Sendable {
  static let entryName = "entry.yaml"
  /// Bytes that an entry's own file may have.
  static let entryLimit = 64 << 20

  let root: String
  let fileSystem: any FileSystem

  /// - Parameter root: the library's absolute path.
  public init(at root: String, fileSystem: any FileSystem) {
    self.root = root
    self.fileSystem = fileSystem
  }

  var home: String { root + "/.shelf" }
  var staging: String { home + "/staging" }
  var pending: String { home + "/pending" }
  var undone: String { home + "/undone" }
  var history: String { home + "/history" }

  /// What a reader looks at before and after it has read the library.
  struct State: Hashable {
    /// The number of the newest change, whether it holds or was taken back; 0 where there is none.
    var newest = 0
    /// Whether the newest change holds.
    var newestHolds = true
    var hasStaging = false
    var hasPending = false
    var hasUndone = false

    var isAtRest: Bool { !hasStaging && !isMoving }
    /// Whether files are being moved.
    var isMoving: Bool { hasPending || hasUndone }

    /// Returns whether what was read between an earlier state and this one is one version of the library.
    ///
    /// - Parameter overlay: the change that was read from the journal, where there was one.
    func shows(sameAs before: State, _ overlay: Overlay?) -> Bool {
      guard let overlay else { return !isMoving && newest == before.newest }
      if isMoving { return newest == before.newest && hasUndone != overlay.holds }
      return newest == overlay.sequence && newestHolds == overlay.holds
    }
  }

  func state() -> State {
    guard isThere(home) else { return State() }
    let newest = historyFolders().max { $0.sequence < $1.sequence }
    return State(
      newest: newest?.sequence ?? 0, newestHolds: newest.map { !$0.isFailed } ?? true, hasStaging: isThere(staging),
      hasPending: isThere(pending), hasUndone: isThere(undone))
  }

  /// Returns the entries of the history, the newest first; those that do not read are left out.
  public func entries() -> [JournalEntry] {
    historyFolders().sorted { $0.sequence > $1.sequence }.compactMap { entry(in: history + "/" + $0.name) }
  }

  /// Returns the old contents of an entry's file.
  func oldContents(_ index: Int, of entry: JournalEntry) throws(FileError) -> [UInt8] {
    try fileSystem.contents(of: "\(folder(entry.sequence))/\(index).old", limit: Int.max)
  }

  func folder(_ sequence: Int) -> String { history + "/" + padded(sequence, to: 8) }

  func entry(in folder: String) -> JournalEntry? {
    guard let bytes = try? fileSystem.contents(of: folder + "/" + Journal.entryName, limit: Journal.entryLimit) else {
      return nil
    }
    return JournalEntry(bytes)
  }

  /// Removes a change's folder and all that is in it, its own file first: without it, the rest counts for nothing.
  func remove(_ folder: String) {
    try? fileSystem.remove(folder + "/" + Journal.entryName)
    for name in names(in: folder) { try? fileSystem.remove(folder + "/" + name) }
    try? fileSystem.removeDirectory(folder)
  }

  /// Removes the oldest entries until the limits are kept; the newest entry always stays.
  func prune(_ limits: UndoLimits) {
    var bytes = 0
    for (position, entry) in historyFolders().sorted(by: { $0.sequence > $1.sequence }).enumerated() {
      let folder = history + "/" + entry.name
      for name in names(in: folder) { bytes += (try? fileSystem.status(folder + "/" + name))?.size ?? 0 }
      if position > 0, position >= limits.entries || bytes > limits.megabytes << 20 { remove(folder) }
    }
  }

  private func historyFolders() -> [(name: String, sequence: Int, isFailed: Bool)] {
    names(in: history).compactMap { name in
      let parts = name.split(separator: "-")
      return parts.first.flatMap { Int($0) }.map { (name, $0, parts.count > 1) }
    }
  }

  func isThere(_ path: String) -> Bool { (try? fileSystem.status(path)) != nil }

  private func names(in folder: String) -> [String] {
    guard let descriptor = try? fileSystem.open(folder, in: nil, .directory) else { return [] }
    defer { fileSystem.close(descriptor) }
    return ((try? fileSystem.entries(descriptor, path: folder)) ?? []).compactMap(\.name)
  }
}

/// How much of the history is kept; set by `undo` in the manifest.
public struct UndoLimits: Hashable, Sendable {
  public var entries: Int
  public var megabytes: Int

  public init(entries: Int = 100, megabytes: Int = 64) {
    self.entries = entries
    self.megabytes = megabytes
  }
}
