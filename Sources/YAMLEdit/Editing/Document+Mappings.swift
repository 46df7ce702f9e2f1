/// Replaces other values with mappings.
extension Document {
  /// Returns the ways to replace a node with a mapping, either below its key or in braces.
  func mappingWays(_ entries: [Value.Entry], at node: Int) -> [[Splice]] {
    let braces = ValueSlot(of: node, in: self, ofLines: false)
    let flow = Rendering(inline: EntryWriter(column: 0, style: style).inBraces(entries))
    return blockWays(entries, at: node) + [braces.splices(for: flow, in: self)].compactMap { $0 }
  }

  private func blockWays(_ entries: [Value.Entry], at node: Int) -> [[Splice]] {
    guard let key = key(of: node), !isInFlow(node), !entries.isEmpty else { return [] }
    let slot = ValueSlot(of: node, in: self, ofLines: true)
    let column = column(of: nodes[nodes[key].parent].content.lowerBound)
    return EntryWriter(column: column, style: style(in: nodes[key].parent)).below(entries).compactMap { lines in
      slot.splices(for: Rendering(inline: [], lines: lines), in: self)
    }
  }
}
