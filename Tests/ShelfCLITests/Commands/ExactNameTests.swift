import Testing

@testable import ShelfCLI

/// A command changes a record only if the user gives its exact name. Otherwise, it suggests records with similar names.
struct ExactNameTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test(arguments: [
    "book set messiah rating=2", "book delete messiah --yes", "book start messiah", "book finish messiah",
    "book shelve messiah", "book edit messiah",
  ])
  func aPartOfANameChangesNothing(_ line: String) throws {
    let meant = line.replacing("messiah", with: "'Dune Messiah'")
    #expect(
      try library.refused(line) == """
        ! error: no book is called “messiah”, and a change requires the whole name or id
        ! hint: did you mean “Dune Messiah” (b0000002)? If so, use `shelf \(meant)`
        [1]

        """)
  }

  /// Once the book is deleted, its title is only the beginning of another title.
  @Test func theBeginningOfANameIsNotTheName() throws {
    library[SmallLibrary.dune] = nil
    #expect(try library.refused("book set dune rating=2").contains("did you mean “Dune Messiah” (b0000002)?"))
  }

  @Test func severalAreNamed() throws {
    #expect(try library.refused("book set du rating=2").contains("“Dune” (b0000001) or “Dune Messiah” (b0000002)"))
  }

  @Test func eightDigitsOfAnIDAreNeeded() throws {
    #expect(try library.refused("book set b000 rating=2").contains("did you mean"))
    #expect(try library.run("book set b0000003 rating=4") == "“Emma”: rating 3 → 4\n")
  }

  @Test func wholeNamesAndFilesWork() throws {
    #expect(try library.run("book set EMMA rating=4") == "“Emma”: rating 3 → 4\n")
    #expect(try library.run("book set \(SmallLibrary.emma) rating=5") == "“Emma”: rating 4 → 5\n")
  }

  @Test func aTerminalAsks() throws {
    let screen = try library.runOnTerminal("book set essiah rating=2", typing: "y\n")
    #expect(screen.contains("No book is called “essiah”. Did you mean “Dune Messiah”? [y/N]"))
    #expect(screen.contains("rating → 2") || screen.contains("rating 2"))
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("rating: 2") == true)
    #expect(try library.runOnTerminal("book delete emm", typing: "n\n").contains("Nothing was changed."))
    let choice = try library.runOnTerminal("book set du rating=1", typing: "2\n")
    #expect(choice.contains("Which one do you mean?"))
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("rating: 1") == true)
  }

  /// Commands that only show records accept any part of a name.
  @Test func showTakesParts() throws { #expect(try library.run("book show messiah").contains("b0000002")) }
}
