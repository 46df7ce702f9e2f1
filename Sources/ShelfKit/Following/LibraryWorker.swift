import Dispatch
import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfSystem

/// Reads a library, follows changes to its files and examines it with doctor, on a background queue.
///
/// The browser and the language server must respond immediately, even while a large library is being read or examined.
/// They therefore send events to the worker (`open`, `edit`, `follow`) and receive an immutable state each time. The
/// worker processes the events in order on a serial queue: it updates its `LiveLibrary`, has doctor examine it, and
/// delivers the findings together with the library. `State.edits` lets the receiver recognize a state that is older
/// than the text on the screen.
///
/// The class is `@unchecked Sendable` because all of its mutable state is used only on that queue.
package final class LibraryWorker: @unchecked Sendable {
  /// A snapshot of the library with doctor's findings.
  package struct State: Sendable {
    package let library: Library
    package let strays: [StrayFile]
    package let attributes: [UInt8]?
    package let findings: [Finding]
    package let facts: HistoryFacts
    /// The number of edits to open texts that the state includes.
    package let edits: Int
  }

  package enum Outcome: Sendable {
    case state(State)
    /// The library cannot be read. The previous state remains valid.
    case failure(LibraryError)
  }

  private let queue = DispatchQueue(label: "shelf.library")
  private let root: String
  private let makeHost: @Sendable () -> Host
  private let deliver: @Sendable (Outcome) -> Void
  private var live: LiveLibrary?
  private var strays: [StrayFile] = []
  private var attributes: [UInt8]?
  private var history: DoctorHistory?
  private var edits = 0
  private let read: (@Sendable (Library) -> Void)?

  /// - Parameters:
  ///   - read: called with the library each time `follow` has updated it, before doctor examines it.
  ///   - deliver: called with the result of each examination, or with the error if the library cannot be read. Both
  ///     functions are called on the worker's queue.
  package init(
    _ root: String, _ makeHost: @escaping @Sendable () -> Host, read: (@Sendable (Library) -> Void)? = nil,
    deliver: @escaping @Sendable (Outcome) -> Void
  ) {
    self.root = root
    self.makeHost = makeHost
    self.read = read
    self.deliver = deliver
  }

  /// Reads the library and has doctor examine it.
  package func open() {
    queue.async { [self] in
      do throws(LibraryError) {
        live = try LiveLibrary(Workspace(root, in: makeHost()))
        lookAround()
        examine()
      } catch {
        deliver(.failure(error))
      }
    }
  }

  /// Starts with a library that has just been read, and has doctor examine it.
  package func open(_ library: Library) {
    queue.async { [self] in
      guard let workspace = try? Workspace(root, in: makeHost()) else { return }
      live = LiveLibrary(workspace, library)
      lookAround()
      examine()
    }
  }

  /// Replaces the texts that are open in an editor. Files that are no longer open are read from disk.
  ///
  /// - Parameters:
  ///   - edits: the number of edits to open texts so far.
  ///   - isSaved: whether a file was saved. A commit often follows, so git's history is checked for new commits.
  package func edit(_ texts: [String: [UInt8]], edits: Int, isSaved: Bool) {
    queue.async { [self] in
      live?.hold(texts)
      self.edits = edits
      if isSaved { history?.renew() }
      examine()
    }
  }

  /// Reads the files that have changed on disk.
  package func follow(_ change: FolderWatch.Change) {
    queue.async { [self] in
      do throws(LibraryError) {
        if live == nil { live = try LiveLibrary(Workspace(root, in: makeHost())) }
        try live?.follow(change)
        if let library = live?.library { read?(library) }
        var isElsewhere = change == .anything || history == nil
        if case .files(let paths) = change { isElsewhere = isElsewhere || paths.contains { Kind.of(path: $0) == nil } }
        if isElsewhere { lookAround() }
        history?.renew()
        examine()
      } catch {
        deliver(.failure(error))
      }
    }
  }

  /// Reads everything that doctor needs besides the records: the stray files, `.gitattributes` and git's history.
  private func lookAround() {
    guard let live else { return }
    strays = live.library.strays(live.workspace.host.fileSystem)
    attributes = DoctorMaker.attributes(live.workspace)
    history = DoctorHistory(live.workspace, live.library.schema)
  }

  private func examine() {
    guard let live, let history else { return }
    let doctor = DoctorMaker(live.workspace, live.library).doctor(live.workspace.host) { history.answer($0) }
    let findings = doctor.findings(in: live.library, strays: strays)
    deliver(
      .state(
        State(
          library: live.library, strays: strays, attributes: attributes, findings: findings, facts: history.facts,
          edits: edits)))
  }
}
