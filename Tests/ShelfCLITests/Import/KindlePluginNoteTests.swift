import ShelfTestSupport
import Testing

/// Tests notes that Obsidian's Kindle plugin created with its default template and with two users' templates.
struct KindlePluginNoteTests {
  private static let note = """
    ---
    kindle-sync:
      bookId: '1'
      title: >-
        Immune: A Journey into
        the System
      author: 'By: Philipp Dettmer'
      asin: B08XWLJZQ2
      lastAnnotatedDate: Invalid date
    ---
    # Immune
    ## Metadata
    * Author: [Philipp Dettmer](https://example.org/x)
    * [Kindle link](kindle://book?action=open&asin=B08XWLJZQ2)

    ## Highlights
    First one — location: [260](kindle://book?action=open&asin=B08XWLJZQ2&location=260) ^ref-64014

    ---
    Second, in a text
    of two lines — location: [300](kindle://book?action=open&asin=B08XWLJZQ2&location=300) ^ref-5

    My own note.

    ---
    With a page — page: [12](kindle://book?action=open&asin=B08XWLJZQ2&location=400) ^ref-6

    ---
    Without a link ^ref-7

    ---
    Something that was typed.

    """

  /// The format is recognized even if the first highlight is far from the start of the file.
  @Test func theFirstHighlightMayBeFarDown() throws {
    let library = try ImportTests.empty()
    let long = String(repeating: "A word of the publisher about the book.\n", count: 3000)
    library["note.md"] = Self.note.replacing("## Highlights", with: long + "## Highlights")
    let summary = try ImportTests.summary(library, [library.absolute("note.md")])
    #expect(summary["format"] as? String == "kindle" && summary["new"] as? Int == 5)
  }

  @Test func theTemplateOfThePlugin() throws {
    let library = try ImportTests.empty()
    library["immune.md"] = Self.note
    let said = try library.run("import", [library.absolute("immune.md")])
    #expect(
      said.contains("Added 1 book and 4 quotes") && said.contains("immune.md:32: a text without a location"), "\(said)")
    #expect(
      try library.run("book list --columns title,author,sources").contains(
        "Immune: A Journey into the System\tPhilipp Dettmer\t"))
    #expect(try library.run("book show immune").contains("amazon:B08XWLJZQ2"))
    let quotes = try library.run("quote list --columns text,page,location,note").split(separator: "\n").map(String.init)
    #expect(
      Set(quotes) == [
        "First one\t\tloc 260\t", #"Second, in a text\nof two lines\n"# + "\t\tloc 300\tMy own note.",
        "With a page\t12\tloc 400\t", "Without a link\t\t\t",
      ], "\(quotes)")
    // Clippings from the device match the same quotes.
    library["My Clippings.txt"] = """
      Immune: A Journey into the System (Philipp Dettmer)
      - Your Highlight on location 260-260 | Added on Sunday, 28 November 2021 17:19:35

      First one
      ==========

      """
    _ = try library.run("import", [library.absolute("My Clippings.txt")])
    #expect(try library.run("quote list --format ids").split(separator: "\n").count == 4)
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 1)
    #expect(try library.run("import", [library.absolute("immune.md")]).contains("5 unchanged"))
  }

  /// Only words after a dash, or in a separate paragraph, are treated as a label of the location. Other words belong to
  /// the text.
  @Test(arguments: [
    ("Ends in a word [1](LINK1)", "Ends in a word\t\tloc 1"),
    ("It is well-known [1](LINK1)", "It is well-known\t\tloc 1"),
    ("And he said: [1](LINK1)", "And he said:\t\tloc 1"), ("Parted - [1](LINK1) ^ref-3", "Parted\t\tloc 1"),
    ("Named – Position: [1](LINK1)", "Named\t\tloc 1"), ("Below\n\nSeite: [1](LINK1)", "Below\t\tloc 1"),
  ])
  func theLastWords(_ text: String, _ expected: String) throws {
    let library = try ImportTests.empty()
    library["a.md"] =
      "---\nkindle-title: Emma\nkindle-bookId: 1\n---\n## Highlights\n"
      + text.replacing("LINK", with: "kindle://book?action=open&asin=B&location=") + "\n"
    _ = try library.run("import", [library.absolute("a.md")])
    #expect(try library.run("quote list --columns text,page,location") == expected + "\n")
  }

  /// Importing a line of one megabyte does not take quadratic time.
  @Test func longLines() throws {
    let library = try ImportTests.empty()
    let blanks = String(repeating: " ", count: 1 << 20)
    let dashes = String(repeating: " -", count: 1 << 19)
    library["a.md"] =
      "---\nkindle-title: Emma\n---\nkindle-bookId:\n## Highlights\nB [1](kindle://book?a&location=2)\n\n---\nA\(blanks)^ref- b\(dashes) [1](kindle://book?a&location=1)\n"
    #expect(try library.run("import", [library.absolute("a.md")]).contains("Added 1 book and 2 quotes"))
  }

  @Test(
    "Real notes: each highlight comes in, with its place", .enabled(if: TestData.isThere, TestData.whereFrom),
    arguments: [("short", 10), ("table-metadata", 27)])
  func realNotes(_ name: String, _ count: Int) throws {
    let path = try TestData.folder("obsidian-kindle/\(name).md")
    let library = try ImportTests.empty()
    let said = try library.run("import", [path])
    #expect(said.contains("Added 1 book and \(count) quotes"), "\(said)")
    let quotes = try library.run("quote list --columns text,location,note").split(separator: "\n")
    #expect(quotes.count == count)
    for quote in quotes {
      #expect(!quote.contains("^ref") && !quote.contains("kindle:") && quote.contains("\tloc "), "\(quote)")
    }
  }
}
