import Testing

@testable import ShelfCLI

/// Tests commands that users type before they have read any help.
struct FirstTryTests {
  let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test(
    "a plural lists, with a query and the options of lists",
    arguments: [
      ("books", "book list"), ("quotes", "quote list"), ("genres", "genre list"), ("tags", "tag list"),
      ("issues", "issue list"), ("books dune --sort author", "book list dune --sort author"),
      ("books --json title", "book list --json title"), ("books -- add", "book list -- add"),
    ])
  func aPluralLists(_ commands: (short: String, long: String)) throws {
    let list = try library.run(commands.short)
    #expect(try list == library.run(commands.long))
    #expect(!list.contains("USAGE"))
  }

  @Test("on a terminal, a state that no record contains as a word lists the records in that state")
  func statesAsWords() throws {
    let page = try library.runOnTerminal("list reading", columns: 120)
    #expect(page.contains("no book has the word “reading”; these are the books with is:inProgress"), "\(page)")
    #expect(page.contains("Emma"))
    #expect(try library.run("list reading --format ids").hasPrefix("!"))
    _ = try library.run("add", ["A History of Reading"])
    let words = try library.runOnTerminal("list reading", columns: 120)
    #expect(words.contains("A History of Reading") && !words.contains("these are the books"), "\(words)")
  }

  @Test("after a plural, a verb of the kind stays a verb")
  func aPluralHasVerbs() throws {
    #expect(try library.run("books add Persuasion").hasPrefix("Added book “Persuasion”"))
    #expect(try library.run("books show Persuasion").contains("Persuasion"))
    #expect(try library.run("books --help").contains("SUBCOMMANDS"))
    #expect(try library.run("complete zsh shelf", ["books", "--sort", "ti"]).contains("title"))
  }

  @Test(
    "`set` takes the options of `add`",
    arguments: [
      ("set Emma --rating 4.5", "set Emma rating=4.5"), ("set --rating=4.5 Emma", "set Emma rating=4.5"),
      ("set Emma -r4.5", "set Emma rating=4.5"), ("set Emma -r 4.5", "set Emma rating=4.5"),
      ("book set Emma --format ebook", "book set Emma format=ebook"),
      ("book set Emma --author Austen year=1815", "book set Emma author=Austen year=1815"),
      ("set Emma --genre Horror --genre Fantasy --create", "set Emma genres=Horror genres+=Fantasy --create"),
      ("set --where title:emma --rating 2 --yes", "set --where title:emma rating=2 --yes"),
      ("set Emma --owned", "set Emma owned=true"), ("set Emma --owned false", "set Emma owned=false"),
      ("set Emma --no-owned", "set Emma owned=false"), ("set --owned Emma", "set Emma owned=true"),
      ("genre set Fiction --color 112233", "genre set Fiction color=112233"),
      ("set Emma --date-added 2020-01-02 --dry-run", "set Emma dateAdded=2020-01-02 --dry-run"),
    ])
  func setTakesOptions(_ commands: (options: String, assignments: String)) throws {
    let other = try TestLibrary()
    #expect(try library.run(commands.options) == other.run(commands.assignments))
    #expect(try library.tree() == other.tree())
  }

  @Test("an option of `set` that needs a value, or names no field, is refused")
  func setRefusesOptions() throws {
    #expect(try library.refused("set Emma --rating").contains("--rating needs a value"))
    #expect(try library.refused("set Emma --ratng 4").contains("did you mean “rating”?"))
    #expect(try library.refused("set Emma --rating 4 --rating 5").contains("rating"))
    #expect(try library.refused("book set Emma --no-rating").contains("no-rating"))
  }

  @Test("a flag needs no value, custom ones included")
  func aFlagNeedsNoValue() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {signed: {type: boolean}}}\n"
    _ = try library.run("add One --owned --signed")
    _ = try library.run("add Two --no-owned --no-signed")
    _ = try library.run("add --owned Three --signed false")
    func titles(_ query: String) throws -> String {
      try library.run("book list \(query) --format tsv --columns title").split(separator: "\n")
        .filter { !$0.hasPrefix("!") }.map { $0 + "\n" }.joined()
    }
    #expect(try titles("--signed") == "One\n")
    #expect(try titles("--owned") == titles("is:owned"))
    #expect(try titles("--owned true") == titles("is:owned"))
    #expect(try titles("--owned").contains("One\n") && titles("--owned").contains("Three\n"))
    #expect(try titles("--no-owned title:two") == "Two\n")
    #expect(try titles("signed:false --sort title") == "Three\nTwo\n")
    _ = try library.run("set Two --signed")
    #expect(try titles("--signed true --sort title") == "One\nTwo\n")
    _ = try library.run("set Two --no-signed")
    #expect(try titles("--signed") == "One\n")
  }

  @Test(
    "FIELD:none finds records without the field, unless the field could hold that word",
    arguments: [
      ("rating:none", "no:rating"), ("year:none", "no:year"), ("status:none", "no:status"), ("genre:none", "no:genres"),
      ("completed:none", "no:completed"), ("isbn:none", "no:isbn"), ("-rating:none", "has:rating"),
      ("rating:NONE", "no:rating"),
    ])
  func noneIsMissing(_ queries: (none: String, no: String)) throws {
    let found = try library.run("book list", [queries.none])
    #expect(try found == library.run("book list", [queries.no]))
    #expect(!found.contains("error"))
  }

  @Test("in a text, and where a record has the name, `none` is a word")
  func noneIsAWord() throws {
    _ = try library.run("add", ["And Then There Were None", "--author", "Agatha Christie"])
    #expect(try library.run("book list title:none --format tsv --columns title") == "And Then There Were None\n")
    #expect(try library.run("book list author:none") == "")
    #expect(try library.run("book list", ["rating:\"none\""]).contains("error"))
    _ = try library.run("genre add None")
    _ = try library.run("add Silence --genre None")
    #expect(try library.run("book list genre:none --format tsv --columns title") == "Silence\n")
  }

  @Test("`library set` and `unset` reach lists and whole custom fields")
  func settingsThatAreLists() throws {
    _ = try library.run("library set publish.statuses=wanted,completed publish.hide=rating")
    #expect(library["shelf.yaml"]?.contains("statuses:\n    - wanted\n    - completed\n") ?? false)
    #expect(try library.run("library list").contains("wanted, completed"))
    _ = try library.run("library set fields.book.room.type=choice fields.book.room.choices=hall,study")
    #expect(try library.run("set Emma --room study").hasPrefix("“Emma”: room study"))
    #expect(try library.refused("library set publish.statuses=read").contains("read"))
    _ = try library.run("library unset fields.book.room")
    #expect(library["shelf.yaml"]?.contains("room") == false)
    #expect(try library.refused("library unset fields.book.room").contains("fields.book.room is not set"))
  }

  @Test("settings are set with and without an equals sign")
  func settingsAreSet() throws {
    library.environment["XDG_CONFIG_HOME"] = library.absolute("config")
    #expect(try library.run("config set library=/books") == library.run("config set library /books"))
    _ = try library.run("config set", ["aliases.q=quote add"])
    #expect(
      try library.run("config get aliases.q") == "quote,add\n" || library.run("config get aliases.q") == "quote add\n")
    _ = try library.run("library set name Books and papers")
    #expect(library["shelf.yaml"]?.contains("name: Books and papers") ?? false)
    _ = try library.run("library set git.commit true")
    #expect(library["shelf.yaml"]?.contains("commit: true") ?? false)
    #expect(try library.refused("library set name").contains("has no value"))
  }
}
