import Testing

@testable import YAMLEdit

/// Tests the check that two documents differ by exactly the intended change.
@Suite struct ChangeTests {
  /// Any two of these documents differ, some of them in a single property.
  private static let texts = [
    "x\n", "y\n", "'x'\n", "\"x\"\n", "!t x\n", "!u x\n", "&x x\n", "&y x\n", "|-\n  x\n", ">-\n  x\n", "[]\n", "{}\n",
    "!t []\n", "&x []\n", "[x]\n", "- x\n", "[x, x]\n", "[[x]]\n", "- - x\n", "- [x]\n", "[a: x]\n", "[{a: x}]\n",
    "{a: x}\n", "a: x\n", "b: x\n", "'a': x\n", "a: y\n", "a: 'x'\n", "a: !t x\n", "a: &x x\n", "!t\na: x\n",
    "&x\na: x\n", "!t a: x\n", "&x a: x\n", "a: [x]\n", "a: {x: x}\n", "a:\n  x: x\n", "a:\n- x\n",
    "- &x a\n- &y a\n- *x\n", "- &x a\n- &y a\n- *y\n", "- &x a\n- &x a\n- *x\n",
  ]

  @Test func documentsWithoutAChange() throws {
    let nothing = ProposedChange(splices: [], removed: 0..<0, added: [])
    let documents = try Self.texts.map { try Document(Array($0.utf8)) }
    for (index, old) in documents.enumerated() {
      for (other, new) in documents.enumerated() {
        #expect(
          nothing.isExact(from: old, to: new) == (index == other), "\(Self.texts[index])\(Self.texts[other])")
      }
    }
  }

  /// A node that replaces another one must be the intended node, with the intended kind, text, anchor and tag.
  @Test func documentsWithAnItem() throws {
    let whole = try Document(Array("- &x a\n- b\n- *x\n".utf8))
    func isExact(_ text: String, _ added: ProposedChange.Added, at index: Int = 2) throws -> Bool {
      let change = ProposedChange(splices: [], removed: index..<index + 1, added: [added])
      return change.isExact(from: whole, to: try Document(Array(text.utf8)))
    }
    let new = ProposedChange.Added(kind: .scalar, text: Array("c".utf8), parent: 0)
    for (text, isRight) in [
      ("- &x a\n- c\n- *x\n", true), ("- &x a\n- 'c'\n- *x\n", true), ("- &x a\n- b\n- *x\n", false),
      ("- &x a\n- !t c\n- *x\n", false), ("- &x a\n- &y c\n- *x\n", false), ("- &x a\n- [c]\n- *x\n", false),
      ("- &x a\n- []\n- *x\n", false), ("- &x d\n- c\n- *x\n", false), ("- &x a\n- c\n- d\n", false),
      ("- &x a\n- &x c\n- *x\n", false), ("- &y a\n- c\n- *y\n", false), ("- &x a\n- c\n- *x\n- d\n", false),
      ("- &x a\n- c\n", false), ("- &x a\n- [c, *x]\n", false), ("- &x a\n- c: *x\n", false),
    ] {
      #expect(try isExact(text, new) == isRight, "\(text)")
    }
    // If the new node takes over the anchor, aliases refer to the new node.
    let anchored = ProposedChange.Added(kind: .scalar, text: Array("c".utf8), parent: 0, anchorOf: 1)
    #expect(try isExact("- &x c\n- b\n- *x\n", anchored, at: 1))
    #expect(try !isExact("- c\n- &x b\n- *x\n", anchored, at: 1))
    #expect(try !isExact("- &x c\n- &x b\n- *x\n", anchored, at: 1))
  }
}
