import Testing

@testable import ShelfCLI

/// Tests queries from users who know other tools. Each query either has the intended meaning or leads to a hint that
/// shows how to write it.
struct OddQueryTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let query: String
    /// The titles of the books that the query finds, or nil if the query leads to a hint instead.
    var finds: [String]?
    /// A part of the hint if the query is refused or finds nothing, or else nil.
    var says: String?

    var testDescription: String { query }

    static func finds(_ query: String, _ titles: String...) -> Case { Case(query: query, finds: titles) }
    static func says(_ query: String, _ hint: String) -> Case { Case(query: query, says: hint) }
  }

  static let books: [Case] = [
    .finds("author=herbert", "Dune", "Dune Messiah"), .finds("author = \"Jane Austen\"", "Emma"),
    .finds("author:'Jane Austen'", "Emma"), .finds("author==\"Jane Austen\"", "Emma"),
    .finds("rating>3", "Dune"), .finds("rating > 3", "Dune"), .finds("rating >= 3", "Dune", "Emma"),
    .finds("rating!=5", "Dune Messiah", "Emma", "三体"), .finds("title!=dune", "Emma", "三体"),
    .finds("title:“Dune Messiah”", "Dune Messiah"), .finds("title:„Dune Messiah“", "Dune Messiah"),
    .finds("«Dune Messiah»", "Dune Messiah"), .finds("title：dune", "Dune", "Dune Messiah"), .finds("「三体」", "三体"),
    .finds("du*", "Dune", "Dune Messiah"), .finds("*une", "Dune", "Dune Messiah"),
    .says("d*ne", "write a regular expression: /d.*ne/"),
    .finds("+emma", "Emma"), .finds("!dune", "Emma", "三体"), .finds("-dune", "Emma", "三体"), .finds("-emma -dune", "三体"),
    .finds("NOT dune", "Emma", "三体"), .finds("dune && messiah", "Dune Messiah"),
    .finds("dune AND messiah", "Dune Messiah"),
    .finds("emma || messiah", "Dune Messiah", "Emma"), .finds("emma | messiah", "Dune Messiah", "Emma"),
    .says("emma|dune", "write (emma or dune)"),
    .says("author:austen,herbert", "to match any of them, write (author:austen or author:herbert)"),
    .says("genre:fiction,horror", "to match any of them, write (genre:fiction or genre:horror)"),
    .says("status:wanted,completed", "to match any of them, write (status:wanted or status:completed)"),
    .says("author:(austen or herbert)", "write (author:a or author:b)"),
    .finds("(author:austen or author:herbert) -messiah", "Dune", "Emma"),
    .finds("/dune/i", "Dune", "Dune Messiah"), .finds("title=~/^e/", "Emma"),
    .finds("rating:none", "Dune Messiah", "三体"), .says("rating:any", "write has:rating"),
    .finds("no:rating", "Dune Messiah", "三体"),
    .says("rating:6", "3..5"), .says("rating:>5.1", "3..5"), .says("rating:4..10", "3..5"), .says("rating:-1", "3..5"),
    .says("sort:title", "--sort FIELD"), .says("limit:3", "--limit N"), .says("order:title", "the fields are"),
    .finds("is:unread", "Dune Messiah", "Emma", "三体"), .finds("is:read", "Dune"), .finds("is:reading", "Emma"),
    .says("status:-completed", "write -status:completed"), .says("is:-completed", "write -is:completed"),
    .says("is:-closed", "the states are"), .says("has:-rating", "write has:rating or no:rating"),
    .says("status:-finished", "write -status:finished"),
    .says("author:-jane", "author:\"-jane\" to search for that text"),
    .says("has:nope", "the fields are"), .says("dune - messiah", "quote it: \"-\""),
    .says("year:196*", "100..300"), .says("dune\"", "write \\\" for a literal quotation mark"),
    .finds("author::austen", "Emma"),
    .says("~emma", "`emma` finds 1 book"), .says("emma / dune", "`(emma or dune)` finds 3 books"),
    .says("dune&emma", "`(dune or emma)` finds 3 books"), .says("rating :5", "`rating:5` finds 1 book"),
    .says("author:=austen", "`author:austen` finds 1 book"),
    .finds("\\\"dune"), .says("‘dune’", "`dune` finds 2 books"),
    .says("dune-messiah", "`dune messiah` finds 1 book"),
    .says(":dune", "`dune` finds 2 books"), .says("du?e", "No matching books"),
    .says("author:jane austin", "`author:jane` finds"),
    .says("^emma", "`emma` finds 1 book"), .says("[dune]", "`dune` finds 2 books"), .says("'emma", "`emma` finds"),
    .says("emma + dune", "`(emma or dune)` finds 3 books"), .says("emma;dune", "`(emma or dune)` finds 3 books"),
    .says("dune~", "not similar words"), .says("dune~2", "not similar words"), .says("title:=du*", "/du.*/"),
    .finds("status:done", "Dune"), .finds("status:unread", "Dune Messiah", "Emma", "三体"),
    .says("in:title dune", "title:WORD"), .says("status:!completed", "“status:!completed” is not a valid negation"),
    .says("wanted", "No matching books"), .says("completed", "these are the books with is:completed"),
    .says("title : dune", "`title:dune` finds 2 books"), .says("dune?", "`dune` finds 2 books"),
    .says("author:herbert dun?", "No matching books"),
    .says("dune\\", "write \\\\ for a literal backslash"), .says("title:dune\\", "write \\\\ for a literal backslash"),
    .says("\"dune", "write \\\" for a literal quotation mark"), .says("'dune", "No matching books"),
    .says("b0000002", "`id:b0000002` finds 1 book"), .finds("id:b0000002", "Dune Messiah"),
    .finds("tags:1", "Dune"), .finds("genres:2", "Dune"), .finds("quotes:>0", "Dune"),
    .finds("status:in-progress", "Emma"), .finds("status:\"in progress\"", "Emma"),
    .finds("dateCompleted:2019", "Dune"), .finds("date-completed:2019", "Dune"), .finds("DATECOMPLETED:2019", "Dune"),
    .finds("completed:2019", "Dune"), .finds("finished:2019", "Dune"), .finds("modified:2019", "Dune"),
    .says("modified:7d", "write <7d"), .says("dateadded:soon", "a date such as"), .says("date-aded:2019", "dateAdded"),
    .says("genre:science fiction messiah", "no genre is called “science fiction messiah”"),
    .says("lending", "`tag:lending` finds 1 book"),
    .says("author:", "without a space"), .says("()", "error"), .says("or", "to search for “or” itself, quote it"),
    .says(String(repeating: "(", count: 65) + "a" + String(repeating: ")", count: 65), "64"),
  ]

  @Test(arguments: books)
  func meansSomethingOrSaysHow(_ odd: Case) throws {
    let library = try TestLibrary()
    let printed = try library.run("book list --columns title", [odd.query])
    if let finds = odd.finds {
      #expect(printed == finds.map { $0 + "\n" }.joined())
    } else if let says = odd.says {
      let shown = try library.runOnTerminal("book list --columns title", [odd.query], columns: 200)
      #expect(shown.contains(says), "\(shown)")
      #expect(!printed.split(separator: "\n").contains { !$0.hasPrefix("!") && !$0.hasPrefix("[") }, "\(printed)")
    }
  }

  /// `--where` follows the same rules, because misinterpreting a query would change the wrong records.
  @Test func wherePartsAreTaken() throws {
    let library = try TestLibrary()
    try expect(
      library.transcript([
        ["book set --where", "-rating:5", "--yes", "rating=1"], ["book ls", "-rating:5", "--columns", "title,rating"],
        ["book set -w", "-rating:1", "-y", "rating=2"],
      ]),
      is: """
        $ book set --where -rating:5 --yes rating=1
        “Dune Messiah”: rating 1
        “Emma”: rating 3 → 1
        “三体”: rating 1
        Changed 3 books
        $ book ls -rating:5 --columns title,rating
        Dune Messiah	1
        Emma	1
        三体	1
        $ book set -w -rating:1 -y rating=2
        “Dune”: rating 5 → 2
        Changed 1 book
        """)
  }
}
