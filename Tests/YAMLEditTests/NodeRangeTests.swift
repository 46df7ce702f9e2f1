import Testing

@testable import YAMLEdit

/// Tests that the ranges of nodes are exact: they nest, and only indicators and comments are outside of scalars.
@Suite struct NodeRangeTests {
  @Test(.enabled(if: Corpus.isThere, Corpus.whereFrom)) func corpora() throws {
    var files = try Corpus.testSuite() + Corpus.handWritten()
    let library = try Corpus.realLibrary()
    files += Corpus.isFull ? library : Array(library.prefix(150))
    for file in files.flatMap({ Inputs.variants(of: $0) }) {
      if let document = try? Document(file.bytes) {
        let isRight = check(document, file.name)
        if !isRight { break }
      }
    }
  }

  @Test func generated() {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    for _ in 0..<(Corpus.isFull ? 100_000 : 2000) {
      let seed = random.next()
      var generator = YAMLGenerator(random: SeededGenerator(seed: seed))
      if let document = try? Document(generator.document()) {
        let isRight = check(document, "generated document, seed \(seed)")
        if !isRight { break }
      }
    }
  }

  private func check(_ document: Document, _ name: String) -> Bool {
    guard let problem = Self.problem(of: document) else { return true }
    let text = String(decoding: document.bytes, as: UTF8.self).debugDescription
    Issue.record("\(problem)\n  in \(name)\n  \(text)")
    return false
  }

  /// Returns a description of an error in the ranges of a document, or nil if there is none.
  static func problem(of document: Document) -> String? {
    var end = 0
    for (index, node) in document.nodes.enumerated() {
      if node.range.lowerBound > node.content.lowerBound || node.range.upperBound != node.content.upperBound {
        return "the content of node \(index) is not the end of its range"
      }
      if node.range.lowerBound < end {
        return "node \(index) starts too early"
      }
      if node.parent >= 0 {
        let parent = document.nodes[node.parent].content
        if node.range.lowerBound < parent.lowerBound || node.range.upperBound > parent.upperBound {
          return "node \(index) is not inside of its collection"
        }
      }
      if node.kind == .scalar || node.kind == .alias {
        end = node.range.upperBound
      }
      let content = document.bytes[node.content]
      if node.kind == .scalar, node.style == .plain, !CommentLines.hasBreak(content),
        !content.elementsEqual(document.textBytes(node.text))
      {
        return "the range of node \(index) does not hold its text"
      }
    }
    return CommentLines.strayByte(in: document).map { "byte \($0) is in no node" }
  }
}
