/// A value for an edit to write.
public enum Value: Hashable, Sendable {
  case scalar(Scalar)
  case list([Scalar])
  /// A list of values of any kind, written in brackets.
  case sequence([Value])
  case mapping([Entry])

  public struct Entry: Hashable, Sendable {
    public var key: String
    public var value: Value

    public init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }
}
