/// Writes HTML (the living standard) into a buffer.
///
/// Elements and names of attributes are words of this program; a text is always escaped, and an address is always an
/// `Address`. So whatever a library holds, it cannot become markup.
struct HTML: Sendable {
  private(set) var bytes: [UInt8] = []

  /// - Parameter expected: how many bytes there will be, about.
  init(expecting expected: Int = 0) { bytes.reserveCapacity(expected) }

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
    word(tag.rawValue)
    for attribute in attributes { append(attribute) }
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func close(_ tag: Tag) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(UInt8(ascii: "/"))
    word(tag.rawValue)
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func text(_ text: String) { HTMLText.append(text, to: &bytes) }

  /// Writes what was written for several pages.
  mutating func append(_ piece: [UInt8]) {
    if bytes.last != 0x0A { bytes.append(0x0A) }
    bytes.append(contentsOf: piece)
  }

  /// Writes a text with its line breaks, as poems have them, and with paragraphs where lines are empty.
  mutating func paragraphs(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var isOpen = false
      TextLines.visit(utf8) { line in
        if TextLines.isBlank(line) {
          if isOpen { close(.p) }
          isOpen = false
          return
        }
        if isOpen { element(.br) } else { open(.p) }
        isOpen = true
        HTMLText.append(line, to: &bytes)
      }
      if isOpen { close(.p) }
    }
  }

  /// Writes data for other programs, which holds nothing that could end the element.
  mutating func data(_ json: [UInt8]) {
    open(.script, [.type(.jsonLD)])
    json.withUnsafeBufferPointer { json in
      var place = 0
      while place < json.count {
        // In JSON these are only in texts, where they can be written otherwise.
        switch json[place] {
        case UInt8(ascii: "<"): word("\\u003c")
        case UInt8(ascii: ">"): word("\\u003e")
        case UInt8(ascii: "&"): word("\\u0026")
        case 0xEF...:
          let length = HTMLText.noncharacterLength(json, at: place)
          if length > 0 {
            place += length
            continue
          }
          bytes.append(json[place])
        default: bytes.append(json[place])
        }
        place += 1
      }
    }
    close(.script)
  }

  /// Ends the last line of a document.
  mutating func endLine() { bytes.append(0x0A) }

  /// Writes the line before all elements.
  mutating func documentType() { bytes.append(contentsOf: "<!doctype html>\n".utf8) }

  private mutating func append(_ attribute: Attribute) {
    bytes.append(UInt8(ascii: " "))
    word(attribute.name.rawValue)
    guard let value = attribute.value else { return }
    bytes.append(UInt8(ascii: "="))
    bytes.append(UInt8(ascii: "\""))
    HTMLText.append(value, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a word of this program.
  private mutating func word(_ word: String) {
    var word = word
    word.withUTF8 { bytes.append(contentsOf: $0) }
  }
}
