import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Reading lists from personal websites.
@Suite struct ReadingListTests {
  /// A shelf with a name and a list of books is not imported as a book.
  @Test func shelvesWithNames() throws {
    let titled = try read(
      "shelves:\n  - title: Essays\n    subtitle: x\n    books:\n      - {title: One, author: A}\n      - {title: Two}\n  - title: Career\n    books: [{title: Three}]\n"
    )
    #expect(
      titled.titles == ["One", "Two", "Three"]
        && titled.drafts.map { $0[.genres] } == [["Essays"], ["Essays"], ["Career"]])
    let sections = try read(
      #"[{"section":"currently reading","books":[{"title":"One","author":"A"}]},{"section":"2026","books":[{"title":"Two"}]},"#
        + #"{"name":"biz","books":[{"title":"Three"}]}]"#)
    #expect(sections.titles == ["One", "Two", "Three"] && sections.drafts[0].first(.status) == "inProgress")
    #expect(sections.drafts[1].first(.dateCompleted) == "2026" && sections.drafts[2][.genres] == ["biz"])
    // The name of the whole list is not a genre of its books, and lists within a book are not lists of books.
    let one = try read(#"{"name":"My library","books":[{"title":"One","author":"A"}]}"#)
    #expect(one.titles == ["One"] && one.drafts[0][.genres].isEmpty)
    let book = try read(
      #"[{"title":"One","publishers":[{"name":"P"}],"chapters":[{"title":"c"}],"author":"A"},{"title":"Two","tags":[{"name":"t"}]}]"#
    )
    #expect(book.titles == ["One", "Two"])
  }

  // MARK: - Headings that a person would understand

  @Test(arguments: [
    ("book_name,author,published_year,dates_read\nPiranesi,Susanna Clarke,2020,2021-02-03\n"),
    ("Name of Book,Author First Name,Author Last Name,Date Published,Finished Reading\nPiranesi,Susanna,Clarke,2020-09-15,2021-02-03\n"),
    ("Title,Writer Name,Year Published,Dates Read\nPiranesi,Susanna Clarke,2020,2021-02-03\n"),
    ("Title,\"Author (Last, First)\",Year Published,Dates Read\nPiranesi,\"Clarke, Susanna\",2020,\"Feb 3, 2021\"\n"),
    ("title,first_name,last_name,Original Date Published,Date Published,Date Finished\nPiranesi,Susanna,Clarke,2020,2022,2021/02/03\n"),
    ("Title,Author,\"Author (Last, First)\",year,dates_read\nPiranesi,Susanna Clarke,\"Clarke, Susanna\",2020,2021/02/01-2021/02/03\n"),
    (#"[{"title":"Piranesi","Author Last Name":"Clarke","Author First Name":"Susanna","date_published":"2020","dates_read":["2021-02-03"]}]"#),
    ("- {title: Piranesi, author_first: Susanna, author_last: Clarke, publishedYear: 2020, date_finished: 2021-02-03}\n"),
  ])
  func headings(_ text: String) throws {
    for format in [nil, text.hasPrefix("[") ? "json" : text.hasPrefix("-") ? "yaml" : "csv"] {
      // Columns for first and last names occur in all kinds of tables, so such a table is not recognized by them alone.
      if format == nil, text.contains("first_name") { continue }
      let book = try #require(try read(text, as: format).drafts.first)
      #expect(book.first(.title) == "Piranesi" && book[.author] == ["Susanna Clarke"], "\(text)")
      #expect(book.first(.year) == "2020" && book.first(.dateCompleted) == "2021-02-03", "\(text)")
      #expect(book.first(.status) == "completed" && !book.incomplete.contains(.author))
    }
  }

  @Test func severalAuthorsInTwoColumns() throws {
    let batch = try read(
      "Title,Author First Name,Author Last Name\nOne,Neil; Terry,Gaiman; Pratchett\nTwo,,Plato\nThree,,\n")
    #expect(batch.drafts.map { $0[.author] } == [["Neil Gaiman", "Terry Pratchett"], ["Plato"], []])
    #expect(batch.leftOut.isEmpty)
    // A column with full names takes precedence.
    let libib = try read("title,creators,first_name,last_name\nOne,Neil Gaiman,N.,G.\n", as: "csv")
    #expect(libib.drafts[0][.author] == ["Neil Gaiman"])
    #expect(
      ImportFormat.of(SourceFile(path: "x", bytes: Array("Title,First Name,Last Name\nDr.,Ann,Bee\n".utf8))) == nil)
  }

  @Test func severalReadingsInOneColumn() throws {
    let batch = try read(
      "title,author,dates_read\nOne,A,\"2019-05-01, 2021-02-03\"\nTwo,A,2019/05/01-2019/05/09; 2021-02-03\n")
    #expect(batch.drafts.map { $0.first(.dateCompleted) } == ["2021-02-03", "2021-02-03"])
    #expect(batch.drafts.map { $0[.readings] } == [["/2019-05-01"], ["2019-05-01/2019-05-09"]])
  }

  // MARK: - Values

  @Test(arguments: ["416-435", "416–435", "pp. 416 - 435", "S. 416—435", "416 to 435", "416‑435", "1-20"])
  func pagesOfAPart(_ pages: String) throws {
    let batch = try read("- {title: One, author: A, pages: \"\(pages)\"}\n")
    #expect(batch.drafts[0][.pages].isEmpty && batch.reasons.contains("“\(pages)” is not a number of pages"))
  }

  @Test(arguments: [("ix + 348", "348"), ("xi, 291", "291"), ("278 p.", "278"), ("1,024", "1024"), ("xiv-320", "320")])
  func pagesOfABook(_ pages: String, _ number: String) throws {
    #expect(try read("- {title: One, author: A, pages: \"\(pages)\"}\n").drafts[0].first(.pages) == number)
  }

  /// The semicolon of an entity does not separate values.
  @Test(arguments: [
    "@book{a, title={T}, author={A}, keywords={programming, Computers &amp; Internet, book}}\n",
    "@book{a, title={T}, author={A}, keywords={programming; Computers &amp; Internet; book}}\n",
    "title,author,tags\nT,A,\"programming, Computers &amp; Internet, book\"\n",
    #"[{"id":"a","type":"book","title":"T","keyword":"programming, Computers &amp; Internet, book"}]"#,
  ])
  func entitiesInLists(_ text: String) throws {
    let draft = try read(text).drafts[0]
    #expect(draft[.genres] + draft[.tags] == ["programming", "Computers & Internet", "book"])
  }

  @Test(arguments: ["", "\n"], ["\n", "\r\n"]) func frontMatterThatEndsWithTheFile(_ end: String, _ lineEnd: String)
    throws
  {
    let text =
      ["---", "title: Neuromancer", "author: William Gibson", "---"].joined(separator: lineEnd)
      + (end.isEmpty ? "" : lineEnd)
    let batch = try read(text)
    #expect(batch.format == "yaml" && batch.titles == ["Neuromancer"])
  }

  /// Lines as people type them, with or without check boxes.
  @Test func linesOfTitlesAndAuthors() throws {
    let batch = try read(
      "# To read\n\nSome words by the way.\n\n- [x] *Dune* by Frank Herbert\n- [ ] Stand by Me by Stephen King\n1. Emma by Jane Austen\n* Beowulf\n2) “Good Omens” by Terry Pratchett and Neil Gaiman\n"
    )
    #expect(batch.titles == ["Dune", "Stand by Me", "Emma", "Beowulf", "Good Omens"])
    #expect(batch.drafts[1][.author] == ["Stephen King"] && batch.drafts[3][.author].isEmpty)
    #expect(batch.drafts[4][.author] == ["Terry Pratchett", "Neil Gaiman"])
    #expect(batch.drafts.map { $0.first(.status) } == ["completed", nil, nil, nil, nil])
    // A list of other things is not a list of books.
    #expect(throws: SourceReader.Failure.self) { try read("- milk\n- bread\n- stand by\n") }
  }

  /// A column may tell whether or when a book was read. “No” does not mean that the book is wanted.
  @Test(arguments: ["Read?", "Gelesen?", "read"]) func columnsThatAskWhetherItWasRead(_ column: String) throws {
    let batch = try read(
      "Title,Author,My own rating,\(column)\nA,X,4,yes\nB,X,3,no\nC,X,,2024-05-06\nD,X,5,\nE,X,1,ja\n")
    #expect(batch.drafts.map { $0.first(.status) } == ["completed", nil, "completed", nil, "completed"])
    #expect(batch.drafts[2].first(.dateCompleted) == "2024-05-06")
    #expect(batch.drafts.map { $0.first(.rating) } == ["4", "3", nil, "5", "1"])
    let german = try read("Titel,Autor,Bewertung\nA,X,4\n")
    #expect(german.drafts[0].first(.rating) == "4")
  }

  /// Lines of three hyphens separate documents, but the front matter of a note is one document, regardless of what
  /// follows it.
  @Test func documentsInOneFile() throws {
    let two = "title: A\nauthor: X\n---\ntitle: B\nauthor: Y\npages: many\n"
    for text in [two, "---\n" + two, two.replacing("\n", with: "\r\n"), two + "---\n- {title: C, author: Z}\n"] {
      let batch = try read(text)
      #expect(batch.titles.prefix(2) == ["A", "B"], "\(text)")
      #expect(batch.titles.count == (text.contains("C") ? 3 : 2))
      #expect(batch.problems.first?.line == (text.hasPrefix("---") ? 5 : 4) || batch.problems.first?.line == nil)
    }
    let note = try read("---\ntitle: A\nauthor: X\n---\nAbout: a text\n---\nand more\n")
    #expect(note.titles == ["A"])
  }

  /// papis stores tags in one text, separated by spaces.
  @Test func tagsOfPapis() throws {
    #expect(try read("title: Dune\nauthor: F\ntags: sf classic\nref: d\n").drafts[0][.genres] == ["sf", "classic"])
    #expect(
      try read("title: Dune\nauthor: F\ntags: sf, space opera\nref: d\n").drafts[0][.genres] == ["sf", "space opera"])
    // In any other list, a tag may consist of two words.
    #expect(try read("title: Dune\nauthor: F\ntags: space opera\n").drafts[0][.genres] == ["space opera"])
  }

