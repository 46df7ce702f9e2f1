import Testing

@testable import YAMLEdit

/// Tests which texts need quotes, and which kind of quotes.
@Suite struct ScalarStyleTests {
  private func written(
    _ text: String, form: Scalar.Form = .text, inFlow: Bool = false, over old: Node.Style? = nil
  ) -> String {
    var writer = ScalarWriter(isInFlow: inFlow)
    writer.replacing = old
    return String(decoding: writer.renderings(of: Scalar(text, form: form))[0].inline, as: UTF8.self)
  }

  @Test(arguments: [
    "plain", "two words", "it's", "say \"hi\"", "C#", "a:b", "http://x.y/z?a=b#c", "-x", "--", "ünï", "三体", "📚",
    "300 pages", "v1.2", "_1", "_", "a, b", "x]", "a&b", "Yes!", "nope", "nullable", "1st", "e\u{301}", "back\\slash",
    "\u{A0}",
    "5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f1g",
  ])
  func plain(_ text: String) {
    #expect(written(text) == text)
  }

  @Test(arguments: [
    "", " ", " x", "x ", "null", "NULL", "~", "True", "no", "Off", "y", "N", "<<", "=", ".inf", "-.INF", "+.inf",
    ".NaN", "1984", "-1", "+1", "1.5", ".5", "1e3", "0x1F", "0o7", "1_000", "2024-01-01", "2024-01-01T10:00:00Z",
    "12:30", "1.2.3", "1,000", "007", "+_",
    "- x", "-", "---", "--- x", "...", "? x", ": x", "a: b", "a:", "a #b", "#x", "*x",
    "&x", "!x", "|", ">", "%x", "@x", "`x", "[x", "]x", "{x", "}x", ",x",
  ])
  func doubleQuotes(_ text: String) {
    #expect(written(text) == "\"\(text)\"")
  }

  @Test func singleQuotesWhereDoubleOnesNeedEscapes() {
    #expect(written("\"x") == "'\"x'")
    #expect(written("'x\\") == "'''x\\'")
    #expect(written("# it's \"x\"") == "'# it''s \"x\"'")
  }

  @Test func escapes() {
    #expect(
      written("\t\u{85}\u{2028}\u{2029}\u{FEFF}\u{7F}\0\u{1B}\r") == #""\t\N\L\P\uFEFF\x7F\0\e\r""#)
    #expect(written("\u{FFFE}\u{9F}\"\\") == #""\uFFFE\x9F\"\\""#)
    #expect(written("a\nb") == #""a\nb""#)
  }

  @Test func brackets() {
    #expect(written("a, b", inFlow: true) == "\"a, b\"")
    #expect(written("x]", inFlow: true) == "\"x]\"")
    #expect(written("a:]", inFlow: true) == "\"a:]\"")
    #expect(written("a:?", inFlow: true) == "\"a:?\"")
    #expect(written("a?", inFlow: true) == "\"a?\"")
    #expect(written("a:b", inFlow: true) == "a:b")
  }

  @Test func formsAndOldQuotes() {
    #expect(written("1984", form: .literal) == "1984")
    #expect(written("true", form: .literal, over: .doubleQuoted) == "\"true\"")
    #expect(written("true", form: .literal, over: .singleQuoted) == "'true'")
    #expect(written("a: b", form: .literal) == "\"a: b\"")
    #expect(written("00FF00", form: .quoted) == "\"00FF00\"")
    #expect(written("00FF00", form: .quoted, over: .singleQuoted) == "'00FF00'")
    #expect(written("00FF00", form: .quoted, over: .plain) == "\"00FF00\"")
    #expect(written("x", over: .singleQuoted) == "'x'")
    #expect(written("x\ty", over: .singleQuoted) == "\"x\\ty\"")
  }

