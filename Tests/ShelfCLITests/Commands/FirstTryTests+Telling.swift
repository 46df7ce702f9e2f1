import Foundation
import Testing

@testable import ShelfCLI

/// Tests the messages with which commands report what they did or did not do.
struct FirstTryTellingTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  // MARK: - Tables

  @Test("`export csv --output books.csv` writes one table to that file: books, or the kind of the query")
  func oneTable() throws {
    let path = library.absolute("out/books.csv")
    let said = try library.run("export csv --output", [path])
    #expect(said.hasPrefix("! note: wrote 4 books to LIBRARY/out/books.csv\n! note: use --output FOLDER to export"))
    #expect(library["out/books.csv"]?.hasPrefix("kind,id,title") ?? false)
    // The export replaces the existing file. Importing the table changes nothing.
    #expect(try library.run("export csv kind:quote --output", [path]).contains("wrote 2 quotes"))
    #expect(library["out/books.csv"]?.contains("\nquote,") ?? false)
    #expect(try library.run("import", [path]).contains("2 unchanged"))
    #expect(try library.run("export csv issue is:open --output", [path]).contains("1 issue to"))
    // If a query finds records of several kinds, only the books are exported.
    #expect(try library.run("export csv dune --output", [path]).contains("wrote 2 books"))
  }

  @Test("without an ending, or if there is a folder of the name, `--output` is a folder")
  func aFolderOfTables() throws {
    for name in ["tables", "2026.01", "tables.csv/", ".hidden"] {
      _ = try library.run("export csv --output", [library.absolute("out/\(name)")])
      #expect(library["out/\(name)/books.csv"] != nil, "\(name)")
    }
    #expect(try library.run("export csv --output", [library.absolute("out/tables.csv")]).contains("wrote 5 files"))
    #expect(library["out/tables.csv/quotes.csv"] != nil)
    // Standard output can hold only one table.
    for output in ["", " --output -"] {
      #expect(try library.run("export csv kind:book\(output)").contains("kind,id,title"))
      #expect(try library.run("export csv quote\(output)").contains("\nquote,"))
      let said = try library.refused("export csv\(output)")
      #expect(said.contains("csv writes 5 files") && said.contains("`shelf export csv kind:book`"))
    }
    let library = try ImportTests.empty()
    _ = try library.run("add Emma")
    #expect(try library.run("export csv").hasPrefix("kind,id,title"))
  }

  @Test("a table for Excel begins with a byte-order mark, and has the separators of the library's language")
  func excel() throws {
    _ = try library.run("set Emma rating=3.5")
    let table = "\u{FEFF}title,rating\r\nEmma,3.5\r\n"
    #expect(try library.run("list emma --format excel --columns title,rating") == table)
    library.environment["LANG"] = "de_DE.UTF-8"
    let german = table.replacing(",", with: ";").replacing("3.5", with: "3,5")
    #expect(try library.run("list emma --format excel --columns title,rating") == german)
    library["shelf.yaml"] = "format: 1\nlanguage: en\n"
    #expect(try library.run("list emma --format excel --columns title,rating") == table)
    #expect(try library.run("list --format excel --group status").hasPrefix("\u{FEFF}group,count\r\n"))
  }

  @Test("doctor rewrites an amount that names its currency")
  func amounts() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {price: {type: money}}}\n"
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("rating: 5", with: "price: 12,50 DM")
    _ = try library.run("doctor --fix --only wrong-type")
    #expect(library[SmallLibrary.dune]?.contains("price: 12.50 DEM\n") ?? false)
  }

  // MARK: - Queries that find nothing

  @Test(
    "a command that writes or changes something says on standard error that its query finds nothing",
    arguments: [
      ("export json zzzz", "record"), ("export jsonl zzzz", "record"), ("export csv zzzz", "record"),
      ("export csv quote zzzz", "quote"), ("export goodreads zzzz", "book"), ("export bibtex zzzz", "book"),
      ("export csl-json zzzz", "book"), ("export markdown zzzz --output LIBRARY/out", "book"),
      ("export csv zzzz --output LIBRARY/out.csv", "record"), ("publish zzzz --check", "book"),
      ("publish zzzz --output LIBRARY/../site", "book"),
      ("set --where zzzz rating=3", "record"), ("set --where zzzz rating=3 --yes", "record"),
      ("set --where zzzz rating=3 --dry-run", "record"), ("book set --where zzzz rating=3 --json", "book"),
      ("delete --where zzzz", "record"), ("quote delete --where zzzz --yes", "quote"),
      ("rate --where zzzz 3", "book"), ("fill --where zzzz", "book"), ("cover --where zzzz", "book"),
      ("start --where zzzz", "book"), ("issue close --where zzzz", "issue"),
    ])
  func findsNothing(_ command: (line: String, noun: String)) throws {
    let line = command.line.replacing("LIBRARY/../site", with: library.absolute("../site-\(UUID())"))
      .replacing("LIBRARY", with: library.root)
    let said = try library.run(line)
    #expect(said.contains("! note: no \(command.noun) matches “zzzz”\n"))
    #expect(!said.contains("error") && !said.hasSuffix("]\n") || said.hasPrefix("[]\n"))
  }

  @Test("lists stay silent in a pipe", arguments: ["list zzzz", "quote list zzzz", "tags zzzz"])
  func listsAreSilent(_ command: String) throws { #expect(try library.run(command) == "") }

  @Test("the message about loans that do not match fits their number")
  func noLoanMatches() throws {
    _ = try library.run("lend dune Ada")
    #expect(try library.runOnTerminal("loans zzzz").contains("No loan matches “zzzz”."))
  }

  // MARK: - Quotes without a book

  @Test(
    "`quote set X book=` says that the quote becomes an orphan, and what to type if that is meant",
    arguments: ["quote set solitude book=", "set solitude book=", "quote set --where text:solitude book="])
  func quotesBecomeOrphans(_ command: String) throws {
    _ = try library.run("quote add solitude --book dune")
    let said = try library.refused(command)
    #expect(said.contains("“solitude” would be an orphan"))
    #expect(said.contains("book=none") && said.contains("--yes"))
    #expect(try library.run(command, ["--yes"]).contains("book"))
    #expect(try library.run("quote list is:orphan --columns text").contains("solitude"))
    // The quote already is an orphan, so there is nothing to confirm.
    #expect(try library.run(command).contains("nothing to change"))
  }

  @Test("a quote can be marked as from no book", arguments: ["book=none", "book=~", "--no-book", "book=NONE"])
  func quotesFromNoBook(_ words: String) throws {
    _ = try library.run("quote add fear --book dune")
    #expect(!(try library.run("quote set fear \(words)")).contains("error"))
    #expect(try !library.run("quote list is:orphan --columns text").contains("fear"))
    #expect(try library.run("quote list no:book --columns text").contains("fear"))
  }

  @Test("a book that is called “none” is found")
  func aBookCalledNone() throws {
    _ = try library.run("add None")
    _ = try library.run("quote add fear --book dune")
    #expect(try library.run("quote set fear book=none").contains("Dune → None"))
  }

  @Test("on a terminal, shelf asks before a quote becomes an orphan")
  func asksAboutOrphans() throws {
    _ = try library.run("quote add fear --book dune")
    let said = try library.runOnTerminal("quote set fear book=", typing: "n\n")
    #expect(said.contains("“fear” would be an orphan") && said.contains("book=none"))
    #expect(said.contains("Nothing was changed"))
    _ = try library.runOnTerminal("quote set fear book=", typing: "y\n")
    #expect(try library.run("quote list is:orphan --columns text").contains("fear"))
  }

  @Test("an issue needs no book")
  func issuesNeedNoBook() throws {
    _ = try library.run("issue add Dust --books dune")
    #expect(try library.run("issue set Dust books=").contains("“Dust”: books"))
  }

  // MARK: - Issues that exist

  @Test("adding an issue that exists already asks, as adding a book does")
  func issuesThatExist() throws {
    _ = try library.run("issue add", ["Return it", "--books", "dune"])
    let said = try library.refused("issue add", ["return  it", "--books", "dune"])
    #expect(said.contains("there is already “Return it”") && said.contains("--duplicate"))
    #expect(
      try library.runOnTerminal("issue add", ["Return it", "--books", "dune"], typing: "n\n").contains(
        "Add another one?"))
    // Several issues may have the same title if they are about different books, or if one of them is about no book.
    _ = try library.run("issue add", ["Return it", "--books", "emma"])
    _ = try library.run("issue add", ["Return it"])
    #expect(try library.refused("issue add", ["Return it"]).contains("there is already"))
    #expect(
      try library.run("issue list", ["title:=\"return it\"", "--format", "ids"]).split(separator: "\n").count == 3)
    #expect(try library.run("issue add", ["Return it", "--duplicate"]).hasPrefix("Added issue"))
    // A closed issue may come up again.
    _ = try library.run("issue add Dust")
    _ = try library.run("issue close Dust")
    #expect(try library.run("issue add Dust").hasPrefix("Added issue"))
  }
}

