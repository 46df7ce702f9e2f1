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
    case .sequence(let items):
      items.reduce(into: [Added(kind: .sequence, parent: parent, anchorOf: anchor, tag: tag)]) { nodes, item in
        nodes += Self.nodes(of: item, at: index + nodes.count, parent: index)
      }
    case .mapping(let entries):
      entries.reduce(into: [Added(kind: .mapping, parent: parent, anchorOf: anchor, tag: tag)]) { nodes, entry in
        nodes.append(Added(kind: .scalar, text: Array(entry.key.utf8), parent: index))
        nodes += Self.nodes(of: entry.value, at: index + nodes.count, parent: index)
      }
    }
  }

  /// Returns whether a document is the other one with exactly this change.
  func isExact(from old: Document, to new: Document) -> Bool {
    Change.moves([self], from: old, to: new) != nil
  }

  /// Returns where the nodes of a document are in another one, which is that document with exactly these changes;
  /// -1 for one that is removed. Nil if anything else has changed.
  ///
  /// Nodes before and after the changed ones must be the same in kind, style, text, anchor, tag, parent and, for an
  /// alias, in the node that it stands for. Nodes in preorder with their parents are the tree, so nothing is missed.
  static func moves(_ changes: [Change], from old: Document, to new: Document) -> [Int]? {
    let changes = changes.filter { !$0.removed.isEmpty || !$0.added.isEmpty }
      .sorted { $0.removed.lowerBound < $1.removed.lowerBound }
    var moved = [Int](repeating: -1, count: old.nodes.count)
    // Where a node is, or what has come in its place, such as a collection whose tag is gone.
    var places = moved
    var next = 0
    var shift = 0
    for change in changes {
      guard change.removed.lowerBound >= next, change.removed.upperBound <= moved.count else { return nil }
      for index in next..<change.removed.lowerBound { moved[index] = index + shift }
      shift += change.added.count - change.removed.count
      for index in change.removed { places[index] = index + shift }
      next = change.removed.upperBound
    }
    for index in next..<moved.count { moved[index] = index + shift }
    for index in moved.indices where moved[index] >= 0 { places[index] = moved[index] }
    guard new.nodes.count == old.nodes.count + shift else { return nil }

    // An alias stands for the same node as before, even if that one has a new value.
    var owners: [Int: Int] = [:]
    shift = 0
    for change in changes {
      let start = change.removed.lowerBound + shift
      if let anchor = change.added.first?.anchorOf { owners[anchor] = start }
      for (offset, added) in change.added.enumerated() {
        let parent = added.parent
        let owner =
          parent < 0
          ? parent : parent < change.removed.lowerBound ? moved[parent] : start + parent - change.removed.lowerBound
        guard new.nodes[start + offset].parent == owner, added.describes(start + offset, old, new) else { return nil }
      }
      shift += change.added.count - change.removed.count
    }
    for (index, place) in moved.enumerated() where place >= 0 {
      let (before, after) = (old.nodes[index], new.nodes[place])
      let target =
        before.target < 0 ? -1 : moved[before.target] >= 0 ? moved[before.target] : owners[before.target]
      guard before.kind == after.kind, before.style == after.style, before.isPair == after.isPair,
        after.parent == (before.parent < 0 ? before.parent : places[before.parent]), after.target == target,
        old.textBytes(before.text) == new.textBytes(after.text),
        old.textBytes(before.anchor) == new.textBytes(after.anchor),
        old.textBytes(before.tag) == new.textBytes(after.tag)
      else { return nil }
    }
    return moved
  }
}

extension Change.Added {
  /// Returns whether a new node has this kind, text, anchor and tag.
  fileprivate func describes(_ node: Int, _ old: Document, _ new: Document) -> Bool {
    let node = new.nodes[node]
    let anchor = anchorOf.map { old.textBytes(old.nodes[$0].anchor) } ?? []
    return node.kind == kind && new.textBytes(node.text).elementsEqual(text) && new.textBytes(node.anchor) == anchor
      && new.textBytes(node.tag).elementsEqual(tag)
  }
}
