import Foundation
import Testing

/// Tests of deviations that occur in files of individual formats.
@Suite struct ImportFormatQuirkTests {
  private static func importing(
    _ text: String, _ name: String = "csv", _ words: [String] = []
  ) throws -> (library: TestLibrary, summary: [String: Any]) {
    let library = try ImportTests.empty()
    library["in.\(name)"] = text
    return (library, try ImportTests.summary(library, words + [library.absolute("in.\(name)")]))
  }

  private static func importing(bytes: [UInt8], _ name: String) throws -> (library: TestLibrary, summary: [String: Any])
  {
    let library = try ImportTests.empty()
    try Data(bytes).write(to: URL(fileURLWithPath: library.absolute("in.\(name)")))
    return (library, try ImportTests.summary(library, [library.absolute("in.\(name)")]))
  }

  // MARK: - Tables

  @Test(arguments: ["", ",Bookshelves"])
  func shelvesWithPositions(_ column: String) throws {
    let (library, summary) = try Self.importing(
      "Book Id,Title,Author,Bookshelves with positions,Exclusive Shelf\(column)\n"
        + "1,A,B,\"a (#4), b c (#59)\",read\(column.isEmpty ? "" : ",")\n")
    #expect(try library.run("book list --columns genres").contains("b c"))
    #expect((summary["leftOut"] as? [String: Int])?.isEmpty == true)
  }

