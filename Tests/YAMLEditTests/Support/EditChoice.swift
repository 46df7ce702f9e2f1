@testable import YAMLEdit

/// All edits that tests try on a document.
struct EditChoice {
  let document: Document
  private(set) var paths: [[Step]] = []

  init(_ document: Document) {
    self.document = document
    if !document.nodes.isEmpty {
      collect(0, [])
    }
  }

  /// Collects the paths of all nodes. Entries whose keys are not scalars have no path.
  private mutating func collect(_ node: Int, _ path: [Step]) {
    paths.append(path)
    for (index, item) in document.items(of: node).enumerated() {
      collect(item, path + [.index(index)])
    }
    for (key, value) in document.entries(of: node) {
      if let name = document.text(of: key) {
        collect(value, path + [.key(name)])
      }
    }
  }

  /// Returns edits of every kind at every path, with these texts.
  func all(texts: [String], keys: [String], comments: [String]) -> [Edit] {
    var edits: [Edit] = []
    for path in paths {
      edits += texts.map { .set(path, .scalar(Scalar($0))) }
      edits += [Scalar.Form.literal, .quoted].map { .set(path, .scalar(Scalar("5f0e", form: $0))) }
      edits += lists(texts).map { .set(path, .list($0)) }
      edits += mappings(texts).map { .set(path, $0) }
      edits += comments.map { .setComment(path, $0) } + [.setComment(path, nil)]
      guard let node = document.node(at: path) else { continue }
      if !path.isEmpty {
        edits.append(.remove(path))
      }
      if case .key? = path.last {
        edits += keys.map { .renameKey(path, to: $0) }
      }
      if document.nodes[node].kind == .sequence || document.nodes[node].kind == .scalar {
        edits += texts.map { .append(Scalar($0), to: path) }
        edits.append(.append(Scalar("commented", comment: "note"), to: path))
      }
      if document.nodes[node].kind == .mapping || document.nodes[node].isEmptyScalar {
        edits += insertions(into: node, path, texts, keys)
      }
    }
    if document.nodes.isEmpty {
      edits += texts.map { .insert(key: "k", .scalar(Scalar($0)), into: [], after: nil) }
    }
    return edits
  }

  private func lists(_ texts: [String]) -> [[Scalar]] {
    let plain = [[], ["one"], ["one", "two # x", "3"], texts.prefix(3), texts.suffix(4)].map { $0.map { Scalar($0) } }
    return plain + [[Scalar("one", comment: "first"), Scalar("two"), Scalar("one", form: .literal, comment: "third")]]
  }

  private func mappings(_ texts: [String]) -> [Value] {
    let inner = Value.mapping([
      Value.Entry("a: b", .list([Scalar("one"), Scalar("two")])), Value.Entry("c", .mapping([])),
    ])
    let entries = texts.prefix(3).enumerated().map { Value.Entry("k\($0)", .scalar(Scalar($1))) }
    let items: [Value] = [
      .scalar(Scalar("x, y")), .list([Scalar("12"), Scalar("")]), inner, .sequence([.mapping([])]),
    ]
    return [
      .sequence(items), .mapping([]), .mapping(entries),
      .mapping([Value.Entry("inner", inner), Value.Entry("", .list([]))]),
    ]
  }

  private func insertions(into node: Int, _ path: [Step], _ texts: [String], _ keys: [String]) -> [Edit] {
    let siblings = [nil] + document.entries(of: node).map { document.text(of: $0.key) }
    var edits: [Edit] = []
    for sibling in siblings {
      edits += keys.map { .insert(key: $0, .scalar(Scalar("v")), into: path, after: sibling) }
      edits += texts.map { .insert(key: "new", .scalar(Scalar($0)), into: path, after: sibling) }
      edits += lists(texts).map { .insert(key: "new", .list($0), into: path, after: sibling) }
      edits += mappings(texts).map { .insert(key: "new", $0, into: path, after: sibling) }
    }
    return edits
  }

  /// Returns a random edit.
  func random(using generator: inout SeededGenerator) -> Edit? {
    guard !paths.isEmpty else {
      return .insert(key: "k", .scalar(Scalar(generator.pick(Inputs.texts))), into: [], after: nil)
    }
    let path = generator.pick(paths)
    let texts = (0..<4).map { _ in generator.pick(Inputs.texts + Inputs.longTexts) }
    var choice = EditChoice(document)
    choice.paths = [path]
    return choice.all(
      texts: texts, keys: [generator.pick(Inputs.keys)], comments: [generator.pick(Inputs.comments)]
    ).randomElement(using: &generator)
  }
}
