import Testing

@testable import ShelfCLI

/// Tests the settings for imports in `shelf.yaml`.
struct ImportSettingsTests {
  let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["goodreads.csv"] = """
      Book Id,Title,Author,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf
      11,Momo,Michael Ende,0,,2020/01/01,"holiday, to-lend",to-read

      """
    library["list.csv"] = "Title,Author,Tags\nKim,Rudyard Kipling,holiday\n"
  }

  @Test("the rule for a format applies to its imports alone")
  func rule() throws {
    #expect(try library.run("library set import.goodreads.shelves=tags").contains("import.goodreads.shelves: tags"))
    #expect(try #require(library["shelf.yaml"]).contains("import:\n  goodreads:\n    shelves: tags\n"))
    _ = try library.run("import", [library.absolute("goodreads.csv"), library.absolute("list.csv")])
    #expect(try library.run("list title:momo --columns tags,genres --format tsv") == "holiday; to-lend\t\n")
    #expect(try library.run("list title:kim --columns tags,genres --format tsv") == "\tholiday\n")
  }

  @Test("the option overrides the rule", arguments: ["genres", "none"])
  func option(_ choice: String) throws {
    library["shelf.yaml"] = "format: 1\nimport: {goodreads: {shelves: tags}}\n"
    _ = try library.run("import --shelves \(choice)", [library.absolute("goodreads.csv")])
    let genres = choice == "genres" ? "holiday; to-lend" : ""
    #expect(try library.run("list title:momo --columns tags,genres --format tsv") == "\t\(genres)\n")
  }

  @Test("importing the same file again changes nothing")
  func again() throws {
    library["shelf.yaml"] = "format: 1\nimport: {goodreads: {shelves: none}}\n"
    _ = try library.run("import", [library.absolute("goodreads.csv")])
    let before = try library.tree()
    _ = try library.run("import", [library.absolute("goodreads.csv")])
    #expect(try library.tree() == before)
  }

  @Test(
    "mistakes are errors with their place",
    arguments: [
      ("import: {goodreads: {shelves: both}}", "shelf.yaml:2:31", "must be one of genres, tags, none"),
      ("import: {goodreads: {shelf: tags}}", "shelf.yaml:2:29", "has no setting “shelf”, only shelves"),
      ("import: {goodreads: tags}", "shelf.yaml:2:21", "must be a mapping"),
      ("import: goodreads", "shelf.yaml:2:9", "must be a mapping"),
    ])
  func mistakes(_ line: String, _ place: String, _ reason: String) throws {
    library["shelf.yaml"] = "format: 1\n\(line)\n"
    let text = try library.refused("list")
    #expect(text.contains(place) && text.contains(reason), "\(text)")
  }

  @Test("a format that does not exist is named when something is imported")
  func unknownFormat() throws {
    library["shelf.yaml"] = "format: 1\nimport: {goodread: {shelves: tags}}\n"
    let text = try library.run("import", [library.absolute("goodreads.csv")])
    #expect(text.contains("“goodread”, which does not exist; did you mean “goodreads”?"), "\(text)")
    #expect(
      try library.refused("library set import.goodread.shelves=tags").contains("“import.goodreads.shelves”"))
  }

  @Test(
    "empty settings set nothing", arguments: ["import:", "import: {goodreads: }", "import: {goodreads: {shelves: }}"])
  func nothing(_ line: String) throws {
    library["shelf.yaml"] = "format: 1\n\(line)\n"
    _ = try library.run("import", [library.absolute("goodreads.csv")])
    #expect(try library.run("list title:momo --columns genres --format tsv") == "holiday; to-lend\n")
  }

  @Test("a bibliography does not fill a field that only has the name of one of its fields")
  func ownFields() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {place: {type: text}, edition: {type: text}}}\n"
    library["books.bib"] = """
      @book{ende, title = {Momo}, author = {Michael Ende}, address = {Stuttgart}, edition = {2}, year = 1973}

      """
    _ = try library.run("import", [library.absolute("books.bib")])
    #expect(try library.run("list title:momo --columns place,edition,year --format tsv") == "\t\t1973\n")
  }

  @Test("a column with the name of a declared field fills it, and so does --map")
  func namedColumns() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {place: {type: text}, edition: {type: text}}}\n"
    library["own.csv"] = "Title,Author,Place\nMomo,Michael Ende,hall\n"
    _ = try library.run("import", [library.absolute("own.csv")])
    #expect(try library.run("list title:momo --columns place --format tsv") == "hall\n")
    library["kim.csv"] = try #require(library["goodreads.csv"]).replacing(
      "My Rating,", with: "My Rating,Binding,Place,"
    )
    .replacing("Ende,0,", with: "Ende,0,Paperback,attic,").replacing("Momo", with: "Kim").replacing("11,", with: "12,")
    _ = try library.run("import --map Binding=edition", [library.absolute("kim.csv")])
    #expect(try library.run("list title:kim --columns place,edition --format tsv") == "attic\tPaperback\n")
  }
}
