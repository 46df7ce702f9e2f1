/// Reads the top level of records, one file after another, without creating a `String`.
///
/// `read` first tries `FlatScanner`, which handles almost all records. If the scanner gives up, `read` parses the file
/// with libyaml and `NodeBuilder` and takes the entries from the nodes. Both produce the same entries.
///
/// A reader owns its buffers and reuses them, so each thread needs its own.
public struct MappingReader: ~Copyable {
  /// An entry of the mapping, or an item of an entry that is a list.
  public struct Entry: Hashable, Sendable {
    public enum Shape: UInt8, Hashable, Sendable {
      /// A scalar. An empty value is a scalar without text.
      case scalar
      /// An item of a list of scalars. A list of n items becomes n entries with the same key.
      case item
      case emptyList
      /// A mapping, an alias, or a list that contains anything but scalars. The value is its range in the source.
      case nested
    }

    public var key: TextRange
    /// The text of the value. For a plain `~`, which represents null, this is an empty range that starts at the `~`.
    public var value: TextRange
    public var shape: Shape
    /// The zero-based position of an item in its list, or 0 for other shapes.
    public var index: Int32
  }

  /// The kind of a file's root node.
  public enum Root: Hashable, Sendable {
    case mapping
    case notMapping
    /// No content, or only comments.
    case empty
  }

  /// The top-level entries of the most recently read file, in file order.
  public private(set) var entries: [Entry] = []
  /// The decoded text of the values in the most recently read file that do not appear verbatim in its source.
  public private(set) var decoded: [UInt8] = []

  private let limits: Limits
  private var builder = NodeBuilder()
  private var scanner = FlatScanner()

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Reads one file into `entries` and `decoded`.
  ///
  /// Throws the same errors as `Document` does for the same bytes.
  public mutating func read(_ source: UnsafeBufferPointer<UInt8>) throws(YAMLError) -> Root {
    if let root = readPlain(source) {
      return root
    }
    return try readWithLibYAML(source)
  }

  /// Reads one file without libyaml if it is a plain flat file, like almost all records. Otherwise returns nil.
  mutating func readPlain(_ source: UnsafeBufferPointer<UInt8>) -> Root? {
    entries.removeAll(keepingCapacity: true)
    decoded.removeAll(keepingCapacity: true)
    return scanner.read(source, limits: limits, entries: &entries, decoded: &decoded)
  }

  /// Reads one file with libyaml, regardless of its contents.
  package mutating func readWithLibYAML(_ source: UnsafeBufferPointer<UInt8>) throws(YAMLError) -> Root {
    entries.removeAll(keepingCapacity: true)
    decoded.removeAll(keepingCapacity: true)
    try builder.read(source, limits: limits)
    decoded.append(contentsOf: builder.decoded)
    guard let root = builder.nodes.first else { return .empty }
    guard root.kind == .mapping else { return .notMapping }
    var key = 1
    while key < root.next {
      let value = builder.nodes[key].next
      addEntry(key: key, value: value, source)
      key = builder.nodes[value].next
    }
    return .mapping
  }

  private mutating func addEntry(key: Int, value: Int, _ source: UnsafeBufferPointer<UInt8>) {
    let node = builder.nodes[value]
    let keyNode = builder.nodes[key]
    let keyText = keyNode.kind == .scalar ? keyNode.text : TextRange(keyNode.range)
    func entry(_ value: TextRange, _ shape: Entry.Shape, _ index: Int = 0) -> Entry {
      Entry(key: keyText, value: value, shape: shape, index: Int32(index))
    }
    switch node.kind {
    case .scalar:
      entries.append(entry(text(of: node, source), .scalar))
    case .sequence where node.next == value + 1:
      entries.append(entry(.empty, .emptyList))
    case .sequence where builder.nodes[value + 1..<node.next].allSatisfy({ $0.kind == .scalar }):
      for item in value + 1..<node.next {
        entries.append(entry(text(of: builder.nodes[item], source), .item, item - value - 1))
      }
    case .sequence, .mapping, .alias:
      entries.append(entry(TextRange(node.range), .nested))
    }
  }

  private func text(of node: Node, _ source: UnsafeBufferPointer<UInt8>) -> TextRange {
    guard node.isTilde, source[Int(node.text.start)] == ASCII.tilde else { return node.text }
    return TextRange(start: node.text.start, count: 0)
  }
}
