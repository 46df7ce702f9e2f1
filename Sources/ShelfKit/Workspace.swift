import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfSystem

/// A library that the user works in: the one way in which every front end opens, reads and changes it.
///
/// It holds no snapshot: `read` returns one, and `LibraryChange` leads from a snapshot to changed files.
package struct Workspace {
  /// The library's absolute path.
  package let root: String
  package let host: Host

  /// Opens the library in a folder.
  ///
  /// - Parameter path: the library's folder; if nil, the nearest one from `start` upward that holds a library.
  /// - Throws: `LibraryError` if there is no library.
  package init(_ path: String?, from start: String = ".", in host: Host) throws(LibraryError) {
    self.host = host
    root =
      if let path {
        try LibraryLocation.check(path, fileSystem: host.fileSystem)
      } else {
        try LibraryLocation.find(from: start, fileSystem: host.fileSystem)
      }
  }

  /// Takes a folder that is a library, or is about to become one.
  init(root: String, in host: Host) {
    self.root = root
    self.host = host
  }

  /// Reads the library. Records that a sparse checkout leaves out of the work tree are read from git's index: they are not
  /// gone.
  ///
  /// - Throws: `LibraryError` if its manifest cannot be read; files that cannot be read stop nothing.
  package func read() throws(LibraryError) -> Library {
    let library = try Library.load(
      at: root, fileSystem: host.fileSystem, threads: host.threads, isJournalTracked: journal.isTracked)
    guard Repository.mayBeSparse(around: root, environment: host.environment, host.fileSystem),
      let leftOut = try? repository().leftOut(host.fileSystem)
    else { return library }
    return library.replacing(leftOut)
  }

  /// Returns the git repository that the library lies in.
  package func repository() throws(GitError) -> Repository {
    try Repository(of: root, environment: host.environment, program: host.program)
  }

  /// Returns what waits for changes of files; made before the library is read, it misses none.
  ///
  /// - Parameter isOver: returns whether to stop waiting; asked again after each signal.
  package func watch(isOver: @escaping () -> Bool) -> FolderWatch {
    FolderWatch(root, fileSystem: host.fileSystem, isOver: isOver)
  }

  /// The history of changes.
  ///
  /// Whether git tracks it is asked only if it holds a change that is being made or was interrupted: nothing else in it
  /// is believed without being asked for.
  package var journal: Journal {
    let journal = Journal(at: root, fileSystem: host.fileSystem)
    return journal.isAtWork && tracksJournal
      ? Journal(at: root, fileSystem: host.fileSystem, isTracked: true) : journal
  }

  /// Whether git tracks the history of changes, which is then anyone's.
  package enum Tracking: Sendable {
    case no, yes
    /// Git will not tell.
    case unknown
  }

  package var journalTracking: Tracking {
    do throws(GitError) {
      return try repository().tracks(".shelf") ? .yes : .no
    } catch {
      switch error {
      case .notInstalled, .noRepository, .bare: return .no
      default: return .unknown
      }
    }
  }

  /// Whether git tracks the journal, or will not tell.
  package var tracksJournal: Bool { journalTracking != .no }

  /// Returns those entries of the history that were not written by changes of this library in this place: they came with
  /// a copy of it, by git, or someone else made them up.
  package func fromElsewhere(_ entries: [JournalEntry]) -> [JournalEntry] {
    tracksJournal ? entries : entries.filter(\.isFromElsewhere)
  }

  /// Finishes or discards a change that was interrupted, unless its process lives; nil if there is none.
  ///
  /// A front end that only looks, or opens what it was not asked to open, does without.
  package func recover() -> Recovery? { journal.recover() }

  /// Takes the right to change the library, and finishes or discards a change that was interrupted.
  ///
  /// - Parameter command: what the right is taken for, which others are told who wait for it in vain.
  package func lock(for command: String) throws(TransactionError) -> (lock: LibraryLock, recovery: Recovery?) {
    let journal = journal
    if let doubt = try? journal.state().doubt { throw .doubted(doubt) }
    let lock = try LibraryLock.acquire(
      at: root, fileSystem: host.fileSystem, command: command, timeout: host.lockTimeout)
    return (lock, journal.recover(holding: lock))
  }
}
