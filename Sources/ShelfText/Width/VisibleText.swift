/// Makes text safe to print by replacing hidden characters with visible ones.
///
/// Control characters below U+0020 and DEL become their control pictures, such as `␛` for escape. Other hidden
/// characters become their code points, such as `<U+202E>`. Each function treats line breaks and tabs in its own way.
/// All visible characters stay unchanged, so a second conversion has no effect.
package enum VisibleText {
  /// Returns the text on a single line: a run of line breaks becomes a single `⏎`, and a tab becomes a space. Line
  /// breaks at either end are dropped.
  package static func line(_ text: String) -> String { convert(text, .oneLine) }

  /// Returns multiline text: each line break of any kind becomes a line feed, and a tab becomes four spaces.
  package static func lines(_ text: String) -> String { convert(text, .lines) }

  /// Returns a part of a source line: each line break becomes `⏎`, and a tab becomes four spaces. No characters are
  /// dropped, so the parts still add up to the whole line.
  package static func source(_ text: String) -> String { convert(text, .source) }

  /// Returns data for programs in a form that is safe for a terminal: line feeds and tabs are kept, and a carriage
  /// return before a line feed is removed.
  package static func data(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.indices.first(where: { isHidden(in: bytes, at: $0) }) else { return Array(bytes) }
      var output = Array(bytes[..<first])
      convert(bytes, from: first, .data, to: &output)
      return output
    }
  }

  private enum Mode { case oneLine, lines, source, data }

  private static func convert(_ text: String, _ mode: Mode) -> String {
    var text = text
    return text.withUTF8 { bytes -> String? in
      guard let first = bytes.indices.first(where: { isHidden(in: bytes, at: $0) }) else { return nil }
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count + 16)
      output.append(contentsOf: bytes[..<first])
      convert(bytes, from: first, mode, to: &output)
      return String(decoding: output, as: UTF8.self)
    } ?? text
  }

  private static func isHidden(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    HiddenCharacter.mayStart(with: bytes[index]) && HiddenCharacter(in: bytes, at: index) != nil
  }

  private static func convert(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ mode: Mode, to output: inout [UInt8]
  ) {
    var index = start
    /// Whether line breaks were skipped, which become a single `⏎` if anything follows them.
    var breakIsDue = false
    while index < bytes.count {
      let hidden = HiddenCharacter.mayStart(with: bytes[index]) ? HiddenCharacter(in: bytes, at: index) : nil
      if let hidden, hidden.isLineBreak, mode == .oneLine {
        breakIsDue = !output.isEmpty
        index += hidden.length
        continue
      }
      if breakIsDue { output.append(contentsOf: "⏎".utf8) }
      breakIsDue = false
      guard let hidden else {
        output.append(bytes[index])
        index += 1
        continue
      }
      index += hidden.length
      // CRLF is a single line break.
      if hidden.value == 0x0D, mode == .lines || mode == .data, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      show(hidden, mode, to: &output)
    }
  }

  private static func show(_ hidden: HiddenCharacter, _ mode: Mode, to output: inout [UInt8]) {
    switch hidden.value {
    case _ where hidden.isLineBreak:
      output.append(contentsOf: (mode == .lines || mode == .data ? "\n" : "⏎").utf8)
    case 0x09 where mode == .data: output.append(0x09)
    case 0x09:
      output.append(contentsOf: (mode == .oneLine ? " " : "    ").utf8)
    case 0x7F:
      output.append(contentsOf: "␡".utf8)
    case ..<0x20:
      // The control pictures start at U+2400, in the order of the control characters.
      output.append(contentsOf: [0xE2, 0x90, 0x80 + UInt8(hidden.value)])
    default:
      output.append(contentsOf: "<U+".utf8)
      hidden.appendDigits(to: &output, uppercase: true)
      output.append(UInt8(ascii: ">"))
    }
  }
}
