import Testing

@testable import ShelfCLI

/// Tests `shelf series`, and the effects of series on lists, JSON, pages, new books and the overview.
struct SeriesCommandTests {
  private static func book(_ number: Int, _ title: String, _ fields: String) -> (String, String) {
    (
      "books/\(number).yaml",
      "id: b000000\(number)-0000-4000-8000-000000000000\ntitle: \(title)\nauthor: Terry Pratchett\n\(fields)\n"
    )
  }

  private func library() throws -> TestLibrary {
    let books = [
      Self.book(1, "The Colour of Magic", "status: completed\nrating: 4\nseries: Discworld 1"),
      Self.book(2, "The Light Fantastic", "status: completed\nseries: \"Discworld #2\""),
      Self.book(4, "Mort", "series: [Discworld 4, Death 1]"),
      Self.book(5, "Sourcery", "status: wanted\nseries: Discworld 5"),
    ]
    return try TestLibrary(["shelf.yaml": "format: 1\nname: Small\n"].merging(books) { $1 })
  }

  /// A list of one series is sorted by its positions, however the query is written.
  @Test func listOfASeries() throws {
    let library = try library()
    for query in ["series:discworld", "Series:=Discworld", "--series Discworld"] {
      let titles = try library.run("list \(query) --columns title")
      #expect(titles == "The Colour of Magic\nThe Light Fantastic\nMort\nSourcery\n", "\(query)")
    }
  }

  @Test func allSeries() throws {
    let library = try library()
    #expect(
      try library.run("series --format table") == """
        Series     Here  Read  Wanted  Next    Missing
        Death         1     0
        Discworld     3     2       1  4 Mort  3

        2 series

        """)
    #expect(
      try library.run("series") == """
        Death\t1\t0\t0\t\t\t
        Discworld\t3\t2\t1\tb0000004-0000-4000-8000-000000000000\tMort\t3

        """)
  }

  /// `shelf series` lists the books of a series in order, with their statuses and ratings, and shows gaps.
  @Test func oneSeries() throws {
    let library = try library()
    #expect(
      try library.run("series disc --format table") == """
        Discworld

        Place  Title                Author           Status     Rating  ID
            1  The Colour of Magic  Terry Pratchett  completed  ★★★★☆   b0000001
            2  The Light Fantastic  Terry Pratchett  completed          b0000002
            3  is missing
            4  Mort                 Terry Pratchett  next               b0000004
            5  Sourcery             Terry Pratchett  wanted             b0000005

        3 books in the library, 2 read, 1 wanted; 3 is missing

        """)
    #expect(
      try library.run("series discworld").hasPrefix(
        "b0000001-0000-4000-8000-000000000000\t1\tThe Colour of Magic\tTerry Pratchett\tcompleted\t4\n"))
    let json = try library.run("series discworld --json")
    #expect(json.contains("\"gaps\": [\n    {\n      \"first\": 3,\n      \"last\": 3\n    }\n  ]"))
    #expect(json.contains("\"name\": \"Mort\""))
  }

  @Test func namesThatAreNotEnough() throws {
    let library = try library()
    #expect(
      try library.run("series d") == """
        ! error: “d” matches several series: “Death” and “Discworld”
        ! hint: add more of the name
        [1]

        """)
    #expect(
      try library.run("series Diskworld") == """
        ! error: no series is called “Diskworld”
        ! hint: did you mean “Discworld”?
        [1]

        """)
  }

  /// The JSON contains `series` as in the file, and `seriesName` and `seriesPosition` for the first series.
  @Test func json() throws {
    let library = try library()
    let one = try library.run("show", ["The Light Fantastic", "--json"])
    #expect(
      one.contains(
        "\"series\": \"Discworld #2\",\n  \"seriesName\": \"Discworld\",\n  \"seriesPosition\": 2,\n"), "\(one)")
    let several = try library.run("show mort --json series,seriesName,series-position")
    #expect(
      several == """
        {
          "series": [
            "Discworld 4",
            "Death 1"
          ],
          "seriesName": "Discworld",
          "seriesPosition": 4
        }

        """)
    #expect(
      try library.run("book list --columns title,series-position --sort series-position:desc")
        == "Sourcery\t5\nMort\t4\nThe Light Fantastic\t2\nThe Colour of Magic\t1\n")
    try #expect(library.run("export json").contains("\"series\": [\n      \"Discworld #2\"\n    ]"))
  }

  @Test func theOneBeforeAndTheOneAfterOnABooksPage() throws {
    let library = try library()
    let page = try library.run("show", ["The Light Fantastic"])
    #expect(page.contains("series  Discworld #2\n        ← 1 The Colour of Magic\n        → 4 Mort\n"), "\(page)")
  }

  /// `book add --series "Discworld"` suggests the next position.
  @Test func theNextPositionIsOffered() throws {
    let library = try library()
    #expect(
      try library.run("book add", ["Wyrd Sisters", "--series", "discworld"]).contains(
        "! note: no position in “Discworld” was given; the next one would be “Discworld 6”"))
    #expect(try library.run("book list wyrd -c series") == "discworld\n")
    #expect(try library.run("book add", ["Guards!", "--series", "Discworld 8"]).contains("note") == false)
    #expect(try library.run("book add", ["Eric", "--series", "Brand New"]).contains("note") == false)
  }

  /// The text of a series is rewritten only if the user changes the series. A single value remains a scalar.
  @Test func aTextStaysAsItIs() throws {
    let library = try library()
    _ = try library.run("book set", ["The Light Fantastic", "rating=3"])
    #expect(try #require(library["books/2.yaml"]).contains("series: \"Discworld #2\"\n"))
    #expect(
      try library.run("book set", ["The Light Fantastic", "series=Discworld 2"])
        == "“The Light Fantastic”: series Discworld #2 → Discworld 2\n")
    #expect(try #require(library["books/2.yaml"]).contains("series: \"Discworld 2\"\n"))
    _ = try library.run("book set", ["The Light Fantastic", "series+=Rincewind 2"])
    #expect(try library.run("book list 'light' -c series").isEmpty == false)
    #expect(try #require(library["books/2.yaml"]).contains("- Rincewind 2"))
  }

  @Test func overview() throws {
    let library = try library()
    #expect(
      try library.run("").contains("next\tb0000004-0000-4000-8000-000000000000\tMort\tDiscworld 4\n"))
    #expect(try library.run("book list is:next -c title") == "Mort\n")
  }

  @Test func importsBringThePositionInTheText() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Small\n"])
    library["books.csv"] = """
      Title,Author,Series,Series Number
      Mort,Terry Pratchett,Discworld,4
      1634,Eric Flint,1632,2.0
      Small Gods,Terry Pratchett,Discworld 13,13

      """
    let said = try library.run("import csv books.csv")
    #expect(!said.contains("error"), "\(said)")
    #expect(
      try library.run("book list --columns title,series --sort title")
        == "1634\t1632 (2)\nMort\tDiscworld 4\nSmall Gods\tDiscworld 13\n")
  }
}
