import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfSystem

/// An opened library. Every front end opens, reads and changes a library through a workspace.
///
/// It contains no snapshot: `read` returns a snapshot, and a `LibraryChange` changes files on the basis of a snapshot.
package struct Workspace {
  /// The library's absolute path.
  package let root: String
  package let host: Host

  /// Opens a library.
  ///
  /// - Parameter path: the library's folder, or nil to search the current folder and its parent folders for the nearest
  ///   library.
  /// - Throws: `LibraryError` if there is no library, or if only git has its manifest.
  package init(_ path: String?, in host: Host) throws(LibraryError) {
    self.host = host
    do throws(LibraryError) {
      root =
        if let path {
          try LibraryLocation.check(path, fileSystem: host.fileSystem)
        } else {
          try LibraryLocation.find(from: ".", fileSystem: host.fileSystem)
        }
    } catch {
      let isSearching = if case .notALibrary(_, _?) = error { false } else { true }
      try Workspace.checkForMissingManifest(at: path ?? ".", isSearching: isSearching, in: host)
      throw error
    }
  }

  /// Checks that git does not track a manifest that is missing from the work tree, because a new manifest would
  /// replace it.
  ///
  /// - Parameter isSearching: whether to check the folders above this folder, too.
  static func checkForMissingManifest(
    at folder: String, isSearching: Bool = false, in host: Host
  ) throws(LibraryError) {
    guard let folder = host.fileSystem.resolve(folder),
      let repository = try? Repository(of: folder, environment: host.environment),
      let missing = try? repository.missingManifest(isSearching: isSearching, host.fileSystem)
    else { return }
    let top = String((folder + "/").dropLast(repository.prefix.count))
    throw .missingManifest(top: top, folder: missing.folder, isLeftOut: missing.isLeftOut)
  }

  /// Opens a folder that is a library or will become one.
  init(root: String, in host: Host) {
    self.root = root
    self.host = host
  }

  /// Reads the library.
  ///
  /// Records that a sparse checkout omits from the working tree are read from git's index, because they are not
  /// deleted.
  ///
  /// - Throws: `LibraryError` if the manifest cannot be read, or if git cannot read the omitted records; other
  ///   unreadable records do not cause an error.
  package func read() throws(LibraryError) -> Library {
    let library = try Library.load(
      at: root, fileSystem: host.fileSystem, threads: host.threads, isJournalTracked: journal.isTracked)
    let leftOut = try askingGit { repository throws(GitError) in try repository.leftOutRecords(host.fileSystem) } ?? [:]
    let missing = leftOut.filter { $0.value == nil }.keys.sorted()
    if !missing.isEmpty { throw .leftOut(paths: missing) }
    return library.replacing(leftOut)
  }

  /// Returns the paths of the library's files that git tracks and a sparse checkout omits from the working tree.
  package func leftOutPaths() throws(LibraryError) -> Set<String> {
    try askingGit { repository throws(GitError) in try repository.leftOutPaths(host.fileSystem) } ?? []
  }

  /// Asks git about a sparse checkout. The result is nil if there is none.
  private func askingGit<Answer>(
    _ question: (Repository) throws(GitError) -> Answer
  ) throws(LibraryError) -> Answer? {
    guard Repository.mayBeSparse(around: root, environment: host.environment, host.fileSystem) else { return nil }
    do throws(GitError) { return try question(repository()) } catch {
      switch error {
      case .noRepository, .bare: return nil
      // Without an answer, omitted files would look deleted.
      default: throw .git(error)
      }
    }
  }

  /// Returns the covers of books, including those that a sparse checkout omits from the working tree.
  package func covers() throws(LibraryError) -> Covers {
    let leftOut = try leftOutPaths()
    do throws(FileError) {
      return try Covers(at: root, fileSystem: host.fileSystem, leftOut: leftOut)
    } catch {
      throw .file(error)
    }
  }

  /// Checks that a sparse checkout does not omit any of these files from the working tree.
  package func checkAreThere(_ paths: [String]) throws(TransactionError) {
    let leftOut: Set<String>
    do throws(LibraryError) { leftOut = try leftOutPaths() } catch { throw .library(error) }
    if let path = paths.first(where: leftOut.contains) { throw .leftOut(path: path) }
  }

  /// Returns the git repository that contains the library.
  package func repository() throws(GitError) -> Repository {
    try Repository(of: root, environment: host.environment, program: host.program)
  }

  /// Returns a watch that reports changed files. A watch that is created before the library is read misses no changes.
  ///
  /// - Parameter isOver: returns whether to stop waiting; it is called again after each signal.
  package func watch(isOver: @escaping () -> Bool) -> FolderWatch {
    FolderWatch(root, fileSystem: host.fileSystem, isOver: isOver)
  }

  /// The journal, which contains the history of changes.
  ///
  /// shelf asks git whether the journal is tracked only if a change is in progress or was interrupted, because
  /// everything else in the journal is used only at the user's request.
  package var journal: Journal {
    let journal = Journal(at: root, fileSystem: host.fileSystem)
    return journal.isAtWork && tracksJournal
      ? Journal(at: root, fileSystem: host.fileSystem, isTracked: true) : journal
  }

  /// Whether git tracks the journal. If it does, the journal's contents may come from anyone with access to the
  /// repository.
  package enum Tracking: Sendable {
    case no, yes
    /// git does not answer.
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

  /// Whether git tracks the journal. If git does not answer, the journal is treated as tracked.
  package var tracksJournal: Bool { journalTracking != .no }

  /// Returns the history entries that were not written in this copy of the library: they came with a copied folder or
  /// through git, or were forged. If git tracks the journal, returns all entries.
  package func fromElsewhere(_ entries: [JournalEntry]) -> [JournalEntry] {
    tracksJournal ? entries : entries.filter(\.isFromElsewhere)
  }

  /// Finishes or discards an interrupted change, unless its process is still running. Returns nil if there is no
  /// interrupted change.
  ///
  /// A front end that only reads, or that opens libraries automatically, must not call this.
  package func recover() -> Recovery? { journal.recover() }

  /// Acquires the library's lock, and finishes or discards any interrupted change.
  ///
  /// - Parameter command: the purpose of the lock, which is shown to other processes whose wait times out.
  package func lock(for command: String) throws(TransactionError) -> (lock: LibraryLock, recovery: Recovery?) {
    let journal = journal
    if let distrust = try? journal.state().distrust { throw .untrusted(distrust) }
    let lock = try LibraryLock.acquire(
      at: root, fileSystem: host.fileSystem, command: command, timeout: host.lockTimeout)
    return (lock, journal.recover(holding: lock))
  }
}
