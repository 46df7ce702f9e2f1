/// An address that a page may lead to: a page of the same site, or one on the web that was found to be harmless.
struct Address: Hashable, Sendable {
  let text: String

  private init(_ text: String) { self.text = text }

  /// Returns the address of a file of the site, from another one.
  static func to(_ path: SitePath, from page: SitePath, fragment: String? = nil) -> Address {
    var (target, start) = (path.address, page.address)
    var way = target.withUTF8 { target in
      start.withUTF8 { start in
        /// Where what comes after the folders starts that both are in.
        var common = 0
        var place = 0
        while place < min(target.count, start.count), target[place] == start[place] {
          place += 1
          if target[place - 1] == slash { common = place }
        }
        let up = start[common...].count { $0 == slash }
        let down = UnsafeBufferPointer(rebasing: target[common...])
        return String(unsafeUninitializedCapacity: 3 * up + down.count) { way in
          for place in 0..<3 * up { way[place] = place % 3 == 2 ? slash : UInt8(ascii: ".") }
          _ = way[(3 * up)...].update(fromContentsOf: down)
          return 3 * up + down.count
        }
      }
    }
    if let fragment { way += "#" + percentEncoded(fragment) }
    return Address(way)
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns the address of a place on the same page.
  static func onPage(_ fragment: String) -> Address { Address("#" + percentEncoded(fragment)) }

  /// Returns the address of a file of the site on the web.
  ///
  /// - Parameter base: the address of the site, ending with a slash, as the manifest was checked for.
  static func absolute(_ path: SitePath, base: String, fragment: String? = nil) -> Address {
    // What people see and share is the folder.
    let folder = path.parts.last == "index.html" ? path.address.dropLast("index.html".count) : path.address[...]
    return Address(base + folder + (fragment.map { "#" + percentEncoded($0) } ?? ""))
  }

  /// Returns an address that a text of the library leads to; nil unless it is http, https or mailto.
  static func outside(_ text: String) -> Address? {
    // What an address may consist of (RFC 3986); everything else is encoded, so nothing in it means something else.
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard ["http", "https", "mailto"].contains(scheme), text.utf8.count <= 2000 else { return nil }
    let rest = text.dropFirst(scheme.count + 1)
    if scheme != "mailto" {
      guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, first.isLetter || first.isNumber || first == "["
      else { return nil }
    } else if rest.isEmpty {
      return nil
    }
    var encoded = ""
    for byte in rest.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}'".utf8.contains(byte)
      encoded += isPlain ? String(UnicodeScalar(byte)) : percent(byte)
    }
    return Address(scheme + ":" + encoded)
  }

  /// Returns a part of a path with everything encoded that could mean something in an address.
  static func percentEncoded(_ part: String) -> String {
    let isPlain = part.utf8.allSatisfy(isUnreserved)
    if isPlain { return part }
    return part.utf8.reduce(into: "") { $0 += isUnreserved($1) ? String(UnicodeScalar($1)) : percent($1) }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "~")
  }

  private static func percent(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.count == 1 ? "0" : "") + digits
  }
}
