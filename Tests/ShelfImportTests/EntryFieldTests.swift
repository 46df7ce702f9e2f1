import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Fields of entries in bibliographies: `--map`, editors and volumes in RIS, and parts of books.
@Suite struct EntryFieldTests {
  private static let volume = FieldHandle(named: "volume")

  /// `--map` assigns a field of an entry to a field of the library, and the entry's field is not reported as left out.
  @Test(arguments: [
    ("@book{a, title={T}, volume={3}}", "volume"),
    ("@book{a, title={T}, series={S}, number={1}, volume={3}}", "Volume"),
    (#"[{"id":"a","type":"book","title":"T","volume":"3","issued":{"literal":"x 2001"}}]"#, "volume"),
    (#"[{"id":"a","type":"book","title":"T","volume":3,"issued":{"literal":"x 2001"}}]"#, "volume"),
    ("TY  - BOOK\nTI  - T\nCN  - 3\nER  - \n", "CN"), ("TY  - BOOK\nTI  - T\nCN  - 3\nER  - \n", "cn"),
  ])
  func mappedFields(_ text: String, _ column: String) throws {
    let batch = try read(text, maps: [(column, Self.volume)])
    #expect(batch.drafts.map { $0[Self.volume] } == [["3"]])
    #expect(batch.leftOut.isEmpty && !batch.notes.contains { $0.contains("--map") })
  }

  /// In CSL, names and dates are not plain text.
  @Test(arguments: [
    ("author", "Ann Roe"), ("issued", "2001-03"), ("accessed", "2002"), ("keyword", "x; y"),
  ])
  func mappedVariables(_ column: String, _ expected: String) throws {
    let text = """
      [{"id": "a", "type": "book", "title": "T", "author": [{"family": "Roe", "given": "Ann"}], "keyword": "x; y",
      "issued": {"date-parts": [[2001, 3]]}, "accessed": {"raw": "2002"}}]
      """
    #expect(try read(text, maps: [(column, Self.volume)]).drafts.map { $0[Self.volume] } == [[expected]])
  }

  /// If no entry has the field, the import reports that. Formats without named fields refuse `--map`.
  @Test func unusedMaps() throws {
    for text in ["@book{a, title={T}}", "TY  - BOOK\nTI  - T\nER  - \n"] {
      let notes = try read(text, maps: [("shelfmark", Self.volume)]).notes
      #expect(notes == ["no book has a value for “shelfmark”, which --map assigns to volume"])
    }
    let clipping = "A (B)\n- Your Highlight at location 1-2 | Added on Friday, 7 March 2025\n\nText.\n==========\n"
    #expect(throws: SourceReader.Failure.self) { try read(clipping, maps: [("volume", Self.volume)]) }
  }

  /// Zotero exports editors as A3 and editors of a series as A2. In files from catalogs and in entries for parts of
  /// books, A2 is the editor.
  @Test(arguments: [
    ("A2  - Leyh, Peter", "Peter Leyh (editor)", ""), ("ED  - Leyh, Peter", "Peter Leyh (editor)", ""),
    ("A3  - Leyh, Peter", "Peter Leyh (editor)", ""), ("T2  - S\nA2  - Leyh, Peter", "", "A2"),
    ("T3  - S\nA2  - X, Y\nA3  - Leyh, Peter", "Peter Leyh (editor)", "A2"),
    ("A2  - X, Y\nED  - Leyh, Peter", "Peter Leyh (editor)", "A2"),
    ("T2  - Bd. 1: U\nA2  - Leyh, Peter", "Peter Leyh (editor)", ""), ("A4  - Roe, R", "R Roe (translator)", ""),
  ])
  func editorsInRIS(_ lines: String, _ people: String, _ leftOut: String) throws {
    let batch = try read("TY  - BOOK\nTI  - Historik\nAU  - Droysen, J. G.\n\(lines)\nER  - \n")
    #expect(batch.drafts.map { $0[.contributors].joined(separator: "; ") } == [people])
    #expect(batch.leftOut.keys.joined() == leftOut)
  }

  /// The title of a single volume is not treated as a series.
  @Test(arguments: [
    ("Bd. 1: Arbeitswelt und Bürgergeist", true), ("Band 2", true), ("Vol. III: The End", true), ("T. 2. Suite", true),
    ("Teil 1 / Anfang", true), ("Bande à part", false), ("Part 5 Press", false), ("Volume", false),
    ("Time-Life 3", false), ("Discworld", false), ("Teildisziplinen 1", false),
  ])
  func volumes(_ name: String, _ isVolume: Bool) throws {
    for text in [
      "TY  - BOOK\nTI  - T\nT2  - \(name)\nER  - \n", "@book{a, title={T}, series={\(name)}}",
      #"[{"id":"a","type":"book","title":"T","collection-title":"\#(name)","issued":{"literal":"2001"}}]"#,
    ] {
      let draft = try #require(try read(text).drafts.first)
      #expect(draft.title == (isVolume ? "T. \(name)" : "T"))
      #expect(draft[.series].isEmpty == isVolume)
    }
  }

  /// If a part of a book is skipped, the reason names the book.
  @Test(arguments: [
    "@incollection{a, title={P}, booktitle={{The} Whole}}", "TY  - CHAP\nTI  - P\nT2  - The Whole\nER  - \n",
    #"[{"id":"a","type":"chapter","title":"P","container-title":"The Whole","issued":{"literal":"2001"}}]"#,
  ])
  func partsOfBooks(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.skipped == 1 && batch.problems.allSatisfy(\.isPart))
    #expect(batch.reasons.hasSuffix(", a part of a book, “The Whole”"))
  }
}
