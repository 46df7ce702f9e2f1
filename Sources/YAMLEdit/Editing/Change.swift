/// A way to make an edit: which bytes change, and what reading the result has to give.
struct Change {
  /// A node that is expected.
  struct Added: Hashable {
    var kind: Node.Kind
    var text: [UInt8] = []
    /// The index of its collection after the change.
    var parent: Int
    /// The node before the change whose anchor it has.
    var anchorOf: Int?
    var tag: [UInt8] = []
  }

  var splices: [Splice]
  /// The nodes that go.
  var removed: Range<Int>
  /// The nodes that come in their place.
  var added: [Added]

  /// Returns the nodes of a value at an index.
  static func nodes(
    of value: Value, at index: Int, parent: Int, anchorOf anchor: Int? = nil, tag: [UInt8] = []
  ) -> [Added] {
    switch value {
    case .scalar(let scalar):
      [Added(kind: .scalar, text: Array(scalar.text.utf8), parent: parent, anchorOf: anchor, tag: tag)]
    case .list(let items):
      [Added(kind: .sequence, parent: parent, anchorOf: anchor, tag: tag)]
        + items.map { Added(kind: .scalar, text: Array($0.text.utf8), parent: index) }
    case .mapping(let entries):
      entries.reduce(into: [Added(kind: .mapping, parent: parent, anchorOf: anchor, tag: tag)]) { nodes, entry in
        nodes.append(Added(kind: .scalar, text: Array(entry.key.utf8), parent: index))
        nodes += Self.nodes(of: entry.value, at: index + nodes.count, parent: index)
      }
    }
  }

  /// Returns whether a document is the other one with exactly this change.
  ///
  /// Nodes before and after the changed ones must be the same in kind, style, text, anchor, tag, parent and, for an
  /// alias, in the node that it stands for. Nodes in preorder with their parents are the tree, so nothing is missed.
  func isExact(from old: Document, to new: Document) -> Bool {
    let shift = added.count - removed.count
    guard new.nodes.count == old.nodes.count + shift else { return false }
    let moved = { (index: Int) in index < removed.lowerBound ? index : index + shift }
    // An alias stands for the same node as before, even if that one has a new value.
    let target = { (index: Int) in removed.contains(index) ? owner(of: index) : moved(index) }
    for index in old.nodes.indices where !removed.contains(index) {
      let before = old.nodes[index]
      let after = new.nodes[moved(index)]
      guard before.kind == after.kind, before.style == after.style, before.isPair == after.isPair,
        after.parent == moved(before.parent), after.target == target(before.target),
        old.textBytes(before.text) == new.textBytes(after.text),
        old.textBytes(before.anchor) == new.textBytes(after.anchor),
        old.textBytes(before.tag) == new.textBytes(after.tag)
      else { return false }
    }
    for (offset, expected) in added.enumerated() {
      let node = new.nodes[removed.lowerBound + offset]
      guard node.kind == expected.kind, node.parent == expected.parent,
        new.textBytes(node.text).elementsEqual(expected.text)
      else { return false }
      let anchor = expected.anchorOf.map { old.textBytes(old.nodes[$0].anchor) } ?? []
      guard new.textBytes(node.anchor) == anchor, new.textBytes(node.tag).elementsEqual(expected.tag) else {
        return false
      }
    }
    return true
  }

  /// Returns the index of the added node that takes over the anchor of a removed one; nil if there is none.
  private func owner(of node: Int) -> Int? {
    added.firstIndex { $0.anchorOf == node }.map { $0 + removed.lowerBound }
  }
}
