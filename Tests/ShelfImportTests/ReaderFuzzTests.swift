import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// A parser either reads a file or reports why it cannot, regardless of the contents. It never crashes, and it accounts
/// for each row.
@Suite struct ReaderFuzzTests {
  /// A small file of each format.
  static let samples: [(format: String, text: String)] = [
    (
      "goodreads",
      "Book Id,Title,Author,Author l-f,ISBN,ISBN13,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review\n"
        + "1,\"A (B, #1)\",C D,\"D, C\",\"=\"\"\"\"\",\"=\"\"9780306406157\"\"\",5,2020/05/20,2020/01/02,\"x, y\",read,\"<b>z</b>&amp;\"\n"
    ),
    (
      "storygraph",
      "Title,Authors,ISBN/UID,Read Status,Dates Read,Star Rating,Moods,Pace\nT,\"A, B\",x,read,\"2024/02/01-2024/03/02, 2022\",4.25,sad,slow\n"
    ),
    (
      "hardcover", "Title,Author,Series,Status,Hardcover Book ID\nT,\"A (Foreword), B\",\"S (#1.5), P (#3.0)\",Read,7\n"
    ),
    (
      "bookwyrm",
      "title,author_text,remote_id,shelf,shelf_name,start_date\nT,A,https://x/1,cooking-9,Cooking,2024-02-01\n"
    ),
    (
      "librarything",
      "{\"1\":{\"books_id\":\"1\",\"title\":\"T\",\"primaryauthor\":\"A, B\",\"isbn\":{\"0\":\"0306406152\"},\"pages\":\"278 \"}}"
    ),
    (
      "kindle",
      "T (A)\n- Your Highlight on page 5 | Location 1-2 | Added on Sunday, May 17, 2020 5:19:35 PM\n\ntext\n==========\n"
    ),
    (
      "readwise",
      "Highlight,Book Title,Book Author,Note,Tags,Location Type,Location\nx,T,A,.c1,a,page,7\ny,T,A,.c2,,page,8\n"
    ),
    (
      "koreader",
      "-- x\nreturn {\n[\"doc_props\"] = {[\"title\"] = \"T\\\"\\195\\164\"},\n[\"annotations\"] = {[1] = {[\"drawer\"] = \"x\", [\"text\"] = \"y\\\nz\", [\"pageno\"] = 1}}}\n"
    ),
    (
      "koreader",
      "{\"title\":\"T\",\"author\":\"A\",\"entries\":[{\"text\":\"x\",\"page\":3,\"time\":1700000000,\"note\":\"n\"}]}"
    ),
    (
      "csl-json",
      "[{\"id\":\"x\",\"type\":\"book\",\"title\":\"T\",\"author\":[{\"family\":\"F\",\"given\":\"G\"}],\"issued\":{\"date-parts\":[[\"2019\",3]]}}]"
    ),
    (
      "openlibrary",
      "{\"key\":\"/books/OL1M\",\"type\":{\"key\":\"/type/edition\"},\"title\":\"T\",\"isbn_13\":[\"9780306406157\"]}"
    ),
    (
      "json",
      "{\"kind\":\"book\",\"id\":\"00000000-0000-4000-8000-000000000001\",\"title\":\"T\",\"rating\":4.5,\"genres\":[]}\n"
    ),
    (
      "openreads",
      #"{"id": 1, "title": "T", "author": "A", "status": 3, "rating": 45, "favourite": 0, "has_cover": 0, "olid": null, "#
        + #""tags": "x|||||y", "readings": "2024-02-01T00:00:00.000|2024-03-02T00:00:00.000|5;"}@@@@@{"title": "U"}"#
    ),
    (
      "play-books",
      PlayBooksTests.document(
        PlayBooksTests.note(["x", "n"], "May 1, 2016", page: "4")
          + "<w:p><w:r><w:instrText>?id=abcdefgh&amp;source=books-notes-export</w:instrText></w:r></w:p>")
    ),
    ("json", "[{\"title\":\"T\",\"author\":[\"A\",{\"name\":\"B\"}],\"rating\":\"4/5\"}]"),
    (
      "bibtex",
      "@string{x = \"y\"}\n@book{k, title = {{T} \\'{\\i} \\\"u}, author = \"A, B and others\" # x, year=1978, pages = {ix + 348}}\n"
    ),
    (
      "koreader",
      "# T\n##### A, B\n\n## C\n### Page 4 @ 12 August 2025 12:23:34 AM\n**x**\n\n---\nn\n### Page ix @ 1 May 2025 01:00:00 PM\ny\n"
    ),
    (
      "koreader",
      "\u{3000}T\n\u{3000}\n\u{3000}C\n\u{3000}\n\u{3000}\u{3000}-- Page: 4, added on Tue Aug 12 00:23:34 2025\nx\n---\nn\n-=-=-=-=-=-\n\n"
    ),
    (
      "bookwyrm",
      "{\"preferredUsername\":\"me\",\"books\":[{\"work\":{},\"edition\":{\"id\":\"https://x/1\",\"title\":\"T\",\"isbn13\":\"9780306406157\"},\"authors\":[{\"name\":\"A\"}],\"shelves\":[{\"id\":\"https://x/books/read\"}],\"quotations\":[{\"quote\":\"<p>q</p>\",\"position\":4}],\"readthroughs\":[{\"start_date\":\"2024-01-01\"}]}]}"
    ),
    ("csv", "title;author;rating\n\"T\";\"A, B\";★★★\n"),
    (
      "csv",
      "text,book,author,page,location,chapter,tags,note,creationDate\n\"x\ny\",T,\"A; B\",3,,,\"[\"\"a;\"\"]\",,2020-01-02T03:04:05Z\n"
    ),
    (
      "kindle",
      "\"Your Kindle Notes For:\",,,\n\"T\",,,\n\"by A\",,,\n--------------,,,\n\"Annotation Type\",\"Location\",\"Starred?\",\"Annotation\"\n\"Highlight (Yellow)\",\"Location 9\",\"*\",\"x\"\n"
    ),
    ("ris", "TY  - BOOK\nID  - 1\nTI  - T\nAU  - A, B\nPY  - 1969//\nAB  - x\ny\nSN  - 9780306406157\nER  - \n"),
    (
      "zotero-rdf",
      "<rdf:RDF xmlns:rdf=\"r\" xmlns:z=\"http://www.zotero.org/namespaces/export#\"><Book rdf:about=\"#1\"><z:itemType>book</z:itemType><title>T</title><authors><Person><surname>A</surname></Person></authors><isReferencedBy rdf:resource=\"#2\"/></Book><Memo rdf:about=\"#2\"><value>n</value></Memo></rdf:RDF>"
    ),
    (
      "org",
      "#+TODO: A | B(b!)\n* X\n** B [#A] [[u][T]] :a:b:\nCLOSED: [2022-04-11 Mon]\n:PROPERTIES:\n:AUTHOR: C, D\n:AUTHOR+: E\n:END:\n:LOGBOOK:\n- State \"B\" from \"A\" [2022-04-10 Sun]\n:END:\nn\n#+begin_quote\nq\n#+end_quote\n"
    ),
    (
      "yaml",
      "---\ntitle: T\nauthor: [\"A, B\"]\nrating: 4\nshelf-id: 57287589-66a5-521c-a48d-2ba21a02b001\nshelf-checksum: 0\n---\n# T\n"
    ),
    (
      "toml",
      "x = [1, 'a', { b.c = \"\\u00e9\" }] # c\n[[books]]\ntitle = \"\"\"T\\\n U\"\"\"\nauthor = \"A\"\nread = 2020-01-02\n"
    ),
    ("yaml", "- title: T\n  author: A\n  rating: 4/5\n  tags: [a, b]\n- title: U\n"),
    (
      "calibre",
      "<package xmlns=\"http://www.idpf.org/2007/opf\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>T</dc:title>"
        + "<dc:creator>A</dc:creator><meta name=\"calibre:series\" content=\"S\"/></metadata></package>"
    ),
    (
      "readwise",
      "# T\n## Metadata\n- Author: [[A]]\n- Full Title: T\n- Category: #books\n## Highlights\n- x ([Page 12](https://y))\n    - Note: n\n"
    ),
  ]

