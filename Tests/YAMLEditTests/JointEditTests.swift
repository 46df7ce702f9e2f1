import Testing

@testable import YAMLEdit

/// Compares edits that are made together with the same edits made one after another.
@Suite struct JointEditTests {
  @Test func giveWhatSingleEditsGive() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 9)
    var (together, apart, failures) = (0, 0, 0)
    for _ in 0..<(Corpus.isFull ? 100_000 : 3000) where failures < 5 {
      let source = JointEditTests.source(&random)
      guard let document = try? Document(source, keepsDuplicateKeys: true) else { continue }
      let edits = JointEditTests.edits(of: document, &random)
      guard !edits.isEmpty else { continue }
      let joint = document.applying(together: edits)
      let single = try? document.applying(Array(edits.reversed()))
      if joint == nil { apart += 1 } else { together += 1 }
      if let joint, joint.bytes != single?.bytes {
        failures += 1
        Issue.record(
          """
          seed \(seed): \(edits)
          \(String(decoding: source, as: UTF8.self).debugDescription)
          together \(String(decoding: joint.bytes, as: UTF8.self).debugDescription)
          apart    \(single.map { String(decoding: $0.bytes, as: UTF8.self) }.debugDescription)
          """)
      }
    }
    print("joint edits, seed \(seed): \(together) together, \(apart) apart")
    #expect(together > 2 * apart)
  }

  @Test(arguments: [
    ("a:\n  - x # X\n  - y\n  - z", "a:\n  - y"), ("a: [x, y, z]\n", "a: [y]\n"),
    ("a: [x, # X\n  y,\n  z]\n", "a: [\n  y\n  ]\n"),
  ])
  func removesItems(_ texts: (before: String, after: String)) throws {
    let document = try Document(Array(texts.before.utf8))
    let edits = [0, 2].map { Edit.remove(["a", .index($0)]) }
    let single = try document.applying(Array(edits.reversed()))
    let joint = document.applying(together: edits)
    #expect(joint.map { String(decoding: $0.bytes, as: UTF8.self) } ?? texts.after == texts.after)
    #expect(String(decoding: single.bytes, as: UTF8.self) == texts.after)
  }

  /// The edits may also set the comment of the whole document.
  @Test func commentsTheWhole() throws {
    let document = try Document(Array("[x, y]\n".utf8))
    let result = document.applying(together: [.setComment([], "c"), .set([0], .scalar(Scalar("z")))])
    #expect(result?.bytes == Array("[z, y] # c\n".utf8))
  }

  /// Removing all items removes the list.
  @Test func removesAllItems() throws {
    let document = try Document(Array("a: 1\nb:\n- x\n- y\n- z\nc: 2\n".utf8))
    let result = document.applying(together: (0..<3).map { .remove(["b", .index($0)]) })
    #expect(result?.bytes == Array("a: 1\nc: 2\n".utf8))
  }

  /// Edits of adjacent ranges.
  @Test(
    arguments: [
      ("a:\n  - x\n  - y\n  - z", ["a", 1], ["a", 2], "a:\n  - x"),
      ("a: [x, y, z]\n", ["a", 1], ["a", 2], "a: [x]\n"),
      ("a: [x, y, z]\n", ["a", 0], ["a", 2], "a: [y]\n"),
      ("a: 1\nb: [x, y]\nc: 2\n", ["b", 0], ["b", 1], "a: 1\nc: 2\n"),
      ("a:\n- x\n- y\nb:\n- x\n- y\n", ["a", 1], ["b", 1], "a:\n- x\nb:\n- x\n"),
      ("a: 1\nb: 2\nc: 3", ["b"], ["c"], "a: 1"),
      ("a:\n- x\n- y\nb:\n- x\n- y\n", ["a", 0], ["b", 0], "a:\n- y\nb:\n- y\n"),
      ("a: 1\nb:\n- x # c\n- y\nc: 2\n", ["b", 0], ["b", 1], "a: 1\nc: 2\n"),
      // The first edit changes the index of the list that contains the second item.
      ("- a\n- [x, y]\n- [p, q]\n", [0], [1, 1], "- [x]\n- [p, q]\n"),
      ("- a\n- b: [x, y]\n- b: [p, q]\n", [0], [1, "b", 1], "- b: [x]\n- b: [p, q]\n"),
      ("k: a\nk: [x, y]\nl: [p, q]\n", [.entry(0)], [.entry(1), 1], "k: [x]\nl: [p, q]\n"),
    ] as [(String, [Step], [Step], String)])
  func removesBoth(_ text: String, _ first: [Step], _ second: [Step], _ expected: String) throws {
    let document = try Document(Array(text.utf8), keepsDuplicateKeys: true)
    let result = document.applying(together: [.remove(first), .remove(second)])
    #expect(result.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
  }

  /// Sets values with and without a comment, and comments of values that do not change.
  @Test func setsTexts() throws {
    let document = try Document(Array("a:\n  x\nb: y\nc: [z, w]\nd: [[p, q]]\n".utf8))
    let result = document.applying(together: [
      .set(["a"], .scalar(Scalar("v"))), .set(["b"], .scalar(Scalar("y", comment: "said"))),
      .set(["c", 0], .scalar(Scalar("v", comment: "no room"))), .remove(["d", 0, 1]),
    ])
    #expect(result?.bytes == Array("a:\n  v\nb: y # said\nc: [v, w]\nd: [[p]]\n".utf8))
  }

  /// These edits cannot be made together, because they are of an unsupported kind, or concern missing nodes, the same
  /// place, or a node that contains comments.
  @Test(
    arguments: [
      [.setComment(["zz"], "c")], [.set(["zz"], .scalar(Scalar("x")))], [.remove(["zz"])], [.remove([])],
      [.setComment(["a"], "c"), .setComment(["a"], "d")], [.remove(["b"]), .setComment(["b"], "c")],
      [.remove(["b", 0]), .remove(["b", 1])], [.set(["a"], .list([Scalar("x")]))], [.append(Scalar("x"), to: ["b"])],
      [.setComment(["b", 1, "k"], "c")], [.set(["a"], .scalar(Scalar("1\n2\n")))],
      [.set(["b", 1], .scalar(Scalar("x")))],
    ] as [[Edit]])
  func leavesToOthers(_ edits: [Edit]) throws {
    let document = try Document(Array("a: 1\nb: [x, # c\n  {k: v, l: w}]\n".utf8))
    #expect(document.applying(together: edits) == nil)
  }

  /// Either all edits are made together, or none.
  @Test(arguments: ["a: &x 1\nb: [*x, 2]\n", "- - a: 1\n    b: 2\n  - c\n"])
  func refusesWhatItCannotDo(_ text: String) throws {
    let document = try Document(Array(text.utf8))
    let edits = EditChoice(document).paths.filter { !$0.isEmpty }.map { Edit.remove($0) }
    #expect(document.applying(together: edits) == nil)
    #expect(document.applying(together: [.append(Scalar("x"), to: ["b"])]) == nil)
  }

  // MARK: - Random texts

  /// Returns a record with lists in all styles, and possibly with duplicate keys.
  private static func source(_ random: inout SeededGenerator) -> [UInt8] {
    var text = random.once(in: 8) ? "# top\n" : ""
    for number in 0..<Int.random(in: 1...5, using: &random) {
      let key = random.once(in: 4) ? "k" : "k\(number)"
      if random.once(in: 3) {
        text += "\(key): \(value(&random))\(comment(&random))\n"
        continue
      }
      let items = (0..<Int.random(in: 1...6, using: &random)).map { _ in value(&random) }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text += "\(key): [\(items.joined(separator: random.pick([", ", ",  ", ","])))]\(comment(&random))\n"
      case 1:
        text += "\(key): [\(comment(&random))\n"
        text += items.map { "  \($0),\(comment(&random))\n" }.joined() + "  ]\n"
      default:
        let margin = random.pick(["", "  ", "    "])
        text += "\(key):\(comment(&random))\n"
        for item in items {
          if random.once(in: 5) { text += "\(margin)# above\n" }
          if random.once(in: 9) { text += "\n" }
          text += "\(margin)- \(item)\(comment(&random))\n"
        }
      }
    }
    if random.once(in: 6), text.hasSuffix("\n") { text.removeLast() }
    if random.once(in: 8) { text = text.replacing("\n", with: "\r\n") }
    return Array(text.utf8)
  }

  private static func value(_ random: inout SeededGenerator) -> String {
    random.pick([
      "one", "two words", "'three'", "\"four\"", "5", "&a six", "!t seven", "eight", "[nine, ten]", "[a, b, c]",
    ])
  }

  private static func comment(_ random: inout SeededGenerator) -> String {
    random.once(in: 3) ? random.pick([" # note", "   # far", " #", " #tight"]) : ""
  }

  /// Returns edits in the order of their positions, at most one per position, and none within a node that another edit
  /// removes.
  private static func edits(of document: Document, _ random: inout SeededGenerator) -> [Edit] {
    var edits: [Edit] = []
    for (position, entry) in document.entries(of: 0).enumerated() {
      let key = document.text(of: entry.key) ?? ""
      let isFirst = document.entries(of: 0).first { document.text(of: $0.key) == key }?.key == entry.key
      let items = document.items(of: entry.value)
      if random.once(in: 6) {
        edits.append(.remove([.entry(position)]))
      } else if isFirst, !items.isEmpty, random.once(in: 2) {
        for index in items.indices where random.once(in: 2) {
          let path: [Step] = [.key(key), .index(index)]
          let inner = document.items(of: items[index])
          if !inner.isEmpty, random.once(in: 2) {
            edits += inner.indices.filter { _ in random.once(in: 3) }.map { .remove(path + [.index($0)]) }
            continue
          }
          switch Int.random(in: 0..<5, using: &random) {
          case 0: edits.append(.set(path, .scalar(Scalar(random.pick(["new", "a b", "it's"])))))
          case 1: edits.append(.setComment(path, random.pick([nil, "said"])))
          default: edits.append(.remove(path))
          }
        }
      }
    }
    return edits
  }
}
