import Testing

@testable import YAMLEdit

/// Reading: the kinds, texts and true ranges of nodes.
@Suite struct DocumentTests {
  /// Returns a line for each node: its kind, its text, the bytes of its range.
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
}