  /// The values of an entry take precedence over the year in the heading above it.
  @Test func whatIsNotReadUnderAYear() throws {
    let batch = try read(
      #"{"2026":[{"title":"A","author":"X","startDate":"2025-05-23","abandonDate":"2026-03-18"},{"title":"B","rating":"Up Next"},"#
        + #"{"title":"C","rating":"In Progress"},{"title":"D","rating":4,"finishDate":"2026-01-02"},{"title":"E"},"#
        + #"{"title":"F","startDate":"2026-01-05"}]}"#)
    #expect(
      batch.drafts.map { $0.first(.status) } == [
        "abandoned", "wanted", "inProgress", "completed", "completed", "inProgress",
      ])
    #expect(batch.drafts.map { $0.first(.dateCompleted) } == [nil, nil, nil, "2026-01-02", "2026", nil])
    #expect(
      batch.drafts[0].first(.dateAbandoned) == "2026-03-18"
        && batch.drafts[0].first(.dateStarted) == "2025-05-23")
  }

  /// The dates in one row belong to the same reading.
  @Test func twoRowsOfOneBook() throws {
    let rows = [
      #"{"title":"P","author":"X","finishDate":"2025-08-10"}"#,
      #"{"title":"P","author":"X","startDate":"2022-09-12","finishDate":"2022-09-25"}"#,
    ]
    for rows in [rows, rows.reversed()] {
      let batch = try read("[\(rows.joined(separator: ","))]")
      let book = try #require(batch.drafts.first)
      #expect(batch.drafts.count == 1 && book[.readings] == ["2022-09-12/2022-09-25"], "\(batch.reasons)")
      #expect(book.first(.dateStarted) == nil && book.first(.dateCompleted) == "2025-08-10")
    }
    // A reading without an end is the latest one. If a date consists only of a year, it belongs to the reading that
    // ended in that year.
    let again = try read("Title,Author,Started,Finished\nT,A,2020-01-01,2020-02-01\nT,A,2024-01-01,\n")
    #expect(again.drafts[0].first(.status) == "inProgress" && again.drafts[0].first(.dateStarted) == "2024-01-01")
    #expect(again.drafts[0][.readings] == ["2020-01-01/2020-02-01"])
    let same = try read("Title,Author,Started,Finished\nT,A,,2020\nT,A,2020-01-01,2020-02-01\n")
    #expect(same.drafts[0][.readings].isEmpty && same.drafts[0].first(.dateStarted) == "2020-01-01")
  }

  @Test func namesBesideTitles() throws {
    let batch = try read(
      "- {name: \"Goldratt, Eliyahu\", title: The goal, isbn: 9780306406157}\n- {name: \"Doe, Jane\", title: Two}\n")
    #expect(
      batch.titles == ["The goal", "Two"] && batch.drafts.map { $0[.author] } == [["Eliyahu Goldratt"], ["Jane Doe"]])
    #expect(batch.preview.first { $0.name == "name" }?.field == "author")
    let slugs = try read("- {name: x-1, title: One, author: A}\n")
    #expect(slugs.preview.first { $0.name == "name" }?.field == nil && slugs.leftOut == ["name": 1])
  }

  @Test func smallThings() throws {
    let batch = try read(
      #"[{"title":"A","author":"Dale Carnegie<br/>","rating":"★★★★⯨","series":"Earthsea","series_number":1,"pubYear":1968,"readYear":2020},"#
        + "{\"title\":\"B\",\"author\":\"\u{200E} Allan Friedman\"},"
        + #"{"title":"C","type":"Article"},{"title":"D","type":"Essays"}]"#)
    #expect(batch.drafts.map { $0[.author] }.prefix(2) == [["Dale Carnegie"], ["Allan Friedman"]])
    let book = batch.drafts[0]
    #expect(book.first(.rating) == "4.5" && book.first(.series) == "Earthsea 1" && book.first(.year) == "1968")
    #expect(book.first(.dateCompleted) == "2020" && batch.titles == ["A", "B", "D"] && batch.skipped == 1)
    let articles = try read(
      "books:\n  - {title: One, author: A}\narticles:\n  - {title: Two}\nfilm:\n  - {title: Three}\n")
    #expect(articles.titles == ["One", "Three"] && articles.reasons == "an entry among “articles”, not a book")
  }

  /// A bibliography in YAML is recognized as a bibliography.
  @Test func bibliographiesInYAML() throws {
    let text = """
      ---
      references:
      - id: a1
        type: book
        author:
        - family: Doe
          given: Jane
        issued:
        - year: 1999
        title: One
        ISBN: '9780306406157'
      - id: a2
        type: article-journal
        title: Two
      - id: a3
        type: book
        issued: 2001-02
        title: Three
      ...

      """
    let batch = try read(text)
    #expect(batch.format == "csl-json" && batch.titles == ["One", "Three"] && batch.skipped == 1)
    #expect(batch.drafts[0][.author] == ["Jane Doe"] && batch.drafts.map { $0.first(.year) } == ["1999", "2001"])
    #expect(batch.drafts[0].sources == ["csl:a1"])
  }

  /// If a file contains an unresolved conflict, the rows of both sides are read.
  @Test func marksOfAConflict() throws {
    let header = "Book Id,Title,Author,Exclusive Shelf\n"
    let batch = try read("<<<<<<< HEAD\n\u{FEFF}\(header)1,A,X,read\n=======\n\(header)2,B,Y,read\n>>>>>>> other\n")
    #expect(batch.format == "goodreads" && batch.titles == ["A", "B"] && batch.rejected == 0)
    #expect(batch.drafts[0].sources == ["goodreads:1"])
  }

  /// Ratings are in quarters of a star. Other ratings are rounded, and a single note reports this.
  @Test func ratingsBetweenQuarters() throws {
    let rounded = try read("Title,Author,Rating\nA,X,4.3\nB,X,2.9\nC,X,4.25\n")
    #expect(rounded.drafts.map { $0.first(.rating) } == ["4.25", "3", "4.25"])
    #expect(
      rounded.notes == [
        "“Rating” of x has ratings that are not quarters of a star and are rounded: 4.3 is read as 4.25"
      ]
    )
    #expect(try read("Title,Author,Rating\nA,X,4.5\nB,X,3\nC,X,1/3\n").notes.count == 1)
    #expect(try read("Title,Author,Rating\nA,X,4.5\nB,X,9\nC,X,\n").notes.allSatisfy { !$0.contains("rounded") })
  }

  /// In French, `note` means a rating; in any other language, it means a note.
  @Test func frenchRatings() throws {
    let rated = try read("Titre,Auteur,Note,Commentaire\nA,X,4,Bon\nB,X,\"3,5\",\nC,X,,\n")
    #expect(rated.drafts.map { $0.first(.rating) } == ["4", "3.5", nil])
    #expect(rated.drafts[0].first(.notes) == "Bon")
    #expect(try read("- titre: A\n  auteur: X\n  note: 4/5\n").drafts[0].first(.rating) == "4")
    let outOf20 = try read("Titre,Auteur,Note\nA,X,15\nB,X,20\n")
    #expect(outOf20.drafts.map { $0.first(.rating) } == ["3.75", "5"])
    #expect(outOf20.notes == ["“Note” of x is read as ratings out of 20"])
    // Here `Note` does not mean a rating: a cell contains words, or the language is not French. In German grades, a
    // lower number is better.
    #expect(try read("Titre,Auteur,Note\nA,X,4\nB,X,lu à Paris\n").drafts[0].first(.notes) == "4")
    #expect(try read("Title,Author,Note\nA,X,4\n").drafts[0].first(.notes) == "4")
    #expect(try read("Titel,Autor,Note\nA,X,1\n").drafts[0].first(.notes) == "1")
  }

  @Test func wordsOfOtherLists() throws {
    let batch = try read("- title: A\n  author: X\n  pages_read: 120\n  pages: 300\n  year_out: 1984\n")
    #expect(batch.drafts[0].first(.progress) == "120" && batch.drafts[0].first(.year) == "1984")
  }
}
