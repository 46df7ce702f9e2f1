/// Detects the markers that git leaves in a file for an unresolved merge conflict.
enum ConflictMarkers {
  /// Returns a `conflictMarkers` error in place of a syntax error if the text contains conflict markers. Otherwise,
  /// returns the given error.
  static func find(in source: UnsafeBufferPointer<UInt8>, instead error: YAMLError) -> YAMLError {
    guard error.code == .syntax, let offset = first(in: source, beside: error.offset) else { return error }
    return YAMLError(code: .conflictMarkers, message: "unresolved merge conflict", offset: offset)
  }

  /// Returns the start of the first marker if all three occur in order or, failing that, of a single marker on the line
  /// of the error.
  private static func first(in source: UnsafeBufferPointer<UInt8>, beside error: Int) -> Int? {
    if let first = line(startingWith: "<<<<<<< ", from: 0, in: source),
      let middle = line(startingWith: "=======", from: first, in: source),
      line(startingWith: ">>>>>>> ", from: middle, in: source) != nil
    {
      return first
    }
    let end = min(max(error, 0), source.count)
    let start = source[..<end].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    return isMarker(source[start...]) ? start : nil
  }

  /// Returns whether a line starts with exactly seven identical marker characters, followed by a space or the end of
  /// the line.
  private static func isMarker(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let mark = line.first, [0x3C, 0x3D, 0x3E, 0x7C].contains(mark) else { return false }
    let marks = line.prefix { $0 == mark }
    let next = line.dropFirst(marks.count).first
    return marks.count == 7 && (next == nil || next == 0x20 || next == 0x0A || next == 0x0D)
  }

  private static func line(
    startingWith prefix: StaticString, from offset: Int, in source: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    prefix.withUTF8Buffer { prefix in
      var start = offset
      while start < source.count {
        if source[start...].starts(with: prefix) {
          return start
        }
        guard let lineFeed = source[start...].firstIndex(of: ASCII.lineFeed) else { return nil }
        start = lineFeed + 1
      }
      return nil
    }
  }
}