extension FirstTryTellingTests {
  // MARK: - git.commit

  private func repository() throws -> TestLibrary {
    let library = try TestLibrary()
    library.useGit()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("All")
    return library
  }

  @Test(
    "`library set git.commit=true` commits itself, and says how many earlier changes are not committed",
    arguments: ["git.commit=true", "git.commit true", "name=Mine git.commit=true"])
  func settingCommits(_ words: String) throws {
    let library = try repository()
    let quiet = try library.run("library set \(words)")
    #expect(!quiet.contains("earlier changes"))
    #expect(try library.git("status", "--porcelain") == "")
    _ = try library.run("library set git.commit=false")
    #expect(try library.git("status", "--porcelain") == "")
    _ = try library.run("set Emma rating=2")
    _ = try library.run("add Persuasion")
    let said = try library.run("library set \(words)")
    #expect(said.contains("earlier changes in 2 files are not committed"))
    #expect(try library.git("log", "-1", "--name-only", "--format=").split(separator: "\n") == ["shelf.yaml"])
    #expect(try library.git("status", "--porcelain").split(separator: "\n").count == 2)
  }

  @Test("undo and redo of git.commit are committed too, and `--no-commit` is respected")
  func undoingTheSetting() throws {
    let library = try repository()
    _ = try library.run("library set git.commit=true")
    _ = try library.run("undo")
    #expect(library["shelf.yaml"]?.contains("commit") == false)
    #expect(try library.git("status", "--porcelain") == "")
    _ = try library.run("redo")
    #expect(library["shelf.yaml"]?.contains("commit: true") ?? false)
    #expect(try library.git("status", "--porcelain") == "")
    _ = try library.run("library unset git.commit")
    #expect(try library.git("status", "--porcelain") == "")
    _ = try library.run("library set git.commit=true --no-commit")
    #expect(try library.git("status", "--porcelain") == " M shelf.yaml\n")
  }

