import ShelfTestSupport
import ShelfText
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// Tests notebooks of Kindle apps, which give only the start of each highlight, and titles with remarks from the shop.
@Suite struct KindleNotebookTests {
  private static func notebook(_ marks: [(head: String, text: String)], _ title: String = "Postwar") -> String {
    let parts = marks.map { "<div class='noteHeading'>\($0.head)</div>\n<div class='noteText'>\($0.text)</div>\n" }
    return """
      <html><body><div class='bookTitle'>\(title)</div>
      <div class='authors'>Judt, Tony</div>
      \(parts.joined())</body></html>
      """
  }

  private static let long = String(repeating: "Europe in the aftermath. ", count: 20)

  /// A note belongs to the highlight above it if both are on the same page, or if its location is within the estimated
  /// length of the highlight.
  @Test(arguments: [
    ("Page 13 &middot; Location 512", "Page 13 &middot; Location 514", true),
    ("Page 13 &middot; Location 512", "Page 14 &middot; Location 515", true),
    ("Page 13 &middot; Location 512", "Page 14 &middot; Location 530", false),
    ("II &gt; Page 13 &middot; Location 512", "II &gt; Page 13 &middot; Location 518", true),
    ("Location 512", "Location 516", true), ("Location 512", "Location 517", true),
    ("Location 512", "Location 519", false), ("Location 512", "Location 511", false),
    ("Page 13", "Page 13", true), ("Page 13", "Page 14", false),
  ])
  func aNoteAfterAHighlight(_ first: String, _ second: String, _ isOfHighlight: Bool) throws {
    let marks = [("Highlight (yellow) - \(first)", Self.long), ("Note - \(second)", "my words")]
    let batch = try read(Self.notebook(marks))
    let quote = try #require(batch.drafts(.quote).first)
    #expect(batch.drafts(.quote).count == 1 && quote.first(.text) == Self.long.trimmed)
    #expect(quote.first(.note) == (isOfHighlight ? "my words" : nil))
    #expect(batch.drafts(.book)[0].bookNotes.count == (isOfHighlight ? 0 : 1))
    #expect(batch.reasons.contains("a note without a highlight") == !isOfHighlight)
  }

  /// A highlight may have several notes, with bookmarks between them. A note above the highlight belongs to the book.
  @Test func notesInARow() throws {
    let marks = [
      ("Note - Page 13 &middot; Location 500", "before"), ("Highlight - Page 13 &middot; Location 512", Self.long),
      ("Note - Page 13 &middot; Location 513", "one"), ("Bookmark - Page 13 &middot; Location 513", "x"),
      ("Note - Page 13 &middot; Location 514", "two"),
    ]
    let batch = try read(Self.notebook(marks))
    #expect(batch.drafts(.quote).map { $0.first(.note) } == ["one\n\ntwo"])
    #expect(batch.drafts(.book)[0].bookNotes.map(\.text) == ["before (p. 13, loc 500)"])
  }

  /// Notes also belong to the highlight above them in the table that the app sends.
  @Test func aNoteInATable() throws {
    let table = """
      "Your Kindle Notes For:",,,
      "POSTWAR",,,
      "by Tony Judt",,,
      ----------------------------------------------,,,
      "Annotation Type","Location","Starred?","Annotation"
      "Highlight (Blue)","Location 512","","Europe in the aftermath of the war."
      "Note","Location 514","","my words"
      "Note","Location 900","","alone"

      """
    let batch = try read(table)
    #expect(batch.drafts(.quote).map { $0.first(.note) } == ["my words"])
    #expect(batch.drafts(.book)[0].bookNotes.map(\.text) == ["alone (loc 900)"])
  }

