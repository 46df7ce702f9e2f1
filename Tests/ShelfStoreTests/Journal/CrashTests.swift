import ShelfTestSupport
import Testing

@testable import ShelfStore

/// Tests crashes at every call that changes the disk. The library must be in the old or the new state, never in a
/// mixture.
struct CrashTests {
  @Test(arguments: Scenario.allCases)
  func everyCall(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    for fault in [FaultyFileSystem.Fault.crash, .crashWithin] {
      var number = 1
      while true {
        try stage.reset()
        let disk = FaultyFileSystem(fault, at: number)
        try? scenario.perform(at: stage.root, disk)
        if !disk.wasHit { break }
        let place: Comment = "\(scenario), \(fault) at call \(number): \(disk.calls[number - 1])"
        try stage.checkReading(place)
        try stage.checkRecovery(place)
        try stage.checkReading(place)
        number += 1
      }
      #expect(number > 10)
    }
  }

  /// The recovery also crashes at every call, and the next recovery must continue it.
  @Test(arguments: [Scenario.add])
  func everyCallOfRecovery(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    var first = 1
    while true {
      var second = 1
      while true {
        try stage.reset()
        let disk = FaultyFileSystem(.crash, at: first)
        try? scenario.perform(at: stage.root, disk)
        if !disk.wasHit { return }
        let recovering = FaultyFileSystem(.crash, at: second)
        _ = Journal(at: stage.root, fileSystem: recovering).recover()
        let place: Comment = "\(scenario), crash at call \(first), then at call \(second) of the recovery"
        try stage.checkReading(place)
        try stage.checkRecovery(place)
        if !recovering.wasHit { break }
        second += 1
      }
      first += 1
    }
  }

  /// A failed change is rolled back, and the process crashes at every call of the rollback.
  @Test(arguments: [Scenario.add, .deleteBook])
  func everyCallOfTakingBack(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    let counter = FaultyFileSystem()
    try stage.reset()
    try scenario.perform(at: stage.root, counter)
    // The last sync follows all moves.
    let last = try #require(counter.calls.lastIndex { $0.hasPrefix("sync") })
    var number = 1
    while true {
      try stage.reset()
      let disk = FaultyFileSystem(.errorThenCrash(after: number), at: last + 1)
      #expect(throws: TransactionError.self) { try scenario.perform(at: stage.root, disk) }
      let place: Comment = "\(scenario), crash at call \(number) of taking it back"
      try stage.checkReading(place)
      try stage.checkRecovery(place)
      #expect(try stage.contents == stage.old || number == 1, place)
      if disk.calls.count < last + 1 + number { break }
      number += 1
    }
    #expect(number > 4)
  }
}
