import ShelfTestSupport
import Testing

@testable import YAMLEdit

/// Tests that invalid texts are rejected quickly, with the most useful position.
@Suite struct YAMLErrorTests {
  struct Example: Sendable, CustomTestStringConvertible {
    /// The text; `→` marks the position of the error and is removed.
    var text: String
    var code: YAMLError.Code
    var message: String

    init(_ text: String, _ code: YAMLError.Code, _ message: String) {
      self.text = text
      self.code = code
      self.message = message
    }

    var testDescription: String { text.debugDescription }
  }

  static let examples = [
    Example("a: 1\n→title\nb: 2\n", .syntax, "this line has no key with a colon"),
    Example(
      "a: →\"open\nb: 2\n", .syntax, "the quoted text that starts here is not closed before the end of the file"),
    Example(
      "a: →\"open\nb: \"x\"\nc: 1\n", .syntax,
      "the quoted text that starts here does not end on its line, but is noticed only in line 2"),
    Example(
      "a: 1\nb: →'open\nc: it's\n", .syntax,
      "the quoted text that starts here does not end on its line, but is noticed only in line 3"),
    Example(
      "a: →\"open\nb: \"C:\\x\"\n", .syntax,
      "the quoted text that starts here does not end on its line, but is noticed only in line 2"),
    Example("a: \"two\n  lines\"\nb: c→: d\n", .syntax, "a colon is not allowed here"),
    Example("a: |\n  b: \"open\nc: \"x\" →y\n", .syntax, "a key was expected here"),
    Example("a: \"two\n  C:→\\quiet lines\" # c\n", .syntax, "this is not a valid escape within quotation marks"),
    Example(
      "- →\"open\n- \"x\"\n", .syntax,
      "the quoted text that starts here does not end on its line, but is noticed only in line 2"),
    Example(
      "a: 1\n%→ x\n", .syntax,
      "a line cannot start with %, except for %YAML or %TAG; a text that does needs quotation marks"),
    Example("a: !<x→\n", .syntax, "the tag that starts with !< has no >"),
    Example("a: →!x!y z\n", .syntax, "this tag is not declared"),
    Example("a: →\u{7}\n", .encoding, "the control character U+0007 (alert) is not allowed"),
    Example("a: →\u{91}\n", .encoding, "the control character U+0091 is not allowed"),
    Example("a: →'open\n--- \n'\n", .syntax, "the quoted text that starts here contains a line with '---' or '...'"),
    Example("a: →[1, 2\nb: 3\n", .syntax, "the bracket that opens here is not closed"),
    Example("é: →{x: 1\nb: [\n", .syntax, "the brace that opens here is not closed"),
    Example("a: [\"x\" →y]\n", .syntax, "a comma or ] was expected here"),
    Example("a: b→: c\n", .syntax, "a colon is not allowed here"),
    Example("a: 1\n→\tb: 2\n", .syntax, "found a tab where spaces are expected"),
    Example("a: →@x\n", .syntax, "a value cannot start with this character"),
    Example("a: 1\nb: 2\n→a: 3\n", .duplicateKey, "the key “a” occurs twice"),
    Example("a: {b: 1, c: 2, →'b': 3}\n", .duplicateKey, "the key “b” occurs twice"),
    Example("a: →*x\n", .undefinedAlias, "alias without an anchor before it"),
    Example("a: →*x\nb: &x 1\n", .undefinedAlias, "alias without an anchor before it"),
    Example("a: 1\n→--- \nb: 2\n", .severalDocuments, "more than one document"),
    Example("---\na: 1\n...\n→---\n", .severalDocuments, "more than one document"),
    Example("a: \u{FEFF}x→\u{1}\n", .encoding, "the control character U+0001 is not allowed"),
    Example("\u{FEFF}é: x→\0\n", .encoding, "the control character U+0000 (null) is not allowed"),
    Example("a: 1\n→<<<<<<< b\nc: 2\n=======\nc: 3\n>>>>>>> d\n", .conflictMarkers, "unresolved merge conflict"),
  ]

  @Test(arguments: examples) func example(_ example: Example) throws {
    let parts = example.text.split(separator: "→", omittingEmptySubsequences: false)
    let bytes = Array(parts.joined().utf8)
    let error = #expect(throws: YAMLError.self) { try Document(bytes) }
    #expect(error?.code == example.code)
    #expect(error?.message == example.message)
    #expect(error?.offset == parts[0].utf8.count)
    var reader = MappingReader()
    let same = bytes.withUnsafeBufferPointer { source -> YAMLError? in
      do throws(YAMLError) {
        _ = try reader.read(source)
        return nil
      } catch {
        return error
      }
    }
    #expect(same == error)
  }

