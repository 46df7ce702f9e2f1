import Testing

@testable import YAMLEdit

/// Compares the line breaks in folded text (`>`) with the result of a slow but simple model.
@Suite struct FoldedTextTests {
  /// A paragraph as lines of words.
  private typealias Paragraph = [[String]]

  private var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ 21)

  // MARK: - Contents of the lines

  /// The lines always fold to the new text, regardless of the old lines.
  @Test mutating func linesFoldToTheText() {
    for _ in 0..<(Corpus.isFull ? 40_000 : 3000) {
      let (old, text) = (lines(), lines())
      let written = FoldedTextTests.written(old, FoldedTextTests.folded(text))
      #expect(FoldedTextTests.folded(written) == FoldedTextTests.folded(text), "\(old) \(text) \(written)")
    }
  }

  /// An unchanged text keeps its lines.
  @Test mutating func whatStaysKeepsItsLines() {
    for _ in 0..<(Corpus.isFull ? 40_000 : 3000) {
      let old = lines()
      let text = FoldedTextTests.folded(old)
      guard Set(text.filter { !$0.isEmpty }).count == text.count(where: { !$0.isEmpty }) else { continue }
      #expect(FoldedTextTests.written(old, text) == old)
    }
  }

  // MARK: - Line breaks

  /// If paragraphs are changed, added and removed, the lines around the change are kept, and new lines are not wider
  /// than the other lines.
  @Test mutating func changesKeepTheLinesAroundThem() {
    for _ in 0..<(Corpus.isFull ? 100_000 : 6000) {
      let old = (0..<Int.random(in: 1...3, using: &random)).map { _ in paragraph() }
      var new = old.map { Array($0.joined()) }
      for _ in 0..<Int.random(in: 1...3, using: &random) { change(&new) }
      let texts = old.map { Array($0.joined()) }
      guard Set(texts).count == texts.count, !new.isEmpty else { continue }
      let expected = FoldedTextTests.expected(old, new)
      let written = FoldedTextTests.written(FoldedTextTests.text(old), new.map { $0.joined(separator: " ") })
      #expect(written == FoldedTextTests.text(expected), "\(old) \(new)")
    }
  }

  /// A plain or quoted scalar on several lines is broken into lines like a folded scalar.
  @Test mutating func textsOnSeveralLines() throws {
    for _ in 0..<(Corpus.isFull ? 60_000 : 3000) {
      let (mark, margin) = (random.pick(["", "'", "\""]), random.pick([" ", "  ", "     "]))
      let lineBreak = random.once(in: 4) ? "\r\n" : "\n"
      let old = (0..<Int.random(in: 1...2, using: &random)).map { _ in paragraph(marked: mark) }
      var new = old.map { Array($0.joined()) }
      for _ in 0..<Int.random(in: 1...2, using: &random) { change(&new, marked: mark) }
      let texts = old.map { Array($0.joined()) }
      guard Set(texts).count == texts.count, !new.isEmpty, old.count > 1 || old[0].count > 1 else { continue }
      func written(_ paragraphs: [Paragraph]) -> String {
        let lines = FoldedTextTests.text(paragraphs)
        let rest = lines.dropFirst().map { lineBreak + ($0.isEmpty ? "" : margin + $0) }
        return "a: " + mark + lines[0] + rest.joined() + mark + " # c" + lineBreak + "b: 1" + lineBreak
      }
      let text = new.map { $0.joined(separator: " ") }.joined(separator: "\n")
      let document = try Document(Array(written(old).utf8))
      let edit = Edit.set(["a"], .scalar(Scalar(mark == "'" ? text.replacing("''", with: "'") : text)))
      let result = String(decoding: try document.applying(edit).bytes, as: UTF8.self)
      #expect(result == written(FoldedTextTests.expected(old, new)), "\(written(old)) \(text)")
    }
  }

  private mutating func change(_ paragraphs: inout [[String]], marked mark: String = "") {
    let position = paragraphs.isEmpty ? 0 : Int.random(in: paragraphs.indices, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: paragraphs.insert(Array(paragraph(marked: mark).joined()), at: position)
    case 1 where !paragraphs.isEmpty: paragraphs.remove(at: position)
    case _ where paragraphs.isEmpty: break
    default:
      var words = paragraphs[position]
      let start = Int.random(in: 0...words.count, using: &random)
      let end = min(words.count, start + Int.random(in: 0...3, using: &random))
      words.replaceSubrange(start..<end, with: (0..<Int.random(in: 0...3, using: &random)).map { _ in word(mark) })
      if !words.isEmpty { paragraphs[position] = words }
    }
  }

  /// Returns the result of the model. A changed paragraph keeps the old lines that it still starts or ends with, and
  /// the words between them are broken into lines again. Words that are only inserted or appended continue the line
  /// before them.
  private static func expected(_ old: [Paragraph], _ new: [[String]]) -> [Paragraph] {
    let texts = old.map { Array($0.joined()) }
    let maximum = min(old.count, new.count)
    let start = (0...maximum).last { new[..<$0] == texts[..<$0] } ?? 0
    let end = (0...(maximum - start)).last { new.suffix($0) == texts.suffix($0) } ?? 0
    let width = width(of: old)
    return new.enumerated().map { position, words in
      if let known = texts.firstIndex(of: words) { return old[known] }
      let isBetween = position >= start && position < new.count - end && position < old.count - end
      let lines = isBetween ? old[position] : []
      let first = (0...lines.count).last { words.starts(with: lines[..<$0].joined()) } ?? 0
      let rest = words.dropFirst(lines[..<first].joined().count)
      let last = (first...lines.count).first { rest.reversed().starts(with: lines[$0...].joined().reversed()) } ?? 0
      let middle = rest.dropLast(lines[last...].joined().count)
      if middle.isEmpty { return Array(lines[..<first] + lines[last...]) }
      let goesOn = first == last && first > 0
      let filled = filled((goesOn ? lines[first - 1] : []) + middle, width)
      return lines[..<(goesOn ? first - 1 : first)] + filled + lines[last...]
    }
  }

  /// Returns the width of the widest line among multiline paragraphs. If there are none, returns 80, or no limit if any
  /// line is wider than 80.
  private static func width(of paragraphs: [Paragraph]) -> Int {
    func widest(_ paragraphs: [Paragraph]) -> Int? {
      paragraphs.flatMap { $0.map { $0.joined(separator: " ").count } }.max()
    }
    return widest(paragraphs.filter { $0.count > 1 }) ?? ((widest(paragraphs) ?? 0) > 80 ? .max : 80)
  }

  private static func filled(_ words: [String], _ width: Int) -> [[String]] {
    words.reduce(into: [[]]) { lines, word in
      let last = lines[lines.count - 1]
      if last.isEmpty || (last + [word]).joined(separator: " ").count <= width {
        lines[lines.count - 1].append(word)
      } else {
        lines.append([word])
      }
    }
  }

  // MARK: - Texts

  /// Returns a random word, in the form that is used between quotation marks.
  private mutating func word(_ mark: String = "") -> String {
    random.pick(["a", "be", "sea", "deep", "é", "ünïe", "waters", mark == "'" ? "it''s" : "it's"])
  }

  private mutating func paragraph(marked mark: String = "") -> Paragraph {
    if random.once(in: 12) { return [(0..<Int.random(in: 14...24, using: &random)).map { _ in word(mark) }] }
    return (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in word(mark) }
    }
  }

  /// Returns random lines of a block scalar: paragraphs, empty lines, and lines with more indentation.
  private mutating func lines() -> [String] {
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: lines.append("  " + word() + " " + word())
      case 1: lines.append(word() + "  " + word() + " " + word() + random.pick(["", " "]))
      default: lines += paragraph().map { $0.joined(separator: " ") }
      }
      lines += Array(repeating: "", count: Int.random(in: 0...2, using: &random))
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func text(_ paragraphs: [Paragraph]) -> [String] {
    Array(paragraphs.map { $0.map { $0.joined(separator: " ") } }.joined(separator: [""]))
  }

  private static func written(_ old: [String], _ text: [String]) -> [String] {
    FoldedText(old.map { Array($0.utf8) }).lines(of: text.map { Array($0.utf8) })
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Folds lines as YAML does: a line break becomes a space, and each empty line a line break. Next to an indented
  /// line, every line break is kept.
  private static func folded(_ lines: [String]) -> [String] {
    var (text, empty, isIndented): (String?, Int, Bool) = (nil, 0, false)
    for line in lines {
      if line.isEmpty {
        empty += 1
        continue
      }
      let isDeeper = line.hasPrefix(" ")
      let isAsItIs = isDeeper || isIndented
      let breaks = text == nil ? empty : isAsItIs ? empty + 1 : empty
      text = (text ?? "") + (breaks == 0 && text != nil ? " " : String(repeating: "\n", count: breaks)) + line
      (empty, isIndented) = (0, isDeeper)
    }
    return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
