import ShelfText

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
  static func uri(_ path: String) -> String { "file://" + PercentEncoding.encode(path: path) }
}
