/// A scalar, a sequence, a mapping or an alias, with the bytes that it really covers.
public struct Node: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable {
    case scalar
    case sequence
    case mapping
    case alias
  }

  /// How a node is written. A single pair in a flow sequence (`[a: b]`) is a mapping in flow style.
  public enum Style: UInt8, Hashable, Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
    case block
    case flow
  }

  public var kind: Kind
  public var style: Style

  /// The bytes of the node with its anchor and tag.
  ///
  /// A block scalar reaches from its header to the end of its last line, without that line's break; blank lines after
  /// it belong to it only if they are part of its value. A block collection ends where its last child ends. A node
  /// that is not written at all has an empty range at the place where it would be: after the `:`, the `-` or, if there
  /// is no `:` either, after the key.
  public var range: Range<Int>

  /// The bytes of the node without its anchor and tag.
  public var content: Range<Int>

  /// The index of the collection that holds the node; -1 for the root.
  public var parent: Int

  /// The index after the last node of this node's subtree.
  public var next: Int

  /// The decoded text of a scalar, the name in an alias.
  var text: TextRange

  /// The name of the anchor, without `&`; empty if there is none.
  var anchor: TextRange

  /// The tag as it is written, with its `!`; empty if there is none.
  var tag: TextRange

  /// The node that an alias stands for; -1 for other nodes.
  public internal(set) var target = -1

  /// The sibling before the node, for a key the value before it; -1 for a first child and the root.
  var previous = -1

  /// Whether the node is a key.
  var isKey = false

  /// Whether the node is a mapping in a flow sequence without braces of its own.
  var isPair = false

  /// Whether the node is a value of a mapping without a `:` in front of it.
  var lacksColon = false

  /// Whether the node is a collection in block style.
  var isBlockCollection: Bool { style == .block }

  /// Whether the node is a block scalar.
  public var isBlockScalar: Bool { style == .literal || style == .folded }

  /// Whether the node may be a plain `~`: a scalar of one byte without quotes and a tag.
  var isTilde: Bool { kind == .scalar && style == .plain && text.count == 1 && tag.count == 0 && content.count == 1 }

  /// Whether nothing is written for the node except, perhaps, an anchor or a tag.
  var isEmptyScalar: Bool { kind == .scalar && style == .plain && content.isEmpty }
}
