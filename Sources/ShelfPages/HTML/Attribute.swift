/// An attribute of an element: a name that is a word of this program, and a value that is escaped.
struct Attribute: Sendable {
  let name: Name
  let value: String?

  enum Name: String, Sendable {
    case `class`, id, lang, dir, title, alt, href, src, rel, name, content, charset, datetime, value, width, height
    case hidden, scope, role, loading, decoding, property, autocomplete, action, tabindex
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

  /// The types of what pages hold or lead to.
  enum MediaType: String, Sendable {
    case jsonLD = "application/ld+json"
    case atom = "application/atom+xml"
    case jsonFeed = "application/feed+json"
    case svg = "image/svg+xml"
    case json = "application/json"
  }

  init(_ name: Name, _ value: String? = nil) { (self.name, self.value) = (name, value) }

  init(_ name: Name, _ number: Int) { self.init(name, String(number)) }

  /// Classes are words of this program and genres' numbers.
  static func `class`(_ name: String) -> Attribute { Attribute(.class, name) }

  /// Several classes; a name that is empty is left out.
  static func `class`(_ names: String...) -> Attribute {
    Attribute(.class, names.filter { !$0.isEmpty }.joined(separator: " "))
  }

  static func id(_ name: String) -> Attribute { Attribute(.id, name) }
  static func href(_ address: Address) -> Attribute { Attribute(.href, address.text) }
  static func src(_ address: Address) -> Attribute { Attribute(.src, address.text) }
  static func action(_ address: Address) -> Attribute { Attribute(.action, address.text) }
  static func type(_ type: MediaType) -> Attribute { Attribute(.kind, type.rawValue) }
}