  /// Every text in every position and style is read back unchanged, and simple text is written in the usual way.
  @Test func everyTextReadsBack() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    let signs = " \t\n\r:#-?,[]{}&*!|>'\"%@`\\~=<.+0123456789aeflnorstuyxTZ_é📚\u{85}\u{2028}\u{FEFF}\0"
    let alphabet = Array(signs.unicodeScalars)
    for _ in 0..<(Corpus.isFull ? 300_000 : 1000) {
      var text = ""
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        text.unicodeScalars.append(random.pick(alphabet))
      }
      for form in [Scalar.Form.text, .literal, .quoted] {
        let scalar = Scalar(text, form: form)
        for quotes in [WritingStyle.Quotes.double, .single] {
          let writer = ScalarWriter(quotes: quotes)
          var appended: [UInt8] = []
          writer.append(scalar, to: &appended)
          #expect(appended == writer.best(of: scalar).inline, "seed \(seed)")
        }
        let block = try Document(Document.bytes(of: [("k", .scalar(scalar)), ("l", .list([scalar, scalar]))]))
        #expect(block.node(at: ["k"]).flatMap(block.text) == text, "seed \(seed)")
        #expect(block.node(at: ["l", 1]).flatMap(block.text) == text, "seed \(seed)")
        let flow = try Document(Array("[x, {k: x}]".utf8)).applying([
          .set([0], .scalar(scalar)), .set([1, "k"], .scalar(scalar)),
        ])
        #expect(flow.node(at: [0]).flatMap(flow.text) == text, "seed \(seed)")
        #expect(flow.node(at: [1, "k"]).flatMap(flow.text) == text, "seed \(seed)")
      }
    }
  }

  /// The writer of new files handles most entries in a fast path, which must write the same bytes as the general
  /// writer, including comments, lists and blocks.
  @Test func newEntriesAreWrittenAsOthers() {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEN0123456789    ..,':#-\n\té\u{A0}\u{2028}".unicodeScalars)
    let writer = EntryWriter(column: 0)
    var simple = 0
    func check(_ value: Value) {
      var appended: [UInt8] = []
      writer.append("key", value, to: &appended)
      let rendering = writer.renderings(of: "key", value)[0]
      #expect(
        appended == rendering.inline + rendering.below([ASCII.lineFeed]) + [ASCII.lineFeed], "\(value), seed \(seed)")
    }
    for character in (UInt8(0)...0x7F).map({ String(UnicodeScalar($0)) }) {
      for text in [character, character + character, "a" + character, character + "a", "abcdef" + character + "gh"] {
        for form in [Scalar.Form.text, .literal, .quoted] where form != .literal || text.allSatisfy(\.isLetter) {
          check(.scalar(Scalar(text, form: form)))
          check(.list([Scalar(text, form: form, comment: text)]))
        }
      }
    }
    for _ in 0..<(Corpus.isFull ? 300_000 : 3000) {
      func text(_ length: ClosedRange<Int>) -> String {
        var text = ""
        for _ in 0..<Int.random(in: length, using: &random) { text.unicodeScalars.append(random.pick(alphabet)) }
        return text
      }
      let form = random.pick([Scalar.Form.text, .literal, .quoted])
      let scalar = Scalar(text(0...16), form: form, comment: Bool.random(using: &random) ? text(0...6) : nil)
      simple += Array(scalar.text.utf8).withUnsafeBufferPointer { ScalarStyle.isSimple($0, form: form) } ? 1 : 0
      for value in [Value.scalar(scalar), .list([scalar, Scalar(text(0...12))]), .list([]), .mapping([])] {
        check(value)
      }
    }
    #expect(simple > 200, "most texts are simple")
  }

  /// The characters that must be escaped, and their neighbors.
  @Test func charactersThatAreEscaped() {
    let ranges: [ClosedRange<UInt32>] = [
      0...8, 0xB...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0xFEFF...0xFEFF, 0xFFFE...0xFFFF,
    ]
    let others: [UInt32] = [
      0x20, 0x7E, 0xA0, 0xA1, 0x2027, 0x202A, 0xFEFE, 0xFF00, 0xFFBF, 0xFFFD, 0x10000, 0x20AC, 0x3042,
    ]
    for code in ranges.flatMap({ Array($0) }) + others {
      guard let character = Unicode.Scalar(code).map(String.init) else { continue }
      let isEscaped = ranges.contains { $0.contains(code) }
      let (line, lines) = (Array("a\(character)b".utf8), Array("one\ntw\(character)o\n".utf8))
      #expect(ScalarStyle.needsEscapes(line) == isEscaped, "\(code)")
      #expect(ScalarStyle.isPlain(line, inFlow: false) == !isEscaped, "\(code)")
      #expect(ScalarStyle.canBeBlock(lines) == !isEscaped, "\(code)")
      #expect(CommentText.line("a\(character)b") == (isEscaped ? "a b" : "a\(character)b"), "\(code)")
    }
  }

  /// Texts, and whether a block scalar can contain them.
  @Test(arguments: [
    ("a\nb", true), ("a \nb", true), ("a\nb ", true), ("a\n b", true), (" a\nb", true), ("a\t\nb", true),
    ("a\n\tb", true), ("a\n \tb", true), ("a\tb\nc", true), ("\ta\nb", true), ("a\n\n\nb\n\n", true), ("\n", false),
    ("", false), ("\n\n  ", false), ("a\n  ", false), ("a\n\t", false), ("a\n  \n", false), ("a\n\n", true),
    ("a\rb\nc", false), ("a\r\nb", false),
  ])
  func linesOfBlocks(_ text: String, _ canBe: Bool) {
    #expect(ScalarStyle.canBeBlock(Array(text.utf8)) == canBe)
  }

  /// Text with blanks at the start, in the middle and at the end of its lines is a block that is read back unchanged,
  /// in new files and in changed ones, whatever their line endings.
  @Test(arguments: [
    "\ta\nb", "\n\ta\nb\n", "a\n\tb\n\t\tc", "a\n \tb\n\t c", "a\tb\nc\td\n", "a\t\nb\t\nc",
    "a  \nb \nc\t", "a\n\t\nb", "a\n  \n\t\nb\n\n", " \ta\n\t\tb", "  \n\ta\nb", "\t\n\n  a\n\tb\n",
  ])
  func blanksInBlocks(_ text: String) throws {
    let scalar = Scalar(text)
    let bytes = try Document.bytes(of: [
      ("k", .scalar(scalar)), ("l", .list([scalar, scalar])), ("m", .scalar(Scalar("x"))),
    ])
    #expect(String(decoding: bytes, as: UTF8.self).contains("k: |"))
    let windows = Array(String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n").utf8)
    for file in [bytes, windows] {
      var document = try Document(file)
      #expect(document.node(at: ["k"]).flatMap(document.text) == text)
      #expect(document.node(at: ["l", 1]).flatMap(document.text) == text)
      document = try document.applying([.set(["m"], .scalar(scalar))])
      for key in ["k", "m"] { #expect(document.node(at: [.key(key)]).flatMap(document.text) == text, "\(key)") }
      let isWindows = file.contains(ASCII.carriageReturn)
      #expect(document.bytes.contains(ASCII.carriageReturn) == isWindows)
    }
  }
}
