/// Replaces values.
extension Document {
  func setting(_ path: [Step], to value: Value) throws(EditRefusal) -> Document {
    let node = try resolve(path)
    switch value {
    case .scalar(let scalar):
      let result = try settingScalar(scalar, at: node)
      return result.commented(scalar.comment, at: path)
    case .list(let items):
      if let changed = settingItems(items, of: node, at: path) {
        return changed
      }
      if nodes[node].tag.count > 0, nodes[node].kind != .sequence {
        return try removingTag(of: node).setting(path, to: value)
      }
      return try replacing(node, by: value, listCandidates(items, at: node))
    case .sequence(let items):
      if equals(value, node) {
        return self
      }
      if nodes[node].tag.count > 0 {
        return try removingTag(of: node).setting(path, to: value)
      }
      let brackets = Rendering(inline: EntryWriter(column: 0, style: style).inBrackets(items))
      return try replacing(
        node, by: value,
        [ValueSlot(of: node, in: self, ofLines: false).splices(for: brackets, in: self)].compactMap { $0 })
    case .mapping(let entries):
      if equals(value, node) {
        return self
      }
      if nodes[node].tag.count > 0 {
        return try removingTag(of: node).setting(path, to: value)
      }
      return try replacing(node, by: value, mappingWays(entries, at: node))
    }
  }

  /// Returns the document with a comment at the path, or the same document if the comment is nil or there is no room
  /// for it.
  func commented(_ comment: String?, at path: [Step]) -> Document {
    guard let comment, let result = try? settingComment(comment, at: path) else { return self }
    return result
  }

  // MARK: - Scalars

  private func settingScalar(_ scalar: Scalar, at node: Int) throws(EditRefusal) -> Document {
    let old = nodes[node]
    if old.kind == .scalar, !old.lacksColon, textBytes(old.text).elementsEqual(scalar.text.utf8),
      !scalar.isNull || isNull(node)
    {
      return self
    }
    if old.tag.count > 0 {
      return try removingTag(of: node).settingScalar(scalar, at: node)
    }
    let slot = ValueSlot(of: node, in: self, ofLines: false)
    let renderings = [lines(of: scalar, at: node)].compactMap { $0 } + writer(replacing: node).renderings(of: scalar)
    return try replacing(node, by: .scalar(scalar), renderings.compactMap { slot.splices(for: $0, in: self) })
  }

  private func replacing(_ node: Int, by value: Value, _ candidates: [[Splice]]) throws(EditRefusal) -> Document {
    let old = nodes[node]
    let added = ProposedChange.nodes(
      of: value, at: node, parent: old.parent, anchorOf: old.kind == .alias ? nil : node, tag: tag(of: node))
    let changes = candidates.map { ProposedChange(splices: $0, removed: node..<old.next, added: added) }
    return try firstExact(changes, at: old.range.lowerBound)
  }

  // MARK: - Lists

  /// Changes a list of scalars item by item, so that unchanged items keep their comments and layout.
  ///
  /// Returns nil if the whole list has to be rewritten.
  private func settingItems(_ items: [Scalar], of node: Int, at path: [Step]) -> Document? {
    let children = self.items(of: node)
    let maximum = 400
    if items.isEmpty, children.isEmpty, nodes[node].kind == .sequence {
      return self
    }
    guard !items.isEmpty, !children.isEmpty, children.count + items.count < maximum,
      children.allSatisfy({ nodes[$0].kind == .scalar })
    else { return nil }
    let old = children.map { Array(textBytes(nodes[$0].text)) }
    let difference = ListDifference(from: old, to: items.map { Array($0.text.utf8) })
    var result = self
    do throws(EditRefusal) {
      for (item, position) in difference.insertions {
        result = try result.insertingItem(items[item], at: position, of: path)
      }
      for position in difference.removals.reversed() {
        result = try result.removing(path + [.index(position)])
      }
    } catch {
      return nil
    }
    // Set the comments last, when the layout shows which items have room for them.
    for (index, item) in items.enumerated() {
      result = result.commented(item.comment, at: path + [.index(index)])
    }
    return result
  }
}
