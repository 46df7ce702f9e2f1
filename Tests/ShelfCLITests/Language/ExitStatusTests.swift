import Testing

@testable import ShelfCLI
@testable import ShelfWording

/// Tests exit statuses, and other behavior that scripts rely on.
struct ExitStatusTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["latin.txt"] = "x"
  }

  private func expect(_ status: Int, _ words: [String]) throws {
    let said = try library.run("", words)
    let last = said.split(separator: "\n").last.map(String.init) ?? ""
    #expect((last.hasPrefix("[") ? last : "[0]") == "[\(status)]", "\(said)")
  }

  @Test(
    "1 for a name that nothing has, wherever it is typed",
    arguments: [
      ["show", "nope"], ["book", "show", "nope"], ["set", "nope", "rating=3"], ["finish", "nope"],
      ["rate", "nope", "3"],
      ["delete", "nope", "--yes"], ["edit", "nope"], ["progress", "nope", "3"], ["book", "genres", "nope", "+Horror"],
      ["add", "X", "-g", "Nope"], ["quote", "add", "X", "-b", "Nope"], ["set", "emma", "genres+=Nope"],
      ["set", "emma", "genres-=Nope"], ["book", "genres", "emma", "+Nope"], ["issue", "add", "X", "-t", "Nope"],
      ["book", "list", "genre:nope"], ["book", "list", "-g", "nope"], ["search", "tag:nope"],
      ["issue", "list", "#nope"],
      ["book", "list", "--filter", "nope"], ["filter", "delete", "nope"], ["filter", "rename", "nope", "x"],
      ["series", "nope"], ["queue", "add", "nope"], ["lend", "nope", "Anna"], ["return", "nope"],
      ["borrow", "nope", "--from", "x"], ["book", "cover", "nope"],
      ["set", "--where", "genre:nope", "rating=3"],
    ])
  func names(_ words: [String]) throws { try expect(1, words) }

  @Test(
    "1 for a change that is refused because of what is there",
    arguments: [
      ["add", "Dune", "-a", "Frank Herbert"], ["genre", "add", "Horror"], ["set", "e0000001", "name=Horror"],
      ["finish", "dune", "-d", "2020"],
      ["return", "dune"], ["show", "dun"], ["filter", "delete", "unread"], ["goal"],
      ["progress", "dune", "3"],
      ["issue", "show", "e"],
    ])
  func refusals(_ words: [String]) throws { try expect(1, words) }

  @Test(
    "2 for grammar",
    arguments: [
      ["nope"], ["book", "nope"], ["book", "list", "--nope"], ["set", "dune"], ["set", "dune", "nope=3"],
      ["set", "dune", "rating=6"],
      ["set", "dune", "dateStarted=nope"], ["book", "list", "nope:3"], ["book", "list", "rating:nope"],
      ["book", "list", "("],
      ["book", "list", "genre:nope", "rating:nope"], ["book", "list", "is:nope"], ["add"], ["add", "X", "--nope", "3"],
      ["book", "list", "--format", "nope"], ["book", "list", "--sort", "nope"],
      ["book", "list", "-c", "nope"], ["delete", "dune"], ["progress", "dune", "far"],
      ["finish", "dune", "-d", "nope"],
      ["doctor", "--only", "nope"], ["start"], ["lend", "dune"], ["config", "get", "nope"],
      ["library", "set", "nope=1"], ["export", "nope"],
      ["help", "nope"], ["finish", "dune", "-d", ""], ["undo", "0"], ["queue", "add", "emma", "--at", "x"],
    ])
  func grammar(_ words: [String]) throws { try expect(2, words) }

  @Test(
    "3 for a file that cannot be read",
    arguments: [
      ["set", "dune", "review=@nope.txt"], ["import", "nope.csv"], ["book", "list", "--library", "nope"],
      ["book", "add", "--isbns", "nope.txt"], ["book", "cover", "dune", "--from", "nope.jpg"],
      ["doctor", "--library", "/nope"],
      ["import", "latin.txt"], ["export", "json", "--output", "/dev/null/x.json"],
    ])
  func files(_ words: [String]) throws { try expect(3, words) }

  @Test("`shelf help scripts` tells the exit statuses") func help() throws {
    let page = try library.run("help scripts")
    for line in ["Exit status\n", "  0 ", "  1 ", "  2 ", "  3 "] { #expect(page.contains(line), "\(page)") }
    for section in ScriptsHelp.topic.sections.dropFirst() {
      for example in section.examples {
        let words = example.query.split(separator: " ").dropFirst().map(String.init)
        let said = try TestLibrary().run("", words, input: "A text.\n")
        #expect(!said.contains("! error"), "\(example.query): \(said)")
      }
    }
  }

  @Test(
    "no headings in pipes",
    arguments: [
      "book list", "quote list", "genre list", "tag list", "issue list", "list", "search dune", "series", "series dune",
      "loans", "queue", "queue list",
      "next", "stats", "", "filter list", "library list", "undo --list", "book genres dune", "doctor --list-checks",
      "import --list",
    ])
  func noHeadings(_ line: String) throws {
    _ = try library.run("set dune", ["series=Dune 1"])
    _ = try library.run("lend dune Anna")
    _ = try library.run("queue add emma")
    let lines = try library.run(line).split(separator: "\n")
    #expect(!lines.isEmpty)
    // A line is a heading if it has no value, or if it starts with the name of a column.
    for line in lines { #expect(line.contains("\t") || line.contains(": "), "\(line)") }
    for heading in ["ID", "Title", "Name", "Books", "Who", "Series", "Time", "Check"] {
      #expect(!lines.contains { $0.split(separator: "\t").first.map(String.init) == heading }, "\(lines)")
    }
  }
}
