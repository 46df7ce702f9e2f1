import Testing

@testable import YAMLEdit

/// Tests that damaged text is either read or rejected, never crashes the process, and can be edited if it can be read.
@Suite struct HostileInputTests {
  @Test func damagedTexts() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 3)
    var samples = PlainInputs.samples
    if Corpus.isThere {
      samples += try Corpus.testSuite().map(\.bytes) + Corpus.handWritten().map(\.bytes).filter { $0.count < 5000 }
    }
    for _ in 0..<200 {
      var generator = YAMLGenerator(random: SeededGenerator(seed: random.next()))
      samples.append(generator.document())
    }
    var read = 0
    var counts = EditProperty.Counts()
    for _ in 0..<(Corpus.isFull ? 1_000_000 : 4000) where counts.failures < 5 {
      let bytes = PlainInputs.mutated(random.pick(samples), &random)
      guard let document = try? Document(bytes) else { continue }
      read += 1
      if let problem = NodeRangeTests.problem(of: document) {
        Issue.record("\(problem), seed \(seed)\n  \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        counts.failures += 1
      }
      var property = EditProperty(name: "damaged text, seed \(seed)", document: document)
      if let edit = EditChoice(document).random(using: &random) {
        property.check(edit)
      }
      counts = counts + property.counts
    }
    print("damaged texts: \(read) could be read, seed \(seed): \(counts.summary)")
  }

  @Test func randomBytes() {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 4)
    for _ in 0..<(Corpus.isFull ? 1_000_000 : 10_000) {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in random.pick(PlainInputs.interesting) }
      if let document = try? Document(bytes), let problem = NodeRangeTests.problem(of: document) {
        Issue.record("\(problem), seed \(seed)\n  \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        break
      }
    }
  }
}
