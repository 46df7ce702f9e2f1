import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Verbs with dates in words, words in another order, and commands that belong to another name.
struct FirstTryVerbTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary([
      "shelf.yaml": "format: 1\nfields: {book: {price: {type: money}, signed: {type: boolean}}}\n",
      "books/a.yaml": book(1, "Dune", "Frank Herbert", "owned: true\nprice: 12 EUR\n"),
      "books/b.yaml": book(2, "Emma", "Jane Austen", "status: completed\n"),
      "books/c.yaml": book(3, "Walden", "Henry David Thoreau"),
      "books/d.yaml": book(4, "March", "Geraldine Brooks", "status: wanted\n"),
    ])
  }

  // MARK: - Dates

  @Test(
    "dates in words follow a verb, with and without a preposition",
    arguments: [
      ("finish Dune yesterday", "date completed 2026-11-20"), ("finish Dune last sunday", "date completed 2026-11-15"),
      ("finish Dune 3 March", "date completed 2026-03-03"),
      ("finish Dune March 3 4.5", "rating 4.5, date completed 2026-03-03"),
      ("finish Dune 4 on 3rd of march 2025", "rating 4, date completed 2025-03-03"),
      ("finish Dune last month", "date completed 2026-10"), ("finish Dune in 2020", "date completed 2020"),
      ("start Dune on monday", "date started 2026-11-16"), ("start Dune Walden 3 days ago", "date started 2026-11-18"),
      ("abandon Dune the day before yesterday", "date abandoned 2026-11-19"),
      ("lend Dune to Anna since monday", "lent to Anna since 2026-11-16"),
      ("lend Dune Anna on 3 march until next friday", "lent to Anna since 2026-03-03, due 2026-11-27"),
      ("lend Dune Anna for 2 weeks", "due 2026-12-05"), ("lend Dune Anna yesterday", "since 2026-11-20"),
      ("lend Dune Anna 24 Dec 2026", "due 2026-12-24"),
      ("borrow Walden from Anna since monday until 2w", "borrowed from Anna since 2026-11-16, due 2026-12-05"),
      ("progress Dune 20 yesterday", "progress 20 on 2026-11-20"),
    ])
  func dates(_ line: String, _ expected: String) throws {
    #expect(try library.run(line).contains(expected), "\(line)")
  }

  @Test("`return` and `renew` take dates in words, after a person too")
  func endsOfLoans() throws {
    _ = try library.run("lend Dune Anna since 1 november")
    #expect(try library.run("renew Dune Anna until next friday").contains("2026-11-27"))
    #expect(try library.run("renew Dune 3 weeks").contains("2026-12-18"))
    #expect(try library.run("return Dune Anna on monday").contains("lent 2026-11-01 to 2026-11-16"))
  }

  @Test("a title is not a date, unless a preposition marks the date")
  func titlesThatAreDates() throws {
    library["books/e.yaml"] = book(5, "Saturday", "Ian McEwan")
    #expect(try library.run("finish Dune Saturday").contains("“Saturday”: status"))
    #expect(try library.run("start Walden on saturday").contains("2026-11-14"))
    #expect(try library.refused("lend Dune Anna friday").contains("may be the start or the end of the loan"))
    #expect(try library.refused("pause Dune yesterday").contains("`shelf progress Dune PAGE --date yesterday`"))
    #expect(try library.run("got March yesterday rating=4").contains("2026-11-20"))
    #expect(try library.refused("start Dune --page 80").contains("use `shelf progress BOOK 80`"))
    #expect(try library.refused("finish Dune --note=").contains("must not be empty"))
  }

  @Test("without a title, a date belongs to the book in progress")
  func datesAlone() throws {
    _ = try library.run("start Walden 2026-11-01")
    #expect(
      try library.run("finish last sunday").contains(
        "“Walden”: status in progress → completed, date completed 2026-11-15"))
  }

  @Test(
    "an error about a date names the part that is wrong, with an example",
    arguments: [
      ("finish Dune 2026-02-30", "February 2026 has only 28 days\n! hint: write a date such as 2026-02-28"),
      ("finish Dune 30 february", "February has only 29 days\n! hint: write a date such as 29 February"),
      ("start Dune 2026-13-01", "there is no month 13"),
      ("start Dune 3/4/2026", "either number may be the month\n! hint: write 2026-04-03 or 2026-03-04"),
      ("start Dune on mondy", "“mondy” is not a date"),
      ("return Dune on 31/4/2026", "April 2026 has only 30 days"),
      ("set Dune dateStarted=2026-02-30", "is not a valid date started: February 2026 has only 28 days"),
      ("finish Dune --date 2026-02-30", "February 2026 has only 28 days"),
      ("log --since 2026-02-30", "February 2026 has only 28 days"),
    ])
  func mistakes(_ line: String, _ expected: String) throws {
    #expect(try library.refused(line).contains(expected), "\(line)")
  }

  // MARK: - Values that are not recorded

  @Test("a query about a Boolean field counts the records that do not state it")
  func unstated() throws {
    #expect(
      try library.run("list owned:yes --columns title") == """
        Dune
        Walden
        ! note: 1 book has no value for owned: `shelf books no:owned -owned:yes -status:wanted`

        """)
    #expect(try library.run("list no:owned -owned:yes -status:wanted --columns title") == "Emma\n")
    #expect(try library.run("list owned:no").contains("1 book has no value for owned"))
    #expect(
      try library.run("list signed:yes author:austen").contains(
        "1 book has no value for signed: `shelf books no:signed author:austen`"))
    for query in ["--no-owned", "-owned:no", "no:owned", "owned:yes or title:emma", "public:yes"] {
      #expect(try !library.run("list", [query]).contains("no value for"), "\(query)")
    }
    #expect(try library.run("list --sum price") == "4\t12 EUR\n! note: 3 without price\n")
  }

  @Test("a table shows how many books of a state are lent, and CSV names the column that shows it")
  func lentBooks() throws {
    _ = try library.run("lend Dune Anna")
    #expect(try library.run("list --group status --format table").contains("on shelf (2; 1 lent)"))
    #expect(try library.run("list --format csv").contains("1 of these books is lent, which the status does not show"))
    #expect(try !library.run("list --format csv --columns title,status,lentTo").contains("note:"))
    #expect(try !library.run("list").contains("note:"))
  }

  // MARK: - Order and synonyms

  @Test(
    "words are understood in another order, and without options",
    arguments: [
      ("rate 5 Dune", "“Dune”: rating 5"), ("progress 20 Dune", "“Dune”: "), ("progress Dune to page 20", "“Dune”: "),
      ("set Dune rating 4", "“Dune”: rating 4"), ("set Dune publisher Ace Books", "“Dune”: publisher Ace Books"),
      ("set Dune notes A long book", "“Dune”: notes"), ("set Dune title Year", "“Dune”: title Dune → Year"),
      ("add Ubik by Philip K. Dick", "Added book “Ubik”"),
      ("add Ubik --wanted", "Added book “Ubik”"), ("lend Dune Walden --to Anna", "“Walden”: lent to Anna"),
      ("goal 30 books", "Goal for 2026: 30 books"), ("next 1", "on the shelf"),
    ])
  func order(_ line: String, _ expected: String) throws {
    #expect(try library.run(line).contains(expected), "\(line)")
  }

  @Test(
    "a command leads to its help if it lacks the option that another command has",
    arguments: [
      "export csv --limit 1", "stats --limit 1", "search --sort title", "next --filter x", "search --by author",
      "export json --by author", "stats --total pages", "search --reverse", "next --all", "stats --group-by author",
      "stats --count",
    ])
  func optionsOfOthers(_ line: String) throws {
    let command = line.split(separator: " ")[0]
    #expect(try library.refused(line).contains("hint: `shelf \(command) --help` shows the options"), "\(line)")
  }

  @Test("an option that is close to one of the command is suggested")
  func similarOptions() throws {
    for (line, meant) in [
      ("search --limt 1", "--limit"), ("next --sotr title", "--sort"), ("export json --filtre x", "--filter"),
      ("stats --auhtor x", "--author"), ("next --csv", "--format csv"), ("next --top 3", "--limit"),
    ] { #expect(try library.refused(line).contains("did you mean \(meant)?"), "\(line)") }
  }

  @Test("`set` takes one field without an equals sign, and shows the command for several")
  func fieldsWithoutEqualsSigns() throws {
    _ = try library.run("library set fields.book.shop.type=text")
    for (words, expected) in [
      ("set Dune author Frank Herbert rating 4", "`shelf set Dune author='Frank Herbert' rating=4`"),
      ("set Dune rating 4 status read", "`shelf set Dune rating=4 status=read`"),
      ("set Dune notes long series but good", "`shelf set Dune notes=long series='but good'`"),
      ("set Dune publisher Ace rating", "`shelf set Dune publisher=Ace rating=VALUE`"),
      ("set Dune tag a shop Amazon", "`shelf set Dune tag+=a shop=Amazon`"),
      ("set --where author:austen rating 4 tag a", "`shelf set --where QUERY rating=4 tag+=a`"),
      ("got Dune format paperback rating 4", "`shelf got Dune format=paperback rating=4`"),
    ] { #expect(try library.refused(words).contains(expected), "\(words)") }
    #expect(try library.run("set Dune shop Amazon") == "“Dune”: shop Amazon\n")
    // A book has no field of this name, although an issue has.
    #expect(try library.run("set Dune publisher Ace Books") == "“Dune”: publisher Ace Books\n")
    #expect(try library.run("got March format paperback").contains("format paperback"))
    #expect(try library.refused("set Dune shopp Amazon").contains("no field was assigned"))
  }

  @Test("a single tag is added, with and without hyphens, and an empty one clears the tags")
  func singleTags() throws {
    func tags() throws -> String { try library.run("show Dune --json tags").filter { !$0.isWhitespace } }
    _ = try library.run("set Dune tags=a tags+=b --create")
    _ = try library.run("set Dune tag c --create")
    _ = try library.run("set Dune --tag d --create")
    for tag in ["a", "b", "c", "d"] { #expect(try tags().contains("\"\(tag)\"")) }
    _ = try library.run("set Dune --tag=")
    #expect(try !tags().contains("\"a\""))
    _ = try library.run("set Dune genre", ["Space Opera", "--create"])
    _ = try library.run("set Dune genre War --create")
    #expect(try library.run("list genre:war --columns genres").contains("Space Opera"))
    _ = try library.run("set Dune genres War")
    #expect(try library.run("list genre:war --columns genres") == "War\n")
  }

  @Test("`add X by Y` reports the author that it understood")
  func authorsAsWords() throws {
    func added(_ words: String...) throws -> String {
      try library.run("add", words + ["--no-lookup"])
    }
    #expect(
      try added("Ubik", "by", "Philip", "K.", "Dick").contains(
        "note: the author is “Philip K. Dick”; if the words belong to the title, put quotation marks around it"))
    #expect(
      try added("Stand", "by", "Me").contains("note: the title is “Stand by Me”; to name the author, write --author Me")
    )
    #expect(try library.run("list title:stand --columns title,author") == "Stand by Me\t\n")
    #expect(try added("The Iliad", "by", "Homer").contains("the author is “Homer”"))
    #expect(try added("Odyssey", "by", "Homer", "--author", "Homer").contains("the title is “Odyssey by Homer”"))
    #expect(try library.run("list author:homer --columns title") == "The Iliad\nOdyssey by Homer\n")
    for words in [
      ["Side", "by", "Side", "by", "Me"], ["Dune", "by", "Frank Herbert", "9780441172719"],
      ["Dune", "by", "Frank", "by", "Herbert"], ["Dune", "by"],
    ] {
      let said = try library.refused("add --no-lookup", words)
      #expect(said.contains("there are two titles: “\(words[0])” and “by”"), "\(words)")
      #expect(said.contains("write --author NAME"), "\(words)")
    }
  }

  @Test("`next` checks its number like --limit")
  func numbersOfNext() throws {
    for words in ["next -- -1", "next --random -- -1", "next -- -9223372036854775808", "next --limit -1"] {
      #expect(try library.refused(words).contains("--limit must be at least 0, not -"), "\(words)")
    }
    #expect(try library.run("next 1 --columns title").split(separator: "\n").count == 1)
    #expect(try library.run("next 2 --random --columns title").split(separator: "\n").count == 2)
  }

  @Test("a fraction after `finish` may be a rating or a day")
  func fractionsAfterFinish() throws {
    for words in ["finish Dune 3/5", "finish Dune 10/10", "finish 3/5"] {
      let said = try library.refused(words)
      #expect(said.contains("for a rating, ") && said.contains("for a day, "), "\(words)")
    }
    #expect(try library.run("finish Dune --rating 3/5").contains("rating 3"))
    #expect(try library.run("rate Dune 4/5").contains("rating 3 → 4"))
    #expect(try library.run("finish Walden 4.5/5").contains("rating 4.5"))
    #expect(try library.run("finish March yesterday 2/5").contains("rating 2"))
    #expect(try library.run("finish Dune 3/5 stars").contains("rating 4 → 3"))
  }

  @Test("a quote or an issue takes the title of its book before or after the text")
  func ownersAsWords() throws {
    #expect(try library.run("quote add", ["Dune", "I must not fear.", "p.", "8"]).contains("Added quote"))
    #expect(try library.run("quotes -c text,book,page") == "I must not fear.\tDune\t8\n")
    #expect(try library.run("issue add", ["Check the map", "Dune"]).contains("Added issue “Check the map”"))
    #expect(try library.run("issues -c title,books") == "Check the map\tDune\n")
    #expect(try library.refused("quote add", ["Dune", "Emma"]).contains("there are two texts"))
    for name in ["Dune", "emma", "00000001"] {
      let said = try library.refused("quote add", [name])
      #expect(said.contains("“\(name)” is a book; what is the text of the quote?"), "\(said)")
      #expect(said.contains("use `shelf quote add TEXT --book \(name)`") && said.contains("[2]"), "\(said)")
    }
    #expect(try library.run("quote add Dune --book Emma").contains("Added quote “Dune”"))
    #expect(try library.run("quote add - --book Emma", input: "Walden\n").contains("Added quote “Walden”"))
    #expect(try library.run("issue add Dune").contains("Added issue “Dune”"))
  }

  @Test("`lend` does not take a book for a person")
  func booksAsPeople() throws {
    let said = try library.refused("lend Emma Dune")
    #expect(said.contains("“Dune” is a book, and nobody of that name has borrowed one") && said.contains("--to Dune"))
    #expect(try library.run("lend Emma --to Dune").contains("lent to Dune"))
    _ = try library.run("return Emma")
    #expect(try library.run("lend Emma Dune").contains("lent to Dune"))
    #expect(try library.refused("lend Emma Zoe").contains("run `shelf return Emma`"))
    library["books/e.yaml"] = book(5, "Emma", "Alexander McCall Smith")
    #expect(try library.refused("lend 00000002 Zoe").contains("run `shelf return 00000002`"))
    #expect(try library.run("set Walden copies=2").contains("copies 2"))
    #expect(try library.run("lend", ["Walden", "Anna,", "Ben"]).contains("lent to Anna"))
  }

  @Test("fields and states are options of every command with a query")
  func optionsOfQueries() throws {
    #expect(try library.run("list --wanted --columns title") == "March\n")
    #expect(try library.run("list --unread --columns title") == "Dune\nMarch\nWalden\n")
    #expect(try library.run("export bibtex --author austen").contains("Emma"))
    #expect(try library.run("search --author austen").contains("Emma"))
    #expect(try library.run("stats --author austen --by status").contains("books\tcompleted\t1"))
    #expect(try library.run("next --author thoreau").contains("Walden"))
    #expect(try library.run("list --author austen unread").contains("No matching") == false)
    #expect(try library.run("list by author").contains("`shelf books --group author`"))
    #expect(try library.run("list from Herbert").contains("`Herbert` finds 1 book"))
    #expect(try library.run("list genre:none wanted").contains("`genre:none is:wanted` finds 1 book"))
  }

  @Test(
    "an error contains the command with the words that were typed",
    arguments: [
      ("returned Dune", "`shelf return Dune`?"), ("give back Dune", "`shelf return`?"),
      ("want Ubik", "`shelf add Ubik --status wanted`"), ("bibtex Dune", "`shelf export bibtex`?"),
      ("queue Walden", "`shelf queue add`"), ("wishlist austen", "`shelf list is:wanted austen`?"),
      ("give Dune to Anna", "`shelf lend BOOK PERSON` lends a book"), ("mark Dune", "`shelf finish Dune`"),
      ("undelete Dune", "`shelf undo Dune`"), ("push origin", "`shelf sync`?"), ("who has Dune", "`shelf loans Dune`?"),
      ("random 3", "`shelf list --sort random --limit 1`?"), ("todo add buy Dune", "`shelf issue add`?"),
      ("lend Dune Anna until whenever", "“whenever” is not a date"),
      ("lend Dune Anna since whenever until 2w", "“whenever” is not a date"),
      ("list --out x.csv", "--format csv > FILE"), ("quotes --file x.csv", "--format csv > FILE"),
      ("cite Dune", "pandoc"), ("list --by author", "--group"), ("list --total price", "--sum"),
      ("list --format pdf", "--format html"),
      ("list --format bibtex", "`shelf export bibtex`"), ("export bibtex --format csv", "`shelf export csv`"),
      ("show Dune --notes", "`shelf show RECORD notes`"), ("import markdown", "`shelf export`"),
      ("export dune.csv", "`shelf export csv --output dune.csv`"),
      ("export dune.csv", "for a spreadsheet `shelf list is:owned --format excel"),
      ("export csvv", "did you mean csv?"),
      ("set Dune worth=5", "fields.book.worth.type=money"),
    ])
  func hints(_ line: String, _ expected: String) throws {
    #expect(try library.refused(line).contains(expected), "\(line)")
  }

  // MARK: - Notes

  @Test("`note` adds a paragraph to the notes")
  func notes() throws {
    #expect(try library.run("note Dune a slow start") == "“Dune”: notes written\n")
    _ = try library.run("note Dune -", input: "and a quick end\n")
    #expect(library["books/a.yaml"]?.contains("a slow start\n\n  and a quick end") ?? false)
    #expect(try library.refused("note Dune").contains("`shelf note Dune \"TEXT\"`"))
    #expect(try library.refused("note Dune -", input: "").contains("standard input is empty"))
    #expect(try library.runOnTerminal("note Walden", typing: "quiet\n").contains("“Walden”: notes written"))
    #expect(try library.run("note --where author:austen sharp --yes").contains("1 book"))
    _ = try library.run("undo")
    #expect(library["books/b.yaml"]?.contains("sharp") == false)
  }

  // MARK: - Exports

  @Test("the ending of the file names the format, and one that does not fit is reported")
  func endings() throws {
    #expect(try library.run("export", ["--output", library.absolute("x.bib")]).contains("wrote"))
    #expect(library["x.bib"]?.contains("@book") ?? false)
    #expect(
      try library.run("export json", ["--output", library.absolute("x.csv")]).contains(
        "contains json, whose usual ending is .json; `shelf export csv` writes .csv"))
    #expect(
      try library.run("export csv", ["--output", library.absolute("x.xyz")]).contains(
        "contains csv, whose usual ending is .csv"))
    #expect(try library.refused("export").contains("no format was given"))
    #expect(try library.run("export CSLJSON Dune").contains("\"title\": \"Dune\""))
  }

  @Test("no export replaces a document with another ending, or a file if nothing is found")
  func otherFiles() throws {
    let names = ["ch.tex", "x.bib", "x.csv"]
    for name in names { library[name] = "mine" }
    func said(_ line: String, _ name: String) throws -> String {
      try library.refused(line.replacing("FILE", with: library.absolute(name)))
    }
    #expect(try said("export bibtex FILE", "ch.tex").contains("hint: `shelf export bibtex --cited LIBRARY/ch.tex`"))
    #expect(try said("export FILE", "ch.tex").contains("hint: `shelf export bibtex --cited LIBRARY/ch.tex`"))
    for word in ["check", "verify", "bib", "bibtex", "cite"] {
      #expect(try said("\(word) FILE", "ch.tex").contains("hint: `shelf export bibtex --cited LIBRARY/ch.tex`"))
    }
    #expect(try library.refused("check none.tex").contains("`shelf doctor none.tex`?"))
    #expect(try said("check FILE", "x.csv").contains("did you mean `shelf doctor"))
    #expect(try said("export bibtex --output FILE", "ch.tex").contains("hint: choose another name, such as"))
    #expect(try said("export json --output FILE", "x.csv").contains("its ending does not belong to json"))
    #expect(try said("export bibtex title:Nowhere --output FILE", "x.bib").contains("x.bib was not changed"))
    #expect(names.allSatisfy { library[$0] == "mine" })
    #expect(try library.run("export bibtex --output", [library.absolute("x.bib")]).contains("wrote"))
    #expect(library["x.bib"]?.contains("@book") ?? false)
  }

  @Test("`export csv` prints the table of one kind")
  func tables() throws {
    _ = try library.run("quote add", ["Fear.", "--book", "Dune"])
    #expect(try library.refused("export csv").contains("csv writes 2 files"))
    let said = try library.run("export csv kind:book")
    #expect(said.hasPrefix("kind,id,title,") && said.contains("\nbook,00000001") && !said.contains("\nquote,"))
    #expect(try library.run("export csv kind:quote").contains("quote,"))
  }

  // MARK: - Two records, two copies

  @Test("`doctor ID` shows a pair of duplicates for both of its books")
  func duplicates() throws {
    library["books/e.yaml"] = book(5, "Dune", "Frank Herbert")
    for id in ["00000001", "00000005"] {
      let said = try library.run("doctor \(id)-0000-4000-8000-000000000000 --only probable-duplicate")
      #expect(said.contains("books/a.yaml") && said.contains("books/e.yaml"), "\(said)")
    }
  }
}

/// Undoing a change after a sync.
struct UndoAfterSyncTests {
  @Test("`undo` reports that the change is from before the last sync")
  func undoAfterSync() throws {
    let copies = try SyncedCopies()
    let (here, there) = (copies.here, copies.there)
    _ = try here.run("doctor --fix --yes")
    try here.git("add", ".")
    try here.git("commit", "--quiet", "--message=All")
    try copies.clone()
    _ = try there.run("book set Dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set Dune rating=2 --commit")
    here.environment["GIT_COMMITTER_DATE"] = "2026-11-21T23:00:00Z"
    _ = try here.run("sync --conflicts ours")
    let said = try here.run("undo")
    #expect(said.contains("is from before the last sync; what the sync received stays"), "\(said)")
    #expect(said.contains("Undid “book set Dune rating=2 --commit”"))
    #expect(try !here.run("redo").contains("before the last sync"))
  }
}

private func book(_ number: Int, _ title: String, _ author: String, _ fields: String = "") -> String {
  "id: 0000000\(number)-0000-4000-8000-000000000000\ntitle: \(title)\nauthor: \(author)\n\(fields)"
}
