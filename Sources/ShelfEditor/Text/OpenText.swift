import ShelfRPC

/// A text that the client has open: what it says is true, whatever the disk holds.
struct OpenText: Sendable {
  /// The client's own spelling of the file's address, in which it is answered.
  let uri: String
  /// nil for a client that does not number its versions.
  var version: Int?
  /// The whole text; with a byte order mark if the file has one, which clients leave out.
  private(set) var index: TextIndex
  private let hidesMark: Bool

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameter stored: what the file holds; nil if there is none.
  init(uri: String, version: Int?, _ text: String, stored: [UInt8]?, _ encoding: PositionEncoding) {
    self.uri = uri
    self.version = version
    let bytes = Array(text.utf8)
    hidesMark = stored?.starts(with: OpenText.mark) ?? false && !bytes.starts(with: OpenText.mark)
    index = TextIndex(hidesMark ? OpenText.mark + bytes : bytes, encoding)
  }

  var bytes: [UInt8] { index.bytes }

  /// Makes the changes of a `DidChangeTextDocumentParams`, each of which applies to the result of the one before.
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

  /// The end of line that the text has already; LF if it has none.
  var lineEnd: [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A) else { return bytes.contains(0x0D) ? [0x0D] : [0x0A] }
    return end > 0 && bytes[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }
}
