import Foundation
import ShelfTestSupport
import Testing

/// Tests the `import` command with files from other programs.
@Suite struct ImportTests {
  /// Returns a library without records.
  static func empty() throws -> TestLibrary { try TestLibrary(["shelf.yaml": "format: 1\nname: Test\n"]) }

  /// Imports texts one after another into a new library, and returns the summary of the last import.
  ///
  /// The files are named `1`, `2` and so on, with `name` as their extension.
  static func importing(
    _ texts: [String], _ name: String = "csv", _ words: [String] = []
  ) throws -> (library: TestLibrary, last: [String: Any]) {
    let library = try empty()
    var last: [String: Any] = [:]
    for (number, text) in texts.enumerated() {
      library["in/\(number + 1).\(name)"] = text
      last = try summary(library, words + [library.absolute("in/\(number + 1).\(name)")])
    }
    return (library, last)
  }

  /// Returns the summary of an import, and checks that it accounts for each row.
  static func summary(
    _ library: TestLibrary, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    let text = try library.run("import --format json", words)
    let json = text.range(of: "\n}").map { String(text[..<$0.upperBound]) } ?? text
    let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let summary = try #require(object, "\(text)", sourceLocation: sourceLocation)
    func count(_ key: String) -> Int { summary[key] as? Int ?? -1 }
    #expect(
      count("read") == count("new") + count("changed") + count("unchanged") + count("skipped") + count("rejected"),
      sourceLocation: sourceLocation)
    return summary
  }

  static func counts(_ summary: [String: Any]) -> String {
    ["read", "new", "changed", "unchanged", "skipped", "rejected"].map { "\(summary[$0] as? Int ?? -1)" }
      .joined(separator: " ")
  }

  private static let header =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
    + "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    + "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n"

  private static func row(
    _ id: String, _ title: String, isbn: String = "", rating: String = "0", pages: String = "", year: String = "",
    read: String = "", shelves: String = "", shelf: String = "to-read", review: String = ""
  ) -> String {
    "\(id),\"\(title)\",Ursula K. Le Guin,\"Le Guin, Ursula K.\",,\"=\"\"\"\"\",\"=\"\"\(isbn)\"\"\",\(rating),4.01,Ace,"
      + "Paperback,\(pages),,\(year),\(read),2020/01/02,\"\(shelves)\",,\(shelf),\"\(review)\",,,1,0\n"
  }

  private static let earthsea = row(
    "13642", "A Wizard of Earthsea (Earthsea Cycle, #1)", isbn: "9780553383041", rating: "5", pages: "320.0",
    year: "1968", read: "2020/05/20", shelves: "fantasy, young-adult", shelf: "read",
    review: "Short.<br/><br/>And <i>good</i> &amp; old.")

  @Test func goodreads() throws {
    let library = try Self.empty()
    library["export.csv"] =
      Self.header + Self.earthsea
      + Self.row("1", "Tehanu", shelf: "did-not-finish") + Self.row("2", "Tales", shelf: "lent-out")
    let path = library.absolute("export.csv")
    let summary = try Self.summary(library, [path])
    #expect(Self.counts(summary) == "3 3 0 0 0 0")
    let book = try #require(library["books/a-wizard-of-earthsea-" + id(library, "a-wizard-of-earthsea-") + ".yaml"])
    #expect(
      book.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n").replacing(
        /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f-]{21}/, with: "ID") == """
          title: A Wizard of Earthsea
          author: Ursula K. Le Guin
          status: completed
          rating: 5
          genres:
            - ID # fantasy
            - ID # young-adult
          series: Earthsea Cycle 1
          isbn: "9780553383041"
          format: Paperback
          publisher: Ace
          year: 1968
          pages: 320
          dateAdded: 2020-01-02
          dateCompleted: 2020-05-20
          review: |
            Short.

            And *good* & old.
          sources: goodreads:13642

          """)
    #expect(try library.run("book list status:abandoned --format ids").split(separator: "\n").count == 1)
    #expect(try library.run("book list genre:lent-out status:onShelf --format ids").split(separator: "\n").count == 1)
    // A second import of the same file changes nothing.
    let before = try library.tree()
    #expect(Self.counts(try Self.summary(library, [path])) == "3 0 0 3 0 0")
    #expect(try library.tree() == before)
    #expect(try library.run("doctor").contains("error") == false)
  }

  private func id(_ library: TestLibrary, _ prefix: String) throws -> String {
    let name = try #require(library.paths().first { $0.hasPrefix("books/\(prefix)") })
    return String(name.dropFirst("books/\(prefix)".count).dropLast(5))
  }

  @Test func whatTheOwnerEditedStays() throws {
    let library = try Self.empty()
    library["export.csv"] = Self.header + Self.earthsea
    let path = library.absolute("export.csv")
    _ = try Self.summary(library, [path])
    _ = try library.run("book set", ["A Wizard of Earthsea", "rating=3", "publisher=Parnassus", "genres-=fantasy"])
    // The year, the publisher and the genres change in the file.
    library["export.csv"] =
      Self.header
      + Self.earthsea.replacing("1968", with: "1967").replacing("Ace", with: "Bantam")
      .replacing("young-adult", with: "young-adult, dragons")
    let summary = try Self.summary(library, [path])
    #expect(Self.counts(summary) == "1 0 1 0 0 0")
    let show = try library.run("book show earthsea --format yaml")
    #expect(show.contains("rating: 3\n") && show.contains("year: 1967\n") && show.contains("publisher: Parnassus\n"))
    #expect(show.contains("# dragons") && show.contains("# young-adult") && !show.contains("# fantasy"))
    #expect((summary["differences"] as? [Any])?.count == 1)
    // The file's values take precedence only with `--update`.
    _ = try Self.summary(library, [path, "--update"])
    #expect(try library.run("book show earthsea --format yaml").contains("publisher: Bantam\n"))
  }

  /// A fresh clone does not contain the record of earlier imports, so an import fills only empty fields.
  @Test func withoutTheLastImportEmptyFieldsAreFilled() throws {
    let library = try Self.empty()
    library["export.csv"] = Self.header + Self.earthsea
    let path = library.absolute("export.csv")
    _ = try Self.summary(library, [path])
    _ = try library.run("book set", ["A Wizard of Earthsea", "rating=3", "publisher="])
    try FileManager.default.removeItem(atPath: library.absolute(".shelf/imports"))
    let summary = try Self.summary(library, [path])
    #expect(Self.counts(summary) == "1 0 1 0 0 0")
    let show = try library.run("book show earthsea --format yaml")
    #expect(show.contains("rating: 3\n") && show.contains("publisher: Ace\n"))
    #expect((summary["differences"] as? [Any])?.count == 1)
  }

  @Test func whatWasDeletedStaysDeleted() throws {
    let library = try Self.empty()
    library["export.csv"] = Self.header + Self.earthsea + Self.row("1", "Tehanu")
    let path = library.absolute("export.csv")
    _ = try Self.summary(library, [path])
    _ = try library.run("book delete Tehanu --yes")
    #expect(Self.counts(try Self.summary(library, [path])) == "2 0 0 1 1 0")
    #expect(Self.counts(try Self.summary(library, [path, "--again"])) == "2 1 0 1 0 0")
  }

  /// A book that comes back has its genres and tags again, although nothing else in the library had kept them.
  @Test(arguments: ["delete --all --yes", "book delete --all --yes", "undo"])
  func whatComesBackHasItsGenres(_ command: String) throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Genres\n"])
    library["in.csv"] = "Title,Author,Genre\nDune,Frank Herbert,Desert\nEmma,Jane Austen,Classic\n"
    let path = library.absolute("in.csv")
    let list = "book list --columns title,genres --sort title"
    _ = try library.run("import", [path])
    let before = try library.run(list)
    #expect(before == "Dune\tDesert\nEmma\tClassic\n")
    _ = try library.run(command)
    if command.hasPrefix("book") { _ = try library.run("doctor --fix=unused-genre") }
    _ = try library.run("import --again", [path])
    #expect(try library.run(list) == before)
    // A genre that was deleted alone stays deleted.
    _ = try library.run("genre delete Desert --yes")
    _ = try library.run("import --again --update", [path])
    #expect(try library.run(list) == "Dune\t\nEmma\tClassic\n")
  }

  @Test func anImportIsOneUndo() throws {
    let library = try TestLibrary()
    library["export.csv"] = Self.header + Self.earthsea + Self.row("1", "Tehanu")
    let before = try library.tree()
    _ = try Self.summary(library, [library.absolute("export.csv")])
    #expect(try library.tree() != before)
    _ = try library.run("undo")
    #expect(try library.tree() == before)
    #expect(library[".shelf/imports/goodreads.jsonl"] == nil)
  }

  /// What shelf remembers of a file can be read only by those who can read the file.
  @Test func whatAnImportRemembersIsAsPrivateAsTheFile() throws {
    let library = try Self.empty()
    func remember(_ name: String, _ permissions: Int) throws -> Int? {
      library[name] = "title,author\n\(name),Michael Ende\n"
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: library.absolute(name))
      _ = try Self.summary(library, [library.absolute(name)])
      let base = library.absolute(".shelf/imports/csv.jsonl")
      return try FileManager.default.attributesOfItem(atPath: base)[.posixPermissions] as? Int
    }
    #expect(try remember("a.csv", 0o644) == 0o644)
    #expect(try remember("b.csv", 0o600) == 0o600)
    #expect(try remember("c.csv", 0o644) == 0o600)
  }

  /// An import that changes no record cannot be undone on its own. When the import before it is undone, the values that
  /// shelf recorded for both are removed.
  @Test(arguments: ["title,author,isbn\nMomo,Michael Ende,\n", "title,author\nMomo,Michael Ende\n\n"])
  func anImportOfNothingIsNoUndo(_ other: String) throws {
    let library = try Self.empty()
    (library["a.csv"], library["b.csv"]) = ("title,author\nMomo,Michael Ende\n", other)
    let paths = ["a.csv", "b.csv"].map(library.absolute)
    #expect(Self.counts(try Self.summary(library, [paths[0]])) == "1 1 0 0 0 0")
    let remembered = library[".shelf/imports/csv.jsonl"]
    #expect(Self.counts(try Self.summary(library, [paths[1]])) == "1 0 0 1 0 0")
    #expect(library[".shelf/imports/csv.jsonl"] != remembered)
    let list = try library.run("undo --list")
    #expect(list.contains("a.csv") && !list.contains("b.csv"), "\(list)")
    _ = try library.run("undo")
    #expect(try library.run("book list --format ids") == "" && library[".shelf/imports/csv.jsonl"] == nil)
    // Undoing an import does not count as deleting the book, so the last import below adds the book as new.
    _ = try library.run("redo")
    #expect(try library.run("book list --format ids") != "")
    _ = try library.run("undo")
    #expect(Self.counts(try Self.summary(library, [paths[1]])) == "1 1 0 0 0 0")
  }

  /// Notes in a folder are imported only if the user specifies the format.
  @Test func notesInAFolder() throws {
    let library = try Self.empty()
    library["vault/Neuromancer.md"] = "---\ntitle: Neuromancer\nauthor: William Gibson\nstatus: read\n---\nText\n"
    let text = try library.refused("import", [library.absolute("vault")])
    #expect(text.contains("specify it, as in `shelf import yaml FOLDER`"), "\(text)")
    #expect(try library.run("import", ["yaml", library.absolute("vault")]).contains("1 new"))
  }

  @Test func aDryRunChangesNothing() throws {
    let library = try Self.empty()
    library["export.csv"] = Self.header + Self.earthsea
    let before = try library.tree()
    let path = library.absolute("export.csv")
    #expect(Self.counts(try Self.summary(library, [path, "--dry-run"])) == "1 1 0 0 0 0")
    #expect(try library.tree() == before)
    #expect(library[".shelf/imports/goodreads.jsonl"] == nil)
  }

  /// A row matches a book that the user added by its ISBN, even in a different notation, or by its title and author.
  @Test func knownBooksAreFound() throws {
    let library = try Self.empty()
    _ = try library.run("book add", ["A Wizard of Earthsea", "--isbn", "0-553-38304-3", "--review", "mine"])
    _ = try library.run("book add", ["TEHANU", "--author", "Le Guin, Ursula K."])
    library["export.csv"] = Self.header + Self.earthsea + Self.row("1", "Tehanu")
    let summary = try Self.summary(library, [library.absolute("export.csv")])
    #expect(Self.counts(summary) == "2 0 2 0 0 0")
    let show = try library.run("book show earthsea --format yaml")
    #expect(show.contains("review: mine\n") && show.contains("rating: 5\n") && show.contains("goodreads:13642"))
  }

  @Test func badRowsAreRejectedAndTheRestIsTaken() throws {
    let library = try Self.empty()
    library["export.csv"] =
      Self.header + Self.row("1", "") + Self.earthsea + Self.header
      + Self.row("2", "Tales", rating: "nine", read: "soon") + Self.row("4", "Last") + "3,\"open,rest\n"
    let rejects = library.absolute("rejects.csv")
    let text = try library.run("import", [library.absolute("export.csv"), "--rejects", rejects])
    #expect(text.contains("export.csv:2: no title") && text.contains("a quotation mark is not closed"))
    #expect(text.contains("My Rating: “nine” is not a rating") && text.contains("Date Read: “soon” is not a date"))
    #expect(text.hasSuffix("[1]\n"))
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 3)
    // The rejected rows are written to a file in the same format, which can be corrected and imported.
    #expect(library["rejects.csv"]?.hasPrefix(Self.header) == true)
    library["rejects.csv"] = library["rejects.csv"]?.replacing(",\"\",Urs", with: ",\"Found\",Urs")
    #expect(try library.run("import", [rejects]).contains("1 new"))
  }

  @Test(arguments: [
    ("", "the file is empty"), ("hello", "shelf cannot tell which format this is"),
    ("\u{0}\u{1}", "shelf cannot tell which format this is"),
  ])
  func whatIsNoFormatIsRefused(_ contents: String, _ reason: String) throws {
    let library = try Self.empty()
    library["x"] = contents
    let text = try library.refused("import", [library.absolute("x")])
    #expect(text.contains(reason), "\(text)")
    #expect(text.hasSuffix("[3]\n"))
  }

  @Test func kindle() throws {
    let library = try Self.empty()
    library["My Clippings.txt"] =
      """
      \u{FEFF}Dune (Dune Chronicles, Book 1) (Herbert, Frank)\r
      - Your Highlight on page 12 | Location 71-72 | Added on Sunday, November 28, 2021 5:19:35 PM\r
      \r
      I must not fear.\r
      ==========\r
      \u{FEFF}Dune (Dune Chronicles, Book 1) (Herbert, Frank)\r
      - Your Note on page 12 | Location 72 | Added on Sunday, November 28, 2021 5:20:00 PM\r
      \r
      the litany\r
      ==========\r
      Dune (Dune Chronicles, Book 1) (Herbert, Frank)\r
      - Your Highlight on page 12 | Location 71-73 | Added on Sunday, November 28, 2021 5:21:00 PM\r
      \r
      I must not fear. Fear is the mind-killer.\r
      ==========\r
      Dune (Dune Chronicles, Book 1) (Herbert, Frank)\r
      - Your Bookmark at location 99 | Added on Sunday, November 28, 2021 5:21:00 PM\r
      \r
      \r
      ==========\r
      Momo\r
      – Ihre Markierung bei Position 364-65 | Hinzugefügt am Montag, 28. Dezember 2020 um 21:33:49\r
      \r
      Zeit ist Leben.\r
      ==========\r

      """
    let path = library.absolute("My Clippings.txt")
    let summary = try Self.summary(library, [path])
    #expect(Self.counts(summary) == "5 3 0 0 2 0")
    let quote = try library.run("quote show mind-killer --format yaml")
    #expect(quote.contains("page: \"12\"\n") && quote.contains("location: loc 71-73\n"))
    #expect(quote.contains("note: the litany\n") && quote.contains("creationDate: 2021-11-28T17:21:00Z\n"))
    #expect(try library.run("quote show Zeit --format yaml").contains("location: loc 364-365\n"))
    #expect(try library.run("book show Dune --format yaml").contains("author: Frank Herbert\n"))
    #expect(Self.counts(try Self.summary(library, [path])) == "5 0 0 3 2 0")
  }

  @Test func aTableOfOnesOwn() throws {
    let library = try Self.empty()
    library["list.csv"] = "Buch;Verfasser;Note\nMomo;Michael Ende;4/5\nKrabat;\"Preußler, Otfried\";3.5\n"
    let path = library.absolute("list.csv")
    #expect(try library.refused("import csv", [path]).contains("--map COLUMN=title"))
    let words = [path, "--map", "Buch=title", "--map", "Verfasser=author", "--map", "Note=rating"]
    #expect(Self.counts(try Self.summary(library, ["csv"] + words)) == "2 2 0 0 0 0")
    let show = try library.run("book show Krabat --format yaml")
    #expect(show.contains("author: Otfried Preußler\n") && show.contains("rating: 3.5\n"))
  }

  /// `--map` accepts only existing fields.
  @Test func aColumnGoesIntoAFieldThatExists() throws {
    let library = try Self.empty()
    library["list.csv"] = "Title,Author,Mood\nMomo,Michael Ende,calm\n"
    let words = [library.absolute("list.csv"), "--map", "Mood=moood"]
    #expect(
      try library.refused("import csv", words) == """
        ! error: no record has the field “moood” that --map assigns to “Mood”
        ! hint: declare custom fields under fields in shelf.yaml
        [2]

        """)
    library["shelf.yaml"] = "format: 1\nfields: {book: {mood: {type: text}}}\n"
    #expect(try library.refused("import csv", words).contains("did you mean “mood”?"))
    let good = [library.absolute("list.csv"), "--map", "Mood=mood"]
    #expect(Self.counts(try Self.summary(library, ["csv"] + good)) == "1 1 0 0 0 0")
    #expect(try library.run("book show Momo --format yaml").contains("mood: calm\n"))
  }

  /// If the only argument is the name of a format, even a misspelled one, the error asks for a path.
  @Test func formatWithoutFile() throws {
    let library = try Self.empty()
    for word in ["goodreads", "goodread"] {
      #expect(try library.refused("import", [word]).contains("shelf import goodreads <path>"))
    }
    #expect(try library.refused("import", ["goodread", "x.csv"]).contains("did you mean goodreads?"))
  }

  /// Values that are left out from columns with the same name in several files are counted together.
  @Test func columnsLeftOutOfSeveralFiles() throws {
    let library = try Self.empty()
    library["a.csv"] = "Book Id,Title,Exclusive Shelf,Spoiler\n1,Dune,read,true\n"
    library["b.csv"] = "Title,Authors,Read Status,Star Rating,Spoiler\nMomo,Michael Ende,read,4,1\n"
    let text = try library.run("import", [library.absolute("a.csv"), library.absolute("b.csv")])
    #expect(text.contains("Spoiler (2)"))
    #expect(!text.contains("Spoiler (1)"))
  }
}
