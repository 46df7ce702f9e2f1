import ShelfModel
import ShelfText

/// Parses ids in forms other than shelf's own, as written by people and other programs.
enum OtherForm {
  /// Returns the id from a UUID with or without hyphens, in braces or as a URN (RFC 9562), in uppercase or lowercase.
  static func id(in text: String) -> RecordID? {
    var digits = text.trimmed.lowercased()
    if digits.hasPrefix("urn:uuid:") { digits.removeFirst("urn:uuid:".count) }
    if digits.hasPrefix("{"), digits.hasSuffix("}") { digits = String(digits.dropFirst().dropLast()) }
    if let id = RecordID(digits) { return id }
    guard digits.utf8.count == 32 else { return nil }
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
      String(decoding: Array(digits.utf8)[range], as: UTF8.self)
    }
    return RecordID(parts.joined(separator: "-"))
  }

  /// Returns the digits of an abbreviated id, such as those shown in lists: at least the first eight digits of a UUID,
  /// with or without hyphens.
  static func digits(in text: String) -> [UInt8]? {
    let plain = text.trimmed.utf8.filter { $0 != UInt8(ascii: "-") }
    let digits = plain.compactMap(RecordID.hexDigit)
    return digits.count == plain.count && (8..<32).contains(digits.count) ? digits : nil
  }
}
