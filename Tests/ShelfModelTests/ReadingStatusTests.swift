import Testing

@testable import ShelfModel

@Suite struct ReadingStatusTests {
  @Test(
    "a remark says that a reading was abandoned",
    arguments: [
      "Could not finish.", "Couldn’t finish, too long.", "couldn't finish it", "DNF", "dnf - p. 40", "Did not finish!",
      "Gave up.", "Gave up on page 50", "Gave up halfway through; dull", "Gave up after 50 pages",
      "Abandoned after 3 chapters", "* Abandoned", "Never finished it (the cat)", "Nicht zu Ende gelesen.", "Abandonné",
      "Gave up at p. 12",
    ])
  func abandoned(_ remark: String) { #expect(ReadingStatus.saysAbandoned(remark)) }

  @Test(
    "a remark about the book, or about something else, does not",
    arguments: [
      "", "***", "Unfinished, like all his novels.", "Could not finish it before midnight", "Couldn’t put it down",
      "Abandoned houses and cats.", "Abandoned on a desert island, a sailor", "Abandoned at birth, Jane",
      "Abandoned once, read again and loved", "Gave up on sleep to read this!", "Gave up smoking while reading it",
      "Finished at last", "The hero gave up.", "Stopped at dawn, loved it", "Splendid. Could not finish my tea.",
    ])
  func notAbandoned(_ remark: String) { #expect(!ReadingStatus.saysAbandoned(remark)) }
}
