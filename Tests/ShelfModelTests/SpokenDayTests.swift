import Testing

@testable import ShelfModel

/// Tests dates in words, relative to Saturday, 21 November 2026.
struct SpokenDayTests {
  private let days = RelativeDay(today: CalendarDate("2026-11-21")!)

  @Test(arguments: [
    ("today", "2026-11-21"), ("Yesterday", "2026-11-20"), ("friday", "2026-11-20"), ("fri", "2026-11-20"),
    ("saturday", "2026-11-14"), ("sunday", "2026-11-15"), ("last monday", "2026-11-16"), ("3d", "2026-11-18"),
    ("3 days ago", "2026-11-18"), ("2w", "2026-11-07"), ("a week ago", "2026-11-14"), ("1m", "2026-10-21"),
    ("9 months ago", "2026-02-21"), ("1y", "2025-11-21"), ("tomorrow", "2026-11-22"), ("in 2 days", "2026-11-23"),
    ("15 Dec", "2025-12-15"), ("nov 21", "2026-11-21"), ("3 march", "2026-03-03"), ("29 feb 2024", "2024-02-29"),
    ("last month", "2026-10"), ("this month", "2026-11"), ("last year", "2025"), ("March 2026", "2026-03"),
    ("3rd of March 2026", "2026-03-03"), ("3rd March", "2026-03-03"), ("3 of march", "2026-03-03"),
    ("2026/03/05", "2026-03-05"), ("the day before yesterday", "2026-11-19"),
    ("last night", "2026-11-20"), ("this morning", "2026-11-21"), ("30.04.", "2026-04-30"), ("30.04", "2026-04-30"),
    ("1.12.", "2025-12-01"), ("21.11.", "2026-11-21"),
  ])
  func past(_ text: String, _ day: String) { #expect(days.read(text, .past)?.description == day) }

  @Test(arguments: [
    ("tomorrow", "2026-11-22"), ("friday", "2026-11-27"), ("next friday", "2026-11-27"), ("saturday", "2026-11-28"),
    ("2w", "2026-12-05"), ("2 weeks", "2026-12-05"), ("+10d", "2026-12-01"), ("+1 week", "2026-11-28"),
    ("in a month", "2026-12-21"), ("3m", "2027-02-21"), ("3 days ago", "2026-11-18"),
    ("15 Dec", "2026-12-15"), ("1.6.27", "2027-06-01"), ("nov 21", "2026-11-21"), ("3. March", "2027-03-03"),
    ("1 Jan.", "2027-01-01"), ("30.04.", "2027-04-30"), ("30.04", "2027-04-30"), ("1.12.", "2026-12-01"),
    ("30 april", "2027-04-30"),
  ])
  func future(_ text: String, _ day: String) { #expect(days.read(text, .future)?.description == day) }

  /// A date in words that could be in the past or in the future is rejected if the direction is unknown.
  @Test(arguments: ["friday", "3d", "2 weeks"])
  func either(_ text: String) {
    #expect(days.read(text, .either) == nil)
    #expect(days.read("last friday", .either)?.description == "2026-11-20")
    #expect(days.read("next friday", .either)?.description == "2026-11-27")
    #expect(days.read("in 2 weeks", .either)?.description == "2026-12-05")
  }

  @Test(arguments: [
    "", " ", "soon", "fr", "mo", "frida", "fridays", "next friday", "last", "ago", "in", "d", "+", "-3d", "3", "3x",
    "0x3d",
    "three days ago", "100000d", "99999y", "99999m ago", "3d 4d", "2026-11-21", "１d", "9 999 d", "ago 3d",
    "29 feb", "31 nov", "4.5", "4.50", "31.04.", "1.13.", "12.", "dec", "dec dec", "0 dec",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ago",
  ])
  func nothing(_ text: String) { #expect(days.read(text, .past) == nil) }

  @Test("the part of a text that prevents it from being a date")
  func mistakes() throws {
    func noDay(_ day: Int, _ last: String, hasYear: Bool = true) throws -> DateMistake {
      .noDay(day, last: try #require(CalendarDate(last)), hasYear: hasYear)
    }
    #expect(DateMistake("2026-02-30") == (try noDay(30, "2026-02-28")))
    #expect(DateMistake("31.4.2026") == (try noDay(31, "2026-04-30")))
    #expect(DateMistake("4/31/26") == (try noDay(31, "2026-04-30")))
    #expect(DateMistake("31st of April 2026") == (try noDay(31, "2026-04-30")))
    #expect(DateMistake("feb 30") == (try noDay(30, "2024-02-29", hasYear: false)))
    #expect(DateMistake("2026-13") == .noMonth(13))
    #expect(DateMistake("2026-00-01") == .noMonth(0))
    #expect(
      DateMistake("3/4/2026")
        == .unclear(
          dayFirst: try #require(CalendarDate("2026-04-03")), monthFirst: try #require(CalendarDate("2026-03-04"))))
    for text in ["2026-02-28", "4/4/2026", "3 March", "1984", "50/300", "4.5", "soon", "catch 22", "12:30", ""] {
      #expect(DateMistake(text) == nil, "\(text)")
    }
  }

  /// If a month is too short, its last day is used.
  @Test func shortMonths() {
    let days = RelativeDay(today: CalendarDate("2027-03-31")!)
    #expect(days.read("1m", .past)?.description == "2027-02-28")
    #expect(days.read("1m", .future)?.description == "2027-04-30")
    #expect(days.read("99999d", .past)?.description == "1753-06-16")
  }

  /// A weekday means a date within the seven days before or after today.
  @Test func weekdays() {
    for distance in 0..<14 {
      let today = CalendarDate(daysSince1970: distance)
      for name in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
        let last = RelativeDay(today: today).read(name, .past)!.daysSince1970
        let next = RelativeDay(today: today).read(name, .future)!.daysSince1970
        #expect((1...7).contains(distance - last))
        #expect((1...7).contains(next - distance))
        #expect((next - last) % 7 == 0)
      }
    }
    #expect(RelativeDay(today: CalendarDate(daysSince1970: 1)).read("thursday", .past)?.description == "1970-01-01")
  }
}
