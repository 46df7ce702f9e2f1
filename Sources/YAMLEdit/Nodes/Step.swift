/// One step of a path into a document: `["authors", 0]`.
public enum Step: Hashable, Sendable {
  /// The value of the entry with the given key.
  case key(String)
  /// The value of the entry at a zero-based position in the file, to distinguish entries with the same key.
  case entry(Int)
  /// The item of a sequence at a zero-based position.
  case index(Int)
}

extension Step: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self = .key(value)
  }
}

extension Step: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self = .index(value)
  }
}
