import Foundation
import ShelfTerminal
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfText
@testable import ShelfWording

/// Tests `shelf guide`: the pages that the program contains, and searching them.
struct GuideTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardizedFileURL

  /// The program contains each page of `docs` unchanged, and the README links to each of them.
  @Test func everyPageIsInTheProgram() throws {
    let docs = GuideTests.root.appending(path: "docs")
    let files = try FileManager.default.contentsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }
    #expect(GuidePage.all.map { $0.name + ".md" }.sorted() == files.sorted())
    let readme = try String(contentsOf: GuideTests.root.appending(path: "README.md"), encoding: .utf8)
    for page in GuidePage.all {
      #expect(try page.text == String(contentsOf: docs.appending(path: page.name + ".md"), encoding: .utf8))
      #expect(readme.contains("| [docs/\(page.name).md](docs/\(page.name).md) |"), "\(page.name)")
    }
  }

  @Test(arguments: GuidePage.all.map(\.name))
  func aPageIsMarkdownInAPipe(_ name: String) throws {
    let page = try #require(GuidePage.named(name))
    #expect(try TestLibrary().run("guide \(name)").contains("# \(page.title)\n\n"))
  }

  /// Everything except code fits the width of the terminal, and no Markdown markup remains.
  @Test(arguments: GuidePage.all.map(\.name), [72, 80, 100])
  func aPageFitsATerminal(_ name: String, _ width: Int) throws {
    let page = try #require(GuidePage.named(name))
    let lines = GuideText.lines(page.text, width: width).map(\.plain)
    let words = page.text.split { $0 == " " || $0 == "\n" }
    let longest = words.map { DisplayWidth.of(String($0)) }.max() ?? 0
    for line in lines where !line.hasPrefix("    ") {
      #expect(DisplayWidth.of(line) <= max(width, min(longest, 2 * width)), "\(line)")
      #expect(!line.contains("**") && !line.contains("<!--") && !line.contains("```"), "\(line)")
    }
    #expect(lines.count > 5)
  }

  @Test func markdownIsLaidOut() {
    let text = """
      # A title

      Text with `code`, *emphasis* and a [page](import.md#part), and
      [another](https://example.org/a).

      <!-- a comment -->

      * one that is long enough for two lines
      * two

        ```
        code   stays
        ```

      | key | meaning |
      | --- | --- |
      | `a` | first \\| second |
      """
    let lines = GuideText.lines(text, width: 34).map(\.plain)
    let quoted = GuideText.lines("`u` undoes", width: 34, quotesCode: true).map(\.plain)
    #expect(quoted == ["`u` undoes"])
    #expect(
      lines == [
        "A title", "", "Text with code, emphasis and a", "page (shelf guide import), and",
        "another (https://example.org/a).", "", "• one that is long enough for two", "  lines", "", "• two", "",
        "      code   stays", "", "key  meaning", "a    first | second",
      ])
  }

  @Test func wordsFindSections() {
    let page = GuidePage(
      name: "care",
      text: """
        # Care
        What helps.
        ## Merge duplicate books
        ```
        # not a heading
        ```
        ### Two editions
        They stay apart.
        ## Undo a change
        Merging is undone as well.
        """)
    #expect(page.sections.map(\.heading) == ["Care", "Merge duplicate books", "Two editions", "Undo a change"])
    func headings(_ question: String) -> [String] { GuideSearch(question).matches(in: [page]).map(\.section.heading) }
    #expect(headings("merging duplicates") == ["Merge duplicate books"])
    #expect(headings("How do I merge?") == ["Merge duplicate books", "Undo a change"])
    #expect(headings("undoing") == ["Undo a change"])
    #expect(headings("zebra").isEmpty)
    #expect(page.text(ofSectionAt: 1).hasSuffix("They stay apart."))
  }

  @Test func theCommandListsFindsAndShows() throws {
    let library = try TestLibrary()
    let contents = try library.run("guide")
    for page in GuidePage.all { #expect(contents.contains("shelf guide \(page.name) ")) }
    #expect(try library.run("guide", ["how do I undo a change"]).contains("shelf undo"))
    #expect(try library.run("guide formats") == library.run("help formats"))
    let nothing = try library.run("guide xyzzy")
    #expect(
      nothing.contains("error: the guide contains nothing about “xyzzy”") && nothing.contains("`shelf guide` lists"))
  }

  /// Searching for a question that readers ask finds the heading in the guide that answers it.
  @Test(arguments: [
    ("move a book to another genre", "Move a book to another genre"),
    ("see who has my books", "See who has your books"),
    ("get this onto my phone", "Get your library onto a phone"), ("fix a wrong date", "Fix a wrong date"),
    ("remove everything of an import", "Remove everything that an import brought"),
    ("see what I read in 2023", "See what you read in 2023"), ("rate half a star", "Rate a book"),
    ("find my settings", "Find your settings"), ("merge two duplicate books", "Merge two duplicate books"),
    ("add a field of my own", "Add a field of your own"), ("install", "Install shelf"),
    ("uninstall", "Uninstall shelf"), ("set up a second machine", "Set up a second machine"),
    ("publish a wish list", "Publish a wish list"),
    ("print a list for the insurance", "Print a list for the insurance"),
    ("export my quotes on a theme", "Export your quotes on a theme"), ("start over", "Start over"),
    ("restore a deleted book", "Restore a deleted book"), ("record a reread", "Record a reread"),
    ("stop a book for a while", "Pause a book"),
  ])
  func aQuestionFindsItsHeading(_ question: String, _ heading: String) {
    let matches = GuideSearch("How do I \(question)?").matches(in: GuidePage.all)
    #expect(matches.prefix(3).contains { $0.isInHeading && $0.section.heading.hasPrefix(heading) }, "\(question)")
  }

  /// The help for a command ends with the page of the guide that explains the command.
  @Test func helpNamesThePage() throws {
    let library = try TestLibrary()
    #expect(try library.run("import --help").hasSuffix("MORE: shelf guide import\n"))
    #expect(try library.run("help lend").hasSuffix("MORE: shelf guide reading\n"))
    for command in CommandTree.shelf.all {
      #expect(GuidePage.explaining(command.path) != nil, "\(command.path.joined(separator: " "))")
    }
  }
}
