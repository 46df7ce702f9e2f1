import Foundation
import Testing

/// Tests how rows are matched with records, and how the summary reports the matches.
@Suite struct ImportMatchingTests {
  private static let header =
    "Book Id,Title,Author,Additional Authors,ISBN13,My Rating,Original Publication Year,Exclusive Shelf,My Review\n"

  private static func summary(_ library: TestLibrary, _ text: String, _ name: String = "in.csv") throws -> [String: Any]
  {
    library[name] = text
    return try ImportTests.summary(library, [library.absolute(name)])
  }

  private static func nearDuplicates(_ summary: [String: Any]) -> [String] {
    (summary["nearDuplicates"] as? [[String: String]] ?? []).map { $0["title"] ?? "" }
  }

  /// Without ids, two rows with the same title and first author may be two books.
  @Test func twoBooksOfOneTitle() throws {
    let rows = ",Salem,S K,,,4,1975,read,\n,Salem,S K,J U,,2,2005,to-read,\n"
    let library = try ImportTests.empty()
    let summary = try Self.summary(library, Self.header + rows)
    #expect(ImportTests.counts(summary) == "2 2 0 0 0 0")
    #expect((summary["records"] as? [String: Int])?["book"] == 2)
    #expect(Self.nearDuplicates(summary) == ["Salem"])
    #expect(
      try library.run("book list --sort year --columns title,author,year,rating")
        == "Salem\tS K\t1975\t4\nSalem\tS K; J U\t2005\t2\n")
    // Each row matches the right book, even if the books were not imported.
    let other = try ImportTests.empty()
    _ = try other.run("book add", ["Salem", "--author", "S K", "--author", "J U", "--year", "2005", "--rating", "1"])
    _ = try other.run("book add --duplicate", ["Salem", "--author", "S K", "--year", "1975", "--rating", "1"])
    let merged = try Self.summary(other, Self.header + rows)
    #expect(ImportTests.counts(merged) == "2 0 0 2 0 0")
    #expect("\(merged["differences"] ?? "")".contains("rating"))
    #expect(!"\(merged["differences"] ?? "")".contains("year"))
  }

  @Test(
    "`&` is the same as the words for “and”",
    arguments: [
      ("The City & the City", "The City and The City"), ("Stolz & Vorurteil", "Stolz und Vorurteil"),
      ("Le Rouge & le Noir", "Le Rouge et le Noir"), ("Stolz&Vorurteil", "Stolz und Vorurteil"),
      ("Mistrz & Małgorzata", "Mistrz oraz Małgorzata"),
    ])
  func oneAnd(_ titles: (sign: String, word: String)) throws {
    let library = try ImportTests.empty()
    let table = "title,author\n\"\(titles.sign)\",A B\n"
    #expect(try ImportTests.counts(Self.summary(library, table)) == "1 1 0 0 0 0")
    let entry = "@book{x, title={\(titles.word)}, author={B, A}}"
    let summary = try Self.summary(library, entry, "in.bib")
    #expect(summary["new"] as? Int == 0)
    #expect(try library.run("list --format ids").split(separator: "\n").count == 1)
  }

  @Test(
    "titles are similar if they agree, or if one lacks the subtitle or cuts it short",
    arguments: [
      ("Mouse Guard: Winter 1152", "Mouse Guard: Fall 1152", false),
      ("Middlemarch: A Study", "Middlemarch: Notes for Students", false),
      ("Middlemarch: A Study of Provincial Life", "Middlemarch", true),
      ("Sapiens: A Brief History of Humankind", "Sapiens: A Brief History", true),
      ("The Hobbit: or There and Back Again", "Hobbit", true), ("Vitamin E: Facts", "Vitamin I: Facts", false),
      ("Stories, Volume E", "Stories, Volume I", false), ("Beloved_ A Novel", "Beloved", true),
      ("Education sentimentale", "L’Éducation sentimentale", true), ("Isola di Arturo", "Isola di Arturo, L'", true),
      ("Un'altra vita: romanzo", "Altra vita", true), ("Dell'amore", "L'amore", true),
    ])
  func similarTitles(_ titles: (one: String, other: String, areSimilar: Bool)) throws {
    for (first, second) in [(titles.one, titles.other), (titles.other, titles.one)] {
      let library = try ImportTests.empty()
      _ = try Self.summary(library, "title,author\n\"\(first)\",A B\n")
      let summary = try Self.summary(library, "title,author\n\"\(second)\",A B\n", "more.csv")
      #expect(summary["new"] as? Int == 1)
      #expect(Self.nearDuplicates(summary) == (titles.areSimilar ? [second] : []))
      // Two rows of one file are compared in the same way.
      let other = try ImportTests.empty()
      let both = try Self.summary(other, "title,author\n\"\(first)\",A B\n\"\(second)\",A B\n")
      #expect(Self.nearDuplicates(both).count == (titles.areSimilar ? 1 : 0))
    }
  }

  /// Entries with the same key are distinguished by their titles, regardless of their order, and with or without the
  /// record of the last import.
  @Test(arguments: ["csl-json", "bibtex"], [true, false])
  func entriesOfOneKey(_ format: String, _ hasBase: Bool) throws {
    func file(_ titles: [(title: String, publisher: String)]) -> String {
      if format == "bibtex" {
        return titles.map { "@book{a, title={\($0.title)}, author={A B}, publisher={\($0.publisher)}}\n" }.joined()
      }
      let items = titles.map {
        #"{"id":"a","type":"book","title":"\#($0.title)","author":[{"given":"A","family":"B"}],"publisher":"\#($0.publisher)"}"#
      }
      return "[" + items.joined(separator: ",") + "]"
    }
    let library = try ImportTests.empty()
    let first = file([("One", "P1"), ("Two", "P2")])
    #expect(try ImportTests.counts(Self.summary(library, first, "x")) == "2 2 0 0 0 0")
    let key = format == "bibtex" ? "bibtex" : "csl"
    func sources() throws -> String { try library.run("book list --columns title,publisher,sources --sort title") }
    let expected = "One\tP1\t\(key):a\nTwo\tP2\t\(key):a#2\n"
    #expect(try sources() == expected)
    func forget() throws {
      if !hasBase { try FileManager.default.removeItem(atPath: library.absolute(".shelf/imports")) }
    }
    try forget()
    #expect(
      try ImportTests.counts(Self.summary(library, file([("Two", "P2"), ("One", "P1")]), "x")) == "2 0 0 2 0 0")
    #expect(try sources() == expected)
    // The file no longer contains the first entry.
    try forget()
    #expect(try ImportTests.counts(Self.summary(library, file([("Two", "P2")]), "x")) == "1 0 0 1 0 0")
    try forget()
    let others = file([("Three", "P3"), ("Two", "P2"), ("One", "P1")])
    #expect(try ImportTests.counts(Self.summary(library, others, "x")) == "3 1 0 2 0 0")
    #expect(try sources() == "One\tP1\t\(key):a\nThree\tP3\t\(key):a#3\nTwo\tP2\t\(key):a#2\n")
    #expect(try ImportTests.counts(Self.summary(library, first, "x")) == "2 0 0 2 0 0")
  }

  /// A less precise location or time does not replace a more precise one from another file.
  @Test func aPoorerFormOfAValue() throws {
    let library = try ImportTests.empty()
    let sidecar = """
      return { ["annotations"] = { [1] = { ["chapter"]="C", ["datetime"]="2024-08-01 10:00:30", ["drawer"]="lighten",
       ["pageno"]=12, ["pos0"]="/body/p[1]/text().0", ["text"]="Same mark" } },
       ["doc_pages"]=155, ["partial_md5_checksum"]="abcd", ["doc_props"]={["title"]="Book X",["authors"]="Jane Doe"} }
      """
    let note = "# Book X\n##### Jane Doe\n\n## C\n### Page 12 @ 01 August 2024 10:00 AM\nSame mark\n\n"
    func columns() throws -> String { try library.run("quote list --columns location,creationDate") }
    #expect(try ImportTests.counts(Self.summary(library, sidecar, "metadata.epub.lua")) == "2 2 0 0 0 0")
    let expected = try columns()
    #expect(expected.contains("screen 12 of 155"))
    // The note has a different key for the highlight; the record gets that key, too.
    #expect(try ImportTests.counts(Self.summary(library, note, "x.md")) == "1 0 1 0 0 0")
    let remembered = library[".shelf/imports/koreader.jsonl"]
    for (text, name) in [(note, "x.md"), (sidecar, "metadata.epub.lua"), (note, "x.md")] {
      let summary = try Self.summary(library, text, name)
      #expect(summary["unchanged"] as? Int == summary["read"] as? Int, "\(summary)")
      #expect((summary["differences"] as? [Any] ?? []).isEmpty, "\(summary)")
    }
    #expect(try columns() == expected)
    #expect(library[".shelf/imports/koreader.jsonl"] == remembered)
    // In the opposite order, the more precise value replaces the less precise one.
    let other = try ImportTests.empty()
    _ = try Self.summary(other, note, "x.md")
    _ = try Self.summary(other, sidecar, "metadata.epub.lua")
    #expect(try other.run("quote list --columns location").contains("screen 12 of 155"))
  }

  @Test func twinsInOneFileAreNamed() throws {
    let library = try ImportTests.empty()
    let summary = try Self.summary(
      library,
      Self.header + "3,Other Ed,Ann Lee,,9780525509288,0,,read,\n4,Other ed,Ann Lee,,9780525509288,0,,read,\n"
        + "5,Le Père,Émile Z,,,0,,read,\n6,le pere,emile z,,,0,,read,\n7,Alone,Nobody,,,0,,read,\n")
    #expect(ImportTests.counts(summary) == "5 5 0 0 0 0")
    #expect(Self.nearDuplicates(summary).sorted() == ["Other ed", "le pere"])
  }

  /// Symbols distinguish names such as `C`, `C#` and `C++`, but separators between words do not.
  @Test func signsTellNamesAndTitlesApart() throws {
    let library = try ImportTests.empty()
    _ = try library.run("book add", ["Learn C", "--author", "Jo Doe"])
    let rows =
      "title,author,genres\nLearn C,Jo Doe,C\nLearn C++,Jo Doe,C++\nLearn C#,Jo Doe,\"C#, sci-fi\"\nÖ C#,Jo Doe,Sci Fi\nÖ C,Jo Doe,2021\nZ,A B,2021_\n"
    #expect(ImportTests.counts(try Self.summary(library, rows)) == "6 5 1 0 0 0")
    #expect(try library.run("genre list --columns name") == "2021\n2021_\nC\nC#\nC++\nsci-fi\n")
  }

  /// A row with a different id is a different book, and the summary mentions the similar one. If the row has the ISBN
  /// of a book in the library, it is that book.
  @Test func aRowWithAnotherNumber() throws {
    let library = try ImportTests.empty()
    _ = try Self.summary(library, Self.header + "5,Le Père,Émile Z,,,0,,read,\n")
    let summary = try Self.summary(library, Self.header + "6,le pere,emile z,,,0,,read,\n", "2.csv")
    #expect(ImportTests.counts(summary) == "1 1 0 0 0 0")
    #expect(Self.nearDuplicates(summary) == ["le pere"])
    _ = try Self.summary(library, Self.header + "7,Nana,Émile Z,,9780525509288,0,,read,\n", "3.csv")
    let same = try Self.summary(library, Self.header + "8,Nana,Émile Z,,9780525509288,0,,read,\n", "4.csv")
    #expect("\(same["problems"] ?? "")".contains("which was imported as goodreads:7"))
  }

  /// After two records have been merged, the rows of both match the remaining record.
  @Test func whatWasMergedHereIsFound() throws {
    let library = try ImportTests.empty()
    let rows = "5,Le Pere,Emile Z,,,3,1980,read,\n6,Le Pere,Emile Z,,,3,1980,read,"
    _ = try Self.summary(library, Self.header + rows + "\n")
    _ = try library.run("doctor --fix=probable-duplicate")
    #expect(try library.run("book list --columns sources").count { $0 == "\n" } == 1)
    let again = try Self.summary(library, Self.header + rows + "\n")
    #expect(ImportTests.counts(again) == "2 0 0 2 0 0")
    let newer = rows.replacing("6,Le Pere,Emile Z,,,3", with: "6,Le Pere,Emile Z,,,5")
    let summary = try Self.summary(library, Self.header + newer + "words\n", "2.csv")
    #expect(ImportTests.counts(summary) == "2 0 1 1 0 0")
    #expect(try library.run("book list --columns rating,review") == "5\twords\n")
  }

  @Test func aRecordInConflictIsNotDeleted() throws {
    let library = try ImportTests.empty()
    _ = try Self.summary(library, Self.header + "5,Dune,Frank Herbert,,,3,,read,\n")
    let path = try #require(library.paths().first { $0.hasPrefix("books/") })
    library[path] = (library[path] ?? "") + "<<<<<<< ours\nrating: 4\n=======\nrating: 5\n>>>>>>> theirs\n"
    let summary = try Self.summary(library, Self.header + "5,Dune,Frank Herbert,,,3,,read,\n")
    #expect("\(summary["problems"] ?? "")".contains("its record cannot be read"))
  }

  @Test func sourceIsAWordOfQueries() throws {
    let library = try ImportTests.empty()
    _ = try Self.summary(library, Self.header + "5,Dune,Frank Herbert,,,3,,read,\n")
    #expect(try library.run("book list source:goodreads:5 --columns title") == "Dune\n")
    // A key does not match a longer key that starts with it.
    _ = try Self.summary(library, Self.header + "57,Tehanu,Ursula K. Le Guin,,,3,,read,\n")
    #expect(try library.run("book list source:goodreads:5 --columns title") == "Dune\n")
    #expect(try library.run("book list source:57 --columns title") == "Tehanu\n")
    #expect(try library.run("book list source:goodreads --columns title") == "Dune\nTehanu\n")
  }

  @Test func filesAreNamed() throws {
    let library = try ImportTests.empty()
    let row = Self.header + "5,Dune,Frank Herbert,,,3,,read,\n"
    library["a.csv"] = row
    library["b.csv"] = row
    let summary = try ImportTests.summary(library, [library.absolute("a.csv"), library.absolute("b.csv")])
    #expect("\(summary["problems"] ?? "")".contains("the same book as the one in line 2 of LIBRARY/a.csv"))
  }

  @Test(arguments: [
    ("", "the file is empty"), ("{}", "does not have the book"),
    ("---\nkindle-sync:\n  title: x\n---\n", "Kindle plugin"),
    (#"{"rows": [{"uri": "x", "target": [{"selector": []}]}], "total": 1}"#, "Hypothesis"),
    ("SQLite format 3\u{0}garbage", "damaged"),
  ])
  func whatIsNoFormat(_ text: String, _ words: String) throws {
    let library = try ImportTests.empty()
    library["x"] = text
    let refused = try library.refused("import", [library.absolute("x")])
    #expect(refused.contains(words) && refused.hasSuffix("[3]\n"))
  }

  @Test func whatProgramsWriteOfLinksAndTimes() throws {
    let library = try ImportTests.empty()
    let review = "As [b:Replay|341735|Replay|Ken Grimwood|https://x.y/1.jpg|1] by [a:Ken Grimwood|19|K|x] [sic]."
    _ = try Self.summary(library, Self.header + "1,T,A,,,4,1975,read,\"\(review)\"\n")
    #expect(try library.run("book list --columns review") == "As Replay by Ken Grimwood [sic].\n")
    let other = try ImportTests.empty()
    _ = try Self.summary(
      other, "title,author,date_added\nT,A,Wed Sep 25 00:00:00 -0700 2024\nU,A,2016-01-02 10:00:00 +0700\n")
    #expect(try other.run("book list --columns dateAdded") == "2024-09-25\n2016-01-02\n")
  }

  @Test func aStoryGraphExportThatASpreadsheetSaved() throws {
    let library = try ImportTests.empty()
    let rows =
      "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read\nT,\"Erin B., AshleyNicole\",,,,read,10/12/2022,10/13/2022\n"
    #expect(try Self.summary(library, rows)["format"] as? String == "storygraph")
    #expect(try library.run("book list --columns author") == "Erin B.; AshleyNicole\n")
  }

  @Test func oneRecordOfLibraryThing() throws {
    let library = try ImportTests.empty()
    let summary = try Self.summary(
      library, #"{"books_id":"7","title":"T","authors":[{"fl":"A B"}],"rating":4}"#, "in.json")
    #expect(ImportTests.counts(summary) == "1 1 0 0 0 0")
    #expect(try library.run("book list --columns title,author,rating") == "T\tA B\t4\n")
  }

  /// A later source replaces a status that an import set only by default, but not a status that the user set.
  @Test func aStatusThatNobodySaidGivesWay() throws {
    let library = try ImportTests.empty()
    _ = try Self.summary(
      library, "T (A B)\n- Your Highlight on Location 1-2 | Added on x\n\nText\n==========\n", "My Clippings.txt")
    _ = try library.run("book add", ["U", "--author", "A B"])
    let summary = try Self.summary(library, Self.header + "1,T,A B,,,4,1975,read,\n2,U,A B,,,4,1975,read,\n")
    #expect(ImportTests.counts(summary) == "2 0 2 0 0 0")
    #expect(try library.run("book list --columns title,status") == "T\tcompleted\nU\tonShelf\n")
  }

  @Test func theNoteOfAHeadingIsKept() throws {
    let library = try ImportTests.empty()
    let rows =
      "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at\nBook IV.,T,A,,\".h1\n\nReflections.\",,h1,order,12,2020-04-13 01:27:29+00:00\nBook V.,T,A,,.h1,,h1,order,14,\nWords,T,A,,,,,order,13,\n"
    #expect(ImportTests.counts(try Self.summary(library, rows)) == "3 2 0 0 1 0")
    #expect(
      try library.run("quote list --sort text --columns text,note,chapter,tags")
        == "Book IV.\tReflections.\tBook IV.\t\nWords\t\tBook IV.\t\n")
  }

  @Test func listsInAFolderAreNamed() throws {
    let library = try ImportTests.empty()
    library["in/goodreads.csv"] = Self.header + "1,T,A B,,,4,1975,read,\n"
    library["in/books.json"] = #"[{"title":"U","author":"A B","rating":4}]"#
    library["in/page.html"] = "<!DOCTYPE html>\n<html><code>@book{k, title={T}}</code></html>"
    let text = try library.run("import", [library.absolute("in")])
    #expect(text.contains("in/books.json was skipped: to import a list or table") && !text.contains("page.html"))
  }

  /// A genre that was excluded from the first import remains excluded, even if the user creates a genre with that name
  /// later.
  @Test func aGenreThatIsMadeByHandLater() throws {
    let library = try ImportTests.empty()
    _ = try library.run("genre add here")
    _ = try library.run("book add", ["T", "--author", "A B", "--genres", "here"])
    let rows = "Book Id,Title,Author,Bookshelves,Exclusive Shelf\n1,T,A B,there,to-read\n"
    _ = try Self.summary(library, rows)
    #expect(try library.run("book list --columns genres") == "here\n")
    _ = try library.run("genre add there")
    #expect(ImportTests.counts(try Self.summary(library, rows)) == "1 0 0 1 0 0")
    #expect(try library.run("book list --columns genres") == "here\n")
  }

  /// Two books with the same title remain separate if the source itself distinguishes them.
  @Test(arguments: [false, true]) func booksWithNothingButATitle(together: Bool) throws {
    let library = try ImportTests.empty()
    for (folder, mark) in [("a", "0"), ("b", "1")] {
      library["in/\(folder).sdr/metadata.epub.lua"] = """
        return {
            ["doc_props"] = { ["title"] = "source" },
            ["partial_md5_checksum"] = "\(mark)123456789abcdef0123456789abcdef",
            ["summary"] = { ["status"] = "complete", ["modified"] = "202\(mark)-01-01" },
        }

        """
    }
    let paths = together ? ["in"] : ["in/a.sdr", "in/b.sdr"]
    for path in paths { _ = try ImportTests.summary(library, [library.absolute(path)]) }
    #expect(
      try library.run("book list --sort completed --columns title,dateCompleted")
        == "source\t2020-01-01\nsource\t2021-01-01\n")
    let again = try ImportTests.summary(library, [library.absolute("in")])
    #expect(again["new"] as? Int == 0 && again["changed"] as? Int == 0)
  }

  /// A clone does not contain the record of the last import, but git's history shows which genres were deleted.
  @Test func aGenreThatWasDeletedStaysDeletedInAClone() throws {
    let library = try ImportTests.empty()
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Start")
    let rows = "Book Id,Title,Author,Bookshelves,Exclusive Shelf\n1,T,A B,\"gone, kept\",to-read\n"
    library["in.csv"] = rows
    _ = try library.run("import --commit", [library.absolute("in.csv")])
    _ = try library.run("genre delete gone --yes --commit")
    try FileManager.default.removeItem(atPath: library.absolute(".shelf/imports"))
    let other = rows + "2,U,A B,gone,to-read\n"
    _ = try Self.summary(library, other)
    #expect(try library.run("book list --sort title --columns title,genres") == "T\tkept\nU\t\n")
    library["in.csv"] = other
    _ = try ImportTests.summary(library, ["--again", "--update", library.absolute("in.csv")])
    #expect(try library.run("genre list --columns name --sort name") == "gone\nkept\n")
  }

  /// A clone does not know which tags an earlier import brought, so an import there removes none.
  @Test func ownTagsStayInAClone() throws {
    let library = try ImportTests.empty()
    library["in.csv"] = "Title,Author,Tags,Genre,Year\nEmma,Jane Austen,\"a, b\",Classic,1815\n"
    let words = ["--map", "Tags=tags", library.absolute("in.csv")]
    _ = try library.run("import", words)
    _ = try library.run("set Emma tags+=seminar tags-=b genres+=Regency year=1816 --create")
    try FileManager.default.removeItem(atPath: library.absolute(".shelf/imports"))
    let list = "list --columns tags,genres,year --format tsv"
    // The second import knows only that the differences were kept.
    for _ in 0..<2 {
      let summary = try ImportTests.summary(library, words)
      let differences = "\(summary["differences"] ?? "")"
      #expect(differences.contains("tags") && differences.contains("year") && !differences.contains("genres"))
      #expect(try library.run(list) == "a; seminar\tClassic; Regency\t1816\n")
    }
    for _ in 0..<2 {
      _ = try ImportTests.summary(library, ["--update"] + words)
      #expect(try library.run(list) == "a; b; seminar\tClassic; Regency\t1815\n")
    }
    // From now on, the last import is known.
    library["in.csv"] = "Title,Author,Tags,Genre,Year\nEmma,Jane Austen,b,Classic,1815\n"
    _ = try ImportTests.summary(library, words)
    #expect(try library.run(list) == "b; seminar\tClassic; Regency\t1815\n")
  }

  /// A row of a diary about one of several copies is about the one that was added first, and says so until the diary is
  /// imported again.
  @Test(arguments: ["Jane Austen", "Austen", ""]) func readingsOfCopies(_ author: String) throws {
    let library = try ImportTests.empty()
    for day in ["2002-01-01", "2001-01-01", "2003-01-01"] {
      _ = try library.run("add", ["Emma", "--author", "Jane Austen", "--date-added", day, "--duplicate"])
    }
    library["diary.csv"] = "Title,Author,Date read\nEmma,\(author),2001\n"
    let file = library.absolute("diary.csv")
    let said = try library.run("import --update", [file])
    #expect(said.contains("2: 3 books have this title and author; the row is about books/emma-"), "\(said)")
    #expect(try library.run("list completed:2001 --columns dateAdded") == "2001-01-01\n")
    let again = try library.run("import", [file])
    #expect(again.contains("1 unchanged") && !again.contains("the row is about"))
  }

  /// doctor, like `add`, takes a book without an author for one with an author and the same title, unless their ISBNs
  /// or their positions in a series differ.
  @Test func booksWithoutAuthors() throws {
    let library = try ImportTests.empty()
    _ = try library.run("add", ["Temps et récit", "--author", "Paul Ricœur", "--isbn", "9780553383041"])
    #expect(try library.refused("add", ["Temps et récit"]).contains("there is already"))
    _ = try library.run("add", ["Temps et récit", "--duplicate"])
    #expect(try library.run("doctor --only probable-duplicate").contains("has the same title [probable-duplicate]"))
    _ = try library.run("set", ["--where", "-author:*", "isbn=9780306406157", "--yes"])
    #expect(try library.run("doctor --only probable-duplicate").contains("No problems"))
  }
}
