/// Limits beyond which text is considered an attack or a mistake.
public struct Limits: Hashable, Sendable {
  /// The maximum depth of nested collections.
  public var depth = 128
  /// The maximum size of text in bytes. Text of more than 512 MiB is never accepted.
  public var bytes = 16 << 20

  public init() {}

  public init(depth: Int, bytes: Int) {
    self.depth = depth
    self.bytes = bytes
  }
}
