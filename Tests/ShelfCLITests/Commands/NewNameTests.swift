import Testing

@testable import ShelfCLI

/// Tests genres and tags that do not exist yet, and books that are not in the library.
struct NewNameTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test("An unknown genre or tag on a terminal is a question (“make it?”)")
  func onATerminal() throws {
    #expect(try library.press("add Ubik -g Mystery", typing: "y\r").contains("Added genre “Mystery”"))
    #expect(try library.run("genre list mystery -c books") == "1\n")
    #expect(try library.press("set emma genres+=Zoology", typing: "y\r").contains("genres + Zoology"))
    #expect(try library.press("issue set hall", ["tags+=urgent"], typing: "y\ry\r").contains("tags + urgent"))
    #expect(try library.press("book genres emma +Gardens", typing: "y\r").contains("genres + Gardens"))
    let before = try library.tree()
    #expect(try library.press("set emma genres+=Botany", typing: "n\r").hasPrefix("Nothing was changed.\n"))
    #expect(try library.press("set emma genres+=Botany", typing: "\u{3}") == "[1]\n")
    #expect(try library.tree() == before)
    let line = try library.runOnTerminal("set emma genres+=Botany", typing: "y\n")
    #expect(line.contains("No genre is called “Botany”. Create it?") && line.contains("genres + Botany"), "\(line)")
  }

  @Test("An unknown genre near to others may be one of these") func nearToOthers() throws {
    // The most similar genre is the default, and creating a new genre is the last choice.
    #expect(try library.press("set emma genres+=Horor", typing: "\r") == "“Emma”: genres + Horror\n")
    #expect(try library.press("set emma genres+=Horror2", typing: "new\r").contains("genres + Horror2"))
    #expect(try library.runOnTerminal("set dune genres+=Fict", typing: "2\n").contains("genres + Fict"))
  }

  @Test("An unknown genre or tag is an error elsewhere") func elsewhere() throws {
    for line in ["add Ubik -g Mystery", "set emma genres+=Mystery", "book genres emma +Mystery"] {
      let said = try library.refused(line)
      #expect(said.contains("no genre is called “Mystery”") && said.contains("--create"), "\(said)")
    }
  }

  @Test("A book that is missing is offered to be added, and is an error in a pipe") func borrowing() throws {
    let words = ["--from", "city library"]
    #expect(try library.refused("borrow Ubik", words).hasPrefix("! error: no book is called “Ubik”\n"))
    #expect(try library.press("borrow Ubik", words, typing: "n\r").hasPrefix("Nothing was added.\n"))
    #expect(try library.press("borrow Ubik", words, typing: "y\r").hasPrefix("Added book “Ubik”\n"))
    #expect(try library.run("loans").contains("\tborrowed\tcity library\tUbik\t"))
  }
}
