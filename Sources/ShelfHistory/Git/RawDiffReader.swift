/// An incremental parser for the raw output of `git diff`, `git diff-tree` and `git log`.
struct RawDiffReader {
  /// The number of properties in the header of a commit, or 0 if the output has no headers.
  private let headCount: Int
  private var rest: [UInt8] = []
  private var head: [ArraySlice<UInt8>] = []
  private var line: ArraySlice<UInt8>?

  /// An element of the output.
  enum Element {
    case commit([ArraySlice<UInt8>])
    case change(RawChange)
  }

  init(headCount: Int = 0) {
    self.headCount = headCount
  }

  /// Parses the next piece of output.
  ///
  /// - Parameter body: called with each complete element, in order; returns false to stop.
  /// - Returns: false if `body` returned false.
  mutating func take(_ piece: UnsafeRawBufferPointer, _ body: (Element) -> Bool) -> Bool {
    rest += piece
    let bytes = rest
    var start = 0
    while start < bytes.count, let end = bytes[start...].firstIndex(of: 0) {
      let token = bytes[start..<end]
      start = end + 1
      if let element = element(token), !body(element) { return false }
    }
    rest = Array(bytes[start...])
    return true
  }

  private mutating func element(_ token: ArraySlice<UInt8>) -> Element? {
    if let line {
      self.line = nil
      return RawChange(line, path: token).map(Element.change)
    }
    if head.isEmpty {
      // The first change after a header starts with a line break.
      let token = token.first == 0x0A ? token.dropFirst() : token
      if token.first == UInt8(ascii: ":") {
        line = token
        return nil
      }
      if token.isEmpty || headCount == 0 { return nil }
    }
    head.append(token)
    if head.count < headCount { return nil }
    defer { head = [] }
    return .commit(head)
  }
}
