import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore

/// Tests failures of every single call, including calls that read. In each case, either the change succeeds, or there
/// is an error and the library is unchanged.
///
/// SHELF_FULL=1 tests all commands with all errors; otherwise, each command is tested with one error.
struct FaultTests {
  private static let cases: [(Scenario, Int32)] = {
    let codes = [EIO, ENOSPC, EACCES, EMFILE, EINTR]
    if ProcessInfo.processInfo.environment["SHELF_FULL"] == "1" {
      return Scenario.allCases.flatMap { scenario in codes.map { (scenario, $0) } }
    }
    return [(.add, ENOSPC), (.set, EACCES), (.deleteBook, EIO), (.undo, EMFILE), (.initialize, EINTR)]
  }()

  @Test(arguments: cases)
  func everyCall(_ scenario: Scenario, _ code: Int32) throws {
    let stage = try Stage(scenario)
    var number = 1
    while true {
      try stage.reset()
      let disk = FaultyFileSystem(.error(code), at: number)
      var failure: (any Error)?
      do { try scenario.perform(at: stage.root, disk) } catch { failure = error }
      if !disk.wasHit {
        #expect(failure == nil)
        break
      }
      let place: Comment = "\(scenario), error \(code) at call \(number): \(disk.calls[number - 1])"
      try stage.checkReading(place)
      if failure == nil {
        try stage.checkRecovery(place)
        #expect(try stage.contents == stage.new, place)
      } else {
        if case TransactionError.unfinished? = failure { try stage.checkRecovery(place) }
        #expect(try stage.contents == stage.old, place)
      }
      number += 1
    }
  }

  @Test(arguments: [Scenario.set, .initialize])
  func shortWrites(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    var number = 1
    while true {
      try stage.reset()
      let disk = FaultyFileSystem(.short, at: number)
      try scenario.perform(at: stage.root, disk)
      #expect(try stage.contents == stage.new)
      if !disk.wasHit { break }
      number += 1
    }
  }
}
