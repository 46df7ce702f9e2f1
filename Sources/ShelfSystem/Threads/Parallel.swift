import Dispatch
import Synchronization

/// Work shared among threads.
package enum Parallel {
  /// Splits a number of items into one piece per thread, and returns what is made of each, in order.
  package static func map<Piece: Sendable>(
    _ count: Int, threads: Int, _ body: @Sendable (Range<Int>) -> Piece
  ) -> [Piece] {
    let pieces = max(1, min(threads, count / 1000))
    let size = (count + pieces - 1) / pieces
    let results = Mutex<[(Int, Piece)]>([])
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let result = body(min(piece * size, count)..<min((piece + 1) * size, count))
      results.withLock { $0.append((piece, result)) }
    }
    return results.withLock { $0.sorted { $0.0 < $1.0 }.map(\.1) }
  }

  /// Runs the same work on several threads, which share out among themselves what there is to do.
  ///
  /// - Returns: what each of them made, in no order.
  package static func run<Product: Sendable>(threads: Int, _ body: @Sendable () -> Product) -> [Product] {
    let products = Mutex<[Product]>([])
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      let product = body()
      products.withLock { $0.append(product) }
    }
    return products.withLock { $0 }
  }
}
