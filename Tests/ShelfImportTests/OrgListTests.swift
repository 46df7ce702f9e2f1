import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Reading lists in Org mode.
@Suite struct OrgListTests {
  private static let list = """
    #+TITLE: Reading List
    #+TODO: NEXT READING(r!) | READ DROPPED(d)

    * Books
    Some text about the list.
    ** Fiction
    *** READ [#A] [[https://example.org/dune][Dune]] [1/3] :scifi:desert_planet:
    CLOSED: [2022-04-11 Mon 11:10]
    :PROPERTIES:
    :AUTHOR:   Herbert, Frank
    :year:     1965
    :RATING:   *****
    :GOODREADS: https://www.goodreads.com/book/show/234225-dune
    :ADDED:    <2021-01-02 Sat>
    :CUSTOM_ID: x1
    :END:
    :LOGBOOK:
    - State "READ"       from "READING"    [2022-04-11 Mon 11:10]
    - State "READING"    from "NEXT"       [2022-04-01 Fri 09:00]
    CLOCK: [2022-04-01 Fri 09:00]--[2022-04-01 Fri 10:00] =>  1:00
    :END:
    Good.

    **** Chapter notes
    More.
    #+begin_quote
    Fear is the mind-killer.
    #+end_quote
    *** READING Emma
    :PROPERTIES:
    :AUTHOR: Jane Austen
    :ISBN: 9780141439587
    :END:
    ** 2019
    *** Walden
    :PROPERTIES:
    :AUTHOR: Henry David Thoreau
    :END:
    ** Wishlist
    *** NEXT /Momo/
    :PROPERTIES:
    :AUTHOR: Michael Ende
    :AUTHOR+: Ann Bee
    :END:
    *** DROPPED Ulysses
    :PROPERTIES:
    :AUTHOR: James Joyce
    :END:
    ** Shops
    *** TODO call the shop
    :PROPERTIES:
    :PHONE: 123
    :END:

    """

  @Test func aReadingList() throws {
    let batch = try read(Self.list)
    #expect(batch.format == "org" && batch.read == 5 && batch.rejected == 0)
    #expect(batch.titles == ["Dune", "Emma", "Walden", "Momo", "Ulysses"])
    let dune = batch.drafts[0]
    #expect(dune[.author] == ["Frank Herbert"] && dune.first(.year) == "1965" && dune.first(.rating) == "5")
    #expect(dune.first(.status) == "completed" && dune.first(.dateAdded) == "2021-01-02")
    #expect(dune.first(.dateStarted) == "2022-04-01" && dune.first(.dateCompleted) == "2022-04-11")
    #expect(dune[.genres] == ["scifi", "desert planet", "Fiction"] && dune.sources == ["goodreads:234225"])
    #expect(dune.first(.notes)?.hasPrefix("Good.") ?? false && dune.first(.notes)?.hasSuffix("More.") ?? false)
    #expect(dune.line == 7 && batch.leftOut["quote blocks"] == 1 && batch.leftOut["custom_id"] == 1)
    #expect(batch.drafts[1].first(.status) == "inProgress" && batch.drafts[1].first(.isbn) == "9780141439587")
    #expect(batch.drafts[2].first(.status) == "completed" && batch.drafts[2].first(.dateCompleted) == "2019")
    #expect(batch.drafts[3].first(.status) == "wanted" && batch.drafts[3][.author] == ["Michael Ende", "Ann Bee"])
    #expect(batch.drafts[4].first(.status) == "abandoned" && batch.drafts[4][.genres].isEmpty)
  }

  @Test(arguments: [
    "* Dune\n:PROPERTIES:\n:AUTHOR: Frank Herbert\n:END:\n",
    "* TODO Dune\r\n  :PROPERTIES:\r\n  :Author: Frank Herbert\r\n  :END:\r\n",
    "* READ Dune\n:PROPERTIES:\n:AUTHOR: Frank Herbert\n:END:\n",
    "#+STARTUP: x\n* DONE Dune\nSCHEDULED: <2020-01-02 Thu> CLOSED: [2021-02-03 Wed]\n:PROPERTIES:\n:TITLE: Dune\n:AUTHOR: Frank Herbert\n",
  ])
  func variants(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.format == "org" && batch.titles == ["Dune"] && batch.drafts[0][.author] == ["Frank Herbert"])
    if text.contains("CLOSED") { #expect(batch.drafts[0].first(.dateCompleted) == "2021-02-03") }
  }

  /// The properties that `org-bibtex` writes.
  @Test func propertiesOfBibliographies() throws {
    let batch = try read(
      "* Dune\n:PROPERTIES:\n:AUTHOR: Frank Herbert\n:ADDRESS: New York\n:ORIGDATE: 1965\n:PUBLISHER: Ace\n:END:\n")
    #expect(batch.drafts[0][.place] == ["New York"] && batch.drafts[0][.year] == ["1965"] && batch.leftOut.isEmpty)
  }

  @Test func columnsCanBeMapped() throws {
    let text = "* Dune\n:PROPERTIES:\n:WRITTEN_BY: Frank Herbert\n:SHELF_NO: Ace\n:END:\n"
    #expect(ImportFormat.of(SourceFile(path: "x", bytes: Array(text.utf8))) == nil)
    let batch = try read(text, as: "org", maps: [("written_by", .author), ("SHELF_NO", .publisher)])
    #expect(batch.drafts[0][.author] == ["Frank Herbert"] && batch.drafts[0].first(.publisher) == "Ace")
  }

  @Test(arguments: [
    "* Notes\nAuthor: X\n", "** \n:PROPERTIES:\n:AUTHOR: X\n:END:\n",
    "#+begin_src\n* Dune\n:PROPERTIES:\n:AUTHOR: X\n:END:\n#+end_src\n",
  ])
  func otherFiles(_ text: String) {
    #expect(ImportFormat.of(SourceFile(path: "x", bytes: Array(text.utf8))) == nil)
  }

  @Test func hostileFiles() throws {
    let stars = String(repeating: "*", count: 5000) + " x\n" + String(repeating: "* a\n** b\n", count: 20_000)
    let properties = "* D\n:PROPERTIES:\n:AUTHOR: A\n" + (0..<5000).map { ":k\($0): v\n" }.joined() + ":END:\n"
    _ = try read(stars + properties, as: "org")
    let tags = "* D " + String(repeating: ":a", count: 50_000) + ":\n:PROPERTIES:\n:AUTHOR: A\n:END:\n"
    #expect(try read(tags, as: "org").read == 1)
  }
}
