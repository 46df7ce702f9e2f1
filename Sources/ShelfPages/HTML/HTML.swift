/// Writes HTML (the living standard) into a buffer.
///
/// Elements and names of attributes are words of this program; a text is always escaped, and an address is always an
/// `Address`. So whatever a library holds, it cannot become markup.
struct HTML: Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// Writes an element with what is inside of it.
  mutating func element(_ tag: Tag, _ attributes: [Attribute] = [], _ content: (inout HTML) -> Void = { _ in }) {
    open(tag, attributes)
    if tag.isVoid { return }
    content(&self)
    close(tag)
  }

  /// Writes an element that holds a text.
  mutating func element(_ tag: Tag, _ attributes: [Attribute] = [], text: String) {
    open(tag, attributes)
    self.text(text)
    close(tag)
  }

  /// Writes a start tag; `close` ends the element.
  mutating func open(_ tag: Tag, _ attributes: [Attribute] = []) {
    if tag.startsLine, !bytes.isEmpty, bytes.last != 0x0A { bytes.append(0x0A) }
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: tag.rawValue.utf8)
    for attribute in attributes { append(attribute) }
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func close(_ tag: Tag) {
    bytes.append(contentsOf: "</".utf8)
    bytes.append(contentsOf: tag.rawValue.utf8)
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func text(_ text: String) { HTMLText.append(text, to: &bytes) }

  /// Writes a text with its line breaks, as poems have them.
  mutating func lines(_ text: String) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { element(.br) }
      self.text(String(line))
    }
  }

  /// Writes a text whose paragraphs are separated by empty lines.
  mutating func paragraphs(_ text: String, _ attributes: [Attribute] = []) {
    var paragraph: [Substring] = []
    func flush(_ html: inout HTML) {
      if paragraph.isEmpty { return }
      html.element(.p, attributes) { $0.lines(paragraph.joined(separator: "\n")) }
      paragraph = []
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy(\.isWhitespace) { flush(&self) } else { paragraph.append(line) }
    }
    flush(&self)
  }

  /// Writes data for other programs, which holds nothing that could end the element.
  mutating func data(_ json: [UInt8]) {
    open(.script, [.type(.jsonLD)])
    for byte in json {
      // In JSON these are only in texts, where they can be written otherwise.
      switch byte {
      case UInt8(ascii: "<"): bytes.append(contentsOf: "\\u003c".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "\\u003e".utf8)
      case UInt8(ascii: "&"): bytes.append(contentsOf: "\\u0026".utf8)
      default: bytes.append(byte)
      }
    }
    close(.script)
  }

  /// Writes the line before all elements.
  mutating func documentType() { bytes.append(contentsOf: "<!doctype html>\n".utf8) }

  private mutating func append(_ attribute: Attribute) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: attribute.name.rawValue.utf8)
    guard let value = attribute.value else { return }
    bytes.append(contentsOf: "=\"".utf8)
    HTMLText.append(value, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
