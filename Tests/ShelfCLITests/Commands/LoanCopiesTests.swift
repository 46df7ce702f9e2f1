import Testing

@testable import ShelfCLI

/// Tests several copies of a book that are lent to different people.
struct LoanCopiesTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    _ = try library.run("set Dune copies=3")
    _ = try library.run("lend Dune Anna --since 2026-10-02")
  }

  private var text: String { library[SmallLibrary.dune] ?? "" }

  @Test("as many copies can be lent as there are")
  func lend() throws {
    #expect(
      try library.run("lend Dune Ben --until 2w")
        == "“Dune”: lent to Ben since 2026-11-21, due 2026-12-05, 2 of 3 lent\nopen issue: “Ask Anna to return Dune”\n")
    _ = try library.run("lend Dune Cem")
    #expect(
      text.contains("lentTo: Anna\nlentOn: 2026-10-02\n") && text.contains("2026-11-21/.. Ben (due 2026-12-05)\n")
        && text.contains("2026-11-21/.. Cem\n"))
    #expect(
      try library.run("lend Dune Dora") == """
        ! error: all 3 copies of “Dune” are lent: to Anna, Ben and Cem
        ! hint: once it has been returned, run `shelf return Dune Anna`; if you have another copy, run \
        `shelf book set b0000001 copies+=1`
        [1]

        """)
    let people = try library.run("loans --format tsv --columns person")
    #expect(people.split(separator: "\n").sorted() == ["Anna", "Ben", "Cem"])
    #expect(try !library.run("doctor").contains("contradictory-loan"))
  }

  @Test("if one person has several copies, the one that is due first comes back first")
  func severalToOnePerson() throws {
    _ = try library.run("lend Dune anna --until 2w")
    #expect(text.contains("2026-11-21/.. Anna (due 2026-12-05)\n"))
    _ = try library.run("return Dune Anna")
    #expect(text.contains("lentTo: Anna\nlentOn: 2026-11-21\ndueOn: 2026-12-05\n"))
    _ = try library.run("return Dune")
    #expect(!text.contains("lentTo"))
  }

  @Test("the loan of any copy is found by the name of the person, and if it is overdue")
  func search() throws {
    _ = try library.run("lend Dune Ben --since 2026-11-01 --until 2026-11-10")
    for query in ["lent:ben", "lentTo:=Ben", "is:overdue", "is:lent"] {
      #expect(try library.run("list", [query, "--columns", "title"]) == "Dune\n", "\(query)")
    }
    #expect(try library.run("list lentTo:=be --columns title") == "! note: `lentTo:be` finds 1 book.\n")
  }

  @Test("`return` needs the person if several copies are lent, and the last loan moves to the fields")
  func back() throws {
    _ = try library.run("lend Dune Ben --until 2w")
    #expect(
      try library.run("return Dune") == """
        ! error: 2 copies of “Dune” are lent: to Anna and Ben
        ! hint: add the name after the book: Anna or Ben
        [2]

        """)
    #expect(try library.run("return Dune Zoe").hasPrefix("! error: no book is called “Zoe”"))
    #expect(try library.run("return Dune --from Zoe") == "! error: “Dune” is lent to Anna and Ben, not to Zoe\n[1]\n")
    #expect(
      try library.run("return Dune from anna")
        == "“Dune”: back from Anna, lent 2026-10-02 to 2026-11-21\nopen issue: “Ask Anna to return Dune”\n")
    #expect(
      text.contains("lentTo: Ben\nlentOn: 2026-11-21\ndueOn: 2026-12-05\n")
        && text.contains("loans: 2026-10-02/2026-11-21 Anna\n"))
    _ = try library.run("lend Dune Cem")
    #expect(try library.run("return Dune Cem").hasPrefix("“Dune”: back from Cem, lent 2026-11-21\n"))
    #expect(try library.run("return Ben").hasPrefix("“Dune”: back from Ben, lent 2026-11-21\n"))
    #expect(!text.contains("lentTo") && !text.contains("/.."))
  }

  @Test("a person with several books is asked for the book, and all can be returned at once")
  func person() throws {
    _ = try library.run("lend Dune Ben")
    _ = try library.run("lend Emma Ben")
    #expect(
      try library.run("return ben") == """
        ! error: “ben” has 2 loans: “Dune” and “Emma”
        ! hint: name the book, or return all with `shelf return ben --all`
        [2]

        """)
    #expect(try library.run("return --where lent:ben --from ben --yes").contains("2 books"))
    #expect(try library.run("loans --format tsv --columns person") == "Anna\n")
  }

  @Test("a whole name takes precedence over part of another person's name")
  func namesThatBeginAlike() throws {
    for (title, person) in [("Momo", "Lina"), ("Ronja", "Lina Groß"), ("Krabat", "Lina")] {
      _ = try library.run("book add", [title, "--author", "A B"])
      _ = try library.run("lend", [title, person])
    }
    #expect(try library.run("return lina").contains("“lina” has 2 loans: “Krabat” and “Momo”"))
    #expect(try library.run("return --where lent:Lina --from Lina --yes").contains("2 books"))
    #expect(try library.run("loans --format tsv --columns person").contains("Lina Groß"))
    _ = try library.run("lend", ["Momo", "Lina Meier"])
    #expect(
      try library.run("return lina") == """
        ! error: “lina” may be Lina Groß (Ronja) or Lina Meier (Momo)
        ! hint: write the whole name, or name the book
        [2]

        """)
  }

  @Test("if another copy of a lent book can be lent, the error names it")
  func otherCopies() throws {
    for year in ["2001", "2002"] {
      _ = try library.run("book add", ["Momo", "--author", "Michael Ende", "--year", year, "--duplicate"])
    }
    let ids = try library.run("list momo --columns id --format tsv").split(separator: "\n").map { String($0.prefix(8)) }
    _ = try library.run("lend", [ids[0], "Ali"])
    #expect(
      try library.run("lend", [ids[0], "Mia"]) == """
        ! error: “Momo” has not been returned: lent to Ali since 2026-11-21
        ! hint: not lent: \(ids[1]); lend one of them instead
        [1]

        """)
    _ = try library.run("lend", [ids[1], "Mia"])
    #expect(try library.run("lend", [ids[0], "Ben"]).contains("once it has been returned"))
    #expect(
      try library.runOnTerminal("delete \(ids[0])").contains("Delete book “Momo” (lent to Ali since 2026-11-21)?"))
  }

  @Test("equal loans of several copies are all kept")
  func equalLoans() throws {
    _ = try library.run("book add", ["Holes", "--author", "A B", "--copies", "3"])
    for _ in 0..<3 { _ = try library.run("lend", ["Holes", "Fr. Weber"]) }
    for _ in 0..<3 { #expect(try library.run("return Holes").contains("back from Fr. Weber")) }
    #expect(
      try library.run("loans past --format tsv --columns person,title").split(separator: "\n").count {
        $0.hasSuffix("Holes")
      } == 3)
    #expect(try !library.run("doctor --only contradictory-loan").contains("holes"))
  }

  @Test("the due date of an issue is not that of a loan")
  func dueIssues() throws {
    let clean = try library.run("doctor --only contradictory-loan")
    _ = try library.run("issue add", ["Order a copy", "--due", "2026-12-01"])
    #expect(try library.run("doctor --only contradictory-loan").contains("due") == clean.contains("due"))
  }

  @Test("more people than copies are refused")
  func morePeopleThanCopies() throws {
    _ = try library.run("book add", ["Holes", "--author", "A B", "--copies", "2"])
    #expect(
      try library.refused("lend", ["Holes", "Ali, Ben, Cem"]).hasPrefix(
        "! error: 2 copies of “Holes” are left, not 3\n"))
    _ = try library.run("lend", ["Holes", "Ali"])
    #expect(try library.refused("lend", ["Holes", "Ben and Cem"]).contains("1 copy of “Holes” is left, not 2"))
    #expect(try library.run("lend", ["Holes", "Mueller, Hans"]).contains("lent to Mueller, Hans since"))
  }

  @Test("several people get a copy each")
  func severalPeople() throws {
    _ = try library.run("lend", ["Dune", "Ben and Cem"])
    #expect(try library.run("loans --format tsv --columns person").split(separator: "\n").count == 3)
    #expect(try library.run("stats --by lentTo").contains("Cem"))
    #expect(try library.run("stats --by loans").contains("Anna"))
    #expect(try library.run("list is:lent --columns title,lentTo --format tsv") == "Dune\tAnna, Ben, Cem\n")
    #expect(try library.run("list loans:cem --columns title") == "Dune\n")
    #expect(try library.refused("lend", ["Emma", "Ben and Cem"]).contains("1 copy of “Emma” is left, not 2"))
    #expect(try library.refused("lend 三体 Ben Cem").contains("for several people, write 'Ben and Cem'"))
  }

  @Test("the name of a further borrower is checked like that of the first one")
  func names() throws {
    for name in ["Ben\nlentTo: Eve", "Ben\u{1B}[2J", " "] {
      let first = try library.refused("lend", ["Emma", name])
      #expect(try library.refused("lend", ["Dune", name]) == first, "\(name)")
    }
    #expect(!text.contains("/.."))
  }

  @Test("`renew` takes the person before the date")
  func renew() throws {
    _ = try library.run("lend Dune Ben")
    #expect(try library.run("renew Dune 2w").hasPrefix("! error: 2 copies of “Dune” are lent: to Anna and Ben\n"))
    #expect(try library.run("renew Dune ben 2w") == "“Dune”: Ben: due on 2026-12-05\n")
    #expect(try library.run("renew Dune ben 3w") == "“Dune”: Ben: due on 2026-12-05 → 2026-12-26\n")
    #expect(try library.run("renew Dune Anna --until 2w") == "“Dune”: due on 2026-12-05\n")
    #expect(text.contains("2026-11-21/.. Ben (due 2026-12-26)"))
  }

  @Test("`rename` renames the borrower of any copy")
  func rename() throws {
    _ = try library.run("lend Dune Ben --until 2w")
    _ = try library.run("rename", ["Ben", "Benjamin"])
    #expect(text.contains("2026-11-21/.. Benjamin (due 2026-12-05)\n"))
  }

  @Test("only copies that are yours are offered instead of a lent one")
  func copiesOfYourOwn() throws {
    for (number, lines) in [
      "status: onShelf", "status: wanted", "status: onShelf\nowned: false", "status: wanted\nowned: true",
      "status: completed", "status: onShelf\nborrowedFrom: Zoe",
    ].enumerated() {
      library["books/jaws-\(number).yaml"] =
        "id: a000000\(number)-0000-4000-8000-000000000000\ntitle: Jaws\nauthor: Peter Benchley\n\(lines)\n"
    }
    _ = try library.run("lend a0000000 Cem")
    let said = try library.refused("lend a0000000 Ben")
    #expect(said.contains("a0000003") && said.contains("a0000004"), "\(said)")
    #expect(!["a0000001", "a0000002", "a0000005"].contains(where: said.contains), "\(said)")
    _ = try library.run("lend a0000003 Ben")
    _ = try library.run("lend a0000004 Ben")
    #expect(try !library.refused("lend a0000000 Ben").contains("not lent"))
  }

  @Test("a copy that is still here makes the book one to read next")
  func next() throws {
    let titles = try library.run("next --columns title")
    _ = try library.run("lend Dune Ben")
    #expect(try library.run("next --columns title") == titles)
  }

  @Test("doctor reports a loan of a further copy without a first one, and more loans than copies")
  func doctor() throws {
    _ = try library.run("lend Dune Ben")
    _ = try library.run("set Dune copies=1")
    #expect(try library.run("doctor").contains("2 copies are lent, but the number of copies is 1"))
    _ = try library.run("set Dune copies=2 lentTo= lentOn=")
    #expect(
      try library.run("doctor").contains("“2026-11-21/.. Ben” is the loan of a further copy, but “lentTo” is missing"))
  }
}
