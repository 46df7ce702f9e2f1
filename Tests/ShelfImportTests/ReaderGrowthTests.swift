import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// Reading time is proportional to the size of a file, regardless of its contents.
///
/// Each shape is read at one size and at four times that size. Linear work takes four times as long, and quadratic work
/// sixteen times. The test measures the processor time of the reading thread, uses the minimum of several tries, and
/// ignores times that are too short to be meaningful.
@Suite(.serialized) struct ReaderGrowthTests {
  private struct Shape: Sendable {
    let format: String?
    let name: String
    /// The number of repetitions in the smaller file.
    let count: Int
    let text: @Sendable (Int) -> String

    init(_ format: String?, _ name: String, _ count: Int = 250, _ text: @escaping @Sendable (Int) -> String) {
      (self.format, self.name, self.count, self.text) = (format, name, count, text)
    }
  }

  private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

  private static let goodreads = "Book Id,Title,Author,Additional Authors,Bookshelves,Exclusive Shelf,My Review\n"

  private static let shapes: [Shape] = [
    Shape("bibtex", "accents") { "@book{k, title={\(times("\\'", $0))a}}\n" },
    Shape("bibtex", "accents in braces") { "@book{k, title={\(times("\\'{", $0))a\(times("}", $0))}}\n" },
    Shape("bibtex", "accents of letters") { "@book{k, title={\(times("\\v ", $0))a}}\n" },
    Shape("bibtex", "fields") { "@book{k, \(times("title={a},", $0))}\n" },
    Shape("bibtex", "keys without end") { times("@book{aaa\n", $0) },
    Shape("bibtex", "comments without end") { times("@comment{a\n", $0) + "@book{k, title={T}}\n" },
    Shape("bibtex", "entries without end") { times("@book{k, title={a\n", $0) },
    Shape("bibtex", "quotations without end") { times("@book{k, title=\"a\n", $0) },
    Shape("bibtex", "names") { "@book{k, title={T}, author={\(times("A B and ", $0))C}}\n" },
    Shape("bibtex", "one key") { lines($0) { "@book{k, title={T\($0)}}\n" } },
    Shape("bibtex", "macros") { lines($0) { "@string{m\($0 + 1) = m\($0) # m\($0)}\n" } + "@book{k, title = m9}\n" },
    Shape("csl-json", "one key") {
      "[" + lines($0) { #"{"id":"1","type":"book","title":"T\#($0)"},"# } + #"{"id":"2","type":"book","title":"U"}]"#
    },
    Shape("goodreads", "shelves") { goodreads + "1,T,A,,\"\(lines($0) { "shelf \($0), " })\",read,\n" },
    Shape("goodreads", "one id") { goodreads + lines($0) { "1,T\($0),A,,,read,\n" } },
    Shape("goodreads", "no id") { goodreads + lines($0) { ",T,A\($0),,,read,\n" } },
    Shape("goodreads", "suffixes") { goodreads + "1,T,A,\"\(times("Jr, ", $0))\",,read,\n" },
    Shape("goodreads", "tags without end") { goodreads + "1,T,A,,,read,\"\(times("<a ", $0))\"\n" },
    Shape("goodreads", "comments of HTML") { goodreads + "1,T,A,,,read,\"\(times("<!-- ", $0))\"\n" },
    Shape("goodreads", "emphasis") { goodreads + "1,T,A,,,read,\"\(times("<i>x", $0))\"\n" },
    Shape("goodreads", "quotations in quotations") {
      goodreads + "1,T,A,,,read,\"\(times("<blockquote>a<br>", $0))\"\n"
    },
    Shape("goodreads", "cells of tables") { goodreads + "1,T,A,,,read,\"\n\(times("  ", $0))\(times("<td>", $0))\"\n" },
    Shape("goodreads", "links") { goodreads + "1,T,A,,,read,\"\(times("[b:", $0))\"\n" },
    Shape("goodreads", "quotation marks") { goodreads + times("1,T,A,\"x\n", $0) },
    Shape("goodreads", "parentheses") { goodreads + "1,\"\(times("(", $0))\(times(")", $0))\",A,,,read,\n" },
    Shape("csv", "columns", 300) { times("notes,", $0) + "title,author\n" + times("x,", $0) + "T,A\n" },
    Shape("csv", "stars") { "title,author,rating\nT,A,\"1\(times(" ", $0))s\"\n" },
    Shape("csv", "names") { "title,author\nT,\"\(times("A B, ", $0))C\"\n" },
    Shape("csv", "names joined by and") { "title,author\nT,\"\(times("A B and ", $0))C\"\n" },
    Shape("csv", "days") { "title,author,date read\nT,A,\"\(times("1/", $0))\"\n" },
    Shape("storygraph", "readings") {
      "Title,Authors,Read Status,Moods,Pace,Dates Read\nT,A,read,,,\"\(times("2020/01/01-2020/01/02, ", $0))\"\n"
    },
    Shape("json", "keys", 200) {
      "[{\"title\":\"T\",\"author\":\"A\"" + lines($0) { ",\"no-te\(times("-", $0))s\":\"x\($0)\"" } + "}]"
    },
    Shape("json", "what is no book") {
      "[{\"title\":\"T\",\"author\":\"A\"}" + times(",{\"a\":1},{\"title\":\"U\",\"author\":\"B\"}", $0) + "]"
    },
    Shape("json", "depth", 100) { times("[", $0) + "{\"title\":\"T\",\"author\":\"A\"}" + times("]", $0) },
    Shape("yaml", "depth", 100) { "- title: T\n  author: A\n  x: \(times("[", $0))\(times("]", $0))\n" },
    Shape("yaml", "merges", 300) {
      "- &a\n  title: T\n  author: A\n" + lines($0) { "  k\($0): v\n" } + "- <<: *a\n  title: U\n"
    },
    Shape("kindle", "notes", 500) { count in
      lines(count) {
        "T (A)\n- Your Highlight on Location \($0 * 2)-\($0 * 2 + 1) | Added on x\n\ntext \($0)\n==========\n"
      }
        + lines(count) { "T (A)\n- Your Note on Location \($0 * 2 + 1) | Added on x\n\nnote \($0)\n==========\n" }
    },
    Shape("kindle", "sites") {
      "T (A)\(times(" (z-lib.org)", $0))\n- Your Highlight on Location 1-2 | Added on x\n\ntext\n==========\n"
    },
    Shape("kindle", "notebook", 500) {
      "<div class=\"bookTitle\">T</div><div class=\"noteHeading\">Highlight - Location 1</div>"
        + times("<div class=\"noteText\">x", $0)
    },
    Shape("readwise", "headings", 500) { count in
      "Highlight,Book Title,Book Author,Note,Tags,Location Type,Location\n"
        + lines(count) { "h\($0),T,A,.h1,,page,\($0)\n" } + lines(count) { "x\($0),T,A,,,page,\($0)\n" }
    },
    Shape("readwise", "parts", 500) {
      "Highlight,Book Title,Book Author,Note,Tags,Location Type,Location\nx,T,A,.c1,,page,1\n"
        + lines($0) { "y\($0),T,A,.c2,,page,\($0)\n" }
    },
    Shape("koreader", "Lua", 90) {
      "return {[\"doc_props\"]={[\"title\"]=\"T\"},[\"x\"]=\(times("{", $0))\(times("}", $0))}"
    },
    Shape("koreader", "notes") { "# T\n##### A\n\n### Page 4 @ 12 August 2025 12:23:34 AM\n" + times("x\n", $0) },
    Shape("calibre", "elements") {
      "<package xmlns=\"http://www.idpf.org/2007/opf\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>T</dc:title>"
        + times("<dc:creator>A B</dc:creator>", $0) + "</metadata></package>"
    },
    Shape("ris", "lines of a value") { "TY  - BOOK\nTI  - T\nAB  - x\n\(times("y\n", $0))ER  - \n" },
    Shape("ris", "tags") { "TY  - BOOK\nTI  - T\n\(times("KW  - a\n", $0))ER  - \n" },
    Shape("ris", "entries without end") { times("TY  - BOOK\nTI  - T\n", $0) },
    Shape("org", "headings") { times("* A\n:PROPERTIES:\n:AUTHOR: X\n:END:\n", $0) },
    Shape("org", "depth", 90) { count in
      (1...count).map { times("*", $0) + " A\n" }.joined() + "* T\n:PROPERTIES:\n:AUTHOR: X\n:END:\n"
    },
    Shape("org", "headings in a book") { "* T\n:PROPERTIES:\n:AUTHOR: X\n:END:\n" + times("** a\nb\n", $0) },
    Shape("org", "links") { "* \(times("[[", $0))\n:PROPERTIES:\n:AUTHOR: X\n:END:\n" },
    Shape("org", "tags") { "* T \(times(":a", $0))\n:PROPERTIES:\n:AUTHOR: X\n:END:\n" },
    Shape("toml", "tables") { "title = \"T\"\nauthor = \"A\"\n" + times("[[books]]\ntitle = \"U\"\n", $0) },
    Shape("toml", "keys", 200) { "title = \"T\"\nauthor = \"A\"\n" + lines($0) { "k\($0) = 1\n" } },
    Shape("toml", "texts") { "title = \"T\"\nauthor = \"A\"\nx = [\(times("'a', ", $0))]\n" },
    Shape("toml", "line breaks") { "title = \"T\"\nauthor = \"A\"\nx = \"\"\"\(times("\\\n", $0))\"\"\"\n" },
    Shape("yaml", "lines of a note") {
      "---\ntitle: T\nshelf-id: 57287589-66a5-521c-a48d-2ba21a02b001\n---\n\(times("---\n", $0))x\n"
    },
    Shape(nil, "brackets") { times("[", $0) }, Shape(nil, "braces") { times("{\"title\":", $0) },
    Shape(nil, "at signs") { times("@", $0) + "book{k, title={T}}\n" }, Shape(nil, "dashes") { times("- ", $0) },
    Shape(nil, "lines") { times("title: [\n", $0) }, Shape(nil, "tags") { times("<html>", $0) },
  ]

  /// Parses a text, and plans its import into an empty library.
  private static func read(_ text: String, _ format: String?) {
    let file = SourceFile(path: "x", bytes: Array(text.utf8))
    let named = format.flatMap { ImportFormat.named($0) }
    guard let batch = try? SourceReader.read([file], as: named, ImportOptions()).first else { return }
    guard let library = try? TestLibrary.make([]) else { return }
    var plan = EditPlan(library, now: EditPlan.testNow)
    var run = ImportRun(batch, into: library, ImportBase(batch.format, nil), ImportOptions())
    try? run.add(to: &plan)
  }

  @Test(arguments: shapes.indices) func workGrowsWithTheFile(_ index: Int) {
    let shape = Self.shapes[index]
    let (small, large) = (shape.text(shape.count), shape.text(shape.count * 4))
    var ratio = Double.infinity
    for _ in 0..<4 where ratio > 9 {
      let first = ProcessorTime.of { Self.read(small, shape.format) }
      let second = ProcessorTime.of { Self.read(large, shape.format) }
      // A time this short is too imprecise to compare.
      if second < 0.03 { return }
      ratio = min(ratio, second / max(first, 0.001))
    }
    #expect(ratio <= 9, "\(shape.format ?? "any") of \(shape.name): four times as much takes \(ratio) times as long")
  }

  /// Files that make a naive parser hang or crash. Each of them must be read quickly.
  @Test(.timeLimit(.minutes(1))) func whatNeverEnded() throws {
    let many = 50_000
    let accents = try ShelfImportTests.read("@book{k, title={\(Self.times("\\'", many))a}}\n")
    #expect(accents.read == 1)
    let strings = (1...30).map { "@string{m\($0) = m\($0 - 1) # m\($0 - 1)}\n" }.joined()
    let bomb = try ShelfImportTests.read("@string{m0 = \"aaaaaaaaaa\"}\n" + strings + "@book{k, title = m30}\n")
    #expect(bomb.read == 1)
    let shelves = try ShelfImportTests.read(
      Self.goodreads + "1,T,A,,\"\(Self.lines(8000) { "shelf \($0), " })\",read,\n")
    #expect(shelves.drafts[0][.genres].count == 8000)
  }
}
