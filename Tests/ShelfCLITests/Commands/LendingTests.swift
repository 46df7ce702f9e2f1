import Testing

@testable import ShelfCLI

/// Tests loans of several copies and to several people, and how loans are found.
struct LendingTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    _ = try library.run("add", ["Holes", "--author", "Louis Sachar", "--copies", "12"])
  }

  private var text: String {
    get throws { try library[#require(library.paths().first { $0.hasPrefix("books/holes") })] ?? "" }
  }

  @Test("`--copies` lends and returns several copies at once")
  func copies() throws {
    #expect(
      try library.run("lend", ["Holes", "Herr Schulz", "--copies", "10", "--until", "2w"])
        == "“Holes”: lent to Herr Schulz (10 copies) since 2026-11-21, due 2026-12-05, 10 of 12 lent\n")
    #expect(
      try library.refused("lend", ["Holes", "Anna", "--copies", "3"]).hasPrefix(
        "! error: 2 copies of “Holes” are left, not 3\n"))
    #expect(
      try library.refused("lend", ["Holes", "A and B", "--copies", "\(Int.max)"]).contains("2 copies of “Holes”"))
    #expect(
      try library.refused("return Holes Anna --all --copies 2").contains("--all cannot be combined with --copies"))
    #expect(try library.run("lend Holes Anna") == "“Holes”: lent to Anna since 2026-11-21, 11 of 12 lent\n")
    #expect(
      try library.run("return", ["Holes", "Schulz", "--copies", "4"])
        == "“Holes”: back from Herr Schulz (4 copies), lent 2026-11-21, 6 more are with Herr Schulz\n")
    #expect(
      try library.refused("return", ["Holes", "Schulz", "--copies", "7"]).hasPrefix(
        "! error: Herr Schulz has 6 of “Holes”, not 7\n"))
    #expect(
      try library.run("return", ["Herr Schulz", "--all"])
        == "“Holes”: back from Herr Schulz (6 copies), lent 2026-11-21\n")
    #expect(try text.contains("lentTo: Anna\nlentOn: 2026-11-21\n"))
    #expect(try text.components(separatedBy: "Herr Schulz").count == 11)
    _ = try library.run("lend Holes Ben --copies 2")
    #expect(try library.run("return Holes --all") == "“Holes”: back from Ben (2 copies) and Anna, lent 2026-11-21\n")
    #expect(try !text.contains("lentTo") && !text.contains("/.."))
    for command in ["lend Holes Ben --copies 0", "return Holes --copies 0"] {
      #expect(try library.refused(command).contains("--copies must be at least 1"))
    }
  }

  @Test("a person with several copies of one book can return one without naming the book")
  func onlyThePerson() throws {
    _ = try library.run("lend Holes Ben --copies 3")
    #expect(try library.run("return Ben") == "“Holes”: back from Ben, lent 2026-11-21, 2 more are with Ben\n")
    _ = try library.run("lend Holes Anna")
    #expect(try library.run("return Holes Ben") == "“Holes”: back from Ben, lent 2026-11-21, 1 more is with Ben\n")
    #expect(try library.runOnTerminal("delete Holes", typing: "n\n").contains("Delete book “Holes” (2 copies lent)?"))
    _ = try library.run("return Holes Anna")
    _ = try library.run("lend Emma Ben")
    #expect(try library.refused("return Ben").contains("return all with `shelf return Ben --all`"))
    #expect(try library.run("return Ben --all").contains("“Emma”: back from Ben"))
    #expect(try library.run("loans --format tsv").hasPrefix("! note: nothing is lent"))
  }

  @Test(
    "a text names several people unless it is one name with the family name first",
    arguments: [
      ("Anna, Ben, Cem", ["Anna", "Ben", "Cem"]), ("Anna and Ben", ["Anna", "Ben"]),
      ("Karl von und zu Weg", ["Karl von und zu Weg"]), ("Anna & Ben", ["Anna & Ben"]),
      ("Anna, Ben and Cem", ["Anna", "Ben", "Cem"]), ("Mueller, Hans", ["Mueller, Hans"]),
      ("Lena Meier, Tom Groß", ["Lena Meier", "Tom Groß"]),
      ("Mueller, Hans; Groß, Tom", ["Mueller, Hans", "Groß, Tom"]),
      ("Fr. Weber", ["Fr. Weber"]), ("Lena Maier 7b", ["Lena Maier 7b"]),
      ("Gina, Hans, Ina, Jan", ["Gina", "Hans", "Ina", "Jan"]),
    ])
  func people(_ text: String, _ people: [String]) throws {
    _ = try library.run("lend", ["Holes", text])
    let listed = try library.run("loans --columns person --format tsv").split(separator: "\n").map(String.init)
    #expect(listed.sorted() == people.sorted())
  }

  @Test("hints about options never change the number of copies or replace notes")
  func hints() throws {
    let copies = try library.refused("renew Holes 2w --copies 3")
    #expect(!copies.contains("shelf set"), "\(copies)")
    let note = try library.refused("lend Holes Ben --note torn")
    #expect(note.contains("shelf note BOOK torn") && !note.contains("shelf set"), "\(note)")
  }

  @Test("`lend` and `renew` take a query")
  func queries() throws {
    #expect(try library.refused("lend --where title:holes Ben").contains("--yes"))
    #expect(try library.run("lend --where title:holes Ben until 2w --yes").contains("1 book"))
    #expect(try text.contains("lentTo: Ben\n"))
    #expect(try library.run("renew --where lent:ben 1w --yes").contains("1 book"))
    #expect(try text.contains("dueOn: 2026-12-12\n"))
  }

  @Test("a period extends a loan from the due date, or from today if that has passed")
  func renew() throws {
    _ = try library.run("lend Emma Ben --until 2026-12-20")
    #expect(try library.run("renew Emma 2w") == "“Emma”: due on 2026-12-20 → 2027-01-03\n")
    #expect(try library.run("renew Emma until 24.12.") == "“Emma”: due on 2027-01-03 → 2026-12-24\n")
    #expect(try library.run("renew Emma", ["in 1 week"]) == "“Emma”: due on 2026-12-24 → 2026-12-31\n")
    _ = try library.run("lend Holes Ben --since 2026-10-01 --until 2026-11-01")
    #expect(try library.run("renew Holes --until 2w") == "“Holes”: due on 2026-11-01 → 2026-12-05\n")
  }

  @Test("`loans` finds loans by person or by words of the title, and says if there are none")
  func loans() throws {
    _ = try library.run("lend Holes Ben --until 2026-11-20 --since 2026-11-01")
    _ = try library.run("lend", ["Dune Messiah", "Anna"])
    func titles(_ line: String) throws -> String { try library.run("loans \(line) --columns title --format tsv") }
    #expect(try titles("holes") == "Holes\n")
    #expect(try titles("messiah dune") == "Dune Messiah\n")
    #expect(try titles("sachar") == "Holes\n")
    #expect(try titles("ben") == "Holes\n")
    let overdue = "Holes\n! note: 1 loan has no due date\n"
    #expect(try titles("--overdue") == overdue)
    #expect(try library.run("overdue --columns title --format tsv") == overdue)
    #expect(try titles("overdue holes") == "Holes\n")
    #expect(try library.run("lent anna --columns title --format tsv") == "Dune Messiah\n")
    #expect(try titles("zzz") == "! note: no loan matches “zzz”\n")
    #expect(try library.run("loans zzz --json") == "[]\n! note: no loan matches “zzz”\n")
    _ = try library.run("add", ["1984", "--author", "George Orwell"])
    _ = try library.run("lend 1984 Cem")
    #expect(try titles("1984") == "1984\n")
  }

  @Test("the overview shows loans and issues that are overdue or due within a week")
  func overview() throws {
    _ = try library.run("lend Holes Ben --until 2026-11-20 --since 2026-11-01")
    _ = try library.run("borrow Emma --from library --until today")
    _ = try library.run("lend", ["Dune Messiah", "Anna", "--until", "3d"])
    _ = try library.run("lend 三体 Cem --until 2w")
    _ = try library.run("issue add Order --due tomorrow")
    let page = try library.runOnTerminal("")
    #expect(
      page.contains(
        """
        Overdue
          Holes  lent to Ben  1 day overdue

        Due soon
          Emma          borrowed from library  due today
          Order                                due tomorrow
          Dune Messiah  lent to Anna           due in 3 days

        """), "\(page)")
    let rows = try library.run("")
    #expect(rows.contains("\tEmma\tborrowed\tlibrary\t2026-11-21\n") && rows.contains("\tOrder\t\t\t2026-11-22\n"))
  }

  @Test("a book is found by one of several numbers of its copies, if no other book has it")
  func numbers() throws {
    library["shelf.yaml"] =
      "format: 1\nfields: {book: {barcodes: {type: text}, inventoryNumber: {type: integer}, labels: {type: text list}}}\n"
    _ = try library.run("set", ["Holes", "barcodes=010001; 010002", "inventoryNumber=77"])
    _ = try library.run("set", ["Emma", "barcodes=010003, 010002"])
    for name in ["010001", "10001", "77"] {
      #expect(try library.run("show \(name)").contains("Holes"), "\(name)")
    }
    #expect(try library.run("lend 010001 Ben").hasPrefix("“Holes”: copy 010001 lent to Ben"))
    #expect(try library.run("return 010001").hasPrefix("“Holes”: copy 010001 back from Ben"))
    #expect(try library.run("set 010003 rating=4").hasPrefix("“Emma”"))
    #expect(try library.refused("lend 010002 Ben").contains("matches 2 books"))
  }

  @Test("a book is not suggested if another copy of it has been read, unless it is in the queue")
  func readElsewhere() throws {
    for (title, series) in [("Clouds of Witness", "Wimsey 2"), ("Unnatural Death", "Wimsey 3")] {
      _ = try library.run("add", [title, "--author", "Dorothy L. Sayers", "--series", series])
    }
    _ = try library.run(
      "add", ["Whose Body?", "--author", "Dorothy L. Sayers", "--series", "Wimsey 1", "--status", "completed"])
    #expect(try library.run("next --columns title").hasPrefix("Clouds of Witness\n"))
    _ = try library.run(
      "add", ["Clouds of Witness", "--author", "D. L. Sayers", "--status", "completed", "--duplicate"])
    #expect(try library.run("next --columns title").hasPrefix("Unnatural Death\n"))
    #expect(try !library.run("next --columns title").contains("Clouds"))
    #expect(try library.run("list is:next --columns title") == "Unnatural Death\n")
    #expect(try library.run("").contains("\tUnnatural Death\tWimsey 3\n"))
    let id = try library.run("list title:clouds status:onShelf --columns id --format tsv").prefix(8)
    _ = try library.run("queue add \(id)")
    #expect(try library.run("next --columns title").hasPrefix("Clouds of Witness\n"))
  }

  @Test("verbs that change the state set other fields, as `set` does")
  func fields() throws {
    let said = try library.run("finish", ["Emma", "4", "--review", "Good.", "--year", "1815"])
    #expect(said.contains("rating 3 → 4") && said.contains("review written") && said.contains("year 1815"))
    #expect(try library.run("start", ["Holes", "pages=240", "--tag", "buy"]).contains("pages 240"))
    #expect(try text.contains("status: inProgress\n"))
    #expect(try library.run("finish --review", ["Fine."]).contains("review written"))
    #expect(try library.refused("finish", ["Dune", "status=paused"]).contains("“status” is set twice"))
    #expect(try library.refused("finish", ["Dune", "--foo", "1"]).contains("foo"))
    #expect(try library.run("pause Holes --genre New --create").contains("genres + New"))
    _ = try library.run("issue add Order")
    #expect(try library.run("issue close Order --due tomorrow") == "“Order”: now closed, due 2026-11-22\n")
  }

  @Test("people whose names differ only in case are counted under the commoner spelling")
  func spellings() throws {
    for (title, author) in [("A", "HENRY THWAITE"), ("B", "Henry Thwaite"), ("C", "Henry Thwaite")] {
      _ = try library.run("add", [title, "--author", author])
    }
    #expect(try library.run("stats").contains("Henry Thwaite\t3"))
    #expect(try library.run("stats --by author").contains("Henry Thwaite\t3"))
    for (title, person) in [("A", "BEN K"), ("B", "Ben K")] {
      library["books/\(title).yaml"] =
        "id: d000000\(title.lowercased())-0000-4000-8000-000000000000\ntitle: \(title)\nlentTo: \(person)\n"
    }
    #expect(try library.run("loans --by person --format tsv").hasPrefix("BEN K\t2"))
  }
}
