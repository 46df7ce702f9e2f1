import ShelfKit
import ShelfRPC
import ShelfStore
import ShelfText
import ShelfWording
import YAMLEdit

extension EditedLibrary {
  /// The result of an act.
  enum ActCompletion {
    /// - Parameter said: the output of git or a hook, if any.
    case made(Outcome, said: String?)
    /// Nothing was changed, because this file is open with unsaved text.
    case unsaved(path: String)
  }

  /// Runs an act on the library's files, as one entry of the undo history, and commits if the library is configured to
  /// do so.
  ///
  /// - Parameter name: the description in the undo history.
  /// - Throws: `RPCError` with the reason if the act fails, in which case nothing is changed.
  func make(_ name: String, _ act: some Act) throws(RPCError) -> ActCompletion {
    do {
      let workspace = try Workspace(paths.root, in: host)
      let command = DisplayWidth.truncate(VisibleText.line(name), to: EditedLibrary.longestName)
      var change = try LibraryChange(workspace, ChangePolicy(command: command))
      let planned = try change.plan(act)
      if let path = planned.changes.map(\.path).first(where: isUnsaved) {
        change.release()
        return .unsaved(path: path)
      }
      let outcome = try change.make()
      return .made(outcome, said: try change.commit(outcome) { CommitMessage($0).text })
    } catch {
      throw .failed(describe(error))
    }
  }

  /// Returns the changes that an act would make, based on the open texts with their unsaved changes.
  func preview(_ act: some Act, in snapshot: Snapshot) throws(RPCError) -> [FileChange] {
    let changes: [FileChange]
    do { changes = try act.preview(in: snapshot.library, host: host).changes } catch { throw .failed(describe(error)) }
    if let broken = changes.first(where: { snapshot.isBroken($0.path) }) {
      throw .failed("\(broken.path) has a line that cannot be read; correct it first")
    }
    return changes
  }

  /// The maximum width of a name in the undo history, in terminal columns.
  private static let longestName = 120

  /// Returns whether a file is open with text that differs from the file.
  func isUnsaved(_ path: String) -> Bool {
    guard let text = paths.open[path] else { return false }
    return (try? host.fileSystem.contents(of: paths.root + "/" + path, limit: Limits().bytes)) != text.bytes
  }
}
