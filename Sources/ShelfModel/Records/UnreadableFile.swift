import YAMLEdit

/// A file of the library that could not be read as a record, and why.
package struct UnreadableFile: Error, Hashable, Sendable {
  /// The path relative to the library.
  package let path: String
  package let kind: Kind?
  /// What prevents reading it.
  package let cause: Cause
  /// What is wrong, in lower case, without a period.
  package let reason: String
  /// Where in the file it is wrong, in bytes; nil if the whole file is meant.
  package let offset: Int?
  /// The file's bytes; none if it could not even be opened.
  package let source: [UInt8]

  /// What prevents reading a file.
  package enum Cause: Hashable, Sendable {
    /// The text is not one YAML document.
    case text(YAMLError.Code)
    /// It is empty, or has only comments.
    case empty
    /// It is YAML, but not a mapping of fields.
    case notMapping
    case missingID
    case invalidID
    /// A field holds an invalid value.
    case value
    /// It is a link, a pipe, or has a name that cannot be used.
    case unsafePath
    /// Its name ends in `.YAML`, or another spelling of that with capitals.
    case capitals
    /// The system does not allow reading it.
    case access
  }

  package init(path: String, kind: Kind?, cause: Cause, reason: String, source: [UInt8] = []) {
    self.path = path
    self.kind = kind
    self.cause = cause
    self.reason = reason
    offset = nil
    self.source = source
  }

  package init(path: String, kind: Kind?, cause: Cause, reason: String, offset: Int, in source: [UInt8]) {
    self.path = path
    self.kind = kind
    self.cause = cause
    self.reason = reason
    self.offset = min(max(offset, 0), source.count)
    self.source = source
  }

  /// The id that is on a line of its own in the file, whatever else is wrong with it; nil if there is none.
  package var statedID: RecordID? { UnreadableFile.statedID(in: source) }

  /// Returns the id that is on a line of its own in a text, whatever else is wrong with the text.
  package static func statedID(in source: [UInt8]) -> RecordID? {
    for line in source.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.filter { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x22, 0x27].contains($0) }
      guard text.starts(with: Array("id:".utf8)) else { continue }
      let rest = text.dropFirst(3)
      // One digit too many makes another id of the first ones.
      if let next = rest.dropFirst(36).first, next == 0x2D || RecordID.hexDigit(next) != nil { continue }
      let id = rest.prefix(36).withContiguousStorageIfAvailable { RecordID(utf8: $0) } ?? nil
      if let id { return id }
    }
    return nil
  }

  /// `path:line:column`, as far as it is known.
  package var location: String {
    guard let offset else { return path }
    let place = Place(of: offset, in: source)
    return "\(path):\(place.line):\(place.column)"
  }
}
