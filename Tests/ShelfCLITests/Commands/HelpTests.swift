import ArgumentParser
import Testing

@testable import ShelfCLI

struct HelpTests {
  private let folder: TestLibrary

  init() throws { folder = try TestLibrary([:]) }

  /// All commands, including groups of commands, as the words that the user types.
  static let commands = paths(to: Shelf.self)

  private static func paths(to command: any ParsableCommand.Type, _ path: [String] = []) -> [String] {
    [path.joined(separator: " ")]
      + command.configuration.subcommands.flatMap { paths(to: $0, path + [$0.configuration.commandName ?? ""]) }
  }

  @Test(arguments: commands)
  func everyCommandHasHelp(_ command: String) throws {
    let help = try folder.run("\(command) --help")
    #expect(help.hasPrefix("OVERVIEW: "))
    // The verb of a kind is also a top-level command, and the usage mentions this.
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

        The title is the argument, every other field an option, given once per value if
        the field is a list. Without arguments, on a terminal, there is a form to fill
        in. A long text can come from a file (--content @notes.txt) or from standard
        input (--content -).

        Fields:
          --priority       How important it is: low, medium or high
          --completed      Whether it is closed: true or false
          -t, --tag        Tags of the issue
          -b, --book       Books it is about
          --creation-date  When it was written down: a time such as
                           2026-11-21T10:00:00Z
          --content        Details

        USAGE: shelf issue add [<title>] [--<field> <value> ...] [<options>]

        OPTIONS:
          --library <path>        The library's folder.
          --color <when>          Colour: auto, always or never.
          --dry-run               Print the change as a unified diff, and change
                                  nothing.
          --commit/--no-commit    Commit the files that change, and nothing else, with
                                  git.
          -m, --message <text>    Commit with this message; by default one is written.
          --create                Create genres and tags that do not exist yet.
          --json [<field,field>]  Print the records as JSON, with only these fields if
                                  some are named.
          --version               Show the version.
          -h, --help              Show help information.

        EXAMPLES:
          $ shelf issue add "Return Dune"
              adds an issue
          $ shelf issue add
              shows a form to fill in
        """)
    try expect(
      folder.run("genre set --help"),
      is: """
        OVERVIEW: Assign fields of a genre, or of several.

        field=value sets, field= clears, list+=item adds, list-=item removes. A comma
        is part of a value: a list of several takes an assignment for each, such as
        genres=Horror genres+=Fantasy. All assignments are made together or not at all,
        to all records or to none.

        Fields:
          name   Name, unique regardless of case
          color  Colour of its chip: six hex digits such as 00FF00

        USAGE: shelf genre set (<record> ... | --where <query>) <field=value> ... [<options>]

        ARGUMENTS:
          <record>                The record: its id, the start of its id, its file, or
                                  its title.
          <field=value>           What to assign.

        OPTIONS:
          --library <path>        The library's folder.
          --color <when>          Colour: auto, always or never.
          --dry-run               Print the change as a unified diff, and change
                                  nothing.
          --commit/--no-commit    Commit the files that change, and nothing else, with
                                  git.
          -m, --message <text>    Commit with this message; by default one is written.
          -w, --where <query>     Instead of named records, every record that the query
                                  finds.
          -y, --yes               Do not ask.
          --json [<field,field>]  Print the records as JSON, with only these fields if
                                  some are named.
          --create                Create genres and tags that do not exist yet.
          --everywhere            Also update the comments after references to a new
                                  name or title.
          --version               Show the version.
          -h, --help              Show help information.

        EXAMPLES:
          $ shelf genre set Fantasy color=#8E44AD
              changes one field, and nothing else in the file
          $ shelf genre set --where no:color color=#8E44AD --dry-run
              shows what would change in several
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
        ! hint: see `shelf --help`
        [2]
        $ books list
        ! error: no library here: neither LIBRARY nor a folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or name one with --library PATH or SHELF_LIBRARY
        [3]
        $ list
        ! error: no library here: neither LIBRARY nor a folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or name one with --library PATH or SHELF_LIBRARY
        [3]
        $ close anna
        ! error: no library here: neither LIBRARY nor a folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or name one with --library PATH or SHELF_LIBRARY
        [3]
        $ book lst
        ! error: unknown command “shelf book lst”
        ! hint: did you mean `shelf book list`?
        [2]
        $ book ls
        ! error: no library here: neither LIBRARY nor a folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or name one with --library PATH or SHELF_LIBRARY
        [3]
        $ book close
        ! error: unknown command “shelf book close”
        ! hint: see `shelf book --help`
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
        ! error: no book was named
        ! hint: name it by its title, id or file
        [2]
        $ book show a b
        ! error: no library here: neither LIBRARY nor a folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or name one with --library PATH or SHELF_LIBRARY
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