  /// A note without a highlight is added once to the notes of the book, and does not replace what the user wrote there.
  @Test func notesOfTheBook() throws {
    var shelf = try ImportedShelf()
    let marks = [("Highlight - Location 1", "Text."), ("Note - Location 90", "first")]
    let outcome = try shelf.take(Self.notebook(marks), at: "/n.html")
    #expect(outcome.summary.new == 2 && outcome.summary.read == 2)
    #expect(shelf.column("notes") == ["Postwar": "first (loc 90)"])
    #expect(try shelf.take(Self.notebook(marks), at: "/n.html").isNothing)
    let more = try shelf.take(Self.notebook(marks + [("Note - Location 95", "second")]), at: "/n.html")
    #expect(more.summary.changed == 2 && more.summary.unchanged == 1)
    #expect(shelf.column("notes") == ["Postwar": "first (loc 90)\n\nsecond (loc 95)\n"])
    #expect(shelf.library.records(of: .quote).count == 1)
  }

  private static func clipping(_ title: String, _ location: Int, _ text: String) -> String {
    "\(title) (Osterhammel, Jürgen)\n- Your Highlight at location \(location)-\(location + 1) | Added on Friday, 7 March "
      + "2025 6:02:11 AM\n\n\(text)\n==========\n"
  }

  /// A shop's remarks are removed from titles, so that the book is not imported twice.
  @Test(arguments: [
    "(German Edition)", "(Kindle Edition)", "(English Edition)", "(Kindle-Ausgabe)", "(Édition Kindle)",
    "(Spanish Edition) (Kindle Edition)", "(Brazilian Portuguese Edition)",
  ])
  func remarksOfShops(_ remark: String) throws {
    var shelf = try ImportedShelf()
    let bib = "@book{o, title={Die Verwandlung der Welt. Eine Geschichte}, author={Osterhammel, Jürgen}, year=2009}"
    try shelf.take(bib, at: "/a.bib")
    let title = "Die Verwandlung der Welt: Eine Geschichte \(remark)"
    try shelf.take(Self.clipping(title, 10, "One.") + Self.clipping("Other \(remark)", 20, "Two."), at: "/c.txt")
    #expect(Set(shelf.column("title").keys) == ["Die Verwandlung der Welt. Eine Geschichte", "Other"])
    // The title also occurs without the remark, in the same file and in a later one.
    let both = Self.clipping("Other \(remark)", 20, "Two.") + Self.clipping("Other", 30, "Three.")
    try shelf.take(both, at: "/c.txt")
    try shelf.take(Self.clipping("Other", 40, "Four."), at: "/d.txt")
    #expect(shelf.library.records(of: .book).count == 2 && shelf.library.records(of: .quote).count == 4)
  }

  /// The series of a publisher does not belong to the title, and a title with it matches a title with a subtitle.
  @Test(arguments: [
    "(Penguin Classics)", "(Oxford World's Classics)", "(Modern Library)", "(Norton Critical Editions)",
  ])
  func publisherSeries(_ remark: String) throws {
    #expect(ShopRemark.removed(from: "Faust \(remark)") == "Faust")
    var shelf = try ImportedShelf()
    try shelf.take("Title,Author\nMiddlemarch: A Study of Provincial Life,George Eliot\n", at: "/books.csv")
    try shelf.take(
      "Middlemarch \(remark) (George Eliot)\n- Your Highlight on page 1 | Added on Sunday, May 17, 2020 5:19:35 PM\n\nA.\n"
        + "==========\n", at: "/clip.txt")
    #expect(shelf.library.records(of: .book).count == 1)
  }

  /// Other words in parentheses belong to the title.
  @Test(arguments: ["(Second Edition)", "(Classics)", "(Edition)", "(Kindle Single)", "(German)", "(Vol. 2)"])
  func otherRemarks(_ remark: String) {
    #expect(ShopRemark.removed(from: "Faust \(remark)") == "Faust \(remark)")
    let (with, without) = (Likeness.title("Faust \(remark)"), Likeness.title("Faust"))
    #expect(with != without)
    #expect(ShopRemark.removed(from: "(German Edition)") == "(German Edition)")
  }
}
