import ShelfModel
import Testing

struct LoanEntryTests {
  @Test(
    "entries are read and written as they are",
    arguments: [
      "2026-03-02/2026-04-11 Anna", "2026-03/ Anna", "/2026 from City Library", "2026-03-02/.. Ben", "/.. Ben",
      "2026-03-02/.. Ben (due 2026-04-11)", "2026-03/.. Ben (2b) (due 2026-04)", "2026-03-02/2026-04-11 Ben (due soon)",
      "2026-03-02/.. Ben (due 2026-04-11, copy 010003)", "2026-03-02/.. Ben (copy 010003)",
      "2026-03-02/2026-04-11 Anna (copy 010003)", "2026-03-02/2026-04-11 Anna (due 2026-04-11)",
      "2026-03-02/.. Ben (7b) (copy K-1 (2))", "/.. Ben (copy shop)", "/.. Ben (due soon, copy 3)",
      "/2026 from Anna (copy 3)", "2026/.. Copy (copy 1) (copy 2)",
    ])
  func roundTrip(_ text: String) throws {
    #expect(try #require(LoanEntry(text)).description == text)
  }

  @Test("only two dots mark a current loan")
  func current() {
    #expect(LoanEntry("2026-03-02/.. Ben (due 2026-04-11)")?.person == "Ben")
    #expect(LoanEntry("2026-03-02/.. Ben (due soon)")?.person == "Ben (due soon)")
    #expect(LoanEntry("2026-03-02/.. Ben")?.isCurrent == true)
    #expect(LoanEntry("2026-03-02/ Ben")?.isCurrent == false)
  }

  @Test(
    "the number of a copy contains a digit, and other parentheses belong to the name",
    arguments: [
      ("2026-03-02/.. Ben (due 2026-04-11, copy 010003)", "Ben", "010003"), ("/.. Ben (copy 010003)", "Ben", "010003"),
      ("2026/2026 Ben (7b) (copy K-1 (2))", "Ben (7b)", "K-1 (2)"), ("/.. Ben (copy shop)", "Ben (copy shop)", nil),
      ("/.. Ben (7b)", "Ben (7b)", nil), ("/.. Ben (copy 1) (copy 2)", "Ben (copy 1)", "2"),
      ("2026/2026 Ben (due 2026-04-11)", "Ben (due 2026-04-11)", nil),
      ("2026/2026 from Ben (copy 1)", "Ben (copy 1)", nil), ("/.. Ben (copy 1) x", "Ben (copy 1) x", nil),
      ("/.. Ben (copy 1))", "Ben (copy 1))", nil),
    ] as [(String, String, String?)])
  func copies(_ text: String, _ person: String, _ copy: String?) throws {
    let entry = try #require(LoanEntry(text))
    #expect(entry.person == person && entry.copy == copy)
    #expect(entry.description == text)
  }

  @Test(
    "a number that could not be read again is not written",
    arguments: ["1", "K-1 (2)", "1, copy 3", "B", "12)", "(1", "1 (copy 2)", "1 (due 2)"])
  func written(_ number: String) throws {
    for due in [nil, CalendarDate("2026-04-11")] {
      let entry = LoanEntry(.current(since: nil, due: due), "Ben", isBorrowed: false, copy: number)
      let read = try #require(LoanEntry(entry.description))
      #expect(read.person == "Ben" && [number, nil].contains(read.copy), "\(entry)")
    }
  }

  @Test(
    "anything else is no entry",
    arguments: [
      "", "Anna", "last summer", "../.. Ben", "2026-13-01/.. Ben", "2026-03-02/..", "2026-03-02/..  ",
    ])
  func wrong(_ text: String) { #expect(LoanEntry(text) == nil) }
}
