/// An attribute of an HTML element. Its name belongs to a fixed set, and its value is escaped when the attribute is
/// written.
struct HTMLAttribute: Sendable {
  let name: Name
  let value: String?

  enum Name: String, Sendable {
    case `class`, id, lang, dir, title, alt, href, src, rel, name, content, charset, datetime, value, width, height
    case hidden, placeholder, scope, role, loading, decoding, property, autocomplete, action, tabindex
    case kind = "type"
    case deferred = "defer"
    case httpEquiv = "http-equiv"
    case ariaLabel = "aria-label"
    case ariaHidden = "aria-hidden"
    case ariaCurrent = "aria-current"
    case ariaLive = "aria-live"
    case dataBase = "data-base"
    case dataParts = "data-parts"
    case viewBox, preserveAspectRatio, x, y, rx
    case textAnchor = "text-anchor"
  }

  /// The media types of embedded data and linked files.
  enum MediaType: String, Sendable {
    case jsonLD = "application/ld+json"
    case atom = "application/atom+xml"
    case jsonFeed = "application/feed+json"
    case svg = "image/svg+xml"
  }

  init(_ name: Name, _ value: String? = nil) { (self.name, self.value) = (name, value) }

  init(_ name: Name, _ number: Int) { self.init(name, String(number)) }

  /// Returns a `class` attribute. Class names come from this program or from a genre's id, never from text of the
  /// library.
  static func `class`(_ name: String) -> HTMLAttribute { HTMLAttribute(.class, name) }

  /// Returns a `class` attribute with several names, skipping empty ones.
  static func `class`(_ names: String...) -> HTMLAttribute {
    HTMLAttribute(.class, names.filter { !$0.isEmpty }.joined(separator: " "))
  }

  static func id(_ name: String) -> HTMLAttribute { HTMLAttribute(.id, name) }
  static func href(_ address: Address) -> HTMLAttribute { HTMLAttribute(.href, address.text) }
  static func src(_ address: Address) -> HTMLAttribute { HTMLAttribute(.src, address.text) }
  static func action(_ address: Address) -> HTMLAttribute { HTMLAttribute(.action, address.text) }
  static func type(_ type: MediaType) -> HTMLAttribute { HTMLAttribute(.kind, type.rawValue) }
}
