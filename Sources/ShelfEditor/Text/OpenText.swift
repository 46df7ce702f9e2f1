import ShelfRPC

/// A text that is open in the client. It takes precedence over the file on disk.
struct OpenText: Sendable {
  /// The file's URI in the client's own spelling, which responses have to use.
  let uri: String
  /// The version number, or nil for a client that does not send one.
  var version: Int?
  /// The whole text, including the file's byte order mark, which clients hide.
  private(set) var index: TextIndex
  private let hidesMark: Bool

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameter stored: the contents of the file, or nil if it does not exist.
  init(uri: String, version: Int?, _ text: String, stored: [UInt8]?, _ encoding: PositionEncoding) {
    self.uri = uri
    self.version = version
    let bytes = Array(text.utf8)
    hidesMark = stored?.starts(with: OpenText.mark) ?? false && !bytes.starts(with: OpenText.mark)
    index = TextIndex(hidesMark ? OpenText.mark + bytes : bytes, encoding)
  }

  var bytes: [UInt8] { index.bytes }

  /// Applies the changes of `DidChangeTextDocumentParams`, each to the result of the previous one.
  mutating func apply(_ changes: [JSON]) {
    for change in changes {
      guard let text = change["text"]?.text else { continue }
      if change["range"] == nil {
        let bytes = Array(text.utf8)
        let isMarked = hidesMark && !bytes.starts(with: OpenText.mark)
        index = TextIndex(isMarked ? OpenText.mark + bytes : bytes, index.encoding)
      } else if let range = index.range(change["range"]) {
        var bytes = index.bytes
        bytes.replaceSubrange(range, with: text.utf8)
        index = TextIndex(bytes, index.encoding)
      }
    }
  }

  /// The text's line ending, or LF if the text has no line ending yet.
  var lineEnd: [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A) else { return bytes.contains(0x0D) ? [0x0D] : [0x0A] }
    return end > 0 && bytes[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }
}
