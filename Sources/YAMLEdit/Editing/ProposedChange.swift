/// One way to make an edit: the bytes that change, and the nodes that parsing the result must yield.
///
/// Splicing text is error-prone: a value can contain a quotation mark, a wrong indentation can swallow the next key,
/// and an alias can suddenly refer to another node. So no splice is trusted. Each operation proposes one or more
/// changes, starting with the best one, and states for each which nodes disappear and which nodes replace them.
/// `Document.firstExact` then applies the splices, parses the new bytes from scratch, and compares the old and new
/// nodes with `isExact`. Apart from the removed and added nodes, each node must keep its kind, style, text, anchor,
/// tag, parent and alias target. The first change that passes is the result. If no change passes, the edit is refused
/// and the document is unchanged.
///
/// This check is what allows the layout code to guess: a wrong guess leads to a refusal but never to a loss of data.
/// Comments are not nodes, so `Document.applying` checks them separately.
struct ProposedChange {
  /// A node that the result must contain.
  struct Added: Hashable {
    var kind: Node.Kind
    var text: [UInt8] = []
    /// The index of the node's collection after only this change, or -1 for the root.
    var parent: Int
    /// The old node whose anchor this node adopts, or nil if it has no anchor.
    var anchorOf: Int?
    var tag: [UInt8] = []
  }

  var splices: [Splice]
  /// The nodes to remove.
  var removed: Range<Int>
  /// The nodes that replace the removed ones.
  var added: [Added]

  /// Returns the nodes that represent a value, where the index is that of the first node.
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

  /// Returns whether the two documents differ by exactly this change.
  func isExact(from old: Document, to new: Document) -> Bool {
    ProposedChange.moves([self], from: old, to: new) != nil
  }

  /// Returns the new index of each old node, or -1 for a removed one. Returns nil unless the two documents differ by
  /// exactly these changes.
  ///
  /// All other nodes must keep their kind, style, text, anchor, tag, parent and, for an alias, target. The preorder of
  /// the nodes and their parents determine the tree, so no difference is missed.
  static func moves(_ changes: [ProposedChange], from old: Document, to new: Document) -> [Int]? {
    let changes = changes.filter { !$0.removed.isEmpty || !$0.added.isEmpty }
      .sorted { $0.removed.lowerBound < $1.removed.lowerBound }
    var moved = [Int](repeating: -1, count: old.nodes.count)
    // The new index of each node or of the node that replaces it, such as a collection that has lost its tag.
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

    // The new index of each replaced node with an anchor. An alias must refer to the same node as before, even if the
    // node has a new value.
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

extension ProposedChange.Added {
  /// Returns whether a node of the new document has the expected kind, text, anchor and tag.
  fileprivate func describes(_ node: Int, _ old: Document, _ new: Document) -> Bool {
    let node = new.nodes[node]
    let anchor = anchorOf.map { old.textBytes(old.nodes[$0].anchor) } ?? []
    return node.kind == kind && new.textBytes(node.text).elementsEqual(text) && new.textBytes(node.anchor) == anchor
      && new.textBytes(node.tag).elementsEqual(tag)
  }
}
