/// One step of a path into a document: `["authors", 0]`.
public enum Step: Hashable, Sendable {
  /// The value of the entry with this key.
  case key(String)
  /// The value of the entry at a zero-based position in the file, to distinguish entries with the same key.
  case entry(Int)
  /// An item of a sequence by its position, from 0.
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
