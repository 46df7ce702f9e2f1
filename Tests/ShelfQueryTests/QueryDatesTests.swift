import Testing

@testable import ShelfModel
@testable import ShelfQuery

@Suite struct QueryDatesTests {
  private let dates = QueryDates(today: CalendarDate("2024-03-31")!, now: Timestamp("2024-03-31T10:00:00Z")!)

  @Test(arguments: [
    ("2024", "2024-01-01 2024-12-31"), ("2024-02", "2024-02-01 2024-02-29"), ("2024-12", "2024-12-01 2024-12-31"),
    ("2024-2-3", "2024-02-03 2024-02-03"), ("9999", "9999-01-01 9999-12-31"), ("9999-12", "9999-12-01 9999-12-31"),
    ("0000", "0000-01-01 0000-12-31"), ("today", "2024-03-31 2024-03-31"), ("Yesterday", "2024-03-30 2024-03-30"),
    ("24", nil), ("2024-13", nil), ("2024-02-30", nil), ("2024-", nil), ("-2024", nil), ("2024-1-1-1", nil), ("", nil),
    ("+2024", nil), ("20240", nil), ("2024-02-03T10:00", nil),
  ])
  func partsOfDates(_ text: String, _ expected: String?) {
    let days = dates.days(text)
    #expect(
      days.map { "\(CalendarDate(daysSince1970: $0.lowerBound)) \(CalendarDate(daysSince1970: $0.upperBound))" }
        == expected)
  }

  @Test(arguments: [
    ("7d", "2024-03-24"), ("0d", "2024-03-31"), ("2W", "2024-03-17"), ("1m", "2024-02-29"), ("13m", "2023-02-28"),
    ("1y", "2023-03-31"), ("2024y", "0000-03-31"), ("d", nil), ("-1d", nil), ("1h", nil), ("1000000d", nil),
    ("1.5d", nil),
  ])
  func ages(_ text: String, _ expected: String?) {
    #expect(dates.day(back: text).map { CalendarDate(daysSince1970: $0).description } == expected)
    #expect(
      dates.second(back: text).map { Timestamp(secondsSince1970: $0).description } == expected.map { $0 + "T10:00:00Z" }
    )
  }

  @Test func agesBeforeTheCalendarAreOlderThanEverything() throws {
    #expect(try #require(dates.day(back: "99999y")) < CalendarDate("0000-01-01")!.daysSince1970)
  }

  @Test func timestampsAreDaysOrMoments() {
    #expect(dates.seconds("1970-01-01") == 0...86_399)
    #expect(dates.seconds("1970-01-01T00:00:10Z") == 10...10)
  }
}
