import Testing

@testable import YAMLEdit

/// Tests that the scanner for plain files reads every file that it accepts exactly as libyaml does.
@Suite struct FlatScannerTests {
  /// The result of reading a file, with all texts resolved.
  struct Reading: Equatable {
    struct Entry: Equatable {
      var key: [UInt8]
      var value: [UInt8]
      var shape: MappingReader.Entry.Shape
      var index: Int32
    }

    var root: MappingReader.Root
    var entries: [Entry]
  }

  /// Compares both ways of reading a file: the scanner, and libyaml.
  struct Comparison: ~Copyable {
    private var plainReader = MappingReader()
    private var reader = MappingReader()
    private(set) var accepted = 0
    private(set) var inputs = 0
    private(set) var failures = 0

    /// Compares the results for a file, if the scanner accepts it.
    mutating func check(_ bytes: [UInt8], _ name: String) {
      inputs += 1
      let problem = bytes.withUnsafeBufferPointer { source -> String? in
        guard let root = plainReader.readPlain(source) else { return nil }
        accepted += 1
        let plain = Reading(root: root, entries: FlatScannerTests.resolve(plainReader, source))
        do throws(YAMLError) {
          let root = try reader.readWithLibYAML(source)
          let expected = Reading(root: root, entries: FlatScannerTests.resolve(reader, source))
          return plain == expected ? nil : "read \(plain)\n  not \(expected)"
        } catch {
          return "accepted, but libyaml says: \(error.message)"
        }
      }
      if let problem {
        failures += 1
        if failures < 5 {
          Issue.record("\(problem)\n  in \(name)\n  \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
      }
    }
  }

  static func resolve(_ reader: borrowing MappingReader, _ source: UnsafeBufferPointer<UInt8>) -> [Reading.Entry] {
    let all = Array(source) + reader.decoded
    let text = { (range: TextRange) in Array(all[Int(range.start)..<Int(range.start + range.count)]) }
    return reader.entries.map {
      Reading.Entry(key: text($0.key), value: text($0.value), shape: $0.shape, index: $0.index)
    }
  }

  // MARK: - Real inputs

  @Test(.enabled(if: Corpus.isThere, Corpus.whereFrom)) func corpora() throws {
    for (name, files) in [
      ("yaml-test-suite", try Corpus.testSuite()), ("hand-written-yaml", try Corpus.handWritten()),
      ("real-library", try Corpus.realLibrary()),
    ] {
      var comparison = Comparison()
      for file in files {
        comparison.check(file.bytes, file.name)
      }
      print("\(name): \(comparison.accepted) of \(comparison.inputs) files are plain")
      if name == "real-library" {
        #expect(Double(comparison.accepted) / Double(comparison.inputs) > 0.95)
      }
      for file in files.flatMap({ Inputs.variants(of: $0) }) {
        comparison.check(file.bytes, file.name)
      }
    }
  }

  /// The scanner accepts all new documents except those with rare escapes.
  @Test func newDocuments() throws {
    var comparison = Comparison()
    var rare: [String] = []
    for text in Inputs.texts + Inputs.longTexts {
      let document = try Document.bytes(of: [
        ("id", .scalar(Scalar("3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10", form: .literal))),
        ("title", .scalar(Scalar(text))),
        ("author", .list([Scalar(text.contains("\n") ? "two lines" : text), Scalar("Second")])),
        ("genres", .list([Scalar("5f0e6c2a", form: .literal, comment: text)])),
        ("color", .scalar(Scalar("00FF00", form: .quoted))), ("tags", .list([])),
        ("year", .scalar(Scalar("1965"))),
      ])
      let before = comparison.accepted
      comparison.check(document, text.debugDescription)
      if comparison.accepted == before {
        rare.append(text)
      }
    }
    print("new documents: \(comparison.accepted) of \(comparison.inputs) are plain, not with \(rare)")
    // Rare escapes are left to libyaml.
    #expect(
      rare.allSatisfy { text in
        ScalarStyle.needsEscapes(text.utf8.filter { $0 != ASCII.lineFeed && $0 != ASCII.tab })
      })
  }

  /// A duplicate key is detected even near the end of the text, where the scanner cannot read eight bytes at a time.
  @Test func keysThatOccurTwice() {
    var reader = MappingReader()
    for length in 1...25 {
      let key = String("publishedByWhomeverYouLike".prefix(length))
      for value in ["", " 1", " 12", " 123456", " [a, b]", " \"x\"", " 1 # c"] {
        for end in ["", "\n", "\r\n", "\n\n"] {
          for between in ["", "\ntitle: x", "\na: 1\nb-2: 3"] {
            let text = Array("\(key): 1\(between)\n\(key):\(value)\(end)".utf8)
            let isPlain = text.withUnsafeBufferPointer { reader.readPlain($0) != nil }
            #expect(!isPlain, "\(String(decoding: text, as: UTF8.self).debugDescription)")
            #expect(throws: YAMLError.self) { try Document(text) }
          }
        }
      }
    }
  }

  // MARK: - Random inputs

  @Test func mutations() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    var comparison = Comparison()
    let samples = try PlainInputs.samples + (Corpus.isThere ? Corpus.realLibrary().prefix(300).map(\.bytes) : [])
    for _ in 0..<(Corpus.isFull ? 3_000_000 : 40_000) where comparison.failures < 5 {
      comparison.check(PlainInputs.mutated(random.pick(samples), &random), "mutated file, seed \(seed)")
    }
    print("mutations: \(comparison.accepted) of \(comparison.inputs) inputs are plain, seed \(seed)")
  }

  @Test func randomLines() {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 7)
    var comparison = Comparison()
    for _ in 0..<(Corpus.isFull ? 3_000_000 : 40_000) where comparison.failures < 5 {
      var text = random.once(in: 20) ? "\u{FEFF}" : ""
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        text += random.pick(PlainInputs.starts) + random.pick(PlainInputs.middles) + random.pick(PlainInputs.ends)
      }
      comparison.check(Array(text.utf8), "random lines, seed \(seed)")
    }
    print("random lines: \(comparison.accepted) of \(comparison.inputs) inputs are plain, seed \(seed)")
  }
}
