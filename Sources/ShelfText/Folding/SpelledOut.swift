/// The two-letter spelling of letters such as `ü`, for example `ue`, which people type if their keyboard lacks the
/// letter.
///
/// Folding turns `ü` into `u`, so “muller” finds “Müller”. For “mueller” to find it as well, the spelled-out form of
/// the text is also searched. Folding itself does not do this, because then “blue” would find “blu”.
extension Folding {
  /// Returns the text with its umlauts, `å` and `ø` spelled out, or nil if it has none.
  package static func spelledOut(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // 0xC3 is the first byte of these letters. 0xCC is the first byte of the combining marks in their decomposed forms.
    guard text.contains(where: { $0 == 0xC3 || $0 == 0xCC }) else { return nil }
    let text = text.contains(0xCC) ? Array(composed(String(decoding: text, as: UTF8.self)).utf8) : Array(text)
    var bytes: [UInt8] = []
    var isChanged = false
    for byte in text {
      guard let letters = letters(bytes.last, byte) else {
        bytes.append(byte)
        continue
      }
      bytes.removeLast()
      bytes += letters
      isChanged = true
    }
    return isChanged ? bytes : nil
  }

  /// Returns the text with its umlauts, `å` and `ø` spelled out.
  package static func spelledOut(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in spelledOut(bytes).map { String(decoding: $0, as: UTF8.self) } } ?? text
  }

  /// Returns the two letters that spell out the letter encoded in these two bytes, or nil for any other letter.
  private static func letters(_ lead: UInt8?, _ byte: UInt8) -> [UInt8]? {
    guard lead == 0xC3 else { return nil }
    return switch byte {
    case 0x84, 0xA4: Array("ae".utf8)
    case 0x96, 0xB6, 0x98, 0xB8: Array("oe".utf8)
    case 0x9C, 0xBC: Array("ue".utf8)
    case 0x85, 0xA5: Array("aa".utf8)
    default: nil
    }
  }

  /// Returns whether folded text contains two letters, such as `ue`, that may be the spelled-out form of one.
  package static func hasSpelledOutLetter(_ folded: [UInt8]) -> Bool {
    zip(folded, folded.dropFirst()).contains { a, b in
      b == UInt8(ascii: "e") && (a == UInt8(ascii: "a") || a == UInt8(ascii: "o") || a == UInt8(ascii: "u"))
        || a == UInt8(ascii: "a") && b == UInt8(ascii: "a")
    }
  }

  /// Returns the folded text with pairs of letters such as `ue` reduced to the first, so that “mueller”, “muller” and
  /// “müller” have the same form.
  package static func withoutSpelledOutLetters(_ folded: String) -> String {
    folded.replacing("ae", with: "a").replacing("oe", with: "o").replacing("ue", with: "u").replacing("aa", with: "a")
  }

  /// Returns whether the text contains a typed name. Letters such as `ü` can be spelled out in either, both or neither.
  package static func names(_ typed: String, in text: String) -> Bool {
    let wanted = [fold(typed), fold(spelledOut(typed))]
    return [fold(text), fold(spelledOut(text))].contains { name in wanted.contains { name.contains($0) } }
  }
}
