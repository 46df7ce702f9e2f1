import Testing

@testable import ShelfCLI

/// Tests guesses that users make: fields as options, words from the guide after `help`, and misspelled names.
struct GuessTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test("an unknown option that is a field leads to --where and to `set`")
  func fieldsAsOptions() throws {
    let edit = try library.refused("edit --year 1999")
    #expect(edit.contains("use --where year:1999; to set it, use `shelf set RECORD --year 1999`"), "\(edit)")
    #expect(try library.refused("delete --author=Asimov").contains("--where author:Asimov"))
    let show = try library.refused("show Dune --year")
    #expect(show.contains("`shelf show RECORD year`") && !show.contains("--where"), "\(show)")
    // An option with another meaning, and an option that is not a field.
    #expect(try library.refused("lend Dune Anna --for 2w").contains("Did you mean '--until'?"))
    #expect(try library.refused("edit --nowhere 1").contains("unknown option '--nowhere'"))
  }

  @Test("`help` with a word that is not a command searches the guide")
  func helpSearchesTheGuide() throws {
    for words in ["zotero", "kindle", "citation keys"] {
      #expect(try library.run("help \(words)") == library.run("guide \(words)"), "\(words)")
    }
    #expect(try library.run("help import").hasPrefix("OVERVIEW"))
    #expect(try library.run("help dates").contains("yesterday"))
    #expect(try library.refused("help lnd").contains("did you mean `shelf lend`?"))
    #expect(try library.refused("help qqqq").contains("unknown command"))
  }

  @Test(
    "a search that finds nothing suggests the nearest spelling in the library",
    arguments: [
      ("list Hebert", "`Herbert` finds 2 books."), ("list author:Austin", "`author:Austen` finds 1 book."),
      ("list mesiah dune", "`Messiah dune` finds 1 book."), ("list title:mesaiah", "`title:Messiah` finds 1 book."),
      ("search Hebert", "`Herbert` finds 2 books"), ("quotes author:Hebert", "`author:Herbert` finds 1 quote."),
    ])
  func spelling(_ line: String, _ hint: String) throws {
    let told = try library.run(line)
    #expect(told.contains(hint), "\(told)")
  }

  @Test("a word that occurs, a short word, and a word that resembles nothing get no suggestion")
  func noSpelling() throws {
    for line in ["list Herbert year:1800", "list dun1 xyz", "list qwertz", "list Frank Qwertzy"] {
      #expect(try !library.run(line).contains("finds"), "\(line)")
    }
  }

  @Test("the name of a genre after tag: leads to genre:, and the other way round")
  func genresAndTags() throws {
    _ = try library.run("tag add", ["to lend"])
    #expect(try library.run("list --tag fiction").contains("did you mean “genre:fiction”?"))
    #expect(try library.run("list genre:\"to lend\"").contains("did you mean “tag:\"to lend\"”?"))
    #expect(try library.run("list tag:nowhere").contains("`shelf tag list` shows all tags"))
  }

  @Test("an option for a single tag or genre adds it")
  func tagsAreAdded() throws {
    _ = try library.run("set dune --create tags=old")
    #expect(try library.run("set dune --create --tag new").contains("+ new"))
    #expect(try library.run("list dune --columns tags --format tsv").contains("new; old"))
    _ = try library.run("set dune --create --tags only")
    #expect(try library.run("list dune --columns tags --format tsv").hasPrefix("only"))
  }

  @Test("a page of all pages is a page, and a day is not")
  func pagesOfAll() throws {
    _ = try library.run("set dune status=inProgress dateCompleted= pages=412")
    #expect(try library.run("progress dune 120/412").contains("120"))
  }

  @Test("a half-typed regular expression is explained")
  func slashes() throws {
    #expect(try library.refused("list genre:/unread").contains("put text with a slash in quotation marks"))
  }

  // MARK: - Amounts and notes

  @Test("an amount without a currency gets the only currency of the field")
  func currency() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {price: {type: money}}}\n"
    _ = try library.run("set Dune price=10")
    #expect(library[SmallLibrary.dune]?.contains("price: 10\n") ?? false)
    _ = try library.run("set Dune price=10 €")
    _ = try library.run("set", ["Dune", "price=10 €"])
    _ = try library.run("set Emma price=12.5")
    #expect(library[SmallLibrary.emma]?.contains("price: 12.50 EUR\n") ?? false)
    _ = try library.run("add Kim price=7")
    #expect(try library.run("list Kim --columns price") == "7 EUR\n")
    _ = try library.run("set", ["Kim", "price=7 GBP"])
    _ = try library.run("add Nostromo price=8")
    #expect(try library.run("list Nostromo --columns price") == "8\n")
  }

  @Test("`progress --note` adds a paragraph with the day and the page to the notes")
  func progressNote() throws {
    _ = try library.run("progress Emma 120", ["--note", "Mr Elton: a bore"])
    #expect(library[SmallLibrary.emma]?.contains("notes: \"2026-11-21, page 120: Mr Elton: a bore\"\n") ?? false)
    _ = try library.run("progress Emma 40% --date yesterday", ["--note", "Picnic"])
    let text = library[SmallLibrary.emma] ?? ""
    #expect(text.contains("  2026-11-21, page 120: Mr Elton: a bore\n\n  2026-11-20, 40%: Picnic\n"), "\(text)")
    #expect(text.contains("progress: \"120\"\n"), "\(text)")
    #expect(try library.refused("progress Emma --note x").contains("--note needs a page"))
    #expect(try library.refused("read Emma 120 --note x").contains("did you mean `shelf progress`?"))
    #expect(try library.refused("read Emma").contains("did you mean `shelf finish Emma`?"))
  }

  // MARK: - Records that cannot be read

  @Test(
    "part of the title of a file with a merge conflict leads to the file",
    arguments: [
      "show messiah", "show books/dune-messiah-b0000002.yaml", "rate messiah 4", "set messiah rating=4",
      "lend messiah Ben",
      "progress messiah 4",
      "finish messiah", "delete messiah -y",
    ])
  func conflicts(_ line: String) throws {
    library["books/dune-messiah-b0000002.yaml"] = """
      id: b0000002-0000-4000-8000-000000000000
      title: Dune Messiah
      <<<<<<< HEAD
      rating: 4
      =======
      rating: 5
      >>>>>>> laptop

      """
    let told = try library.refused(line)
    #expect(told.contains("books/dune-messiah-b0000002.yaml:3:1: unresolved merge conflict"), "\(told)")
    #expect(told.contains("keep the lines of one side"), "\(told)")
    #expect(told.contains("`shelf edit books/dune-messiah-b0000002.yaml` opens the file"), "\(told)")
  }
}