  /// Every libyaml message that can occur is replaced by a message of our own.
  @Test func everyMessageIsTranslated() {
    let raw = [
      "could not find expected", "did not find", "found unexpected", "found unknown", "found duplicate",
      "found extremely",
      "found incompatible", "found undefined", "in this context", "octet", "hexdecimal", "control characters are",
    ]
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 5)
    let pieces = [
      "%", "%YAML ", "%TAG ", "%é", "1.1", "1.", "1.1.1111111111111", "! ", "!<", "!x!", "!%z", "!%ff", "\n", "\n---\n",
      "a: ", "- ", "? ", "\"", "'", "\\x", "\\q", "|0", "| ", ">x", "[", "]", "{", "}", ",", ": ", ":x", "&", "*", "@",
      "\t",
      "\u{1}", "\u{85}", "\u{FFFE}", "#", " ", "\n  ", "x",
    ]
    for _ in 0..<(Corpus.isFull ? 500_000 : 20_000) {
      let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in random.pick(pieces) }.joined()
      var bytes = Array(text.utf8)
      if random.once(in: 10) { bytes.append(random.pick([0xC3, 0xFF, 0xED, 0xA0])) }
      do {
        _ = try Document(bytes)
      } catch {
        let isRaw = raw.contains { error.message.contains($0) }
        #expect(!isRaw, "seed \(seed): \(text.debugDescription): \(error.message)")
        if isRaw { return }
      }
    }
  }

  static let badBytes: [(bytes: [UInt8], offset: Int)] = [
    ([0x61, 0x3A, 0x20, 0xFF], 3), ([0x61, 0x3A, 0x20, 0xC3], 3), ([0x61, 0xED, 0xA0, 0x80], 1), ([0x00], 0),
    ([0xEF, 0xBB, 0xBF, 0x61, 0xC0, 0x80], 4), ([0xFF, 0xFE, 0x61, 0x00], 0), ([0xFE, 0xFF, 0x00, 0x61], 0),
  ]

  @Test(arguments: badBytes) func badEncoding(_ example: (bytes: [UInt8], offset: Int)) {
    let error = #expect(throws: YAMLError.self) { try Document(example.bytes) }
    #expect(error?.code == .encoding)
    #expect(error?.offset == example.offset)
  }

  /// Texts that libyaml would need minutes or hours to parse.
  @Test func attacksAreAnsweredAtOnce() throws {
    let many = 200_000
    let deep = (0..<600).map { String(repeating: " ", count: $0) + "a:\n" }
    let tags = "%TAG !e! " + String(repeating: "x", count: 50_000) + "\n---\n["
    let attacks: [(String, YAMLError.Code)] = [
      (String(repeating: "[", count: many), .tooDeep),
      (String(repeating: "{a: ", count: many), .tooDeep),
      (String(repeating: "- ", count: many), .tooDeep),
      (String(repeating: "? ", count: many), .tooDeep),
      (deep.joined(), .tooDeep),
      ("a: x" + String(repeating: " ", count: 2 * many) + String(repeating: "b ", count: many), .tooLarge),
      (tags + String(repeating: "!e!a b, ", count: many), .tooLarge),
      (String(repeating: "a", count: 3_000_000), .tooLarge),
    ]
    for (text, code) in attacks {
      let bytes = Array(text.utf8)
      let time = ProcessorTime()
      let error = #expect(throws: YAMLError.self) { try Document(bytes, limits: Limits(depth: 128, bytes: 2 << 20)) }
      #expect(error?.code == code)
      #expect(time.seconds < 20)
    }
  }

  /// Nested aliases are never expanded.
  @Test func aliasBomb() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...60 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let document = try Document(Array(text.utf8))
    #expect(document.entries(of: 0).count == 61)
    var reader = MappingReader()
    let root = document.bytes.withUnsafeBufferPointer { try? reader.read($0) }
    #expect(root == .mapping)
    #expect(reader.entries.count { $0.shape == .nested } == 60)
  }

  @Test func limits() throws {
    let text = Array("a: [[1]]".utf8)
    #expect(throws: YAMLError.self) { try Document(text, limits: Limits(depth: 2, bytes: 100)) }
    #expect(throws: YAMLError.self) { try Document(text, limits: Limits(depth: 3, bytes: 7)) }
    #expect(throws: Never.self) { try Document(text, limits: Limits(depth: 3, bytes: 8)) }
  }

  @Test func manyKeysAndAnchors() throws {
    let keys = (0..<20_000).map { "key\($0): &a\($0) 1\n" }.joined()
    let aliases = (0..<20_000).map { "alias\($0): *a\($0)\n" }.joined()
    let document = try Document(Array((keys + aliases).utf8))
    #expect(document.nodes.count == 80_001)
    let error = #expect(throws: YAMLError.self) { try Document(Array((keys + "key7: 1\nkey3: 1\n").utf8)) }
    #expect(error?.offset == keys.utf8.count)
  }
}
