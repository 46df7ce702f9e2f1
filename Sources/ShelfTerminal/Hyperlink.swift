import ShelfText

/// The escape sequence for a link (OSC 8), which many terminals support and others ignore.
///
/// It is described in “Hyperlinks in terminal emulators”,
/// https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda.
package enum Hyperlink {
  /// Returns the `file:` URL of a file. All bytes except unreserved ASCII characters and slashes are percent-encoded.
  ///
  /// - Parameter path: an absolute path.
  package static func address(ofFile path: String) -> String { "file://" + PercentEncoding.encode(path: path) }

  /// Returns text that links to a URL.
  package static func text(_ text: String, to address: String) -> String {
    text.isEmpty ? text : start(address) + text + end
  }

  static func start(_ address: String) -> String { "\u{1B}]8;;\(address)\u{1B}\\" }

  static let end = "\u{1B}]8;;\u{1B}\\"

  /// Returns the text without links, for pagers that might not support them.
  package static func removed(from text: [UInt8]) -> [UInt8] {
    let opening = Array("\u{1B}]8;;".utf8)
    guard text.contains(0x1B) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == 0x1B, text[index...].starts(with: opening),
        let end = text[index...].dropFirst().firstIndex(of: 0x1B), end + 1 < text.count,
        text[end + 1] == UInt8(ascii: "\\")
      {
        index = end + 2
        continue
      }
      result.append(text[index])
      index += 1
    }
    return result
  }
}
