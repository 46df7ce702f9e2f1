import Dispatch
import ShelfKit
import ShelfStore
import ShelfSystem
import ShelfWording
import Synchronization

/// Keeps the browser's snapshot of the library up to date.
///
/// A folder watch reports changed files, including those that this browser has written. `LibraryWorker` rereads them on
/// its own thread and runs doctor. The new snapshot, and later the findings, are put into the inbox; the snapshot also
/// goes to the sorter and to the worker that carries out requests.
package final class BrowserFollower: Sendable {
  private let worker: LibraryWorker
  private let sorter: BrowserSorter
  private let mayBegin = DispatchSemaphore(value: 0)
  private let read: Reader

  /// The additional receiver of each new snapshot. It is set later, because the folder watch starts before the receiver
  /// is known.
  private final class Reader: Sendable {
    let take = Mutex<@Sendable (Library) -> Void>({ _ in })
  }

  /// Starts watching immediately, so that no change is missed while the caller reads the library.
  package init(
    _ root: String, _ makeHost: @escaping @Sendable () -> Host, _ inbox: BrowserInbox, _ sorter: BrowserSorter
  ) {
    let read = Reader()
    self.read = read
    self.sorter = sorter
    let worker = LibraryWorker(
      root, makeHost,
      read: { library in
        inbox.put(.library(library))
        read.take.withLock { $0 }(library)
        sorter.sort(library)
      },
      deliver: { outcome in
        switch outcome {
        case .state(let state): inbox.put(.findings(state.findings))
        case .failure(let error): inbox.put(.unreadable(CommandError(error).report.message))
        }
      })
    self.worker = worker
    let isListening = DispatchSemaphore(value: 0)
    let mayBegin = mayBegin
    DispatchQueue(label: "shelf.browser.watch").async {
      let watch = FolderWatch(root, fileSystem: makeHost().fileSystem, quiet: BrowserFollower.quiet) { false }
      isListening.signal()
      mayBegin.wait()
      while let change = watch.wait() { worker.follow(change) }
    }
    isListening.wait()
  }

  /// Starts following changes and runs doctor.
  ///
  /// - Parameter take: receives the library each time it has been reread, on another thread.
  package func begin(_ library: Library, read take: @escaping @Sendable (Library) -> Void) {
    read.take.withLock { $0 = take }
    sorter.sort(library)
    worker.open(library)
    mayBegin.signal()
  }

  /// Rereads files that a request has changed.
  ///
  /// The worker's snapshot may lack simultaneous changes by other programs; the snapshot read here is authoritative.
  package func follow(_ paths: Set<String>) { if !paths.isEmpty { worker.follow(.files(paths)) } }

  /// The debounce interval for file events, in milliseconds.
  private static let quiet: Int32 = 80
}
