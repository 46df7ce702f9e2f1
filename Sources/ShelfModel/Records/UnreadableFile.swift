import YAMLEdit

/// A file of the library that could not be read, and the reason.
package struct UnreadableFile: Error, Hashable, Sendable {
  /// The path of the file, relative to the library.
  package let path: String
  package let kind: Kind?
  package let cause: Cause
  /// The reason, in lower case and without a period.
  package let reason: String
  /// The byte offset of the mistake in the file, or nil if the reason concerns the whole file.
  package let offset: Int?
  /// The bytes of the file, which are empty if it could not be opened.
  package let source: [UInt8]

  /// The reason why a file could not be read.
  package enum Cause: Hashable, Sendable {
    /// The text is not a single valid YAML document.
    case text(YAMLError.Code)
    /// The file is empty, or contains only comments.
    case empty
    /// The YAML document is not a mapping of fields.
    case notMapping
    case missingID
    case invalidID
    /// The value of a field or setting is invalid.
    case value
    /// The file is a link or a pipe, or its name is unusable.
    case unsafePath
    /// The extension is not in lower case, as in `.YAML`.
    case capitals
    /// The operating system denies access.
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

  /// The id in an `id:` line of the file, even if the rest of the file is invalid, or nil if there is none.
  package var statedID: RecordID? { UnreadableFile.statedID(in: source) }

  /// Returns the id in an `id:` line of the text, even if the rest of the text is invalid, or nil if there is none.
  package static func statedID(in source: [UInt8]) -> RecordID? {
    for line in source.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.filter { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x22, 0x27].contains($0) }
      guard text.starts(with: Array("id:".utf8)) else { continue }
      let rest = text.dropFirst(3)
      // If another hyphen or digit follows, the text is not an id, although its first 36 characters look like one.
      if let next = rest.dropFirst(36).first, next == 0x2D || RecordID.hexDigit(next) != nil { continue }
      let id = rest.prefix(36).withContiguousStorageIfAvailable { RecordID(utf8: $0) } ?? nil
      if let id { return id }
    }
    return nil
  }

  /// Returns whether a file is the placeholder that Git LFS writes for a file it has not downloaded.
  package static func isLFSPointer(_ source: [UInt8]) -> Bool {
    source.starts(with: "version https://git-lfs.github.com/spec/".utf8)
  }

  /// Returns the values in the lines of the file that start with a field's key, even if the rest of the file is
  /// invalid. A file with a merge conflict may contain several values.
  package func statedTexts(of key: String) -> [String] {
    source.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).compactMap { line in
      guard line.starts(with: Array("\(key):".utf8)) else { return nil }
      let text = String(decoding: line.dropFirst(key.utf8.count + 1), as: UTF8.self).trimmed
      let quotes: [Character] = ["\"", "'"]
      return text.count > 1 && text.first == text.last && quotes.contains(text.first ?? " ")
        ? String(text.dropFirst().dropLast()) : text
    }
  }

  /// The location in the form `path:line:column`, or only the path if the position is unknown.
  package var location: String {
    guard let offset else { return path }
    let place = Place(of: offset, in: source)
    return "\(path):\(place.line):\(place.column)"
  }
}
