import ShelfTestSupport
import Testing

/// Tests what commands record about readings and copies, and how statistics count them.
@Suite struct ReadingRecordTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test(
    "--note of the verbs of reading adds a paragraph to the notes",
    arguments: ["start", "finish", "pause", "abandon", "got", "shelve"])
  func notesOfVerbs(_ verb: String) throws {
    _ = try library.run("set b0000002", ["notes=see also card 44"])
    if verb == "pause" { _ = try library.run("start b0000002") }
    _ = try library.run("\(verb) b0000002 --note", ["A remark"])
    #expect(try library.run("show b0000002 notes") == "see also card 44\n\nA remark\n")
    _ = try library.run("set b0000002", ["notes+=Another"])
    #expect(try library.run("show b0000002 notes") == "see also card 44\n\nA remark\n\nAnother\n")
    _ = try library.run("set b0000002 --notes", ["Only this"])
    #expect(try library.run("show b0000002 notes") == "Only this\n")
  }

  @Test("a paragraph is added only to long texts, and once in a command")
  func paragraphs() throws {
    _ = try library.run("set b0000002", ["review+=First"])
    #expect(try library.run("show b0000002 review") == "First\n")
    _ = try library.run("progress Emma 40 --note", ["slow"])
    #expect(try library.run("show Emma notes") == "2026-11-21, page 40: slow\n")
    #expect(try library.refused("set b0000002 notes+=a notes+=b").contains("twice"))
    #expect(try library.refused("set b0000002 publisher+=Ace").contains("not a list"))
    #expect(try library.refused("set b0000002 review-=First").contains("not a list"))
    #expect(try library.refused("set b0000002 review+=").contains("must not be empty"))
  }

  @Test("a book that was given away is not on the shelf, but a borrowed one is")
  func givenAway() throws {
    _ = try library.run("set b0000002 owned=false")
    _ = try library.run("borrow 三体 Ben")
    #expect(try library.run("list is:onShelf --columns title") == "三体\n")
    #expect(try library.run("list status:onShelf --columns title") == "三体\n")
    #expect(try library.run("list -status:onShelf --columns title") == "Dune\nDune Messiah\nEmma\n")
    #expect(try library.run("list is:unread --columns title").contains("Dune Messiah"))
    #expect(try library.runOnTerminal("list Messiah --columns title,status").contains("not owned"))
    #expect(try library.run("stats --format tsv").contains("status\tonShelf\t1\n"))
    // A value may have the name of the number of books without pages.
    _ = try library.run("set Dune publisher=unknown")
    #expect(try library.run("stats --by publisher --format tsv").contains("\tunknown\t1\n"))
    #expect(try library.run("stats --by status --format tsv").contains("\tonShelf\t1\n"))
    #expect(try library.runOnTerminal("list --sum pages").contains("1 not owned (owned:true leaves them out)"))
    _ = try library.run("set Dune owned=false")
    #expect(try library.run("list is:completed --columns title") == "Dune\n")
  }

  @Test("statistics by the dates of readings count readings, and books without pages are counted")
  func readings() throws {
    _ = try library.run("set Dune", ["readings=2010-01/2010-02, 2012-05/2012-06", "pages=600"])
    _ = try library.run("finish Emma")
    #expect(
      try library.run("stats --by completed:decade --format tsv")
        == "books\t2010s\t3\nbooks\t2020s\t1\nbooks\t\t2\n")
    #expect(try library.runOnTerminal("stats --by completed").contains("Readings by date completed"))
    #expect(try library.runOnTerminal("stats --by author").contains("Books by author"))
    #expect(try library.run("list --group completed:decade --format tsv").hasPrefix("2010s\t1\n"))
    let all = try library.runOnTerminal("stats")
    #expect(all.contains("3 books without pages") && all.contains("no pages"), "\(all)")
    #expect(try library.runOnTerminal("stats --year 2026").contains("1 book without pages") == false)
  }

  @Test("authors are divided as in an import", arguments: ["add Bok", "set b0000002"])
  func authors(_ command: String) throws {
    let title = command.hasPrefix("add") ? "Bok" : "Messiah"
    func authors(_ text: String) throws -> String {
      _ = try library.run(command + " --author", [text] + (title == "Bok" ? ["--duplicate"] : []))
      defer { if title == "Bok" { _ = try? library.run("delete Bok --yes") } }
      return try library.run("list \(title) --columns author")
    }
    #expect(try authors("Maj Sjöwall & Per Wahlöö") == "Maj Sjöwall; Per Wahlöö\n")
    #expect(try authors("Maj Sjöwall and Per Wahlöö") == "Maj Sjöwall; Per Wahlöö\n")
    #expect(try authors("Wahlöö, Per") == "Per Wahlöö\n")
    #expect(try authors("Maj Sjöwall; Wahlöö, Per") == "Maj Sjöwall; Per Wahlöö\n")
    for one in ["Barnes & Noble", "Ali et al.", "Smith and others", "A.; C. D"] {
      #expect(try authors(one).dropLast() == one.replacing(";", with: "\\\\;"))
    }
  }

  @Test("hints about lists of one's own, authors and types of fields")
  func hints() throws {
    #expect(try library.run("list create", ["Memory seminar"]).contains("tag books with"))
    #expect(try library.refused("add Rabenherz", ["Anja Ukpai"]).contains("use --author 'Anja Ukpai'"))
    #expect(try library.refused("set Dune week=2").contains("fields.book.week.type=integer"))
    #expect(try library.refused("set Dune bought=2020-01-02").contains("fields.book.bought.type=date"))
    #expect(try library.refused("set Dune price=2").contains("fields.book.price.type=money"))
  }

  @Test("further copies of a book that counts its copies, and other spellings of its author, are probable duplicates")
  func duplicates() throws {
    _ = try library.run("library set fields.book.barcode.type=text")
    func add(_ author: String, _ options: String...) throws {
      _ = try library.run("add Krabat --duplicate --author", [author] + options)
    }
    try add("Otfried Preußler", "--barcode", "01")
    try add("Otfried Preußler", "--barcode", "02")
    let check = "doctor --only probable-duplicate"
    #expect(try library.run(check).contains("No problems"))
    try add("Otfried Preussler", "--barcode", "03")
    #expect(try !library.run(check).contains("No problems"))
    _ = try library.run("delete --where barcode:03 --yes")
    _ = try library.run("set --where barcode:01 copies=3 --yes")
    #expect(try !library.run(check).contains("No problems"))
  }

  @Test("elided articles and subtitles after an underscore are ignored when titles are compared")
  func titleForms() throws {
    for (one, other) in [
      ("Education sentimentale", "L’Éducation sentimentale"), ("Altra vita", "Un'altra vita"),
      ("Beloved", "Beloved_ A Novel"), ("The Beloved", "Beloved: A Novel"),
    ] {
      let library = try TestLibrary(["shelf.yaml": "format: 1\n"])
      for title in [one, other] { _ = try library.run("add --duplicate --author", ["Ann Bee", title]) }
      #expect(try library.run("doctor --only probable-duplicate").contains("[probable-duplicate]"), "\(other)")
    }
  }

  @Test("a book without an author is a probable duplicate of the only other book with its title")
  func withoutAnAuthor() throws {
    func findings(_ lines: [String]) throws -> Bool {
      let library = try TestLibrary(["shelf.yaml": "format: 1\n"])
      for line in lines { _ = try library.run("add Poems --duplicate", line.split(separator: "|").map(String.init)) }
      return try library.run("doctor --only probable-duplicate").contains("[probable-duplicate]")
    }
    #expect(try findings(["", "--author|Ann Bee"]))
    #expect(try findings(["--author|Ann Bee|--isbn|9780306406157", ""]))
    #expect(try !findings(["", ""]))
    #expect(try !findings(["", "--author|Ann Bee", "--author|Carl Day"]))
    #expect(try !findings(["--isbn|9780306406157", "--author|Ann Bee|--isbn|9780441013593"]))
    #expect(try !findings(["--series|Works 1", "--author|Ann Bee|--series|Works 2"]))
  }
}
