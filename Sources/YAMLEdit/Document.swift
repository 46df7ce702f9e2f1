/// A YAML document: its bytes, and a flat array of nodes with the exact byte range of each.
///
/// libyaml parses the bytes (`EventReader`), and `NodeBuilder` turns its events into nodes and corrects their ranges.
/// The nodes do not replace the bytes, but serve as an index into them, which keeps editing lossless: an edit does not
/// write out the whole tree, but splices a few bytes, parses the result, and accepts it only if the two trees differ
/// exactly as requested (see `applying` and `ProposedChange`). Comments, blank lines, quotes and indentation elsewhere
/// in the file are never touched.
///
/// The parser accepts all text that libyaml accepts, with four restrictions: the keys of a mapping must differ unless
/// `keepsDuplicateKeys` is true, an alias must follow its anchor, there is at most one document, and the text must stay
/// within `Limits`. Aliases are never expanded, so a small file cannot take up an excessive amount of memory.
public struct Document: Sendable {
  public let bytes: [UInt8]
  /// The nodes in preorder: a node precedes its children, and a key precedes its value. The first node is the root. A
  /// document without content has no nodes.
  public let nodes: [Node]
  /// The concatenated texts of the scalars that do not appear verbatim in `bytes`, such as those with escapes.
  let decoded: [UInt8]
  let limits: Limits
  /// Whether a key may occur more than once in a mapping, as in a file that is being repaired.
  let keepsDuplicateKeys: Bool

  /// Parses a document.
  ///
  /// Throws `YAMLError` if the bytes are not one YAML document within the limits.
  ///
  /// - Parameter keepsDuplicateKeys: whether a key may occur more than once in a mapping. If so, a path with the key
  ///   leads to the first occurrence.
  public init(
    _ bytes: [UInt8], limits: Limits = Limits(), keepsDuplicateKeys: Bool = false
  ) throws(YAMLError) {
    var builder = NodeBuilder()
    // The buffer avoids a bounds check and a retain for each byte. It does not outlive the call.
    try bytes.withUnsafeBufferPointer { source throws(YAMLError) in
      try builder.read(source, limits: limits, keepsDuplicateKeys: keepsDuplicateKeys)
    }
    self.bytes = bytes
    self.limits = limits
    self.keepsDuplicateKeys = keepsDuplicateKeys
    nodes = builder.nodes
    decoded = builder.decoded
  }

  /// Creates a document without content.
  init(nothing limits: Limits) {
    bytes = []
    nodes = []
    decoded = []
    self.limits = limits
    keepsDuplicateKeys = false
  }

  /// Returns the line and column of a byte offset.
  public func place(of offset: Int) -> Place {
    YAMLError.place(of: offset, in: bytes)
  }

  /// Returns the index of the node at the path, or nil if there is none. Does not follow aliases.
  public func node(at path: [Step]) -> Int? {
    guard !nodes.isEmpty else { return nil }
    var node = 0
    for step in path {
      guard let child = child(step, of: node) else { return nil }
      node = child
    }
    return node
  }

  /// Returns the decoded value of a scalar, or nil for a collection or an alias.
  public func text(of node: Int) -> String? {
    guard nodes[node].kind == .scalar else { return nil }
    return String(decoding: textBytes(nodes[node].text), as: UTF8.self)
  }

  /// Returns whether a node is a plain `~`, which represents the absence of a value.
  public func isNull(_ node: Int) -> Bool {
    nodes[node].isTilde && textBytes(nodes[node].text) == [ASCII.tilde]
  }

  /// Returns the keys and values of a mapping in file order, or an empty array for any other node.
  public func entries(of mapping: Int) -> [(key: Int, value: Int)] {
    guard nodes[mapping].kind == .mapping else { return [] }
    let children = children(of: mapping)
    return stride(from: 0, to: children.count, by: 2).map { (children[$0], children[$0 + 1]) }
  }

  /// Returns the items of a sequence, or an empty array for any other node.
  public func items(of sequence: Int) -> [Int] {
    nodes[sequence].kind == .sequence ? children(of: sequence) : []
  }

  /// Returns the comment at the end of the value's line, without `#` and surrounding blanks, or nil if there is none.
  public func trailingComment(at path: [Step]) -> String? {
    node(at: path).flatMap { trailingComment(of: $0) }
  }

  /// Returns the comment at the end of a node's line, without `#` and surrounding blanks, or nil if there is none.
  public func trailingComment(of node: Int) -> String? {
    guard let slot = CommentSlot(of: node, in: self), let comment = slot.comment else { return nil }
    return String(decoding: bytes[comment], as: UTF8.self)
  }

  // MARK: - Nodes

  private func child(_ step: Step, of node: Int) -> Int? {
    switch step {
    case .key(let name):
      entry(named: name, of: node)?.value
    case .entry(let index):
      index >= 0 ? entries(of: node).dropFirst(index).first?.value : nil
    case .index(let index):
      nodes[node].kind == .sequence && index >= 0 ? children(of: node).dropFirst(index).first : nil
    }
  }

  /// Returns the first entry of a mapping whose key equals the name byte for byte.
  func entry(named name: String, of mapping: Int) -> (key: Int, value: Int)? {
    entries(of: mapping).first { entry in
      nodes[entry.key].kind == .scalar && textBytes(nodes[entry.key].text).elementsEqual(name.utf8)
    }
  }

  /// Returns the values of the given keys in a mapping, by key, or an empty dictionary for any other node.
  ///
  /// Walks over the mapping once, since it may have a million keys, and creates a `String` only for keys of a matching
  /// length.
  public func values(ofKeys keys: Set<String>, in mapping: Int) -> [String: Int] {
    guard nodes[mapping].kind == .mapping else { return [:] }
    let lengths = Set(keys.map { Int32($0.utf8.count) })
    var values: [String: Int] = [:]
    var key = mapping + 1
    while key < nodes[mapping].next {
      let value = nodes[key].next
      if lengths.contains(nodes[key].text.count), let name = text(of: key), keys.contains(name), values[name] == nil {
        values[name] = value
      }
      key = nodes[value].next
    }
    return values
  }

  /// Returns the children of a collection. In a mapping, keys and values alternate.
  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = node + 1
    while child < nodes[node].next {
      children.append(child)
      child = nodes[child].next
    }
    return children
  }

  func textBytes(_ range: TextRange) -> ArraySlice<UInt8> {
    let start = Int(range.start)
    let count = Int(range.count)
    if count == 0 {
      return []
    }
    if start >= bytes.count {
      return decoded[(start - bytes.count)..<(start - bytes.count + count)]
    }
    return bytes[start..<(start + count)]
  }
}
