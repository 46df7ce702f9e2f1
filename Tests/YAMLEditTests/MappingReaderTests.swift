import Testing

@testable import YAMLEdit

/// Tests reading the top level of records.
@Suite struct MappingReaderTests {
  /// Returns a line for each entry, after reading the text both with the scanner and with libyaml.
  private func read(_ text: String) throws -> [String] {
    var reader = MappingReader()
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { source throws(YAMLError) in
      guard try reader.read(source) == .mapping else { return [] }
      let plain = describe(reader, source)
      _ = try reader.readWithLibYAML(source)
      #expect(describe(reader, source) == plain)
      return plain
    }
  }

  private func describe(_ reader: borrowing MappingReader, _ source: UnsafeBufferPointer<UInt8>) -> [String] {
    FlatScannerTests.resolve(reader, source).map { entry in
      let key = String(decoding: entry.key, as: UTF8.self)
      return "\(key): \(entry.shape) \(entry.index) ⟨\(String(decoding: entry.value, as: UTF8.self))⟩"
    }
  }

  @Test func scalarsAndLists() throws {
    let text = """
      a: x # c
      b:
      c: 'it''s'
      d:
        - x # d
        - "y"
      e: [p, 'q r']
      f: []
      g: |
        one

        two
      h: null

      """
    #expect(
      try read(text) == [
        "a: scalar 0 ⟨x⟩", "b: scalar 0 ⟨⟩", "c: scalar 0 ⟨it's⟩", "d: item 0 ⟨x⟩", "d: item 1 ⟨y⟩",
        "e: item 0 ⟨p⟩", "e: item 1 ⟨q r⟩", "f: emptyList 0 ⟨⟩", "g: scalar 0 ⟨one\n\ntwo\n⟩", "h: scalar 0 ⟨null⟩",
      ])
  }

  @Test func whatIsNested() throws {
    let text = "a: &x {b: 1} # c\nd:\n  - [1]\n  - 2\n# e\nf: *x\ng: {}\n? [h]\n: 1\ni: !t\n  - 1\n"
    #expect(
      try read(text) == [
        "a: nested 0 ⟨&x {b: 1}⟩", "d: nested 0 ⟨- [1]\n  - 2⟩", "f: nested 0 ⟨*x⟩", "g: nested 0 ⟨{}⟩",
        "[h]: scalar 0 ⟨1⟩", "i: item 0 ⟨1⟩",
      ])
  }

  static let roots: [(text: String, root: MappingReader.Root?)] = [
    ("", .empty), ("# c\n", .empty), ("---\n", .empty), ("- a\n", .notMapping), ("text", .notMapping),
    ("{a: 1}", .mapping), ("a: 1", .mapping), ("\u{FEFF}a: 1\r\n", .mapping), ("*", nil),
  ]

  @Test(arguments: roots) func root(_ example: (text: String, root: MappingReader.Root?)) {
    var reader = MappingReader()
    let bytes = Array(example.text.utf8)
    let read = bytes.withUnsafeBufferPointer { try? reader.read($0) }
    #expect(read == example.root)
  }

  /// After a failure, a reader reads the next file correctly.
  @Test func readerIsReused() {
    var reader = MappingReader()
    for text in ["a: \"x\\ty\"\n", "b: [\n", "c: 1\n"] {
      let bytes = Array(text.utf8)
      _ = bytes.withUnsafeBufferPointer { try? reader.read($0) }
    }
    #expect(reader.entries.count == 1)
    #expect(reader.decoded.isEmpty)
  }
}
