import Dispatch
import ShelfDoctor
import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfSystem

/// Reads a library, follows its files and examines it, away from the thread that answers.
///
/// It has a queue of its own, and whatever it has is used on that queue only, so that it may be passed around: that is
/// what `@unchecked` stands for.
package final class LibraryWorker: @unchecked Sendable {
  /// What is known of a library at some moment.
  package struct State: Sendable {
    package let library: Library
    package let strays: [StrayFile]
    package let attributes: [UInt8]?
    package let findings: [Finding]
    package let facts: HistoryFacts
    /// How many changes of open texts are in it.
    package let edits: Int
  }

  package enum Outcome: Sendable {
    case state(State)
    /// The library cannot be read; it is as it was.
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
  ///   - read: takes the library each time it was read, before it is examined.
  ///   - deliver: takes what the examination found. Both are called on another thread.
  package init(
    _ root: String, _ makeHost: @escaping @Sendable () -> Host, read: (@Sendable (Library) -> Void)? = nil,
    deliver: @escaping @Sendable (Outcome) -> Void
  ) {
    self.root = root
    self.makeHost = makeHost
    self.read = read
    self.deliver = deliver
  }

  /// Reads the library.
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

  /// Takes a library that has just been read, and examines it.
  package func open(_ library: Library) {
    queue.async { [self] in
      guard let workspace = try? Workspace(root, in: makeHost()) else { return }
      live = LiveLibrary(workspace, library)
      lookAround()
      examine()
    }
  }

  /// Takes what is typed in open files, and what was let go; the latter are read from the disk.
  ///
  /// - Parameters:
  ///   - edits: how many changes of texts there were by then.
  ///   - isSaved: whether something was saved, after which people commit.
  package func edit(_ texts: [String: [UInt8]], edits: Int, isSaved: Bool) {
    queue.async { [self] in
      live?.hold(texts)
      self.edits = edits
      if isSaved { history?.renew() }
      examine()
    }
  }

  /// Reads what has changed on the disk.
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

  /// Looks at what is not in the kinds' folders.
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
