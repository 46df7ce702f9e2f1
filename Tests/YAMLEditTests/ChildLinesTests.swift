import Testing

@testable import YAMLEdit

/// Tests that the lines of a collection's children cover it without gaps, and contain only the children.
struct ChildLinesTests {
  private func text(_ range: Range<Int>, _ document: Document) -> String {
    String(decoding: document.bytes[range], as: UTF8.self)
  }

  @Test func entriesAndItems() throws {
    let source =
      "\u{FEFF}%YAML 1.1\n# head\n--- # start\n\n# above\na: 1 # one\n'b': |\n  x\n\n\nc: # list\n # first\n - 1\n\n - {d: 2} # two\n# end\n"
    let document = try Document(Array(source.utf8))
    let lines = try #require(document.childLines(of: 0))
    #expect(text(lines.head, document) == "\u{FEFF}%YAML 1.1\n# head\n--- # start\n")
    #expect(lines.children.map { text($0.above, document) } == ["\n# above\n", "", "\n\n"])
    #expect(
      lines.children.map { text($0.lines, document) }
        == ["a: 1 # one\n", "'b': |\n  x\n", "c: # list\n # first\n - 1\n\n - {d: 2} # two\n"])
    #expect(text(lines.tail, document) == "# end\n")
    #expect(lines.children.map { document.comments(of: $0) } == [["one"], [], ["list", "first", "two"]])
    let list = try #require(document.childLines(of: lines.children[2].node))
    #expect(text(list.head, document) == "c: # list\n")
    #expect(list.children.map { text($0.above, document) } == [" # first\n", "\n"])
    #expect(list.children.map { text($0.lines, document) } == [" - 1\n", " - {d: 2} # two\n"])
    #expect(list.column == 1 && list.tail.isEmpty)
  }

  @Test(arguments: ["{a: 1, b: 2}\n", "[a]\n", "a\n", "- - a\n  - b\n", "!t\n? a\n"])
  func childrenThatShareALine(_ source: String) throws {
    let document = try Document(Array(source.utf8))
    let isNested = source.hasPrefix("- -")
    #expect(document.childLines(of: isNested ? 1 : 0) == nil || source.hasPrefix("!"))
    #expect(document.usesProperties == source.hasPrefix("!"))
  }

  @Test func commentsOfBlockScalarsAndQuotes() throws {
    let source =
      "a: |2 # header\n  # no comment\n  x\nb: \"# no\" # yes\nc: 'it''s # no'\nd: [1, # one\n  2] # two\n? e # key\n: f\n"
    let document = try Document(Array(source.utf8))
    let lines = try #require(document.childLines(of: 0))
    #expect(lines.children.map { document.comments(of: $0) } == [["header"], ["yes"], [], ["one", "two"], ["key"]])
  }

  @Test func generated() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 5)
    var collections = 0
    for _ in 0..<(Corpus.isFull ? 20_000 : 2000) {
      var generator = YAMLGenerator(random: SeededGenerator(seed: random.next()))
      guard let document = try? Document(generator.document()) else { continue }
      collections += check(document, "generated, seed \(seed)")
    }
    print("lines of children: \(collections) collections, seed \(seed)")
    #expect(collections > 100)
  }

  @Test(.enabled(if: Corpus.isThere, Corpus.whereFrom)) func real() throws {
    var collections = 0
    for file in try Corpus.realLibrary() + Corpus.handWritten() + Corpus.testSuite() {
      for variant in Inputs.variants(of: file) {
        if let document = try? Document(variant.bytes) { collections += check(document, variant.name) }
      }
    }
    print("lines of children: \(collections) collections of real files")
    #expect(collections > 1000)
  }

  /// Checks all collections of a document, and returns the number of collections that have lines for their children.
  private func check(_ document: Document, _ name: String) -> Int {
    var count = 0
    var comments: [String] = []
    for collection in document.nodes.indices where document.nodes[collection].kind != .scalar {
      guard let lines = document.childLines(of: collection) else { continue }
      count += 1
      var end = lines.head.upperBound
      for child in lines.children {
        #expect(child.above.lowerBound == end && child.lines.lowerBound == child.above.upperBound, "\(name)")
        end = child.lines.upperBound
        let start = document.nodes[child.key ?? child.node].range.lowerBound
        #expect(child.lines.lowerBound <= start && start <= end, "\(name)")
        #expect(document.nodes[child.node].range.upperBound <= end, "\(name)")
        #expect(isLineStart(child.lines.lowerBound, document) && isLineStart(end, document), "\(name)")
        if collection == 0 { comments += document.comments(of: child) }
        if collection == 0, lines.column == 0, !document.usesProperties { checkAlone(child, document, name) }
      }
      #expect(lines.tail.lowerBound == end, "\(name)")
      if collection == 0 {
        #expect(lines.head.lowerBound == 0 && lines.tail.upperBound == document.bytes.count, "\(name)")
        let all = CommentLines.of(document).map { String(decoding: CommentText.oneLine($0), as: UTF8.self) }
        #expect(isSubsequence(comments, of: all), "\(name): \(comments) of \(all)")
      }
    }
    return count
  }

  /// Checks that the lines of a child can be parsed, and contain only this child.
  private func checkAlone(_ child: ChildLines.Child, _ document: Document, _ name: String) {
    let bytes = Array(document.bytes[child.lines])
    guard let alone = try? Document(bytes) else {
      Issue.record("\(name): \(String(decoding: bytes, as: UTF8.self)) cannot be read")
      return
    }
    #expect(alone.nodes.count == document.nodes[child.node].next - (child.key ?? child.node) + 1, "\(name)")
  }

  private func isLineStart(_ offset: Int, _ document: Document) -> Bool {
    offset == document.bytes.count || offset == 0 || document.breakLength(before: offset) > 0
      || offset == 3 && document.bytes.starts(with: ASCII.byteOrderMark)
  }

  private func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    for element in part {
      guard let index = rest.firstIndex(of: element) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }
}
