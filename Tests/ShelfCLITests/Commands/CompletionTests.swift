import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfText

struct CompletionTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"] =
      "format: 1\nfilters:\n  to buy: issue #buy\nfields: {book: {shelfmark: {type: text}, shelf: {type: choice, choices: [A, B]}}}\n"
  }

  /// Returns the completions for zsh. Like fish, it passes words to the program without their quotes.
  private func words(_ words: String...) throws -> String {
    try library.run("complete zsh shelf", words).split(separator: "\n").joined(separator: " | ")
  }

  /// bash reads a completed title as exactly that title, regardless of its characters, and does not run any part of it
  /// as a command.
  @Test(arguments: ["", "'", "\""])
  func bashTakesEveryTitleAsItIs(_ quote: String) throws {
    let titles = [
      "What? *", "Run $(touch pwned) `id` $HOME", "Alice's \"Adventures\"", "a\\b \\n",
      "Oh! What & who; (why) [a] {b,c} ~ #1",
      "a|b<c>d^e",
    ]
    for title in titles {
      let reply = ShellWords("shelf book show \(quote)W").reply(title)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", "printf %s \(quote)\(reply)\(quote)"]
      process.currentDirectoryURL = URL(filePath: library.root)
      process.environment = TestMachine.environment
      let pipe = Foundation.Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(String(decoding: output, as: UTF8.self) == title)
    }
    #expect(library["pwned"] == nil)
  }

  @Test func settingsOfTheLibrary() throws {
    #expect(try words("library", "set", "lang") == "language=")
    #expect(
      try words("library", "set", "language=")
        == PageLanguage.all.map { "language=\($0.code)" }.joined(separator: " | "))
    #expect(try words("library", "set", "merge=th") == "merge=theirs")
    #expect(try words("library", "set", "publish.fe") == "publish.fetchedCovers=")
    #expect(try words("library", "set", "doctor.severity.orphan=n") == "doctor.severity.orphan=note")
    #expect(try words("library", "set", "name=", "go").isEmpty)
  }

  @Test("people, and the forms to sort them by, are completed in `names`")
  func namesOfPeople() throws {
    _ = try library.run("add", ["Solitude", "--author", "Gabriel García Márquez", "--no-lookup"])
    #expect(try words("library", "set", "names").hasPrefix("names."))
    #expect(try words("library", "set", "names.g") == "names.Gabriel García Márquez=")
    #expect(
      try words("library", "set", "names.Gabriel García Márquez=")
        == ["Márquez, Gabriel García", "García Márquez, Gabriel", "Gabriel García Márquez"]
        .map { "names.Gabriel García Márquez=\($0)" }.joined(separator: " | "))
    _ = try library.run("library set", ["names.Gabriel García Márquez=García Márquez, Gabriel"])
    #expect(try words("library", "set", "names.g").isEmpty)
  }

  @Test("a custom field of whole numbers has values only if there are few")
  func wholeNumbers() throws {
    _ = try library.run("add", ["Solitude", "--no-lookup"])
    _ = try library.run("library set", ["fields.book.rank.type=integer"])
    #expect(try words("set", "Solitude", "rank=").isEmpty)
    #expect(try words("set", "Solitude", "pages=").isEmpty)
  }

  @Test func commandsAndOptions() throws {
    #expect(try words("bo") == "book | borrow")
    #expect(try words("book", "s") == "show | set | start | shelve")
    #expect(try words("start", "") == words("book", "start", ""))
    #expect(try words("close", "") == words("issue", "close", ""))
    #expect(try words("ls", "--newe") == "--newest")
    #expect(try words("ls", "genres", "--book", "em") == "Emma")
    #expect(try words("books", "rm", "em") == "Emma")
    #expect(try words("help", "q") == "quote | queue | query")
    #expect(try words("issue", "list", "--o") == "--oldest | --open")
    #expect(
      try words("book", "add", "X", "--da") == "--date-added | --date-started | --date-completed | --date-abandoned")
    #expect(try !words("").contains("complete |"))
    #expect(try words("nothing", "") == "")
  }

  @Test func whatASettingMayBe() throws {
    #expect(try words("config", "set", "rating.style", "") == "stars | numeral | face")
    #expect(try words("config", "set", "color", "n") == "never")
    #expect(try words("config", "set", "book.format", "js") == "json | jsonl")
    #expect(try words("config", "set", "book.columns", "title,ra") == "title,rating")
    #expect(try words("config", "set", "book.sort", "rating:") == "rating:desc")
    #expect(try words("config", "set", "pager", "") == "")
    #expect(try words("config", "set", "nope", "") == "")
  }

  /// Only values that the record has are offered for removal.
  @Test func offersToTakeAwayWhatIsThere() throws {
    #expect(try words("book", "set", "dune", "genres-=") == "genres-=Fiction | genres-=Science Fiction")
    #expect(try words("book", "set", "Dune Messiah", "genres-=") == "genres-=Science Fiction")
    #expect(try words("book", "set", "dune", "rating=5", "author-=f") == "author-=Frank Herbert")
    #expect(try words("book", "genres", "dune", "-f") == "-Fiction")
    #expect(try words("book", "genres", "Dune Messiah", "+Horror", "-S") == "-Science Fiction")
    #expect(try words("book", "genres", "Dune Messiah", "--remove", "") == "Science Fiction")
    #expect(try words("book", "genres", "Dune Messiah", "-Ho") == "")
    #expect(try words("book", "genres", "Dune Messiah", "+Ho") == "+Horror")
  }

  @Test func valuesOfOptions() throws {
    #expect(try words("book", "list", "--filter", "") == "all | recent | to buy")
    #expect(try words("book", "list", "--sort", "tit") == "title | title:desc")
    #expect(try words("book", "list", "--columns", "title,au") == "title,author | title,authorSort")
    #expect(try words("book", "list", "--format", "j") == "json | jsonl")
    #expect(try words("book", "add", "X", "--genre", "f") == "Fiction")
    #expect(try words("book", "add", "X", "--author", "FR") == "Frank Herbert")
    #expect(try words("issue", "list", "--priority", "") == "low | medium | high")
    #expect(try words("genre", "list", "--book", "du") == "Dune | Dune Messiah")
    #expect(try words("book", "delete", "--where", "genr") == "genres: | genre:")
  }

  @Test func titlesFieldsAndValues() throws {
    #expect(try words("book", "show", "DU") == "Dune | Dune Messiah")
    #expect(try words("book", "finish", "三") == "三体")
    #expect(try words("issue", "close", "ask") == "Ask Anna to return Dune")
    #expect(try words("book", "show", "dune", "三") == "三体")
    #expect(try words("book", "set", "dune", "shel") == "shelfmark= | shelf=")
    #expect(try words("book", "set", "dune", "shelf=") == "shelf=A | shelf=B")
    #expect(try words("book", "set", "dune", "genres+=sc") == "genres+=Science Fiction")
    #expect(
      try words("book", "set", "--where", "dune", "status=")
        == "status=wanted | status=onShelf | status=inProgress | status=paused | status=completed | status=abandoned")
    #expect(try words("filter", "delete", "") == "to buy")
  }

  @Test func queries() throws {
    #expect(try words("book", "list", "genre:s") == "genre:Science Fiction")
    #expect(try words("issue", "list", "#l") == "#lending")
    #expect(try words("issue", "list", "is:op") == "is:open")
    #expect(try words("book", "list", "-gen") == "-genres: | -genre:")
    #expect(try words("book", "list", "has:quot") == "has:quote")
    #expect(try words("search", "pri") == "priority:")
    #expect(try words("stats", "author:j") == "author:Jane Austen")
  }

  @Test(arguments: [
    ("shelf book list genre:sc", "Science\\ Fiction"), ("shelf book list \"genre:sc", "genre:Science Fiction"),
    ("shelf book list genre:\"sc", "Science Fiction"), ("shelf issue list \\#l", "\\#lending"),
    ("shelf issue list '#l", "#lending"), ("shelf book set dune status=c", "completed"), ("shelf boo", "book"),
    ("shelf book set 'Dune Messiah' ra", "rating="), ("shelf book show dune\\ m", "Dune\\ Messiah"), ("", ""),
  ])
  func bashGetsWhatComesAfterItsBreaks(_ line: String, _ expected: String) throws {
    let output = try library.run("complete bash", [line])
    if line.isEmpty {
      #expect(output.contains("book\n"))
    } else {
      #expect(output == expected + "\n")
    }
  }

  /// Commands and options are completed without an error even outside a library and in a broken library.
  @Test func neverComplains() throws {
    library["shelf.yaml"] = "nonsense: [\n"
    #expect(try words("book", "show", "d") == "")
    #expect(try words("book", "list", "--li") == "--library | --limit")
    #expect(try words("book", "list", "genre:") == "")
  }

  @Test func titlesThatATerminalWouldObeyAreLeftOut() throws {
    library["books/odd.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: \"Du\\e[31m\"\n"
    #expect(try words("book", "show", "du") == "Dune | Dune Messiah")
  }

  @Test func installs() throws {
    library.environment["HOME"] = library.root + "/home"
    library.environment["SHELL"] = "/bin/bash"
    try expect(
      library.run("completions install"),
      is: """
        Installed completions for bash in LIBRARY/home/.local/share/bash-completion/completions/shelf
        New shells load it if bash-completion is installed; otherwise, add `source LIBRARY/home/.local/share/bash-completion/completions/shelf` to ~/.bashrc
        """)
    #expect(library["home/.local/share/bash-completion/completions/shelf"] == CompletionShell.bash.script)
    library["home/.config/fish/completions/shelf.fish"] = "old"
    #expect(try library.run("completions install fish").contains("New shells load it automatically\n"))
    #expect(library["home/.config/fish/completions/shelf.fish"] == CompletionShell.fish.script)
    #expect(
      try library.run("completions install zsh").contains("fpath=(LIBRARY/home/.local/share/zsh/site-functions $fpath)")
    )
    #expect(try library.run("completions zsh") == CompletionShell.zsh.script)
    library.environment = [:]
    #expect(try library.refused("completions install").hasPrefix("! error: no shell was given\n"))
    #expect(try library.refused("completions install zsh").hasPrefix("! error: HOME is not set"))
  }
}
