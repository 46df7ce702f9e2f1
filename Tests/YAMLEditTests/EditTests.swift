import Testing

@testable import YAMLEdit

/// Examples of edits for every construct: the text before, the edit, the text after.
@Suite struct EditTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var before: String
    var edit: Edit
    /// The text after the edit, or nil if the edit is refused.
    var after: String?

    init(_ before: String, _ edit: Edit, _ after: String?) {
      self.before = before
      self.edit = edit
      self.after = after
    }

    var testDescription: String { "\(before.debugDescription) \(edit)" }
  }

  private func check(_ example: Example) throws {
    let document = try Document(Array(example.before.utf8))
    let result = try? document.applying(example.edit)
    #expect(result.map { String(decoding: $0.bytes, as: UTF8.self) } == example.after)
  }

  static func text(_ text: String) -> Value { .scalar(Scalar(text)) }
  static func texts(_ texts: String...) -> Value { .list(texts.map { Scalar($0) }) }

  static let scalars: [Example] = [
    Example("a: x # c\nb: y\n", .set(["a"], text("new")), "a: new # c\nb: y\n"),
    Example("a: x\n", .set(["a"], text("x")), "a: x\n"),
    Example("a: 'x'\n", .set(["a"], text("it's")), "a: 'it''s'\n"),
    Example("a: \"x\"\n", .set(["a"], text("y")), "a: \"y\"\n"),
    Example("a: \"x\"#c\n", .set(["a"], text("y")), "a: \"y\" #c\n"),
    Example("a: x\n", .set(["a"], text("1984")), "a: \"1984\"\n"),
    Example("a: x\n", .set(["a"], text("say \"hi\"")), "a: say \"hi\"\n"),
    Example("a: x\n", .set(["a"], text("# \"hi\"")), "a: '# \"hi\"'\n"),
    Example("a: x\n", .set(["a"], text("")), "a: \"\"\n"),
    Example("a:\nb: y\n", .set(["a"], text("x")), "a: x\nb: y\n"),
    Example("a: # c\nb: y\n", .set(["a"], text("x")), "a: x # c\nb: y\n"),
    Example("a: &x !t\n  old\nb: y\n", .set(["a"], text("new")), "a: &x\n  new\nb: y\n"),
    Example("a: &x\nb: y\n", .set(["a"], text("new")), "a: &x new\nb: y\n"),
    Example("a: x # c\nb: y\n", .set(["a"], text("1\n\n2")), "a: |- # c\n  1\n\n  2\nb: y\n"),
    Example("a: x\nb: y\n", .set(["a"], text("1\n\n\n")), "a: |+\n  1\n\n\nb: y\n"),
    Example("a: |\n  x\nb: y\n", .set(["a"], text("z\n\n")), "a: |+\n  z\n\nb: y\n"),
    Example("a: |+\n  x\n\nb: y\n", .set(["a"], text("z")), "a: |-\n  z\nb: y\n"),
    Example("a: >+\n  x\n\nb: y\n", .set(["a"], text("z\n\n\n")), "a: >+\n  z\n\n\nb: y\n"),
    Example("a:\n  - x\nb: y\n", .append(Scalar("1\n\n"), to: ["a"]), "a:\n  - x\n  - |+\n    1\n\nb: y\n"),
    Example("a: x\r\nb: y\r\n", .set(["a"], text("1\n2\n")), "a: |\r\n  1\r\n  2\r\nb: y\r\n"),
    Example("a: x", .set(["a"], text("1\n2")), "a: |-\n  1\n  2"),
    Example("a: x", .set(["a"], text("1\n2\n")), "a: \"1\\n2\\n\""),
    Example("a: x\n", .set(["a"], text("1 \n2")), "a: |-\n  1 \n  2\n"),
    Example("a: | # c\n    x\n\n\nb: y\n", .set(["a"], text("1\n2\n")), "a: | # c\n    1\n    2\n\n\nb: y\n"),
    Example("a: |\n  x\nb: y\n", .set(["a"], text("z")), "a: |-\n  z\nb: y\n"),
    Example("a: |\n  x\nb: y\n", .set(["a"], text(" z\n")), "a: |2\n   z\nb: y\n"),
    Example("a: >\n  x\n  y\nb: y\n", .set(["a"], text("p\nq\n")), "a: >\n  p\n\n  q\nb: y\n"),
    Example("- a: 1\n- b\n", .set([0], text("x")), "- x\n- b\n"),
    Example("[a, b]", .set([1], text("x, y")), "[a, \"x, y\"]"),
    Example("{a: b}\n", .set(["a"], text("c\nd")), "{a: \"c\\nd\"}\n"),
    Example("{a}\n", .set(["a"], text("v")), "{a: v}\n"),
    Example("? a\n? b\n", .set(["a"], text("v")), "? a\n: v\n? b\n"),
    Example("a: &x 1\nb: *x\n", .set(["b"], text("v")), "a: &x 1\nb: v\n"),
    Example("--- &x\na: *x\nb: 1\n", .set(["b"], text("v")), "--- &x\na: *x\nb: v\n"),
    Example("a: x\n", .set(["b"], text("v")), nil),
    Example("g:\n  - a\n  # above\n  - b # c\nh: 1\n", .set(["g"], text("v")), "g: v\nh: 1\n"),
    Example("g: # c\n  # d\n  - a\nh: 1\n", .set(["g"], text("v")), "g: v # c\n  # d\nh: 1\n"),
    Example("g:\n  x: 1\n", .set(["g"], text("v")), "g: v\n"),
    Example("g: [a, b] # c\n", .set(["g"], text("v")), "g: v # c\n"),
    Example("\u{FEFF}a: x\n", .set(["a"], text("z")), "\u{FEFF}a: z\n"),
    Example("text\n", .set([], text("z")), "z\n"),
    Example(
      "a: 1 # old\n", .set(["a"], .scalar(Scalar("2", form: .literal, comment: "new"))), "a: 2 # new\n"),
    Example("a: 1 # old\n", .set(["a"], .scalar(Scalar("1", comment: "new"))), "a: 1 # new\n"),
    Example("a: ab\n", .set(["a"], .scalar(Scalar("00ff00", form: .quoted))), "a: \"00ff00\"\n"),
    Example("a: 'ab'\n", .set(["a"], .scalar(Scalar("00ff00", form: .quoted))), "a: '00ff00'\n"),
  ]

  @Test(arguments: scalars) func scalar(_ example: Example) throws {
    try check(example)
  }

  static let lists: [Example] = [
    Example("a: x # c\nb: y\n", .set(["a"], texts("p", "q")), "a: # c\n  - p\n  - q\nb: y\n"),
    Example("a:\n- x # c\n- y\nb: 1\n", .set(["a"], texts("x", "z")), "a:\n- x # c\n- z\nb: 1\n"),
    Example("a:\n  - x # c\n  - y # d\n", .set(["a"], texts("y", "x")), "a:\n  - y # d\n  - x\n"),
    Example("a: [x, y]\n", .set(["a"], texts("x", "z", "y")), "a: [x, z, y]\n"),
    Example("a: [x, y]\n", .set(["a"], .list([])), "a: []\n"),
    Example(
      "a: [\n  x,\n  y\n]\n", .set(["a"], .list([Scalar("p", comment: "c"), Scalar("q", comment: "d")])),
      "a: [\n  p, # c\n  q # d\n]\n"),
    Example("a:\n  - x\nb: 1\n", .set(["a"], .list([])), "a: []\nb: 1\n"),
    Example("a:\nb:\n- 1\n", .set(["a"], texts("x")), "a:\n- x\nb:\n- 1\n"),
    Example("a: []\n", .append(Scalar("x", comment: "c"), to: ["a"]), "a:\n  - x # c\n"),
    Example("a: [] # d\nb: [1]\n", .append(Scalar("x", comment: "c"), to: ["a"]), "a: [\n  x # c\n  ] # d\nb: [1]\n"),
    Example("a: # d\nb: 1\n", .append(Scalar("x", comment: "c"), to: ["a"]), "a: # d\n  - x # c\nb: 1\n"),
    Example("a:\n    -   x\n", .append(Scalar("z"), to: ["a"]), "a:\n    -   x\n    -   z\n"),
    Example("a:\n- x", .append(Scalar("z"), to: ["a"]), "a:\n- x\n- z"),
    Example("a: [x, ]\n", .append(Scalar("z"), to: ["a"]), "a: [x, z, ]\n"),
    Example("a: [x,]\n", .append(Scalar("z"), to: ["a"]), "a: [x, z,]\n"),
    Example("a: [x]\n", .append(Scalar("z", comment: "c"), to: ["a"]), "a: [\n  x,\n  z # c\n  ]\n"),
    Example(
      "a: [\n  x, # c\n  y # d\n]\n", .append(Scalar("z", comment: "e"), to: ["a"]),
      "a: [\n  x, # c\n  y, # d\n  z # e\n]\n"),
    Example("a: x # c\n", .append(Scalar("z", comment: "d"), to: ["a"]), "a:\n  - x # c\n  - z # d\n"),
    Example("a:\n  - |\n    x", .append(Scalar("y"), to: ["a"]), nil),
    Example("- - a\n", .append(Scalar("b"), to: [0]), "- - a\n  - b\n"),
    Example("a: # d\n  x # c\n", .append(Scalar("w"), to: ["a"]), "a: # d\n  - x # c\n  - w\n"),
    Example("a:  #\n  x\n  y   # c\n", .append(Scalar("z"), to: ["a"]), "a:  #\n  - x y   # c\n  - z\n"),
    Example("a: # d\n  x #\n", .append(Scalar("w"), to: ["a"]), "a: # d\n  - x #\n  - w\n"),
    Example("a:\n  - x\n\n# d\nb: 1\n", .append(Scalar("z"), to: ["a"]), "a:\n  - x\n  - z\n\n# d\nb: 1\n"),
  ]

  @Test(arguments: lists) func list(_ example: Example) throws {
    try check(example)
  }

  static let entries: [Example] = [
    Example("a: 1\nb: 2\n", .insert(key: "c", text("x"), into: [], after: "a"), "a: 1\nc: x\nb: 2\n"),
    Example("a: 1\nb: 2\n", .insert(key: "c", text("x"), into: [], after: nil), "c: x\na: 1\nb: 2\n"),
    Example("# h\na: 1", .insert(key: "c", text("x"), into: [], after: nil), "# h\nc: x\na: 1"),
    Example("a: 1", .insert(key: "c", text("x"), into: [], after: "a"), "a: 1\nc: x"),
    Example("a: 1\r\n", .insert(key: "c", texts("x", "z"), into: [], after: "a"), "a: 1\r\nc:\r\n  - x\r\n  - z\r\n"),
    Example("a: |\n  x", .insert(key: "c", text("x"), into: [], after: "a"), "c: x\na: |\n  x"),
    Example("a: |\n  x\n\nb: 1\n", .insert(key: "c", text("x"), into: [], after: "a"), "a: |\n  x\nc: x\n\nb: 1\n"),
    Example("a: |+\n  x\n\nb: 1\n", .insert(key: "c", text("x"), into: [], after: "a"), "a: |+\n  x\n\nc: x\nb: 1\n"),
    Example("- a: 1\n", .insert(key: "c", text("x"), into: [0], after: "a"), "- a: 1\n  c: x\n"),
    Example("- a: 1\n", .insert(key: "c", text("x"), into: [0], after: nil), "- c: x\n  a: 1\n"),
    Example("{a: 1}\n", .insert(key: "c", text("x"), into: [], after: "a"), "{a: 1, c: x}\n"),
    Example("{}\n", .insert(key: "c", text("x"), into: [], after: nil), "{c: x}\n"),
    Example("", .insert(key: "c", text("x"), into: [], after: nil), "c: x\n"),
    Example("# only", .insert(key: "c", text("x"), into: [], after: nil), "# only\nc: x"),
    Example("a:\nb: 1\n", .insert(key: "c", text("x"), into: ["a"], after: nil), "a:\n  c: x\nb: 1\n"),
    Example("a: 1\n", .insert(key: "a", text("1"), into: [], after: nil), "a: 1\n"),
    Example("a: 1\n", .insert(key: "a", text("2"), into: [], after: nil), nil),
    Example("\u{FEFF}a: 1\n", .insert(key: "c", text("x"), into: [], after: nil), "\u{FEFF}c: x\na: 1\n"),
    Example("a: 1\n", .insert(key: "yes: no", text("x"), into: [], after: "a"), "a: 1\n\"yes: no\": x\n"),
    Example("a:   1\nbc:  2\n", .insert(key: "d", text("x"), into: [], after: "bc"), "a:   1\nbc:  2\nd:   x\n"),
    Example("a:  1\nbc: 2\n", .insert(key: "def", text("x"), into: [], after: "a"), "a:  1\ndef: x\nbc: 2\n"),
    Example("a: 1\n", .insert(key: "p, q", text("x"), into: [], after: "a"), "a: 1\np, q: x\n"),
    Example("{a: 1}\n", .insert(key: "p, q", text("x"), into: [], after: "a"), "{a: 1, \"p, q\": x}\n"),
    Example("é:   1\nbc:  2\n", .insert(key: "é", text("x"), into: [], after: "bc"), nil),
    Example("a:   1\nbc:  2\n", .insert(key: "éö", text("x"), into: [], after: "bc"), "a:   1\nbc:  2\néö:  x\n"),
    Example("a: 1\nb: 2\n", .renameKey(["a"], to: "c"), "c: 1\nb: 2\n"),
    Example("a: 1\nb: 2\n", .renameKey(["a"], to: "b"), nil),
    Example("'a': 1\n", .renameKey(["a"], to: "c"), "'c': 1\n"),
    Example("? a\n: 1\n", .renameKey(["a"], to: "c"), "? c\n: 1\n"),
    Example("?\n: 1\nb: 2\n", .renameKey([""], to: "c"), "? c\n: 1\nb: 2\n"),
    Example("{? : 1}\n", .renameKey([""], to: "c"), "{? c: 1}\n"),
    Example("{\"a\":1}\n", .renameKey(["a"], to: "c"), "{\"c\":1}\n"),
  ]

  @Test(arguments: entries) func entry(_ example: Example) throws {
    try check(example)
  }

  static let removals: [Example] = [
    Example("a: 1\n# c\nb: 2 # d\nc: 3\n", .remove(["b"]), "a: 1\n# c\nc: 3\n"),
    Example("a: 1\nb: 2", .remove(["b"]), "a: 1"), Example("a: 1\n\n\nb: 2", .remove(["b"]), "a: 1"),
    Example("a: |\n  x\nb: 2", .remove(["b"]), "a: |\n  x\n"),
    // A diff shows line breaks that only YAML recognizes as part of the line before.
    Example("a: \u{85}\nb: 2", .remove(["b"]), "a: \u{85}"),
    Example("a: 1\u{2028}\n\r\nb: 2", .remove(["b"]), "a: 1\u{2028}"),
    Example("a: 1\n", .remove(["a"]), "{}\n"),
    Example("a: 1\ng:\n  - x # c\nb: 2\n", .remove(["g", 0]), "a: 1\nb: 2\n"),
    Example("a: 1\ng: [x] # c\nb: 2\n", .remove(["g", 0]), "a: 1\nb: 2\n"),
    Example("a: 1\ng:\n- x\n- y\n", .remove(["g", 0]), "a: 1\ng:\n- y\n"),
    Example("- a: 1\n  b: 2\n", .remove([0, "a"]), "- b: 2\n"),
    Example("\u{FEFF}- a: 1\n  b: 2\n", .remove([0, "a"]), "\u{FEFF}- b: 2\n"),
    Example("- a: 1\n  # c\n  b: 2\n", .remove([0, "a"]), "-\n  # c\n  b: 2\n"),
    Example("- - a\n- b\n", .remove([0, 0]), "- []\n- b\n"),
    Example("[a, b, c]\n", .remove([0]), "[b, c]\n"),
    Example("[a, b, c]\n", .remove([1]), "[a, c]\n"),
    Example("[a, b, c]\n", .remove([2]), "[a, b]\n"),
    Example("[a, b, c,]\n", .remove([2]), "[a, b,]\n"),
    Example("[ a, b ]\n", .remove([1]), "[ a ]\n"),
    Example("[\n  a, # c\n  b # d\n]\n", .remove([1]), "[\n  a # c\n]\n"),
    Example("[\n  a, # c\n  b # d\n]\n", .remove([0]), "[\n  b # d\n]\n"),
    Example("[a, b # c\n]\n", .remove([1]), "[a\n]\n"),
    Example("[a, b, # c\n]\n", .remove([1]), "[a,\n]\n"),
    Example("{a: 1, b: 2}\n", .remove(["a"]), "{b: 2}\n"),
    Example("a: &x 1\nb: *x\n", .remove(["a"]), nil),
    Example("a: |+\n  x\nb: 1\n\nc: 2\n", .remove(["b"]), nil),
    Example("a:\n  b:\n    c: 1\nd: 2\n", .remove(["a", "b", "c"]), "d: 2\n"),
  ]

  @Test(arguments: removals) func removal(_ example: Example) throws {
    try check(example)
  }

  static let tags: [Example] = [
    Example("a: !secret x # c\n", .set(["a"], text("w")), "a: w # c\n"),
    Example("a: !t x\n", .set(["a"], text("x")), "a: !t x\n"),
    Example("a: !!map\n  b: 1\nc: 2\n", .set(["a"], text("v")), "a: v\nc: 2\n"),
    Example("a: !t &x 1\nb: *x\n", .set(["a"], text("v")), "a: &x v\nb: *x\n"),
    Example("a:\n  !t\n  x\nb: 1\n", .set(["a"], text("v")), "a:\n  v\nb: 1\n"),
    Example("a: !t # c\nb: 1\n", .set(["a"], text("v")), "a: v # c\nb: 1\n"),
    Example("{a: !t, b: !t 1}\n", .set(["b"], text("v")), "{a: !t, b: v}\n"),
    Example("a: !t |\n  x\n", .set(["a"], text("v\n")), "a: |\n  v\n"),
    Example("a: !t x # c\n", .append(Scalar("w"), to: ["a"]), "a:\n  - !t x # c\n  - w\n"),
    Example("{a: !t x}\n", .append(Scalar("w"), to: ["a"]), "{a: [!t x, w]}\n"),
    Example("a: !!seq [x]\n", .set(["a"], texts("x", "w")), "a: !!seq [x, w]\n"),
    Example("a: !!map\n", .insert(key: "b", text("1"), into: ["a"], after: nil), "a:\n  b: \"1\"\n"),
    Example("- !t [a]\n- b\n", .remove([0, 0]), "- !t []\n- b\n"),
    // The tag `!`, which makes the value a string, is removed when the value is replaced.
    Example("a: ! x # c\n", .set(["a"], text("w")), "a: w # c\n"),
    Example("a: ! x\n", .set(["a"], texts("v", "w")), "a:\n  - v\n  - w\n"),
    Example("a: ! x\n", .set(["a"], .sequence([texts("v"), text("w")])), "a: [[v], w]\n"),
    Example("a: ! x\n", .set(["a"], .mapping([Value.Entry("k", text("v"))])), "a:\n  k: v\n"),
    Example("a: !\nb: 1\n", .append(Scalar("w"), to: ["a"]), "a:\n  - w\nb: 1\n"),
    Example("a: !\nb: 1\n", .insert(key: "k", text("v"), into: ["a"], after: nil), "a:\n  k: v\nb: 1\n"),
    Example("a: ! x\n", .append(Scalar("w"), to: ["a"]), "a:\n  - ! x\n  - w\n"),
    // Removing a tag affects the spaces and comments around it.
    Example("a: !t   x\n", .set(["a"], text("v")), "a: v\n"),
    Example("a: !t   # c\n  x\n", .set(["a"], text("v")), "a:   # c\n  v\n"),
    Example("{a: !t, b: 1}\n", .set(["a"], text("v")), "{a: v , b: 1}\n"),
    Example("!t &x\na: *x\n", .set([], .mapping([Value.Entry("k", text("v"))])), "&x\n{k: v}\n"),
    Example("a:\n  !t x\nb: 1\n", .set(["a"], text("v")), "a:\n  v\nb: 1\n"),
    Example("a:\n  !t # c\nb: 1\n", .set(["a"], text("v")), "a: v\n  # c\nb: 1\n"),
    Example("a:\n  !t\nb: 1\n", .set(["a"], text("v")), "a: v\nb: 1\n"),
    Example("a: !t", .set(["a"], text("v")), "a: v"),
    Example("a:\n  !t", .set(["a"], text("v")), "a: v"),
    Example("a:\r !t\n", .set(["a"], text("v")), "a: v\n"),
    Example("a:\r !t\nb: 1\n", .insert(key: "k", text("v"), into: ["a"], after: nil), "a:\n  k: v\nb: 1\n"),
    Example("a:\n !t\rb: 1\n", .insert(key: "k", text("v"), into: ["a"], after: nil), "a:\n  k: v\rb: 1\n"),
    Example("- # c\r  !t\r\n- 1\n", .set([0], text("v")), "- v # c\r\n- 1\n"),
    Example("a:\r\n  !t\r\n  x\r\n", .set(["a"], text("v")), "a:\r\n  v\r\n"),
  ]

  @Test(arguments: tags) func tag(_ example: Example) throws {
    try check(example)
  }

  static let blocks: [Example] = [
    Example("a: |\n  x  \n  y\nb: 1\n", .set(["a"], text("x  \nz\n")), "a: |\n  x  \n  z\nb: 1\n"),
    Example("a: |\n  x\nb: 1\n", .set(["a"], text("x  \n\n \nz")), "a: |-\n  x  \n\n   \n  z\nb: 1\n"),
    Example("a: |\n  x\nb: 1\n", .set(["a"], text("x\u{7}\n")), "a: \"x\\a\\n\"\nb: 1\n"),
    Example(
      "a: >\n  one two\n  three four\n\n  five\n  six\nb: 1\n",
      .set(["a"], text("one two three four\nfive six seven eight\n")),
      "a: >\n  one two\n  three four\n\n  five\n  six seven\n  eight\nb: 1\n"),
    Example(
      "a: >\n  éé éé éé\n  ü\nb: 1\n", .set(["a"], text("éé éé üü éé ü\n")),
      "a: >\n  éé éé üü\n  éé\n  ü\nb: 1\n"),
    Example(
      "a: >\n  one  \n    two\n  three\n  four\n", .set(["a"], text("one  \n  two\nthree five\n")),
      "a: >\n  one  \n    two\n  three\n  five\n"),
  ]

  @Test(arguments: blocks) func block(_ example: Example) throws {
    try check(example)
  }

  static let commentedOut: [Example] = [
    Example("a:\n  '' # c\nb: 1\n", .append(Scalar("v"), to: ["a"]), "a:\n  - v\n  # c\nb: 1\n"),
    Example("a: !t\n '' # c\n", .append(Scalar("v"), to: ["a"]), "a:\n  - v\n # c\n"),
    Example("a: # k\n  x # c\n", .set(["a"], texts("p", "q")), "a: # k\n  - p\n  - q\n  # c\n"),
    Example(
      "a:\n  - x\n  # - y\n  # - z\nb: 1\n", .insert(key: "c", text("v"), into: [], after: "a"),
      "a:\n  - x\n  # - y\n  # - z\nc: v\nb: 1\n"),
    Example("a:\n- x\n# - y\n# on b\nb: 1\n", .append(Scalar("v"), to: ["a"]), "a:\n- x\n# - y\n- v\n# on b\nb: 1\n"),
    Example("a:\n  - x\n  # - y", .append(Scalar("v"), to: ["a"]), "a:\n  - x\n  # - y\n  - v"),
    Example("a:\n  - x\n\n  # - y\n", .append(Scalar("v"), to: ["a"]), "a:\n  - x\n  - v\n\n  # - y\n"),
    Example(
      "a:\n  k: x\n  # l: y\nb: 1\n", .insert(key: "c", text("v"), into: [], after: "a"),
      "a:\n  k: x\n  # l: y\nc: v\nb: 1\n"),
  ]

  @Test(arguments: commentedOut) func commentedOutItem(_ example: Example) throws {
    try check(example)
  }

  static let named: [Scalar] = [Scalar("u", comment: "One"), Scalar("v", comment: "Two")]

  static let styles: [Example] = [
    Example("a: 'x: y'\nb: 1\n", .set(["b"], text("p: q")), "a: 'x: y'\nb: 'p: q'\n"),
    Example("a: 'x: y'\n", .insert(key: "b", text("it's: q"), into: [], after: "a"), "a: 'x: y'\nb: \"it's: q\"\n"),
    Example(
      "a: 'x'\n", .insert(key: "b", .scalar(Scalar("00ff00", form: .quoted)), into: [], after: "a"),
      "a: 'x'\nb: '00ff00'\n"),
    Example("a: |\n    x\nb: 1\n", .set(["b"], text("p\nq\n")), "a: |\n    x\nb: |\n    p\n    q\n"),
    Example("a:\n    - x\nb: 1\n", .set(["b"], text("p\nq\n")), "a:\n    - x\nb: |\n    p\n    q\n"),
    Example("a: |\n    x\nb: 1\n", .set(["b"], texts("p", "q")), "a: |\n    x\nb:\n    - p\n    - q\n"),
    Example("a: [x]\n", .insert(key: "b", texts("p", "q"), into: [], after: "a"), "a: [x]\nb: [p, q]\n"),
    Example("a: [x]\nb: 1\n", .set(["b"], texts("p", "q")), "a: [x]\nb: [p, q]\n"),
    Example("a: [x]\nb: 1\n", .append(Scalar("p"), to: ["b"]), "a: [x]\nb: [1, p]\n"),
    Example(
      "a: [x]\n", .insert(key: "b", .list(named), into: [], after: "a"),
      "a: [x]\nb: [\n  u, # One\n  v # Two\n  ]\n"),
    Example("a: [u, w]\n", .set(["a"], .list(named)), "a: [\n  u, # One\n  v # Two\n  ]\n"),
    Example(
      "a: [u] # d\n", .append(Scalar("v", comment: "Two"), to: ["a"]), "a: [\n  u,\n  v # Two\n  ] # d\n"),
    Example(
      "a: [\n    u, # One\n    w]\n", .append(Scalar("v", comment: "Two"), to: ["a"]),
      "a: [\n    u, # One\n    w,\n    v # Two\n    ]\n"),
    Example(
      "a: [x]\nb: u # One\n", .append(Scalar("v", comment: "Two"), to: ["b"]),
      "a: [x]\nb: [\n  u, # One\n  v # Two\n  ]\n"),
    Example("{a: [u]}\n", .append(Scalar("v", comment: "Two"), to: ["a"]), "{a: [u, v]}\n"),
  ]

  @Test(arguments: styles) func style(_ example: Example) throws {
    try check(example)
  }

  static let comments: [Example] = [
    Example("a: 1\n", .setComment(["a"], "c"), "a: 1 # c\n"),
    Example("a: 1   # old  \n", .setComment(["a"], "c"), "a: 1   # c\n"),
    Example("a: 1   # old  \n", .setComment(["a"], nil), "a: 1\n"),
    Example("a: 1   # old\n", .setComment(["a"], "old"), "a: 1   # old\n"),
    Example("a: |- # old\n  x\n", .setComment(["a"], "c"), "a: |- # c\n  x\n"),
    Example("a: |-\n  x\n", .setComment(["a"], "c"), "a: |- # c\n  x\n"),
    Example("a:\n  - x\n", .setComment(["a"], "c"), "a: # c\n  - x\n"),
    Example("a: &x\n  - x\n", .setComment(["a"], "c"), "a: &x # c\n  - x\n"),
    Example("a:\n  - x\n", .setComment(["a", 0], "c"), "a:\n  - x # c\n"),
    Example("a: [x, y]\n", .setComment(["a"], "c"), "a: [x, y] # c\n"),
    Example("a: [x, y]\n", .setComment(["a", 0], "c"), nil),
    Example("a: [x,\n y]\n", .setComment(["a", 0], "c"), "a: [x, # c\n y]\n"),
    Example("- a: 1\n", .setComment([0], "c"), nil),
    Example("a:\nb: 1\n", .setComment(["a"], "c"), "a: # c\nb: 1\n"),
    Example("a: 1\n", .setComment(["a"], "two\nlines"), "a: 1 # two lines\n"),
  ]

  @Test(arguments: comments) func comment(_ example: Example) throws {
    try check(example)
  }

  @Test func newDocument() throws {
    let document = try Document.bytes(of: [
      ("id", .scalar(Scalar("3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10", form: .literal))),
      ("title", .scalar(Scalar("1984"))), ("author", .list([Scalar("A"), Scalar("No")])),
      ("genres", .list([Scalar("5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10", form: .literal, comment: "Science Fiction")])),
      ("review", .scalar(Scalar("Good.\n\nVery good.\n"))), ("tags", .list([])),
    ])
    #expect(
      String(decoding: document, as: UTF8.self) == """
        id: 3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10
        title: "1984"
        author:
          - A
          - "No"
        genres:
          - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Science Fiction
        review: |
          Good.

          Very good.
        tags: []

        """)
    #expect(throws: EditRefusal.self) { try Document.bytes(of: [("a", Self.text("1")), ("a", Self.text("2"))]) }
  }
}
