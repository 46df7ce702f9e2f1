import Foundation
import ShelfRPC
import ShelfTestSupport
import Testing

@testable import ShelfEditor

@Suite struct TextIndexTests {
  private static let texts = [
    "", "a", "a\n", "\n\n", "a\r\nb", "a\rb\nc\r\n", "🐉三体\n三x🐉", "\u{FEFF}id: é\n", "e\u{301}\r\n\r", "x\u{2028}y\n",
  ]

  /// Characters are counted in UTF-16 code units, and LF, CR and CRLF each end a line.
  @Test func countsAsUTF16Does() {
    for text in Self.texts where !text.hasPrefix("\u{FEFF}") {
      let index = TextIndex(Array(text.utf8), .utf16)
      var (line, character, offset) = (0, 0, 0)
      let scalars = Array(text.unicodeScalars)
      for (position, scalar) in scalars.enumerated() {
        #expect(index.position(of: offset) == TextPosition(line: line, character: character), "\(text) \(offset)")
        if !(scalar == "\n" && position > 0 && scalars[position - 1] == "\r") {
          #expect(index.offset(of: TextPosition(line: line, character: character)) == offset, "\(text) \(offset)")
        }
        offset += String(scalar).utf8.count
        let isHalf = scalar == "\r" && position + 1 < scalars.count && scalars[position + 1] == "\n"
        if scalar == "\n" || scalar == "\r" && !isHalf {
          (line, character) = (line + 1, 0)
        } else if !isHalf {
          character += scalar.value > 0xFFFF ? 2 : 1
        }
      }
      #expect(index.lineCount == line + 1)
    }
  }

  @Test func anyPositionIsSomewhere() {
    let index = TextIndex(Array("ab\n🐉\r\n".utf8), .utf16)
    #expect(index.offset(of: TextPosition(line: 0, character: 99)) == 2)
    #expect(index.offset(of: TextPosition(line: 1, character: 1)) == 3)
    #expect(index.offset(of: TextPosition(line: 1, character: 2)) == 7)
    #expect(index.offset(of: TextPosition(line: 9, character: 9)) == 9)
    #expect(index.position(of: 999) == TextPosition(line: 2, character: 0))
  }

  @Test func aByteOrderMarkHasNoPosition() {
    let index = TextIndex([0xEF, 0xBB, 0xBF] + Array("id: 1".utf8), .utf8)
    #expect(index.offset(of: TextPosition(line: 0, character: 0)) == 3)
    #expect(index.position(of: 7) == TextPosition(line: 0, character: 4))
    #expect(index.position(of: 0) == TextPosition(line: 0, character: 0))
  }

  @Test func bytesThatAreNotUTF8DoNotTrap() {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0..<20, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      for encoding in [PositionEncoding.utf8, .utf16] {
        let index = TextIndex(bytes, encoding)
        for offset in -1...bytes.count + 1 {
          let position = index.position(of: offset)
          #expect((0...bytes.count).contains(index.offset(of: position)))
        }
      }
    }
  }
}

@Suite struct OpenTextTests {
  private static let pieces = ["a", "é", "三体", "🐉", "e\u{301}", "\n", "\r\n", ": ", "- ", "\u{200D}"]

  /// The server's text equals the client's after the same edits.
  @Test(arguments: [PositionEncoding.utf8, .utf16])
  func followsEdits(_ encoding: PositionEncoding) {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for isMarked in [false, true] {
      var mine = "id: 1\n"
      var text = OpenText(
        uri: "file:///x", version: 1, mine, stored: isMarked ? OpenText.mark : nil, encoding)
      for _ in 0..<400 {
        let units = Array(mine.unicodeScalars)
        let start = Int.random(in: 0...units.count, using: &generator)
        let end = min(units.count, start + Int.random(in: 0...3, using: &generator))
        let new = (0..<Int.random(in: 0...2, using: &generator)).map { _ in generator.pick(Self.pieces) }.joined()
        let cut = generator.once(in: 20) ? (0, units.count) : (start, end)
        // There is no position between CR and LF.
        func isSplit(_ place: Int) -> Bool {
          place > 0 && place < units.count && units[place - 1] == "\r" && units[place] == "\n"
        }
        if isSplit(cut.0) || isSplit(cut.1) { continue }
        let range: JSON = ["start": position(cut.0, units, encoding), "end": position(cut.1, units, encoding)]
        text.apply([["range": range, "text": .text(new)]])
        var scalars = String.UnicodeScalarView(units[..<cut.0])
        scalars += new.unicodeScalars
        scalars += units[cut.1...]
        mine = String(scalars)
        #expect(text.bytes == (isMarked ? OpenText.mark : []) + Array(mine.utf8))
      }
    }
  }

