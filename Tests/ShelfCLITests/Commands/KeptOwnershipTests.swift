import Testing

@testable import ShelfCLI

/// Tests that a book on the shelf stays the user's own when its status changes.
struct KeptOwnershipTests {
  private let library: TestLibrary
  private let path = "books/dune-messiah-b0000002.yaml"

  init() throws { library = try TestLibrary() }

  private var owned: Bool { library[path]?.contains("owned: true\n") ?? false }

  @Test(
    "commands that end the default record that the book is owned, without mentioning it",
    arguments: ["start", "finish", "abandon", "pause", "set status=paused", "progress 20"])
  func verbs(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let before = library[path]
    let said = try library.run(words[0], ["Dune Messiah"] + words.dropFirst())
    #expect(owned && said.contains("Dune Messiah") && !said.contains("owned"), "\(said)")
    #expect(try library.run("list owned:true --columns title").contains("Dune Messiah\n"))
    _ = try library.run("undo")
    #expect(library[path] == before)
  }

  @Test("borrowing another copy records that the user owns one")
  func borrowed() throws {
    #expect(!(try library.run("borrow", ["Dune Messiah", "--from", "Ben"])).contains("owned true"))
    #expect(owned)
    _ = try library.run("start", ["Dune Messiah"])
    _ = try library.run("return", ["Dune Messiah"])
    #expect(owned)
  }

  @Test("nothing is recorded if the book was not owned by default, or is not afterwards")
  func notOwned() throws {
    _ = try library.run("set", ["Dune Messiah", "status=wanted"])
    #expect(!owned)
    _ = try library.run("start", ["Dune Messiah"])
    #expect(!owned)
    _ = try library.run("undo 2")
    _ = try library.run("set", ["Dune Messiah", "status=completed", "owned=false"])
    #expect(!owned)
    _ = try library.run("undo")
    _ = try library.run("set", ["Dune Messiah", "status=inProgress", "borrowedFrom=Ben"])
    #expect(!owned)
    _ = try library.run("undo")
    _ = try library.run("set", ["Dune Messiah", "rating=4"])
    #expect(!owned)
    _ = try library.run("finish Emma")
    #expect(library[SmallLibrary.emma]?.contains("owned") == false)
  }

  @Test("an import that changes the status records it, too")
  func imports() throws {
    library["in.csv"] = "Title,Author,Status\nDune Messiah,Frank Herbert,completed\n"
    _ = try library.run("import in.csv --update")
    #expect(owned)
  }

  @Test("the commit message is that of the status alone")
  func commits() throws {
    library.useGit()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("Begin")
    _ = try library.run("start", ["Dune Messiah", "--commit"])
    let message = try library.git("log", "-1", "--format=%B")
    #expect(message.contains("Start “Dune Messiah”") && !message.contains("owned"), "\(message)")
  }
}
