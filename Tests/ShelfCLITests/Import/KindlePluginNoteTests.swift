import ShelfTestSupport
import Testing

/// Notes of the Kindle plugin of Obsidian: by the template that comes with it, and by two readers' own.
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

  @Test func theTemplateOfThePlugin() throws {
    let library = try ImportTests.empty()
    library["immune.md"] = Self.note
    let said = try library.run("import", [library.absolute("immune.md")])
    #expect(
      said.contains("Made 1 book and 4 quotes") && said.contains("immune.md:32: a text without a place"), "\(said)")
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
    // What comes from the device itself is the same.
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

  @Test(
    "Real notes: each highlight comes in, with its place", .enabled(if: TestData.isThere, TestData.whereFrom),
    arguments: [("short", 10), ("table-metadata", 27)])
  func realNotes(_ name: String, _ count: Int) throws {
    let path = try TestData.folder("obsidian-kindle/\(name).md")
    let library = try ImportTests.empty()
    let said = try library.run("import", [path])
    #expect(said.contains("Made 1 book and \(count) quotes"), "\(said)")
    let quotes = try library.run("quote list --columns text,location,note").split(separator: "\n")
    #expect(quotes.count == count)
    for quote in quotes {
      #expect(!quote.contains("^ref") && !quote.contains("kindle:") && quote.contains("\tloc "), "\(quote)")
    }
  }
}