  private func position(_ count: Int, _ units: [Unicode.Scalar], _ encoding: PositionEncoding) -> JSON {
    var (line, character) = (0, 0)
    for place in 0..<count {
      let unit = units[place]
      if unit == "\n" || unit == "\r" && !(place + 1 < units.count && units[place + 1] == "\n") {
        (line, character) = (line + 1, 0)
      } else if unit != "\r" {
        character += encoding == .utf8 ? String(unit).utf8.count : unit.value > 0xFFFF ? 2 : 1
      }
    }
    return ["line": .integer(line), "character": .integer(character)]
  }

  @Test func badChangesChangeNothing() {
    var text = OpenText(uri: "file:///x", version: 1, "abc", stored: nil, .utf8)
    text.apply([.null, 5, ["text": 3], ["range": 1, "text": "x"], ["range": ["start": .null], "text": "x"]])
    #expect(text.bytes == Array("abc".utf8))
  }
}

@Suite struct TextEditsTests {
  @Test func leadFromOneTextToTheOther() {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let lines = ["id: 1", "title: 三体", "  - 🐉 x", "", "é", "a b c", "a x c"]
    for _ in 0..<2000 {
      func text() -> [UInt8] {
        let end = generator.once(in: 3) ? "\r\n" : "\n"
        return Array(
          (0..<Int.random(in: 0..<7, using: &generator)).map { _ in generator.pick(lines) }.joined(separator: end).utf8)
      }
      let (old, new) = (text(), text())
      let edits = TextEdits.edits(from: old, to: new)
      #expect(TextEdits.apply(edits, to: old) == new)
      for edit in edits {
        #expect(String(validating: edit.text, as: UTF8.self) != nil)
        #expect(String(validating: old[edit.range], as: UTF8.self) != nil)
      }
    }
  }

  @Test func changeOnlyWhatDiffers() {
    let edits = TextEdits.edits(from: Array("a\nid: one two\nb\n".utf8), to: Array("a\nid: one 2\nb\n".utf8))
    #expect(edits == [TextEdits.Edit(range: 10..<13, text: Array("2".utf8))])
    #expect(TextEdits.edits(from: [0x61], to: [0x61]).isEmpty)
  }
}

@Suite struct FileURITests {
  @Test(arguments: ["/a/b.yaml", "/li b#%?/é.yaml", "/e\u{301}/三体🐉.yaml", "/"])
  func leadToThePathTheyCameFrom(_ path: String) {
    #expect(FileURI.path(FileURI.uri(path)).map { Array($0.utf8) } == Array(path.utf8))
  }

  @Test func areReadInAnySpelling() {
    for uri in ["file:///a%2Fb%20c", "FILE:///a/b%20c", "file://localhost/a/b c", "file:///a/b%20c#x"] {
      #expect(FileURI.path(uri) == "/a/b c")
    }
    for uri in ["untitled:1", "http://x/a", "file://host/a", "file:", "", "file:///a%00b", "file:///%FF"] {
      #expect(FileURI.path(uri) == nil)
    }
    #expect(FileURI.path("file:///a%zz%") == "/a%zz%")
  }
}

@Suite struct MarkdownTests {
  @Test func nothingInARecordIsMarkup() {
    let rich = ClientMarkdown(isRich: true)
    #expect(
      rich.line("![x](http://e.x/a.png) <img src=x> **b** `c`")
        == "\\!\\[x\\](http\\://e.x/a.png) \\<img src=x\\> \\*\\*b\\*\\* \\`c\\`")
    #expect(rich.line("- a") == "\\- a")
    #expect(rich.line("2026-11-21") == "2026-11-21")
    #expect(rich.line("1. a") == "1\\. a")
    #expect(rich.line("a\nb") == "a b")
    #expect(rich.lines("    code\n# a") == "code  \n\\# a")
    #expect(ClientMarkdown(isRich: false).line("*a*") == "*a*")
  }
}