  @Test("without git, or in the middle of a merge, git.commit is set, and shelf warns that nothing is committed")
  func settingWithoutCommit() throws {
    let plain = try TestLibrary()
    let said = try plain.run("library set git.commit=true")
    #expect(said.contains("git.commit: true") && said.contains("warning: nothing will be committed"))
    let library = try repository()
    try library.git("checkout", "--quiet", "-b", "other")
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 1")
    try library.commit("One")
    try library.git("checkout", "--quiet", "main")
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 2")
    try library.commit("Two")
    _ = try? library.git("merge", "other")
    let merging = try library.run("library set git.commit=true")
    #expect(merging.contains("nothing will be committed while") && !merging.contains("error"))
    #expect(library["shelf.yaml"]?.contains("commit: true") ?? false)
  }

  // MARK: - Aliases

  @Test("an alias that has the name of a newer command keeps working and is reported once")
  func aliasesOfNewCommands() throws {
    let library = try TestLibrary()
    library.environment["HOME"] = library.absolute("home")
    library["home/.config/shelf/config.yaml"] = "aliases: {guide: book list --columns title, list: stats}\n"
    let list = try library.run("book list --columns title")
    let first = try library.run("guide")
    #expect(first.hasPrefix(list) && first.contains("! note: `shelf guide` runs your alias"))
    #expect(first.contains("`shelf -- guide`"))
    #expect(try library.run("guide") == list)
    #expect(try library.run("-- guide").contains("import"))
    #expect(try library.run("help guide").contains("USAGE"))
    // An alias with the name of an older command is ignored.
    #expect(try library.run("list") == library.run("book list"))
    // If the record of printed notes is lost, the command only prints the note again.
    library["home/.local/state/shelf/aliases"] = nil
    #expect(try library.run("guide --limit 1").contains("note"))
  }

  @Test("an alias may add to the newer command whose name it has")
  func aliasesThatExtendCommands() throws {
    let library = try TestLibrary()
    library.environment["HOME"] = library.absolute("home")
    library["home/.config/shelf/config.yaml"] = "aliases: {guide: guide reading}\n"
    _ = try library.run("guide")
    #expect(try library.run("guide") == library.run("-- guide reading"))
  }

