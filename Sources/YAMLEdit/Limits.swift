/// How much is read before a text counts as an attack or a mistake.
public struct Limits: Hashable, Sendable {
  /// How deep collections may be nested.
  public var depth = 128
  /// How many bytes a text may have; never more than half a gigabyte.
  public var bytes = 16 << 20

  public init() {}

  public init(depth: Int, bytes: Int) {
    self.depth = depth
    self.bytes = bytes
  }
}
