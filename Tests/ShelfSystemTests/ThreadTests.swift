import ShelfSystem
import Synchronization
import Testing

@Suite struct ThreadTests {
  @Test(arguments: [0, 1, 999, 1000, 2001, 10_000], [1, 2, 3, 16])
  func everyItemIsInOnePieceInOrder(_ count: Int, _ threads: Int) {
    let pieces = Parallel.map(count, threads: threads) { Array($0) }
    #expect(Array(pieces.joined()) == Array(0..<count))
    #expect(pieces.count <= threads)
  }

  @Test(arguments: [-1, 0, 1, 2, 8])
  func whatThereIsToDoIsDoneOnce(_ threads: Int) {
    let next = Atomic(0)
    let shares = Parallel.run(threads: threads) {
      var mine: [Int] = []
      while true {
        let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard item < 5000 else { return mine }
        mine.append(item)
      }
    }
    #expect(shares.count == max(1, threads))
    #expect(shares.joined().sorted() == Array(0..<5000))
  }

  @Test func aFutureIsMadeOnceAndReadAsOftenAsWanted() {
    let runs = Atomic(0)
    let future = Future { runs.wrappingAdd(1, ordering: .relaxed).newValue }
    #expect([future.value(), future.value(), future.value()] == [1, 1, 1])
  }

  /// A future runs to completion even if its value is never read, and then releases what it captured.
  @Test func aFutureThatIsNotReadIsMadeAllTheSame() {
    let made = Mutex(0)
    for _ in 0..<100 { _ = Future { made.withLock { $0 += 1 } } }
    while made.withLock({ $0 }) < 100 { Machine.sleep(milliseconds: 1) }
    #expect(made.withLock { $0 } == 100)
  }
}
