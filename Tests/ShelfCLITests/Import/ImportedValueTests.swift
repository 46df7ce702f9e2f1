import Foundation
import ShelfTestSupport
import Testing

/// Tests individual values in imports and exports. No value is guessed, and no value is dropped without a message.
@Suite struct ImportedValueTests {
  private static func importing(
    _ text: String, _ name: String = "in.csv", _ words: [String] = []
  ) throws -> (library: TestLibrary, summary: [String: Any]) {
    let library = try ImportTests.empty()
    library[name] = text
    return (library, try ImportTests.summary(library, words + [library.absolute(name)]))
  }

  private static func said(_ summary: [String: Any]) -> String {
    "\(summary["problems"] ?? "")\(summary["notes"] ?? "")\(summary["leftOut"] ?? "")"
  }

  // MARK: - Entries that are not books

  private static let zotero = "Key,Item Type,Publication Year,Author,Title,Publication Title,Date\n"

  @Test func partsOfBooksInZotero() throws {
    let rows = """
      ABCD1234,bookSection,2001,"Doe, Jane",A Chapter,The Whole,2001
      ABCD1235,book,2001,"Doe, Jane",A Book,,2001
      ABCD1236,report,2001,"Doe, Jane",A Report,The Series of Reports,2001

      """
    let (library, summary) = try Self.importing(Self.zotero + rows)
    #expect(ImportTests.counts(summary) == "3 2 0 0 1 0")
    #expect(Self.said(summary).contains("bookSection"))
    #expect(
      try library.run("book list --sort title --columns title,sources,notes")
        == "A Book\tzotero:ABCD1235\t\nA Report\tzotero:ABCD1236\tIn: The Series of Reports\n")
  }

  @Test func documentsOfReadwiseReader() throws {
    let items = ["article", "rss", "video", "epub", "tweet"].map {
      #"{"id":"\#($0)","title":"T \#($0)","author":"A B","category":"\#($0)","reading_progress":0.5}"#
    }
    let (library, summary) = try Self.importing("[" + items.joined(separator: ",") + "]", "in.json")
    #expect(ImportTests.counts(summary) == "5 1 0 0 4 0")
    #expect(try library.run("book list --columns title") == "T epub\n")
  }

  /// In a table that the user created, the `category` column contains genres, unless it marks a row as an article,
  /// video or podcast.
  @Test func categoriesOfOnesOwn() throws {
    let (library, summary) = try Self.importing("title,author,category\nA,Jane Doe,paper\nB,Jane Doe,Video\n", "in.csv")
    #expect(ImportTests.counts(summary) == "2 1 0 0 1 0")
    #expect(try library.run("book list --sort title --columns title,genres") == "A\tpaper\n")
    let yaml = "- title: C\n  author: Jane Doe\n  category: podcast\n"
    let own = try Self.importing(yaml, "in.yaml").summary
    #expect(ImportTests.counts(own) == "1 0 0 0 1 0")
  }

  // MARK: - Days

  private static let days = "Title,Author,Date Read,Rating\nMomo,M E,12/03/2024,\"4,5\"\n"

  @Test(arguments: [(nil, "2024"), ("dmy", "2024-03-12"), ("mdy", "2024-12-03"), ("ymd", "2024")])
  func theOrderOfADay(_ order: String?, _ day: String) throws {
    let (library, summary) = try Self.importing(Self.days, "in.csv", order.map { ["--dates", $0] } ?? [])
    #expect(try library.run("book list --columns dateCompleted") == day + "\n")
    #expect(Self.said(summary).contains("may be 2024-03-12 or 2024-12-03") == (day == "2024"))
    // A later import that specifies the order of day and month corrects an ambiguous date.
    if order == nil {
      _ = try ImportTests.summary(library, ["--dates", "dmy", library.absolute("in.csv")])
      #expect(try library.run("book list --columns dateCompleted") == "2024-03-12\n")
    }
  }

  @Test func aTerminalIsAsked() throws {
    let library = try ImportTests.empty()
    library["in.csv"] = Self.days
    let screen = try library.runOnTerminal("import", [library.absolute("in.csv")], typing: "1\n")
    #expect(screen.contains("12/03/2024") && screen.contains("day first"))
    #expect(try library.run("book list --columns dateCompleted") == "2024-03-12\n")
  }

  /// If the user answers that the order is unknown, the result is the same as without a prompt.
  @Test func aDateThatIsNotKnownKeepsItsYear() throws {
    let library = try ImportTests.empty()
    library["in.csv"] = "Title,Author,Date Read\nMomo,M E,12/03/24\n"
    let screen = try library.runOnTerminal("import", [library.absolute("in.csv")], typing: "3\n")
    #expect(screen.contains("unknown; keep only the year"))
    #expect(try library.run("book list --columns dateCompleted") == "2024\n")
  }

  @Test func thePreviewShowsWhatEachDayBecomes() throws {
    let library = try ImportTests.empty()
    library["in.csv"] = "Title,Author,Date Read\nMomo,M E,11th March 2024\nJim,M E,5.6.2024\nEdda,M E,2024-01-02\n"
    let text = try library.run("import --dry-run", [library.absolute("in.csv")])
    #expect(text.contains("“11th March 2024” → 2024-03-11\n") && text.contains("“5.6.2024” → 2024-06-05\n"))
    #expect(!text.contains("2024-01-02"))
  }

  /// The values of date columns determine the order of day and month. Dates in other text do not.
  @Test func whatIsNoDateSaysNothing() throws {
    let text = "Title,Author,Date Read,Notes\nMomo,M E,12/03/2024,\"seen on 25/12/2020 and 3-16-1484-10\"\n"
    #expect(try Self.importing(text).library.run("book list --columns dateCompleted") == "2024\n")
    let other = "Title,Author,Date Read,Date Added\nMomo,M E,12/03/2024,25/12/2020\n"
    #expect(try Self.importing(other).library.run("book list --columns dateCompleted") == "2024-03-12\n")
  }

  // MARK: - Losses

  private static let goodreads =
    "Book Id,Title,Author,ISBN,ISBN13,Year Published,Original Publication Year,Exclusive Shelf,Bookshelves\n"

  @Test func whatIsLeftOutIsNamed() throws {
    let rows = "1,\"A\u{7}B &amp; C\",\"Jos&eacute; P\",123,9780553383041,2004,1968,read,\"år, ar\"\n"
    let (library, summary) = try Self.importing(Self.goodreads + rows)
    let said = Self.said(summary)
    #expect(said.contains("“123” is not an ISBN"))
    #expect(try library.run("book list --columns year,editionDate") == "1968\t2004\n")
    #expect(said.contains("title: control characters in “AB & C” were removed"))
    #expect(said.contains("“ar” is treated as “år”"))
    #expect(try library.run("book list --columns title,author") == "AB & C\tJosé P\n")
  }

  @Test func exportsSayWhatTheyLeaveOut() throws {
    let library = try ImportTests.empty()
    _ = try library.run("book add", ["Momo", "--author", "M E", "--rating", "4.25", "--synopsis", "Time."])
    _ = try library.run("quote add", ["Words", "--book", "momo"])
    library["quotes/alone.yaml"] = "id: 00000000-0000-4000-8000-000000000009\ntext: Alone\nbook: ~\n"
    let goodreads = try library.run("export goodreads")
    #expect(goodreads.contains("! note: in another form, with numbers of values: rating (1): whole stars\n"))
    #expect(goodreads.contains("synopsis (1)") && goodreads.contains("quotes (1)"))
    let notes = try library.run("export markdown --output", [library.absolute("notes")])
    #expect(notes.contains("1 quote without a book") && notes.contains("not the text below it"))
    #expect(try !library.run("export json").contains("left out"))
  }
}
