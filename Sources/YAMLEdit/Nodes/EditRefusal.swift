/// Why an edit cannot be made. Nothing was changed.
public struct EditRefusal: Error, Hashable, Sendable {
  /// The reason: lower case, without a period.
  public var reason: String
  /// The offset in bytes of the place in the document that stands in the way.
  public var offset: Int?

  public init(reason: String, offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }
}
