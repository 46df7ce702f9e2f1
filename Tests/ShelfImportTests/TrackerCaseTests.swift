import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Exports of trackers, catalogues and bibliographies whose contents deviate from the format.
@Suite struct TrackerCaseTests {
  /// Programs that copy each other's data may leave HTML entities in tables.
  @Test func entitiesOfHardcover() throws {
    let batch = try read(
      "Title,Author,Series,Publisher,Genres,Lists,Content Warnings,Status,Hardcover Book ID\n"
        + "S&oacute;l &amp; Sand,Jos&eacute; P&eacute;rez,Tides &amp; Co (#1.0),Ace &amp; Sons,Arts &amp; Crafts,"
        + "A &amp; B (#2),Blood &amp; more,Read,7\n")
    let book = batch.drafts[0]
    #expect(book.first(.title) == "Sól & Sand" && book[.author] == ["José Pérez"])
    #expect(book.first(.series) == "Tides & Co 1" && book.first(.publisher) == "Ace & Sons")
    #expect(book[.genres] == ["Arts & Crafts", "A & B"])
    #expect(book.first(.notes) == "Content warnings: Blood & more")
  }

  private static let bookwyrm = "title,author_text,remote_id,start_date,finish_date,shelf,shelf_name\n"

  /// Two rows about the same book are two readings, in either order.
  @Test func twoReadingsOfBookWyrm() throws {
    let rows = ["A,Jane Doe,u1,2022-01-01,2022-02-01,read,Read\n", "A,Jane Doe,u1,2024-01-01,2024-02-01,read,Read\n"]
    for rows in [rows, rows.reversed()] {
      let batch = try read(Self.bookwyrm + rows.joined())
      let book = try #require(batch.drafts.first)
      #expect(batch.drafts.count == 1 && batch.problems.isEmpty, "\(batch.reasons)")
      #expect(book.first(.dateStarted) == "2024-01-01" && book.first(.dateCompleted) == "2024-02-01")
      #expect(book[.readings] == ["2022-01-01/2022-02-01"])
    }
    // If the same reading is on two shelves, it is counted once.
    let same = try read(Self.bookwyrm + rows[0] + rows[0].replacing("read,Read", with: "favs-3,Favs"))
    #expect(same.drafts[0][.readings].isEmpty && same.drafts[0][.genres] == ["Favs"])
  }

