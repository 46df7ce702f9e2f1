/// The limits beyond which a text counts as an attack or a mistake.
public struct Limits: Hashable, Sendable {
  /// The maximum depth of nested collections.
  public var depth = 128
  /// The maximum size of a text in bytes. Texts above 512 MiB are never accepted.
  public var bytes = 16 << 20

  public init() {}

  public init(depth: Int, bytes: Int) {
    self.depth = depth
    self.bytes = bytes
  }
}
