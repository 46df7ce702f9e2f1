import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfSystem

/// Tests deviations from the formats that occur in other people's files.
@Suite struct ImportQuirkTests {
  /// Imports texts one after another into a new library. The files are named `1`, `2` and so on, with `name` as their
  /// extension.
  private static func importing(
    _ texts: [String], _ name: String = "csv", _ words: [String] = []
  ) throws -> TestLibrary {
    try ImportTests.importing(texts, name, words).library
  }

  private static func books(_ library: TestLibrary, _ columns: String) throws -> String {
    try library.run("book list --sort title --columns", [columns])
  }

  private static let goodreads =
    "Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf,My Review,Date Added,Bookshelves\n"

  /// `--update` does not clear fields that the file lacks, or whose cells were already empty before.
  @Test func updateTakesNothingAway() throws {
    let library = try Self.importing([Self.goodreads + "1,Dune,Frank Herbert,,3,read,,2020/01/01,\n"])
    _ = try library.run("book set dune rating=4 review=Mine publisher=Ace")
    library["2.csv"] = Self.goodreads + "1,Dune,Frank Herbert,,5,read,,2020/01/01,\n"
    _ = try library.run("import --update", [library.absolute("2.csv")])
    #expect(try Self.books(library, "title,rating,review,publisher") == "Dune\t5\tMine\tAce\n")
  }

  @Test func oneEditionHasTwoNumbers() throws {
    let library = try Self.importing([
      Self.goodreads + "1,Dune,Frank Herbert,9780441013593,3,read,,2020/01/01,\n",
      "Title,Authors,ISBN/UID,Read Status,Star Rating,Moods,Pace\nDune,Frank Herbert,0441013597,read,3.0,,\n",
    ])
    #expect(try Self.books(library, "title,isbn") == "Dune\t9780441013593\n")
  }

  @Test func signsOfPeopleAreNoTags() throws {
    let library = try Self.importing([
      Self.goodreads + "1,A,B,,3,read,\"I <3 this <sigh> book.<br/>Second <i>line</i>.\",,\n"
    ])
    #expect(try library.run("book list --json review").contains("\"I <3 this <sigh> book.\\nSecond *line*.\\n\""))
  }

  /// Two entries of a file with the same key are two different books.
  @Test func aKeyThatWasCopied() throws {
    let library = try Self.importing(
      ["@book{dup,title={Dup},author={A},year=2000}\n@book{dup,title={Dup Two},author={B},year=2000}\n"], "bib")
    #expect(try Self.books(library, "title,author") == "Dup\tA\nDup Two\tB\n")
  }

