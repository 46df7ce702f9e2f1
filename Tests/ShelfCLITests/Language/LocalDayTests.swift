import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests that dates are in the user's time zone. In the tests, the clock is set to 2026-11-21T10:00:00Z.
struct LocalDayTests {
  private func library(hours: Int) throws -> TestLibrary {
    let library = try TestLibrary()
    library.localTime = LocalTime { _ in hours * 3600 }
    return library
  }

  /// At that time, it is already the next day on Kiritimati, which is 14 hours ahead of UTC.
  @Test func todayIsLocal() throws {
    let library = try library(hours: 14)
    _ = try library.run("issue add New")
    #expect(library["issues/new-90000001.yaml"]?.contains("creationDate: 2026-11-21T10:00:00Z") ?? false)
    #expect(try library.run("issue list created:today --columns title") == "New\n")
    #expect(try library.run("issue list created:2026-11-22 --columns title") == "New\n")
    #expect(try library.run("issue list created:yesterday --columns title") == "")
    #expect(try library.run("issue list created:>=2026-11-22 --columns title") == "New\n")
    #expect(try library.run("issue show new").contains("creation date      2026-11-22 00:00\n"))
    #expect(try library.runOnTerminal("issue list new", columns: 120).contains("2026-11-22"))
    #expect(try library.run("issue list new --columns creationDate") == "2026-11-21T10:00:00Z\n")
    _ = try library.run("book start messiah --dry-run")
    #expect(try library.run("book add", ["Bought today"]).hasPrefix("Added"))
    #expect(try library.run("book list added:today --columns dateAdded") == "2026-11-22\n")
    #expect(try library.runOnTerminal("undo --list").contains("2026-11-22 00:00"))
  }

  /// At 22:00 UTC, it is already the next morning in Tokyo.
  @Test func aTimeIsTakenFromTheClock() throws {
    let library = try library(hours: 9)
    #expect(
      try library.run("issue set f0000001 creationDate=2026-11-22T07:00")
        == "“Ask Anna to return Dune”: creation date 2026-06-14 18:30 → 2026-11-22 07:00\n")
    #expect(library["issues/ask-anna-f0000001.yaml"]?.contains("creationDate: 2026-11-21T22:00:00Z") ?? false)
    #expect(try library.run("issue list created:2026-11-22T07:00 --columns title") == "Ask Anna to return Dune\n")
    #expect(try library.run("issue list created:2026-11-21T22:00:00Z --columns title") == "Ask Anna to return Dune\n")
    _ = try library.run("issue set f0000001 creationDate=today")
    #expect(library["issues/ask-anna-f0000001.yaml"]?.contains("creationDate: 2026-11-20T15:00:00Z") ?? false)
  }

  /// Converting between a point in time and local time is exact, even across a change to daylight saving time.
  @Test func clocksMayBePutForward() {
    // Daylight saving time starts at second 1,000,000.
    let zone = LocalTime { $0 < 1_000_000 ? 3600 : 7200 }
    for second in [0, 999_999, 1_000_000, 5_000_000] {
      let clock = zone.shown(Timestamp(secondsSince1970: second)).secondsSince1970
      #expect(zone.second(atClock: clock) == second)
    }
    #expect(zone.text(of: Timestamp(secondsSince1970: 1_000_000)) == "1970-01-12 15:46")
  }
}
