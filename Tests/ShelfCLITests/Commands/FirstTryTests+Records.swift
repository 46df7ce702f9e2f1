import Foundation
import Testing

@testable import ShelfCLI

/// Tests how users first try to rename, merge and edit records, and the option names that they expect.
extension FirstTryTests {
  // MARK: - rename

  @Test("`genre rename OLD NEW` renews comments, saved filters and the queries for publishing, as one change")
  func renamesAGenre() throws {
    library["shelf.yaml"] = """
      format: 1
      filters:
        scifi: "genre:\\"science fiction\\" rating:4.." # the best
        mixed: "issue #lending or (-genre:science fiction  emma)"
        other: "genre:fiction science"
      publish: {books: 'genre:="Science Fiction"'}

      """
    let before = try library.tree()
    let told = try library.run("genre rename", ["science fiction", "SF & more"])
    #expect(told.hasPrefix("“Science Fiction”: name Science Fiction → SF & more\n"))
    #expect(told.contains("the filter “scifi”, the filter “mixed” and publish.books have the new name"))
    #expect(library["genres/science-fiction-e0000002.yaml"]?.contains("name: SF & more") ?? false)
    #expect(library[SmallLibrary.dune]?.contains("e0000002-0000-4000-8000-000000000000 # SF & more\n") ?? false)
    #expect(
      library["shelf.yaml"] == """
        format: 1
        filters:
          scifi: "genre:\\"SF & more\\" rating:4.." # the best
          mixed: "issue #lending or (-genre:\\"SF & more\\"  emma)"
          other: "genre:fiction science"
        publish: {books: 'genre:="SF & more"'}

        """)
    #expect(try library.run("list --filter scifi --format ids").hasPrefix("b0000001"))
    _ = try library.run("undo")
    #expect(try library.tree() == before)
  }

  @Test("`tag rename` and `rename` do the same, and a name without spaces needs no quotation marks in a filter")
  func renamesATag() throws {
    library["shelf.yaml"] = "format: 1\nfilters: {lent: \"#lending\", all: \"tag:lending\"}\n"
    _ = try library.run("tag rename lending loans")
    #expect(library["shelf.yaml"] == "format: 1\nfilters: {lent: \"#loans\", all: \"tag:loans\"}\n")
    let told = try library.run("rename loans", ["lent out"])
    #expect(told.contains("1 file that refers to it shows the new name"))
    #expect(library["issues/ask-anna-f0000001.yaml"]?.contains("# lent out\n") ?? false)
    #expect(library["shelf.yaml"]?.contains("#\\\"lent out\\\"") ?? false)
  }

  @Test("`rename` takes a title, and an author's, a contributor's or a series' name in all books")
  func renamesPeople() throws {
    _ = try library.run("rename Dune", ["Dune, Part 1"])
    #expect(library["quotes/dune-b0000001/fear-c0000001.yaml"]?.contains("# Dune, Part 1\n") ?? false)
    library["books/two-b0000009.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: Two
      author:
        - Brian Herbert # the son
        - Frank Herbert # the father
      contributors: Frank Herbert (editor)
      series: Dune 9

      """
    #expect(try library.run("rename", ["frank herbert", "F. Herbert"]).hasSuffix("Changed 3 books\n"))
    #expect(library[SmallLibrary.dune]?.contains("author: F. Herbert\n") ?? false)
    let two = library["books/two-b0000009.yaml"] ?? ""
    #expect(
      two.contains("  - Brian Herbert # the son\n  - F. Herbert # the father\ncontributors: F. Herbert (editor)\n"))
    #expect(try library.run("book rename Dune Arrakis").hasPrefix("“Two”: series Dune 9 → Arrakis 9\n"))
    _ = try library.run("undo")
    _ = try library.run("undo")
    #expect(library[SmallLibrary.dune]?.contains("author: Frank Herbert\n") ?? false)
  }

  @Test("`rename` refuses what has no name, and says how to write it")
  func refusesToRename() throws {
    #expect(try library.refused("rename nobody x").contains("no record is called “nobody”"))
    #expect(try library.refused("rename Emma").contains("no new name was given"))
    #expect(try library.refused("genre rename Science Fiction SF").contains("quotation marks"))
    #expect(try library.refused("genre rename Horror Fiction").contains("already exists"))
    #expect(try library.refused("rename", ["Fear is the mind-killer.", "x"]).contains("a quote has no name"))
    #expect(try library.refused("rename", ["Emma", " "]).contains("empty"))
  }

  @Test("a new name set without --everywhere is reported, and a terminal asks to use it everywhere")
  func setAsksForNames() throws {
    library["shelf.yaml"] = "format: 1\nfilters: {scary: \"genre:horror\"}\n"
    let told = try library.run("genre set Horror name=Gothic")
    #expect(
      told.contains("the filter “scary” still has the old name; `shelf rename` or --everywhere also updates queries"))
    _ = try library.run("undo")
    let asked = try library.runOnTerminal("genre set Horror name=Gothic", typing: "y\n")
    #expect(asked.contains("The old name of “Horror” is also in the filter “scary”. Update it too?"))
    #expect(library["shelf.yaml"]?.contains("genre:Gothic") ?? false)
    _ = try library.run("undo")
    _ = try library.runOnTerminal("genre set Horror name=Gothic", typing: "n\n")
    #expect(library["shelf.yaml"]?.contains("genre:horror") ?? false)
    #expect(library["genres/horror-e0000003.yaml"]?.contains("Gothic") ?? false)
  }

  // MARK: - merge

  @Test("`merge A B` joins two records: B keeps its id and file, gets what only A has, and undo restores both")
  func mergesBooks() throws {
    let before = try library.tree()
    #expect(try library.refused("merge Dune Emma").contains("different values of title, author"))
    let told = try library.run("merge Dune Emma --yes")
    #expect(told.hasPrefix("Merged book “Dune” into “Emma”; 1 quote and 1 issue now refer to it\n"))
    #expect(told.contains("title is Emma, not Dune\n") && told.contains("rating is 3, not 5\n"))
    let emma = library[SmallLibrary.emma] ?? ""
    #expect(emma.contains("id: b0000003") && emma.contains("year: 1965\n") && emma.contains("# Science Fiction\n"))
    #expect(emma.contains("formerIds") && emma.contains("  b0000001-0000-4000-8000-000000000000 # Dune\n"))
    #expect(!emma.contains("dateCompleted"))
    #expect(library[SmallLibrary.dune] == nil)
    #expect(library["quotes/dune-b0000001/fear-c0000001.yaml"]?.contains("book: b0000003") ?? false)
    #expect(try library.run("show b0000001-0000-4000-8000-000000000000 --json id").contains("b0000003"))
    _ = try library.run("undo")
    #expect(try library.tree() == before)
  }

  @Test("on a terminal, `merge` asks which value to keep")
  func mergeAsks() throws {
    _ = try library.run("add", ["Dune", "--duplicate", "--author", "Frank Herbert", "--rating", "4", "--year", "1965"])
    let id = try library.run("list rating:4 --format ids").trimmingCharacters(in: .newlines)
    let asked = try library.runOnTerminal("merge \(id) b0000001", typing: "1\n1\n2\n")
    #expect(asked.contains("Which status should “Dune” have?") && asked.contains("Which rating should “Dune” have?"))
    #expect(library[SmallLibrary.dune]?.contains("rating: 4\n") ?? false)
    #expect(library[SmallLibrary.dune]?.contains("status: completed\n") ?? false)
  }

  @Test("merging genres or tags needs no answer: the second one's name stays, and filters follow")
  func mergesGenres() throws {
    library["shelf.yaml"] = "format: 1\nfilters: {scary: \"genre:Fiction\"}\n"
    let told = try library.run("genre merge Fiction", ["Science Fiction"])
    #expect(told.hasPrefix("Merged genre “Fiction” into “Science Fiction”; 2 books now refer to it\n"))
    #expect(library["shelf.yaml"]?.contains("genre:\\\"Science Fiction\\\"") ?? false)
    #expect(library[SmallLibrary.dune]?.contains("e0000001") == false)
    #expect(try library.refused("merge Emma Horror --yes").contains("only two records of one kind"))
    #expect(try library.refused("merge Emma Emma --yes").contains("cannot be merged with itself"))
    #expect(try library.refused("merge Emma").contains("no record to merge it into"))
  }

  @Test("`merge` does not lose comments or values that cannot be carried over")
  func mergeLosesNothing() throws {
    library["books/one-b0000011.yaml"] = """
      id: b0000011-0000-4000-8000-000000000000
      # bought in Łódź
      title: One

      """
    library["books/two-b0000012.yaml"] = "id: b0000012-0000-4000-8000-000000000000\ntitle: one\nmine: {a: 1}\n"
    #expect(
      try library.run("merge b0000011 b0000012").contains(
        "note: the comments in books/one-b0000011.yaml are not kept\n"))
    #expect(library["books/one-b0000011.yaml"] != nil)
    #expect(
      try library.refused("merge b0000012 b0000011 --yes").contains("mine of “one” has a value that cannot be merged"))
  }

  // MARK: - edit

  /// Runs `edit` with a shell script as the editor.
  private func edit(_ line: String, _ script: String) throws -> String {
    library[".shelf/editor.sh"] = script
    library.environment["EDITOR"] = "sh '\(library.absolute(".shelf/editor.sh"))'"
    library.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    return try library.run(line)
  }

  @Test("`edit A B C` opens several records in one text, and saves one change that loses no byte")
  func editsSeveral() throws {
    library[SmallLibrary.emma] = library[SmallLibrary.emma]?.replacing("\n", with: "\r\n")
    library["genres/horror-e0000003.yaml"] = "id: e0000003-0000-4000-8000-000000000000\nname: Horror"
    let before = try library.tree()
    let emma = library[SmallLibrary.emma]
    let told = try edit(
      "edit Dune Emma Horror",
      "sed -i.old 's/^rating: .*/rating: 4/; s/^name: Horror/name: Gothic/' \"$1\" && cp \"$1\" \"$1.old\"")
    #expect(told == "Changed \(SmallLibrary.dune)\nChanged \(SmallLibrary.emma)\nChanged genres/horror-e0000003.yaml\n")
    #expect(library[SmallLibrary.emma] == emma?.replacing("rating: 3", with: "rating: 4"))
    #expect(library["genres/horror-e0000003.yaml"] == "id: e0000003-0000-4000-8000-000000000000\nname: Gothic")
    #expect(library[SmallLibrary.dune]?.contains("title: Dune # the first one\n") ?? false)
    #expect(try library.run("undo").contains("(3 files)"))
    #expect(try library.tree() == before)
  }

  @Test("a file that begins with a line of its own between documents is edited whole")
  func editsAFileWithAMarker() throws {
    library[SmallLibrary.emma] = "--- # mine\n" + (library[SmallLibrary.emma] ?? "")
    let emma = library[SmallLibrary.emma]
    _ = try edit("edit Dune Emma", "sed -i.old 's/^rating: 3/rating: 4/' \"$1\"")
    #expect(library[SmallLibrary.emma] == emma?.replacing("rating: 3", with: "rating: 4"))
  }

  @Test("`edit --where QUERY` opens all that match; a document that was deleted leaves its record alone")
  func editsAQuery() throws {
    let told = try edit("edit --where author:herbert", "sed -i.old '/dune-b0000001/,/^---.*messiah/d' \"$1\"")
    #expect(told.contains("there is text before the first file"))
    #expect(try edit("book edit --where title:zzz", "false") == "! note: no book matches “title:zzz”\n")
    let left = try edit(
      "edit --where author:austen Emma", "false")
    #expect(left.contains("cannot be combined with --where"))
    let deleted = try edit(
      "edit Dune Emma",
      "sed -i.old '/^---.*dune-b0000001/,/^---.*emma/{/^---.*emma/!d;}; s/^rating: 3/rating: 2/' \"$1\"")
    #expect(deleted.contains("Changed \(SmallLibrary.emma)\n"))
    #expect(deleted.contains("not changed, because their text was deleted: \(SmallLibrary.dune)"))
    #expect(library[SmallLibrary.dune]?.contains("rating: 5") ?? false)
  }

  @Test(
    "a text of several records that cannot be split or is no record is kept",
    arguments: [
      ("s/^---.*emma.*/---/", "more than one document"),
      ("s/^---.*emma.*/--- # books\\/x.yaml/", "not one of the edited"),
      ("s/^---.*emma.*/--- # books\\/dune-b0000001.yaml/", "has two texts"),
      ("s/^title: Emma/title:/", "must not be empty"),
    ])
  func keepsTheText(_ script: String, _ reason: String) throws {
    let before = try library.tree()
    let told = try edit("edit Dune Emma", "sed -i.old '\(script)' \"$1\"")
    #expect(told.contains(reason) && told.contains("hint: your text is saved in "), "\(told)")
    #expect(try library.tree() == before)
  }

  // MARK: - Names and options

  @Test("on a terminal, a unique beginning of a word in a title is enough, but not for a deletion")
  func takesABeginning() throws {
    let told = try library.runOnTerminal("finish mess", typing: "")
    #expect(
      told.contains("note: “mess” is “Dune Messiah”\n") && told.contains("status → completed")
        || told.contains("completed"))
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("status: completed") ?? false)
    #expect(try library.refused("rate mess 4").contains("requires the whole name"))
    #expect(try library.runOnTerminal("delete mess", typing: "n\n").contains("Did you mean “Dune Messiah”?"))
    #expect(library["books/dune-messiah-b0000002.yaml"] != nil)
    #expect(!(try library.runOnTerminal("rate du 4", typing: "")).contains("note: “du” is"))
  }

  @Test(
    "options have the same names everywhere",
    arguments: [
      ("lend Dune Anna --due 2w", "lend Dune Anna --until 2w"), ("lend Dune --to Anna", "lend Dune Anna"),
      ("lend Dune Anna -d 2026-11-01", "lend Dune Anna --since 2026-11-01"),
      ("lend Dune Anna --date 2026-11-01", "lend Dune Anna --since 2026-11-01"),
      ("borrow Dune Anna --due 2w", "borrow Dune --from Anna --until 2w"),
      ("borrow Dune from Anna", "borrow Dune --from Anna"),
      ("issue list --status closed", "issue list is:closed"), ("issue list --status open", "issue list is:open"),
      ("issues status:done", "issue list is:closed"), ("issue list --where is:closed", "issue list is:closed"),
      ("list --where author:herbert", "list author:herbert"), ("search is:closed", "search kind:issue is:closed"),
      ("issue set f0000001 status=closed", "issue set f0000001 completed=true"),
      ("issue set f0000002 --status open", "issue set f0000002 completed=false"),
    ])
  func optionsHaveOneName(_ lines: (tried: String, known: String)) throws {
    let other = try TestLibrary()
    let told = try library.run(lines.tried)
    #expect(!told.contains("error"), "\(told)")
    #expect(try told == other.run(lines.known))
    #expect(try library.tree() == other.tree())
  }

  @Test("two borrowers are refused")
  func oneBorrower() throws {
    #expect(try library.refused("lend Dune Anna --to Ben").contains("--to already names the borrower"))
    #expect(try library.refused("borrow Dune Anna --from Ben").contains("no book is called “Anna”"))
    #expect(try library.refused("issue list --status").contains("--status needs a value"))
  }

  @Test("hints lead from what readers type to what works")
  func hintsLeadOn() throws {
    #expect(try library.refused("duplicates").contains("did you mean `shelf doctor --only probable-duplicate`?"))
    #expect(try library.refused("todo add x").contains("did you mean `shelf issue add x`?"))
    #expect(
      try library.refused("todo add", ["Call Anna", "--due", "2026-05-01"]).contains(
        "did you mean `shelf issue add 'Call Anna' --due 2026-05-01`?"))
    #expect(try library.refused("task x --due 2026-05-01").contains("`shelf issue add x --due 2026-05-01`?"))
    #expect(try library.refused("extend Dune").contains("did you mean `shelf renew Dune`?"))
    #expect(try library.refused("add X --translator Y").contains("write --contributors \"NAME (translator)\""))
    #expect(
      try library.refused("set author:herbert year=1965").contains("use `shelf set --where author:herbert year=1965`"))
    #expect(try library.run("show Dune Dune") == library.run("show Dune"))
  }

  @Test("a day with points has its day first; a field that is cleared is not called false")
  func daysAndFlags() throws {
    _ = try library.run("lend Dune Anna --due 24.12.2026")
    #expect(library[SmallLibrary.dune]?.contains("dueOn: 2026-12-24\n") ?? false)
    #expect(try library.refused("renew Dune --until 31.02.2027").contains("31.02.2027"))
    _ = try library.run("set Emma owned=false")
    #expect(try library.run("set Emma owned=") == "“Emma”: owned cleared\n")
  }

  @Test("after a book, `return` takes no beginning of a word for another book")
  func returnTakesNoPerson() throws {
    _ = try library.run("add", ["Mess and order"])
    _ = try library.run("lend Dune Mes")
    #expect(try library.runOnTerminal("return Dune Mess", typing: "n\n").contains("Nothing was changed."))
    #expect(library[SmallLibrary.dune]?.contains("lentTo: Mes") ?? false)
    #expect(try library.run("return Dune Mes").contains("“Dune”: back from Mes"))
  }

  @Test("a table from another file fills only empty fields, and the same table again may clear them")
  func anotherTable() throws {
    let (first, second) = (library.absolute("a.csv"), library.absolute("b.csv"))
    library["a.csv"] = "Title,Author,ISBN,Pages\nKrabat,Otfried Preußler,9783522200882,250\n"
    library["b.csv"] = "Title,Author,ISBN,Pages,Publisher\nKrabat,Otfried Preußler,,300,Thienemann\n"
    _ = try library.run("import", [first])
    let told = try library.run("import", [second])
    #expect(told.contains("publisher"))
    #expect(try library.run("show Krabat --json isbn,pages,publisher").contains("9783522200882"))
    #expect(try library.run("list title:krabat --format tsv -c pages,publisher") == "250\tThienemann\n")
    library["a.csv"] = "Title,Author,ISBN,Pages\nKrabat,Otfried Preußler,,260\n"
    _ = try library.run("import", [first])
    #expect(try library.run("list title:krabat --format tsv -c isbn,pages") == "\t260\n")
  }

  @Test("duplicates that were merged do not come back with an import in another copy")
  func mergedStaysMerged() throws {
    let bibliography = """
      @book{b1, author = {Bloch, Marc}, title = {The Making of History}, year = {1954}}
      @book{b2, author = {Bloch, M.}, title = {The Craft}, year = {1954}}

      """
    library["b.bib"] = bibliography
    _ = try library.run("import", [library.absolute("b.bib")])
    _ = try library.run("merge", ["The Making of History", "The Craft", "--yes"])
    let before = try library.run("books author:bloch --format ids")
    // A fresh clone does not contain the record of earlier imports.
    try FileManager.default.removeItem(atPath: library.absolute(".shelf"))
    _ = try library.run("import", [library.absolute("b.bib")])
    #expect(try library.run("books author:bloch --format ids") == before)
  }

  @Test("sums and groups of the largest and smallest numbers do not stop the program")
  func extremeNumbers() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {n: {type: integer}, d: {type: decimal}, m: {type: money}}}\n"
    for (title, number) in [("A", Int.max), ("B", Int.max), ("C", Int.min), ("D", Int.min)] {
      _ = try library.run("add", [title, "--n", "\(number)"])
    }
    #expect(try library.run("list n:>0 --sum n --format json").contains("\"sum\": \(Int.max)"))
    #expect(try library.run("list n:<0 --sum n --format json").contains("\"sum\": \(Int.min)"))
    #expect(try library.run("list has:n --group n:decade --sum n --format tsv").split(separator: "\n").count == 2)
    #expect(try library.run("stats --by n:decade has:n").contains("books"))
  }
}
