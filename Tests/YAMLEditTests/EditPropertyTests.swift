import Testing

@testable import YAMLEdit

/// Tests that every edit of every document changes its field and nothing else.
///
/// By default, the tests use a random sample. Its seed is printed, and setting SHELF_SEED repeats it. SHELF_FULL=1
/// tests everything.
@Suite struct EditPropertyTests {
  @Test(.enabled(if: Corpus.isThere, Corpus.whereFrom)) func testSuite() throws {
    try run("yaml-test-suite", Corpus.testSuite(), sample: 2500)
  }

  @Test(.enabled(if: Corpus.isThere, Corpus.whereFrom)) func handWritten() throws {
    try run("hand-written-yaml", Corpus.handWritten(), sample: 500)
  }

  @Test(.enabled(if: Corpus.isThere, Corpus.whereFrom)) func realLibrary() throws {
    try run("real-library", Corpus.realLibrary(), sample: 2000)
  }

  @Test func generated() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 1)
    var counts = EditProperty.Counts()
    var documents = 0
    for _ in 0..<(Corpus.isFull ? 6000 : 1000) {
      var generator = YAMLGenerator(random: SeededGenerator(seed: random.next()))
      guard let document = try? Document(generator.document()) else { continue }
      documents += 1
      var property = EditProperty(name: "generated document", document: document)
      let choice = EditChoice(document)
      for _ in 0..<(Corpus.isFull ? 100 : 3) {
        if let edit = choice.random(using: &random) {
          property.check(edit)
        }
      }
      counts = counts + property.counts
      if counts.failures > 10 { break }
    }
    print("generated: \(documents) documents, seed \(seed): \(counts.summary)")
    #expect(documents > 500)
  }

  private func run(_ name: String, _ files: [Corpus.File], sample: Int) throws {
    let seed = SeededGenerator.seedOfRun
    var generator = SeededGenerator(seed: seed)
    let documents = files.flatMap { Inputs.variants(of: $0) }.compactMap { file in
      (try? Document(file.bytes)).map { (file.name, $0) }
    }
    var counts = EditProperty.Counts()
    if Corpus.isFull {
      for (name, document) in documents {
        counts = counts + everything(name, document, &generator)
      }
    } else {
      for _ in 0..<sample {
        let (name, document) = generator.pick(documents)
        var property = EditProperty(name: name, document: document)
        if let edit = EditChoice(document).random(using: &generator) {
          property.check(edit)
        }
        counts = counts + property.counts
        if counts.failures > 10 { break }
      }
    }
    print("\(name): \(documents.count) documents, seed \(seed): \(counts.summary)")
  }

  private func everything(
    _ name: String, _ document: Document, _ generator: inout SeededGenerator
  ) -> EditProperty.Counts {
    var property = EditProperty(name: name, document: document)
    let choice = EditChoice(document)
    // The number of texts that are tried in a document is limited, so that it has at most a few thousand edits. Other
    // documents use the remaining texts.
    let maximum = max(2, 300 / max(1, choice.paths.count))
    let share = Array(Inputs.texts.shuffled(using: &generator).prefix(maximum))
    let keys = Array(Inputs.keys.shuffled(using: &generator).prefix(maximum))
    let comments = Array(Inputs.comments.shuffled(using: &generator).prefix(maximum))
    for edit in choice.all(texts: share, keys: keys, comments: comments) {
      property.check(edit)
      if property.counts.failures > 2 { break }
    }
    return property.counts
  }
}
