/// Finds duplicate keys in a mapping, which libyaml accepts.
enum DuplicateKeys {
  /// The maximum number of keys to compare in pairs. For more keys, sorting is faster.
  private static let maxCompared = 24

  /// Returns the index of the first key that equals an earlier one byte for byte, or nil if all keys differ.
  static func find(
    _ keys: [TextRange], source: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    keys.count <= maxCompared
      ? findByPairs(keys, source: source, decoded: decoded) : findBySorting(keys, source: source, decoded: decoded)
  }

  private static func findByPairs(
    _ keys: [TextRange], source: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    for later in keys.indices {
      for earlier in 0..<later where keys[earlier].count == keys[later].count {
        let bytes = keys[earlier].bytes(source: source, decoded: decoded)
        if bytes.isEqual(to: keys[later].bytes(source: source, decoded: decoded)) {
          return later
        }
      }
    }
    return nil
  }

  /// Finds a duplicate by sorting. Unlike hashing, sorting is fast for any choice of keys.
  private static func findBySorting(
    _ keys: [TextRange], source: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let texts = keys.map { $0.bytes(source: source, decoded: decoded) }
    let sorted = keys.indices.sorted { left, right in
      if texts[left].count != texts[right].count {
        return texts[left].count < texts[right].count
      }
      if texts[left].isEqual(to: texts[right]) {
        return left < right
      }
      return texts[left].lexicographicallyPrecedes(texts[right])
    }
    var first: Int?
    for (left, right) in zip(sorted, sorted.dropFirst()) where texts[left].isEqual(to: texts[right]) {
      first = min(first ?? right, right)
    }
    return first
  }
}
