/// A YAML document: its bytes, and a flat array of nodes with the byte ranges that they really cover.
///
/// Reading never expands aliases. Keys of one mapping differ, aliases have an anchor, and there is at most one
/// document; everything else that libyaml accepts is accepted.
public struct Document: Sendable {
  public let bytes: [UInt8]
  /// The nodes in preorder: a node comes before its children, a key before its value. The first one is the root; a
  /// document without content has none.
  public let nodes: [Node]
  /// The texts that do not appear verbatim in `bytes`.
  let decoded: [UInt8]
  let limits: Limits
  /// Whether a mapping may hold a key twice, as one that is being repaired does.
  let keepsDuplicateKeys: Bool

  /// Reads a document.
  ///
  /// Throws `YAMLError` if the bytes are not one YAML document within the limits.
  ///
  /// - Parameter keepsDuplicateKeys: whether keys that occur twice in a mapping are read as they are instead of
  ///   refused; a path by key leads to the first of them then.
  public init(
    _ bytes: [UInt8], limits: Limits = Limits(), keepsDuplicateKeys: Bool = false
  ) throws(YAMLError) {
    var builder = NodeBuilder()
    // The buffer spares a check and a retain for each byte; it does not outlive the call.
    try bytes.withUnsafeBufferPointer { source throws(YAMLError) in
      try builder.read(source, limits: limits, keepsDuplicateKeys: keepsDuplicateKeys)
    }
    self.bytes = bytes
    self.limits = limits
    self.keepsDuplicateKeys = keepsDuplicateKeys
    nodes = builder.nodes
    decoded = builder.decoded
  }

  /// A document without content.
  init(nothing limits: Limits) {
    bytes = []
    nodes = []
    decoded = []
    self.limits = limits
    keepsDuplicateKeys = false
  }

  /// Returns the line and the column of a byte offset.
  public func place(of offset: Int) -> Place {
    YAMLError.place(of: offset, in: bytes)
  }

  /// Returns the index of the node at the path; nil if there is none. Aliases are not followed.
  public func node(at path: [Step]) -> Int? {
    guard !nodes.isEmpty else { return nil }
    var node = 0
    for step in path {
      guard let child = child(step, of: node) else { return nil }
      node = child
    }
    return node
  }

  /// Returns the decoded value of a scalar; nil for collections and aliases.
  public func text(of node: Int) -> String? {
    guard nodes[node].kind == .scalar else { return nil }
    return String(decoding: textBytes(nodes[node].text), as: UTF8.self)
  }

  /// Returns whether a node is a plain `~`, which is no value.
  public func isNull(_ node: Int) -> Bool {
    nodes[node].isTilde && textBytes(nodes[node].text) == [ASCII.tilde]
  }

  /// Returns the keys and values of a mapping in file order; nothing for another node.
  public func entries(of mapping: Int) -> [(key: Int, value: Int)] {
    guard nodes[mapping].kind == .mapping else { return [] }
    let children = children(of: mapping)
    return stride(from: 0, to: children.count, by: 2).map { (children[$0], children[$0 + 1]) }
  }

  /// Returns the items of a sequence; nothing for another node.
  public func items(of sequence: Int) -> [Int] {
    nodes[sequence].kind == .sequence ? children(of: sequence) : []
  }

  /// Returns the comment at the end of the value's line, without `#` and the spaces around it.
  public func trailingComment(at path: [Step]) -> String? {
    node(at: path).flatMap { trailingComment(of: $0) }
  }

  /// Returns the comment at the end of a node's line, without `#` and the spaces around it.
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

  /// Returns the entry of a mapping whose key is this text, byte by byte.
  func entry(named name: String, of mapping: Int) -> (key: Int, value: Int)? {
    entries(of: mapping).first { entry in
      nodes[entry.key].kind == .scalar && textBytes(nodes[entry.key].text).elementsEqual(name.utf8)
    }
  }

  /// Returns the values of a mapping that have one of these keys, by it; nothing for another node.
  ///
  /// This takes one walk over the mapping, which may have a million keys, and makes a text of few of them.
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

  /// Returns the children of a collection; keys and values of a mapping alternate.
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