  @Test("`config set aliases.X` refuses old commands, and warns about newer ones")
  func settingAliases() throws {
    let library = try TestLibrary()
    library.environment["HOME"] = library.absolute("home")
    #expect(try library.refused("config set aliases.list stats").contains("“list” is a shelf command"))
    let said = try library.run("config set aliases.guide stats")
    #expect(said.hasPrefix("aliases.guide: stats\n! warning: `shelf guide` runs your alias"))
    #expect(try library.run("guide").contains("kinds"))
  }

  @Test("the commands that no alias replaces are those of the first release")
  func reservedCommands() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let file = root.appendingPathComponent("Tests/Fixtures/releases/1.0.0/contract/options.txt")
    let options = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let commands = Set(
      options.compactMap { $0.split(separator: " ").first }.filter { !$0.hasPrefix("-") }.map(String.init))
    #expect(commands.count > 50)
    for command in commands { #expect(CommandTree.isReserved(command), "\(command)") }
    #expect(!CommandTree.isReserved("guide"))
  }

  @Test("hints of unknown commands are commands that work")
  func hintsThatWork() throws {
    #expect(try library.refused("missing ch.tex").contains("`shelf export bibtex --cited ch.tex` exports"))
    #expect(try library.refused("todo").contains("`shelf issues` lists your issues"))
    #expect(try library.refused("due").contains("`shelf` shows what is due within a week"))
    #expect(try library.refused("reading-list create", ["Class 9b"]).contains("`shelf set TITLE --tag 'Class 9b'`"))
    #expect(try library.refused("syllabus").contains("`shelf guide reading list`"))
    for question in ["reading list", "course"] {
      #expect(try library.run("guide \(question)").hasPrefix("## Make a reading list"), "\(question)")
    }
    #expect(try library.run("guide reading loans").hasPrefix("### Borrow, and look up loans"))
    let said = try library.refused("list add", ["Course: Memory"])
    #expect(said.contains("`shelf set BOOK --tag 'Course: Memory'`"))
    #expect(try library.run("list create Foo").contains("`shelf list --tag Foo` shows it"))
  }

