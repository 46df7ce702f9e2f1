/// A scalar, sequence, mapping or alias, with the exact byte range that it covers.
public struct Node: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable {
    case scalar
    case sequence
    case mapping
    case alias
  }

  /// The style in which a node is written. A single pair in a flow sequence (`[a: b]`) is a mapping in flow style.
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

  /// The bytes of the node, including its anchor and tag.
  ///
  /// A block scalar extends from its header to the end of its last line, without the final line break. Blank lines
  /// after it are included only if they are part of its value. A block collection ends where its last child ends. An
  /// empty node has an empty range at the position where it would be written: after the `:`, after the `-` or, if even
  /// the `:` is missing, after the key.
  public var range: Range<Int>

  /// The bytes of the node, excluding its anchor and tag.
  public var content: Range<Int>

  /// The index of the collection that contains the node, or -1 for the root.
  public var parent: Int

  /// The index after the last node of this node's subtree.
  public var next: Int

  /// The decoded text of a scalar, or the name of an alias.
  var text: TextRange

  /// The name of the anchor, without `&`. Empty if there is no anchor.
  var anchor: TextRange

  /// The tag as written, with its `!`. Empty if there is no tag.
  var tag: TextRange

  /// The index of the node that an alias refers to, or -1 for any other node.
  public internal(set) var target = -1

  /// The index of the previous sibling, or -1 for a first child and for the root. In a mapping, keys and values
  /// alternate as siblings.
  var previous = -1

  var isKey = false

  /// Whether the node is a mapping without braces in a flow sequence, as in `[a: b]`.
  var isPair = false

  /// Whether the node is the value of a key without a `:`, as in `? key`.
  var lacksColon = false

  var isBlockCollection: Bool { style == .block }

  /// Whether the node is a block scalar, literal or folded.
  public var isBlockScalar: Bool { style == .literal || style == .folded }

  /// Whether the node may be a plain `~`: an untagged plain scalar of one byte.
  var isTilde: Bool { kind == .scalar && style == .plain && text.count == 1 && tag.count == 0 && content.count == 1 }

  /// Whether the node is empty, apart from a possible anchor or tag.
  var isEmptyScalar: Bool { kind == .scalar && style == .plain && content.isEmpty }
}
