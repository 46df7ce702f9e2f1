import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Bibliographies in RIS.
@Suite struct RISTests {
  private static let zotero = """
    TY  - BOOK
    TI  - The Left Hand of Darkness
    AU  - Le Guin, Ursula K.
    A3  - Doe, Jane
    A4  - Roe, Richard
    CY  - New York
    DA  - 1969/03/01/spring
    PY  - 1969
    ET  - 2nd
    PB  - Ace
    SP  - 304
    LA  - en
    SN  - 978-0-441-47812-5
    T3  - Hainish Cycle
    IS  - 4
    KW  - science fiction
    KW  - winter; gender
    AB  - First line.
    Second line.
    N1  - A &amp; note
    N1  - <p>Another</p>
    UR  - https://example.org
    ER  - 


    """

  @Test func aBook() throws {
    let batch = try read(Self.zotero)
    #expect(batch.format == "ris" && batch.read == 1 && batch.rejected == 0 && batch.problems.isEmpty)
    let draft = try #require(batch.drafts.first)
    #expect(draft.title == "The Left Hand of Darkness" && draft[.author] == ["Ursula K. Le Guin"])
    #expect(draft[.contributors] == ["Jane Doe (editor)", "Richard Roe (translator)"])
    #expect(draft.first(.year) == "1969" && draft.first(.publisher) == "Ace" && draft.first(.pages) == "304")
    #expect(draft.first(.isbn) == "9780441478125" && draft[.series] == ["Hainish Cycle 4"])
    #expect(draft[.tags] == ["science fiction", "winter", "gender"] && draft.first(.language) == "en")
    #expect(draft.first(.synopsis) == "First line.\nSecond line." && draft.first(.notes) == "A & note\n\nAnother")
    #expect(draft.sources.isEmpty && batch.leftOut == ["UR": 1])
    #expect(draft.first(.place) == "New York" && draft.first(.edition) == "2nd")
  }

  /// EndNote, Mendeley and older programs write different tags, spaces, line endings and encodings.
  @Test(arguments: [
    "TY - BOOK\r\nT1 - Dune\r\nA1 - Herbert, Frank\r\nY1 - 1965///\r\nER -\r\n",
    "TY  - BOOK\nBT  - Dune\nAU  - Herbert, Frank\nPY  - 1965\nER  -",
    "\u{FEFF}Provider: X\nDatabase: Y\n\nTY  - EBOOK\nTI  - Dune\nAU  - Herbert,Frank\nPY  - 1965\nER  - \n",
    "  TY  - GEN\n  TI  - Dune\n  AU  - Frank Herbert\n  Y1  - 1965\n  SN  - 9780441013593 (pbk)\n  ER  - \n",
    "TY  - CHAP\nT2  - Dune\nAU  - Herbert, Frank\nDA  - 1965\nER  - \n",
    "TY  - BOOK\rTI  - Dune\rAU  - Herbert, Frank\rPY  - 1965\rER  - \r",
    "TY  - EDBOOK\nTI  - Dune\nAU  - Herbert, Frank\nPY  - 2000\nOP  - 1965\nER  - \n",
    "TY  - BOOK\nTI  - Du\nne\nAU  - Herbert, Frank\nPY  - 1965\n",
  ])
  func variants(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.format == "ris" && batch.read == 1 && batch.rejected == 0 && batch.skipped == 0, "\(batch.problems)")
    let draft = try #require(batch.drafts.first)
    #expect(draft.title == "Dune" || draft.title == "Du ne")
    #expect(draft[.author] == ["Frank Herbert"] && draft.first(.year) == "1965")
  }

  @Test func otherEntriesAreSkipped() throws {
    let batch = try read(
      "TY  - JOUR\nTI  - A\nER  - \nTY  - CHAP\nTI  - B\nT2  - Book\nER  - \nTY  - GEN\nTI  - C\nER  - \nTY  - BOOK\nAU  - X\nER  - \n"
        + "TY  - BOOK\nTI  - D\nTY  - BOOK\nID  - k1\nTI  - E\nER  - \nAU  - Y, Z\n")
    #expect(batch.read == 6 && batch.skipped == 3 && batch.rejected == 1 && batch.titles == ["D", "E"])
    #expect(batch.drafts[1].sources == ["ris:k1"])
    let reasons = batch.problems.map { "\($0.line ?? 0) \($0.reason)" }
    #expect(reasons.contains("1 an entry of the type JOUR, not a book") && reasons.contains("11 no title"))
    #expect(reasons.contains("14 the entry does not end with the line “ER  -”, so it may be cut off"))
    #expect(reasons.contains("20 a line outside of any entry was skipped"))
    #expect(String(decoding: batch.rejects.file, as: UTF8.self) == "TY  - BOOK\nAU  - X\nER  - \n")
  }

  @Test func rangesOfPagesAreNoPages() throws {
    let batch = try read("TY  - BOOK\nTI  - A\nSP  - 12\nEP  - 30\nER  - \nTY  - BOOK\nTI  - B\nSP  - 12-30\nER  - \n")
    #expect(batch.drafts.allSatisfy { $0.first(.pages) == nil } && batch.leftOut["SP"] == 1)
  }

  /// The same ID in two files may mean different books.
  @Test func anIDIsOnlyOfItsFile() throws {
    var shelf = try ImportedShelf()
    try shelf.take("TY  - BOOK\nID  - 1\nTI  - One\nAU  - A, B\nER  - \n", at: "/a.ris")
    try shelf.take("TY  - BOOK\nID  - 1\nTI  - Two\nAU  - C, D\nER  - \n", at: "/b.ris")
    #expect(shelf.column("author") == ["One": "B A", "Two": "D C"])
    let again = try shelf.take("TY  - BOOK\nID  - 1\nTI  - One\nAU  - A, B\nER  - \n", at: "/a.ris")
    #expect(again.isNothing)
  }

  @Test(arguments: ["TY: BOOK\n", "Dear TY  - or not\n", "TYP  - BOOK\n", "ty  - book\n", "TY  -\nTI  - x\nER  -\n"])
  func otherTexts(_ text: String) {
    #expect(ImportFormat.of(SourceFile(path: "x", bytes: Array(text.utf8)))?.name != "ris")
  }
}