  /// Reads a file in the format that shelf recognizes, and in a format that the user names.
  private func read(_ bytes: [UInt8], _ name: String) {
    let file = SourceFile(path: "x", bytes: bytes)
    _ = try? SourceReader.read([file], as: nil, ImportOptions())
    let batches = try? SourceReader.read([file], as: ImportFormat.named(name), ImportOptions())
    guard let batch = batches?.first else { return }
    let rows = batch.drafts.reduce(0) { $0 + $1.count }
    #expect(batch.read == rows + batch.skipped + batch.rejected, "\(name): \(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(arguments: samples.indices)
  func isRecognized(_ index: Int) throws {
    let (name, text) = Self.samples[index]
    let file = SourceFile(path: "x", bytes: Array(text.utf8))
    #expect(ImportFormat.of(file)?.name == name)
    let batch = try #require(try SourceReader.read([file], as: nil, ImportOptions()).first)
    #expect(!batch.drafts.isEmpty && batch.rejected == 0)
  }

  @Test(arguments: samples.indices)
  func survivesTruncation(_ index: Int) {
    let (name, text) = Self.samples[index]
    let bytes = Array(text.utf8)
    for end in bytes.indices { read(Array(bytes[..<end]), name) }
  }

  @Test(arguments: samples.indices)
  func survivesDamage(_ index: Int) {
    let (name, text) = Self.samples[index]
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for _ in 0..<(TestData.isFull ? 20_000 : 200) {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(random.pick(Array("\"'{}[]()\\,;=#@<>&\n\r\u{0}-:".utf8)), at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        if bytes.isEmpty { return }
      }
      read(bytes, name)
    }
  }

  /// Deep nesting causes an error and not a stack overflow.
  @Test(arguments: ["[", "{\"a\":", "return {{", "<a>", "- "])
  func isNotTooDeep(_ piece: String) {
    let text = String(repeating: piece, count: 50_000)
    for name in ["json", "koreader", "calibre", "yaml", "bibtex", "librarything"] { read(Array(text.utf8), name) }
  }

  /// Deep nesting is also an error if it follows the start of a valid file.
  @Test func isNotTooDeepInside() {
    read(Array(("return " + String(repeating: "{", count: 50_000)).utf8), "koreader")
    read(Array(("@book{k, title = " + String(repeating: "{", count: 50_000)).utf8), "bibtex")
  }

  /// Entities that refer to other entities are rejected before they expand.
  @Test func refusesEntities() {
    let text =
      "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]>"
      + "<package xmlns=\"http://www.idpf.org/2007/opf\"><title>&b;</title></package>"
    let file = SourceFile(path: "x.opf", bytes: Array(text.utf8))
    let error = #expect(throws: SourceError.self) { try XMLTree.parse(file) }
    #expect(error?.reason.contains("entities") == true)
  }
}
