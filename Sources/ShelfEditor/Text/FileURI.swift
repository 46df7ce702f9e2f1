/// Conversion between paths and file URIs (RFC 8089).
enum FileURI {
  /// Returns the absolute path of a file URI, or nil for any other URI.
  ///
  /// Clients encode the same path in different ways, so shelf always compares paths rather than URIs.
  static func path(_ uri: String) -> String? {
    let scheme = "file://"
    guard uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    var rest = uri.dropFirst(scheme.count)
    if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    guard rest.first == "/" else { return nil }
    var bytes: [UInt8] = []
    var units = Array(rest.utf8)[...]
    while let byte = units.popFirst() {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
      if byte == UInt8(ascii: "%"), units.count >= 2,
        let value = UInt8(String(decoding: units.prefix(2), as: UTF8.self), radix: 16), units.first != UInt8(ascii: "+")
      {
        bytes.append(value)
        units.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    if bytes.contains(0) { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the URI of a path. Encodes everything but unreserved characters (RFC 3986, 2.3) and `/`.
  static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
