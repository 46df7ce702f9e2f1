import Testing

@testable import ShelfCLI

/// Tests books that are specified by their ISBN, or by a custom number such as a shelf mark.
struct OwnNumberTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"] = """
      format: 1
      fields: {book: {mark: {type: text}, giftFrom: {type: text}, pieces: {type: text list}, weight: {type: integer}}}

      """
    _ = try library.run("set Dune mark=K3-045 isbn=9780441013593 giftFrom=Ben weight=4")
    _ = try library.run("set Emma mark=K3-046 pieces+=M/7")
  }

  @Test(
    "a command finds a book by a number that only one book has",
    arguments: [
      ("show k3-045 --columns", "Dune"), ("rate K3-045 4", "Dune"), ("rate k3045 4", "Dune"), ("rate M/7 4", "Emma"),
      ("rate 978-0-441-01359-3 4", "Dune"), ("rate 0441013597 4", "Dune"), ("lend K3-045 K3-046 Ben", "Emma"),
      ("set K3-046 rating=5", "Emma"), ("start K3-046", "Emma"), ("delete K3-046 --dry-run", "Emma"),
    ])
  func finds(_ line: String, _ title: String) throws {
    let line = line.replacing(" --columns", with: "")
    let told = try library.run(line)
    #expect(told.contains(title) && !told.contains("error"), "\(told)")
  }

  @Test("a number that several books have lists them, with the fields that tell them apart")
  func severalBooks() throws {
    _ = try library.run("set Emma mark=K3-045")
    let refused = try library.refused("rate K3-045 4")
    #expect(refused.contains("“K3-045” matches 2 books") && refused.contains("“Dune”") && refused.contains("“Emma”"))
    _ = try library.run("add", ["Dune", "--author", "Frank Herbert", "--duplicate", "mark=K3-099"])
    _ = try library.run("set b0000001 mark=K3-100")
    _ = try library.run("set b0000001 year= isbn=")
    #expect(try library.refused("rate Dune 4").contains("K3-099"))
  }

  @Test("zeros at the start of a number do not matter, unless two books differ only in them")
  func leadingZeros() throws {
    _ = try library.run("set Dune mark=0112")
    #expect(try library.run("rate 112 4").contains("“Dune”: rating"))
    _ = try library.run("set Emma mark=112")
    #expect(try library.run("rate 112 5").contains("“Emma”: rating"))
    #expect(try library.run("rate 0112 5").contains("“Dune”: rating"))
    #expect(try library.refused("rate 00112 5").contains("matches 2 books"))
  }

  @Test("`progress` does not take the number of a book for a page")
  func numbersAndPages() throws {
    _ = try library.run("set Emma mark=0121")
    let refused = try library.refused("progress 0121")
    #expect(refused.contains("“0121” is a page, and also the number of “Emma”"))
    #expect(try library.run("progress 0121 60").contains("“Emma”"))
  }

  @Test("only a whole number in a declared text names a book, and never the name of a person or a rating")
  func onlyNumbers() throws {
    #expect(try library.refused("rate K3-04 4").contains("no book is called “K3-04”"))
    #expect(try library.refused("rate Ben 4").contains("no book is called “Ben”"))
    _ = try library.run("lend Dune Ben")
    #expect(try library.run("return Dune Ben").contains("back from Ben"))
    _ = try library.run("set Emma mark=4")
    #expect(try library.run("finish Dune 4").contains("rating 5 → 4"))
    #expect(library[SmallLibrary.emma]?.contains("status: inProgress") ?? false)
  }
}
