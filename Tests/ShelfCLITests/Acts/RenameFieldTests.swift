import Testing

@testable import ShelfCLI

/// Moving the values of a field to another field.
struct RenameFieldTests {
  let library: TestLibrary

  init() throws {
    library = try TestLibrary(["shelf.yaml": "format: 1\nfields: {book: {box: {type: text}}}\n"])
    for (number, place) in [(1, "Box 1 # by the door"), (2, "'Box 2'"), (3, "London")] {
      library["books/b\(number).yaml"] = """
        id: b000000\(number)-0000-4000-8000-000000000000
        title: Book \(number)
        place: \(place)
        kiste: K\(number)

        """
    }
  }

  @Test("all values move in one change, with their form and comments, and undo moves them back")
  func all() throws {
    let before = library["books/b1.yaml"]
    #expect(try library.run("rename place box").contains("Changed 3 books"))
    #expect(library["books/b1.yaml"]?.contains("\nbox: Box 1 # by the door\n") == true)
    #expect(library["books/b2.yaml"]?.contains("\nbox: 'Box 2'\n") == true)
    _ = try library.run("undo")
    #expect(library["books/b1.yaml"] == before)
  }

  @Test("a query chooses the books")
  func some() throws {
    _ = try library.run("rename place box --yes --where", ["place:box"])
    #expect(try library.run("list --columns place,box --format tsv --sort title") == "\tBox 1\n\tBox 2\nLondon\t\n")
  }

  @Test("a book with another value stops the change, and one with the same value does not")
  func taken() throws {
    _ = try library.run("set b0000001 box=Attic")
    _ = try library.run("set b0000002", ["box=Box 2"])
    let said = try library.refused("rename place box")
    #expect(said.contains("1 book already has another box: “Book 1”") && said.contains("no:box"), "\(said)")
    _ = try library.run("rename place box --yes --where", ["has:place no:box"])
    #expect(try library.run("list --columns box --format tsv --sort title") == "Attic\nBox 2\nLondon\n")
    _ = try library.run("set b0000001 box=")
    _ = try library.run("rename place box")
    #expect(try library.run("list --columns place,box --format tsv --sort title") == "\tBox 1\n\tBox 2\n\tLondon\n")
  }

  @Test("a field that nobody declared can move, but only to a field that exists")
  func undeclared() throws {
    #expect(try library.refused("rename kiste crate").contains("fields.book.crate.type=text"))
    _ = try library.run("rename kiste box")
    #expect(try library.run("list --columns box --format tsv --sort title") == "K1\nK2\nK3\n")
  }

  @Test("a value has to fit, ids and titles stay, and records come before fields")
  func refusals() throws {
    #expect(try library.refused("rename place pages").contains("is not a whole number"))
    #expect(try library.refused("rename title box").contains("cannot be moved"))
    #expect(try library.refused("rename genres tags").contains("cannot be moved"))
    #expect(try library.refused("rename publisher box").contains("no book has a value"))
    #expect(try library.refused("rename box box").contains("already called"))
    _ = try library.run("book add place")
    _ = try library.run("rename place box")
    #expect(try library.run("list box --columns title --format tsv").contains("box\n"))
  }

  @Test("a text moves to a list, and a list of one item does not become a text")
  func lists() throws {
    _ = try library.run("rename place contributors")
    #expect(try library.run("list --columns contributors --format tsv --sort title") == "Box 1\nBox 2\nLondon\n")
    library["books/b1.yaml"] = (library["books/b1.yaml"] ?? "").replacing(
      "contributors: Box 1", with: "contributors: [Box 1]")
    #expect(try library.refused("rename contributors box").contains("is not text"))
  }
}
