import Dispatch
import ShelfKit
import ShelfStore
import ShelfSystem
import ShelfWording
import Synchronization

/// Follows what others, and the browser itself, change in a library, and has it examined.
package final class BrowserFollower: Sendable {
  private let worker: LibraryWorker
  private let sorter: BrowserSorter
  private let mayBegin = DispatchSemaphore(value: 0)
  private let read: Reader

  /// Who else takes the library each time it was read.
  private final class Reader: Sendable {
    let take = Mutex<@Sendable (Library) -> Void>({ _ in })
  }

  /// Listens from now on: what changes while the library is read is not missed.
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

  /// Begins to follow and to examine the library.
  ///
  /// - Parameter take: takes the library each time it was read after a change, on another thread.
  package func begin(_ library: Library, read take: @escaping @Sendable (Library) -> Void) {
    read.take.withLock { $0 = take }
    sorter.sort(library)
    worker.open(library)
    mayBegin.signal()
  }

  /// Reads files that the browser has changed: whatever it knew of the others then, this is the library as it is.
  package func follow(_ paths: Set<String>) { if !paths.isEmpty { worker.follow(.files(paths)) } }

  /// How long a change of files is waited for to be complete, in milliseconds.
  private static let quiet: Int32 = 80
}
