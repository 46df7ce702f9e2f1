/// A character that is invisible, but controls a terminal or changes how other characters are displayed.
///
/// These are the C0 and C1 controls, DEL, the line and paragraph separators, and the embeddings, overrides and isolates
/// of bidirectional text. The plain direction marks (U+200E, U+200F, U+061C), which legitimate Arabic and Hebrew text
/// contains, and joiners are not considered hidden.
package struct HiddenCharacter: Hashable, Sendable {
  /// The code point of the character.
  package var value: UInt32
  /// The length of the character in UTF-8 bytes.
  package var length: Int

  /// Returns whether a hidden character may start with this byte. This is a quick test before `init(in:at:)`.
  @inline(__always)
  package static func mayStart(with byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 }

  /// Decodes the hidden character at an index of UTF-8 text. Returns nil if there is none.
  package init?(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let first = bytes[index]
    if first < 0x20 || first == 0x7F {
      self.init(value: UInt32(first), length: 1)
      return
    }
    guard index + 1 < bytes.count else { return nil }
    let second = bytes[index + 1]
    if first == 0xC2, (0x80...0x9F).contains(second) {
      self.init(value: UInt32(second), length: 2)
      return
    }
    guard first == 0xE2, index + 2 < bytes.count else { return nil }
    let third = bytes[index + 2]
    switch (second, third) {
    case (0x80, 0xA8...0xAE): self.init(value: 0x2000 + UInt32(third - 0x80), length: 3)
    case (0x81, 0xA6...0xA9): self.init(value: 0x2040 + UInt32(third - 0x80), length: 3)
    default: return nil
    }
  }

  private init(value: UInt32, length: Int) {
    self.value = value
    self.length = length
  }

  /// Whether the character appears as a line break to a reader.
  package var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Appends the value as four hexadecimal digits.
  package func appendDigits(to bytes: inout [UInt8], uppercase: Bool = false) {
    let digits = uppercase ? "0123456789ABCDEF".utf8 : "0123456789abcdef".utf8
    for shift in [12, 8, 4, 0] as [UInt32] {
      bytes.append(digits[digits.index(digits.startIndex, offsetBy: Int(value >> shift & 0xF))])
    }
  }
}