  /// Tests a file in which a spreadsheet program has removed leading zeros and the quotation marks around numbers.
  @Test func noHeaderAndBareNumbers() throws {
    let rows = (1...3).map { number in
      "\(number),\"Title \(number) (The Cycle, #\(number))\",Maggie Doe,\"Doe, Maggie\",,545424984,9780545424981,0,4.26,"
        + "Press,Hardcover,439,2016,2016,,2021/04/21,,,read,,,,1,0\n"
    }
    let (library, summary) = try Self.importing(rows.joined())
    #expect(ImportTests.counts(summary) == "3 3 0 0 0 0" && "\(summary["format"] ?? "")" == "goodreads")
    #expect(
      try library.run("book list title:2 --columns title,author,series,isbn,added")
        == "Title 2\tMaggie Doe\tThe Cycle 2\t9780545424981\t2021-04-21\n")
  }

  /// An invalid ISBN that occurs in two columns is reported only once.
  @Test func aNumberInTwoColumns() throws {
    let (_, summary) = try Self.importing(
      "Book Id\tTitle\tPrimary Author\tISBN\tISBNs\n1\tDune\tHerbert, Frank\t[043396734791]\t043396734791\n", "tsv")
    #expect((summary["problems"] as? [Any])?.count == 1)
  }

  /// Without a header, columns that do not exist in the rows are not reported as missing.
  @Test func noHeaderAndFewColumns() throws {
    let row = "1,A,B,\"B, A\",,\"=\"\"\"\"\",\"=\"\"\"\"\",3,4.0,P,Paperback,100,2000,2000,,2020/01/01,,,read\n"
    let (_, summary) = try Self.importing(row)
    #expect(ImportTests.counts(summary) == "1 1 0 0 0 0")
    #expect((summary["problems"] as? [Any])?.isEmpty == true)
  }

  @Test func readingsInAnyOrder() throws {
    let (library, summary) = try Self.importing(
      "title,author,status,readings\nA,B,finished,2024-02-01|2024-03-02|77;2022-01-01|2022-01-20|\n")
    #expect(
      try library.run("book list --columns dateStarted,dateCompleted,readings")
        == "2024-02-01\t2024-03-02\t2022-01-01/2022-01-20\n")
    #expect((summary["leftOut"] as? [String: Int])?["readings (reading time)"] == 1)
  }

  @Test func accentsOfLibraryThing() throws {
    let header = "Book Id\tTitle\tPrimary Author\n"
    let mixed = Array("\(header)1\tCort".utf8) + [0xE2] + Array("azar\tCortázar, Julio\n".utf8)
    let (library, _) = try Self.importing(bytes: mixed, "tsv")
    #expect(try library.run("book list --columns title,author") == "Cortázar\tJulio Cortázar\n")
    let few =
      Array("\(header)1\tCort".utf8) + [0xE2] + Array("azar und Cort".utf8) + [0xE2]
      + Array("azar\tCortázar, Julio\n".utf8)
    let (other, _) = try Self.importing(bytes: few, "tsv")
    #expect(try other.run("book list --columns title,author") == "Cortázar und Cortázar\tJulio Cortázar\n")
  }

  /// A byte that is not UTF-8 is read as Windows-1252. Only LibraryThing exports may contain MARC-8.
  @Test func aStrayByte() throws {
    let bytes =
      Array("Book Id,Title,Author,Exclusive Shelf\n1,Caf\u{e9},Zo\u{eb},read\n2,T".utf8) + [0xED]
      + Array("tulo,A B,read\n".utf8)
    let (library, summary) = try Self.importing(bytes: bytes, "csv")
    #expect(try library.run("book list --sort title --columns title") == "Café\nTítulo\n")
    #expect("\(summary["notes"] ?? "")".contains("the first in line 3"))
  }

  @Test func accentsBehindASpace() throws {
    let (library, _) = try Self.importing(
      "Book Id,Title,Author,Publisher,Exclusive Shelf\n1,T \u{308}x,A B, \u{5BC}Penguin  \u{5BC}Classics,read\n")
    #expect(try library.run("book list --columns title,publisher") == "T \u{308}x\t\u{5BC}Penguin \u{5BC}Classics\n")
  }

  @Test func theCatalogueOfCalibre() throws {
    let (library, summary) = try Self.importing(
      """
      \u{FEFF}author_sort,authors,comments,cover,formats,id,identifiers,isbn,languages,pubdate,publisher,rating,series,series_index,size,tags,timestamp,title,title_sort,uuid
      "Le Guin, Ursula K.",Ursula K. Le Guin,A story.,,"epub, pdf",4,"isbn:9780553383041,goodreads:13642",9780553383041,eng,1968-01-01T00:00:00+00:00,Ace,8,Earthsea,1.0,1,"a, b",2020-01-01T00:00:00+00:00,A Wizard,"Wizard, A",aaaaaaaa-0000-4000-8000-000000000004

      """)
    #expect(
      try library.run("book list --columns title,series,rating,isbn,format,sources")
        == "A Wizard\tEarthsea 1\t4\t9780553383041\tEPUB, PDF\tcalibre:aaaaaaaa-0000-4000-8000-000000000004; goodreads:13642\n"
    )
    #expect((summary["leftOut"] as? [String: Int])?.keys.sorted() == ["size"])
  }

  @Test func theNumberInASeriesOfZotero() throws {
    let (library, _) = try Self.importing(
      "\"Key\",\"Item Type\",\"Publication Year\",\"Author\",\"Title\",\"Series\",\"Series Number\"\n"
        + "\"A\",\"book\",\"2019\",\"Smith, Watson\",\"Later\",\"Shores\",\"3\"\n")
    #expect(try library.run("book list --columns series") == "Shores 3\n")
  }

  /// An empty column does not remove authors, and a second first name is not treated as a second author.
  @Test func theAuthorsOfZotero() throws {
    let (library, _) = try Self.importing(
      "\"Key\",\"Item Type\",\"Publication Year\",\"Author\",\"Title\",\"Book Author\"\n"
        + "\"A\",\"book\",\"2019\",\"Deloria, Philip Joseph; Smith, Watson\",\"Later\",\"\"\n")
    #expect(try library.run("book list --columns author") == "Philip Joseph Deloria; Watson Smith\n")
  }

  /// If two columns map to the same field, shelf uses the one with the clearer name and reports the other one.
  @Test(arguments: ["Title,Name,Author\nDune,x.epub,Frank Herbert", "Name,Title,Author\nx.epub,Dune,Frank Herbert"])
  func twoColumnsForATitle(_ text: String) throws {
    let (library, summary) = try Self.importing(text + "\n")
    #expect(try library.run("book list --columns title") == "Dune\n")
    #expect((summary["leftOut"] as? [String: Int])?.keys.contains("Name") == true)
  }

  // MARK: - Trees

  @Test func entriesOnOneLine() throws {
    let (_, summary) = try Self.importing(
      #"[{"title":"J1","author":"A"},{"nope":1,"note":"x","genres":["a"]},17,null,{"title":""},["a"]]"#, "json",
      ["json"])
    #expect(ImportTests.counts(summary) == "6 1 0 0 0 5")
  }

  @Test func whatIsNestedIsCounted() throws {
    let (library, summary) = try Self.importing(
      #"[{"title":"A","author":{"name":"Ann"},"foo":{"bar":1},"rating":{"mine":4},"title":"B"}]"#, "json")
    #expect(try library.run("book list --columns title,author") == "B\tAnn\n")
    let leftOut = summary["leftOut"] as? [String: Int]
    #expect(leftOut?["foo"] == 1 && leftOut?["rating"] == 1)
    #expect("\(summary["problems"] ?? "")".contains("the key “title” occurs twice"))
  }

  @Test func linesOfJSON() throws {
    let (_, summary) = try Self.importing(
      "{\"title\":\"L1\",\"author\":\"A\"}\n{bad\n{\"title\":\"L2\",\"author\":\"B\"}\n", "jsonl")
    #expect(ImportTests.counts(summary) == "3 2 0 0 0 1")
  }

  @Test func papersOfPapis() throws {
    let (_, summary) = try Self.importing(
      "title: On Things\nauthor: A B\nyear: 2020\ntype: article\npapis_id: x\nref: r\n", "yaml")
    #expect(ImportTests.counts(summary) == "1 0 0 0 1 0")
  }

  // MARK: - Notes

  @Test func aHighlightOfSeveralLines() throws {
    let (library, _) = try Self.importing(
      """
      title:: Tides (highlights)
      author:: [[Jane Doe]]
      full-title:: "Tides"
      category:: #books
      tags:: #[[sea]]

      - Highlights first synced by [[Readwise]] [[Nov 18th, 2022]]
      \t- First line
      \t  second line ([Location 253](https://readwise.io/x))
      \t- Other ([Page 12](https://readwise.io/y))

      """, "md")
    #expect(try library.run("quote list --sort text --columns page,location") == "\tloc 253\n12\t\n")
    #expect(!(try library.run("quote list --json text").contains("readwise.io")))
    #expect(try library.run("book list --columns genres") == "sea\n")
  }

  @Test(arguments: [
    ("120-121 konumundaki vurgunuz | 5 Ocak 2020 Pazar 12:34:56 tarihinde eklendi", "", "loc 120-121"),
    ("Din markering på sida 12 | plats 120-121 | Tillagd söndag 5 januari 2020 12:34:56", "12", "loc 120-121"),
    ("페이지 10의 하이라이트 | 위치 123-124 | 추가됨: 2020년 1월 5일 일요일 오후 10:13:22", "10", "loc 123-124"),
    ("Twoje zaznaczenie na stronie 5 | pozycja 10-12 | Dodano: niedziela, 5 stycznia 2020 12:34:56", "5", "loc 10-12"),
    ("您的標註 位於第 12 頁 | 位置 #120-121 | 新增於 2020年1月5日", "12", "loc 120-121"),
    // The numbers are not recognized as pages or locations, so the line is kept unchanged.
    ("Highlight odd 5 words 7-8", "", "Highlight odd 5 words 7-8"),
    ("Yli 12 highlight sija 120-121", "", "Yli 12 highlight sija 120-121"),
  ])
  func placesInMoreLanguages(_ head: String, _ page: String, _ location: String) throws {
    let (library, summary) = try Self.importing(
      "Dune (Frank Herbert)\r\n- \(head)\r\n\r\nWords.\r\n==========\r\n", "txt", ["kindle"])
    #expect(try library.run("quote list --columns page,location") == "\(page)\t\(location)\n")
    #expect("\(summary["notes"] ?? "")".contains("unknown language") == (location == head))
  }

  // MARK: - Bibliographies

  @Test func paragraphsOfABibliography() throws {
    let library = try TestLibrary()
    let text = "First -- “line”\nsecond ''line''\n\nA list:\n\n- one\n  - two % & _x_ {y} \\z ~\n\nEnd.\n"
    _ = try library.run("book add", ["Odd", "--author", "A B", "--synopsis", text, "--notes", text])
    let bibtex = try library.run("export bibtex title:Odd")
    let (copy, _) = try Self.importing(bibtex, "bib")
    let columns = "book list --json synopsis,notes title:Odd"
    #expect(try copy.run("book list --json synopsis,notes") == library.run(columns))
    #expect(try copy.run("export bibtex") == bibtex)
  }

  @Test func whatABibliographyLacksIsNamed() throws {
    let (_, summary) = try Self.importing(
      "@book{k, title={Part}, booktitle={Whole}, author={A B and others}, publisher=nomacro}\n", "bib")
    let problems = "\(summary["problems"] ?? "")"
    #expect(problems.contains("does not list all authors") && problems.contains("“nomacro” is not defined"))
    #expect((summary["leftOut"] as? [String: Int])?["booktitle"] == 1)
  }

  @Test func ownColumnsOfAPackage() throws {
    let package = """
      <?xml version="1.0"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="u">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
      <dc:identifier id="u" opf:scheme="uuid">aaaaaaaa-0000-4000-8000-000000000004</dc:identifier>
      <dc:title>India</dc:title><dc:creator opf:role="aut">Ann Lee</dc:creator>
      <meta name="calibre:user_metadata:#mood" content="{&quot;#value#&quot;: &quot;calm&quot;}"/>
      </metadata></package>

      """
    let (library, _) = try Self.importing(package, "opf", ["--map", "#mood=notes"])
    #expect(try library.run("book list --columns notes") == "calm\n")
  }
}
