/// One step of a path into a document: `["authors", 0]`.
public enum Step: Hashable, Sendable {
  /// The value of a mapping's entry.
  case key(String)
  /// The value of a mapping's entry, counted from 0 in file order, which tells entries with the same key apart.
  case entry(Int)
  /// An item of a sequence, counted from 0.
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
