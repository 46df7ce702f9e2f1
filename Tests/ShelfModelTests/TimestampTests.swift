import ShelfTestSupport
import Testing

@testable import ShelfModel

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"), ("2026-11-21", "2026-11-21T00:00:00Z"),
    ("2026-11-21t10:00:00z", "2026-11-21T10:00:00Z"), ("2026-11-21 10:00:00", "2026-11-21T10:00:00Z"),
    ("2026-11-21   10:00:00 Z", "2026-11-21T10:00:00Z"), ("2026-11-21T10:00", "2026-11-21T10:00:00Z"),
    ("2026-11-21T9:05:07Z", "2026-11-21T09:05:07Z"), ("2026-11-21T10:00:00.123456789Z", "2026-11-21T10:00:00Z"),
    ("2026-11-21T10:00:00.9", "2026-11-21T10:00:00Z"), ("2026-11-21T10:00:00+02:00", "2026-11-21T08:00:00Z"),
    ("2026-11-21T10:00:00-05:30", "2026-11-21T15:30:00Z"), ("2026-11-21T10:00:00+0200", "2026-11-21T08:00:00Z"),
    ("2026-11-21T10:00:00+2", "2026-11-21T08:00:00Z"), ("2026-11-21T10:00:00 +02", "2026-11-21T08:00:00Z"),
    ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"), ("2024-02-28T23:30:00-01:00", "2024-02-29T00:30:00Z"),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"), ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"), ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
  ])
  func reads(_ text: String, _ expected: String) { #expect(Timestamp(text)?.description == expected) }

  @Test(arguments: [
    "", "10:00:00", "2026-11-21T", "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:00:61Z",
    "2026-11-21T10", "2026-11-21T10:0:00", "2026-11-21T10:00:0", "2026-11-21T10:00:00.Z", "2026-11-21T10:00:00Zx",
    "2026-11-21T10:00:00+", "2026-11-21T10:00:00+24:00", "2026-11-21T10:00:00+01:60", "2026-11-21T10:00:00 CET",
    "2026-02-29T10:00:00Z", "2026-11-21_10:00:00", "1795255200", "2026-11-21T10:00:00+01:00:00", "2026-11-21T-1:00:00",
  ])
  func refuses(_ text: String) { #expect(Timestamp(text) == nil) }

  @Test func secondsSince1970() {
    #expect(Timestamp("1970-01-01T00:00:00Z")?.secondsSince1970 == 0)
    #expect(Timestamp("2026-11-21T10:00:00Z")?.secondsSince1970 == 1_795_255_200)
    #expect(Timestamp("1969-12-31T23:59:59Z")?.secondsSince1970 == -1)
    #expect(Timestamp(secondsSince1970: -1).date.description == "1969-12-31")
    #expect(Timestamp(secondsSince1970: -86_400).description == "1969-12-31T00:00:00Z")
  }

  @Test func momentsOfAllCenturiesComeBack() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      // From 0000-01-01 to 9999-12-31.
      let moment = Timestamp(secondsSince1970: Int.random(in: -62_167_219_200...253_402_300_799, using: &random))
      guard Timestamp(moment.description) == moment else {
        Issue.record("\(moment) does not come back")
        return
      }
    }
  }

  /// An offset can move a time outside the range of four-digit years.
  @Test(arguments: ["0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z"])
  func refusesWhatCouldNotBeWritten(_ text: String) { #expect(Timestamp(text) == nil) }

  @Test func orderIsThatOfTime() throws {
    let early = try #require(Timestamp("2026-11-21T10:00:00+02:00"))
    let late = try #require(Timestamp("2026-11-21T09:00:00Z"))
    #expect(early < late)
  }
}