  @Test func oddItemsOfAnArchiveOfBookWyrm() throws {
    let batch = try read(
      #"{"preferredUsername":"me","books":[{"work":{"title":"W"},"edition":null,"authors":null,"#
        + #""quotations":[{"id":"q","quote":"","content":"<p>only a comment</p>"},{"quote":"","content":""}]}]}"#)
    #expect(batch.titles == ["W"] && batch.rejected == 0 && batch.skipped == 1)
    #expect(batch.drafts(.quote).map { $0.first(.text) } == ["only a comment"])
  }

  private static let storygraph = "Title,Authors,ISBN/UID,Read Status,Date Added,Dates Read,Moods,Pace\n"

  @Test func readingsOfStoryGraphWithoutAStatus() throws {
    let batch = try read(
      Self.storygraph + "T,A,1,,,2024/01/02-,,\nU,A,2,read,,\"2022/05/06-2022/05/10, 2022/05/06-2022/05/10\",,\n")
    #expect(batch.drafts[0].first(.status) == "inProgress" && batch.drafts[0].first(.dateStarted) == "2024-01-02")
    #expect(batch.drafts[1][.readings].isEmpty && batch.drafts[1].first(.dateCompleted) == "2022-05-10")
  }

  @Test func mediaAndNamesOfLibraryThing() throws {
    let batch = try read(
      "Book Id\tTitle\tPrimary Author\tMedia\n1\tT\tDumbill, Edd\tPaper Book\n2\tU\tBoswell, Dustin & Foucher, Trevor\tEbook\n"
        + "3\tFilm\tX\tDVD\n4\tV\tKing, EdD\t\n")
    #expect(
      batch.titles == ["T", "U", "V"] && batch.skipped == 1 && batch.reasons.contains("the type DVD, not a book"))
    #expect(
      batch.drafts.map { $0[.author] } == [["Edd Dumbill"], ["Dustin Boswell", "Trevor Foucher"], ["King, EdD"]])
  }

  @Test func namesOfABibliography() throws {
    let batch = try read(
      "@book{a, title={A}, author={Doe, Jane; Roe, Rich}, abstract={One.\\par Two.}}\n"
        + "@book{b, title={B}, author={family=Berg, given=Jan, prefix=van der and Roe, Ann}}\n")
    #expect(
      batch.drafts[0][.author] == ["Jane Doe", "Rich Roe"] && batch.drafts[0].first(.synopsis) == "One.\n\nTwo.")
    #expect(batch.drafts[1][.author] == ["Jan van der Berg", "Ann Roe"])
  }

  @Test func namesAndNumbersOfCSL() throws {
    let batch = try read(
      #"[{"id":"a","type":"book","title":"A","author":[{"name":"Jane Doe"},"Ann Roe"],"editor":[{"family":"X"}],"#
        + #""ISBN":["9780306406157"],"title-short":"a"}]"#)
    #expect(batch.format == "csl-json" && batch.drafts[0][.author] == ["Jane Doe", "Ann Roe"])
    #expect(batch.drafts[0].first(.isbn) == "9780306406157" && batch.leftOut == ["title-short": 1])
    #expect(batch.drafts[0][.contributors] == ["X (editor)"])
  }

  @Test func tablesOfZotero() throws {
    let batch = try read(
      "Key,Item Type,Publication Year,Author,Title,Editor,Abstract Note,Notes\n"
        + "K1,book,2001,\"Doe, Jane\",A,\"Roe, Ann\",An abstract,<p>one</p>; <p>two</p>\nK2,book,2001,,B,\"Roe, Ann; Poe, Bo\",,\n"
    )
    #expect(batch.drafts.map { $0[.author] } == [["Jane Doe"], ["Ann Roe", "Bo Poe"]])
    #expect(batch.drafts[0].first(.synopsis) == "An abstract" && batch.drafts[0].first(.notes) == "one\n\ntwo")
    #expect(
      batch.drafts.map { $0[.contributors] } == [["Ann Roe (editor)"], ["Ann Roe (editor)", "Bo Poe (editor)"]])
    #expect(batch.leftOut["Editor"] == nil)
  }

  /// An invalid number is reported even if another number is valid.
  @Test func aWrongNumberBesideARightOne() throws {
    let batch = try read("Book Id,Title,Author,Exclusive Shelf,ISBN,ISBN13\n1,A,B,read,0441172717,9780306406158\n")
    #expect(batch.drafts[0].first(.isbn) == "0441172717")
    #expect(batch.reasons == "ISBN: “9780306406158” is not an ISBN; 0441172717 is used")
  }

  @Test func numbersOfTwoBooks() throws {
    let header = "Book Id,Title,Author,Exclusive Shelf,ISBN,ISBN13\n"
    let other = try read(header + "1,A,B,read,0306406152,9780441172719\n")
    #expect(other.drafts[0].first(.isbn) == "9780441172719")
    #expect(other.reasons == "ISBN: “0306406152” belongs to another book than ISBN13, which is used")
    #expect(try read(header + "1,A,B,read,0441172717,9780441172719\n").problems.isEmpty)
  }

  @Test func linesOfSpreadsheets() {
    #expect(CleanText.lines("a\u{B}b") == "a\nb\n" && CleanText.line("a\u{B}b\u{7}") == "a b")
  }

  @Test func placesOfReadwise() throws {
    let table = try read(
      "Highlight,Book Title,Book Author,Location Type,Location\none,T,A,location,123.0\n")
    #expect(table.drafts.last?.first(.location) == "loc 123")
    let notes = try read(
      "# B\n## Metadata\n- Author: [[A]]\n- Full Title: B\n- Category: #books\n## Highlights\n- One ([Location 1,165](https://x))\n"
    )
    #expect(notes.drafts.last?.first(.location) == "loc 1165")
  }

  @Test func paragraphsAndPicturesOfReadwise() throws {
    let batch = try read(
      "# B\n## Metadata\n- Author: [[A]]\n- Full Title: B\n- Category: #books\n## Highlights\n- One.\n\n  Two.\n  Three. ([Location 7](https://x))\n"
        + "- ![](https://x/y.png)\n")
    #expect(batch.drafts(.quote).map { $0.first(.text) } == ["One.\n\nTwo.\nThree."])
    #expect(batch.skipped == 1 && batch.reasons == "a picture")
  }

  /// Values from calibredb that no field can take are reported.
  @Test func whatCalibreSaysBeside() throws {
    let batch = try read(
      #"[{"title":"T","uuid":"u","authors":"by Jane Doe","author_sort":"x","favourite":"yes","cover":"/x.jpg","empty":""}]"#
    )
    #expect(batch.leftOut == ["favourite": 1])
  }

  @Test func wordsBeforeAuthors() throws {
    #expect(try read("Title,Author,PRINT LENGTH\nT,by J.K. Rowling,320\n").drafts[0][.author] == ["J.K. Rowling"])
    #expect(try read("Title,Author,PRINT LENGTH\nT,Byron,320\n").drafts[0].first(.pages) == "320")
  }

  /// The line number of an error includes the lines of text that a program wrote before its output.
  @Test func linesOfDamagedJSON() throws {
    do {
      _ = try read("Upgrading database to version 24...\n[{\"title\": \"A\",\n\"authors\"", as: "calibre")
      Issue.record("it was read")
    } catch SourceReader.Failure.source(let error) {
      #expect(error.line == 3)
    }
  }

  @Test(arguments: [
    ("4 stars", "4"), ("1 Star", "1"), ("85%", "4.25"), ("★★★½", "3.5"), ("7/10", "3.5"), ("0", nil), ("12%x", nil),
  ])
  func waysToWriteARating(_ text: String, _ rating: String?) throws {
    let batch = try read("Title,Author,Rating\nT,A,\(text)\n")
    #expect(batch.drafts[0].first(.rating) == rating)
    #expect(batch.reasons.contains("is not a rating") == (text == "12%x"))
  }

  /// The scale that most ratings fit is used, and the other ratings are reported.
  @Test func aRatingThatDoesNotFit() throws {
    let batch = try read("Title,Author,Rating\nA,x,3.25\nB,x,11\nC,x,-1\nD,x,★★★½\nE,x,4/5\nF,x,1e999\n")
    #expect(batch.drafts.map { $0.first(.rating) } == ["3.25", nil, nil, "3.5", "4", nil])
    #expect(batch.notes.isEmpty && batch.reasons.contains("Rating: “11” is not a rating"))
    let percent = try read("Title,Author,Rating\nA,x,80\nB,x,100\nC,x,5\n")
    #expect(percent.drafts.map { $0.first(.rating) } == ["4", "5", "0.25"])
  }

  @Test func scalesOfRatings() throws {
    let batch = try read("- {title: A, author: X, rating: 5}\n- {title: B, author: X, rating: 6}\n")
    #expect(batch.drafts.map { $0.first(.rating) } == ["2.5", "3"])
    #expect(batch.notes == ["“rating” of x is read as ratings out of 10"])
    #expect(try read("- {title: A, author: X, rating: 5}\n").notes.isEmpty)
  }

  @Test func chaptersOfANotebook() throws {
    let batch = try read(
      "<html><body><div class=\"bookTitle\">T</div><div class=\"authors\">Doe, Jane</div><div class=\"sectionHeading\">One</div>"
        + "<div class=\"noteHeading\">Highlight (<span class=\"highlight_yellow\">yellow</span>) - Part 1 > Page 5 · Location 123</div>"
        + "<div class=\"noteText\">x</div></body></html>")
    #expect(batch.drafts.last?.first(.chapter) == "One > Part 1" && batch.drafts.last?.first(.page) == "5")
  }
}
