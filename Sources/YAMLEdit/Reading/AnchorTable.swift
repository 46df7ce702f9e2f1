/// The anchors seen so far in the text.
///
/// libyaml accepts an alias without an anchor, which `NodeBuilder` rejects. It also accepts a repeated anchor; an alias
/// then refers to the latest one. Anchors are ASCII in libyaml, so comparing strings is the same as comparing bytes.
/// Nearly all text has no anchors.
struct AnchorTable {
  private var nodes: [String: Int] = [:]

  /// Returns the node that an alias with this name refers to, or nil if no anchor with this name precedes it.
  subscript(name: UnsafeBufferPointer<UInt8>) -> Int? {
    nodes[String(decoding: name, as: UTF8.self)]
  }

  mutating func define(_ name: UnsafeBufferPointer<UInt8>, as node: Int) {
    nodes[String(decoding: name, as: UTF8.self)] = node
  }

  mutating func removeAll() {
    if !nodes.isEmpty {
      nodes.removeAll(keepingCapacity: true)
    }
  }
}
