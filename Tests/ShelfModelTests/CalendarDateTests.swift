import Testing

@testable import ShelfModel

@Suite struct CalendarDateTests {
  @Test(arguments: [
    ("2026-11-21", "2026-11-21"), ("2026-1-2", "2026-01-02"), ("0000-01-01", "0000-01-01"),
    ("9999-12-31", "9999-12-31"), ("2024-02-29", "2024-02-29"), ("2000-02-29", "2000-02-29"),
    ("2026-11-21T10:00:00Z", "2026-11-21"), ("2026-11-21 23:59", "2026-11-21"),
    ("2026", "2026"), ("2026-11", "2026-11"), ("2026-1", "2026-01"), ("0800", "0800"),
    ("2026-11-21T23:59:59-11:00", "2026-11-21"), ("0099-05-06", "0099-05-06"),
  ])
  func reads(_ text: String, _ expected: String) { #expect(CalendarDate(text)?.description == expected) }

  @Test(arguments: [
    "", "2026-", "2026-13", "2026-00", "26", "20265", "2026-11-", "2026-13-01", "2026-00-01", "2026-11-00",
    "2026-11-31", "2023-02-29", "1900-02-29",
    "2100-02-29", "21.11.2026", "11/21/2026", "2026/11/21", "26-11-21", "12026-11-21", "-2026-11-21", "+2026-11-21",
    "2026-11-21x", "2026-11-21T", "2026-11-21 ", " 2026-11-21", "2026-011-21", "2026-11-021", "２０２６-11-21", "today",
    "2026-11-21T25:00", "2026-11-21Z",
  ])
  func refuses(_ text: String) { #expect(CalendarDate(text) == nil) }

  @Test(arguments: [
    (1970, 1, 1, 0), (1970, 1, 2, 1), (1969, 12, 31, -1), (2000, 3, 1, 11_017), (1600, 1, 1, -135_140),
    (2026, 11, 21, 20_778), (0, 1, 1, -719_528), (9999, 12, 31, 2_932_896),
  ])
  func daysSince1970(_ year: Int, _ month: Int, _ day: Int, _ days: Int) throws {
    let date = try #require(CalendarDate(year: year, month: month, day: day))
    #expect(date.daysSince1970 == days)
    #expect(CalendarDate(daysSince1970: days) == date)
  }

  /// Walks through nine centuries day by day, counting like a wall calendar.
  @Test func countsAsACalendarDoes() throws {
    var (year, month, day) = (1580, 1, 1)
    var days = try #require(CalendarDate(year: year, month: month, day: day)).daysSince1970
    var previous: CalendarDate?
    var wrong = 0
    while year < 2480 {
      let date = CalendarDate(daysSince1970: days)
      if (date.year, date.month, date.day) != (year, month, day) || date.daysSince1970 != days { wrong += 1 }
      if CalendarDate(year: year, month: month, day: day) != date { wrong += 1 }
      if let previous, previous >= date { wrong += 1 }
      previous = date
      days += 1
      day += 1
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      if day > lengths[month - 1] {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
        (month, day) = (month + 1, 1)
      }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong == 0)
  }

  @Test func everyYearComesBack() throws {
    for year in 0...9999 {
      for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
        let date = try #require(CalendarDate(year: year, month: month, day: day))
        guard CalendarDate(daysSince1970: date.daysSince1970) == date, CalendarDate(date.description) == date else {
          Issue.record("\(date) does not come back")
          return
        }
      }
    }
  }

  @Test func outsideOfTheCalendar() {
    for (year, month, day) in [(-1, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 4, 0)] {
      #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }
  }
}

@Suite struct PartialDateTests {
  @Test(arguments: [("2026", "2026-12-31"), ("2024-02", "2024-02-29"), ("2023-02-11", "2023-02-11")])
  func endsWithItsLastDay(_ text: String, _ last: String) throws {
    #expect(try #require(CalendarDate(text)).lastDay.description == last)
  }

  @Test(arguments: ["2019-06-02/2019-06-30", "2019-06-02/", "/2019", "2019-06/2020"])
  func readsIntervals(_ text: String) { #expect(DateInterval(text)?.description == text) }

  @Test(arguments: ["", "/", "2019-06-02", "2019-06-02/2019-06-31", "a/b", "2019/2020/2021", "2019 / 2020"])
  func refusesIntervals(_ text: String) { #expect(DateInterval(text) == nil) }

  @Test(arguments: [("4", "4"), ("4.0", "4"), ("4.50", "4.5"), ("0.25", "0.25"), ("5", "5"), ("+3", "3")])
  func readsRatings(_ text: String, _ written: String) { #expect(Rating(text)?.description == written) }

  @Test(arguments: ["", ".", "5.25", "4.", "4.3", "4.255", "-1", "6", "1e0", "4,5"])
  func refusesRatings(_ text: String) { #expect(Rating(text) == nil) }
}
