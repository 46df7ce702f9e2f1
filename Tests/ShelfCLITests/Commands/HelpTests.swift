import ArgumentParser
import Testing

@testable import ShelfCLI

struct HelpTests {
  private let folder: TestLibrary

  init() throws { folder = try TestLibrary([:]) }

  /// The words that the user types for each command and each group of commands.
  static let commands = paths(to: Shelf.self)

  private static func paths(to command: any ParsableCommand.Type, _ path: [String] = []) -> [String] {
    [path.joined(separator: " ")]
      + command.configuration.subcommands.flatMap { paths(to: $0, path + [$0.configuration.commandName ?? ""]) }
  }

  @Test(arguments: commands)
  func everyCommandHasHelp(_ command: String) throws {
    let help = try folder.run("\(command) --help")
    #expect(help.hasPrefix("OVERVIEW: "))
    // The usage may differ, because a verb that belongs to a kind is also a top-level command.
    let usage = help.split(separator: "\n").first { $0.hasPrefix("USAGE: shelf") } ?? ""
    #expect(usage.split(separator: " ").contains(command.split(separator: " ").last ?? "USAGE:"), "\(usage)")
    #expect(help == (try folder.run("help \(command)")))
    for line in help.split(separator: "\n") where !line.contains("USAGE") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: commands)
  func everyCommandSaysWhatItIsFor(_ command: String) throws {
    var type: any ParsableCommand.Type = Shelf.self
    for word in command.split(separator: " ") {
      type = try #require(type.configuration.subcommands.first { $0.configuration.commandName == String(word) })
    }
    #expect(type.configuration.abstract.hasSuffix("."))
    #expect(type.configuration.abstract.first?.isUppercase == true)
  }

  @Test func groupsShowTheirHelp() throws {
    #expect(try folder.run("book") == folder.run("book --help"))
  }

  @Test func showsTheFieldsOfAKind() throws {
    try expect(
      folder.run("issue add --help"),
      is: """
        OVERVIEW: Add an issue.

        The argument is the title. Every other field is an option; for a list, repeat
        the option for each value. Without arguments, on a terminal, the command shows
        a form. A long text can be read from a file (--content @notes.txt) or from
        standard input (--content -).

        Fields:
          --priority       How important it is: low, medium or high
          --completed      Whether it is closed: true or false
          --due            Date when it should be done: a date such as 2026-11-21
          -t, --tag        Tags of the issue
          -b, --book       Books it is about
          --creation-date  When it was written down: a time such as
                           2026-11-21T10:00:00Z
          --content        Details

        USAGE: shelf issue add [<title>] [--<field> <value> ...] [<options>]

        OPTIONS:
          --library <path>        The library's folder.
          --color <when>          Color: auto, always or never.
          --dry-run               Print the change as a unified diff without making it.
          --commit/--no-commit    Commit the changed files, and only those, with git.
          -m, --message <text>    Commit with this message instead of a generated one.
          --create                Create genres and tags that do not exist yet.
          --json [<field,field>]  Print the records as JSON, with all fields or only
                                  these.
          --duplicate             Add it even if there is one with the same title and
                                  books.
          --version               Show the version.
          -h, --help              Show help information.

        EXAMPLES:
          $ shelf issue add "Return Dune"
              add an issue
          $ shelf issue add
              fill in a form

        MORE: shelf guide reading
        """)
    try expect(
      folder.run("genre set --help"),
      is: """
        OVERVIEW: Change fields of genres.

        field=value sets a field, field= clears it, list+=item adds to a list, and
        list-=item removes from it; notes+=text adds a paragraph. A comma is part of a
        value: to set several items of a list, use one assignment for each, such as
        genres=Horror genres+=Fantasy. The options of `add` work too: --rating 4 is the
        same as rating=4, and --tag NAME adds a tag. If you set only one field, the
        equals sign can be omitted: rating 4.

        All changes are made together or not at all.

        Fields:
          name   Name, unique regardless of case
          color  Color of the label: six hex digits such as 00FF00

        USAGE: shelf genre set (<record> ... | --where <query>) <field=value> ... [<options>]

        ARGUMENTS:
          <record>                The record: its id, the start of its id, its file, or
                                  its title.
          <field=value>           The change to make.

        OPTIONS:
          --library <path>        The library's folder.
          --color <when>          Color: auto, always or never.
          --dry-run               Print the change as a unified diff without making it.
          --commit/--no-commit    Commit the changed files, and only those, with git.
          -m, --message <text>    Commit with this message instead of a generated one.
          -w, --where <query>     Use every record that matches the query.
          -y, --yes               Do not ask for confirmation.
          --json [<field,field>]  Print the records as JSON, with all fields or only
                                  these.
          --create                Create genres and tags that do not exist yet.
          --everywhere            Also replace an old name or title in the comments
                                  after references to it, and in saved filters.
          --version               Show the version.
          -h, --help              Show help information.

        EXAMPLES:
          $ shelf genre set Fantasy color=#8E44AD
              change one field
          $ shelf genre set --where name:fiction color=#8E44AD --dry-run
              show what would change in all matching records

        MORE: shelf guide reading
        """)
  }

  @Test func suggestsCommands() throws {
    try expect(
      folder.refusals([
        ["nothing"], ["books list"], ["list"], ["close anna"], ["book lst"], ["book ls"], ["book close"], ["help bok"],
        ["help book lst"], ["book show"], ["book show a b"], ["book show --nothing a"], ["--nothing"],
        ["--libary . book list"], ["--library"],
      ]),
      is: """
        $ nothing
        ! error: unknown command “shelf nothing”
        ! hint: see `shelf --help`; to find records, use `shelf search nothing`
        [2]
        $ books list
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ list
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ close anna
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ book lst
        ! error: unknown command “shelf book lst”
        ! hint: did you mean `shelf book list`?
        [2]
        $ book ls
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ book close
        ! error: unknown command “shelf book close”
        ! hint: see `shelf book --help`; to find records, use `shelf books close`
        [2]
        $ help bok
        ! error: unknown command “shelf bok”
        ! hint: did you mean `shelf book`?
        [2]
        $ help book lst
        ! error: unknown command “shelf book lst”
        ! hint: did you mean `shelf book list`?
        [2]
        $ book show
        ! error: no book was specified
        ! hint: specify it by title, id or file
        [2]
        $ book show a b
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ book show --nothing a
        ! error: unknown option '--nothing'
        ! hint: see `shelf book show --help`
        [2]
        $ --nothing
        ! error: unknown option '--nothing'
        ! hint: see `shelf --help`
        [2]
        $ --libary . book list
        ! error: unknown option '--libary'
        ! hint: see `shelf --help`
        [2]
        $ --library
        ! error: --library needs a value
        [2]
        """)
  }
}
