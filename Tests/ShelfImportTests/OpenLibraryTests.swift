import Testing

@testable import ShelfImport
@testable import ShelfModel

/// Open Library's responses to different kinds of requests.
@Suite struct OpenLibraryTests {
  private static let edition =
    #"{"type":{"key":"/type/edition"},"key":"/books/OL1M","title":"One","authors":[{"key":"/authors/OL1A"}]}"#

  @Test func severalAnswersInOneFile() throws {
    let batch = try read(
      Self.edition + "\n" + Self.edition.replacing("OL1M", with: "OL2M").replacing("One", with: "Two") + "\n")
    #expect(batch.format == "openlibrary" && batch.titles == ["One", "Two"])
    #expect(batch.drafts.map(\.sources) == [["openlibrary:OL1M"], ["openlibrary:OL2M"]])
  }

  @Test func editionsOfAWork() throws {
    let batch = try read(
      #"{"links":{},"size":2,"entries":[\#(Self.edition),\#(Self.edition.replacing("1M", with: "3M"))]}"#)
    #expect(batch.format == "openlibrary" && batch.read == 2 && batch.rejected == 0)
  }

  @Test func details() throws {
    let batch = try read(
      #"{"ISBN:9780306406157":{"bib_key":"x","info_url":"https://openlibrary.org/books/OL1M","preview":"noview","details":"#
        + #"{"title":"Det","authors":[{"key":"/authors/OL1A","name":"Jane Doe"}],"key":"/books/OL1M"}}}"#)
    #expect(batch.titles == ["Det"] && batch.drafts[0][.author] == ["Jane Doe"])
    #expect(batch.drafts[0].sources == ["openlibrary:OL1M"] && batch.leftOut.isEmpty)
  }

  /// A search returns works, so it is unknown which of several editions the user has.
  @Test func searches() throws {
    let batch = try read(
      #"{"numFound":2,"start":0,"docs":[{"key":"/works/OL1W","title":"One","author_name":["Jane Doe","Ann Roe"],"#
        + #""first_publish_year":1999,"isbn":["9780306406157","0"],"publisher":["P"],"edition_count":3,"cover_i":5},"#
        + #"{"key":"/works/OL2W","title_suggest":"Two","edition_key":["OL5M"],"isbn":["9780306406157"],"publisher":["P"],"ratings_average":4.1}]}"#
    )
    try #require(batch.format == "openlibrary" && batch.titles == ["One", "Two"])
    #expect(batch.drafts[0][.author] == ["Jane Doe", "Ann Roe"] && batch.drafts[0].first(.year) == "1999")
    #expect(batch.drafts[0].sources == ["openlibrary:OL1W"] && batch.drafts[0][.isbn].isEmpty)
    #expect(batch.drafts[1].first(.isbn) == "9780306406157" && batch.drafts[1].first(.publisher) == "P")
    #expect(batch.leftOut == ["isbn": 1, "publisher": 1, "ratings_average": 1])
    #expect(!batch.reasons.contains("names no author"))
  }
}
