import Testing

@testable import ShelfCLI

/// Tests how shelf interprets words that users type before they have read any help.
struct FirstTryWordsTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary([
      "shelf.yaml": "format: 1\n",
      "books/a.yaml": book(1, "H.M.S. Surprise", "Patrick O'Brian"),
      "books/b.yaml": book(2, "The Cheese and the Worms", "Carlo Ginzburg"),
      "books/c.yaml": book(3, "Begründung, Bd. 4", "Heinrich von Sybel"),
      "books/d.yaml": book(4, "Heartstopper: Volume One", "Alice Oseman"),
      "books/e.yaml": book(5, "C++", "Bjarne Stroustrup"),
    ])
  }

  // MARK: - Names

  @Test("the punctuation of a title need not be typed, but `C` is not `C++`")
  func punctuation() throws {
    #expect(try library.run("rate", ["HMS Surprise", "4"]).contains("“H.M.S. Surprise”: rating 4"))
    #expect(try library.run("rate", ["heartstopper volume one", "5"]).contains("rating 5"))
    #expect(try library.refused("rate C 4").contains("no book is called “C”"))
  }

  @Test("an author is not the name of a book, but leads to it")
  func authors() throws {
    let said = try library.refused("lend ginzburg Zoe")
    #expect(
      said.contains("error: no book is called “ginzburg”\n")
        && said.contains("hint: did you mean “The Cheese and the Worms” (00000002)?"))
    #expect(try library.refused("show stroustrup").contains("did you mean “C++”"))
    #expect(
      try library.runOnTerminal("rate ginzburg 4", typing: "y\n").contains("“The Cheese and the Worms”: rating 4"))
  }

  @Test("a mistyped word of a title is recognized")
  func typingMistakes() throws {
    #expect(try library.refused("start heartstoper").contains("did you mean “Heartstopper: Volume One”?"))
    #expect(!(try library.refused("start heartthrob").contains("did you mean")))
  }

  @Test("a number is never taken for a word of a title unasked")
  func numbers() throws {
    #expect(
      try library.runOnTerminal("finish 4", typing: "n\n").contains(
        "No book is called “4”. Did you mean “Begründung, Bd. 4”?"))
    #expect(library["books/c.yaml"]?.contains("status: onShelf") ?? false)
  }

  @Test("on a terminal, every change takes the unique beginning of a title, whatever other kinds contain")
  func beginnings() throws {
    library["issues/i.yaml"] = "id: 00000009-0000-4000-8000-000000000000\ntitle: Read The Cheese aloud\n"
    for change in [["set", "the chee", "rating=4"], ["rate", "the chee", "4"]] {
      #expect(
        try library.runOnTerminal(change[0], Array(change[1...])) == """
          note: “the chee” is “The Cheese and the Worms”
          “The Cheese and the Worms”: rating 4

          """)
      _ = try library.run("undo")
    }
  }

  @Test("elsewhere, the error contains the command with the whole title")
  func commandsWithWholeTitles() throws {
    #expect(
      try library.refused("lend heartstopper Zoe").contains(
        "(00000004)? If so, use `shelf lend 'Heartstopper: Volume One' Zoe`\n"))
    #expect(try library.refused("set", ["the chee", "rating=4"]).contains("`shelf set 'The Cheese and the Worms' "))
  }

  // MARK: - Values behind names

  @Test(
    "`finish` takes a day and stars behind the title",
    arguments: [
      (["H.M.S. Surprise", "4"], "rating 4, date completed 2026-11-21"),
      (["H.M.S. Surprise", "4", "stars"], "rating 4, date completed 2026-11-21"),
      (["H.M.S. Surprise", "1999"], "date completed 1999"),
      (["H.M.S. Surprise", "yesterday", "4.5"], "rating 4.5, date completed 2026-11-20"),
      (["H.M.S. Surprise", "3,5", "2026-10"], "rating 3.5, date completed 2026-10"),
      (["H.M.S. Surprise", "C++", "2"], "“C++”: status on shelf → completed, rating 2"),
    ])
  func finishing(_ words: [String], _ expected: String) throws {
    #expect(try library.run("finish", words).contains(expected))
  }

  @Test("a record with the name is finished, not rated")
  func aTitleThatIsANumber() throws {
    library["books/n.yaml"] = book(6, "1984", "George Orwell")
    let said = try library.run("finish", ["C++", "1984"])
    #expect(said.contains("“C++”: status") && said.contains("“1984”: status"))
    #expect(try library.run("rate 1984 4 stars").contains("“1984”: rating 4"))
    #expect(try library.refused("finish C++ 7").contains("no book is called “7”"))
  }

  @Test("numbers are added up, and a number of copies begins with one")
  func addingUp() throws {
    #expect(try library.run("set C++ copies+=1").contains("copies 2"))
    #expect(try library.run("set C++ copies+=2 pages+=10").contains("pages 10, copies 2 → 4"))
    #expect(try library.run("set C++ copies-=3").contains("copies 4 → 1"))
    #expect(try library.refused("set C++ copies-=9").contains("“-8” is not a valid number of copies"))
    #expect(try library.refused("set C++ pages+=9223372036854775807999").contains("is not a valid number of pages"))
    #expect(try library.refused("set C++ title+=x").contains("“title” is not a list"))
    #expect(try library.refused("set C++ notes-=x").contains("`shelf note BOOK TEXT` adds a paragraph"))
    #expect(try library.run("set C++ copies=3").contains("copies 1 → 3"))
    #expect(try library.run("list --sum copies") == "5\t7\n")
  }

  @Test("`readings` takes years, separated by commas")
  func readings() throws {
    #expect(try library.run("set C++", ["readings=2001, 2013-05"]).contains("“C++”"))
    #expect(library["books/e.yaml"]?.contains("/2001") ?? false)
    #expect(library["books/e.yaml"]?.contains("/2013-05") ?? false)
    #expect(
      try library.refused("set C++", ["readings=2001, often"]).contains("“often” is not a valid value of readings"))
  }

  @Test(
    "due days are taken as people write them",
    arguments: [
      ("18/12/2026", "2026-12-18"), ("12/18/2026", "2026-12-18"), ("18.12.2026", "2026-12-18"),
      ("18 Dec 2026", "2026-12-18"), ("December 18, 2026", "2026-12-18"),
    ])
  func dueDays(_ text: String, _ expected: String) throws {
    #expect(try library.run("lend C++ Zoe --until", [text]).contains("due \(expected)"))
  }

  @Test("`renew` takes the due date behind the book")
  func renewing() throws {
    _ = try library.run("lend C++ Zoe --until 2026-12-01")
    #expect(try library.run("renew C++ 2w").contains("due on 2026-12-01 → 2026-12-15"))
    #expect(try library.run("renew C++", ["18 Dec 2026"]).contains("→ 2026-12-18"))
    #expect(try library.refused("renew C++ 2w --until 3w").contains("unexpected argument “2w”"))
    #expect(try library.refused("renew C++ surprise").contains("no due date was given"))
  }

  @Test("a day that could be two days is refused", arguments: ["11/12/2026", "32/12/2026", "1/2/26", "18 Foo 2026"])
  func unclearDays(_ text: String) throws {
    #expect(try library.refused("lend C++ Zoe --until", [text]).contains("is not a valid due on"))
  }

  @Test("`goal` takes a year and a number")
  func goals() throws {
    #expect(try library.run("goal 2027 12") == "Goal for 2027: 12 books\n")
    #expect(try library.run("goal 20") == "Goal for 2026: 20 books\n")
    #expect(try library.refused("goal x 3").contains("“x” is not a year"))
    #expect(try library.refused("goal 2027 12 13").contains("a goal is one number of books"))
    #expect(try library.refused("goal 2027 12 --year 2027").contains("a goal is one number of books"))
  }

  @Test("a table of loans keeps its due dates, in whatever form")
  func dueDatesOfTables() throws {
    library["x.csv"] =
      "Title,Author,Borrower,Due back,Lent on\nA,Ann,Zoe,15.10.2026,1.10.2026\nB,Bo,Kim,3 Dec 2026,\nD,Cy,Al,18/12/2026,\n"
    let said = try library.run("import", [library.absolute("x.csv")])
    #expect(said.contains("3 new") && !said.contains("left out"))
    #expect(
      try library.run("list has:due --sort title --columns lentTo,dueOn,lentOn")
        == "Zoe\t2026-10-15\t2026-10-01\nKim\t2026-12-03\t\nAl\t2026-12-18\t\n")
    library["y.csv"] = "Title,Author,Lent to,Wann\nE,Eve,Jo,20.11.2026\n"
    _ = try library.run("import --map Wann=dueOn", [library.absolute("y.csv")])
    #expect(try library.run("list lentTo:Jo --columns dueOn") == "2026-11-20\n")
  }

  // MARK: - Words that mean something else

  @Test("`loans` takes overdue, lent and borrowed, unless a person is called so")
  func loans() throws {
    _ = try library.run("lend C++ Zoe --since 2026-01-01 --until 2026-02-01")
    _ = try library.run("borrow", ["H.M.S. Surprise", "--from", "Lent, Roy"])
    #expect(try library.run("loans overdue --columns title") == "C++\n! note: 1 loan has no due date\n")
    #expect(try library.run("loans borrowed --columns title") == "H.M.S. Surprise\n")
    #expect(try library.run("loans lent --columns title") == "H.M.S. Surprise\n")
    #expect(try library.runOnTerminal("loans bob").contains("No loan matches “bob”."))
    _ = try library.run("return C++")
    #expect(try library.run("loans overdue") == "! note: no loan is overdue\n! note: 1 loan has no due date\n")
    #expect(try library.run("list overdue").contains("is:") == false)
    #expect(try library.run("list borrowed") == "! note: `is:borrowed` finds 1 book.\n")
  }

  @Test("`rename` also renames somebody who has borrowed a book")
  func borrowers() throws {
    _ = try library.run("lend C++ Finn --since 2026-01-01")
    _ = try library.run("return C++")
    _ = try library.run("lend C++", ["finn"])
    #expect(try library.run("rename", ["Finn", "Finn O'Neill"]).contains("“C++”"))
    let text = library["books/e.yaml"] ?? ""
    #expect(text.contains("lentTo: Finn O'Neill\n") && text.contains("2026-01-01/2026-11-21 Finn O'Neill"))
  }

  @Test("`rename` renames publishers and custom values, and leads to itself from the words that people try")
  func renamedValues() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {location: {type: text}}}\n"
    _ = try library.run("set C++ location=hall publisher=Norton")
    #expect(try library.run("rename hall", ["reading room"]).hasPrefix("“C++”: location hall → reading room\n"))
    #expect(try library.run("rename norton", ["W. W. Norton"]).contains("publisher Norton → W. W. Norton"))
    // A value with a number could also identify a record.
    _ = try library.run("set C++", ["location=Hall 2"])
    #expect(try library.run("rename", ["Hall 2", "Attic 1"]).contains("location Hall 2 → Attic 1"))
    // A name of a person or a series takes precedence over the same name of a place.
    _ = try library.run("set C++ place=sybel series=Sybel")
    #expect(try library.run("rename sybel Sybille") == "“C++”: series Sybel → Sybille\n")
    _ = try library.run("set C++ author=Ali")
    #expect(try library.run("rename author", ["Ali", "Ali Demir"]).contains("→ Ali Demir"))
    #expect(try library.run("rename person", ["Ali Demir", "Ali Kaya"]).contains("→ Ali Kaya"))
    for line in ["author rename", "person rename"] {
      #expect(try library.refused(line, ["Ali", "Ali Demir"]).contains("`shelf rename Ali 'Ali Demir'`"))
    }
  }

  @Test(
    "a command of another program leads to the one that does it",
    arguments: [
      ("tag classic C++", "`shelf set C++ tags+=classic`"), ("tag add classic C++", "`shelf set BOOK tags+=NAME`"),
      ("untag C++ classic", "`shelf set BOOK tags-=TAG`"),
      ("backup /media/usb", "`shelf guide back up`"), ("commit -m hi", "`git add -A && git commit`"),
      ("print", "`shelf list --format html > list.html`"), ("labels", "`shelf list -c title,author --format csv"),
      ("export xlsx", "`shelf list --format excel > books.csv`"), ("list -o xlsx", "--format excel"),
    ])
  func otherPrograms(_ command: (typed: String, meant: String)) throws {
    #expect(try library.refused(command.typed).contains(command.meant))
  }

  @Test("a word that names a field leads to the groups of that field")
  func fields() throws {
    #expect(
      try library.run("list publishers") == "! note: `shelf books --group publisher` lists the books by publisher.\n")
    #expect(try library.run("stats publisher").contains("to count by publisher, use `shelf stats --by publisher`"))
    #expect(try library.run("stats --by publisher").contains("no record has a value for publisher"))
    #expect(try library.run("stats loans").contains("to count by loans, use `shelf loans --by person`"))
  }

  @Test("a verb that belongs to another command leads there")
  func otherCommands() throws {
    #expect(try library.refused("edit C++", ["title=C"]).contains("hint: use `shelf set C++ 'title=C'`"))
    #expect(try library.refused("quote search corpse").contains("did you mean `shelf quotes WORDS`?"))
    #expect(
      try library.refused("tag", ["History project", "--where", "genre:war"]).contains(
        "`shelf set --where QUERY tags+='History project'`"))
    for (word, meant) in [
      ("reading", "list is:inProgress --columns title,progress"),
      ("random", "list --sort random --limit 1"),
      ("lost", "set TITLE owned=false"), ("count", "stats"), ("publishers", "list --group publisher"),
      ("restore", "undo"), ("buy", "got"), ("authors", "list --group author"), ("languages", "list --group language"),
      ("validate", "doctor"), ("version", "--version"),
    ] { #expect(try library.refused(word).contains("did you mean `shelf \(meant)`?")) }
  }

  @Test("a verb followed by a kind is the kind's command")
  func verbsBeforeKinds() throws {
    #expect(try library.run("add genre Ballads").hasPrefix("Added genre “Ballads”\n"))
    #expect(try library.run("rename genre Ballads Songs") == "“Ballads”: name Ballads → Songs\n")
    #expect(try library.run("show genre Songs").contains("Songs"))
    #expect(try library.run("delete genre Songs", ["--yes"]).contains("Deleted genre “Songs”"))
    #expect(try library.run("add quote", ["Words are few", "--book", "C++"]).contains("Added quote"))
    // On its own or before an assignment, the word is treated as a name.
    #expect(try library.refused("show genre").contains("no record is called “genre”"))
    #expect(try library.refused("set genre rating=4").contains("no record is called “genre”"))
  }

  @Test("a mistake in a command leads to the whole command")
  func wholeCommands() throws {
    #expect(
      try library.refused("tag C++ hard").contains("use `shelf set C++ tags+=hard` or `shelf set hard tags+=C++`"))
    #expect(try library.refused("places").contains("`shelf list --group location` lists the books by it"))
    #expect(try library.refused("corpse").contains("to find records, use `shelf search corpse`"))
    #expect(try library.refused("quote", ["the worms"]).contains("use `shelf quotes 'the worms'`"))
  }

  @Test("an option of another program leads to ours")
  func otherOptions() throws {
    for (option, meant) in [
      ("--csv", "did you mean --format csv?"), ("--fields", "did you mean --columns?"), ("--reverse", "--sort -title"),
      ("--desc", "--sort -title"), ("--count", "`shelf stats`"), ("--all", "shows everything"),
      ("--since 1950", "year:1950.."), ("--until=2025", "added:..2025"),
    ] { #expect(try library.refused("list \(option)").contains(meant)) }
    #expect(try library.refused("stats --csv").contains("unknown option"))
    #expect(try library.refused("finish C++ --rate 4").contains("Did you mean '--rating'?"))
    #expect(try library.refused("loans --csv").contains("Did you mean '--format csv'?"))
  }

  @Test("a format that people print or read leads to the command for it")
  func formats() throws {
    #expect(try library.refused("export html out.html").contains("`shelf publish --output FOLDER` makes web pages"))
    #expect(try library.run("export bib Dune") == library.run("export bibtex Dune"))
    for format in ["tex", "latex", "LaTeX"] {
      #expect(try library.run("export \(format)") == library.run("export quotes --format tex"), "\(format)")
    }
    #expect(try library.refused("quotes --tag memory --format latex").contains("`shelf export tex` writes LaTeX"))
    #expect(try library.refused("list --format latex").contains("`shelf export bibtex`"))
    #expect(try library.refused("export md").contains("`shelf export quotes`"))
    #expect(try library.refused("export chicago").contains("`shelf export bibtex`"))
    #expect(try library.refused("export xlsx").contains("`shelf export csv --output books.csv`"))
    #expect(try library.refused("export json5").contains("the formats are json, jsonl, csv"))
  }

  @Test("an unknown field leads to its declaration")
  func declarations() throws {
    #expect(
      try library.refused("set C++ giftFrom=Emily").contains(
        "to add a field of your own, use `shelf library set fields.book.giftFrom.type=text`; the fields are title,"))
    #expect(try library.refused("set C++ ratign=4").contains("hint: did you mean “rating”?\n"))
    #expect(
      try library.refused("set C++", ["translator=Ann Roe"]).contains("use contributors+=\"NAME (translator)\""))
    #expect(try library.refused("list translator:edmonds").contains("write contributors:NAME"))
  }

  @Test("a file name in the place of a query leads to `--output`")
  func files() throws {
    #expect(
      try library.refused("export csv insurance.csv").contains(
        "to write to that file, use `shelf export csv --output insurance.csv`"))
    #expect(
      try library.refused("export csv kind:book", ["my books.csv"]).contains(
        "`shelf export csv kind:book --output 'my books.csv'`"))
    for line in ["--format csv x.csv", "--format=csv x.csv", "x.csv --format csv", "--format csv --output x.csv"] {
      #expect(try library.refused("export \(line)").contains("use `shelf export csv --output x.csv`"), "\(line)")
    }
    #expect(try library.refused("publish ../web").contains("use `shelf publish --output ../web`"))
  }

  @Test("a library without a public book says which status to publish")
  func nothingToPublish() throws {
    let said = try library.run("publish --output", [library.absolute("../site-\(library.root.suffix(8))")])
    #expect(said.contains("Published an empty library"))
    #expect(
      said.contains(
        "`shelf library set publish.statuses=abandoned,completed,inProgress,paused,onShelf` also publishes books with the status onShelf"
      ))
  }

  @Test("a query for books that are not public says which status to publish")
  func nothingToPublishOfAQuery() throws {
    let folder = library.absolute("../site-\(library.root.suffix(8))")
    let said = try library.run("publish --where", ["title:heartstopper", "--output", folder])
    #expect(said.contains("onShelf` also publishes books with the status onShelf"), "\(said)")
    #expect(!(try library.run("publish zzz --output", [folder])).contains("also publishes"))
  }

  @Test("the columns of groups that only print totals are not dropped silently")
  func columnsOfGroups() throws {
    let said = try library.run("list --group author --columns title,rating")
    #expect(said.contains("only the totals are printed; --format table also prints the books with their columns"))
    #expect(!(try library.run("list --group author").contains("totals")))
  }
}

private func book(_ number: Int, _ title: String, _ author: String) -> String {
  "id: 0000000\(number)-0000-4000-8000-000000000000\ntitle: \"\(title)\"\nauthor: \(author)\nstatus: onShelf\n"
}
