import ShelfTestSupport
import Testing

@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// Tests that imports write no values that are missing from their sources, and no values that contradict each other.
@Suite struct UnsaidValueTests {
  private static let goodreads =
    "Book Id,Title,Author,ISBN13,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf\n"
    + "13642,Momo,Michael Ende,,5,2020/05/20,2020/01/02,,read\n"

  private static func file(_ shelf: ImportedShelf, _ title: String = "Momo") -> String {
    shelf.library.records(of: .book).first { $0.title == title }.map { String(decoding: $0.source, as: UTF8.self) }
      ?? ""
  }

  /// A list without a status cannot conflict with the status from a later source.
  @Test(arguments: [
    ("title,author\nMomo,Michael Ende\n", "/l.csv"), ("- Momo by Michael Ende\n- Dune by Frank Herbert\n", "/l.md"),
    ("- {title: Momo, author: Michael Ende}\n", "/l.yaml"), (#"[{"title":"Momo","author":"Michael Ende"}]"#, "/l.json"),
    ("@book{m, title={Momo}, author={Michael Ende}}\n", "/l.bib"),
  ])
  func aDefaultIsNotWritten(_ list: String, _ path: String) throws {
    var shelf = try ImportedShelf()
    try shelf.take(list, at: path)
    #expect(!Self.file(shelf).contains("status"), "\(Self.file(shelf))")
    let outcome = try shelf.take(Self.goodreads, at: "/goodreads.csv")
    #expect(outcome.summary.differences.isEmpty)
    #expect(shelf.column("status")["Momo"] == "completed" && shelf.column("dateCompleted")["Momo"] == "2020-05-20")
    // If the list is imported after the other source, it does not remove anything.
    shelf = try ImportedShelf()
    try shelf.take(Self.goodreads, at: "/goodreads.csv")
    let later = try shelf.take(list, at: path)
    #expect(later.summary.differences.isEmpty && shelf.column("status")["Momo"] == "completed")
  }

  @Test func whatASourceSaysIsWritten() throws {
    var shelf = try ImportedShelf()
    try shelf.take("title,author,status\nMomo,Michael Ende,on shelf\n", at: "/l.csv")
    #expect(Self.file(shelf).contains("status: onShelf"))
  }

  // MARK: - Progress

  /// A finished book has no progress.
  @Test(arguments: ["status: read", "dateCompleted: 2020-01-02", "finished: 2020"])
  func noProgressInFinishedBooks(_ said: String) throws {
    var shelf = try ImportedShelf()
    let list = "- title: Momo\n  author: Michael Ende\n  \(said)\n  pages_read: 504\n  pages: 504\n"
    try shelf.take(list, at: "/l.yaml")
    #expect(shelf.column("status") == ["Momo": "completed"] && shelf.column("progress") == ["Momo": ""])
    #expect(try shelf.take(list, at: "/l.yaml").isNothing)
    // Neither a later version of the list nor another list adds progress to a completed book.
    let later = try shelf.take(list.replacing("pages_read: 504", with: "pages_read: 40"), at: "/l.yaml")
    #expect(later.isNothing && later.summary.differences.isEmpty)
    let other = try shelf.take(#"[{"title":"Momo","author":"Michael Ende","progress":"30%"}]"#, at: "/l.json")
    #expect(other.summary.differences.isEmpty && shelf.column("progress") == ["Momo": ""])
  }

  @Test func progressGoesWhenABookIsFinished() throws {
    var shelf = try ImportedShelf()
    let list = "- {title: Momo, author: Michael Ende, status: reading, progress: 40}\n"
    try shelf.take(list, at: "/l.yaml")
    #expect(shelf.column("progress") == ["Momo": "40"])
    try shelf.take(list.replacing("reading", with: "read"), at: "/l.yaml")
    #expect(shelf.column("status") == ["Momo": "completed"] && shelf.column("progress") == ["Momo": ""])
  }

  @Test func progressThatIsNone() throws {
    let batch = try read("title,author,progress\nMomo,Michael Ende,nearly done\nDune,F,30 %\nEmma,J,0.5\n", as: "csv")
    #expect(batch.drafts.map { $0.first(.progress) } == [nil, "30 %", "50%"])
    #expect(batch.reasons.contains("progress: “nearly done” is not a page, a percentage or a time"))
  }

  // MARK: - Control characters

  /// Characters that a file cannot contain do not turn a book or a quote into a different one.
  @Test func controlCharacters() throws {
    var shelf = try ImportedShelf()
    let entry =
      "@book{a,\n title={The Lexicon\u{1}Syntax Interface},\n author={Ann Bee}, publisher={A house with a name that is long enough}}\n"
    try shelf.take(entry, at: "/a.bib")
    let remembered = shelf.remembered
    #expect(shelf.column("author") == ["The LexiconSyntax Interface": "Ann Bee"])
    #expect(try shelf.take(entry, at: "/a.bib").isNothing && shelf.remembered == remembered)
    try shelf.take("title,author\nThe LexiconSyntax Interface,Ann Bee\n", at: "/l.csv")
    try shelf.take("title,author\nThe Lexicon\u{1}Syntax Interface,Ann Bee\n", at: "/m.csv")
    #expect(shelf.library.records(of: .book).count == 1)
  }
}
