import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

/// Tests that an edit preserves everything else, byte for byte, in files of every form.
@Suite struct KeptLinesTests {
  private static let head = "id: b0000001-0000-4000-8000-000000000000\ntitle: Dune\n"
  private static let schema = Schema(customFields: [
    .book: [Field("zzz", .text, "Own"), Field("list", .textList, "Own")]
  ])

  /// Returns the text of a book's file after an assignment, or nil if nothing changes.
  private func edited(_ text: String, _ key: String, _ operation: Assignment.Operation = .set, _ values: String...)
    throws
    -> String?
  {
    let library = Library(
      root: "/library", manifest: Manifest(name: "Test"), schema: Self.schema,
      records: [try TestLibrary.record("books/dune.yaml", Array(text.utf8), Self.schema)], unreadable: [])
    let field = try #require(Self.schema.field(key, of: .book))
    var plan = EditPlan(library, now: Timestamp(secondsSince1970: 1_795_255_200))
    try plan.change(library.records[0], [Assignment(field, operation, values.map { Assignment.Value(text: $0) })])
    return plan.changes.first?.new.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the number of lines that occur in only one of two texts.
  private func changedLines(_ old: String, _ new: String) -> Int {
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    return lines(new).difference(from: lines(old)).count
  }

  /// The last entry is removed from files of every form, and the end of the file is preserved.
  @Test func theLastEntryGoes() throws {
    for end in ["\n", "\r\n"] {
      for blanks in ["", "\n", "\n\n", "\n  \n", "# remark\n", "\n# remark\n\n"] {
        for before in ["", "author: Frank Herbert\n", "author:\n  - A\n  - B\n", "synopsis: |\n  x\n"] {
          for last in ["rating: 4", "rating: 4 # good", "rating: \"4\"", "rating:\n  4"] {
            for final in ["", "\n"] {
              let text = (Self.head + before + blanks + last + final).replacing("\n", with: end)
              let new = try #require(try edited(text, "rating"))
              let isBlock = before.hasPrefix("synopsis") && !blanks.contains("#")
              // The line ending after a block scalar is part of its value.
              if !isBlock { #expect((new.utf8.last == 0x0A) == (final == "\n"), "\(text.debugDescription)") }
              #expect(new.hasPrefix((Self.head + before).replacing("\n", with: end).dropLast(end.count)))
              if final == "\n" { #expect(new == (Self.head + before + blanks).replacing("\n", with: end)) }
              #expect(blanks.contains("remark") == new.contains("remark"))
              #expect(end == "\n" || !new.replacing("\r\n", with: "").contains("\n"))
            }
          }
        }
      }
    }
  }

  /// If the last entry of a file without a final line ending is removed, only the empty lines before it are also
  /// removed.
  @Test(arguments: [
    ("", ""), ("\n", ""), ("\n\n", ""), ("  \n", "\n  "), ("\n  \n", "\n\n  "), ("  \n\n", "\n  "),
    (" \n\n \n", "\n \n\n "),
  ])
  func blankLinesOfSpacesStay(_ blanks: String, _ kept: String) throws {
    #expect(try edited(Self.head + blanks + "rating: 4", "rating") == Self.head.dropLast() + kept)
  }

  /// Clearing a field removes it even if it has no value.
  @Test(arguments: ["~", "", "[]", "\"\"", "~ # none"])
  func nothingIsCleared(_ value: String) throws {
    for key in ["zzz", "list", "rating", "genres"] {
      #expect(try edited(Self.head + "\(key): \(value)\nyear: 1965\n", key) == Self.head + "year: 1965\n", "\(key)")
    }
  }

  @Test func nothingIsTakenOutOfAList() throws {
    #expect(try edited(Self.head + "list: ~\n", "list", .remove, "~") == Self.head)
    #expect(try edited(Self.head + "list: [a, ~, b]\n", "list", .remove, "~") == Self.head + "list: [a, b]\n")
    #expect(
      try edited(Self.head + "list:\n  - a\n  - ~ # none\n", "list", .remove, "~") == Self.head + "list:\n  - a\n")
    #expect(try edited(Self.head + "list: [a]\n", "list", .remove, "~") == nil)
  }

  /// In a flow mapping, the spaces before the remaining entries are preserved.
  @Test func blanksInBracesStay() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let values = ["rating: 4", "pages: 3", "year: 1965", "zzz: a b", "list: [x,  y]"]
    for _ in 0..<200 {
      let entries = ["id: b0000001-0000-4000-8000-000000000000", "title: Dune"] + values.shuffled(using: &random)
      let gaps = entries.map { _ in random.pick(["", " ", "  ", "   "]) }
      func text(without key: String?) -> String {
        let kept = entries.indices.filter { key == nil || !entries[$0].hasPrefix(key! + ":") }
        return "{" + kept.map { ($0 == 0 ? "" : gaps[$0]) + entries[$0] }.joined(separator: ",") + "}\n"
      }
      let key = String(random.pick(values).prefix { $0 != ":" })
      #expect(try edited(text(without: nil), key) == text(without: key))
    }
  }

  /// If a word is added, removed or replaced, only the lines around it change, regardless of the width of the
  /// paragraphs.
  @Test func textsOnSeveralLinesKeepThem() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for round in 0..<600 {
      let style = random.pick([">", ">-", "\"", "'", ""])
      let paragraphs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 2...6, using: &random)).map { _ in
          (0..<Int.random(in: 2...9, using: &random)).map { _ in
            random.pick(["sand", "spice", "worms", "Łódź", "it's", "a", "三体", "prophecy", "well-known"])
          }.joined(separator: " ")
        }
      }
      let isQuoted = !style.hasPrefix(">")
      let quote = isQuoted ? style : ""
      func written(_ text: String) -> String { style == "'" ? text.replacing("'", with: "''") : text }
      let lines = paragraphs.map { $0.map { "  " + written($0) } }.joined(separator: [""])
      var body = lines.joined(separator: "\n")
      if isQuoted { body = String(body.dropFirst(2)) }
      let end = random.once(in: 3) ? "\r\n" : "\n"
      let start = isQuoted ? "review: \(quote)" : "review: \(style)\n"
      let old = (Self.head + start + body + quote + "\nnotes: kept\n").replacing("\n", with: end)
      var words = paragraphs.map { $0.joined(separator: " ").split(separator: " ").map(String.init) }
      let paragraph = Int.random(in: 0..<words.count, using: &random)
      let place = Int.random(in: 0..<words[paragraph].count, using: &random)
      switch random.pick([0, 1, 2, 3]) {
      case 0: words[paragraph].append("more")
      case 1: words[paragraph].insert("more", at: place)
      case 2: words[paragraph].remove(at: place)
      default: words[paragraph][place] = "other"
      }
      let wanted = words.map { $0.joined(separator: " ") }.joined(separator: "\n") + (style == ">" ? "\n" : "")
      let new = try #require(try edited(old, "review", .set, wanted), "\(round)")
      let read = try TestLibrary.record("books/dune.yaml", Array(new.utf8), Self.schema)
      #expect(try read.texts(of: #require(Self.schema.field("review", of: .book))) == [wanted])
      #expect(changedLines(old, new) <= 4, "\(old)\n\(new)")
      #expect(new.contains("review: " + (isQuoted ? quote : style)) && new.hasSuffix("notes: kept" + end))
      #expect(end == "\n" || !new.replacing("\r\n", with: "").contains("\n"))
    }
  }

  /// The indentation indicator after `|` is removed if the new text does not need it.
  @Test func indentationIsStatedWhereItIsNeeded() throws {
    let needed = Self.head + "review: |2\n    deep\n  text\n"
    #expect(try edited(needed, "review", .set, "plain\ntext\n") == Self.head + "review: |\n  plain\n  text\n")
    #expect(try edited(needed, "review", .set, "  deep\nother\n") == Self.head + "review: |2\n    deep\n  other\n")
    let own = Self.head + "review: |2-\n  plain\n  text\n"
    #expect(try edited(own, "review", .set, "plain\nother") == Self.head + "review: |2-\n  plain\n  other\n")
  }
}
