import ArgumentParser
import Testing

@testable import ShelfCLI

/// Tests that parsing a line with the parser of its command has the same result as parsing it with the parser of the
/// whole program.
struct CommandLineTests {
  @Test(arguments: [
    "book list dune -rating:5 --sort title -n 3", "list --json title,rating", "issue list --open --columns title",
    "book set dune rating=5 genres+=Fantasy --dry-run", "set --where rating:5 rating=4 --yes", "rate dune 4.25",
    "quote add Text --book dune -p 44 --create", "book genres dune +Horror --remove=Fiction",
    "finish dune --date today", "finish dune -r4 -dtoday", "delete -wrating:5 --yes",
    "search fear -n1", "doctor --fix safe --dry-run", "log dune --since 2w", "undo 2", "import goodreads x.csv",
    "filter save lent issue #lending", "config set color never", "show dune --format yaml",
  ])
  func readsAlikeAloneAndWithinTheProgram(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let (type, count) = CommandTree.shelf.command(of: words)
    #expect(count > 0)
    let alone = try Shelf.command(for: words)
    let within = try Shelf.parseAsRoot(ParserArguments.marked(words, of: type))
    #expect("\(alone)" == "\(within)")
  }

  /// If the parser of the command cannot parse a line, the parser of the whole program reports the error, because its
  /// hints need the names of all commands.
  @Test(arguments: [
    "book list --limit x", "search x --format nope", "bok list", "book lst", "book list --version",
  ])
  func refusesAsTheProgramDoes(_ line: String) throws {
    #expect(throws: (any Error).self) { try Shelf.command(for: line.split(separator: " ").map(String.init)) }
  }
}
