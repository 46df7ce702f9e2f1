import Testing

@testable import YAMLEdit

/// Compares edits of flow collections with the results of a simple text model, byte for byte.
@Suite struct FlowCollectionTests {
  private var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ 22)

  private func edited(_ text: String, _ edit: Edit) throws -> String {
    String(decoding: try Document(Array(text.utf8)).applying(edit).bytes, as: UTF8.self)
  }

  // MARK: - On one line

  /// A flow collection on one line: its children, with the spaces before each child and before each comma.
  private struct OneLine {
    struct Child {
      var before: String
      var text: String
      var after: String
    }

    var isMapping: Bool
    var children: [Child]
    var endsInComma: Bool
    var end: String

    var text: String {
      var text = isMapping ? "{" : "["
      for (index, child) in children.enumerated() {
        let hasComma = endsInComma || index + 1 < children.count
        text += child.before + child.text + (hasComma ? child.after + "," : "")
      }
      return text + end + (isMapping ? "}" : "]")
    }

    /// A remaining child keeps the spaces before it, but if it becomes the first child, it gets the spaces of the old
    /// first child.
    func removing(_ position: Int) -> OneLine {
      var result = self
      let child = result.children.remove(at: position)
      if position == 0 { result.children[0].before = child.before }
      return result
    }
  }

  private mutating func oneLine() -> OneLine {
    let isMapping = random.once(in: 2)
    func blanks(_ random: inout SeededGenerator) -> String { random.pick(["", "", " ", " ", "  "]) }
    var children: [OneLine.Child] = []
    for number in 0..<Int.random(in: 2...5, using: &random) {
      let item = random.pick([
        "x\(number)", "'x \(number)'", "\"x, \(number)\"", "[\(number), y]", "{a: \(number)}", "é",
      ])
      let text = isMapping ? random.pick(["k\(number): \(item)", "\"k\(number)\" : \(item)", "k\(number)"]) : item
      children.append(OneLine.Child(before: blanks(&random), text: text, after: random.once(in: 4) ? " " : ""))
    }
    return OneLine(
      isMapping: isMapping, children: children, endsInComma: random.once(in: 4), end: blanks(&random))
  }

  /// Places a collection in a document: alone, as a value with a comment, or as a list item.
  private mutating func placed(_ collection: String) -> (text: String, path: [Step]) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: (collection + "\n", [])
    case 1: ("a: \(collection) # c\nb: 1\n", ["a"])
    default: ("- \(collection)\n- z\n", [0])
    }
  }

  @Test mutating func oneOfOneLineIsRemoved() throws {
    for _ in 0..<(Corpus.isFull ? 20_000 : 1500) {
      let collection = oneLine()
      let before = collection.text
      let (text, path) = placed(before)
      let position = Int.random(in: collection.children.indices, using: &random)
      let expected = text.replacing(before, with: collection.removing(position).text)
      let step: Step = collection.isMapping ? .entry(position) : .index(position)
      let result = try? edited(text, .remove(path + [step]))
      #expect(result == expected, "\(text) without \(position)")
    }
  }

  @Test mutating func oneIsPutBehindTheOthers() throws {
    for _ in 0..<(Corpus.isFull ? 20_000 : 1500) {
      let collection = oneLine()
      let before = collection.text
      let (text, path) = placed(before)
      let added = collection.isMapping ? "new: it" : "it"
      let last = collection.children.count - 1
      var new = collection
      new.children.append(OneLine.Child(before: " ", text: added, after: ""))
      if !collection.endsInComma { new.children[last].after = "" }
      let expected = text.replacing(before, with: new.text)
      let document = try Document(Array(text.utf8))
      let key = document.entries(of: try #require(document.node(at: path))).last.flatMap { document.text(of: $0.key) }
      let edit =
        collection.isMapping
        ? Edit.insert(key: "new", .scalar(Scalar("it")), into: path, after: key) : .append(Scalar("it"), to: path)
      let result = try? edited(text, edit)
      #expect(result == expected, "\(text)")
    }
  }

  // MARK: - On several lines

  /// A flow collection with one child per line.
  private struct Lines {
    var isMapping: Bool
    var children: [(text: String, comment: String)]
    var margin: String
    var endsInComma: Bool
    var head: String
    /// The text before the closing bracket.
    var end: String
    var lineBreak: String

    var text: String {
      var text = (isMapping ? "{" : "[") + head + lineBreak
      for (index, child) in children.enumerated() {
        text += margin + child.text + (endsInComma || index + 1 < children.count ? "," : "") + child.comment + lineBreak
      }
      return text + end + (isMapping ? "}" : "]")
    }
  }

  private mutating func lines() -> Lines {
    let isMapping = random.once(in: 2)
    func comment(_ random: inout SeededGenerator) -> String { random.pick(["", "", " # c", "  # far", " "]) }
    let children = (0..<Int.random(in: 2...5, using: &random)).map { number in
      let item = random.pick(["x\(number)", "'x \(number)'", "\"x, \(number)\""])
      return (text: isMapping ? "k\(number): \(item)" : item, comment: comment(&random))
    }
    return Lines(
      isMapping: isMapping, children: children, margin: random.pick(["  ", "    ", " "]),
      endsInComma: random.once(in: 2), head: comment(&random), end: random.pick(["", " ", "  "]),
      lineBreak: random.once(in: 5) ? "\r\n" : "\n")
  }

  /// Removing a child removes its line. If it was the last line and did not end with a comma, the comma on the line
  /// before it is also removed.
  @Test mutating func aLineIsRemoved() throws {
    for _ in 0..<(Corpus.isFull ? 20_000 : 1500) {
      let collection = lines()
      let position = Int.random(in: collection.children.indices, using: &random)
      var new = collection
      new.children.remove(at: position)
      let step: Step = collection.isMapping ? .entry(position) : .index(position)
      let (before, after) = (collection.text + collection.lineBreak, new.text + collection.lineBreak)
      let result = try? edited(before, .remove([step]))
      #expect(result == after, "\(before) without \(position)")
    }
  }

  /// A new child gets a separate line, with a comma if the last child had one, and with a comment.
  @Test mutating func aLineIsAdded() throws {
    for _ in 0..<(Corpus.isFull ? 20_000 : 1500) {
      let collection = lines()
      var new = collection
      let key = "k\(collection.children.count - 1)"
      let edit: Edit
      if collection.isMapping {
        edit = .insert(key: "new", .scalar(Scalar("it")), into: [], after: key)
        new.children.append((text: "new: it", comment: ""))
      } else {
        edit = .append(Scalar("it", comment: "said"), to: [])
        new.children.append((text: "it", comment: " # said"))
      }
      let (before, after) = (collection.text + collection.lineBreak, new.text + collection.lineBreak)
      let result = try? edited(before, edit)
      #expect(result == after, "\(before)")
    }
  }

  /// A new first child also gets a separate line.
  @Test mutating func aLineIsPutFirst() throws {
    for _ in 0..<(Corpus.isFull ? 20_000 : 1500) {
      var collection = lines()
      collection.isMapping = true
      collection.children = collection.children.enumerated().map { (text: "k\($0): 1", comment: $1.comment) }
      var new = collection
      new.children.insert((text: "new: it", comment: ""), at: 0)
      let (before, after) = (collection.text + collection.lineBreak, new.text + collection.lineBreak)
      let result = try? edited(before, .insert(key: "new", .scalar(Scalar("it")), into: [], after: nil))
      #expect(result == after, "\(before)")
    }
  }
}
