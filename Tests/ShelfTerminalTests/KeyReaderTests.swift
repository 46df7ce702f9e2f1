import Testing

@testable import ShelfTerminal

struct KeyReaderTests {
  private func keys(_ text: String, terminal: String = "xterm-256color") throws -> [Key] {
    let reader = try #require(KeyReader(terminal: terminal))
    return reader.keys(Array(text.utf8)) + reader.rest()
  }

  @Test(arguments: [
    ("a", Key.text("a")), ("é", .text("é")), ("三", .text("三")), (" ", .text(" ")), ("\r", .enter), ("\n", .enter),
    ("\t", .tab), ("\u{1B}[Z", .backTab), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{1B}", .escape),
    ("\u{1}", .control("a")), ("\u{1F}", .control("_")), ("\u{1B}b", .alt("b")), ("\u{1B}\r", .altEnter),
    ("\u{1B}\u{7F}", .altBackspace), ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .wordRight),
    ("\u{1B}[1;3D", .wordLeft), ("\u{1B}[H", .home), ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete),
    ("\u{1B}[5~", .pageUp), ("\u{1B}OP", .function(1)), ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
  ])
  func readsWhatTerminalsSend(_ sent: String, _ key: Key) throws {
    // Where terminfo says that Backspace sends something other than Ctrl-H, Ctrl-H is read as a key of its own, which
    // also deletes a character.
    let read = try keys(sent)
    #expect(read == [key] || (sent == "\u{8}" && read == [.control("h")]))
  }

  /// For an unknown terminal, the usual escape sequences are recognized.
  @Test func unknownTerminalsWork() throws {
    #expect(try keys("\u{1B}[Ax", terminal: "nothing-like-it") == [.up, .text("x")])
  }

  @Test func pastesComeWhole() throws {
    let sent = "a\u{1B}[200~one\r\ntwo\tthree\r四\u{1B}[201~b"
    #expect(try keys(sent) == [.text("a"), .paste("one\ntwo\tthree\n四"), .text("b")])
  }

  /// A sequence can be split between two reads at any byte.
  @Test func piecesDoNotMatter() throws {
    let bytes = Array("é\u{1B}[200~x\r三\u{1B}[201~\u{1B}[A\u{1B}[1;5Cz".utf8)
    for cut in 1..<bytes.count {
      let reader = try #require(KeyReader(terminal: "xterm"))
      let keys = reader.keys(Array(bytes[..<cut])) + reader.keys(Array(bytes[cut...])) + reader.rest()
      #expect(keys == [.text("é"), .paste("x\n三"), .up, .wordRight, .text("z")], "\(cut)")
    }
  }

  /// The paste is longer than libtermkey's buffer.
  @Test func longPastesComeWhole() throws {
    let text = String(repeating: "quote ", count: 20_000)
    #expect(try keys("\u{1B}[200~\(text)\u{1B}[201~") == [.paste(text)])
  }

  @Test func escapeWaits() throws {
    let reader = try #require(KeyReader(terminal: "xterm"))
    #expect(reader.keys([0x1B]) == [])
    #expect(reader.isWaiting)
    #expect(reader.rest() == [.escape])
    #expect(!reader.isWaiting)
  }

  /// On a busy computer, several key presses can arrive in one read.
  @Test(arguments: 1...5) func escapesAreCounted(_ count: Int) throws {
    #expect(try keys(String(repeating: "\u{1B}", count: count)) == [Key](repeating: .escape, count: count))
    let reader = try #require(KeyReader(terminal: "xterm"))
    let apart = (1...count).flatMap { _ in reader.keys([0x1B]) } + reader.rest()
    #expect(apart == [Key](repeating: .escape, count: count))
  }

  @Test(arguments: ["xterm", "xterm-256color", "screen-256color", "tmux-256color", "linux", "rxvt-unicode"])
  func theMouseIsNoKeys(_ terminal: String) throws {
    guard let reader = KeyReader(terminal: terminal) else { return }
    let report = "\u{1B}[<0;40;9M\u{1B}[<32;41;9M\u{1B}[<0;41;9m\u{1B}[<64;250;1M\u{1B}[<65;1;240M"
    #expect(
      reader.keys(Array(report.utf8)) == [
        .mouse(Mouse(.press, row: 8, column: 39)), .mouse(Mouse(.drag, row: 8, column: 40)),
        .mouse(Mouse(.release, row: 8, column: 40)), .mouse(Mouse(.wheelUp, row: 0, column: 249)),
        .mouse(Mouse(.wheelDown, row: 239, column: 0)),
      ])
    #expect(reader.keys(Array("\u{1B}[M !!x".utf8)) == [.mouse(Mouse(.press, row: 0, column: 0)), .text("x")])
  }

  /// On a slow connection, a mouse report may arrive in two halves. Neither a half nor a terminal's answer to a query
  /// is read as typed keys.
  @Test func halvesAndAnswersAreNoKeys() throws {
    let reader = try #require(KeyReader(terminal: "xterm-256color"))
    #expect(reader.keys(Array("\u{1B}[<0;4".utf8)) + reader.rest() == [])
    #expect(reader.keys(Array("0;9Mx".utf8)) == [.mouse(Mouse(.press, row: 8, column: 39)), .text("x")])
    #expect(reader.keys(Array("a\u{1B}]11;rgb:0000/0000/0000\u{7}b".utf8)) == [.text("a"), .text("b")])
    #expect(reader.keys(Array("\u{1B}]11;rgb:00".utf8)) + reader.keys(Array("00/1\u{1B}\\c".utf8)) == [.text("c")])
    #expect(reader.keys([0x1B]) + reader.rest() == [.escape])
  }
}
