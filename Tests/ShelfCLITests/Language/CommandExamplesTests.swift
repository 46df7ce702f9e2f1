import ArgumentParser
import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfText

/// Tests that the examples in the help are valid commands.
@Suite struct CommandExamplesTests {
  /// The words of all commands that the help lists, without groups of commands.
  private static var paths: [[String]] {
    func below(_ command: any ParsableCommand.Type, _ path: [String]) -> [[String]] {
      let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      if shown.isEmpty { return [path] }
      return shown.flatMap { below($0, path + [$0.configuration.commandName ?? ""]) }
    }
    return below(Shelf.self, [])
  }

  @Test("Each `--help` shows two examples") func eachCommandHasTwo() {
    for path in Self.paths {
      // Other commands have two examples; `config edit` can be used in only one way.
      #expect(CommandExamples.of(path).count == (path == ["config", "edit"] ? 1 : 2), "\(path)")
      let text = CommandExamples.text(of: path, width: 80)
      #expect(text.contains("$ shelf \(path.joined(separator: " "))"), "\(path): \(text)")
    }
  }

  @Test func eachIsUnderstood() throws {
    let library = try TestLibrary()
    for path in Self.paths {
      for example in CommandExamples.of(path) {
        let words =
          ShellWords.split(String(example.command.prefix { $0 != ">" || example.command.contains(":>") })) ?? []
        #expect(words.first == "shelf", "\(example.command)")
        let arguments = ParserArguments.rewritten(Array(words.dropFirst()))
        #expect(throws: Never.self, "\(example.command)") { _ = try Shelf.command(for: arguments) }
        // If the example contains a query, the query must also be valid.
        guard let place = words.firstIndex(of: "--where"), place + 1 < words.count else { continue }
        #expect(throws: Never.self, "\(example.command)") {
          _ = try library.run("\(Kind(singular: words[1])?.singular ?? "book") list", [words[place + 1]])
        }
      }
    }
  }

  /// Each example succeeds when a shell runs it in a copy of the sample library, exactly as the help prints it.
  @Test(arguments: paths.map { $0.joined(separator: " ") })
  func eachRunsInTheSampleLibrary(_ path: String) throws {
    for example in CommandExamples.of(path.split(separator: " ").map(String.init)) {
      // `shelf rate` and similar commands are short for the corresponding `shelf book` command.
      let name = example.command.replacing("shelf book ", with: "shelf ", maxReplacements: 1)
      if Self.exceptions[name] != nil { continue }
      let home = try TemporaryFolder()
      try home.copySampleLibrary(to: "books")
      if name.contains("photo.jpg") { try home.write("books/photo.jpg", TestImage.png(400, 600)) }
      let steps = Self.preparations.filter { name.hasPrefix($0.key) }.map(\.value)
      let answer = Self.questions.contains(name) ? " --yes" : ""
      let script = (["set -e", "exec 3>&1 >/dev/null"] + steps + ["exec >&3", example.command + answer])
      let environment = [
        "HOME=\(home.path)", "PATH=\(TestMachine.productsFolder.path):\(TestMachine.path)", "SHELL=/bin/bash",
        "SHELF_NOW=2026-11-21T10:00:00Z", "SHELF_OFFLINE=1", "GIT_AUTHOR_NAME=Reader", "GIT_AUTHOR_EMAIL=r@example.org",
        "GIT_COMMITTER_NAME=Reader", "GIT_COMMITTER_EMAIL=r@example.org",
      ]
      let result = try Program.run(
        ["env"] + environment + ["bash", "-c", script.joined(separator: "\n")], in: home.path + "/books")
      #expect(result.status == 0 && !result.text.contains("error: "), "\(example.command): \(result.text)")
    }
  }

  /// The examples that cannot be run in a test, each with the reason.
  private static let exceptions = [
    "shelf add 9780141439587": "asks catalogues over the network",
    "shelf lookup 9780441013593": "asks catalogues over the network",
    "shelf lookup left hand of darkness": "asks catalogues over the network",
    "shelf fill Dune": "asks catalogues over the network",
    "shelf fill --where no:pages --take pages,publisher": "asks catalogues over the network",
    "shelf cover Dune": "asks catalogues over the network",
    "shelf quote add": "shows a form on a terminal", "shelf genre add": "shows a form on a terminal",
    "shelf tag add": "shows a form on a terminal", "shelf issue add": "shows a form on a terminal",
    "shelf lsp": "needs an editor that sends requests", "shelf lsp --stdio": "needs an editor that sends requests",
    "shelf browse": "needs a terminal", "shelf browse genre:fantasy": "needs a terminal",
  ]

  /// The examples that ask for confirmation on a terminal, to which the test adds `--yes`.
  private static let questions: Set = [
    "shelf pause --where \"is:inProgress started:>6m\"", "shelf abandon --where \"status:inProgress started:>6m\"",
    "shelf rate --where author:herbert 4",
    "shelf close --where tag:lending", "shelf issue close --where tag:lending", "shelf delete Dune",
    "shelf quote delete \"A book lent is a book read twice.\"", "shelf genre delete Fantasy",
    "shelf tag delete lending", "shelf issue delete \"Dracula is with Miriam\"",
  ]

  /// The commands to run before examples that start with these words. For example, a book must be lent before it can be
  /// returned.
  private static let preparations = [
    "shelf renew": "shelf lend Dune Anna", "shelf return": "shelf lend Dune Anna",
    "shelf loans": "shelf lend Dune Anna", "shelf stocktake": "echo 9780441013593 > scanned.txt",
    "shelf queue move": #"shelf queue add "Dune Messiah" "Leaves of Grass""#,
    "shelf queue remove": #"shelf queue add "Dune Messiah" "Leaves of Grass""#,
    "shelf undo": "for stars in 1 2 3; do shelf rate Dune $stars; done",
    "shelf redo": "shelf rate Dune 1; shelf undo",
    "shelf config get": "shelf config set library ~/books; shelf config set book.columns title,author",
    "shelf config unset": "shelf config set library ~/books; shelf config set lookup off",
    "shelf config undo": "shelf config set library ~/books",
    "shelf config edit": "export EDITOR=true",
    "shelf library list": "shelf init --no-git --sample ~/try",
    "shelf edit": repository, "shelf quote edit": repository, "shelf genre edit": repository,
    "shelf tag edit": repository, "shelf issue edit": repository,
    "shelf log": repository, "shelf diff": repository,
    "shelf library set": repository,
    "shelf sync": repository
      + "; git clone -q --bare . ~/other.git; git remote add origin ~/other.git; git push -qu origin HEAD",
    "shelf import goodreads":
      "printf 'Book Id,Title,Author,My Rating,Exclusive Shelf\\n1,Emma,Jane Austen,4,read\\n' > goodreads_library_export.csv",
    "shelf import \"My":
      #"printf 'Emma (Jane Austen)\n- Your Highlight on page 5 | Added on Friday, 20 November 2026 10:00:00\n\nHandsome, clever, and rich\n==========\n' > "My Clippings.txt""#,
    "shelf merge-driver": "for name in base ours theirs; do cp books/dune-5adc2d82.yaml $name; done",
    "shelf completions zsh": "mkdir -p ~/.zfunc", "shelf completions fish": "mkdir -p ~/.config/fish/completions",
  ]

  /// Creates a repository with six commits, and an editor that appends a comment to the file.
  private static let repository = """
    export EDITOR=$HOME/editor; printf '#!/bin/sh\\necho "# A comment." >> "$1"\\n' > $EDITOR; chmod +x $EDITOR
    git init -q; git add .; for number in 1 2 3 4 5 6; do git commit -q --allow-empty -m "Commit $number"; done
    """

  @Test func helpEndsWithThem() throws {
    let library = try TestLibrary()
    #expect(
      try library.run("book list --help").hasSuffix(
        """

        EXAMPLES:
          $ shelf book list genre:fantasy rating:4..
              list fantasy with at least four stars
          $ shelf book list --sort year --columns title,year
              list all books by year, with these columns

        MORE: shelf guide finding

        """))
    #expect(try library.run("help book list") == library.run("book list --help"))
    #expect(try !library.run("book --help").contains("EXAMPLES"))
    #expect(try !library.run("book list --version").contains("EXAMPLES"))
  }

  @Test func manualPagesHaveExamplesFilesAndStatuses() throws {
    let library = try TestLibrary()
    let page = try library.run("manual shelf-book-list.1")
    for part in [".SH EXAMPLES", ".SH EXIT STATUS", ".SH FILES", "genre:fantasy"] { #expect(page.contains(part)) }
  }

  @Test("`shelf` outside a library says in ten lines what to do first") func firstSteps() throws {
    let library = try TestLibrary()
    library["shelf.yaml"] = nil
    let text = try library.run("")
    #expect(text.hasPrefix("There is no library here."), "\(text)")
    #expect(text.split(separator: "\n").count <= 10)
    for line in text.split(separator: "\n") where line.contains("  shelf ") && !line.contains("browse") {
      let command = line.trimmed.components(separatedBy: "  ")[0]
      let words = ShellWords.split(command) ?? []
      #expect(throws: Never.self, "\(command)") { _ = try Shelf.command(for: Array(words.dropFirst())) }
    }
  }

  @Test("`shelf help` begins with books and ends with plumbing") func orderOfHelp() throws {
    let text = try TestLibrary().run("help")
    let groups = text.split(separator: "\n").filter { $0.hasSuffix("SUBCOMMANDS:") }
    #expect(groups.first == "RECORDS SUBCOMMANDS:" && groups.last == "PLUMBING SUBCOMMANDS:", "\(groups)")
  }
}

extension TemporaryFolder {
  /// Copies the sample library to a subfolder.
  fileprivate func copySampleLibrary(to name: String) throws {
    let library = URL(filePath: #filePath).appending(path: "../../../../sample-library").standardized
    try FileManager.default.copyItem(at: library, to: URL(filePath: path + "/" + name))
  }
}
