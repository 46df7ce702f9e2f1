import Testing

@testable import YAMLEdit

/// Tests that edits follow the existing layout, byte for byte.
///
/// Every edit already verifies its result by parsing it again, so no other test would notice a bad layout.
struct LayoutTests {
  private func edited(_ text: String, _ edits: Edit...) throws -> String {
    var document = try Document(Array(text.utf8))
    for edit in edits { document = try document.applying(edit) }
    return String(decoding: document.bytes, as: UTF8.self)
  }

  private static func set(_ path: [Step], _ text: String) -> Edit { .set(path, .scalar(Scalar(text))) }

  @Test(arguments: [
    // Plain and quoted scalars keep the indentation of their lines.
    ("a: 'one\n    two'\n", set(["a"], "one three"), "a: 'one\n    three'\n"),
    ("a: one\n     two\n", set(["a"], "one three"), "a: one\n     three\n"),
    ("a: \"one\n   two\"\nb: 1\n", set(["a"], "four two"), "a: \"four\n   two\"\nb: 1\n"),
    ("a: 'one\n\n    two'\n", set(["a"], "one\nthree"), "a: 'one\n\n    three'\n"),
    // Block scalars also keep their indentation, even if another block scalar has a different indentation.
    ("a: |\n  x\nb: |\n      y\n", set(["b"], "z\n"), "a: |\n  x\nb: |\n      z\n"),
    ("a: |\n      x\nb: |\n  y\n", set(["b"], "z\nw\n"), "a: |\n      x\nb: |\n  z\n  w\n"),
    ("b: |\n      y\n", set(["b"], " z\n"), "b: |6\n       z\n"),
    ("b: |\n         y\n", set(["b"], " z\n"), "b: |9\n          z\n"),
    ("b: |\n          y\n", set(["b"], " z\n"), "b: |2\n   z\n"),
    ("b: |\n           y\n", set(["b"], " z\n"), "b: |2\n   z\n"),
    ("m:\n    b: |\n        y\n", set(["m", "b"], " z\n"), "m:\n    b: |4\n         z\n"),
    ("b: |4\n     y\n", set(["b"], " z\n"), "b: |4\n     z\n"), ("b: |4\n     y\n", set(["b"], "z\n"), "b: |\n    z\n"),
    // A document that consists of one scalar.
    ("|\n  x\n", set([], "y\nz\n"), "|\n  y\n  z\n"), ("--- |\n x\n", set([], "y\n"), "--- |\n y\n"),
    ("|\n  x\n", set([], " y\n"), "|2\n   y\n"), ("--- >\n   x\n", set([], " y\n"), "--- >3\n    y\n"),
    ("m:\n  b: |\n    y\n", set(["m", "b"], " z\n"), "m:\n  b: |2\n     z\n"),
    // Empty lines above a replaced value must not end up at the end of a file that has no final line break.
    ("a:\n\n\n  x", .set(["a"], .list([Scalar("p")])), "a:\n  - p"),
    ("a:\n  \n\n  x", .set(["a"], .list([Scalar("p")])), "a:\n  - p"),
    ("a:\n\n  x\n", .set(["a"], .list([Scalar("p")])), "a:\n  - p\n\n"),
    // A scalar keeps its own line endings.
    ("b: 1\na: one\r\n  two\n", set(["a"], "one three"), "b: 1\na: one\r\n  three\n"),
    // New empty lines are written within a scalar on several lines.
    ("a: one\n  two\n", set(["a"], "one\n\n\ntwo"), "a: one\n\n\n\n  two\n"),
    ("a: 'one\n  two'\n", set(["a"], "one\n\ntwo"), "a: 'one\n\n\n  two'\n"),
    // An item may be on the line below its dash.
    ("-\n  a\n- b\n", set([0], "c"), "-\n  c\n- b\n"), ("-\n  - x\n- b\n", set([0], "c"), "- c\n- b\n"),
    ("-\n  - x\n- b\n", .setComment([0], "c"), "- # c\n  - x\n- b\n"),
    ("-\n  k: x\n- b\n", .setComment([0], "c"), "- # c\n  k: x\n- b\n"),
    ("a:\n  -\n    - x\n", .setComment(["a", 0], "c"), "a:\n  - # c\n    - x\n"),
    // The item is empty, or has several spaces after its dash.
    ("a:\n  -   x\n", .set(["a"], .list([Scalar("w"), Scalar("x")])), "a:\n  -   w\n  -   x\n"),
    ("a: [\n  x, y\n  ]\n", .append(Scalar("w"), to: ["a"]), "a: [\n  x, y, w\n  ]\n"),
    ("a:\n  -\n", .append(Scalar("w"), to: ["a"]), "a:\n  -\n  - w\n"),
    // A scalar on several lines is replaced with a text that needs quotes and fits on one line.
    ("a: one\n  two\n", set(["a"], "1984"), "a: \"1984\"\n"), ("a: 'one\n  two'\n", set(["a"], "1984"), "a: '1984'\n"),
    // A value on the line below its key remains there, even if it becomes a flow collection. If it was a block list,
    // its lines are removed.
    ("a:\n  x\n", .set(["a"], .sequence([.list([Scalar("p")])])), "a:\n  [[p]]\n"),
    ("b:\n  - x\na:\n  [[x]]\n", .set(["a"], .list([Scalar("p")])), "b:\n  - x\na:\n  [p]\n"),
    ("a:\n  - [x]\n", .set(["a"], .list([Scalar("p")])), "a:\n  - p\n"),
    ("{a:\n  x\n}\n", .set(["a"], .mapping([Value.Entry("k", .scalar(Scalar("v")))])), "{a:\n  {k: v}\n}\n"),
    ("{a: [[x]]}\n", .set(["a"], .list([Scalar("p", comment: "c")])), "{a: [p]}\n"),
    ("a:\n  x\nb: 1\n", .set(["a"], .mapping([Value.Entry("k", .scalar(Scalar("v")))])), "a:\n  k: v\nb: 1\n"),
    ("b: [1]\na:\n  x\n", .append(Scalar("d"), to: ["a"]), "b: [1]\na:\n  [x, d]\n"),
    // An empty list is unchanged.
    ("a: [ ]\n", .set(["a"], .list([])), "a: [ ]\n"), ("a: [ # c\n  ]\n", .set(["a"], .list([])), "a: [ # c\n  ]\n"),
    // The line of a new item with a comment is indented further than the key.
    ("  a: [u]\n", .append(Scalar("w", comment: "c"), to: ["a"]), "  a: [\n    u,\n    w # c\n    ]\n"),
    ("a: [x]\n", .set(["a"], .list([Scalar("w", comment: "c"), Scalar("x")])), "a: [\n  w, # c\n  x\n  ]\n"),
    // A new list has the same style as the lists in the same mapping.
    (
      "m:\n    l:\n        - x\nk:\n- y\n", .insert(key: "q", .list([Scalar("p")]), into: [], after: "k"),
      "m:\n    l:\n        - x\nk:\n- y\nq:\n- p\n"
    ),
    (
      "k:\n- y\nm:\n    l:\n        - x\n", .insert(key: "q", .list([Scalar("p")]), into: ["m"], after: "l"),
      "k:\n- y\nm:\n    l:\n        - x\n    q:\n        - p\n"
    ),
    // An empty block scalar does not determine the indentation of other block scalars.
    ("a: |+\n\nb: 1\n", set(["b"], "x\ny\n"), "a: |+\n\nb: |\n  x\n  y\n"),
    ("a: |1\n   x\nb: 1\n", set(["b"], "x\ny\n"), "a: |1\n   x\nb: |\n  x\n  y\n"),
    ("a: |\n x\nb: 1\n", set(["b"], "x\ny\n"), "a: |\n x\nb: |\n x\n y\n"),
    ("text\n", set([], "1\n2\n"), "|\n  1\n  2\n"), ("b: |1\n  y\n", set(["b"], " z\n"), "b: |1\n  z\n"),
    ("b: |2\n  y\n", set(["b"], "z\n"), "b: |2\n  z\n"),
    ("a:\n  - &k b: |\n       x\n", set(["a", 0, "b"], "y\n"), "a:\n  - &k b: |\n       y\n"),
    ("&k a: |\n  x\n", set(["a"], "y\n"), "&k a: |\n  y\n"),
    // A document whose first line is indented.
    ("  a: x\n", set(["a"], "1\n2\n"), "  a: |\n    1\n    2\n"),
    // Lists replace missing values and other values.
    ("a: {x: 1, y: 2}\n", .set(["a"], .list([Scalar("p"), Scalar("q")])), "a:\n  - p\n  - q\n"),
    ("b: [1]\na: {x: 1}\n", .set(["a"], .list([Scalar("p")])), "b: [1]\na: [p]\n"),
    ("b: [1]\na: c\n", .append(Scalar("d, e"), to: ["a"]), "b: [1]\na: [c, \"d, e\"]\n"),
    ("b: [1]\na: c\n", .append(Scalar("d"), to: ["a"]), "b: [1]\na: [c, d]\n"),
    ("a: c\n", .append(Scalar("d, e"), to: ["a"]), "a:\n  - c\n  - d, e\n"),
    ("b: [1]\na: c\n", .set(["a"], .list([Scalar("d, e"), Scalar("f")])), "b: [1]\na: [\"d, e\", f]\n"),
    ("a: x", .set(["a"], .list([Scalar("p\nq\n")])), "a:\n  - \"p\\nq\\n\""),
    // A scalar that becomes the first item of a list keeps its style.
    ("a: 'x'\n", .append(Scalar("d"), to: ["a"]), "a:\n  - 'x'\n  - d\n"),
    ("a: x\n      y\n", .append(Scalar("d"), to: ["a"]), "a:\n  - x y\n  - d\n"),
    ("a:\n  x  \n", .append(Scalar("d"), to: ["a"]), "a:\n  - x\n  - d\n"),
    ("b: [1]\na: 'x'  \n", .append(Scalar("d"), to: ["a"]), "b: [1]\na: ['x', d]  \n"),
    ("b: [1]\na: x # c\n", .append(Scalar("d"), to: ["a"]), "b: [1]\na: [\n  x, # c\n  d\n  ]\n"),
    ("b: [1]\na: x\n", .append(Scalar("d", comment: "c"), to: ["a"]), "b: [1]\na: [\n  x,\n  d # c\n  ]\n"),
    // Flow lists on several lines.
    ("a: [\n  x,\n  y,\n]\n", .remove(["a", 1]), "a: [\n  x,\n]\n"),
    ("a: [\n  x,\n  y\n]\n", .remove(["a", 1]), "a: [\n  x\n]\n"),
    ("a: [\n  x,\n  y,\n]\n", .remove(["a", 0]), "a: [\n  y,\n]\n"), ("a: [x, y]\n", .remove(["a", 0]), "a: [y]\n"),
    ("a: [x, y,]\n", .remove(["a", 1]), "a: [x,]\n"), ("a: [x, y]\n", .remove(["a", 1]), "a: [x]\n"),
    ("a: [\n  x]\n", .append(Scalar("w"), to: ["a"]), "a: [\n  x, w]\n"),
    ("a: [\n  x,]\n", .append(Scalar("w"), to: ["a"]), "a: [\n  x, w,]\n"),
    ("a: [\n  x]\n", .append(Scalar("w", comment: "z"), to: ["a"]), "a: [\n  x,\n  w # z\n  ]\n"),
    ("[\n  x\n]\n", .append(Scalar("w", comment: "z"), to: []), "[\n  x,\n  w # z\n]\n"),
    ("[x]\n", .append(Scalar("w", comment: "z"), to: []), "[\n  x,\n  w # z\n  ]\n"),
    ("a: [\n  x,]\n", .append(Scalar("w", comment: "z"), to: ["a"]), "a: [\n  x,\n  w, # z\n  ]\n"),
    ("a: [\n  # c\n]\n", .append(Scalar("w"), to: ["a"]), "a: [w\n  # c\n]\n"),
    ("a:\n  - x\n# - v\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n  - x\n  - w\n# - v\nb: 1\n"),
    // A comment below a list is not treated as a commented-out item, unless it looks like one.
    ("a:\n- x\n# remark\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n- x\n- w\n# remark\nb: 1\n"),
    ("a:\n- x\n# I say\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n- x\n- w\n# I say\nb: 1\n"),
    ("a:\n- x\n# -v\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n- x\n- w\n# -v\nb: 1\n"),
    ("a:\n- x\n#- v\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n- x\n#- v\n- w\nb: 1\n"),
    ("a:\n- x\n#-v\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n- x\n- w\n#-v\nb: 1\n"),
    ("a:\n- x\n# -", .append(Scalar("w"), to: ["a"]), "a:\n- x\n- w\n# -"),
    ("a:\n- x\n# - v\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n- x\n# - v\n- w\nb: 1\n"),
    ("a:\n- x\nb: c\n", .set(["b"], .list([Scalar("p")])), "a:\n- x\nb:\n- p\n"),
    (
      "a:\n", .insert(key: "k", .list([Scalar("p"), Scalar("q")]), into: ["a"], after: nil),
      "a:\n  k:\n    - p\n    - q\n"
    ),
    ("a:\n - x\nb: 1\n", .set(["b"], .mapping([Value.Entry("k", .scalar(Scalar("v")))])), "a:\n - x\nb:\n k: v\n"),
    // Nested collections.
    (
      "a: 1\n", .set(["a"], .sequence([.list([Scalar("x"), Scalar("w")]), .scalar(Scalar("z"))])),
      "a: [[x, w], z]\n"
    ),
    (
      "a: 1\n", .set(["a"], .mapping([Value.Entry("k", .sequence([.list([Scalar("x")]), .scalar(Scalar("z"))]))])),
      "a:\n  k: [[x], z]\n"
    ),
    ("a: {b: 1}\n", .set(["a", "b"], .mapping([Value.Entry("k", .list([Scalar("x")]))])), "a: {b: {k: [x]}}\n"),
  ])
  func isKept(_ text: String, _ edit: Edit, _ expected: String) throws {
    let result = try edited(text, edit)
    #expect(result == expected)
  }

