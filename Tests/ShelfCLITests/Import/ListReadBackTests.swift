import Testing

@testable import ShelfCLI

/// Tests lists of the library that are edited elsewhere and imported again.
struct ListReadBackTests {
  let library: TestLibrary

  init() throws {
    library = try ImportTests.empty()
    _ = try library.run("book add", ["Dune", "--author", "Frank Herbert", "--series", "Dune 1", "--rating", "4"])
    _ = try library.run("book set dune --create", ["genres=Science; Fiction", "genres+=Classic", "tags=loved"])
    _ = try library.run("book add", ["Emma", "--author", "Jane Austen", "--status", "completed"])
    _ = try library.run("book add", ["Foundation (Foundation, #1)", "--author", "Isaac Asimov"])
    _ = try library.run("quote add", ["Fear is the mind-killer.", "--book", "dune", "--page", "8"])
    _ = try library.run("issue add", ["Fix the cover", "--books", "dune"])
  }

  private func take(_ text: String, _ options: String = "", as name: String = "list.csv") throws -> String {
    library[name] = text
    return try library.run("import\(options)", [library.absolute(name)])
  }

  @Test(
    "a list that was not edited changes nothing, with all columns that a list can have", arguments: ["csv", "excel"])
  func unedited(_ format: String) throws {
    let columns =
      "id,title,author,genres,tags,status,rating,series,seriesName,seriesPosition,owned,timesRead,lentTo,"
      + "quotes,openIssues,dateAdded,path,notes,formerIds"
    let said = try take(try library.run("list --columns \(columns) --format \(format)"))
    #expect(said.contains("Read 3 rows: 3 unchanged\n"), "\(said)")
    #expect(!said.contains("left out"), "\(said)")
  }

