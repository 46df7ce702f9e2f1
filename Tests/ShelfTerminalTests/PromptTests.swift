import ShelfTestSupport
import Testing

@testable import ShelfSystem
@testable import ShelfTerminal

struct PromptTests {
  /// Answers a prompt through a pipe, and returns the result and the output.
  private func ask<Value>(_ input: String, _ question: (inout Prompt) throws -> Value) throws -> (Value, String) {
    let pipe = try SystemPipe(holding: input)
    let output = Output(descriptor: nil)
    var prompt = Prompt(input: pipe.reading, output: output, terminal: Terminal(isTerminal: false))
    let value = try question(&prompt)
    return (value, String(decoding: output.buffer, as: UTF8.self))
  }

  @Test func asksForText() throws {
    let (value, screen) = try ask("  The Left\tHand \r\n") { try $0.text("Title") }
    #expect(value == "The Left Hand")
    #expect(screen == "Title: ")
  }

  @Test func acceptsNothingWhereOptional() throws {
    let (value, screen) = try ask("\n") { try $0.text("Series", isOptional: true) }
    #expect(value == "")
    #expect(screen == "Series (optional): ")
  }

  @Test func asksAgainUntilItIsRight() throws {
    let (value, screen) = try ask("\nabc\n\u{1B}[D\n1969") {
      try $0.text("Year") { Int($0) == nil ? "a year has digits" : nil }
    }
    #expect(value == "1969")
    #expect(
      screen == """
        Year:   please answer, or press Ctrl-D to stop
        Year:   a year has digits
        Year:   control characters are not allowed
        Year:\u{20}
        """)
  }

  @Test func isCancelledByTheEndOfInput() throws {
    #expect(throws: Cancelled()) { try ask("") { try $0.text("Title") } }
    #expect(throws: Cancelled()) { try ask("wrong") { try $0.confirm("Sure?") } }
    #expect(throws: Cancelled()) { try ask("9\n") { try $0.choice("Status", ["a"]) } }
    #expect(throws: Cancelled()) { try ask("") { try $0.choices("Genres", ["a"]) } }
    let prompt = Prompt(input: -1, output: Output(descriptor: nil), terminal: Terminal(isTerminal: false))
    #expect(throws: Cancelled()) {
      var prompt = prompt
      return try prompt.text("Title")
    }
  }

  private let states = ["on shelf", "in progress", "completed"]

  @Test(arguments: [("2", 1), ("COMPLETED", 2), ("i", 1), ("", 0), ("on shelf", 0), ("0\n4\nx\nc", 2)])
  func asksForAChoice(answer: String, expected: Int) throws {
    let (value, _) = try ask(answer + "\n") { try $0.choice("Status", states, default: 0) }
    #expect(value == expected)
  }

  @Test func listsTheChoices() throws {
    let (_, screen) = try ask("4\n1\n") { try $0.choice("Status", states, default: 1) }
    #expect(
      screen == """
        Status
          1  on shelf
        * 2  in progress
          3  completed
        Choice [in progress]:   "4" is not in the list
        Choice [in progress]:\u{20}
        """)
  }

  @Test(arguments: [
    ("", []), ("-", []), ("1", [0]), ("3 1", [0, 2]), ("horror,fantasy", [0, 1]), ("Science Fiction", [2]),
    ("science f, 1,,1", [0, 2]), ("fan hor", [0, 1]), ("1 2,sci", [0, 1, 2]),
  ])
  func asksForChoices(answer: String, expected: [Int]) throws {
    let genres = ["Fantasy", "Horror", "Science Fiction"]
    let (value, screen) = try ask(answer + "\n") { try $0.choices("Genres", genres) }
    #expect(value == expected)
    #expect(screen.hasSuffix("Choices (optional): "))
  }

  @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), ("what\nyes", true)])
  func confirms(answer: String, expected: Bool) throws {
    let (value, screen) = try ask(answer + "\n") { try $0.confirm("Delete?") }
    #expect(value == expected)
    #expect(screen.hasPrefix("Delete? [y/N] "))
  }

  @Test func readsSeveralLines() throws {
    let (values, _) = try ask("one\n\n two \n.\nafter\n") { [$0.lines("Review"), try $0.text("Title")] }
    #expect(values == ["one\n\n two ", "after"])
    #expect(try ask("one\ntwo") { $0.lines("Review") }.0 == "one\ntwo")
    #expect(try ask("") { $0.lines("Review") }.0 == "")
  }

  @Test func readsLongLines() throws {
    let pipe = try SystemPipe()
    let line = String(repeating: "長い", count: 5000)
    // The text is shorter than the pipe's buffer, so writing does not block.
    #expect(Streams.writeAll(Array((line + "\nnext\n").utf8), to: pipe.writing) == 0)
    var reader = LineReader(descriptor: pipe.reading)
    #expect(reader.next() == line)
    #expect(reader.next() == "next")
    pipe.closeWriting()
    #expect(reader.next() == nil)
  }

  @Test func asksOnATerminal() throws {
    let pseudo = try PseudoTerminal()
    let terminal = Terminal.current(descriptor: pseudo.end, environment: ["TERM": "xterm"])
    let output = Output(descriptor: pseudo.end)
    var prompt = Prompt(input: pseudo.end, output: output, terminal: terminal)
    // DEL deletes a whole character, and Ctrl-D ends a multiline text without closing the terminal.
    pseudo.type("Dunee\u{7F}\n2\nfirst\nsecond\n\u{4}y\n\u{4}")
    #expect(try prompt.text("Title") == "Dune")
    #expect(try prompt.choice("Status", states) == 1)
    #expect(prompt.lines("Review") == "first\nsecond")
    #expect(try prompt.confirm("Write it?"))
    #expect(throws: Cancelled()) { try prompt.text("More") }
    let screen = pseudo.screen()
    #expect(screen.contains("\u{1B}[1mTitle\u{1B}[0m: "))
    #expect(screen.contains("\u{1B}[1mWrite it?\u{1B}[0m \u{1B}[2m[y/N]\u{1B}[0m "))
    #expect(screen.hasSuffix("\u{1B}[1mMore\u{1B}[0m: \r\n"))
  }
}