  /// Paragraphs are broken into lines that are as wide as the widest existing paragraph with several lines.
  @Test(arguments: [
    (["a", "b"], "a b c", ["a", "b", "c"]), (["aaa bbb", "ccc"], "aaa bbb ccc d", ["aaa bbb", "ccc d"]),
    (["aaa bbb", "ccc"], "aaa bbb ccc ddd", ["aaa bbb", "ccc ddd"]),
    (["aaa bbb", "ccc"], "aaa bbb ccc dddd", ["aaa bbb", "ccc", "dddd"]),
    (["aaa bbb", "ccc"], "x aaa bbb ccc", ["x", "aaa bbb", "ccc"]),
    (["aaa", "bbb", "ccc"], "aaa ccc", ["aaa", "ccc"]),
    (["aaa", "bbb", "ccc"], "bbb ccc", ["bbb", "ccc"]), (["aaa bb", "ccc"], "dd  ee ff", ["dd  ee", "ff"]),
    (["aaa bb", "ccc"], "abcdefgh ij", ["abcdefgh", "ij"]), (["aaa bb", "ccc"], "ddd  eee", ["ddd  eee"]),
    (["aaa bb", "ccc"], "dd e  f gg", ["dd", "e  f", "gg"]),
  ])
  func paragraphsAreBroken(_ lines: [String], _ text: String, _ expected: [String]) {
    let folded = FoldedText(lines.map { Array($0.utf8) })
    #expect(folded.lines(of: [Array(text.utf8)]).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  /// Empty lines between paragraphs are not treated as paragraphs. A line that matches both at the start and at the end
  /// is counted once.
  @Test func paragraphsBetweenEmptyLines() {
    func lines(_ old: [String], _ text: [String]) -> [String] {
      FoldedText(old.map { Array($0.utf8) }).lines(of: text.map { Array($0.utf8) })
        .map { String(decoding: $0, as: UTF8.self) }
    }
    let old = ["aaa bbb", "ccc", "", "", "ddd", "eee fff"]
    #expect(
      lines(old, ["aaa bbb ccc", "", "ddd eee ggg"]) == ["aaa bbb", "ccc", "", "", "ddd", "eee ggg"])
    let twice = ["a", "b", "", "a", "b", "", "c", "d"]
    #expect(lines(twice, ["a b", "a b"]) == ["a", "b", "", "a", "b"])
    #expect(lines(twice, ["a b", "a b", "a b", "c d"]) == ["a", "b", "", "a", "b", "", "a", "b", "", "c", "d"])
  }