  @Test("the currency of an amount has its own column in CSV", arguments: ["csv", "excel"])
  func money(_ format: String) throws {
    _ = try library.run("library set fields.book.price.type=money")
    _ = try library.run("set dune", ["price=1100.50 GBP"])
    _ = try library.run("set emma price=5.00EUR")
    let list = try library.run("list --columns id,title,price --sort title --format \(format)")
    let lines = list.split(whereSeparator: \.isNewline).map { $0.split(separator: ",", maxSplits: 1).last ?? "" }
    #expect(Array(lines.prefix(3)) == ["title,price,priceCurrency", "Dune,1100.50,GBP", "Emma,5.00,EUR"], "\(list)")
    #expect(lines[3].hasSuffix(",,"))
    #expect(try library.run("list dune --columns price --format tsv") == "1100.50 GBP\n")
    let said = try take(list)
    #expect(said.contains("Read 3 rows: 3 unchanged\n") && !said.contains("left out"), "\(said)")
    _ = try take(list.replacing("1100.50,GBP", with: "\"1.200,00\",EUR").replacing("5.00,EUR", with: ","), " --update")
    // An empty cell leaves the value as it is.
    #expect(
      try library.run("list has:price --columns title,price --sort title --format tsv")
        == "Dune\t1200.00 EUR\nEmma\t5.00 EUR\n")
  }

  @Test("JSON and YAML lists change nothing either", arguments: ["json", "jsonl", "yaml"])
  func trees(_ format: String) throws {
    let said = try take(try library.run("list --format \(format)"), as: "list.\(format)")
    #expect(said.contains("Read 3 rows: 3 unchanged\n"), "\(said)")
    #expect(try take(try library.run("list --json id,title,genres,owned,quotes"), as: "b").contains(": 3 unchanged\n"))
  }

  @Test("a changed title is a correction of the same book, and an empty cell empties the field")
  func corrections() throws {
    let list = try library.run("list --columns id,title,rating,genres --format csv")
    let edited = list.replacing("Dune", with: "Dune Messiah").replacing(",4,", with: ",,")
      .replacing("Classic; ", with: "Classic; New; ")
    let said = try take(edited)
    #expect(said.contains("3 unchanged (1 different in the file)"), "\(said)")
    #expect(said.contains("title Dune → Dune Messiah") && said.contains("rating 4 → none"), "\(said)")
    _ = try take(edited, " --update")
    #expect(
      try library.run("list dune --columns title,rating,genres --format tsv")
        == "Dune Messiah\t\tClassic; New; Science\\\\; Fiction\n")
    #expect(try library.run("books --format ids").count { $0 == "\n" } == 3)
  }

  @Test("a row without an id is a new book, and an id of a merged book is the book that remains")
  func otherRows() throws {
    _ = try library.run("book add", ["Emma. A Novel", "--author", "Jane Austen", "--duplicate"])
    let list = try library.run("list --columns id,title,author --format csv")
    _ = try library.run("merge", ["Emma. A Novel", "Emma", "--yes"])
    let said = try take(list + ",Ubik,Philip K. Dick\nx7,Valis,Philip K. Dick\n")
    #expect(said.contains("1 new") && said.contains("“x7” is not the id of a record"), "\(said)")
    #expect(
      try library.run("list --columns title --format tsv --sort title")
        == "Dune\nEmma\nFoundation (Foundation, #1)\nUbik\n")
  }

  @Test("quotes, issues and genres have ids too")
  func otherKinds() throws {
    let quotes = try library.run("quotes --columns id,text,book --format csv")
    #expect(try take(quotes).contains("1 unchanged\n"))
    _ = try take(quotes.replacing("mind", with: "small mind"), " --update")
    #expect(try library.run("quotes --columns text,book --format tsv") == "Fear is the small mind-killer.\tDune\n")
    let issues = try library.run("issues --columns id,title,priority --format csv")
    _ = try take(issues.replacing("medium", with: "high"), " --update")
    #expect(try library.run("issues --columns priority --format tsv") == "high\n")
    let genres = try library.run("genres --columns id,name,books --format csv")
    _ = try take(genres.replacing("Classic", with: "Classics"), " --update")
    #expect(try library.run("genres --columns name --format tsv").contains("Classics\n"))
  }

  @Test("the first digits of an id, as a terminal shows them, are enough")
  func shortIDs() throws {
    let list = try library.run("list --columns id,title --format csv")
    let short = list.replacing(/(?m)^([0-9a-f]{8})-[0-9a-f-]+/) { $0.1 }
    #expect(try take(short.replacing("Emma", with: "Emma 2"), " --update").contains("1 changed, 2 unchanged"))
    let id = try library.run("list dune --format ids").prefix(8)
    #expect(try take("[{\"id\": \"\(id)\", \"rating\": 5}]", " --update", as: "x.json").contains("rating 4 → 5"))
  }

  @Test("ids of other programs prove nothing")
  func foreignIDs() throws {
    let id = "11111111-2222-4333-8444-555555555555"
    library["foreign.csv"] = "id,name,size\n\(id),Bolt,3\n"
    #expect(try library.refused("import", [library.absolute("foreign.csv")]).contains("of a record of this library"))
    #expect(try take("id,title,author\n\(id),Emma,Jane Austen\n").contains("1 unchanged"))
  }

  @Test("a cleared cell of an exported table is a change")
  func clearedCells() throws {
    _ = try library.run("export csv --output", [library.absolute("books.csv")])
    let table = (library["books.csv"] ?? "").replacing(",4,", with: ",,")
    #expect(try take(table).contains("rating 4 → none"))
    _ = try take(table, " --update")
    #expect(try library.run("list dune --columns rating --format tsv") == "\n")
  }

  @Test("a table under another name states why its values were not taken, and how to take them")
  func otherNames() throws {
    _ = try take("Title,Author,Year\nSPQR,Mary Beard,2015\n", as: "books.csv")
    let said = try take("Title,Author,Year\nSPQR,Mary Beard,2016\n", as: "books-corrected.csv")
    #expect(said.contains("1 unchanged (1 different in the file)"), "\(said)")
    #expect(said.contains("books-corrected.csv was not imported before under this name"), "\(said)")
    #expect(said.contains("use --update"), "\(said)")
  }

  /// If a field has the name of the column for currencies, amounts are written with their currencies.
  @Test func currencyFields() throws {
    let library = try ImportTests.empty()
    _ = try library.run("library set fields.book.price.type=money fields.book.priceCurrency.type=text")
    _ = try library.run("add", ["Dune", "--price", "3 EUR", "--price-currency", "old"])
    let list = try library.run("book list --columns id,title,price,priceCurrency --format csv")
    #expect(list.hasPrefix("id,title,price,priceCurrency\n") && list.hasSuffix(",3 EUR,old\n"), "\(list)")
    library["l.csv"] = list
    #expect(try library.run("import", [library.absolute("l.csv")]).contains("1 unchanged"))
    library["l.csv"] = list.replacing("3 EUR,old", with: "4 EUR,new")
    _ = try library.run("import --update", [library.absolute("l.csv")])
    #expect(try library.run("book list --columns price,priceCurrency") == "4 EUR\tnew\n")
  }
}
