import Testing

@testable import YAMLEdit

/// Tests parsing: the kinds, texts and exact ranges of nodes.
@Suite struct DocumentTests {
  /// Returns a line for each node, with its kind, its text and the bytes of its range.
  private func describe(_ text: String) throws -> [String] {
    let document = try Document(Array(text.utf8))
    return document.nodes.indices.map { index in
      let node = document.nodes[index]
      let range = String(decoding: document.bytes[node.range], as: UTF8.self)
      let content = String(decoding: document.bytes[node.content], as: UTF8.self)
      let head = "\(node.kind) \(node.style) ⟨\(range)⟩"
      let properties = range == content ? "" : " content ⟨\(content)⟩"
      let text = document.text(of: index) ?? content
      return head + properties + (text == content || node.kind != .scalar ? "" : " = ⟨\(text)⟩")
    }
  }

  @Test func plainAndQuotedScalars() throws {
    #expect(
      try describe("a: one two # c\nb: 'it''s'\nc: \"x\\ty\"\nd: over\n  lines  \n") == [
        "mapping block ⟨a: one two # c\nb: 'it''s'\nc: \"x\\ty\"\nd: over\n  lines⟩",
        "scalar plain ⟨a⟩", "scalar plain ⟨one two⟩",
        "scalar plain ⟨b⟩", "scalar singleQuoted ⟨'it''s'⟩ = ⟨it's⟩",
        "scalar plain ⟨c⟩", "scalar doubleQuoted ⟨\"x\\ty\"⟩ = ⟨x\ty⟩",
        "scalar plain ⟨d⟩", "scalar plain ⟨over\n  lines⟩ = ⟨over lines⟩",
      ])
  }

  @Test func propertiesBelongToTheRangeOnly() throws {
    #expect(
      try describe("a: &x !t\n  # c\n  v\nb: &y\n- 1\nc: !!str\n") == [
        "mapping block ⟨a: &x !t\n  # c\n  v\nb: &y\n- 1\nc: !!str⟩",
        "scalar plain ⟨a⟩", "scalar plain ⟨&x !t\n  # c\n  v⟩ content ⟨v⟩",
        "scalar plain ⟨b⟩", "sequence block ⟨&y\n- 1⟩ content ⟨- 1⟩", "scalar plain ⟨1⟩",
        "scalar plain ⟨c⟩", "scalar plain ⟨!!str⟩ content ⟨⟩",
      ])
  }

  @Test func blockScalars() throws {
    #expect(
      try describe("a: | # c\n  x\n   \n\n  \n\nb: |+\n  y\n\n\nc: >2-\n   z\n  \n\n") == [
        "mapping block ⟨a: | # c\n  x\n   \n\n  \n\nb: |+\n  y\n\n\nc: >2-\n   z⟩",
        "scalar plain ⟨a⟩", "scalar literal ⟨| # c\n  x\n   ⟩ = ⟨x\n \n⟩",
        "scalar plain ⟨b⟩", "scalar literal ⟨|+\n  y\n\n⟩ = ⟨y\n\n\n⟩",
        "scalar plain ⟨c⟩", "scalar folded ⟨>2-\n   z⟩ = ⟨ z⟩",
      ])
  }

  @Test func blockScalarWithoutFinalLineBreak() throws {
    #expect(
      try describe("a: |\n  x") == [
        "mapping block ⟨a: |\n  x⟩", "scalar plain ⟨a⟩", "scalar literal ⟨|\n  x⟩ = ⟨x⟩",
      ])
  }

  @Test func blockCollectionsEndWhereTheirLastChildEnds() throws {
    #expect(
      try describe("a:\n- b # c\n\n# d\ne:\n  - f: 1\n    g: 2\n  -\n") == [
        "mapping block ⟨a:\n- b # c\n\n# d\ne:\n  - f: 1\n    g: 2\n  -⟩",
        "scalar plain ⟨a⟩", "sequence block ⟨- b⟩", "scalar plain ⟨b⟩",
        "scalar plain ⟨e⟩", "sequence block ⟨- f: 1\n    g: 2\n  -⟩", "mapping block ⟨f: 1\n    g: 2⟩",
        "scalar plain ⟨f⟩", "scalar plain ⟨1⟩", "scalar plain ⟨g⟩", "scalar plain ⟨2⟩", "scalar plain ⟨⟩",
      ])
  }

  @Test func flowCollections() throws {
    #expect(
      try describe("[a, {b: c, d}, e: f, ? g : h] # i\n") == [
        "sequence flow ⟨[a, {b: c, d}, e: f, ? g : h]⟩", "scalar plain ⟨a⟩", "mapping flow ⟨{b: c, d}⟩",
        "scalar plain ⟨b⟩", "scalar plain ⟨c⟩", "scalar plain ⟨d⟩", "scalar plain ⟨⟩",
        "mapping flow ⟨e: f⟩", "scalar plain ⟨e⟩", "scalar plain ⟨f⟩",
        "mapping flow ⟨? g : h⟩", "scalar plain ⟨g⟩", "scalar plain ⟨h⟩",
      ])
  }

  /// The position of a missing value is where it would be written.
  @Test func placesOfNothing() throws {
    let text = "a:\n\nb: # c\n? d\n? e\n:\nf: {g, h: , \"i\":}\nj:\n-\n-   # k\n"
    let document = try Document(Array(text.utf8))
    let places = document.nodes.filter { $0.isEmptyScalar }.map { node in
      let before = text.utf8.prefix(node.range.lowerBound).suffix(2)
      return String(decoding: before, as: UTF8.self) + (node.lacksColon ? " without :" : "")
    }
    #expect(places == ["a:", "b:", " d without :", "\n:", "{g without :", "h:", "\":", "\n-", "\n-"])
  }

  @Test func aliasesAreNotFollowed() throws {
    let document = try Document(Array("a: &x [1]\nb: *x\nc: *x\n".utf8))
    let alias = try #require(document.node(at: ["b"]))
    #expect(document.nodes[alias].kind == .alias)
    #expect(document.nodes[alias].target == document.node(at: ["a"]))
    #expect(document.text(of: alias) == nil)
    #expect(document.node(at: ["b", 0]) == nil)
  }

  @Test func marksCountCodePointsAndAnInitialByteOrderMarkIsNone() throws {
    #expect(
      try describe("\u{FEFF}ü: 📚\r\nx: \u{FEFF}é # ü\r\n") == [
        "mapping block ⟨ü: 📚\r\nx: \u{FEFF}é⟩", "scalar plain ⟨ü⟩", "scalar plain ⟨📚⟩",
        "scalar plain ⟨x⟩", "scalar plain ⟨\u{FEFF}é⟩",
      ])
  }

  @Test func paths() throws {
    let document = try Document(Array("a:\n  - b: 1 # one\n    \"é\": 2\n  - 3\n".utf8))
    #expect(document.node(at: []) == 0)
    #expect(document.node(at: ["a", 0, "b"]).flatMap(document.text) == "1")
    #expect(document.node(at: ["a", 0, "é"]).flatMap(document.text) == "2")
    // Keys are compared byte for byte. Here `é` is written with two Unicode scalars, which makes it a different key.
    #expect(document.node(at: ["a", 0, "e\u{301}"]) == nil)
    #expect(document.node(at: ["a", 2]) == nil)
    #expect(document.node(at: ["a", -1]) == nil)
    #expect(document.node(at: ["a", "b"]) == nil)
    #expect(document.trailingComment(at: ["a", 0, "b"]) == "one")
    #expect(document.trailingComment(at: ["a", 1]) == nil)
  }

  @Test(arguments: ["", "\u{FEFF}", "# only\n", "---\n", "---\n...\n", "\n\n"]) func nothing(_ text: String) throws {
    let document = try Document(Array(text.utf8))
    #expect(document.nodes.isEmpty)
    #expect(document.node(at: []) == nil)
  }
}
