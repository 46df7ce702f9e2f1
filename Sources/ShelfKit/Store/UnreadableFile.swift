import YAMLEdit

/// A file of the library that could not be read as a record, and why.
public struct UnreadableFile: Error, Hashable, Sendable {
  /// The path relative to the library.
  public let path: String
  public let kind: Kind?
  /// What is wrong, in lower case and without a period.
  public let reason: String
  /// Where in the file it is wrong, in bytes; nil where the whole file is meant.
  public let offset: Int?
  /// The file's bytes, where there is an offset into them.
  public let source: [UInt8]

  init(path: String, kind: Kind?, reason: String) {
    self.path = path
    self.kind = kind
    self.reason = reason
    offset = nil
    source = []
  }

  init(path: String, kind: Kind?, reason: String, offset: Int, in source: [UInt8]) {
    self.path = path
    self.kind = kind
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
