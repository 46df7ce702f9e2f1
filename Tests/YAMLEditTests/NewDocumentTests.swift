import Testing

@testable import YAMLEdit

/// Tests creating documents, and inserting values that already exist.
@Suite struct NewDocumentTests {
  private static func list(_ texts: String...) -> Value { .list(texts.map { Scalar($0) }) }
  private static func text(_ text: String) -> Value { .scalar(Scalar(text)) }

  private static let values: [Value] = [
    text("x"), text("y"), text(""), text("x: 1"), text("one\ntwo\n"), list(), list("x"), list("y"), list("x", "y"),
    list("x", "z"), list("x", "y", "z"), list("x", "1\n2"), .sequence([list("x")]), .sequence([list("x"), text("y")]),
    .sequence([text("x"), list("y")]), .mapping([]), .mapping([Value.Entry("x", text("y"))]),
    .mapping([Value.Entry("z", text("y"))]), .mapping([Value.Entry("x", text("z"))]),
    .mapping([Value.Entry("x", text("y")), Value.Entry("z", list("y", "one\ntwo\n"))]),
    .mapping([Value.Entry("x", .mapping([Value.Entry("y", text("z"))]))]),
  ]

  /// The quick check of a written document rejects documents with different entries.
  @Test func quickLook() throws {
    let documents: [[(key: String, value: Value)]] = [
      [("a", Self.text("x"))], [("a", Self.text("y"))], [("b", Self.text("x"))], [("a", Self.list())],
      [("a", Self.list("x"))], [("a", Self.list("y"))], [("a", Self.list("x", "x"))], [("a", Self.list("x", "y"))],
      [("a", Self.list("y", "x"))], [("a", Self.text("x")), ("b", Self.text("x"))],
      [("a", Self.list("x")), ("b", Self.list("x"))], [("a", Self.list("x", "x")), ("b", Self.text("x"))],
      [("b", Self.text("x")), ("a", Self.text("x"))], [("a", Self.text("x")), ("b", Self.list())],
      [("a", Self.list("x")), ("b", Self.text("x"))], [("a", Self.list()), ("b", Self.list())],
    ]
    // The check does not mistake two lists with the same key for a single list.
    let twice: [(key: String, value: Value)] = [("a", Self.list("x")), ("a", Self.list("x"))]
    for (index, entries) in documents.enumerated() {
      let bytes = try Document.bytes(of: entries)
      for (other, others) in (documents + [twice]).enumerated() {
        let isPlain = Document.isPlain(bytes, holding: others, Limits())
        #expect(isPlain == (index == other), "\(others)\n\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  /// An empty list is not confused with other empty values.
  @Test(arguments: [("a: []\n", true), ("a: 1\n", false), ("a: ''\n", false), ("a:\n", false), ("a: [b]\n", false)])
  func emptyLists(_ text: String, _ isPlain: Bool) {
    #expect(Document.isPlain(Array(text.utf8), holding: [("a", .list([]))], Limits()) == isPlain)
    // The quick check supports flat values only.
    #expect(!Document.isPlain(Array(text.utf8), holding: [("a", .mapping([]))], Limits()))
  }

  /// The first entry of a file without content is written like an entry of a new document.
  @Test func firstEntries() throws {
    for value in Self.values {
      for key in ["k", "a, b", "1984", "x: y"] {
        let new = try Document.bytes(of: [(key, value)])
        for head in ["", "\u{FEFF}", "# only\n", "---\n"] {
          let document = try Document(Array(head.utf8))
          let result = try? document.applying(.insert(key: key, value, into: [], after: nil)).bytes
          #expect(result == Array(head.utf8) + new, "\(head) \(value)")
        }
      }
    }
  }

  /// Inserting an existing value changes nothing. A different value for the same key is rejected.
  @Test func valuesThatAreThere() throws {
    for old in Self.values {
      let document = try Document(Document.bytes(of: [("k", Self.text("v")), ("a", old)]))
      for new in Self.values {
        let isSame = Tree.of(old) == Tree.of(new)
        let inserted = try? document.applying(.insert(key: "a", new, into: [], after: "k")).bytes
        #expect(inserted == (isSame ? document.bytes : nil), "\(old) \(new)")
        #expect(document.equals(new, try #require(document.node(at: ["a"]))) == isSame, "\(old) \(new)")
        if isSame { #expect(try document.applying(.set(["a"], new)).bytes == document.bytes) }
      }
    }
  }

  /// An alias is not equal to a text with its name.
  @Test func aliasesThatAreThere() throws {
    let document = try Document(Array("k: &x 1\na: *x\nb: [*x]\nc: {*x : *x}\nd: {x: *x}\n".utf8))
    func equals(_ value: Value, _ key: Step) throws -> Bool {
      document.equals(value, try #require(document.node(at: [key])))
    }
    #expect(
      try !equals(Self.text("x"), "a") && !equals(Self.list("x"), "b") && !equals(.sequence([Self.text("x")]), "b"))
    for key in ["c", "d"] as [Step] { #expect(try !equals(.mapping([Value.Entry("x", Self.text("x"))]), key)) }
  }
}
