import Testing

@testable import ShelfCLI

/// Tests commands for loans, genres and tags that accept several records.
struct SeveralBooksTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func text(_ path: String) -> String { library[path] ?? "" }

  @Test("the end of a loan may follow the person in words", arguments: ["until", "by", "due"])
  func termsInWords(_ word: String) throws {
    #expect(
      try library.run("lend Dune Anna \(word) 2026-12-24").contains("lent to Anna since 2026-11-21, due 2026-12-24"))
    _ = try library.run("return Dune")
    #expect(try library.run("lend Dune to Anna \(word) 2w").contains("due 2026-12-05"))
  }

  @Test(
    "`lend` takes several books before the person, before “to”, or with --to",
    arguments: [
      "lend Dune Emma Ben", "lend Dune Emma to Ben", "lend Dune Emma --to Ben", "lend --to Ben Dune Emma",
    ])
  func lends(_ line: String) throws {
    _ = try library.run("set Emma owned=true")
    let told = try library.run(line)
    let issue = "open issue: “Ask Anna to return Dune”\n"
    #expect(told == "“Dune”: lent to Ben since 2026-11-21\n\(issue)“Emma”: lent to Ben since 2026-11-21\n")
    #expect(text(SmallLibrary.dune).contains("lentTo: Ben\n") && text(SmallLibrary.emma).contains("lentTo: Ben\n"))
  }

  @Test("all books are lent or none")
  func lendsAllOrNone() throws {
    _ = try library.run("lend Emma Anna")
    #expect(try library.refused("lend Dune Emma Ben").contains("“Emma” has not been returned"))
    #expect(!text(SmallLibrary.dune).contains("lentTo"))
  }

  @Test("a name of several words is not taken for a book")
  func namesOfSeveralWords() throws {
    _ = try library.run("add", ["Anna Karenina"])
    let refused = try library.refused("lend Dune Anna Smith")
    #expect(refused.contains("no book is called “Anna”"), "\(refused)")
    #expect(refused.contains("'Anna Smith'") || refused.contains("did you mean “Anna Karenina”"), "\(refused)")
    let asked = try library.runOnTerminal("lend Dune Anna Smith", typing: "n\n")
    #expect(asked.contains("Did you mean “Anna Karenina”?") && asked.contains("Nothing was changed."))
    #expect(try library.refused("lend Dune to Anna Smith").contains("'Anna Smith'"))
    #expect(try library.refused("lend Dune Zed --to Ben").contains("--to already names the borrower"))
  }

  @Test("`return` and `renew` take several books, and the name of the person last")
  func returns() throws {
    _ = try library.run("lend Dune Emma Ben")
    let renewed = try library.run("renew Dune Emma 2w")
    #expect(renewed == "“Dune”: due on 2026-12-05\n“Emma”: due on 2026-12-05\n", "\(renewed)")
    #expect(try library.run("renew Dune Ben --until 3w").contains("“Dune”: due on 2026-12-05 → 2026-12-26"))
    let back = try library.run("return Dune Emma Ben")
    let returned = ["Dune", "Emma"].map { "“\($0)”: back from Ben, lent 2026-11-21\n" }
    #expect(back == returned[0] + "open issue: “Ask Anna to return Dune”\n" + returned[1])
  }

  @Test("`borrow` takes several books with --from or after “from”, and asks for each that the library lacks")
  func borrows() throws {
    _ = try library.run("set Dune owned=false")
    let told = try library.run("borrow Emma Dune from Bert")
    #expect(told.contains("“Emma”: borrowed from Bert") && told.contains("“Dune”: borrowed from Bert"), "\(told)")
    let asked = try library.runOnTerminal("borrow Ubik Valis --from Bert", typing: "y\ny\n")
    #expect(asked.contains("“Ubik”: borrowed from Bert") && asked.contains("“Valis”: borrowed from Bert"), "\(asked)")
    #expect(
      try library.runOnTerminal("borrow Kim Persuasion --from Bert", typing: "y\nn\n").contains("Nothing was added."))
    #expect(try library.run("list Kim") == "")
    #expect(try library.refused("borrow Kim city library").contains("put quotation marks around a name"))
  }

  @Test("`genres` and `tags` change several records")
  func ticks() throws {
    let told = try library.run("book genres Dune Emma +Horror")
    #expect(told == "“Dune”: genres + Horror\n“Emma”: genres + Horror\n", "\(told)")
    #expect(try library.run("book genres Dune Emma -Horror").contains("“Emma”: genres − Horror"))
    #expect(try library.refused("book genres Dune Horror").contains("“Horror” needs a + or - in front"))
    #expect(try library.refused("book genres Dune Fiction +Horror").contains("write +Fiction or -Fiction"))
  }

  @Test("prompts of `return` and `renew` offer only books that are lent or borrowed")
  func offersLoans() throws {
    _ = try library.run("lend", ["Dune Messiah", "Ben"])
    let told = try library.runOnTerminal("return du")
    #expect(told.contains("“du” is “Dune Messiah”") && told.contains("back from Ben"), "\(told)")
    _ = try library.run("lend Dune Ben")
    #expect(try library.runOnTerminal("renew dun --until 2w", typing: "y\n").contains("“Dune”: due on 2026-12-05"))
  }

  // MARK: - Lists

  @Test("lists and pages show that a book is lent or borrowed, and `status:lent` finds it")
  func lists() throws {
    _ = try library.run("set", ["Dune Messiah", "copies=2"])
    _ = try library.run("lend", ["Dune", "Dune Messiah", "Ben"])
    _ = try library.run("borrow 三体 Anna")
    let list = try library.run("list --columns title,status --format table")
    #expect(list.contains("Dune          completed, lent"), "\(list)")
    #expect(list.contains("Dune Messiah  1 of 2 lent") && list.contains("borrowed"), "\(list)")
    #expect(try library.run("show Dune").contains("status          completed, lent\n"))
    #expect(
      try library.run("list status:lent --columns title").split(separator: "\n").sorted() == ["Dune", "Dune Messiah"])
    #expect(try library.run("list status:borrowed --columns title") == "三体\n")
    #expect(try library.run("list -status:lent status:onShelf --columns title") == "三体\n")
    #expect(try library.run("list status:nowhere").contains("is not a valid value"))
    // The formats for programs have not changed.
    #expect(try library.run("list --columns status Dune Messiah") == "onShelf\n")
  }
}
