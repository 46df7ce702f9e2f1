/// Percent-encoding (RFC 3986), as in URLs.
package enum PercentEncoding {
  /// Encodes all bytes that are not kept: by default, all except unreserved characters.
  package static func encode(_ text: some StringProtocol, keeping keeps: (UInt8) -> Bool = isUnreserved) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if keeps(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Encodes all characters of a path except unreserved ones and slashes.
  package static func encode(path: String) -> String {
    encode(path) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
  }

  package static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-._~".utf8.contains(byte)
  }
}
