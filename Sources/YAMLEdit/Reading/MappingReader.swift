/// Reads the top level of records, one after the other, without making a `String`.
///
/// A reader owns its buffers and reuses them, so each thread needs one of its own.
public struct MappingReader: ~Copyable {
  /// One entry of the mapping, or one item of an entry that is a list.
  public struct Entry: Hashable, Sendable {
    public enum Shape: UInt8, Hashable, Sendable {
      /// A scalar; an empty value is one without text.
      case scalar
      /// One item of a list of scalars; a list of n items gives n entries with the same key.
      case item
      /// A list without items.
      case emptyList
      /// A mapping, an alias, or a list with anything but scalars; the value is its range in the source.
      case nested
    }

    public var key: TextRange
    /// The text of the value. A plain `~` is no value: its text is empty, and starts at the `~`.
    public var value: TextRange
    public var shape: Shape
    /// The position in the list, from 0; 0 for other shapes.
    public var index: Int32

    public init(key: TextRange, value: TextRange, shape: Shape, index: Int32) {
      self.key = key
      self.value = value
      self.shape = shape
      self.index = index
    }
  }

  /// What the top of a file is.
  public enum Root: Hashable, Sendable {
    case mapping
    case notMapping
    /// Nothing, or comments only.
    case empty
  }

  /// The top level of the file that was read last, in file order.
  public private(set) var entries: [Entry] = []
  /// The texts that do not appear verbatim in the source of the file that was read last.
  public private(set) var decoded: [UInt8] = []

  private let limits: Limits
  private var builder = NodeBuilder()
  private var scanner = FlatScanner()

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Reads one file; `entries` and `decoded` hold its top level afterwards.
  ///
  /// Throws what `Document` throws for the same bytes.
  public mutating func read(_ source: UnsafeBufferPointer<UInt8>) throws(YAMLError) -> Root {
    if let root = readPlain(source) {
      return root
    }
    return try readWithLibYAML(source)
  }

  /// Reads one file if it is a plain flat one, as almost all records are; else returns nil.
  mutating func readPlain(_ source: UnsafeBufferPointer<UInt8>) -> Root? {
    entries.removeAll(keepingCapacity: true)
    decoded.removeAll(keepingCapacity: true)
    return scanner.read(source, limits: limits, entries: &entries, decoded: &decoded)
  }

  /// Reads one file of any kind.
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
