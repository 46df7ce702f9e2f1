import ShelfModel
import Testing

struct LoanEntryTests {
  @Test(
    "entries are read and written as they are",
    arguments: [
      "2026-03-02/2026-04-11 Anna", "2026-03/ Anna", "/2026 from City Library", "2026-03-02/.. Ben", "/.. Ben",
      "2026-03-02/.. Ben (due 2026-04-11)", "2026-03/.. Ben (2b) (due 2026-04)", "2026-03-02/2026-04-11 Ben (due soon)",
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
    "anything else is no entry",
    arguments: [
      "", "Anna", "last summer", "../.. Ben", "2026-13-01/.. Ben", "2026-03-02/..", "2026-03-02/..  ",
    ])
  func wrong(_ text: String) { #expect(LoanEntry(text) == nil) }
}
