import YAMLEdit

/// A file of the library that could not be read as a record, and why.
public struct UnreadableFile: Error, Hashable, Sendable {
  /// The path relative to the library.
  public let path: String
  public let kind: Kind?
  /// What sort of obstacle it is.
  public let cause: Cause
  /// What is wrong, in lower case and without a period.
  public let reason: String
  /// Where in the file it is wrong, in bytes; nil where the whole file is meant.
  public let offset: Int?
  /// The file's bytes; none where it could not even be opened.
  public let source: [UInt8]

  /// What stands in the way of reading a file.
  public enum Cause: Hashable, Sendable {
    /// The text is not one YAML document.
    case text(YAMLError.Code)
    /// There is nothing in it, or comments only.
    case empty
    /// It is YAML, but no mapping of fields.
    case notMapping
    case missingID
    case invalidID
    /// A field holds what it cannot hold.
    case value
    /// It is a link, a pipe, or has a name that cannot be used.
    case unsafePath
    /// The system does not let it be read.
    case access
  }

  init(path: String, kind: Kind?, cause: Cause, reason: String, source: [UInt8] = []) {
    self.path = path
    self.kind = kind
    self.cause = cause
    self.reason = reason
    offset = nil
    self.source = source
  }

  init(path: String, kind: Kind?, cause: Cause, reason: String, offset: Int, in source: [UInt8]) {
    self.path = path
    self.kind = kind
    self.cause = cause
    self.reason = reason
    self.offset = min(max(offset, 0), source.count)
    self.source = source
  }

  /// Returns `path:line:column`, as far as it is known.
  public var location: String {
    guard let offset else { return path }
    let place = Place(of: offset, in: source)
    return "\(path):\(place.line):\(place.column)"
  }
}
