extension UnsafeBufferPointer<UInt8> {
  /// Returns whether two buffers contain the same bytes. Compares eight bytes at a time.
  @inline(__always)
  func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return count == other.count
    }
    let leftBytes = UnsafeRawPointer(left)
    let rightBytes = UnsafeRawPointer(right)
    var offset = 0
    while offset + 8 <= count {
      let leftWord = leftBytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if leftWord != rightBytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) {
        return false
      }
      offset += 8
    }
    while offset < count {
      if left[offset] != right[offset] {
        return false
      }
      offset += 1
    }
    return true
  }
}
