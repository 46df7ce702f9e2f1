/// Text whose parts are separated by colons, such as `goodreads:234225`.
enum ColonParts {
  /// Returns whether the text contains a sequence of whole parts.
  ///
  /// - Parameter wanted: the folded parts. An empty part at the start or end, as in `goodreads:`, matches any part.
  static func contain(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let colon = UInt8(ascii: ":")
    guard wanted.count <= text.count else { return false }
    return (0...text.count - wanted.count).contains { start in
      let end = start + wanted.count
      guard start == 0 || text[start - 1] == colon || wanted.first == colon,
        end == text.count || text[end] == colon || wanted.last == colon
      else { return false }
      return text[start..<end].elementsEqual(wanted)
    }
  }
}
