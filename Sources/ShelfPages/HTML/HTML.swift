import ShelfText

/// Writes HTML (the Living Standard) into a buffer.
///
/// Elements and attribute names belong to fixed sets, text is always escaped, and the target of a link is always an
/// `Address`. Therefore no text in a library can become markup or a script.
struct HTML: ~Copyable {
  /// The document so far.
  private(set) var bytes: [UInt8] = []

  /// - Parameter expected: the expected size of the output, in bytes.
  init(expecting expected: Int = 0) { bytes.reserveCapacity(expected) }

  /// Writes an element with its content.
  ///
  /// - Parameter more: additional attributes, such as an array that many elements share.
  mutating func element(
    _ tag: Tag, _ attributes: [HTMLAttribute] = [], and more: [HTMLAttribute] = [],
    _ content: (inout HTML) -> Void = { _ in }
  ) {
    open(tag, attributes, and: more)
    if tag.isVoid { return }
    content(&self)
    close(tag)
  }

  /// Writes an element that contains text.
  mutating func element(_ tag: Tag, _ attributes: [HTMLAttribute] = [], and more: [HTMLAttribute] = [], text: String) {
    open(tag, attributes, and: more)
    self.text(text)
    close(tag)
  }

  /// Writes a start tag. The caller has to `close` the element.
  mutating func open(_ tag: Tag, _ attributes: [HTMLAttribute] = [], and more: [HTMLAttribute] = []) {
    if tag.startsLine, let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: tag.rawValue.utf8)
    for attribute in attributes { append(attribute) }
    for attribute in more { append(attribute) }
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func close(_ tag: Tag) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(UInt8(ascii: "/"))
    bytes.append(contentsOf: tag.rawValue.utf8)
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func text(_ text: String) { HTMLEscaping.append(text, to: &bytes) }

  /// Writes the text of a template, and calls `content` for each name in braces.
  mutating func phrase(_ template: String, _ content: (_ name: String, inout HTML) -> Void) {
    var pieces: [(text: String, isName: Bool)] = []
    Template.visit(template) {
      pieces.append((String($0), false))
    } name: {
      pieces.append((String($0), true))
    }
    for piece in pieces {
      if piece.isName { content(piece.text, &self) } else { text(piece.text) }
    }
  }

  /// Calls a function and returns the markup that it writes.
  static func written(_ write: (inout HTML) -> Void) -> [UInt8] {
    var html = HTML()
    write(&html)
    return html.bytes
  }

  /// Writes markup that was prepared earlier.
  mutating func append(_ piece: [UInt8]) {
    if bytes.last != 0x0A { bytes.append(0x0A) }
    bytes.append(contentsOf: piece)
  }

  /// Writes text with its line breaks, which matter in poems, and starts a new paragraph after each blank line.
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
        HTMLEscaping.append(line, to: &bytes)
      }
      if isOpen { close(.p) }
    }
  }

  /// Writes a script element that contains JSON-LD, escaped so that no text in it can end the element.
  mutating func data(_ json: [UInt8]) {
    open(.script, [.type(.jsonLD)])
    json.withUnsafeBufferPointer { json in
      var start = 0
      for place in json.indices {
        // In JSON, these characters occur only in strings, where they can be escaped.
        var length = 1
        let replacement: String
        switch json[place] {
        case UInt8(ascii: "<"): replacement = "\\u003c"
        case UInt8(ascii: ">"): replacement = "\\u003e"
        case UInt8(ascii: "&"): replacement = "\\u0026"
        case 0xEF...:
          length = HTMLEscaping.noncharacterLength(json, at: place)
          replacement = ""
          if length == 0 { continue }
        default: continue
        }
        bytes.append(contentsOf: json[start..<place])
        bytes.append(contentsOf: replacement.utf8)
        start = place + length
      }
      bytes.append(contentsOf: json[start...])
    }
    close(.script)
  }

  /// Writes a style element. Its text is part of the program.
  mutating func style(_ css: StaticString) {
    open(.style)
    css.withUTF8Buffer { bytes.append(contentsOf: $0) }
    close(.style)
  }

  /// Writes the line break at the end of a document.
  mutating func endLine() { bytes.append(0x0A) }

  /// Writes the document type, which precedes all elements.
  mutating func documentType() { bytes.append(contentsOf: "<!doctype html>\n".utf8) }

  private mutating func append(_ attribute: HTMLAttribute) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: attribute.name.rawValue.utf8)
    guard let value = attribute.value else { return }
    bytes.append(UInt8(ascii: "="))
    bytes.append(UInt8(ascii: "\""))
    HTMLEscaping.append(value, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
