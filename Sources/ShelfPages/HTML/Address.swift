import ShelfText

/// The target of a link: a file of the site, or a web address that is known to be safe.
///
/// The initializer is private, so that an address can only be created by one of the functions below.
struct Address: Hashable, Sendable {
  let text: String

  private init(_ text: String) { self.text = text }

  /// Returns the address of one file of the site relative to another.
  static func to(_ path: SitePath, from page: SitePath, fragment: String? = nil) -> Address {
    var (target, start) = (path.address, page.address)
    var way = target.withUTF8 { target in
      start.withUTF8 { start in
        // The offset after the last leading folder that both paths share.
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
    if let fragment { way += "#" + PercentEncoding.encode(fragment) }
    return Address(way)
  }

  private static let slash = UInt8(ascii: "/")

  /// The root of the host.
  static let root = Address("/")

  /// Returns the address of an element on the same page.
  static func onPage(_ fragment: String) -> Address { Address("#" + PercentEncoding.encode(fragment)) }

  /// Returns the absolute address of a file of the site.
  ///
  /// - Parameter base: the address of the site with a slash at the end; the manifest's parser has checked it.
  static func absolute(_ path: SitePath, base: String, fragment: String? = nil) -> Address {
    // Omits "index.html", so that people see and share the address of the folder.
    let folder = path.parts.last == "index.html" ? path.address.dropLast("index.html".count) : path.address[...]
    return Address(base + folder + (fragment.map { "#" + PercentEncoding.encode($0) } ?? ""))
  }

  /// Returns the absolute address of a file of the site without the scheme and host, so that it works on any host.
  static func onHost(_ path: SitePath, base: String) -> Address {
    let rest = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
    let folder = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    // A path that begins with two slashes would be parsed as a host.
    return absolute(path, base: folder.hasPrefix("//") ? "/." + folder : folder)
  }

  /// Returns the address of a link in text from the library. Returns nil unless the scheme is http, https or mailto.
  static func outside(_ text: String) -> Address? {
    // All characters that RFC 3986 does not allow are percent-encoded, so that none of them can end the attribute.
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard ["http", "https", "mailto"].contains(scheme), text.utf8.count <= 2000 else { return nil }
    let rest = text.dropFirst(scheme.count + 1)
    if scheme != "mailto" {
      guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, first.isLetter || first.isNumber || first == "["
      else { return nil }
    } else if rest.isEmpty {
      return nil
    }
    let encoded = PercentEncoding.encode(rest) { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}'".utf8.contains($0) }
    return Address(scheme + ":" + encoded)
  }
}
