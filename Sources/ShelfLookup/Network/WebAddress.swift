import ShelfText

/// A web address, percent-encoded except for unreserved characters (RFC 3986).
package struct WebAddress: Hashable, Sendable {
  package let scheme: String
  package let host: String
  package let port: Int?
  /// The path and query, percent-encoded.
  package let target: String
  /// A secret parameter, such as the user's API key. It is sent, but never stored or shown.
  private let secret: String?

  package init(
    scheme: String = "https", host: String, port: Int? = nil, path: String,
    _ query: [(name: String, value: String)] = [],
    secret: (name: String, value: String)? = nil
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    let parameters = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    target =
      PercentEncoding.encode(path: path) + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    self.secret = secret.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
  }

  private init(scheme: String, host: String, port: Int?, target: String) {
    (self.scheme, self.host, self.port, self.target, secret) = (scheme, host, port, target, nil)
  }

  /// Parses the target of a redirect. Returns nil if it is not a web address.
  ///
  /// - Parameters:
  ///   - location: the value of the `Location` header (RFC 9110), which can be a path on the same host.
  ///   - origin: the address of the request.
  package init?(location: String, from origin: WebAddress) {
    guard location.utf8.count < 2048, location.utf8.allSatisfy(WebAddress.isPrintable) else { return nil }
    if location.hasPrefix("/"), !location.hasPrefix("//") {
      self.init(scheme: origin.scheme, host: origin.host, port: origin.port, target: location)
      return
    }
    guard let mark = location.firstRange(of: "://") else { return nil }
    let scheme = location[..<mark.lowerBound].lowercased()
    let rest = location[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard ["http", "https"].contains(scheme), let host = parts.first, !host.isEmpty, !host.contains("@"),
      parts.count <= 2, host.utf8.allSatisfy(WebAddress.isOfHost)
    else { return nil }
    let port = parts.count == 2 ? Int(parts[1]) : nil
    if parts.count == 2, port == nil { return nil }
    let target = String(rest.dropFirst(authority.count).prefix { $0 != "#" })
    self.init(
      scheme: scheme, host: host.lowercased(), port: port, target: target.hasPrefix("/") ? target : "/" + target)
  }

  /// Parses an address that the user typed. The result is nil unless the address uses HTTPS and has no port number.
  package init?(typed text: String) {
    guard text.lowercased().hasPrefix("https://") else { return nil }
    self.init(location: text, from: WebAddress(host: "", path: "/"))
    if port != nil || host.isEmpty { return nil }
  }

  /// The address without the secret parameter.
  package var text: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(target)" }

  /// The address that is sent, including the secret parameter.
  package var sent: String {
    guard let secret else { return text }
    return text + (target.contains("?") ? "&" : "?") + secret
  }

  /// Returns whether a byte may occur in an address. This is true for printable ASCII characters except a space, a
  /// double quote or a backslash.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) && byte != 0x5F && byte != 0x7E
  }
}
