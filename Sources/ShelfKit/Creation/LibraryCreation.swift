import ShelfModel
import ShelfStore

/// Turns a folder into a library, or adds missing initial files to a library.
///
/// Creating a library is a change like any other: it needs the lock, writes all files or none, and adds an entry to the
/// history. A folder within the record folders of another library is refused, because its manifest would hide records
/// from that library. Afterwards `RepositorySetUp` sets up git.
package struct LibraryCreation {
  package let workspace: Workspace
  /// The outcome of recovering from an interrupted change, or nil if no change had been interrupted.
  package let recovery: Recovery?
  private let command: String
  private let limits: UndoLimits
  private let lock: LibraryLock

  /// The reason why a folder cannot become a library.
  package enum Refusal: Error, Sendable {
    /// The folder is within a record folder of another library, and its manifest would hide records from that library.
    case amongRecords(path: String, folder: String, library: String)
    /// The folder is inside git's own folder.
    case inRepository(path: String)
  }

  /// Acquires the lock on the folder.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the folder, which exists.
  ///   - command: the name of the change in the history.
  /// - Throws: `LibraryError` if the folder is a library that this program cannot read, or whose manifest only git has,
  ///   or `TransactionError.locked`.
  package init(at root: String, for command: String, in host: Host) throws {
    workspace = Workspace(root: root, in: host)
    self.command = command
    let hasManifest = try host.fileSystem.status(root + "/" + Manifest.fileName) != nil
    if !hasManifest { try Workspace.checkForMissingManifest(at: root, in: host) }
    // A library that this program cannot read, for instance one in a newer format, must not be changed.
    limits = try hasManifest ? workspace.read().manifest.undoLimits : UndoLimits()
    (lock, recovery) = try workspace.lock(for: command)
  }

  /// Throws an error if a library in this folder would harm another library or a repository.
  ///
  /// - Throws: `Refusal` if it would.
  package static func check(_ root: String, in host: Host) throws {
    let parts = root.split(separator: "/").map(String.init)
    for count in parts.indices where Kind.allCases.contains(where: { $0.folder == parts[count] }) {
      let above = "/" + parts[..<count].joined(separator: "/")
      guard try host.fileSystem.status(above + "/" + Manifest.fileName) != nil else { continue }
      throw Refusal.amongRecords(path: root, folder: parts[count], library: above)
    }
    if parts.contains(".git") { throw Refusal.inRepository(path: root) }
  }

  /// Writes the initial files that are missing.
  ///
  /// - Parameter name: the name of the library, for a new manifest.
  package func make(name: String) throws -> Outcome {
    let changes = try NewLibrary(at: workspace.root, fileSystem: workspace.host.fileSystem).changes(name: name)
    return try write(changes)
  }

  /// Adds the sample records to a library without records.
  ///
  /// - Returns: the plan that was carried out, or nil if the library already has records.
  package func addExamples() throws -> EditPlan? {
    let library = try workspace.read()
    guard library.records.isEmpty else { return nil }
    let host = workspace.host
    var plan = EditPlan(library, now: host.now())
    try SampleRecords(library, today: host.today(), now: host.now(), newID: host.newID).add(to: &plan)
    _ = try write(plan.changes)
    return plan
  }

  /// Releases the lock once the files are in place, because git's hooks may call this program.
  package func release() { lock.release() }

  private func write(_ changes: [FileChange]) throws(TransactionError) -> Outcome {
    _ = try workspace.write(changes, named: command, limits: limits, holding: lock)
    return Outcome(changes: changes, isMade: !changes.isEmpty)
  }
}
