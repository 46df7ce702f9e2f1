import Dispatch
import ShelfDoctor
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfSystem

/// Reads a library, follows its files and examines it, away from the thread that answers.
///
/// It has a queue of its own, and whatever it has is used on that queue only, so that it may be passed around: that is
/// what `@unchecked` stands for.
final class LibraryWorker: @unchecked Sendable {
  /// What is known of a library at some moment.
  struct State: Sendable {
    let library: Library
    let strays: [StrayFile]
    let attributes: [UInt8]?
    let findings: [Finding]
    let facts: HistoryFacts
    /// How many changes of open texts are in it.
    let edits: Int
  }

  enum Outcome: Sendable {
    case state(State)
    /// The library cannot be read; it is as it was.
    case failure(LibraryError)
  }

  private let queue = DispatchQueue(label: "shelf.editor.library")
  private let root: String
  private let makeHost: @Sendable () -> Host
  private let deliver: @Sendable (Outcome) -> Void
  private var live: LiveLibrary?
  private var strays: [StrayFile] = []
  private var attributes: [UInt8]?
  private var history: DoctorHistory?
  private var edits = 0

  init(_ root: String, _ makeHost: @escaping @Sendable () -> Host, deliver: @escaping @Sendable (Outcome) -> Void) {
    self.root = root
    self.makeHost = makeHost
    self.deliver = deliver
  }

  /// Reads the library.
  func open() {
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

  /// Takes what is typed in open files, and what was let go; the latter are read from the disk.
  ///
  /// - Parameters:
  ///   - edits: how many changes of texts there were by then.
  ///   - isSaved: whether something was saved, after which people commit.
  func edit(_ texts: [String: [UInt8]], edits: Int, isSaved: Bool) {
    queue.async { [self] in
      live?.hold(texts)
      self.edits = edits
      if isSaved { history?.renew() }
      examine()
    }
  }

  /// Reads what has changed on the disk.
  func follow(_ change: FolderWatch.Change) {
    queue.async { [self] in
      do throws(LibraryError) {
        if live == nil { live = try LiveLibrary(Workspace(root, in: makeHost())) }
        try live?.catchUp(with: change)
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
    attributes = try? live.workspace.host.fileSystem.contents(of: root + "/.gitattributes", limit: 1 << 20)
    history = DoctorHistory(live.workspace, live.library.schema)
  }

  private func examine() {
    guard let live, let history else { return }
    var doctor = DoctorMaker(root: root, library: live.library, strays: strays, attributes: attributes)
      .doctor(live.workspace.host) { history.answer($0) }
    doctor.obstacle = { path in live.workspace.host.fileSystem.obstacle(to: path, in: live.library.root) }
    let findings = doctor.findings(in: live.library, strays: strays)
    deliver(
      .state(
        State(
          library: live.library, strays: strays, attributes: attributes, findings: findings, facts: history.facts,
          edits: edits)))
  }
}

/// Makes the doctor of a library, as the command line has it.
struct DoctorMaker {
  let root: String
  let library: Library
  let strays: [StrayFile]
  let attributes: [UInt8]?

  func doctor(_ host: Host, asking ask: @escaping (HistoryFacts.Questions) -> HistoryFacts) -> Doctor {
    var doctor = Doctor(
      settings: library.manifest.doctor, today: host.today(), now: host.now(), newID: host.newID, asking: ask)
    doctor.attributes = attributes
    doctor.obstacle = { path in host.fileSystem.obstacle(to: path, in: root) }
    return doctor
  }
}

/// What version control told, for as long as its last commit is the same.
private final class DoctorHistory {
  private let repository: Repository?
  private let schema: Schema
  private let gap: HistoryFacts.Gap?
  private var cache: HistoryCache?
  private var head: String?
  private(set) var facts: HistoryFacts

  init(_ workspace: Workspace, _ schema: Schema) {
    self.schema = schema
    do throws(GitError) {
      repository = try workspace.repository()
      gap = nil
    } catch {
      repository = nil
      switch error {
      case .notInstalled: gap = .gitIsNotInstalled
      case .noRepository, .bare: gap = nil
      default: gap = .isDamaged
      }
    }
    facts = HistoryFacts(gap: gap)
    renew()
  }

  /// Forgets what was told if there is another commit since.
  func renew() {
    guard let repository else { return }
    let new = try? repository.commit("HEAD")
    if cache == nil || new != head { cache = HistoryCache(repository, schema: schema) }
    head = new
  }

  func answer(_ questions: HistoryFacts.Questions) -> HistoryFacts {
    facts = cache?.answer(questions) ?? HistoryFacts(gap: gap)
    return facts
  }
}
