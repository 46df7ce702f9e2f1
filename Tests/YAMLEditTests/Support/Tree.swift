@testable import YAMLEdit

/// The contents of a document as plain values: the model that edits are checked against.
indirect enum Tree: Equatable {
  case scalar([UInt8], String)
  case sequence([Tree], String)
  case mapping([Pair], String)
  case alias(String)

  struct Pair: Equatable {
    var key: Tree
    var value: Tree
  }

  /// Returns the tree of a document, or nil if the document is empty.
  static func of(_ document: Document) -> Tree? {
    document.nodes.isEmpty ? nil : of(0, document)
  }

  private static func of(_ index: Int, _ document: Document) -> Tree {
    let node = document.nodes[index]
    let anchor = String(decoding: document.textBytes(node.anchor), as: UTF8.self)
    let properties = anchor + " " + String(decoding: document.textBytes(node.tag), as: UTF8.self)
    switch node.kind {
    case .scalar:
      return .scalar(Array(document.textBytes(node.text)), properties)
    case .alias:
      return .alias(String(decoding: document.textBytes(node.text), as: UTF8.self))
    case .sequence:
      return .sequence(document.items(of: index).map { of($0, document) }, properties)
    case .mapping:
      let pairs = document.entries(of: index).map { Pair(key: of($0.key, document), value: of($0.value, document)) }
      return .mapping(pairs, properties)
    }
  }

  static let noProperties = " "

  static func of(_ value: Value, _ properties: String = noProperties) -> Tree {
    switch value {
    case .scalar(let scalar): .scalar(Array(scalar.text.utf8), properties)
    case .list(let items): .sequence(items.map { of(.scalar($0)) }, properties)
    case .sequence(let items): .sequence(items.map { of($0) }, properties)
    case .mapping(let entries):
      .mapping(entries.map { Pair(key: of(.scalar(Scalar($0.key))), value: of($0.value)) }, properties)
    }
  }

  var properties: String {
    switch self {
    case .scalar(_, let properties), .sequence(_, let properties), .mapping(_, let properties): properties
    case .alias: Self.noProperties
    }
  }

  // MARK: - Edits

  /// Returns the possible results of an edit, or none if the edit is impossible.
  static func after(_ edit: Edit, on tree: Tree?) -> [Tree?] {
    guard let tree else {
      guard case .insert(let key, let value, [], nil) = edit else { return [] }
      return [.mapping([Pair(key: of(.scalar(Scalar(key))), value: of(value))], noProperties)]
    }
    switch edit {
    case .set(let path, let value):
      return [tree.changing(path[...]) { $0.replaced(by: value) }]
    case .setComment:
      return [tree]
    case .append(let scalar, let path):
      return [tree.changing(path[...]) { $0.appending(scalar) }]
    case .renameKey(let path, let name):
      return [tree.changing(path.dropLast()) { $0.renaming(path[path.count - 1], to: name) }]
    case .remove(let path):
      return [tree.removing(path[...])]
    case .insert(let key, let value, let path, let sibling):
      return [0, -1].map { shift in
        tree.changing(path[...]) { $0.inserting(key, value, after: sibling, shift: shift) }
      }
    }
  }

  /// Returns the tree without the anchors and tags of a list's items. If a list is set, items that remain keep their
  /// anchors and tags.
  func withoutPropertiesOfItems(at path: [Step]) -> Tree? {
    changing(path[...]) { tree in
      guard case .sequence(let items, let properties) = tree else { return tree }
      let plain = items.map { item in
        if case .scalar(let text, _) = item { Tree.scalar(text, Tree.noProperties) } else { item }
      }
      return .sequence(plain, properties)
    }
  }

  private func child(_ step: Step) -> Int? {
    switch (self, step) {
    case (.sequence(let items, _), .index(let index)): items.indices.contains(index) ? index : nil
    case (.mapping(let pairs, _), .key(let key)): pairs.firstIndex { $0.key.isScalar(key) }
    default: nil
    }
  }

  private func isScalar(_ text: String) -> Bool {
    if case .scalar(let bytes, _) = self { return bytes == Array(text.utf8) }
    return false
  }

  private func changing(_ path: ArraySlice<Step>, _ change: (Tree) -> Tree?) -> Tree? {
    guard let step = path.first else { return change(self) }
    guard let index = child(step) else { return nil }
    switch self {
    case .sequence(var items, let properties):
      guard let item = items[index].changing(path.dropFirst(), change) else { return nil }
      items[index] = item
      return .sequence(items, properties)
    case .mapping(var pairs, let properties):
      guard let value = pairs[index].value.changing(path.dropFirst(), change) else { return nil }
      pairs[index].value = value
      return .mapping(pairs, properties)
    case .scalar, .alias:
      return nil
    }
  }

  /// The properties of the node without its tag.
  private var anchorOnly: String { properties.prefix { $0 != " " } + " " }

  /// Returns the tree after its value has been replaced. The tag is removed together with the value, unless a list
  /// replaces a list.
  private func replaced(by value: Value) -> Tree {
    switch (self, value) {
    case (.scalar(let text, _), .scalar(let scalar)) where text == Array(scalar.text.utf8): self
    case (.sequence, .list): Tree.of(value, properties)
    case (.mapping, .mapping) where withoutProperties == Tree.of(value): self
    default: Tree.of(value, anchorOnly)
    }
  }

  /// The tree without anchors and tags.
  private var withoutProperties: Tree {
    switch self {
    case .scalar(let text, _): .scalar(text, Self.noProperties)
    case .sequence(let items, _): .sequence(items.map(\.withoutProperties), Self.noProperties)
    case .mapping(let pairs, _):
      .mapping(
        pairs.map { Pair(key: $0.key.withoutProperties, value: $0.value.withoutProperties) }, Self.noProperties)
    case .alias: self
    }
  }

  private func appending(_ scalar: Scalar) -> Tree? {
    let new = Tree.of(.scalar(scalar))
    switch self {
    case .sequence(let items, let properties): return .sequence(items + [new], properties)
    case .scalar([], _): return .sequence([new], anchorOnly)
    case .scalar(let text, let properties):
      // The anchor stays with the node that aliases refer to, which is now the list. The tag moves with the value that
      // it describes.
      let tag = properties.drop { $0 != " " }
      return .sequence([.scalar(text, String(tag)), new], anchorOnly)
    case .mapping, .alias: return nil
    }
  }

  private func renaming(_ step: Step, to name: String) -> Tree? {
    guard case .mapping(var pairs, let properties) = self, let index = child(step) else { return nil }
    pairs[index].key = .scalar(Array(name.utf8), pairs[index].key.properties)
    return .mapping(pairs, properties)
  }

  private func inserting(_ key: String, _ value: Value, after sibling: String?, shift: Int) -> Tree? {
    let pair = Pair(key: Tree.of(.scalar(Scalar(key))), value: Tree.of(value))
    switch self {
    case .mapping(var pairs, let properties):
      let index = sibling.map { child(.key($0)).map { $0 + 1 } } ?? 0
      guard let index, index + shift >= 0 else { return nil }
      pairs.insert(pair, at: index + shift)
      return .mapping(pairs, properties)
    case .scalar([], _):
      return .mapping([pair], anchorOnly)
    case .scalar, .sequence, .alias:
      return nil
    }
  }

  /// Removes a child. If a collection has no children left, it is removed together with its key, unless it is a list
  /// item or the root.
  private func removing(_ path: ArraySlice<Step>) -> Tree? {
    guard let step = path.first, let index = child(step) else { return nil }
    let inner = path.dropFirst()
    switch self {
    case .sequence(var items, let properties):
      if inner.isEmpty {
        items.remove(at: index)
      } else {
        guard let item = items[index].removing(inner) else { return nil }
        items[index] = item
      }
      return .sequence(items, properties)
    case .mapping(var pairs, let properties):
      let value = inner.isEmpty ? nil : pairs[index].value.removing(inner)
      if !inner.isEmpty, value == nil {
        return nil
      }
      if let value, !value.isEmptyCollection {
        pairs[index].value = value
      } else {
        pairs.remove(at: index)
      }
      return .mapping(pairs, properties)
    case .scalar, .alias:
      return nil
    }
  }

  private var isEmptyCollection: Bool {
    switch self {
    case .sequence(let items, _): items.isEmpty
    case .mapping(let pairs, _): pairs.isEmpty
    case .scalar, .alias: false
    }
  }
}
