import Testing

@testable import ShelfCLI

/// Tests owned, lent and borrowed books: `lend`, `borrow`, `renew`, `return`, `loans`, and related queries.
struct LoanTests {
  private func library() throws -> TestLibrary { try TestLibrary() }

  /// `lend` records the borrower, the start date and the due date, and `return` moves the loan to `loans`.
  @Test func lentAndReturned() throws {
    let library = try library()
    #expect(
      try library.run("lend Dune Anna --since 2026-10-02 --until 2w")
        == "“Dune”: lent to Anna since 2026-10-02, due 2026-12-05\nopen issue: “Ask Anna to return Dune”\n")
    let text = try #require(library[SmallLibrary.dune])
    #expect(text.contains("lentTo: Anna\nlentOn: 2026-10-02\ndueOn: 2026-12-05\n"))
    // The other fields and comments are unchanged.
    #expect(text.contains("title: Dune # the first one\n"))
    #expect(
      try library.run("return Dune --date 2026-11-20")
        == "“Dune”: back from Anna, lent 2026-10-02 to 2026-11-20\nopen issue: “Ask Anna to return Dune”\n")
    #expect(try #require(library[SmallLibrary.dune]).contains("loans: 2026-10-02/2026-11-20 Anna\n"))
    _ = try library.run("undo 2")
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
  }

  /// `borrow` does not change whether the user owns a copy, and `return` ends loans in both directions.
  @Test func borrowedAndReturned() throws {
    let library = try library()
    #expect(
      try library.run("borrow Emma", ["--from", "city library", "--until", "2026-12-20"])
        == """
        “Emma”: borrowed from city library since 2026-11-21, due 2026-12-20
        you also have a copy of your own; if you have none, run `shelf set b0000003 owned=false`

        """)
    #expect(try library.run("renew Emma --until 1m") == "“Emma”: due on 2026-12-20 → 2027-01-20\n")
    _ = try library.run("return Emma")
    let text = try #require(library[SmallLibrary.emma])
    #expect(text.contains("\nloans: 2026-11-21/2026-11-21 from city library\n"))
    #expect(!text.contains("borrowedFrom") && !text.contains("owned"))
    _ = try library.run("set Emma owned=true")
    #expect(try library.run("borrow Emma Bob").contains("a copy of your own"))
    #expect(try !library.run("doctor").contains("contradictory-loan"))
    _ = try library.run("return Emma")
    #expect(try #require(library[SmallLibrary.emma]).contains("owned: true\n"))
    for words in ["owned=false", "owned= status=wanted"] {
      _ = try library.run("set Emma \(words)")
      #expect(
        try library.run("borrow Emma Bob") == "“Emma”: borrowed from Bob since 2026-11-21\n")
      #expect(try #require(library[SmallLibrary.emma]).contains("owned: false\n"))
      _ = try library.run("return Emma")
    }
  }

  /// Without a terminal, borrowing a book that is not in the library is an error.
  @Test func borrowedButNotHere() throws {
    let library = try library()
    let said = try library.run("borrow Ubik --from Jan")
    #expect(said.hasPrefix("! error: no book is called “Ubik”\n"), "\(said)")
    #expect(said.hasSuffix("[1]\n"))
    #expect(try library.run("book list ubik -c title").isEmpty)
  }

  /// It is an error to lend a book that is already lent, to return a book that is not lent, or to end a loan before it
  /// starts. Each error states the reason.
  @Test func refusals() throws {
    let library = try library()
    _ = try library.run("lend Dune Anna --until 2026-12-01")
    #expect(
      try library.run("lend Dune Bob") == """
        ! error: “Dune” has not been returned: lent to Anna since 2026-11-21, due 2026-12-01
        ! hint: once it has been returned, run `shelf return Dune`; if you have another copy, run \
        `shelf book set b0000001 copies+=1`
        [1]

        """)
    #expect(try library.run("borrow Dune --from Bob").hasPrefix("! error: “Dune” has not been returned: lent to Anna"))
    #expect(
      try library.run("renew Dune --until 2026-11-01")
        == "! error: 2026-11-01 is before the day the loan of “Dune” began, 2026-11-21\n[1]\n")
    _ = try library.run("return Dune")
    #expect(
      try library.run("return Dune") == """
        ! error: “Dune” is neither lent nor borrowed
        ! hint: the last loan was 2026-11-21/2026-11-21 Anna
        [1]

        """)
    #expect(try library.run("renew Dune --until 2w").hasPrefix("! error: “Dune” is neither lent nor borrowed"))
    #expect(
      try library.run("lend Emma Bob --since 2026-11-01 --until 2026-10-01").contains("is before the day the loan"))
    #expect(try library.run("lend Emma Bob --since 2027-01-01").contains("is in the future"))
    #expect(try library.run("lend Emma").hasPrefix("! error: no name was given: who has your copy?"))
    _ = try library.run("set Emma owned=false")
    #expect(try library.run("lend Emma Bob").hasPrefix("! error: you have no copy of “Emma” to lend"))
  }

  /// The options of `add` describe the book to borrow: one with these values, or a new one.
  @Test func borrowedWithFields() throws {
    let library = try library()
    let said = try library.run("borrow Ubik", ["--author", "Dick, Philip K.", "--year", "1969", "--from", "Jan"])
    #expect(said.hasPrefix("Added book “Ubik”\n") && said.contains("borrowed from Jan since 2026-11-21"), "\(said)")
    let added = try library.run("list ubik --columns author,year,owned,borrowedFrom,lentOn")
    #expect(added == "Philip K. Dick\t1969\tfalse\tJan\t2026-11-21\n")
    #expect(try library.run("borrow Dune --author Nobody --from Jan").contains("Added book “Dune”"))
    #expect(
      try library.run("borrow Emma", ["--author", "jane austen", "Jan"]).hasPrefix(
        "“Emma”: borrowed from Jan since 2026-11-21\n"))
    #expect(try library.refused("borrow Ubik2 --authr Dick --from Jan").contains("no field “authr”"))
  }

  /// An empty date, for example from an unset variable in a script, is refused.
  @Test func aDayThatIsEmpty() throws {
    let library = try library()
    for option in ["--since", "--until"] {
      let said = try library.refused("lend Dune Anna", [option, ""])
      #expect(said.contains("expected a date"), "\(said)")
    }
    _ = try library.run("lend Dune Anna")
    for words in [["renew", "Dune", "--until", ""], ["return", "Dune", "--date", ""]] {
      _ = try library.refused(words[0], Array(words.dropFirst()))
    }
  }

  /// `shelf loans` lists each loan with the person and the dates. Overdue loans come first.
  @Test func loans() throws {
    let library = try library()
    _ = try library.run("lend Dune Anna --since 2026-10-02")
    _ = try library.run("borrow Emma --from library --since 2026-10-01 --until 2026-11-20")
    _ = try library.run("lend", ["Dune Messiah", "Bob", "--until", "2026-12-01"])
    #expect(
      try library.run("loans --format table") == """
        Who                 Title         Since       Until                      ID
        library  lends you  Emma          2026-10-01  2026-11-20  1 day overdue  b0000003
        Bob      has        Dune Messiah  2026-11-21  2026-12-01                 b0000002
        Anna     has        Dune          2026-10-02                             b0000001

        2 lent, 1 borrowed, 1 overdue

        """)
    #expect(
      try library.run("loans").split(separator: "\n").first
        == "b0000003-0000-4000-8000-000000000000\tborrowed\tlibrary\tEmma\t2026-10-01\t2026-11-20\t1")
    #expect(try library.run("loans anna --json").contains("\"person\": \"Anna\""))
    // `is:lent`, `is:borrowed`, `is:overdue`, `lent:anna`.
    #expect(try library.run("book list is:lent -c title") == "Dune\nDune Messiah\n")
    #expect(try library.run("book list is:borrowed -c title") == "Emma\n")
    #expect(try library.run("book list is:overdue -c title") == "Emma\n")
    #expect(try library.run("book list lent:anna -c title") == "Dune\n")
    // The overview lists overdue loans.
    #expect(
      try library.run("").contains(
        "overdue\tb0000003-0000-4000-8000-000000000000\tEmma\tborrowed\tlibrary\t2026-11-20\n"))
    // A due date in the future is not a problem.
    #expect(try !library.run("doctor").contains("dueOn"))
  }

  /// If `owned` is not set, a book on the shelf is considered owned, and the ownership of other books is unknown.
  @Test func owned() throws {
    let library = try library()
    #expect(try library.run("book list is:owned -c title").hasPrefix("Dune Messiah\n三体\n! note: 2 books have no value"))
    _ = try library.run("set Dune owned=true")
    _ = try library.run("set", ["Dune Messiah", "status=wanted"])
    #expect(try library.run("book list is:owned -c title").hasPrefix("Dune\n三体\n! note: 1 book has no value"))
    #expect(try library.run("show 三体 --json owned") == "{\n  \"owned\": true\n}\n")
    #expect(try library.run("show Emma --json owned") == "{\n  \"owned\": null\n}\n")
    #expect(try !library.run("show 三体").contains("owned"))
    #expect(try library.run("book list owned:false -c title").hasPrefix("! note: 1 book has no value for owned"))
  }

  /// `is:next` never finds a lent book.
  @Test func theNextOfASeriesIsNeverLent() throws {
    let library = try library()
    _ = try library.run("set Dune", ["series=Dune 1"])
    _ = try library.run("set", ["Dune Messiah", "series=Dune 2"])
    #expect(try library.run("book list is:next -c title") == "Dune Messiah\n")
    _ = try library.run("lend", ["Dune Messiah", "Anna"])
    #expect(try library.run("book list is:next -c title").isEmpty)
  }

  /// Names of borrowers and lenders never appear in exports for other programs or in commit messages.
  @Test func aNameStaysHere() throws {
    let library = try library()
    library.useGit()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("Begin")
    _ = try library.run("lend Dune Zoltanson --commit")
    _ = try library.run("borrow Emma --from Zoltanson --until 2w --commit")
    _ = try library.run("return Dune Emma --commit")
    _ = try library.run("lend", ["Dune Messiah", "Zoltanson", "--commit"])
    _ = try library.run("undo --commit")
    _ = try library.run("set Emma lentTo=Zoltanson owned=true --commit")
    _ = try library.run("undo --commit")
    _ = try library.run("lend 三体 Zoltanson --commit")
    let messages = try library.git("log", "--format=%B")
    #expect(!messages.contains("Zoltanson"), "\(messages)")
    #expect(messages.contains("Lend “Dune”") && messages.contains("Borrow “Emma”"))
    #expect(try library.run("show Dune").contains("Zoltanson"))
    for format in ["goodreads", "bibtex", "csl-json", "ris"] {
      let text = try library.run("export \(format)")
      #expect(!text.contains("Zoltanson"), "\(format)")
    }
    let said = try library.run("export markdown --output notes")
    #expect(
      said.contains("left out, with numbers of values: lentTo (1), lentOn (1), loans (2)"),
      "\(said)")
    for (path, text) in try library.tree() where path.hasPrefix("notes/") { #expect(!text.contains("Zoltanson")) }
    // shelf's own export is complete.
    #expect(try library.run("export json").contains("Zoltanson"))
  }
}