  @Test("a list with titles leads to the commands that make it, in the order of the titles")
  func orderedLists() throws {
    let said = try library.run("list create", ["Modern Memory", "Emma", "Dune"])
    let commands = said.matches(of: /`shelf ([^`]+)`/).map { String($0.1) }
    #expect(
      commands == [
        "library set fields.book.modernMemory.type=integer", "set Emma modernMemory=1", "set Dune modernMemory=2",
        "list modernMemory:1.. --sort modernMemory",
      ])
    for command in commands.dropLast() { _ = try library.run(command) }
    #expect(try library.run((commands.last ?? "") + " --columns title") == "Emma\nDune\n")
    #expect(try library.run("list create Year Emma").contains("`shelf set Emma listYear=1`"))
    #expect(try library.run("list create 9b").contains("`shelf set BOOK list9b=1`"))
  }

  @Test(
    "words of other programs lead to commands that do the same",
    arguments: [
      ("history dune", "`shelf log dune`"), ("who Anna", "`shelf loans Anna`"), ("class 7b", "`shelf loans 7b`"),
      ("weed Dune", "`shelf set Dune owned=false`"), ("lost Dune", "`shelf set Dune owned=false`"),
      ("damaged Dune", "`shelf note Dune TEXT`"), ("mark Dune as damaged", "`shelf note Dune TEXT`"),
      ("set Dune status=lost", "`shelf set Dune owned=false`"), ("set Dune status=weeded", "`shelf set Dune owned="),
      ("set Dune --status Damaged", "`shelf note Dune TEXT`"), ("set Dune status missing", "`shelf set Dune owned="),
      ("mark Dune missing", "`shelf set Dune owned=false`"), ("given Dune", "`shelf set Dune owned=false`"),
      ("mark Dune lost", "`shelf set Dune owned=false`"), ("mark Dune Messiah sold", "`shelf set 'Dune Messiah' owned"),
      ("mark Dune read", "`shelf finish Dune`"), ("mark Dune returned", "`shelf return Dune`"),
      ("mark Dune owned", "`shelf got Dune`"), ("mark Dune as wanted", "`shelf set Dune status=wanted`"),
      ("mark Dune finished", "`shelf set Dune status=completed`"), ("new tag lent", "`shelf tag add lent`"),
      ("checkout Dune Ben", "`shelf lend Dune Ben`"), ("series-list", "`shelf series`"),
      ("tag-list", "`shelf tag list`"), ("status", "`git status`"), ("inventory", "`shelf guide inventory`"),
      ("remind", "`shelf loans overdue --format csv`"), ("readers", "`shelf loans --by person`"),
      ("replace Simenom Simenon", "`shelf rename Simenom Simenon`"), ("correct A B", "`shelf rename A B`"),
      ("wishlist add Ubik --author Dick", "`shelf add Ubik --author Dick --status wanted`"),
      ("wish list add Ubik", "`shelf add Ubik --status wanted`"), ("wish list", "`shelf list is:wanted`"),
      ("wants add Ubik", "`shelf add Ubik --status wanted`"), ("wish-list Dick", "`shelf list is:wanted Dick`"),
      ("wish Two Words", "`shelf add TITLE --status wanted`"),
      ("author merge Herbert Asimov", "`shelf rename Herbert Asimov`"), ("series merge A B", "`shelf rename A B`"),
      ("author delete Ali", "`shelf set --where author:Ali author-=Ali`"), ("print", "--format html"),
      ("loans --due 2026-03-26", "`shelf loans due:..2026-03-26`"), ("loans --on 2026-03-26", "due:..2026-03-26`"),
      ("loans --by 2026-03-26", "`shelf loans due:..2026-03-26`"), ("loans --since 2026", "`shelf loans 2026`"),
      ("loans --person Ali", "`shelf loans Ali`"), ("list --asc", "ascending order"),
      ("list --available", "-is:lent"), ("list --format pdf", "--format html"),
      ("config set name Jutta", "`git config user.name`"),
      ("config set user.name Jutta", "`git config --global user.name Jutta`"),
      ("config set author=Jutta", "`git config --global user.name Jutta`"),
      ("config set user.email a@b.c", "`git config --global user.email a@b.c`"),
      ("config get user.name", "`git config --global user.name NAME`"),
      ("sync ../server.git", "`git remote add origin ../server.git`, then use `shelf sync`"),
      ("push git@host:books", "`git remote add origin git@host:books`"), ("pull origin", "`shelf sync`?"),
      ("clone ../server.git", "`git clone ../server.git`"), ("clone", "`git clone URL`"),
      ("sync now", "`shelf sync --help`"),
    ])
  func wordsOfOtherPrograms(_ command: (typed: String, meant: String)) throws {
    library.environment["HOME"] = library.absolute("home")
    let said = try library.refused(command.typed)
    #expect(said.contains(command.meant), "\(said)")
  }

  @Test("the direction of an order may follow the field")
  func directions() throws {
    #expect(try library.run("list --sort title desc") == library.run("list --sort title:desc"))
    #expect(try library.run("list --sort title asc") == library.run("list --sort title"))
    #expect(try library.run("list --sort title desc --limit 1") == library.run("list --sort -title --limit 1"))
  }

  @Test("statistics of a word say so, and name the reading statistics")
  func statisticsOfAWord() throws {
    let said = try library.runOnTerminal("stats read")
    #expect(said.contains("Records that match “read”") && said.contains("`shelf stats is:completed`"))
    #expect(try !library.runOnTerminal("stats dune").contains("for the books in that state"))
  }

  @Test("a list by tag notes that more books have the genre of that name")
  func genresLikeTags() throws {
    _ = try library.run("tag add Fiction")
    _ = try library.run("genre add Memory")
    _ = try library.run("set Emma tags+=Fiction genres+=Fiction")
    #expect(
      try library.run("list --tag Fiction").contains("2 books have the genre of that name: `shelf books genre:Fiction`")
    )
    #expect(try library.run("list tag:fiction").contains("2 books have the genre of that name"))
    #expect(try !library.run("list genre:fiction").contains("of that name"))
  }

  @Test("a list by a year in which no book was published names the books that were read in that year")
  func yearsOfReading() throws {
    for line in ["list --year 2019", "list year:2019"] {
      #expect(try library.runOnTerminal(line).contains("`completed:2019` finds 1 book."), "\(line)")
    }
    for line in ["list --year 2018", "list year:2019 genre:none", "list pages:2019"] {
      #expect(try !library.runOnTerminal(line).contains("completed:"), "\(line)")
    }
  }

  @Test("open issues are sorted by the day when they are due")
  func dueIssues() throws {
    for (title, day) in [("Later", "2026-12-22"), ("Sooner", "2026-12-02")] {
      _ = try library.run("issue add \(title) --due \(day) --priority low")
    }
    let titles = try library.run("issues --open --columns title").split(separator: "\n")
    #expect(titles.prefix(2) == ["Sooner", "Later"])
  }

  @Test("a choice of several words is one value")
  func choicesOfSeveralWords() throws {
    library["shelf.yaml"] =
      "format: 1\nfields:\n  book:\n    stand: {type: choice, choices: [Hall, Hall 2]}\n    mood: {type: choice, choices: [low, high]}\n"
    _ = try library.run("set Emma", ["stand=Hall 2"])
    #expect(try library.run("list --columns title", ["stand:Hall 2"]) == "Emma\n")
    #expect(try library.refused("list", ["stand:Hall 9"]).contains("Hall 9"))
    #expect(try library.run("list", ["mood:high dune"]).contains("error") == false)
  }

  @Test("a list notes the books that are not owned any more, unless it has no others")
  func givenAwayInLists() throws {
    _ = try library.run("set Emma owned=false")
    let remark = "1 not owned (owned:true leaves them out)"
    #expect(try library.run("list --format csv").contains(remark))
    #expect(try library.run("list --format excel").contains(remark))
    #expect(try !library.run("list owned:false --format csv").contains(remark))
    #expect(try !library.run("list --columns title,owned --format csv").contains(remark))
    #expect(try library.runOnTerminal("list").contains("4 books, 1 not owned"))
    #expect(try !library.runOnTerminal("list --sum pages").contains("4 books, 1 not owned"))
  }

  @Test("words that are together the title of several records are one name")
  func titleInWords() throws {
    for year in ["1962", "1989"] {
      _ = try library.run("add", ["Cover Her Face", "--duplicate", "--year", year])
    }
    _ = try library.run("add", ["The Heretic's Hermit"])
    for verb in ["show", "edit", "start"] {
      let said = try library.runOnTerminal("\(verb) cover her face")
      #expect(said.contains("2 records are called “cover her face”") || said.contains("2 books are called"), "\(said)")
    }
  }

  @Test("`merge` with the title of exactly two records merges these two")
  func mergesTwins() throws {
    _ = try library.run("add", ["Emma", "--duplicate", "--author", "Jane Austen", "--year", "1815"])
    #expect(try library.run("merge Emma emma --yes").contains("Merged"))
    #expect(try library.run("list title:=Emma --columns year") == "1815\n")
  }

  @Test("a quote without `add` leads to the complete command")
  func quoteWithoutAdd() throws {
    #expect(
      try library.refused("quote", ["Dune Messiah", "Oh dear", "--page", "75"]).contains(
        "use `shelf quote add 'Oh dear' --book 'Dune Messiah' --page 75`"))
    #expect(
      try library.refused("quote", ["Oh dear", "--book", "Dune"]).contains(
        "use `shelf quote add 'Oh dear' --book Dune`"))
  }

  @Test("statistics of words that find nothing say so first")
  func statisticsOfNothing() throws {
    let said = try library.run("stats value --by genre")
    #expect(said.contains("no record matches “value”") && !said.contains("has a value for"), "\(said)")
    for words in ["reads", "read per year", "reading"] {
      #expect(try library.runOnTerminal("stats \(words)", columns: 200).contains("`shelf stats --by completed`"))
    }
    #expect(try library.runOnTerminal("stats --by year", columns: 200).contains("the year of publication"))
    #expect(try !library.run("stats --by year").contains("the year of publication"))
    for by in ["decade", "year:decade"] {
      let page = try library.runOnTerminal("stats --by \(by)", columns: 200)
      #expect(page.contains("this is the decade of publication; `shelf stats --by completed:decade` counts your reads"))
    }
    #expect(try !library.runOnTerminal("stats --by completed:decade", columns: 200).contains("of publication"))
  }

  @Test("a list by the name of a series names `series`, which counts the books without a place")
  func seriesInLists() throws {
    _ = try library.run("set Dune", ["series=Desert Planet 1"])
    _ = try library.run("set", ["Dune Messiah", "series=Desert Planet"])
    #expect(try library.run("list", ["Desert Planet"]).contains("`shelf series 'Desert Planet'` lists it in order"))
    #expect(try library.run("list desert planet").contains("is a series"))
    #expect(try !library.run("list dune").contains("is a series"))
    #expect(
      try library.runOnTerminal("series Desert Planet").contains("2 books in the library, 1 read; 1 has no place"))
  }

  @Test("several values of one field that find nothing lead to “or”")
  func alternatives() throws {
    _ = try library.run("set Dune edition=1st")
    _ = try library.run("set Emma edition=2nd")
    #expect(
      try library.run("list edition:1st edition:2nd").contains(
        "to match any of them, write (edition:1st or edition:2nd)"))
    #expect(try !library.run("list edition:1st edition:1st").contains("to match any"))
  }
}
