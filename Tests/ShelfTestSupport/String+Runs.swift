extension String {
  /// Returns whether a run of at least `count` of the specified characters occurs.
  ///
  /// - Parameters:
  ///   - characters: ASCII characters.
  ///   - start: the first character of the run, or nil for any of the characters.
  package func hasRun(of count: Int, _ characters: String, from start: Unicode.Scalar? = nil) -> Bool {
    var isWanted = [Bool](repeating: false, count: 256)
    for byte in characters.utf8 { isWanted[Int(byte)] = true }
    let first = start.map { UInt8(ascii: $0) }
    var length = 0
    for byte in utf8 {
      if !isWanted[Int(byte)] {
        length = 0
      } else if length > 0 || first == nil || byte == first {
        length += 1
        if length == count { return true }
      }
    }
    return false
  }
}