  /// If a list is set, it keeps its comments, unless it is too long to be compared item by item.
  @Test(arguments: [199, 200]) func longLists(_ count: Int) throws {
    let text = "a:\n  - x0 # c\n" + (1..<200).map { "  - x\($0)\n" }.joined()
    let items = (0..<count).map { Scalar("x\($0)") }
    let result = try edited(text, .set(["a"], .list(items)))
    #expect(result == "a:\n  - x0\(count == 199 ? " # c" : "")\n" + (1..<count).map { "  - x\($0)\n" }.joined())
  }

  /// A paragraph on a single line is broken only if it is short.
  @Test func paragraphsThatWereNotBroken() {
    func lines(_ old: String, _ new: String) -> [Int] {
      FoldedText([Array(old.utf8)]).lines(of: [Array(new.utf8)]).map(\.count)
    }
    let words = Array(repeating: "aaaa", count: 30)
    #expect(lines("short", words.joined(separator: " ")) == [79, 69])
    #expect(
      lines(Array(repeating: "bbbb", count: 16).joined(separator: " "), words.joined(separator: " ")) == [79, 69])
    #expect(lines(String(repeating: "b", count: 81), words.joined(separator: " ")) == [149])
    // Up to 80 columns are allowed.
    let eighty = (Array(repeating: "aaaa", count: 15) + ["aaaaa"]).joined(separator: " ")
    #expect(lines("short", eighty + " x") == [80, 1])
    #expect(lines("short", eighty + " " + eighty + " x") == [80, 80, 1])
  }

  @Test func whatHasToBeEscaped() {
    func quoted(_ text: String) -> String {
      String(decoding: ScalarWriter.doubleQuoted(Array(text.utf8)), as: UTF8.self)
    }
    #expect(quoted("\\") == "\"\\\\\"" && quoted("a\\\"b") == "\"a\\\\\\\"b\"" && quoted("a b~") == "\"a b~\"")
    #expect(quoted("\u{1F}\u{7F}\u{9F}é") == "\"\\x1F\\x7F\\x9Fé\"" && quoted("\u{FEFF}") == "\"\\uFEFF\"")
    #expect(quoted("a\u{7F}b") == "\"a\\x7Fb\"" && quoted("a\u{1F}b") == "\"a\\x1Fb\"" && quoted("") == "\"\"")
  }

  /// Words that some parsers interpret as a different type, in every capitalization.
  @Test(arguments: ["y", "yes", "n", "no", "true", "false", "on", "off", "null", ".nan", ".inf", "-.inf"])
  func wordsThatMeanSomethingElse(_ word: String) {
    let capital = word.prefix(1).uppercased() + word.dropFirst()
    for text in [word, word.uppercased(), capital] {
      #expect(ScalarStyle.looksTyped(Array(text.utf8)), "\(text)")
      var written: [UInt8] = []
      ScalarWriter().append(Scalar(text), to: &written)
      #expect(written == Array("\"\(text)\"".utf8))
    }
    #expect(!ScalarStyle.looksTyped(Array((word + "z").utf8)) && !ScalarStyle.looksTyped(Array(("z" + word).utf8)))
  }

  @Test func whatIsNoValue() throws {
    let document = try Document(Array("a: ~\nb: '~'\nc: x\nd:\ne: null\n".utf8))
    let nulls = document.entries(of: 0).map { document.isNull($0.value) }
    #expect(nulls == [true, false, false, false, false])
  }

  @Test func valuesByTheirKeys() throws {
    let document = try Document(Array("a: 1\nbb: {a: 2}\na2: 3\nlist: [a, bb]\n".utf8))
    let values = document.values(ofKeys: ["a", "bb", "zz"], in: 0)
    #expect(values.keys.sorted() == ["a", "bb"])
    #expect(values["a"].flatMap { document.text(of: $0) } == "1")
    let (inner, list) = (try #require(values["bb"]), try #require(document.node(at: ["list"])))
    #expect(document.values(ofKeys: ["a"], in: inner).count == 1)
    #expect(document.values(ofKeys: ["a", "bb"], in: list).isEmpty)
  }
}
