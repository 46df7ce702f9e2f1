/// The escapes of JSON strings, which tab-separated values also use.
package enum BackslashEscape {
  /// Appends UTF-8 text, escaping backslashes, characters that would control a terminal and, on request, quotes.
  package static func append(_ text: UnsafeBufferPointer<UInt8>, quotes: Bool, to bytes: inout [UInt8]) {
    /// The start of the bytes that have not been copied yet. Bytes are copied in runs.
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\\") || (quotes && byte == UInt8(ascii: "\"")) {
        bytes.append(contentsOf: text[start..<index])
        bytes.append(UInt8(ascii: "\\"))
        // The escaped character itself starts the next run.
        start = index
        index += 1
      } else if HiddenCharacter.mayStart(with: byte), let hidden = HiddenCharacter(in: text, at: index) {
        bytes.append(contentsOf: text[start..<index])
        append(hidden, to: &bytes)
        index += hidden.length
        start = index
      } else {
        index += 1
      }
    }
    bytes.append(contentsOf: text[start...])
  }

  private static func append(_ hidden: HiddenCharacter, to bytes: inout [UInt8]) {
    switch hidden.value {
    case 0x08: bytes.append(contentsOf: "\\b".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0C: bytes.append(contentsOf: "\\f".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    default:
      bytes.append(contentsOf: "\\u".utf8)
      hidden.appendDigits(to: &bytes)
    }
  }
}
