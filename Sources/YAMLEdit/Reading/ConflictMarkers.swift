/// Recognizes a file that git left with the markers of an unresolved merge.
enum ConflictMarkers {
  /// Returns a better error for a syntax error in a text with conflict markers, and any other error as it is.
  static func find(in source: UnsafeBufferPointer<UInt8>, instead error: YAMLError) -> YAMLError {
    guard error.code == .syntax, let first = line(startingWith: "<<<<<<< ", from: 0, in: source),
      let middle = line(startingWith: "=======", from: first, in: source),
      line(startingWith: ">>>>>>> ", from: middle, in: source) != nil
    else { return error }
    return YAMLError(code: .conflictMarkers, message: "unresolved merge conflict", offset: first)
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
