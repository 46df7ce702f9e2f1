import Testing

@testable import ShelfCLI

/// Tests names as users type them, and the questions of readers who lend books to many people.
struct FirstTryNamesTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary([
      "shelf.yaml": "format: 1\n",
      "books/a.yaml": book(1, "Der Hund", "Jörg Müller"), "books/b.yaml": book(2, "Herztier", "Herta Mueller"),
      "books/c.yaml": book(3, "Blue", "Jo Bjørnstad"), "books/d.yaml": book(4, "Blu", "Zoë Wicomb"),
      "books/e.yaml": book(5, "Tehanu", "Ursula K. Le Guin"), "books/f.yaml": book(6, "Lavinia", "U. K. Le Guin"),
      "books/g.yaml": book(7, "Orsinia", "Ursula Le Guin"), "books/h.yaml": book(8, "Words", "Karl Le Guin"),
      "quotes/q.yaml":
        "id: 00000021-0000-4000-8000-000000000000\nbook: 00000005-0000-4000-8000-000000000000\ntext: Go on\n",
    ])
  }

  private func titles(_ query: String...) throws -> String {
    try library.run("list --columns title --sort title", query).split(separator: "\n").joined(separator: " ")
  }

  @Test("letters that are spelled out find the letter, and the other way round, but no others")
  func spelledOut() throws {
    for query in ["mueller", "müller", "author:mueller", "author:müller", "MUELLER", "mu\u{308}ller"] {
      #expect(try titles(query) == "Herztier Der Hund", "\(query)")
    }
    #expect(try titles("muller") == "Der Hund")
    #expect(try titles("bjoernstad") == "Blue")
    #expect(try titles("blue") == "Blue")
    #expect(try titles("title:blue") == "Blue")
    #expect(try titles("zoe") == "Blu")
    _ = try library.run("lend Blu", ["Jürgen Groß"])
    for query in ["lent:juergen", "lent:jurgen", "lent:gross"] { #expect(try titles(query) == "Blu", "\(query)") }
    #expect(try library.run("loans juergen --columns title") == "Blu\n")
  }

  @Test("an author is found by the family name and any form of the given names")
  func initials() throws {
    for query in ["author:u. k. le guin", "author:\"U. Le Guin\"", "author:ursula le guin", "author:\"Le Guin, U.\""] {
      #expect(try titles(query) == "Lavinia Orsinia Tehanu", "\(query)")
    }
    #expect(try titles("author:\"ursula m. le guin\"") == "Orsinia")
    #expect(try titles("author:le guin") == "Lavinia Orsinia Tehanu Words")
  }

  @Test("books of one title are probable duplicates if the author's name is spelled or abbreviated differently")
  func duplicates() throws {
    library["books/x.yaml"] = book(11, "Herztier", "Herta Müller")
    library["books/y.yaml"] = book(12, "Tehanu", "U. K. Le Guin")
    library["books/z.yaml"] = book(13, "Words", "Mia Le Guin")
    let said = try library.run("doctor --only probable-duplicate")
    #expect(said.contains("books/x.yaml") && said.contains("books/y.yaml") && !said.contains("books/z.yaml"))
  }

  @Test("a state may be typed as it is shown, and a field of a record's book has its kind before it")
  func queries() throws {
    #expect(try library.run("list", ["status:on shelf"]) == library.run("list status:onShelf"))
    #expect(try library.run("quotes", ["book.author:le guin"]).contains("Go on"))
    #expect(try library.run("quotes book.title:blue").contains("Go on") == false)
    #expect(try library.refused("quotes book.colour:blue").contains("colour"))
  }

  @Test("a table counts lent books below it")
  func lentBooks() throws {
    _ = try library.run("lend Blu Zoe")
    #expect(try library.runOnTerminal("list").contains("\n8 books, 1 lent"))
    #expect(try library.runOnTerminal("list -n 2 --sort title:desc").contains("\n2 of 8 books"))
  }

  // MARK: - Loans

  /// Lends books to Ben, Mia and Anna. Ben and Mia return theirs.
  private func lend() throws {
    for (person, book, since, returned) in [
      ("Ben", "Blu", "2025-01-10", "2025-02-01"), ("Mia", "Blu", "2026-09-01", "2026-09-20"),
      ("Ben", "Blue", "2026-09-02", "2026-10-01"),
    ] {
      _ = try library.run("lend \(book) \(person) --since \(since)")
      _ = try library.run("return \(book) --date \(returned)")
    }
    _ = try library.run("lend Words Anna --since 2026-11-01")
  }

  @Test("`loans --all` and `loans past` list past loans, of a person and of a period")
  func pastLoans() throws {
    try lend()
    func loans(_ words: String) throws -> String {
      try library.run("loans \(words) --columns person,title,since,returned")
    }
    let (words, blue) = ("Anna\tWords\t2026-11-01\t\n", "Ben\tBlue\t2026-09-02\t2026-10-01\n")
    let (mia, blu) = ("Mia\tBlu\t2026-09-01\t2026-09-20\n", "Ben\tBlu\t2025-01-10\t2025-02-01\n")
    #expect(try loans("") == words)
    #expect(try loans("--all") == words + blue + mia + blu)
    #expect(try loans("past") == blue + mia + blu)
    #expect(try loans("returned ben") == blue + blu)
    #expect(try loans("--all ben") == blue + blu)
    #expect(try loans("2025") == blu)
    #expect(try loans("lent ben 2026-08..2027-07") == blue)
    #expect(try loans("past --sort since") == blu + mia + blue)
    for period in ["since:2025", "past from:2025", "between:2025 ben", "lent:2025", "past lent:2025-01..2025-03"] {
      #expect(try loans(period) == blu, "\(period)")
    }
    #expect(try loans("lent:anna") == words)
    #expect(try library.run("loans borrowed:2025").contains("no loan began in 2025"))
    #expect(try library.run("loans past --by title lent:2025").hasPrefix("Blu\t1"))
    // The output for scripts that read current loans has the same columns as before.
    #expect(try library.run("loans") == "00000008-0000-4000-8000-000000000000\tlent\tAnna\tWords\t2026-11-01\t\t\n")
    #expect(
      try library.runOnTerminal("loans past mia") == """
        Who       Title  Since       Ended       ID
        Mia  had  Blu    2026-09-01  2026-09-20  00000004

        1 ended

        """)
  }

  @Test("a borrower whose name is typed without its marks is the same person")
  func knownBorrowers() throws {
    _ = try library.run("lend Blu", ["Ayşe"])
    #expect(try library.run("lend Blue ayse").contains("lent to Ayşe"))
    #expect(try library.run("loans ayse --columns title") == "Blu\nBlue\n")
  }

  @Test("a part of a person's name leads to the whole name, and a verb of another program to ours")
  func partsOfNames() throws {
    #expect(try library.refused("rename wicomb Wicombe").contains("use `shelf rename 'Zoë Wicomb' NEW`"))
    #expect(try library.refused("rename Wicomb Wicombe").contains("use `shelf rename 'Zoë Wicomb' 'Zoë Wicombe'`"))
    #expect(
      try library.refused("rename wicomb", ["Zoë Wicombe"]).contains("use `shelf rename 'Zoë Wicomb' 'Zoë Wicombe'`"))
    #expect(try library.refused("tag create easy").contains("did you mean `shelf tag add`?"))
    #expect(try library.refused("genre remove easy").contains("did you mean `shelf genre delete`?"))
  }

  @Test("a name of another kind leads to the command of that kind")
  func namesOfOtherKinds() throws {
    _ = try library.run("genre add", ["mémoire"])
    #expect(
      try library.refused("tag rename memoire memory").contains(
        "there is a genre of that name: use `shelf genre rename memoire memory`"))
    #expect(try library.refused("tag merge memoire memory").contains("`shelf genre merge memoire memory`"))
    #expect(try library.refused("tag delete memoire").contains("`shelf genre delete memoire`"))
    _ = try library.run("tag add seminar")
    #expect(try library.refused("genre rename seminar course").contains("use `shelf tag rename seminar course`"))
    #expect(try library.refused("genre rename nothing course").contains("`shelf genre list`"))
  }

  @Test("an unknown field is reported before an unknown record")
  func unknownFieldsFirst() throws {
    #expect(try library.refused("set nothing week=3").contains("a book has no field “week”"))
    #expect(try library.refused("set nothing year=3").contains("no record is called “nothing”"))
    _ = try library.run("library set fields.book.pricePaid.type=money")
    #expect(try library.refused("edit Blu --price-paid 240").contains("`shelf set RECORD --price-paid 240`"))
  }

  @Test("`loans --by` accepts other names, and `stats --by loans` leads there")
  func otherLoanCounts() throws {
    _ = try library.run("lend Blu Mia")
    for (typed, meant) in [("titles", "title"), ("book", "title"), ("borrower", "person"), ("people", "person")] {
      #expect(try library.run("loans --by \(typed)") == library.run("loans --by \(meant)"), "\(typed)")
    }
    #expect(try library.run("stats --by loans").contains("`shelf loans --by title`"))
  }

  @Test("`loans --by` counts loans and books by person, title and year")
  func loanCounts() throws {
    try lend()
    #expect(try library.run("loans --by person") == "Ben\t2\t2\nAnna\t1\t1\nMia\t1\t1\n")
    #expect(try library.run("loans --by title 2026") == "Blu\t1\t1\nBlue\t1\t1\nWords\t1\t1\n")
    #expect(try library.run("loans --by year --json --limit 1").contains("\"year\": \"2026\",\n    \"loans\": 3"))
    #expect(try library.refused("loans --by color").contains("use person, title or year"))
  }
}

private func book(_ number: Int, _ title: String, _ author: String) -> String {
  "id: 000000\(number < 10 ? "0" : "")\(number)-0000-4000-8000-000000000000\ntitle: \"\(title)\"\nauthor: \(author)\nstatus: onShelf\n"
}
