import Testing

@testable import YAMLEdit

/// Tests that undoing an edit with another edit restores the bytes, which shows that the edit was in the right place
/// and added nothing else.
@Suite struct ThereAndBackTests {
  private var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ 23)

  /// Returns the documents to edit: generated ones, and real ones if available.
  private mutating func documents() throws -> [Document] {
    let made = (0..<(Corpus.isFull ? 5000 : 700)).compactMap { _ in
      var generator = YAMLGenerator(random: SeededGenerator(seed: random.next()))
      return try? Document(generator.document())
    }
    guard Corpus.isThere else { return made }
    let real = try (Corpus.handWritten() + Corpus.realLibrary()).compactMap { try? Document($0.bytes) }
    return made + real.shuffled(using: &random).prefix(Corpus.isFull ? real.count : 300)
  }

  /// Makes one edit of each document and then its reverse.
  private mutating func check(
    _ edits: (Document, [Step], inout SeededGenerator) -> (there: Edit, back: Edit)?
  ) throws -> (same: Int, other: [String]) {
    var (same, other): (Int, [String]) = (0, [])
    for document in try documents() {
      for path in EditChoice(document).paths.shuffled(using: &random).prefix(6) {
        guard let edit = edits(document, path, &random), let there = try? document.applying(edit.there),
          there.bytes != document.bytes, let back = try? there.applying(edit.back)
        else { continue }
        if withoutBlanks(back.bytes) == withoutBlanks(document.bytes) {
          same += 1
        } else {
          other.append(
            """
            \(edit.there)
            \(String(decoding: document.bytes, as: UTF8.self).debugDescription)
            \(String(decoding: there.bytes, as: UTF8.self).debugDescription)
            \(String(decoding: back.bytes, as: UTF8.self).debugDescription)
            """)
        }
      }
    }
    return (same, other)
  }

  /// Returns the lines without trailing whitespace, which edits do not restore.
  private func withoutBlanks(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      Array(line.reversed().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D })
    }
  }

  @Test mutating func items() throws {
    let result = try check { document, path, random in
      guard let node = document.node(at: path), !document.items(of: node).isEmpty else { return nil }
      let scalar = Scalar(random.pick(["new", "p: q", "two words"]))
      return (.append(scalar, to: path), .remove(path + [.index(document.items(of: node).count)]))
    }
    #expect(result.other.isEmpty && result.same > 100, "\(result.other.prefix(3).joined(separator: "\n\n"))")
  }

  @Test mutating func entries() throws {
    let result = try check { document, path, random in
      guard let node = document.node(at: path), !document.entries(of: node).isEmpty else { return nil }
      let keys = document.entries(of: node).map { document.text(of: $0.key) }
      let values: [Value] = [
        .scalar(Scalar("new")), .scalar(Scalar("p: q")), .scalar(Scalar("one\ntwo\n")),
        .list([Scalar("x"), Scalar("y")]),
      ]
      return (
        .insert(key: "new", random.pick(values), into: path, after: random.pick(keys + [nil])), .remove(path + ["new"])
      )
    }
    #expect(result.other.isEmpty && result.same > 200, "\(result.other.prefix(3).joined(separator: "\n\n"))")
  }

  @Test mutating func keys() throws {
    let result = try check { document, path, random in
      // A key that looks like a value of a different type gets quotes, so that the bytes differ.
      guard case .key(let name)? = path.last, !ScalarStyle.looksTyped(Array(name.utf8)) else { return nil }
      return (.renameKey(path, to: "other"), .renameKey(path.dropLast() + ["other"], to: name))
    }
    #expect(result.other.isEmpty && result.same > 200, "\(result.other.prefix(3).joined(separator: "\n\n"))")
  }

  @Test mutating func comments() throws {
    let result = try check { document, path, random in
      guard let node = document.node(at: path), document.trailingComment(of: node) == nil else { return nil }
      return (.setComment(path, random.pick(["said", "é # é"])), .setComment(path, nil))
    }
    #expect(result.other.isEmpty && result.same > 200, "\(result.other.prefix(3).joined(separator: "\n\n"))")
  }

  @Test mutating func texts() throws {
    let result = try check { document, path, random in
      guard let node = document.node(at: path), let text = document.text(of: node),
        document.nodes[node].style == .plain, document.tag(of: node).isEmpty,
        document.bytes[document.nodes[node].content].elementsEqual(text.utf8),
        !ScalarStyle.looksTyped(Array(text.utf8))
      else { return nil }
      return (.set(path, .scalar(Scalar("other"))), .set(path, .scalar(Scalar(text))))
    }
    #expect(result.other.isEmpty && result.same > 200, "\(result.other.prefix(3).joined(separator: "\n\n"))")
  }
}
