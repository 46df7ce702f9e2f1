import Testing

@testable import ShelfSystem

struct WorkAheadTests {
  @Test(arguments: [1, 2, 3])
  func keepsTheOrder(threads: Int) {
    var work = WorkAhead<Int, String>(threads: threads) { String($0) }
    var made: [String] = []
    for number in 0..<10_000 {
      made += work.add(number)
      #expect(work.isEmpty == (made.count > number))
      if !work.isEmpty { #expect(work[number - made.count] == number && work[0] == made.count) }
    }
    made += work.finish()
    #expect(made == (0..<10_000).map(String.init))
    #expect(work.isEmpty && work.finish().isEmpty)
  }
}
