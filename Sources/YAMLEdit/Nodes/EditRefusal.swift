/// The reason why an edit cannot be made. The document does not change.
public struct EditRefusal: Error, Hashable, Sendable {
  /// The reason, in lower case and without a period.
  public var reason: String
  /// The byte offset of the obstacle in the document, or nil if the obstacle has no particular position.
  public var offset: Int?

  public init(reason: String, offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }
}
