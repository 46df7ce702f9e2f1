import Synchronization

/// Runs work on several threads.
package enum Parallel {
  /// Splits `count` items into ranges, at most one per thread, and returns the results for the ranges in order. The
  /// items are split only if each range has about 1,000 items or more.
  package static func map<Piece: Sendable>(
    _ count: Int, threads: Int, _ body: @Sendable (Range<Int>) -> Piece
  ) -> [Piece] {
    let pieces = max(1, min(threads, count / 1000))
    let size = (count + pieces - 1) / pieces
    let next = Atomic(0)
    let made = run(threads: pieces) {
      var mine: [(Int, Piece)] = []
      while true {
        let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard piece < pieces else { return mine }
        mine.append((piece, body(min(piece * size, count)..<min((piece + 1) * size, count))))
      }
    }
    return made.joined().sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Runs the same function on several threads, including the current one. The calls divide the work among themselves.
  /// If the system starts fewer threads, these do all the work.
  ///
  /// - Returns: the results of all calls, in no particular order.
  package static func run<Product: Sendable>(threads: Int, _ body: @Sendable () -> Product) -> [Product] {
    let products = Mutex<[Product]>([])
    let work: @Sendable () -> Void = {
      let product = body()
      products.withLock { $0.append(product) }
    }
    withoutActuallyEscaping(work) { work in
      let others = (1..<max(1, threads)).compactMap { _ in WorkerThread(work) }
      work()
      for other in others { other.join() }
    }
    return products.withLock { $0 }
  }
}
