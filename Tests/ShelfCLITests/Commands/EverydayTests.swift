import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests commands as users type them from memory, for example with arguments in a different order, or with values as
/// shelf prints them.
struct EverydayTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  // MARK: - Prompts

  /// Only “y” and “yes” confirm.
  @Test(arguments: ["maybe\r", "today\r", "yellow\r", "\r", "n\r", "maybe\rn\r", "no, y\r"])
  func junkNeverMeansYes(_ keys: String) throws {
    let before = try library.tree()
    let said = try library.press("add Kim --genre Adventure", typing: keys)
    #expect(!said.contains("Added"), "\(said)")
    #expect(try library.tree() == before)
  }

  @Test(arguments: ["y\r", "Yes\r", "maybe\ry\r"]) func yesMeansYes(_ keys: String) throws {
    #expect(try library.press("add Kim --genre Adventure", typing: keys).contains("Added genre “Adventure”"))
  }

  @Test func severalOfOneTitleAreSaidToBeSeveral() throws {
    for _ in 1...2 { _ = try library.run("add Twin --duplicate") }
    let said = try library.runOnTerminal("lend twin Anna")
    #expect(said.contains("2 books are called “twin”. Which one do you mean?"), "\(said)")
    #expect(!said.contains("No book"))
    _ = try library.run("add", ["Waves, The"])
    _ = try library.run("add", ["The Waves", "--duplicate"])
    let other = try library.runOnTerminal("progress", ["The Waves", "20"])
    #expect(other.contains("“The Waves” matches 2 books. Which one do you mean?"), "\(other)")
  }

  @Test func statisticsOfWantedAndLentBooks() throws {
    _ = try library.run("add Kim --status wanted")
    _ = try library.run("add Gone --owned false")
    _ = try library.run("set", ["三体", "copies=3"])
    _ = try library.run("lend", ["Dune Messiah", "Anna"])
    // A book that was read is counted as completed, even if it is lent.
    _ = try library.run("lend Dune Ben")
    let said = try library.runOnTerminal("stats")
    #expect(said.contains("4 books in 6 copies · 2 lent · 1 wanted · 1 no longer owned · 2 quotes"), "\(said)")
    #expect(said.contains("on shelf      1") && said.contains("lent, unread  1"), "\(said)")
    let data = try library.run("stats")
    #expect(data.contains("kinds\tbooks\t6\n") && data.contains("status\tonShelf\t2\n"), "\(data)")
    #expect(try !library.run("stats --json").contains("lent"))
  }

  /// The commands for loans prompt the user for missing values.
  @Test func aLoanAsks() throws {
    #expect(try library.press("lend 三体", typing: "Anna\r").contains("lent to Anna"))
    #expect(try library.press("renew 三体", typing: "2w\r").contains("due on 2026-12-05"))
    #expect(try library.press("borrow Emma", typing: "city library\r").contains("borrowed from city library"))
    #expect(try library.runOnTerminal("lend", ["Dune Messiah"], typing: "\nBob\n").contains("lent to Bob"))
    #expect(try library.run("borrow Dune").hasPrefix("! error: no name was given: whose copy is it?"))
  }

  // MARK: - Words

  /// The value of a choice field can be typed as shelf prints it.
  @Test(arguments: ["on shelf", "on-shelf", "ON_SHELF", "onshelf", "onShelf"])
  func choicesAreReadAsInQueries(_ typed: String) throws {
    _ = try library.run("set Emma", ["status=\(typed)"])
    #expect(library[SmallLibrary.emma]?.contains("status: onShelf\n") == true)
    _ = try library.run("add Kim", ["--status", typed])
    #expect(try library.run("list", ["status:\"\(typed)\"", "--columns", "title"]).contains("Kim\n"))
  }

  /// A list of a word that is also the name of a state mentions the state, whatever the word finds.
  @Test func wordsForStates() throws {
    _ = try library.run("add", ["A History of Reading"])
    let said = try library.run("list reading --columns title --format tsv")
    #expect(said == "A History of Reading\n! note: `is:inProgress` finds 1 book.\n")
    #expect(try library.run("list unread --format tsv").contains("! note: `-status:completed` finds 4 books."))
    #expect(try library.runOnTerminal("list reading").contains("`is:inProgress` finds 1 book."))
    #expect(!(try library.run("list emma")).contains("finds"))
    #expect(try library.run("list is:unread --format ids") == library.run("list -status:read --format ids"))
  }

  /// The names and codes of a language are one language, named as most books name it.
  @Test func languagesInAnyForm() throws {
    for (title, language) in [("A", "fr"), ("B", "French"), ("C", "French"), ("D", "fr-CA"), ("E", "Frisian")] {
      _ = try library.run("add", [title, "--language", language])
    }
    for name in ["fr", "French", "französisch", "fre"] {
      #expect(try library.run("list --columns title --format tsv", ["language:\(name)"]) == "A\nB\nC\nD\n", "\(name)")
    }
    #expect(try library.run("list --columns title --format tsv language:fris") == "E\n")
    #expect(try library.run("list --columns title --format tsv", ["language:=fr"]) == "A\n")
    #expect(try library.run("list --group language --format tsv").hasPrefix("French\t4\nFrisian\t1\n"))
    #expect(try library.run("stats --by language").contains("French\t4"))
  }

  @Test func aListInMarkdown() throws {
    _ = try library.run("set Emma", ["title=Emma | *a* novel"])
    try expect(
      library.run("list --format markdown --columns title,author,year --sort year"),
      is: """
        | Title | Author | Year |
        | --- | --- | ---: |
        | Dune | Frank Herbert | 1965 |
        | Dune Messiah | Frank Herbert |  |
        | Emma \\| \\*a\\* novel | Jane Austen |  |
        | 三体 | 刘慈欣 |  |
        """)
    let groups = try library.run("list --format markdown --columns title --group author")
    #expect(
      groups.contains("### Frank Herbert (2)\n\n| Title |\n| --- |\n| Dune |\n| Dune Messiah |\n\n### "), "\(groups)")
    #expect(!(try library.run("list --format markdown")).contains("b0000001"))
  }

  @Test("a list of books in progress shows the progress in place of the status")
  func progressInLists() throws {
    let library = try ImportTests.empty()
    _ = try library.run("add Emma")
    _ = try library.run("start Emma")
    _ = try library.run("progress Emma 120")
    _ = try library.run("add Ubik")
    _ = try library.run("start Ubik")
    let said = try library.runOnTerminal("list --status reading")
    #expect(said.contains("120") && said.contains("Progress") && !said.contains("Status"), "\(said)")
    #expect(try !library.run("list --status reading --format tsv").contains("120"))
    #expect(try library.runOnTerminal("list --columns title,status").contains("Status"))
    // The status tells who has the book.
    _ = try library.run("lend Ubik Anna")
    #expect(try library.runOnTerminal("list --status reading").contains("Status"))
    _ = try library.run("return Ubik")
    _ = try library.run("add Walden")
    #expect(try library.runOnTerminal("list").contains("Status"))
  }

  @Test func aListAsAPage() throws {
    _ = try library.run("set Emma", ["title=Emma <b>& co</b>"])
    let page = try library.run("list --format html --columns title,year --sort year")
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<title>Small</title>"), "\(page)")
    #expect(page.contains("<tr><th>Title</th><th class=\"number\">Year</th></tr>\n</thead>"), "\(page)")
    #expect(page.contains("<tr><td>Dune</td><td class=\"number\">1965</td></tr>\n"), "\(page)")
    #expect(page.contains("<td>Emma &lt;b&gt;&amp; co&lt;/b&gt;</td>") && !page.contains("<script"), "\(page)")
    #expect(page.hasSuffix("</tbody>\n</table>\n</body>\n</html>\n"))
    let groups = try library.run("list --format html --columns title --group author")
    #expect(groups.contains("</table>\n<h2>Frank Herbert (2)</h2>\n<table>"), "\(groups)")
    #expect(try library.run("list --format html --genre Horror").contains("<h1>Horror</h1>"))
    #expect(try library.run("list --format html", ["author:\"Frank Herbert\""]).contains("<h1>Frank Herbert</h1>"))
    #expect(try library.run("list --format html dune").contains("<h1>Small</h1>"))
    _ = try library.run("library set fields.book.class9b.type=integer")
    _ = try library.run("set Dune class9b=1")
    #expect(try library.run("list --format html class9b:1..").contains("<h1>Class9b</h1>"))
    #expect(try library.run("list --format html year:1950..").contains("<h1>Small</h1>"))
    _ = try library.run("lend Dune Anna")
    #expect(try library.run("loans --format html").contains("<td>Anna</td>"))
    #expect(try library.run("loans --format markdown").contains("| Anna | has | Dune |"))
    #expect(try library.run("quotes --format html").contains("<td>Fear is the mind-killer.</td>"))
  }

  @Test func oneFieldOfARecord() throws {
    #expect(try library.run("show dune rating") == "5\n")
    #expect(try library.run("show dune genres") == "Fiction, Science Fiction\n")
    #expect(try library.run("book show dune review") == "Spice.\n\nAnd worms.\n")
    #expect(try library.run("show", ["Dune Messiah", "rating"]) == "\n")
    _ = try library.run("add Rating")
    #expect(try library.run("show dune rating").contains("Frank Herbert"))
    #expect(try library.refused("show dune nothing").contains("no record is called “nothing”"))
  }

  @Test func allAtOnce() throws {
    _ = try library.run("queue add", ["Dune Messiah", "三体"])
    #expect(try library.refused("queue clear").contains("`shelf queue remove --all`"))
    #expect(try library.run("queue remove --all").split(separator: "\n").count == 2)
    #expect(try library.run("queue --format tsv") == "")
    #expect(try library.run("queue remove --all") == "")
    #expect(try library.refused("undo --all").contains("`shelf undo N` undoes the last N"))
  }

  /// A hint about two records with one name can be run as it is.
  @Test func hintsNameTheKind() throws {
    _ = try library.run("tag add memory")
    _ = try library.run("tag add memoire")
    _ = try library.run("genre add memory")
    #expect(
      try library.refused("tag rename memoire memory").contains("`shelf tag merge memoire memory` merges the two"))
    #expect(try library.run("tag merge memoire memory --yes").contains("memory"))
  }

  /// In a file, the value of a choice field must be spelled exactly.
  @Test func filesHaveTheChoiceItself() throws {
    library[SmallLibrary.emma] = library[SmallLibrary.emma]?.replacing("inProgress", with: "in-progress")
    #expect(try library.run("doctor").contains("in-progress"))
  }

  @Test func wordsInAnotherOrder() throws {
    try expect(
      library.refusals([
        ["lend Anna dune"],
        ["renew dune emma"],
        ["lend dune anna --for 2w"], ["lend dune Anna Smith"],
      ]),
      is: """
        $ lend Anna dune
        ! error: no book is called “Anna”
        ! hint: the book comes first: `shelf lend dune Anna`
        [1]
        $ renew dune emma
        ! error: no due date was given
        ! hint: use --until with a date, or a time such as --until 2w
        [2]
        $ lend dune anna --for 2w
        ! error: unknown option '--for'. Did you mean '--until'?
        ! hint: see `shelf lend --help`
        [2]
        $ lend dune Anna Smith
        ! error: no book is called “Anna”
        ! hint: put quotation marks around a name of several words: 'Anna Smith'; for several people, write 'Anna and Smith'; use --until for the date when the loan ends
        [1]
        """)
  }

  @Test func toComesBeforeTheName() throws {
    #expect(try library.run("lend", ["dune messiah", "to", "Anna"]).contains("lent to Anna since 2026-11-21"))
    #expect(try library.run("lend 三体 To").contains("lent to To since"))
  }

  /// A value may directly follow its short option, as in other programs.
  @Test func aValueMayFollowItsOption() throws {
    #expect(try library.run("finish Emma -r4 -dyesterday").contains("rating 3 → 4"))
    #expect(library[SmallLibrary.emma]?.contains("dateCompleted: 2026-11-20\n") == true)
    #expect(try library.run("finish Emma -x4").contains("unknown option"))
    #expect(try library.run("rate", ["--where", "emma", "-y", "4.5"]).contains("rating 4 → 4.5"))
  }

  // MARK: - Messages

  @Test func aBorrowedBook() throws {
    #expect(
      try library.run("borrow Emma --from Anna --since 2026-10-15 --until 2026-12-20")
        .hasPrefix("“Emma”: borrowed from Anna since 2026-10-15, due 2026-12-20\n"))
    let page = try library.run("show Emma")
    #expect(page.contains("borrowed on") && !page.contains("lent on"), "\(page)")
    #expect(
      try library.run("borrow Emma --from Bob").contains("hint: once it has been returned, run `shelf return Emma`"))
    #expect(
      try library.runOnTerminal("borrow Ubik --from Anna --until 2w", typing: "y\n").contains(
        "“Ubik”: borrowed from Anna since 2026-11-21, due 2026-12-05"))
  }

  /// `next` does not suggest books that were returned to their owners, and lists wanted books last, unless they are
  /// borrowed.
  @Test func whatIsNotHereIsNotSuggested() throws {
    _ = try library.run("set 三体 owned=false")
    _ = try library.run("borrow 三体 --from library")
    #expect(try library.run("next").contains("三体"))
    _ = try library.run("return 三体")
    #expect(try !library.run("next").contains("三体"))
    _ = try library.run("set", ["Dune Messiah", "status=wanted"])
    #expect(try library.run("next --where title:messiah --columns reason") == "wanted\n")
    _ = try library.run("borrow", ["Dune Messiah", "--from", "library"])
    #expect(try library.run("next --where title:messiah --columns reason") == "borrowed\n")
    _ = try library.run("set Dune", ["series=Dune 1"])
    _ = try library.run("set", ["Dune Messiah", "series=Dune 2", "status=onShelf"])
    #expect(try library.run("list is:next -c title") == "Dune Messiah\n")
    _ = try library.run("return", ["Dune Messiah"])
    #expect(try library.run("list is:next -c title").isEmpty)
  }

  @Test func oneIsOne() throws {
    _ = try library.run(
      "add", ["Kim", "--pages", "1", "--date-started", "2026-11-20", "--date-completed", "2026-11-20"])
    let stats = try library.run("stats --format table")
    #expect(stats.contains("1 page a day") && !stats.contains("1 days") && !stats.contains("1 pages"), "\(stats)")
    for number in 1...5 {
      library["books/broken\(number).yaml"] = "title: ["
      if number < 4 { continue }
      let said = try library.run("list -c title")
      #expect(said.split(separator: "\n").count { $0.hasPrefix("! warning") } == 4, "\(said)")
      #expect(said.contains("2 more files that could not be read") == (number == 5))
    }
  }

  @Test func theGoalOfAnotherYear() throws {
    #expect(try library.run("goal --year 2027").contains("hint: set it with `shelf goal 20 --year 2027`"))
  }

  @Test func standardOutputIsAHyphen() throws {
    let before = try library.tree()
    #expect(try library.run("export json --output -") == library.run("export json"))
    #expect(try library.run("export markdown --output -").contains("specify a folder with --output"))
    #expect(try library.tree() == before)
  }

  @Test func aDryRunThatFindsNothingSaysSo() throws {
    #expect(
      try library.run("set --where rating:1 year=1965 --dry-run") == "! note: no record matches “rating:1”\n")
  }

  @Test func anExistingLibraryNeedsNoFirstBook() throws {
    let said = try library.run("init", [library.root, "--no-git"])
    #expect(said.hasSuffix("Next: shelf\n"), "\(said)")
  }

  // MARK: - Results

  /// Redone commands are listed in their original order.
  @Test func redoneInTheOrderOfTheFirstTime() throws {
    _ = try library.run("rate Emma 4")
    _ = try library.run("rate Emma 5")
    _ = try library.run("undo 2")
    #expect(try library.run("redo 2") == "Redid “rate Emma 4” and “rate Emma 5” (1 file)\n")
  }

  /// Borrowed books with a due date come before books on the shelf, and the date is shown.
  @Test func whatIsDueIsReadNext() throws {
    for (title, options) in [("Late", ""), ("Soon", "--until 2026-12-01"), ("Later", "--until 2026-12-24")] {
      _ = try library.run("add \(title) --status wanted")
      _ = try library.run("borrow \(title) --from library --since 2026-11-01 \(options)")
    }
    let lines = try library.run("next").split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst()
    }
    let borrowed = lines.filter { $0.contains("borrowed") }
    #expect(borrowed.map { $0.first.map(String.init) } == ["Soon", "Later", "Late"])
    #expect(borrowed.first?.last == "borrowed from library since 2026-11-01, due 2026-12-01")
    let places = ["Soon", "三体"].map { title in lines.firstIndex { $0.first.map(String.init) == title } ?? -1 }
    #expect(places[0] < places[1])
  }

  @Test func aQuoteOfABookThatIsNotAnOption() throws {
    #expect(try library.run("quote add Emma", ["A heroine"]).contains("quotes/emma-b0000003/a-heroine-"))
    #expect(
      try library.refused("quote add Emmma", ["A hero"]).contains("use --book Emmma for the book it is from"))
  }

  /// States can be typed in everyday words.
  @Test(arguments: [("reading", "in progress"), ("read", "completed"), ("Finished", "completed")])
  func statesByOtherWords(_ word: String, _ state: String) throws {
    #expect(try library.run("set 三体 status=\(word)").contains("status \(state)"))
  }

  @Test func daysAsOneSaysThem() throws {
    #expect(try library.run("start 三体 -d friday").contains("date started 2026-11-20"))
    #expect(
      try library.run("lend Dune Anna --since", ["3 days ago", "--until", "next friday"]).contains(
        "since 2026-11-18, due 2026-11-27"))
    #expect(try library.run("finish 三体 friday").contains("date completed 2026-11-20"))
  }

  /// If two books have the same title, commands that continue a reading apply to the one in progress.
  @Test func theOneOfTwoThatIsRead() throws {
    _ = try library.run("add Emma --author Other")
    #expect(try library.run("progress Emma 30").hasPrefix("“Emma”: progress 30"))
    #expect(try library.run("finish Emma").contains("status in progress → completed"))
    #expect(try library.refused("finish Emma").contains("matches 2"))
    _ = try library.run("undo")
    #expect(try library.refused("start Emma").contains("matches 2"))
    #expect(try library.refused("progress 101%").contains("“101%” is not a page, a percentage or a time"))
  }

  // MARK: - Days

  /// The date that the user enters at a prompt is validated like the date of `finish`.
  @Test(arguments: [("yesterday", true), ("2026-10-01", false), ("tomorrow", false), ("", true)])
  func theDayThatIsAskedFor(_ answer: String, _ isTaken: Bool) throws {
    let said = try library.runOnTerminal("set Emma status=completed", typing: answer + "\r")
    #expect(said.contains("→ completed") == isTaken, "\(said)")
    #expect(library[SmallLibrary.emma]?.contains("progress") == false || !isTaken)
  }

  /// Queries accept the same words for days as commands do, except ambiguous ones such as “friday”.
  @Test func daysInQueries() throws {
    _ = try library.run("lend Dune Anna --until 2w")
    #expect(try library.run("list", ["due:\"in 2 weeks\""]).contains("Dune"))
    #expect(try library.run("list due:>tomorrow").contains("Dune"))
    #expect(!(try library.run("list due:<=tomorrow")).contains("Dune"))
    #expect(try library.refused("list due:friday").contains("“friday”"))
  }

  @Test func daysThatHaveNotCome() throws {
    #expect(try library.run("set Emma dateStarted=2030-01-01").contains("date started 2030-01-01 is in the future"))
    #expect(try library.run("add F --finished 2027-01-01").contains("date completed 2027-01-01 is in the future"))
    #expect(!(try library.run("lend Dune Anna --until 2030-01-01")).contains("future"))
  }

  @Test func theEveningBefore() throws {
    #expect(try library.run("progress Emma 44 --date yesterday") == "“Emma”: progress 44 on 2026-11-20\n")
    #expect(try library.run("progress Emma 60") == "“Emma”: progress 44 → 60\n")
    #expect(library[SmallLibrary.emma]?.contains("readingLog: [\"2026-11-20 44\", \"2026-11-21 60\"]\n") == true)
    // A log entry with an earlier date does not change the current progress.
    #expect(try library.run("progress Emma 30 -d 2026-11-18") == "“Emma”: page 30 on 2026-11-18\n")
    #expect(try library.run("progress Emma 31 -d 2026-11-18") == "“Emma”: page 30 → page 31 on 2026-11-18\n")
    #expect(try library.run("progress Emma 30 -d 2026-11-18") == "“Emma”: page 31 → page 30 on 2026-11-18\n")
    #expect(
      try library.run("set Emma", ["readingLog-=2026-11-18 30"]) == "“Emma”: page 30 on 2026-11-18 removed\n")
    _ = try library.run("undo")
    let text = try #require(library[SmallLibrary.emma])
    #expect(text.contains("readingLog: [\"2026-11-18 30\", \"2026-11-20 44\", \"2026-11-21 60\"]\n"), "\(text)")
    #expect(text.contains("progress: \"60\"\n"))
    // The first log entry of a book on the shelf sets its start date.
    _ = try library.run("progress 三体 10 -d 2026-11-19")
    #expect(try library.run("show 三体 --json date-started").contains("2026-11-19"))
    try expect(
      library.refusals([
        ["progress emma 3 -d tomorrow"], ["progress emma 3 -d 2026-12-01"], ["progress emma 3 -d 2026-11"],
        ["progress emma 3 -d 2026-10-31"], ["progress emma -d yesterday"], ["progress emma 3 --date", ""],
      ]),
      is: """
        $ progress emma 3 -d tomorrow
        ! error: “tomorrow” is in the future
        ! hint: use today's date or an earlier one
        [2]
        $ progress emma 3 -d 2026-12-01
        ! error: 2026-12-01 is in the future
        ! hint: use today's date or an earlier one
        [2]
        $ progress emma 3 -d 2026-11
        ! error: “2026-11” is not a single day
        ! hint: write a day such as 2026-11-21
        [2]
        $ progress emma 3 -d 2026-10-31
        ! error: 2026-10-31 is before the day “Emma” was started, 2026-11-01
        ! hint: if the start date is wrong, correct it with `shelf book set b0000003 dateStarted=DAY`
        [1]
        $ progress emma -d yesterday
        ! error: no page was given
        ! hint: --date needs a page, such as `shelf progress 44 -d yesterday`
        [2]
        $ progress emma 3 --date ""
        ! error: --date needs a day
        ! hint: such as 2026-11-21
        [2]
        """)
  }

  /// The last day of a reading is counted as a day of reading.
  @Test func theLastDayCounts() throws {
    _ = try library.run("set Emma pages=300")
    for day in 1...3 { _ = try library.run("progress Emma \(day * 50) -d 2026-11-0\(day)") }
    _ = try library.run("finish Emma -d 2026-11-04")
    _ = try library.run("progress 三体 30 -d 2026-11-05")
    #expect(
      try library.run("stats --format table").contains(
        "Days read\n  5 days logged · 5 days in the longest streak · 66 pages on such a day\n"))
    // A book that was started and finished on the same day adds a day of reading. Longer readings without a log do not.
    _ = try library.run("add", ["Kim", "--date-started", "2026-11-06", "--date-completed", "2026-11-06"])
    _ = try library.run("add", ["Ubik", "--date-started", "2026-10-06", "--date-completed", "2026-10-08"])
    #expect(try library.run("stats").contains("readingDays\tdays\t6\n"))
  }

  @Test func bothWaysToSayHowFar() throws {
    _ = try library.run("set Emma pages=272 progress=45%")
    #expect(try library.run("progress Emma").contains("“Emma”: 45% (page 122 of 272)\n"))
  }

  /// A book is in progress if it is added with progress or its progress is set, as after `shelf progress`.
  @Test func whatIsReadInPartIsInProgress() throws {
    _ = try library.run("add Kim --progress 40")
    #expect(try library.run("show Kim --json status").contains("inProgress"))
    #expect(try library.run("set", ["Dune Messiah", "progress=40"]).contains("status in progress, progress 40"))
    _ = try library.run("add Ubik --progress 40 --status abandoned")
    #expect(try library.run("show Ubik --json status").contains("abandoned"))
    _ = try library.run("add Lem --progress 40 --date-completed 2026-11-01")
    #expect(try library.run("show Lem --json status").contains("completed"))
  }

  @Test func aLoanThatEndsBeforeItsBeginningIsDoubted() throws {
    _ = try library.run("lend 三体 Anna")
    #expect(
      try library.run("set 三体 dueOn=2026-01-01").contains(
        "warning: 2026-01-01 is before the day the loan of “三体” began, 2026-11-21"))
  }

  /// Earlier readings and loans are printed in everyday words.
  @Test func earlierReadingsAndLoansOnThePage() throws {
    _ = try library.run(
      "set 三体 readings=/2020-05-05 readings+=2021-01-01/2021-02-01 readings+=2022-03-03/2022-03-03")
    _ = try library.run("set 三体", ["loans=2026-03-02/2026-04-11 Anna", "loans+=2026-05-01/ from library"])
    let page = try library.run("show 三体")
    #expect(page.contains("  until 2020-05-05 · 2021-01-01 to 2021-02-01 · 2022-03-03\n"), "\(page)")
    #expect(page.contains("  Anna, 2026-03-02 to 2026-04-11 · from library, from 2026-05-01\n"), "\(page)")
  }

  /// The prompt offers suitable books first.
  @Test func whatIsOnTheShelfIsOfferedFirst() throws {
    #expect(try library.press("start", typing: "\r").contains("“Dune Messiah”: status in progress"))
  }

  /// Long messages are wrapped between words.
  @Test func answersAreWrapped() throws {
    let words = ["set", "emma", "series=" + Array(repeating: "Discworld", count: 6).joined(separator: " ")]
    let screen = try library.runOnTerminal("", words, columns: 40)
    #expect(screen.split(separator: "\n").allSatisfy { $0.hasSuffix("Discworld") || $0.hasSuffix("…") }, "\(screen)")
  }

  /// In a narrow table, titles take precedence over long lists, and the names of lenders over dates.
  @Test func tablesKeepWhatMatters() throws {
    for day in 1...9 { _ = try library.run("progress Emma \(day * 10) -d 2026-11-0\(day)") }
    _ = try library.run("set emma", ["title=The Life and Opinions of Tristram"])
    let table = try library.runOnTerminal("list -c title,readingLog status:in-progress")
    #expect(table.contains("The Life and Opinions of Tristram"), "\(table)")
    _ = try library.run("borrow", ["Tristram", "--from", "Jan Kowalski of the city library", "--since", "2026-01-01"])
    _ = try library.run(
      "borrow", ["b0000003", "--from", "Jan Kowalski", "--since", "2026-10-01", "--until", "2026-10-27"])
    let loans = try library.runOnTerminal("loans", columns: 80)
    #expect(loans.contains("Jan Kowalski") && loans.contains("The Life and Opinions of"), "\(loans)")
    #expect(!loans.contains("Since"))
  }

  /// The help for `list` shows its options, regardless of which of its names is used.
  @Test(arguments: ["list -h", "ls --help", "help list", "help ls"]) func helpOfListsShowsTheirOptions(_ line: String)
    throws
  {
    let help = try library.run(line)
    #expect(help.contains("--limit") && help.contains("--sort") && help.contains("--format"), "\(help)")
    #expect(help.contains("USAGE: shelf [book] list [<query> ...] [<options>]"))
  }

  @Test func shortOptionsOfAdd() throws {
    _ = try library.run("add Kim -r4 -gFiction")
    #expect(try library.run("list kim -c title,rating,genres") == "Kim\t4\tFiction\n")
    #expect(try library.run("add Lem -x4").contains("a book has no field"))
  }

  /// A year may be a title, so the command does not treat it as a date.
  @Test func aYearIsNoDayInTheWrongPlace() throws {
    #expect(try !library.run("start 1984").contains("--date"))
    #expect(try library.run("start 2026-11").contains("hint: use --date 2026-11 for the date"))
  }

  @Test func asManyAtRandomAsAreWanted() throws {
    _ = try library.run("add Kim")
    let all = Set(try library.run("next").split(separator: "\n"))
    #expect(all.count == 3)
    #expect(Set(try library.run("next --random --limit 3").split(separator: "\n")).count == 3)
    #expect(try library.run("next --random").split(separator: "\n").count == 1)
    #expect(try library.run("next --random --limit 9").split(separator: "\n").count == 3)
    #expect(try library.run("next --random --limit 0").isEmpty)
  }

  /// In a numbered series, pressing Enter accepts the suggested next number.
  @Test func theNextPlaceIsTheUsualOne() throws {
    _ = try library.run("set Dune", ["series=Dune 1"])
    _ = try library.runOnTerminal("add Chapterhouse --series dune", typing: "\n")
    #expect(try library.run("show Chapterhouse --json series").contains("Dune 2"))
  }
}
