import Foundation
import ShelfTestSupport
import Testing

/// Tests exports of highlights and of whole accounts, as opposed to databases.
@Suite struct ImportArchiveTests {
  private func imported(
    _ text: String, _ name: String
  ) throws -> (library: TestLibrary, summary: [String: Any]) {
    let library = try ImportTests.empty()
    library[name] = text
    let summary = try ImportTests.summary(library, [library.absolute(name)])
    let before = try library.tree()
    let again = try ImportTests.summary(library, [library.absolute(name)])
    #expect(again["new"] as? Int == 0 && again["changed"] as? Int == 0)
    #expect(try library.tree() == before)
    return (library, summary)
  }

  // MARK: - KOReader

  @Test(arguments: ["%", "**%**", "**_%_**", "==%==", "~~%~~", "++%++", "<u>%</u>", "*%*"])
  func markdownOfKOReader(_ style: String) throws {
    let (library, summary) = try imported(
      """
      # Tides
      ##### Jane Doe, Ann Roe

      ## IV. Neap
      ### Page 4 @ 12 August 2025 12:23:34 AM
      \(style.replacing("%", with: "Water keeps its own calendar."))
      ### Page xii @ 03 Mai 2025 01:25:00 PM
      \(style.replacing("%", with: "The moon is a slow clock.\nIt strikes twice."))

      ---
      Compare
      this.

      [View in book](<file:///mnt/tides.epub?pos=/body/x>)
      # Harbours
      ##### N/A

      ### Page 1 @ 13 August 2025 09:00:00 AM
      \(style.replacing("%", with: "A pause."))
      """, "export.md")
    #expect(ImportTests.counts(summary) == "3 3 0 0 0 0")
    #expect(
      try library.run("book list --sort title --columns title,author") == "Harbours\t\nTides\tJane Doe; Ann Roe\n")
    let quote = try library.run("quote show Water --format yaml")
    #expect(quote.contains("text: Water keeps its own calendar.\n") && quote.contains("chapter: IV. Neap\n"))
    #expect(quote.contains("location: screen 4\n") && quote.contains("creationDate: 2025-08-12T00:23:34Z\n"))
    let other = try library.run("quote show moon --format yaml")
    #expect(other.contains("page: xii\n") && other.contains("note: |\n  Compare\n  this.\n"))
    #expect(other.contains("creationDate: 2025-05-03T13:25:00Z\n"))
  }

  @Test func textOfKOReader() throws {
    let wide = "\u{3000}"
    func heading(_ text: String) -> String { "\(wide)\(text)\n\(wide)\n" }
    func mark(_ page: String, _ text: String) -> String {
      "\(wide)\(wide)-- Page: \(page), added on Tue Aug 12 00:23:34 2025\n\(text)\n-=-=-=-=-=-\n"
    }
    let (library, summary) = try imported(
      heading("Tides") + heading("IV. Neap") + mark("4", "Water keeps\nits calendar.\n---\nmine") + heading("V. Ebb")
        + mark("9", "Second.") + "\n" + heading("Harbours") + heading("One") + mark("ix", "Third.") + "\n", "notes.txt")
    #expect(ImportTests.counts(summary) == "3 3 0 0 0 0")
    #expect(
      try library.run("quote list --sort text --columns text,book,chapter") == """
        Second.\tTides\tV. Ebb
        Third.\tHarbours\tOne
        Water keeps\\nits calendar.\\n\tTides\tIV. Neap

        """)
    let quote = try library.run("quote show Water --format yaml")
    #expect(quote.contains("note: mine\n") && quote.contains("creationDate: 2025-08-12T00:23:34Z\n"))
    #expect(try library.run("quote show Third --format yaml").contains("page: ix\n"))
  }

  // MARK: - BookWyrm

  private static let archive = """
    {"id": "https://b.example/user/me", "type": "Person", "preferredUsername": "me", "goals": [{"goal": 12}],
     "books": [{"work": {"title": "Tides", "description": "<p>On the sea.</p>"},
      "edition": {"id": "https://b.example/book/7", "title": "Tides", "subtitle": "A History", "description": "",
       "languages": ["English"], "series": "Coasts", "seriesNumber": "2", "publishers": ["Quay"], "isbn10": "",
       "publishedDate": "2001-02-03", "isbn13": "9780306406157", "physicalFormat": "Paperback", "pages": 321,
       "goodreadsKey": "77"},
      "authors": [{"name": "Jane Doe"}], "lists": [{"name": "Blue books"}],
      "shelves": [{"id": "https://b.example/user/me/books/read", "name": "Read"},
       {"id": "https://b.example/user/me/books/sea-12", "name": "Sea"}],
      "comments": [{"content": "<p>Slow start.</p>", "progress": 12, "progress_mode": "PG"}],
      "quotations": [{"id": "https://b.example/q/1", "quote": "<p>Water keeps its own calendar.</p>",
        "content": "<p>so true</p>", "position": "4", "endposition": "5", "position_mode": "PG",
        "published": "2024-03-01T10:00:00+00:00"},
       {"id": "https://b.example/q/2", "quote": "<p>The moon.</p>", "content": "", "position": "40",
        "position_mode": "PCT", "published": "2024-03-02T10:00:00.123456+00:00"}],
      "reviews": [{"name": "Good", "content": "<p>Read it <i>twice</i>.</p>", "rating": 4.5,
        "published": "2024-04-01T00:00:00Z"}],
      "readthroughs": [{"start_date": "2024-02-01T00:00:00Z", "finish_date": "2024-03-20T00:00:00Z",
        "stopped_date": null, "progress": 321, "progress_mode": "PG"},
       {"start_date": "2020-01-02T00:00:00Z", "finish_date": "2020-02-03T00:00:00Z", "stopped_date": null,
        "progress": null, "progress_mode": "PG"}]}]}
    """

  private func check(_ library: TestLibrary, _ summary: [String: Any]) throws {
    #expect(ImportTests.counts(summary) == "3 3 0 0 0 0")
    #expect((summary["leftOut"] as? [String: Int])?["goals"] == 1)
    let book = try library.run("book show Tides --format yaml")
    for line in [
      "title: \"Tides: A History\"", "author: Jane Doe", "status: completed", "rating: 4.5", "series: Coasts 2",
      "isbn: \"9780306406157\"", "publisher: Quay", "year: 2001", "pages: 321", "language: English",
      "dateStarted: 2024-02-01", "dateCompleted: 2024-03-20", "synopsis: On the sea.", "  Read it *twice*.",
      "notes: (page 12) Slow start.", "  - bookwyrm:https://b.example/book/7", "  - goodreads:77",
    ] {
      #expect(book.contains("\n\(line)\n"), "\(line) in \(book)")
    }
    #expect(book.contains("2020-01-02/2020-02-03") && book.contains("Blue books") && book.contains("Sea"))
    let quote = try library.run("quote show Water --format yaml")
    #expect(quote.contains("note: so true\n") && quote.contains("page: \"4-5\"\n"))
    #expect(try library.run("quote show moon --format yaml").contains("location: 40 %\n"))
  }

  @Test func accountOfBookWyrm() throws {
    let (library, summary) = try imported(Self.archive, "archive.json")
    try check(library, summary)
  }

  /// Returns a tar archive of some files in the ustar format.
  private func tar(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    for (name, bytes) in files {
      var header = [UInt8](repeating: 0, count: 512)
      header.replaceSubrange(0..<name.utf8.count, with: name.utf8)
      let size = String(bytes.count, radix: 8)
      header.replaceSubrange(124..<124 + size.utf8.count, with: size.utf8)
      header[156] = UInt8(ascii: "0")
      archive += header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }

  private func gzipped(_ bytes: [UInt8]) throws -> Data {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/x.tar"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", folder.path + "/x.tar"]
    process.environment = TestMachine.environment
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/x.tar.gz"))
  }

  @Test func archiveOfBookWyrm() throws {
    let picture = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
    let bytes = try gzipped(
      tar([("images/covers/1.jpg", picture), ("archive.json", Array(Self.archive.utf8)), ("avatars/me.png", picture)]))
    let library = try ImportTests.empty()
    let path = library.absolute("export.tar.gz")
    try bytes.write(to: URL(fileURLWithPath: path))
    try check(library, try ImportTests.summary(library, [path]))
    // An archive that is truncated, damaged or not from BookWyrm is refused with a message.
    for end in [0, 2, 10, 500, bytes.count / 2] {
      try bytes.prefix(end).write(to: URL(fileURLWithPath: path))
      let text = try library.refused("import", [path])
      #expect(text.contains("archive is damaged or not from a BookWyrm account") || end < 2, "\(end): \(text)")
    }
    try gzipped(tar([("holiday.txt", picture)])).write(to: URL(fileURLWithPath: path))
    #expect(try library.refused("import", [path]).contains("not from a BookWyrm account"))
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for _ in 0..<40 {
      var damaged = bytes
      for _ in 0..<4 {
        damaged[Int.random(in: 2..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      _ = try library.run("import --dry-run", [path])
    }
  }

  // MARK: - Kindle

  private static let notebook = """
    <!DOCTYPE html><html><head><style>.bookTitle { font-size: 20px }</style></head><body>
    <div class="notebookFor">Notebook Export</div><div class="bookTitle">
    Dune &amp; More
    </div><div class="authors">Herbert, Frank</div><hr />
    <h2 class="sectionHeading">Book One</h2>
    <h3 class="noteHeading">Highlight (<span class="highlight_yellow">yellow</span>) - Chapter 1 &gt; Page 3 &middot; Location 45</h3>
    <div class="noteText">Fear is the <i>mind-killer</i>.</h3>
    <h3 class="noteHeading">Note - Chapter 1 &gt; Page 3 &middot; Location 45</h3>
    <div class="noteText">the litany</div>
    <h3 class="noteHeading">Bookmark - Page 9 &middot; Location 99</h3><div class="noteText"></div>
    <div class='noteHeading'>Highlight (<span class="highlight_blue">blue</span>) - Location 200</div>
    <div class='noteText'>The spice
    must flow.</div></body></html>
    """

  @Test func notebookOfKindle() throws {
    let (library, summary) = try imported(Self.notebook, "notebook.html")
    #expect(ImportTests.counts(summary) == "4 3 0 0 1 0")
    #expect(try library.run("book list --columns title,author") == "Dune & More\tFrank Herbert\n")
    let quote = try library.run("quote show Fear --format yaml")
    for line in [
      "text: Fear is the *mind-killer*.", "note: the litany", "chapter: Book One > Chapter 1", "location: loc 45",
    ] {
      #expect(quote.contains("\n\(line)\n"), "\(line) in \(quote)")
    }
    #expect(quote.contains("page: \"3\"\n"))
    #expect(try library.run("quote show spice --format yaml").contains("chapter: Book One\n"))
    // Clippings of the same book match the same quotes and add their dates.
    library["My Clippings.txt"] = """
      Dune & More (Herbert, Frank)
      - Your Highlight on page 3 | Location 45-45 | Added on Sunday, November 28, 2021 5:19:35 PM

      Fear is the *mind-killer*.
      ==========

      """
    let clippings = try ImportTests.summary(library, [library.absolute("My Clippings.txt")])
    #expect(ImportTests.counts(clippings) == "1 0 1 0 0 0")
    let both = try library.run("quote show Fear --format yaml")
    #expect(both.contains("chapter: Book One > Chapter 1\n") && both.contains("creationDate: 2021-11-28T17:19:35Z\n"))
    #expect(both.contains("note: the litany\n"))
  }

  // MARK: - Notes

  @Test func frontMatterOfANote() throws {
    let (library, summary) = try imported(
      """
      ---
      tag: Book
      title: "Dune"
      author: [Frank Herbert]
      publisher: Ace
      publish: 1965-08-01
      total: 412
      isbn: 0441013597 9780441013593
      cover: https://x/y.jpg
      status: unread
      ---

      What I think of it.
      """, "Dune.md")
    #expect(ImportTests.counts(summary) == "1 1 0 0 0 0")
    #expect("\(summary["notes"] ?? "")".contains("below the front matter"))
    #expect((summary["leftOut"] as? [String: Int])?["cover"] == 1)
    let book = try library.run("book show Dune --format yaml")
    for line in ["author: Frank Herbert", "status: onShelf", "isbn: \"9780441013593\"", "year: 1965", "pages: 412"] {
      #expect(book.contains("\n\(line)\n"), "\(line) in \(book)")
    }
  }

  // MARK: - Refused files

  /// Certain files from other programs are refused, with a hint about what to import instead.
  @Test(arguments: [
    ("Work Id,Edition Id,Bookshelf\nOL1W,OL1M,Already Read\n", "openlibrary.org provides a book as JSON"),
    (
      #"{"type": "Quotation", "quote": "<p>q</p>", "inReplyToBook": "https://b.example/1"}"#,
      "the archive of the account"
    ),
    (#"{"uri": "https://x/", "text": "t", "references": ["a"]}"#, "Hypothesis annotations"),
    (#"{"uri": "https://x/", "target": [{"selector": []}]}"#, "Hypothesis annotations"),
    ("PK\u{3}\u{4}....word/document.xml", "notes from Google Play Books"),
    ("PK\u{3}\u{4}....books.backup", "restore it in Openreads and export CSV"), ("PK\u{3}\u{4}....x.txt", "unpack it"),
    ("---\nkindle-sync:\n  title: Dune\n  author: Frank Herbert\n---\nx\n", "My Clippings.txt, can be imported"),
    ("{}", "Open Library does not have the book"),
    (#"{"error": {"code": 429, "message": "Quota exceeded"}}"#, "an error message from a server"),
  ])
  func isRefusedWithAWord(_ contents: String, _ word: String) throws {
    let library = try ImportTests.empty()
    library["x"] = contents
    let text = try library.refused("import", [library.absolute("x")])
    #expect(text.contains(word), "\(text)")
  }

  // MARK: - Apple Books

  @Test(.enabled(if: TestData.isThere, TestData.whereFrom))
  func marksWithoutTheirBooks() throws {
    let folder = try TestData.folder("apple-books")
    let library = try ImportTests.empty()
    let alone = try library.run("import", [folder + "/AEAnnotation_sample.sqlite"])
    #expect(alone.contains("import both together"), "\(alone)")
    let both = try ImportTests.summary(library, [folder])
    #expect(ImportTests.counts(both) == "6 4 0 0 2 0")
    #expect(try library.run("book list --columns title").contains("Untitled ("))
    // Books from an earlier import are recognized by their ids.
    let again = try ImportTests.summary(library, [folder + "/AEAnnotation_sample.sqlite"])
    #expect(ImportTests.counts(again) == "5 0 0 3 2 0")
  }
}
