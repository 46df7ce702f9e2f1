import ShelfModel
import ShelfStore

/// Makes a library of a folder, or adds to one what it lacks.
package struct LibraryCreation {
  package let workspace: Workspace
  /// What was done about a change that had been interrupted.
  package let recovery: Recovery?
  private let command: String
  private let limits: UndoLimits
  private let lock: LibraryLock

  /// Why a folder cannot become a library.
  package enum Refusal: Error, Sendable {
    /// Among the records of another library, which it would hide.
    case amongRecords(path: String, folder: String, library: String)
    /// In git's own folder.
    case inRepository(path: String)
  }

  /// Takes the right to change the folder.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the folder, which exists.
  ///   - command: what the change is called in the history.
  /// - Throws: `Refusal`, or `LibraryError` if the folder is a library already that this program cannot read.
  package init(at root: String, for command: String, in host: Host) throws {
    workspace = Workspace(root: root, in: host)
    self.command = command
    let hasManifest = try host.fileSystem.status(root + "/" + Manifest.fileName) != nil
    // What this program cannot read, such as a newer format, is left alone.
    limits = try hasManifest ? workspace.read().manifest.undoLimits : UndoLimits()
    (lock, recovery) = try workspace.lock(for: command)
  }

  /// Checks that a folder is no place where a library would harm another one.
  package static func check(_ root: String, in host: Host) throws {
    let parts = root.split(separator: "/").map(String.init)
    for count in parts.indices where Kind.allCases.contains(where: { $0.folder == parts[count] }) {
      let above = "/" + parts[..<count].joined(separator: "/")
      guard try host.fileSystem.status(above + "/" + Manifest.fileName) != nil else { continue }
      throw Refusal.amongRecords(path: root, folder: parts[count], library: above)
    }
    if parts.contains(".git") { throw Refusal.inRepository(path: root) }
  }

  /// Writes the files that a library starts with, as far as they are missing.
  ///
  /// - Parameter name: what the library is called in a new manifest.
  package func make(name: String) throws -> Outcome {
    let changes = try NewLibrary(at: workspace.root, fileSystem: workspace.host.fileSystem).changes(name: name)
    return try write(changes)
  }

  /// Adds the examples to a library without records.
  ///
  /// - Returns: the plan that was carried out; nil if the library has records already.
  package func addExamples() throws -> EditPlan? {
    let library = try workspace.read()
    guard library.records.isEmpty else { return nil }
    let host = workspace.host
    var plan = EditPlan(library, now: host.now())
    try SampleRecords(library, today: host.today(), now: host.now(), newID: host.newID).add(to: &plan)
    _ = try write(plan.changes)
    return plan
  }

  /// Gives the right to change the folder back: the files are in place, and git's hooks may call this program.
  package func release() { lock.release() }

  private func write(_ changes: [FileChange]) throws(TransactionError) -> Outcome {
    _ = try workspace.write(changes, named: command, limits: limits, holding: lock)
    return Outcome(changes: changes, isMade: !changes.isEmpty)
  }
}
