import Testing

@testable import ShelfModel

struct ReadingProgressTests {
  @Test(arguments: [
    ("120", "120"), ("0", "0"), ("40%", "40%"), ("40 %", "40%"), ("40.50%", "40.5%"), ("12.25%", "12.25%"),
    ("100%", "100%"), ("007", "7"),
  ])
  func readsPagesAndPercentages(text: String, written: String) {
    #expect(ReadingProgress(text)?.description == written)
  }

  @Test(arguments: [
    "", "%", "xii", "-3", "+3", "1.5", "101%", "100.01%", "1.234%", "40%%", "4 0%x", "٣", "99999999999999999999", ".5%",
    "5.%",
  ])
  func readsNothingElse(text: String) {
    #expect(ReadingProgress(text) == nil)
  }

  @Test func isAPartOfThePages() {
    #expect(ReadingProgress.page(103).part(of: BookLength(pages: 412)) == 0.25)
    #expect(ReadingProgress.page(103).part(of: .unknown) == nil)
    #expect(ReadingProgress.page(103).part(of: BookLength(pages: 0)) == nil)
    #expect(ReadingProgress.percentage(hundredths: 4050).part(of: .unknown) == 0.405)
    #expect(ReadingProgress.page(413).isBeyond(BookLength(pages: 412)))
    #expect(!ReadingProgress.page(412).isBeyond(BookLength(pages: 412)))
    #expect(!ReadingProgress.page(412).isBeyond(.unknown))
  }
}