  @Test func shelvesOfOnesOwnAreNoStatus() throws {
    let library = try Self.importing([
      Self.goodreads + "1,A,B,,0,borrowed,,,\n2,C,D,,0,owned,,,\n3,E,F,,0,did-not-finish,,,\n4,G,H,,0,to-read,,,\n"
    ])
    #expect(
      try Self.books(library, "title,status,genres")
        == "A\tonShelf\tborrowed\nC\tonShelf\towned\nE\tabandoned\t\nG\twanted\t\n")
  }

  /// If any rating in a column is above 5, the whole column is interpreted on a scale of 10.
  @Test func ratingsOutOfTen() throws {
    let library = try Self.importing(["title,author,rating\nA,X,9\nB,X,4\nC,X,10\n"])
    #expect(try Self.books(library, "title,rating") == "A\t4.5\nB\t2\nC\t5\n")
  }

  @Test func aDayOfPublicationIsNoReading() throws {
    let library = try Self.importing([
      """
      "Key","Item Type","Publication Year","Author","Title","Date","Date Added"
      "A","book","2019","Smith, Watson","Later","2019-03-18","2015-10-14 15:48:44"

      """
    ])
    #expect(
      try Self.books(library, "title,author,status,year,dateCompleted") == "Later\tWatson Smith\tonShelf\t2019\t\n")
  }

  @Test func theLatestReadingIsTheReading() throws {
    let library = try Self.importing([
      "title,author,status,readings\nA,B,finished,2020-01-01|2020-02-02|;2022-01-01|2022-02-02|\n"
    ])
    #expect(
      try Self.books(library, "title,dateStarted,dateCompleted,readings")
        == "A\t2022-01-01\t2022-02-02\t2020-01-01/2020-02-02\n")
  }

  @Test func aBookOnTwoShelvesIsReadOnce() throws {
    let library = try Self.importing([
      """
      title,author_text,remote_id,start_date,finish_date,rating,shelf,shelf_name
      Dune,Frank Herbert,https://bw.org/book/1,2020-01-01,2020-02-02,4.5,read,Read
      Dune,Frank Herbert,https://bw.org/book/1,2020-01-01,2020-02-02,4.5,scifi-12,Sci Fi

      """
    ])
    #expect(
      try Self.books(library, "title,status,dateStarted,dateCompleted,readings,genres")
        == "Dune\tcompleted\t2020-01-01\t2020-02-02\t\tSci Fi\n")
  }

  /// Goodreads has a separate id for each edition. A different edition of a book in the library is the same book.
  @Test func anotherEditionIsTheSameBook() throws {
    let first = "1,Dune,Frank Herbert,9780441013593,3,read,,2020/01/01,\n"
    let other = "99,Dune,Frank Herbert,9780441013593,5,read,,2020/01/01,\n"
    #expect(try Self.books(Self.importing([Self.goodreads + first, Self.goodreads + other]), "rating") == "3\n")
    // Two editions in the same file are two books.
    #expect(try Self.books(Self.importing([Self.goodreads + first + other]), "rating").count { $0 == "\n" } == 2)
  }

  /// A table is recognized as a table of books only if it has columns that are specific to books. Tables of other
  /// things also have titles and ratings.
  @Test func whatMakesATableOneOfBooks() throws {
    let row = "\nDune,9780441172719,5\n"
    #expect(try Self.books(Self.importing(["Title,ISBN,Rating" + row]), "title,rating") == "Dune\t5\n")
    #expect(try Self.books(Self.importing(["Book Title,Rating\nDune,5\n"]), "title,rating") == "Dune\t5\n")
    let library = try ImportTests.empty()
    library["films.csv"] = "Title,Rating\nDune,5\n"
    #expect(
      try library.run("import", [library.absolute("films.csv")]).contains("shelf cannot tell which format this is"))
    library["isbns.csv"] = "ISBN,Rating\n9780441172719,5\n"
    #expect(try library.run("import", [library.absolute("isbns.csv")]).contains("no column is recognized as the title"))
  }

  /// If a row has a different ISBN but the same Goodreads id, it is a new edition of the same book. If the id is also
  /// different, it is a different book.
  @Test func aNumberOutlivesItsISBN() throws {
    let rows = [
      "1,Dune,Frank Herbert,9780441013593,3,read,,2020/01/01,\n",
      "1,Dune,Frank Herbert,9780340960196,3,read,,2020/01/01,\n",
    ]
    let library = try Self.importing(rows.map { Self.goodreads + $0 })
    #expect(try Self.books(library, "isbn") == "9780340960196\n")
    let other = "2,Dune,Frank Herbert,9780575081505,4,read,,2020/01/01,\n"
    library["in/3.csv"] = Self.goodreads + rows[1] + other
    _ = try library.run("import", [library.absolute("in/3.csv")])
    #expect(try Self.books(library, "isbn,rating") == "9780575081505\t4\n9780340960196\t3\n")
  }

  /// Runs a shell script in the library's folder, and returns its status and error output.
  private static func run(_ script: String, in library: TestLibrary) throws -> (status: Int32, errors: String) {
    var environment = library.environment
    environment["PATH"] = TestMachine.productsFolder.path + ":" + TestMachine.path
    let program = ExternalProgram(
      "sh", ["-c", "cd \"$1\"; " + script, "sh", library.root], environment: environment)
    let ending = try program.run(input: []) { _ in true }
    return (ending.status, String(decoding: ending.errors, as: UTF8.self))
  }

  /// A file is found even if its name is also the name of a format.
  @Test func aFileNamedLikeAFormat() throws {
    let library = try ImportTests.empty()
    library["x.json"] = "[{\"title\": "
    library["bibtex"] = "{"
    #expect(try !Self.run("shelf import x.json", in: library).errors.contains("there are no"))
    #expect(try !Self.run("shelf import bibtex x.json", in: library).errors.contains("there are no file"))
    #expect(try Self.run("shelf import jsom", in: library).errors.contains("there is no file “jsom”"))
  }

  /// A sparse file that claims to be huge is refused without using much memory or time.
  @Test(arguments: ["huge.sqlite", "metadata.db", "books.csv", "books.json"])
  func aSparseFileIsRefusedByItsSize(_ name: String) throws {
    let library = try ImportTests.empty()
    library[name] = name.hasSuffix(".csv") || name.hasSuffix(".json") ? "[" : "SQLite format 3\0"
    let file = try FileHandle(forWritingTo: URL(filePath: library.absolute(name)))
    try file.truncate(atOffset: 20 << 30)
    try file.close()
    let start = ContinuousClock.now
    let (status, errors) = try Self.run("ulimit -v 1000000; exec shelf import ./\(name)", in: library)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(status != 0 && status < 128 && errors.contains("at most"), "\(status) \(errors)")
  }

  @Test func headersThatAreRepeated() throws {
    let library = try Self.importing([
      "sep=;\r\nTitle;Author;Rating;Status\r\nA;B;3;read\r\n\u{FEFF}Title;Author;Rating;Status;Extra\r\nC;D;4;read;\r\n"
    ])
    #expect(try Self.books(library, "title,author,rating") == "A\tB\t3\nC\tD\t4\n")
  }

  @Test func aFileThatEndsInARow() throws {
    let library = try ImportTests.empty()
    library["cut.csv"] = Self.goodreads + "1,Dune,Frank Herbert,,3,read,,2020/01/01,\n2,The Left Ha"
    #expect(try ImportTests.counts(ImportTests.summary(library, [library.absolute("cut.csv")])) == "2 1 0 0 0 1")
  }

  /// Entries without a title are counted as rejected, regardless of the structure of the list.
  @Test func entriesWithoutATitleAreCounted() throws {
    let library = try ImportTests.empty()
    library["list.yaml"] = """
      - &h {author: Frank Herbert}
      - title: Dune
        <<: *h
      - Emma
      - author: only

      """
    let summary = try ImportTests.summary(library, [library.absolute("list.yaml")])
    #expect(ImportTests.counts(summary) == "4 2 0 0 0 2")
    #expect(try Self.books(library, "title,author") == "Dune\tFrank Herbert\nEmma\t\n")
  }

  @Test func aFormatThatIsNotTheFiles() throws {
    let library = try ImportTests.empty()
    library["s.csv"] = "Title,Authors,ISBN/UID,Read Status,Star Rating,Moods,Pace\nDune,Frank Herbert,,read,3.0,,\n"
    let refused = try library.refused("import goodreads", [library.absolute("s.csv")])
    #expect(refused.contains("storygraph") && refused.hasSuffix("[3]\n"))
  }

  @Test func rejectsGoNowhereElse() throws {
    let library = try ImportTests.empty()
    library["l.json"] =
      #"{"1":{"books_id":"1","title":"A","publication":"","primaryauthor":"B"},"2":{"books_id":"2","title":""}}"#
    library["there.json"] = "mine"
    let path = library.absolute("l.json")
    let refused = try library.refused("import --rejects", [library.absolute("there.json"), path])
    #expect(refused.contains("already exists"))
    _ = try library.run("import --rejects", [library.absolute("rejects.json"), "librarything", path])
    #expect(library["rejects.json"] == "{\n\"1\": " + #"{"books_id":"2","title":""}"# + "\n}\n")
  }

  @Test func whatWasTakenBackComesInAgain() throws {
    let library = try ImportTests.empty()
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Start")
    library["1.csv"] = Self.goodreads + "1,Dune,Frank Herbert,,3,read,,2020/01/01,\n"
    _ = try library.run("import --commit", [library.absolute("1.csv")])
    _ = try library.run("undo --yes")
    let summary = try ImportTests.summary(library, [library.absolute("1.csv")])
    #expect(ImportTests.counts(summary) == "1 1 0 0 0 0")
  }

  /// shelf recognizes its own exports regardless of the order of their keys, and even if the user specifies only their
  /// folder.
  @Test func ourOwnFilesAreKnown() throws {
    let library = try Self.importing([Self.goodreads + "1,Dune,Frank Herbert,,3,read,,2020/01/01,sf\n"])
    _ = try library.run("export csv --output", [library.absolute("out")])
    let other = try ImportTests.empty()
    #expect(try ImportTests.counts(ImportTests.summary(other, [library.absolute("out")])) == "2 2 0 0 0 0")
    let object = try JSONSerialization.jsonObject(with: Data(try library.run("export json").utf8))
    let sorted = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    let third = try ImportTests.empty()
    third["sorted.json"] = String(decoding: sorted, as: UTF8.self)
    #expect(try ImportTests.counts(ImportTests.summary(third, [third.absolute("sorted.json")])) == "2 2 0 0 0 0")
  }

  // MARK: - Clippings

  private static func clipping(_ head: String, _ text: String) -> String {
    "Dune (Frank Herbert)\r\n- \(head)\r\n\r\n\(text)\r\n==========\r\n"
  }

  /// An extended highlight matches its earlier version, even if other highlights start at the same position.
  @Test(arguments: [
    ("page 6 | Location 72-72", "page 6 | Location 72-73"), ("page 6 | Location 72-73", "page 6 | Location 71-73"),
    ("page 6", "page 6"),
  ])
  func aHighlightThatIsExtended(_ before: String, _ after: String) throws {
    let day = " | Added on Sunday, November 28, 2021 5:19:35 PM"
    let first =
      Self.clipping("Your Highlight on \(before)\(day)", "Alpha one.")
      + Self.clipping("Your Highlight on \(before)\(day)", "Beta two.")
    let library = try Self.importing([first], "txt")
    _ = try library.run("quote set", ["Alpha one.", "note=to Alpha"])
    library["2.txt"] = first + Self.clipping("Your Highlight on \(after)\(day)", "Alpha one. And more.")
    _ = try library.run("import", [library.absolute("2.txt")])
    #expect(
      try library.run("quote list --sort text --columns text,note")
        == "Alpha one. And more.\tto Alpha\nBeta two.\t\n")
    // An older version of the highlight, from another device or a backup, does not shorten it.
    library["3.txt"] = first
    let older = try ImportTests.summary(library, [library.absolute("3.txt")])
    #expect(ImportTests.counts(older) == "2 0 0 2 0 0")
    #expect(try library.run("quote list --sort text --columns text") == "Alpha one. And more.\nBeta two.\n")
  }

  @Test(arguments: [
    ("Your Highlight on Location na página 16 | Location 210-211 | Added on May 1, 2020", "16", "loc 210-211"),
    (
      "Je highlight op pagina 9 t/m 11 | Locatie 120 t/m 121 | Toegevoegd op zondag 3 mei 2020 10:00:00", "9-11",
      "loc 120-121"
    ),
    ("您在第 45-46 页（位置 #680-681）的标注 | 添加于 2021年11月28日星期日 下午5:19:35", "45-46", "loc 680-681"),
    ("45페이지의 하이라이트 | 위치 680-681 | 2021년 11월 28일 일요일 오후 5:19:35에 추가됨", "45", "loc 680-681"),
    (
      "Twoje zaznaczenie na stronie 5 | w lokalizacji 70-71 | Dodano: niedziela, 28 listopada 2021 17:19:35", "5",
      "loc 70-71"
    ),
    ("Jou hoogtepunt 7 | 8", "", "Jou hoogtepunt 7 | 8"),
  ])
  func places(_ head: String, _ page: String, _ location: String) throws {
    let library = try Self.importing([Self.clipping(head, "Words.")], "txt")
    #expect(try library.run("quote list --columns page,location") == "\(page)\t\(location)\n")
  }

  @Test func aDayThatIsNone() throws {
    let library = try ImportTests.empty()
    library["1.txt"] = Self.clipping("Your Highlight on page 6 | Added on nonsense", "Words.")
    #expect(try library.run("import", [library.absolute("1.txt")]).contains("date: “nonsense” is not a date"))
  }

  /// Text that KOReader generated is not imported as a note; text that the reader typed instead is imported.
  @Test func ownWordsOfKOReader() throws {
    func sidecar(_ text: String) -> String {
      """
      -- we can read Lua syntax here!
      return {
        ["bookmarks"] = {
          [1] = {
            ["notes"] = "The highlighted text", ["text"] = "\(text)",
            ["datetime"] = "2020-11-24 20:10:01", ["highlighted"] = true, ["page"] = 12,
          },
        },
        ["highlight"] = {}, ["doc_pages"] = 100,
        ["stats"] = {["title"] = "Dune", ["authors"] = "Frank Herbert"},
      }

      """
    }
    let own = try Self.importing([sidecar("Page 12 My own thought @ 2020-11-24 20:10:01")], "lua", ["koreader"])
    #expect(try own.run("quote list --columns note") == "My own thought\n")
    let made = try Self.importing([sidecar("Seite 12 The highlighted text @ 2020-11-24 20:10:01")], "lua", ["koreader"])
    #expect(try made.run("quote list --columns note") == "\n")
  }

  @Test func tagsOfSeveralWords() throws {
    let library = try Self.importing(
      [
        """
        # Dune

        ## Metadata
        - Author: [[Frank Herbert]]
        - Full Title: Dune
        - Category: #books

        ## Highlights
        - I must not fear. ([Location 165](https://x))
            - Tags: [[deep work]] [[t2]]

        """
      ], "md")
    #expect(try library.run("quote list --columns tags") == "deep work; t2\n")
  }
}
