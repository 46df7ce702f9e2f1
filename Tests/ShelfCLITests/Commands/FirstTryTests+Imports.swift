import Foundation
import Testing

@testable import ShelfCLI

/// Tests what users expect after they import a file.
struct FirstTryImportTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func path(_ name: String, _ text: String) -> String {
    library[name] = text
    return library.absolute(name)
  }

  @Test("on a terminal, the summary shows the first lines of each part, and --verbose all of them")
  func shortSummaries() throws {
    let file = path("t.csv", "Title,Author,Rating\n" + (1...40).map { "Book \($0),Ann,\($0) of ten\n" }.joined())
    let short = try library.runOnTerminal("import", [file])
    #expect(short.contains("Added 40 books") && short.contains("(and 39 other values of this column)"))
    #expect(short.split(separator: "\n").count < 25)
    _ = try library.run("undo")
    #expect(try library.runOnTerminal("import --verbose", [file]).split(separator: "\n").count > 40)
  }

  @Test("a short summary says which books got the day of the import, however many other remarks there are")
  func dayOfImport() throws {
    let rows = ["$3,1st,$4", ",$4,1st,$5", ",$4,2nd,$6", ",€5,,£7", ",4,,$7", ",$4,,7", ",$4,,$7", ",$4,,$7"]
    let titles = ["A", "B", "B", "C", "D", "E", "F", "G"]
    let lines = zip(titles, rows).enumerated().map { index, row in
      "\(row.0),X Y,\(index == 0 ? "2020-01-02," : "")\(row.1)\n"
    }
    let file = path("t.csv", "Title,Author,Bought,Price,Edition,Value\n" + lines.joined())
    let said = try library.runOnTerminal("import --declare", [file], columns: 200)
    #expect(said.contains("amounts with “$” are read as US dollars") && said.contains("in USD, as most"), "\(said)")
    #expect(said.contains("dateAdded is the day of the import for 7 books without a date in “Bought”"), "\(said)")
  }

  @Test("an author who is corrected in a bibliography changes the book")
  func correctedAuthor() throws {
    let entry = "@book{k1, title = {Alpha}, author = {Doe, Jane}, year = 1990}\n"
    _ = try library.run("import", [path("refs.bib", entry)])
    let said = try library.run("import", [path("refs.bib", entry.replacing("Jane", with: "Janet"))])
    #expect(said.contains("1 changed") && said.contains("author Jane Doe → Janet Doe"), "\(said)")
    // Another file may use the key for another book.
    #expect(try library.run("import", [path("other.bib", entry.replacing("Jane", with: "Bob"))]).contains("1 new"))
  }

  // MARK: - Quotes

  @Test(
    "a table with a column of quotes and a book or title is a table of quotes",
    arguments: [
      "Quote,Book\nTo be.,Hamlet\n", "Quote,Title,Author\nTo be.,Hamlet,Shakespeare\n",
      "Title;Author;Highlight;Date\nHamlet;Shakespeare;To be.;2020-01-01\n",
      "Book,Author,Page,Text\nHamlet,Shakespeare,3,To be.\n", "Zitat\tBuch\tSeite\nTo be.\tHamlet\t3\n",
      "Passage,Source,Notes\nTo be.,Hamlet,famous\n", "Citation,Titre,Auteur\nTo be.,Hamlet,Shakespeare\n",
      "Book Title,Highlight,Color\nHamlet,To be.,yellow\n", "Text,Book\nTo be.,Hamlet\nOr not.,Hamlet\n",
      "Title,Author,ISBN,Page,Quote\nHamlet,Shakespeare,9780140714548,3,To be.\nHamlet,Shakespeare,9780140714548,4,Or.\n",
      "- {quote: To be., book: Hamlet}\n- {quote: Or., book: Hamlet}\n",
      #"[{"text": "To be.", "title": "Hamlet", "page": 3}, {"text": "Or.", "title": "Hamlet", "page": 4}]"#,
    ])
  func tablesOfQuotes(_ table: String) throws {
    let file = path("table", table)
    #expect(!(try library.run("import", [file])).contains("error"))
    #expect(try library.run("quote list book:hamlet text:be --columns text,book") == "To be.\tHamlet\n")
    #expect(try library.run("book list title:hamlet --columns title") == "Hamlet\n")
    // Importing the table again changes nothing.
    let again = try library.run("import", [file])
    #expect(again.contains("unchanged") && !again.contains("new"))
  }

  @Test("quotes of a table go to the books that the library has, with their pages, tags, notes and dates")
  func quotesOfKnownBooks() throws {
    let file = path(
      "q.csv",
      "Quote,Book,Author,Page,Tags,Comment,Date\n\"Fear, again.\",Dune,Frank Herbert,12a,\"fear; mind\",so true,2024-03-05\n"
        + "Nothing.,,,,,,\n,Dune,Frank Herbert,,,,\n")
    let said = try library.run("import", [file])
    #expect(said.contains("Added 1 quote"))
    #expect(said.contains("no title of a book") && said.contains("no quote"))
    #expect(said.hasSuffix("[1]\n"))
    let quote = try library.run("quote show", ["Fear, again."])
    for word in ["Dune", "12a", "fear", "mind", "so true", "2024-03-05"] { #expect(quote.contains(word), "\(word)") }
    #expect(try library.run("book list title:dune --columns title") == "Dune\nDune Messiah\n")
  }

  @Test(
    "if the rows could be books or quotes, shelf stops and explains, and an option decides",
    arguments: [
      "Title,Author,Text\nHamlet,Shakespeare,\nMacbeth,Shakespeare,\nLear,Shakespeare,Nothing.\n",
      "Title,Author,Quote\nHamlet,Shakespeare,\nMacbeth,Shakespeare,\nLear,Shakespeare,Nothing.\n",
      "Title,Author,Content\nHamlet,Shakespeare,To be.\nLear,Shakespeare,Nothing.\n",
      "Title,Author,Publisher,Quote\nHamlet,Shakespeare,Penguin,To be.\nLear,Shakespeare,Penguin,Nothing.\n",
      "- {title: Hamlet, author: Shakespeare, quote: To be.}\n- {title: Lear, author: Shakespeare, quote: Nothing.}\n",
    ])
  func eitherBooksOrQuotes(_ table: String) throws {
    let file = path("table", table)
    let said = try library.refused("import", [file])
    #expect(said.contains("books or quotes") && said.contains("--as quotes") && said.contains("--as books"))
    #expect(try library.refused("import --dry-run", [file]).contains("books or quotes"))
    #expect(!(try library.run("import --as quotes --dry-run", [file])).contains("error"))
    _ = try library.run("import --as books", [file])
    #expect(try library.run("book list title:lear --columns title") == "Lear\n")
    #expect(try library.run("quote list book:lear") == "")
    _ = try library.run("import --as quotes", [file])
    #expect(try library.run("quote list book:lear --columns text") == "Nothing.\n")
  }

  @Test("on a terminal, shelf asks whether the rows are books or quotes")
  func asksForRows() throws {
    let file = path("t.csv", "Title,Author,Text\nHamlet,Shakespeare,To be.\nLear,Shakespeare,Nothing.\n")
    let said = try library.runOnTerminal("import", [file], typing: "1\n")
    #expect(said.contains("“Text” may contain quotes"))
    #expect(try library.run("quote list book:lear --columns text") == "Nothing.\n")
  }

  @Test(
    "a list of books with a favourite quote stays a list of books",
    arguments: [
      "Title,Author,Rating,Quote\nHamlet,Shakespeare,4,To be.\n", "Title,Author,Quotes\nHamlet,Shakespeare,3\n",
      "Title,Author,ISBN,Quote\nHamlet,Shakespeare,9780140714548,\nLear,Shakespeare,,\nMacbeth,Shakespeare,,Out.\n",
    ])
  func listsOfBooks(_ table: String) throws {
    _ = try library.run("import", [path("table", table)])
    #expect(try library.run("book list title:hamlet --columns title") == "Hamlet\n")
  }

  // MARK: - Columns

  @Test("columns that carry the name of a field, declared ones included, go there without --map")
  func columnsOfFields() throws {
    library["shelf.yaml"] =
      "format: 1\nfields: {book: {room: {type: text}, signed: {type: boolean}, bought: {type: date}, price: {type: money}}}\n"
    let file = path(
      "books.csv",
      "Title,Author,Room,Signed,Bought,price,Owned,Recommended By\nHamlet,Shakespeare,hall,yes,3/25/2021,12.50 EUR,true,Ann\n"
    )
    let said = try library.run("import", [file])
    for row in ["Room → room", "Signed → signed", "Bought → bought", "price → price", "Recommended By → recommendedBy"]
    {
      #expect(said.contains(row), "\(row)")
    }
    let row = try library.run("book list title:hamlet --columns room,signed,bought,price,owned,recommendedBy")
    #expect(row == "hall\ttrue\t2021-03-25\t12.50 EUR\ttrue\tAnn\n")
  }

  @Test("a declared field takes precedence over a guess, also in the table of a program")
  func declaredFieldsFirst() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {group: {type: text}, place: {type: text}}}\n"
    _ = try library.run("import", [path("b.csv", "Title,Author,Group\nHamlet,Shakespeare,Tuesday\n")])
    #expect(try library.run("book list title:hamlet --columns group,series") == "Tuesday\t\n")
    let goodreads = "Book Id,Title,Author,My Rating,Exclusive Shelf,Place\n9,Lear,Shakespeare,4,read,attic\n"
    _ = try library.run("import", [path("g.csv", goodreads)])
    #expect(try library.run("book list title:lear --columns place") == "attic\n")
  }

  @Test("a page next to the columns of Readwise needs no --map either")
  func pagesOfHighlights() throws {
    let file = path("r.csv", "Highlight,Book Title,Book Author,Page\nTo be.,Hamlet,Shakespeare,12\n")
    #expect(!(try library.run("import", [file])).contains("left out"))
    #expect(try library.run("quote list book:hamlet --columns text,page") == "To be.\t12\n")
  }

  @Test("every import of a table shows the table of columns and fields", arguments: ["", "--dry-run"])
  func columnsAreShown(_ option: String) throws {
    let file = path("b.csv", "Title,Author,Oddity\nHamlet,Shakespeare,x\n")
    let said = try library.run("import \(option)", [file])
    for row in ["Title → title", "Author → author", "Oddity → left out"] { #expect(said.contains(row), "\(row)") }
    let quotes = try library.run("import", [path("q.csv", "Quote,Book\nTo be.,Hamlet\n")])
    #expect(quotes.contains("Quote → text") && quotes.contains("Book → title"))
  }

  // MARK: - The day of the import

  @Test("a book without a date in the source gets the day of the import, which a date from any source replaces")
  func dayOfTheImport() throws {
    func day() throws -> String { try library.run("book list title:hamlet --columns added") }
    let plain = path("a.csv", "Title,Author\nHamlet,Shakespeare\n")
    _ = try library.run("import", [plain])
    #expect(try day() == "2026-11-21\n")
    #expect(try library.run("import", [plain]).contains("1 unchanged"))
    let dated = "Book Id,Title,Author,My Rating,Exclusive Shelf,Date Added\n9,Hamlet,Shakespeare,4,read,2019/04/03\n"
    #expect(try library.run("import", [path("g.csv", dated)]).contains("date added 2026-11-21 → 2019-04-03"))
    #expect(try day() == "2019-04-03\n")
    #expect(try library.run("import", [plain]).contains("1 unchanged"))
    #expect(try day() == "2019-04-03\n")
  }

  @Test("a newer file of the same source replaces the default, and a date that the user has set stays")
  func daysThatTheUserSets() throws {
    func day(_ title: String) throws -> String { try library.run("book list title:\(title) --columns added") }
    _ = try library.run("import", [path("a.csv", "Title,Author\nHamlet,Shakespeare\nLear,Shakespeare\n")])
    _ = try library.run("set Lear dateAdded=2020-02-02")
    let file = path("a.csv", "Title,Author,Date Added\nHamlet,Shakespeare,2018-01-02\nLear,Shakespeare,2018-01-03\n")
    let said = try library.run("import", [file])
    #expect(try day("hamlet") == "2018-01-02\n")
    #expect(try day("lear") == "2020-02-02\n")
    #expect(said.contains("“Lear”: date added 2020-02-02 → 2018-01-03"))
  }

  @Test("books that highlights mention get the day too, and an export of shelf keeps what it says")
  func daysOfOtherBooks() throws {
    _ = try library.run("import", [path("q.csv", "Quote,Book\nTo be.,Hamlet\n")])
    #expect(try library.run("book list title:hamlet --columns added") == "2026-11-21\n")
    _ = try library.run("book set hamlet dateAdded=")
    _ = try library.run("export json title:hamlet --output", [library.absolute("x.json")])
    let copy = try TestLibrary(["shelf.yaml": "format: 1\n"])
    _ = try copy.run("import", [library.absolute("x.json")])
    #expect(try copy.run("book list --columns added") == "\n")
  }

  // MARK: - Afterwards

  @Test("`next` also suggests wanted books, after those one owns")
  func wantedBooksComeLast() throws {
    for title in ["Wish", "Tip"] { _ = try library.run("add \(title) --status wanted") }
    _ = try library.run("set Tip recommendedBy=Ann")
    _ = try library.run("add Here")
    let lines = try library.run("next --limit 100 --columns title,reason,why").split(separator: "\n").map(String.init)
    #expect(lines.suffix(2) == ["Tip\twanted\twanted, recommended by Ann", "Wish\twanted\twanted since 2026-11-21"])
    #expect(lines.contains { $0.hasPrefix("Here\tshelf") })
    // A random suggestion is never a wanted book, unless the query asks for wanted books.
    for _ in 0..<20 { #expect(try !library.run("next --random --columns reason").contains("wanted")) }
    #expect(try library.run("next --where status:wanted --random --columns reason") == "wanted\n")
  }

  @Test("`import --list` and its help say how to remove everything that one import brought")
  func removingAnImport() throws {
    let list = try library.runOnTerminal("import --list", columns: 200)
    #expect(list.contains("shelf undo") && list.contains("shelf book delete --where source:goodreads"))
    #expect(try library.run("import --help").contains("shelf book delete --where source:goodreads"))
    _ = try library.run(
      "import", [path("g.csv", "Book Id,Title,Author,My Rating,Exclusive Shelf\n9,Lear,Shakespeare,4,read\n")])
    let list2 = try library.run("books source:goodreads --columns title")
    #expect(list2.contains("Lear"))
    #expect(try library.run("book delete --where source:goodreads --yes").contains("Deleted"))
    #expect(try library.run("books source:goodreads") == "")
  }
}
