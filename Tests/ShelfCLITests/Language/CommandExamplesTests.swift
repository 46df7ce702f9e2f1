import ArgumentParser
import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfText

/// The examples in the help are valid commands.
@Suite struct CommandExamplesTests {
  /// The words of all commands that the help lists and that can be run.
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
      // `config edit` can be used in only one way.
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
        // A query in it must be valid, too.
        guard let place = words.firstIndex(of: "--where"), place + 1 < words.count else { continue }
        #expect(throws: Never.self, "\(example.command)") {
          _ = try library.run("\(Kind(singular: words[1])?.singular ?? "book") list", [words[place + 1]])
        }
      }
    }
  }

  @Test func helpEndsWithThem() throws {
    let library = try TestLibrary()
    #expect(
      try library.run("book list --help").hasSuffix(
        """

        EXAMPLES:
          $ shelf book list genre:fantasy rating:>=4
              lists the fantasy that you liked
          $ shelf book list --sort year --columns title,year
              lists all by year, with the columns that you name

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
