import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Lists whose format the user does not name.
@Suite struct RecognitionTests {
  @Test(arguments: [
    (#"[{"title":"One"},{"title":"Two"}]"#, "json", ["One", "Two"]),
    (#"{"2024":[{"title":"A"}],"2023":[{"title":"B"}]}"#, "json", ["A", "B"]),
    (#"{"books":["Dune","Emma"]}"#, "json", ["Dune", "Emma"]),
    (
      #"[{"id":"a","type":"book","title":"One"},{"id":"b","type":"article-journal","title":"Two"}]"#, "csl-json",
      ["One"]
    ),
    (#"{"items":[{"id":"a","type":"book","title":"One"}]}"#, "csl-json", ["One"]),
    (#"{"references":[{"id":"a","type":"book","title":"One"}]}"#, "csl-json", ["One"]),
    (#"[{"type":"book","title":"One","rating":4}]"#, "json", ["One"]),
    ("- title: One\n  publisher: P\n- title: Two\n", "yaml", ["One", "Two"]),
    ("- {title: A, author: X}\n- {title: B, author: X, rating: 5}\n", "yaml", ["A", "B"]),
    ("dune: {title: Dune, author: F}\nemma: {title: Emma, rating: 3.5/5}\n", "yaml", ["Dune", "Emma"]),
    (
      "defaults: &b {author: Jane Doe, language: en}\nbooks:\n  - <<: *b\n    title: One\n  - &second {title: Two}\n  - *second\n",
      "yaml", ["One", "Two"]
    ),
    (
      "[{section: biz, books: [{title: One, author: A}, {title: \"Two: x\", author: B}]}]\n", "yaml", ["One", "Two: x"]
    ),
    ("title: One\nauthor: A\nisbn: 9780306406157\ndate: 2021-06-12\n", "yaml", ["One"]),
    ("title: One\nauthor: A\nstatus: reading\nslug: x\n", "yaml", ["One"]),
    ("books:\n  - Dune\n  - Emma\n", "yaml", ["Dune", "Emma"]),
    ("Title\nOne\n\"Guns, Germs\"\n", "csv", ["One", "Guns, Germs"]),
  ])
  func listsOfBooks(_ text: String, _ format: String, _ titles: [String]) throws {
    let batch = try read(text)
    #expect(batch.format == format && batch.titles == titles && batch.rejected == 0, "\(text)")
  }

  @Test(arguments: [
    #"{"name":"my-library","author":"me","version":"1.0.0","keywords":["books"],"dependencies":{"x":"1"}}"#,
    #"[{"title":"Song","artist":"X"}]"#, #"[{"title":"Film","director":"Y","rating":9}]"#, #"["One","Two"]"#,
    #"{"plugins":[{"name":"a","author":"b","repo":"c"}]}"#, #"[{"name":"x"},{"name":"y"}]"#,
    #"{"name":"db","events":{"error":[]},"indices":{"a":{"name":"a"},"b":{"name":"b"}}}"#,
    "Name: Data\nResources:\n  - ARN: x\nWork:\n  Tutorials:\n    - Title: How to\n      AuthorName: Me\n",
    "- alias: a\n  trigger: {b: c}\n- alias: d\n  trigger: {b: c}\n- data: {title: x, message: y, status: z}\n",
    #"{"title":"Schema","type":"object","properties":{"a":{"title":"A","type":"string"}}}"#,
    "title: A Review\nauthor: Me\ndate: 2021-06-12\nkeywords: [a]\n", "title: My post\ndate: 2020-01-01\n",
    "- buy milk\n- call Ann\n", "name: CI\non: push\njobs: {a: {name: b}}\n",
    "openapi: 3.0.0\ninfo:\n  title: API\n  version: 1.0.0\npaths: {}\n",
    "cff-version: 1.2.0\ntitle: X\nauthors:\n  - name: Y\n", "Some text, and more of it.\n",
  ])
  func whatIsSomethingElse(_ text: String) {
    #expect(ImportFormat.of(SourceFile(path: "x", bytes: Array(text.utf8))) == nil)
  }

  // MARK: - Formats inside other formats

  private static let pasted = [
    "@book{a,\n title = {x},\n author = {y}\n}", "@SUM(1)\nx=1", "TY  - BOOK\nTI  - x\nER  - ",
    "* READ Emma\n:PROPERTIES:\n:AUTHOR: x\n:END:", "Book Id,Title,Author,My Rating,Exclusive Shelf\n1,A,B,3,read",
    "Dune (Herbert)\n- Your Highlight on page 1 | Location 1-2 | Added on Sunday, May 17, 2020 5:19:35 PM\n\nx\n==========",
    "### Page 4 @ 12 August 2025 12:23:34 AM\nx", "return {\n[\"doc_props\"] = 1 }", "- title: x\n  author: y",
    "full-title:: x\ncategory:: y", "kindle-sync:\n  bookId: 1\n^ref-1",
    "[{\"title\": \"x\", \"authors\": \"y\", \"uuid\": 1}]",
    "- Dune by Frank Herbert\n- Emma by Jane Austen",
  ]

  /// A file keeps its format, whatever other format the text of a note has.
  @Test(arguments: [
    ("csv", "Title,Author,Notes\nDune,Frank Herbert,\"x\n%\"\nEmma,Jane Austen,\n"),
    ("csv", "\u{FEFF}Title;Author;Notes\r\nDune;Frank Herbert;\"%\"\r\nEmma;Jane Austen;\r\n"),
    ("csv", "My books\n\nTitle,Author,Notes\nDune,Frank Herbert,\"x\n%\"\nEmma,Jane Austen,\n"),
    (
      "goodreads",
      "Book Id,Title,Author,My Rating,Exclusive Shelf,Private Notes\n1,Dune,Frank Herbert,5,read,\"x\n%\"\n2,Emma,Jane Austen,4,read,\n"
    ),
    ("ris", "TY  - BOOK\nTI  - Dune\nN1  - x\n%\nER  - \nTY  - BOOK\nTI  - Emma\nER  - \n"),
    ("bibtex", "@book{b,\n  title = {Dune},\n  note = {x\n%\n}\n}\n@book{c,\n  title = {Emma}\n}\n"),
    (
      "bibtex",
      "My books: title, author\n\n@book{b,\n  title = {Dune},\n  note = {x\n%\n}\n}\n@book{c, title = {Emma}}\n"
    ),
    ("org", "* Dune\n:PROPERTIES:\n:AUTHOR: Frank Herbert\n:END:\n%\n* Emma\n:PROPERTIES:\n:AUTHOR: J\n:END:\n"),
    (
      "toml",
      "[[books]]\ntitle = \"Dune\"\nauthor = \"F\"\nnotes = '''\n%\n'''\n[[books]]\ntitle = \"Emma\"\nauthor = \"J\"\n"
    ),
  ])
  func aNoteInAnotherFormat(_ format: String, _ host: String) throws {
    for text in RecognitionTests.pasted {
      let isCell = format == "csv" || format == "goodreads"
      let file = host.replacing("%", with: isCell ? text.replacing("\"", with: "\"\"") : text)
      #expect(ImportFormat.of(SourceFile(path: "x", bytes: Array(file.utf8)))?.name == format, "\(file)")
    }
  }

  // MARK: - Unsupported formats

  /// For a file in an unsupported format, the message names the format and suggests how to proceed.
  @Test(arguments: [
    ("%0 Book\n%T Dune\n%A Frank Herbert\n", "Refer/BibIX"),
    ("#+TITLE: Books\n* Dune\n", "Org"), ("* Dune\n:PROPERTIES:\n:LABEL: Frank Herbert\n:END:\n", "Org"),
    ("<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"></rdf:RDF>", "RDF"),
    ("<!-- x --><mods xmlns=\"http://www.loc.gov/mods/v3\"><titleInfo/></mods>", "MODS"),
    ("<m:modsCollection xmlns:m=\"http://www.loc.gov/mods/v3\"/>", "MODS"),
    ("<collection xmlns=\"http://www.loc.gov/MARC21/slim\"><record/></collection>", "MARCXML"),
    ("<record xmlns=\"http://www.loc.gov/MARC21/slim\"/>", "MARCXML"),
    ("00714cam a2200205 a 4500001001300000\u{1E}245\u{1F}aDune\u{1D}", "MARC (ISO 2709)"),
    ("00714cam0 2200205   450 001001300000\u{1E}200\u{1F}aDune\u{1D}", "MARC (ISO 2709)"),
    ("<?xml version=\"1.0\"?><xml><records><record/></records></xml>", "EndNote XML"),
    ("<?xml version=\"1.0\"?>\n<collection type=\"GCbooks\" items=\"1\"/>", "GCstar"),
  ])
  func formatsThatAreNotRead(_ text: String, _ name: String) throws {
    let file = SourceFile(path: "x", bytes: Array(text.utf8))
    #expect(ImportFormat.of(file) == nil)
    #expect(UnknownFile.reason(file)?.contains(name) ?? false, "\(UnknownFile.reason(file) ?? "")")
    // The message is the same even if the user names a format.
    for format in ["csv", "yaml", "bibtex"] {
      #expect { try read(text, as: format) } throws: { "\($0)".contains(name) }
    }
  }

  @Test func archivesThatAreNotRead() throws {
    let file = SourceFile(path: "x", bytes: ZipMaker.archive([("mimetype", "application/epub+zip")], packed: false))
    #expect(UnknownFile.reason(file)?.contains("EPUB") ?? false)
  }

  @Test(arguments: ["Dear Ann,\n[note] = \"x\"\n", "a = b\n", "100% sure\n", "<feed><entry/></feed>", "12345"])
  func whatIsNoneOfThem(_ text: String) {
    #expect(UnreadFormat.of(SourceProbe(SourceFile(path: "x", bytes: Array(text.utf8)))) == nil)
  }

  // MARK: - Quotes, videos, articles

  @Test(arguments: [
    "Quote,Book,Author,Page\n\"Call me Ishmael.\",Moby-Dick,Herman Melville,1\n",
    "Title;Author;Highlight;Date\nEmma;Jane Austen;It is a truth.;2020-01-01\n",
    "Book,Author,Page,Text\nEmma,Jane Austen,3,It is a truth.\n", "Quote,Book\nx,Emma\n",
    #"[{"quote":"x","book":"Emma","author":"Jane Austen"},{"quote":"y","book":"Emma","author":"Jane Austen"}]"#,
    "- {text: x, title: Emma, author: Jane Austen, page: 3}\n- {text: y, title: Emma, author: Jane Austen, page: 4}\n",
  ])
  func tablesOfQuotesAreRead(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.drafts(.quote).count == batch.read && batch.read > 0)
    #expect(["Emma", "Moby-Dick"].contains(batch.titles.first ?? ""))
  }

  @Test(arguments: [
    "Title,Author,Rating,Quote\nEmma,Jane Austen,4,It is a truth.\n", "Title,Author,Quotes\nEmma,Jane Austen,3\n",
    "---\ntitle: Emma\nauthor: Jane Austen\nquote: x\npage: 3\n---\n",
  ])
  func listsOfBooksWithQuotesAreRead(_ text: String) throws {
    #expect(try read(text).titles.first == "Emma")
  }

  @Test(arguments: [
    "- {title: Emma, author: Jane Austen, quote: x}\n- {title: Dune, author: F, quote: y}\n",
    "Title,Author,Text\nEmma,Jane Austen,\nDune,F,\nLear,S,y\n",
  ])
  func listsThatCouldBeEitherAreNotRead(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.undecided.count == 1 && batch.drafts.isEmpty)
  }

  /// The user's mapping and Readwise's own columns take precedence over the guess that a table contains quotes.
  @Test func tablesOfQuotesThatSomebodyKnows() throws {
    let table = "Quote,Book,Author,Page\nCall me Ishmael.,Moby-Dick,Herman Melville,1\n"
    #expect(try read(table, as: "csv", maps: [("Quote", .notes)]).titles == ["Moby-Dick"])
    let renamed = table.replacing("Quote,Book,Author", with: "Highlight,Book Title,Book Author")
    #expect(try read(renamed).drafts(.quote).map { $0.first(.text) } == ["Call me Ishmael."])
  }

  @Test(arguments: [
    "title,author,category\nA,X,book\nB,X,podcast\nC,X,Articles\nD,X,Video\n",
    "title,author,Type\nA,X,Novel\nB,X,Podcast\nC,X,film\nD,X,DVD\n",
    "title,author,Format\nA,X,Paper\nB,X,Blu-ray\nC,X,VHS\nD,X,Video\n",
    "title,author,Media Type\nA,X,Ebook\nB,X,movie\nC,X,video\nD,X,Podcast Episode\n",
    #"[{"title":"A","author":"X","category":"film history"},{"title":"B","author":"X","category":["video"]},"#
      + #"{"title":"C","author":"X","Type":"YouTube video"},{"title":"D","author":"X","kind":"article"}]"#,
    "- {title: A, author: X, type: book}\n- {title: B, author: X, type: podcast}\n- {title: C, author: X, media: video}\n"
      + "- {title: D, author: X, category: blog post}\n",
    "@book{a, title={A}, author={X}}\n@misc{b, title={B}, isbn={9780306406157}, type={Podcast}}\n"
      + "@video{c, title={C}, isbn={9780306406157}}\n@movie{d, title={D}, isbn={9780306406157}}\n",
  ])
  func videosArticlesAndPodcastsAreNoBooks(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.titles == ["A"] && batch.read == 4 && batch.skipped == 3, "\(batch.titles) \(batch.reasons)")
    #expect(batch.problems.allSatisfy { $0.reason.hasSuffix(", not a book") && $0.line != nil })
  }

  /// A category such as “Film” may be the subject of a book, so it does not rule out that the row is a book.
  @Test(arguments: ["Film", "Movies", "Video games", "Podcasting", "Paper", "Websites"])
  func categoriesOfBooks(_ category: String) throws {
    #expect(try read("title,author,category\nA,X,\(category)\n").titles == ["A"])
  }

  /// A key that the user maps to the title shows that the list contains books.
  @Test func keysThatSomebodyNamed() throws {
    let text = "livres:\n  - oeuvre: Le Petit Prince\n    auteur: Antoine\n"
    #expect(throws: SourceReader.Failure.self) { try read(text) }
    #expect(try read(text, maps: [("oeuvre", .title)]).titles == ["Le Petit Prince"])
    let list = #"[{"werk":"Momo","stand":"x"}]"#
    #expect(throws: SourceReader.Failure.self) { try read(list) }
    #expect(try read(list, maps: [("werk", .title)]).titles == ["Momo"])
  }

  @Test func listsOfTexts() throws {
    #expect(try read(#"["One","Two"]"#, as: "json").titles == ["One", "Two"])
    let lists = try read("2023:\n  - One\nwishlist:\n  - Two\nplaces:\n  - Rome\n", as: "yaml")
    #expect(lists.titles == ["One", "Two"] && lists.drafts.map { $0.first(.status) } == ["completed", "wanted"])
    #expect(lists.drafts[0].first(.dateCompleted) == "2023")
  }

  /// If books are listed under several themes, each theme becomes a genre; if there is only one key, it is the name of
  /// the list.
  @Test func themes() throws {
    let themes = try read("Fantasy & co:\n  - {title: One, author: A}\nEssays:\n  - {title: Two, tags: [x]}\n")
    #expect(themes.drafts.map { $0[.genres] } == [["Fantasy & co"], ["x", "Essays"]])
    let one = try read("shelf of mine:\n  - {title: One, author: A}\n")
    #expect(one.drafts[0][.genres].isEmpty)
    let plain = try read(
      "books:\n  - {title: One, author: A}\nwishlist:\n  - {title: Two}\n2020:\n  - {title: Three}\n")
    #expect(plain.drafts.allSatisfy { $0[.genres].isEmpty } && plain.drafts[1].first(.status) == "wanted")
  }

  /// Mapping a key that does not occur in the file does not affect keys that do occur.
  @Test func keysThatAreNowhere() throws {
    let batch = try read(#"[{"title":"A","author":"X"}]"#, as: "json", maps: [("nokey", .author)])
    #expect(batch.drafts[0][.author] == ["X"] && batch.reasons.contains("no entry has the key “nokey”"))
  }

  /// A tag that only marks a note as a book is left out, and so is a field that contains only a file name.
  @Test func namesOfFilesAndOfKinds() throws {
    let batch = try read("title: T\nauthor: A\nref: r\nnotes: notes.md\ntag: 📚Book\n", as: "yaml")
    #expect(batch.drafts[0][.notes].isEmpty && batch.drafts[0][.genres].isEmpty)
    #expect(batch.leftOut == ["notes": 1, "tag": 1, "ref": 1])
    #expect(try read("title: T\nauthor: A\nnotes: see notes.md\n").drafts[0].first(.notes) == "see notes.md")
  }

  /// Responses from Google Books contain ISBNs as objects.
  @Test func answersOfGoogleBooks() throws {
    let batch = try read(
      #"{"kind":"books#volumes","items":[{"id":"x","volumeInfo":{"title":"T","authors":["A B"],"industryIdentifiers":"#
        + #"[{"type":"OTHER","identifier":"UOM:1"},{"type":"ISBN_13","identifier":"9780306406157"}]}}]}"#)
    #expect(batch.drafts[0].first(.isbn) == "9780306406157")
    #expect(
      UnknownFile.reason(SourceFile(path: "x", bytes: Array(#"{"kind":"books#volumes","totalItems":0}"#.utf8)))
        == "this response from Google Books contains no book")
  }

  @Test(arguments: [
    ("pct", "0.5", "50%"), ("pct", "50", "50%"), ("Percent read", "45.4", "45%"), ("pct", "1.0", "100%"),
    ("pct", "1", "1%"),
    ("at", "120", "120"), ("at", "120.0", "120"), ("at", "0.25", "25%"), ("at", "50%", "50%"), ("pct", "abc", nil),
  ])
  func progress(_ column: String, _ text: String, _ progress: String?) throws {
    let batch = try read("Title,Author,\(column)\nT,A,\(text)\n", maps: [(column, .progress)])
    #expect(batch.drafts[0].first(.progress) == progress)
  }

  /// A web page is not a supported file, regardless of the words in it.
  @Test(arguments: [
    "<html>\ntitle: x\nauthor: y\n", "\n<!DOCTYPE html><html><body>\n- title: x\n  author: y\n</body></html>\n",
  ])
  func pagesOfTheWeb(_ text: String) {
    let file = SourceFile(path: "x", bytes: Array(text.utf8))
    #expect(ImportFormat.of(file) == nil && UnknownFile.reason(file) == "this is a web page")
    for format in ["yaml", "csv", "json"] {
      #expect {
        try read(text, as: format)
      } throws: { error in
        if case .unknown(_, "this is a web page")? = error as? SourceReader.Failure { true } else { false }
      }
    }
  }
}
