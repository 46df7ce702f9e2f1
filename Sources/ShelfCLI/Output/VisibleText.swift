/// Makes any text safe to print: what a terminal would obey is shown instead.
///
/// Controls below U+0020 and DEL become their picture (`␛` for escape), every other hidden character its number, as in
/// `<U+202E>`. Everything else stays as it is, and so making a result visible again changes nothing.
enum VisibleText {
  /// Returns the text on one line: a run of line breaks becomes one `⏎`, a tab a blank; breaks at either end are dropped.
  static func line(_ text: String) -> String {
    convert(text, keepsLines: false)
  }

  /// Returns the text with its lines: every kind of line break becomes a line feed, a tab four blanks.
  static func lines(_ text: String) -> String {
    convert(text, keepsLines: true)
  }

  private static func convert(_ text: String, keepsLines: Bool) -> String {
    var text = text
    return text.withUTF8 { bytes -> String? in
      guard let first = bytes.indices.first(where: { isHidden(in: bytes, at: $0) }) else { return nil }
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count + 16)
      output.append(contentsOf: bytes[..<first])
      convert(bytes, from: first, keepsLines: keepsLines, to: &output)
      return String(decoding: output, as: UTF8.self)
    } ?? text
  }

  private static func isHidden(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    HiddenCharacter.mayStart(with: bytes[index]) && HiddenCharacter(in: bytes, at: index) != nil
  }

  private static func convert(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, keepsLines: Bool, to output: inout [UInt8]
  ) {
    var index = start
    var breakIsDue = false
    while index < bytes.count {
      guard isHidden(in: bytes, at: index), let hidden = HiddenCharacter(in: bytes, at: index) else {
        if breakIsDue { output.append(contentsOf: "⏎".utf8) }
        breakIsDue = false
        output.append(bytes[index])
        index += 1
        continue
      }
      index += hidden.length
      if hidden.isLineBreak {
        if keepsLines {
          if hidden.value == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
          output.append(0x0A)
        } else {
          breakIsDue = !output.isEmpty
        }
        continue
      }
      if breakIsDue { output.append(contentsOf: "⏎".utf8) }
      breakIsDue = false
      show(hidden, keepsLines: keepsLines, to: &output)
    }
  }

  private static func show(_ hidden: HiddenCharacter, keepsLines: Bool, to output: inout [UInt8]) {
    switch hidden.value {
    case 0x09:
      output.append(contentsOf: (keepsLines ? "    " : " ").utf8)
    case 0x7F:
      output.append(contentsOf: "␡".utf8)
    case ..<0x20:
      // U+2400 and up are the pictures of the controls, in the order of the controls.
      output.append(contentsOf: [0xE2, 0x90, 0x80 + UInt8(hidden.value)])
    default:
      output.append(contentsOf: "<U+".utf8)
      hidden.appendDigits(to: &output, uppercase: true)
      output.append(UInt8(ascii: ">"))
    }
  }
}
