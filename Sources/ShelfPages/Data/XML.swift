/// Writes XML into a buffer. Text and attribute values are always escaped.
struct XML: ~Copyable {
  /// The document so far.
  private(set) var bytes: [UInt8] = []

  mutating func declaration() { append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n") }

  mutating func element(
    _ name: StaticString, _ attributes: [(name: StaticString, value: String)] = [],
    _ content: ((inout XML) -> Void)? = nil
  ) {
    append("<\(name)")
    for attribute in attributes {
      append(" \(attribute.name)=\"")
      HTMLEscaping.append(attribute.value, to: &bytes)
      append("\"")
    }
    guard let content else { return append("/>\n") }
    append(">")
    content(&self)
    append("</\(name)>\n")
  }

  mutating func element(
    _ name: StaticString, _ attributes: [(name: StaticString, value: String)] = [], text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  mutating func text(_ text: String) { HTMLEscaping.append(text, to: &bytes) }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
