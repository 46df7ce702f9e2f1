/// The anchors of a text so far. libyaml accepts an undefined alias, and a repeated anchor, of which the last one
/// counts.
///
/// Anchors are ASCII in libyaml, so comparing strings compares bytes. Nearly all texts have none.
struct AnchorTable {
  private var nodes: [String: Int] = [:]

  /// Returns the node that an alias with this name stands for.
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
