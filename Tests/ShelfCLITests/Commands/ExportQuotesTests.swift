import Foundation
import ShelfTestSupport
import Testing

/// Tests exports of quotes, and imports of the exported files.
@Suite struct ExportQuotesTests {
  private static func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }

  private static let files = [
    "shelf.yaml": "format: 1\nname: Test\nfilters:\n  sea: quote tag:\"open sea\"\n  austen: author:austen\n",
    "books/emma.yaml": "id: \(id(1))\ntitle: Emma & Co\nauthor:\n  - Jane Austen\n  - Smith, Mary\n",
    "books/walden.yaml": "id: \(id(2))\ntitle: Walden\n",
    "tags/sea.yaml": "id: \(id(3))\nname: open sea\n", "tags/irony.yaml": "id: \(id(4))\nname: irony\n",
    "quotes/a.yaml":
      "id: \(id(5))\nbook: \(id(1))\npage: 57-58\nchapter: One\ntags:\n  - \(id(3))\n  - \(id(4))\ncreationDate: 2020-01-02T03:04:05Z\ntext: |\n  * First <line>.\n\n  Second.\nnote: \"#+mine\"\n",
    "quotes/b.yaml": "id: \(id(6))\nbook: \(id(1))\nlocation: loc 610-611\ntext: \"Another, “quoted”.\"\n",
    "quotes/c.yaml": "id: \(id(7))\nbook: \(id(2))\npage: 12v\ntext: The sun.\n",
    "quotes/d.yaml": "id: \(id(8))\nbook: ~\ntext: Alone.\n",
  ]

  // MARK: - Forms

  @Test func markdown() throws {
    let library = try TestLibrary(Self.files)
    let expected = """
      # Quotes

      ## Emma & Co

      Jane Austen, Smith, Mary

      > Another, “quoted”.
      >
      > — loc 610-611

      > * First <line>.
      >
      > Second.
      >
      > — pp. 57–58, One

      #+mine

      #open-sea #irony

      ## Walden

      > The sun.
      >
      > — f. 12v

      ## Quotes without a book

      > Alone.

      """
    #expect(try library.run("export quotes") == expected)
    #expect(try library.run("export quotes --output", [library.absolute("q")]) == "! note: wrote LIBRARY/q\n")
    #expect(library["q"] == expected)
  }

  /// Quotes in Markdown cite the keys that the user has set, in the form of pandoc.
  @Test func markdownWithKeys() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("library set fields.book.citationKey.type=text")
    _ = try library.run("set", ["Emma & Co", "citationKey=austen1815"])
    let said = try library.run("export quotes")
    #expect(said.contains("> — [@austen1815, pp. 57–58, One]\n") && said.contains("> — f. 12v\n"), "\(said)")
  }

  /// Quotes for LaTeX cite the keys that a bibliography has.
  @Test func latex() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export quotes -o", [library.absolute("q.tex")])
    #expect(
      library["q.tex"] == """
        % Emma & Co, Jane Austen, Smith, Mary

        \\begin{quote}
        Another, “quoted”.
        \\cite[{loc 610-611}]{austenemma}
        \\end{quote}

        \\begin{quote}
        * First <line>.

        Second.
        \\cite[{57--58}]{austenemma}
        \\end{quote}

        % #+mine

        % Walden

        \\begin{quote}
        The sun.
        \\cite[{12v}]{walden}
        \\end{quote}

        % Quotes without a book

        \\begin{quote}
        Alone.
        \\end{quote}

        """)
  }

  @Test func text() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export quotes --output", [library.absolute("q.txt")])
    let expected = """
      Emma & Co
      Jane Austen, Smith, Mary
      ========================

      “Another, “quoted”.”
        — loc 610-611

      “* First <line>.

      Second.”
        — pp. 57–58, One
        #+mine
        Tags: open sea, irony

      Walden
      ======

      “The sun.”
        — f. 12v

      Quotes without a book
      =====================

      “Alone.”

      """
    #expect(library["q.txt"] == expected)
  }

  @Test func org() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export quotes --output", [library.absolute("q.org"), "sun", "or", "first"])
    let expected = """
      * Emma & Co
      :PROPERTIES:
      :AUTHOR: Jane Austen, Smith, Mary
      :END:

      ** pp. 57–58, One :open_sea:irony:

      #+begin_quote
      ,* First <line>.

      Second.
      #+end_quote

      ,#+mine

      * Walden

      ** f. 12v

      #+begin_quote
      The sun.
      #+end_quote

      """
    #expect(library["q.org"] == expected)
  }

  @Test func html() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export quotes --output", [library.absolute("Q.HTML"), "first"])
    let expected = """
      <section>
      <h2>Emma &amp; Co</h2>
      <p class="author">Jane Austen, Smith, Mary</p>
      <blockquote>
      <p>* First &lt;line&gt;.</p>
      <p>Second.</p>
      </blockquote>
      <p class="place">— pp. 57–58, One</p>
      <div class="note">
      <p>#+mine</p>
      </div>
      <p class="tags">#open sea #irony</p>
      </section>
      </body>
      </html>

      """
    #expect(library["Q.HTML"]?.hasSuffix(expected) ?? false)
  }

  @Test func csv() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export quotes --output", [library.absolute("q.csv")])
    let expected = """
      text,book,author,page,location,chapter,tags,note,creationDate
      "Another, “quoted”.",Emma & Co,"Jane Austen; Smith, Mary",,loc 610-611,,,,
      "* First <line>.

      Second.",Emma & Co,"Jane Austen; Smith, Mary",57-58,,One,open sea; irony,#+mine,2020-01-02T03:04:05Z
      The sun.,Walden,,12v,,,,,
      Alone.,,,,,,,,

      """
    #expect(library["q.csv"] == expected)
  }

  @Test(arguments: ["q.pdf", "q.json"]) func unknownEndings(_ name: String) throws {
    let library = try TestLibrary(Self.files)
    let said = try library.refused("export quotes --output", [library.absolute(name)])
    #expect(said.contains("quotes cannot be written as .\(name.dropFirst(2))"))
    #expect(said.contains("the endings are .md, .txt, .html, .org, .tex and .csv"))
  }

  // MARK: - Queries

  @Test func queriesAndFilters() throws {
    let library = try TestLibrary(Self.files)
    func texts(_ words: [String]) throws -> [Substring] {
      try library.run("export quotes", words).split(separator: "\n").filter { $0.hasPrefix("> ") && !$0.contains("—") }
    }
    #expect(try texts(["--filter", "sea"]) == ["> * First <line>.", "> Second."])
    #expect(try texts(["--filter", "austen", "another"]) == ["> Another, “quoted”."])
    #expect(try texts(["tag:irony"]) == ["> * First <line>.", "> Second."])
    #expect(try texts(["kind:quote", "sun"]) == ["> The sun."])
    #expect(try library.run("export quotes nothing").contains("no quote matches “nothing”"))
    #expect(try library.run("export csl-json --filter austen").contains("Emma"))
    #expect(try library.run("export bibtex --filter sea").contains("is for quotes, not for books"))
  }

  /// The notes that are exported for a query about quotes contain only the quotes that it finds.
  @Test(arguments: [
    ["kind:quote", "tag:irony"], ["--filter", "sea"], ["quote", "first"], ["page:57-58"], ["second"],
  ])
  func notesOfSomeQuotes(_ words: [String]) throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export markdown --output", [library.absolute("notes")] + words)
    #expect(try library.paths().filter { $0.hasPrefix("notes") } == ["notes/Emma & Co - Jane Austen.md"])
    let note = try #require(library["notes/Emma & Co - Jane Austen.md"])
    #expect(note.contains("> — pp. 57–58, One") && !note.contains("Another"))
  }

  @Test func notesOfBooksHaveAllQuotes() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export markdown emma --output", [library.absolute("notes")])
    let note = try #require(library["notes/Emma & Co - Jane Austen.md"])
    #expect(note.contains("pp. 57–58") && note.contains("Another"))
    let said = try library.run("export markdown kind:quote alone --output", [library.absolute("more")])
    #expect(said.contains("left out: 1 quote without a book"))
  }

  // MARK: - The way back

  /// Importing an exported table of all quotes changes nothing, regardless of their text.
  @Test(arguments: [[], ["--update"]]) func theTableComesBack(_ words: [String]) throws {
    var files = Self.files
    files["books/emma2.yaml"] = "id: \(Self.id(9))\ntitle: Emma & Co\nauthor: Jane Austen\nyear: 1816\n"
    files["books/emma0.yaml"] =
      "id: 00000000-0000-4000-8000-000000000000\ntitle: Emma & Co\nauthor:\n  - Jane Austen\n  - Smith, Mary\n"
    files["tags/sea2.yaml"] = "id: 00000000-0000-4000-8000-000000000010\nname: Open-Sea\n"
    files["books/untitled.yaml"] = "id: 00000000-0000-4000-8000-000000000011\nauthor: X\n"
    files["quotes/u.yaml"] =
      "id: 00000000-0000-4000-8000-000000000012\nbook: 00000000-0000-4000-8000-000000000011\ntext: Untitled.\n"
    files["quotes/v.yaml"] =
      "id: 00000000-0000-4000-8000-000000000013\nbook: 00000000-0000-4000-8000-000000000099\ntext: Dangling.\n"
    files["quotes/w.yaml"] = "id: 00000000-0000-4000-8000-000000000014\nbook: \(Self.id(2))\ntext: The sun.\npage: 9\n"
    let nasty = [
      "  outer spaces  ", "=1+1", "a\\tb", "\\\"quoted\\\"", "<i>&amp;</i>", "- item", "line\\n", "\\n\\nline",
      "é e\\u0301",
    ]
    for (number, text) in nasty.enumerated() {
      files["quotes/n\(number).yaml"] =
        "id: 00000000-0000-4000-8000-00000000010\(number)\nbook: \(Self.id(number % 2 == 0 ? 9 : 1))\ntext: \"\(text)\"\n"
        + "note: \"\(text)\"\nchapter: \"\(text)\"\ntags: [00000000-0000-4000-8000-000000000010]\n"
    }
    let library = try TestLibrary(files)
    _ = try library.run("export quotes --output", [library.absolute("q.csv")])
    let before = try library.tree()
    for _ in 0..<2 {
      let summary = try ImportTests.summary(library, [library.absolute("q.csv")] + words)
      #expect(ImportTests.counts(summary) == "16 0 0 16 0 0")
      #expect((summary["differences"] as? [Any])?.isEmpty ?? false)
      #expect(try library.tree() == before)
    }
  }

  @Test func theTableMakesTheSameQuotes() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export quotes --output", [library.absolute("q.csv")])
    let other = try ImportTests.empty()
    other["q.csv"] = library["q.csv"]
    #expect(try ImportTests.counts(ImportTests.summary(other, [other.absolute("q.csv")])) == "4 4 0 0 0 0")
    _ = try other.run("export quotes --output", [other.absolute("again.csv")])
    #expect(other["again.csv"] == library["q.csv"])
    #expect(
      try other.run("list --columns title,author --format tsv") == "Emma & Co\tJane Austen; Smith, Mary\nWalden\t\n")
  }

  @Test func editsOfTheTableAreTaken() throws {
    let library = try TestLibrary(Self.files)
    _ = try library.run("export quotes --output", [library.absolute("q.csv")])
    _ = try library.run("import", [library.absolute("q.csv")])
    let table = try #require(library["q.csv"]).replacing(",12v,", with: ",13r,")
      .replacing("open sea; irony", with: "\"irony; a, b\"")
    library["q.csv"] = table + "\"New, one\",Walden,,1,,,sun,,\n,,,,,,,,x\n"
    let said = try library.run("import", [library.absolute("q.csv")])
    #expect(said.contains("Read 6 rows: 1 new, 2 changed, 2 unchanged, 1 skipped"), "\(said)")
    #expect(library["quotes/c.yaml"]?.contains("page: 13r") ?? false)
    #expect(try library.run("quote list --columns text --format tsv", ["tag:\"a, b\""]).contains("First"))
  }

  /// `--format` chooses the form, unless only a book can have this format.
  @Test func formats() throws {
    let library = try TestLibrary(Self.files)
    for (ending, name) in [("tex", "latex"), ("html", "html"), ("csv", "csv"), ("txt", "text"), ("md", "markdown")] {
      let path = library.absolute("q.\(ending)")
      _ = try library.run("export quotes --output", [path])
      let printed = try library.run("export quotes --format \(name)")
      #expect(printed == library["q.\(ending)"], "\(name)")
      #expect(try library.run("export quotes --format=\(ending)") == printed)
    }
    #expect(try library.run("export quotes --tag irony --format tex").contains("First"))
    #expect(try library.refused("export --format bibtex").contains("use `shelf export bibtex`"))
    #expect(try library.run("export bibtex --format bib") == library.run("export bibtex"))
    #expect(try library.run("export bibtex --format ebook").contains("no book matches “format:\"ebook\"”"))
    #expect(try library.refused("export bibtex --format json").contains("use `shelf export json`"))
  }
}
