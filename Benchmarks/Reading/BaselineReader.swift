import Dispatch
import Synchronization

/// Opens, reads and closes all files in the given folders and their subfolders, on all cores, and does nothing with
/// them.
///
/// A program that keeps nothing between runs cannot be faster than this. While a thread lists a folder, it passes the
/// names on, one buffer at a time, so that the other cores do not wait for the whole list.
final class BaselineReader: Sendable {
  /// The top-level folders of a library that may contain records.
  static let folders = ["books", "quotes", "issues", "genres", "tags"]

  private struct Queue {
    var folders: [String] = []
    var batches: [NameBatch] = []
    /// The number of folders whose listing is not finished.
    var listing = 0
    var failure: BenchError?
  }

  private enum Work {
    case list(String)
    case read(NameBatch)
    /// Another thread may produce work soon.
    case wait
    case none
  }

  private let queue = Mutex(Queue())

  /// Reads the files below these folders. Missing folders are skipped.
  func read(_ folders: [String]) throws {
    queue.withLock { $0.folders = folders.reversed() }
    DispatchQueue.concurrentPerform(iterations: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) { _ in
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        do {
          switch next() {
          case .list(let folder):
            defer { queue.withLock { $0.listing -= 1 } }
            guard let folder = try OpenFolder(folder) else { break }
            try folder.list { names in queue.withLock { $0.batches.append(NameBatch(folder: folder, names: names)) } }
          case .read(let batch): try batch.read(&buffer)
          case .wait: sched_yield()
          case .none: return
          }
        } catch {
          queue.withLock { $0.failure = error as? BenchError }
        }
      }
    }
    if let failure = queue.withLock({ $0.failure }) { throw failure }
  }

  private func next() -> Work {
    queue.withLock { queue in
      if queue.failure != nil { return .none }
      if let batch = queue.batches.popLast() { return .read(batch) }
      guard let folder = queue.folders.popLast() else { return queue.listing > 0 ? .wait : .none }
      queue.listing += 1
      return .list(folder)
    }
  }
}
