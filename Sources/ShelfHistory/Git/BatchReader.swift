/// An incremental parser for the output of `git cat-file --batch`.
struct BatchReader {
  /// The maximum size of an object in bytes; larger ones are skipped.
  private let limit: Int
  private var line: [UInt8] = []
  private var contents: [UInt8] = []
  /// The number of bytes of the current object that have not been read yet, including the line feed after it, or nil
  /// between objects.
  private var missing: Int?
  private var isKept = true

  init(limit: Int) {
    self.limit = limit
  }

  /// Parses the next piece of output.
  ///
  /// - Parameter body: called with the contents of each object, or with nil if the object is missing, is neither a file
  ///   nor a commit, or is too large; returns false to stop.
  /// - Returns: false if `body` returned false.
  mutating func take(_ piece: UnsafeRawBufferPointer, _ body: ([UInt8]?) -> Bool) -> Bool {
    var position = 0
    while position < piece.count {
      if let missing {
        let count = min(missing, piece.count - position)
        // The line feed after the object is not part of its contents.
        let wanted = missing - count == 0 ? count - 1 : count
        if isKept { contents += piece[position..<position + wanted] }
        position += count
        self.missing = missing - count
        if missing > count { continue }
        self.missing = nil
        let whole = isKept ? contents : nil
        contents = []
        if !body(whole) { return false }
      } else {
        let end = piece[position...].firstIndex(of: 0x0A) ?? piece.count
        line += piece[position..<end]
        position = end + 1
        if end < piece.count, !readLine(), !body(nil) { return false }
      }
    }
    return true
  }

  /// Parses the header `NAME TYPE SIZE`, and returns whether contents follow.
  private mutating func readLine() -> Bool {
    defer { line = [] }
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, let size = Int(words[2]) else { return false }
    isKept = (words[1] == "blob" || words[1] == "commit") && size <= limit
    missing = size + 1
    return true
  }
}
