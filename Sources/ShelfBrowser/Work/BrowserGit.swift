import Dispatch
import ShelfHistory
import ShelfKit
import ShelfSystem

/// Counts the files of the library that have uncommitted changes, on a background thread.
///
/// git compares the whole work tree, which may take long in a large library, so the keys never wait for it. The files
/// are counted when the browser starts, after every change to the library, and after a commit by another program. A
/// commit changes no file of the library, but it always changes git's index or log, so the thread regularly checks the
/// modification times of these two files. It runs git in such a way that the repository cannot make git run other
/// programs. Without a repository, there is no count.
package final class BrowserGit: Sendable {
  private let root: String
  private let makeHost: @Sendable () -> Host
  private let inbox: BrowserInbox
  private let mayHaveChanged = DispatchSemaphore(value: 0)

  /// The interval between two checks of git's own files, in seconds.
  private static let interval = 2

  package init(_ root: String, _ makeHost: @escaping @Sendable () -> Host, _ inbox: BrowserInbox) {
    (self.root, self.makeHost, self.inbox) = (root, makeHost, inbox)
  }

  /// Counts the files now, and again whenever something may have changed.
  package func begin() {
    DispatchQueue(label: "shelf.browser.git", qos: .utility).async { [self] in
      var known: Int?
      while true {
        let repository = try? Workspace(root, in: makeHost()).repository()
        let own = repository.flatMap { try? $0.gitFolder() }
        let times = own.map(times)
        let count = try? repository?.uncommittedCount()
        if count != known { inbox.put(.uncommitted(count)) }
        known = count
        wait(own, since: times)
      }
    }
  }

  /// Counts the files again.
  package func count() { mayHaveChanged.signal() }

  /// Waits until the library or git's own files change.
  private func wait(_ folder: String?, since times: [FileStatus?]?) {
    guard let folder else { return mayHaveChanged.wait() }
    while mayHaveChanged.wait(timeout: .now() + .seconds(BrowserGit.interval)) == .timedOut {
      if self.times(folder) != times { return }
    }
    // The next count includes all changes that have been reported so far.
    while mayHaveChanged.wait(timeout: .now()) == .success {}
  }

  private func times(_ folder: String) -> [FileStatus?] {
    ["index", "logs/HEAD"].map { try? makeHost().fileSystem.status(folder + "/" + $0) }
  }
}
