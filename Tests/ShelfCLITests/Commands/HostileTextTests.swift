import Testing

@testable import ShelfCLI
@testable import ShelfText
@testable import ShelfWording

/// Control characters in text from files are escaped before the text reaches a terminal.
struct HostileTextTests {
  private let library: TestLibrary
  private let evil = #"\e[31m \u202e \x07 \x9b1m \t x\ny \u2028 \e]0;pwn\a"#

  init() throws {
    library = try TestLibrary()
    library.environment["TERM"] = "dumb"
    let text = "\"\(evil)\""
    library["books/evil.yaml"] = """
      id: b0000666-0000-4000-8000-000000000000
      title: \(text)
      author: [\(text)]
      series: \(text)
      status: \(text)
      rating: \(text)
      genres: [e0000666-0000-4000-8000-000000000000, \(text)]
      dateAdded: \(text)
      review: \(text)
      \(text): \(text)
      """
    library["genres/evil.yaml"] = "id: e0000666-0000-4000-8000-000000000000\nname: \(text)\ncolor: \(text)\n"
    library["quotes/evil.yaml"] = """
      id: c0000666-0000-4000-8000-000000000000
      book: b0000666-0000-4000-8000-000000000000
      page: \(text)
      text: \(text)
      """
    library["issues/evil.yaml"] = """
      id: f0000666-0000-4000-8000-000000000000
      title: \(text)
      priority: \(text)
      books: [b0000666-0000-4000-8000-000000000000]
      content: \(text)
      """
    library["books/\u{1B}[31m\n.yaml"] = "id: \u{1B}[31m"
  }

  @Test(arguments: [
    "book list", "book list --columns title,author,series,status,rating,genres,dateAdded,review,path",
    "book list --format csv", "book list --format json", "book list --format jsonl", "book list --format yaml",
    "book list --format tsv", "quote list", "genre list", "genre list --book b0000666", "issue list",
    "book show b0000666", "book show b0000666 --format json", "book show b0000666 --format yaml", "genre show e0000666",
    "quote show c0000666", "issue show f0000666", "book set b0000666 rating=1 genres-=e0000666",
    "book set b0000666 rating=1 --dry-run", "book start b0000666", "book delete b0000666 --yes",
    "genre delete e0000666 --yes", "book show \u{1B}[31m", "book show books/\u{1B}[31m\n.yaml", "book add \u{1B}[31m",
    "\u{1B}[31m", "book \u{1B}[31m", "book list --\u{1B}[31m", "book list --sort \u{1B}[31m", "book show a \u{1B}[31m",
    "--library \u{1B}[31m book list", "book set dune \u{1B}[31m=1", "book set dune rating=\u{1B}[31m",
    "book edit --\u{1B}x",
    "book list --format \u{1B}[31m", "book add --genre \u{1B}[31m X",
  ])
  func isShownAndNotObeyed(_ command: String) throws {
    let screen = try library.runOnTerminal(command, columns: 100)
    #expect(!screen.isEmpty)
    // Tabs between columns are harmless.
    let text = screen.replacing("\t", with: " ")
    #expect(VisibleText.lines(text) == text, "\(screen.debugDescription)")
  }

  @Test func isShownInQuestions() throws {
    let screen = try library.runOnTerminal("book delete b0000666", typing: "n\n", columns: 100)
    #expect(VisibleText.lines(screen) == screen)
    let form = try library.runOnTerminal("book add", typing: "\u{1B}[A\nX\n\n\n\n\u{4}", columns: 100)
    #expect(VisibleText.lines(form) == form)
  }

  @Test func isWholeInPipes() throws {
    #expect(try library.run("book list --json title --format jsonl").contains(#"\u001b[31m \u202e"#))
    let csv = try library.run("book list --columns title --format csv")
    #expect(csv.contains("\u{1B}[31m \u{202E} \u{7}"))
  }

  @Test func isShownOnAPage() throws {
    try expect(
      library.run("book show b0000666"),
      is: """
        ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇

        author                                        ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇
        status                                        ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇
        rating                                        ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇
        genres                                        [␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇] [? ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇]
        series                                        ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇
        date added                                    ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇
        ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇  ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇  (unknown field)
        ID                                            b0000666-0000-4000-8000-000000000000
        file                                          books/evil.yaml

        Review
          ␛[31m <U+202E> ␇ <U+009B>1m      x
          y 
           ␛]0;pwn␇

        Quotes (1)
          ␛[31m <U+202E> ␇ <U+009B>1m      x
          y
           ␛]0;pwn␇
            ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇ · c0000666

        Issues (1)
          f0000666  ␛[31m <U+202E> ␇ <U+009B>1m   x⏎y ⏎ ␛]0;pwn␇
        """)
  }
}
