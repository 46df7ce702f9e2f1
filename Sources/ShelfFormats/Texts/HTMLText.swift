/// Converts HTML to plain text with some Markdown: paragraphs, line breaks, `*emphasis*`, lists, links as `text (URL)`.
///
/// The HTML comes from descriptions and reviews, and is often broken or not HTML at all. Therefore no document tree is
/// built. A reader passes over the characters once, recognizes entities and a fixed list of tags, and passes them to
/// `HTMLOutput`, which writes the corresponding text immediately. A `<` that does not start a known tag is text, as in
/// `I <3 this`. Finally, `tidy` normalizes blank lines.
package enum HTMLText {
  /// Returns the text. If it contains no tags or entities, it is only tidied.
  package static func plain(_ html: String) -> String {
    guard html.utf8.contains(UInt8(ascii: "<")) || html.utf8.contains(UInt8(ascii: "&")) else { return tidy(html) }
    var reader = Reader(Array(html.unicodeScalars))
    return tidy(reader.read())
  }

  /// Removes pairs of formatting tags from a title: `The <i>Beagle</i> Record`.
  package static func withoutMarks(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    let bytes = Array(text.utf8)
    var open: [String: [Range<Int>]] = [:]
    var marks: [Range<Int>] = []
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      guard let mark = mark(at: start, in: bytes) else { continue }
      position = mark.range.upperBound
      if !mark.isEnd {
        open[mark.name, default: []].append(mark.range)
      } else if let first = open[mark.name]?.popLast() {
        marks += [first, mark.range]
      }
    }
    var (result, end): ([UInt8], Int) = ([], 0)
    for mark in marks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      result += bytes[end..<mark.lowerBound]
      end = mark.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Reads a formatting tag. Returns nil if there is none.
  private static func mark(at start: Int, in bytes: [UInt8]) -> (name: String, isEnd: Bool, range: Range<Int>)? {
    let isEnd = bytes.dropFirst(start + 1).first == UInt8(ascii: "/")
    let rest = bytes.dropFirst(start + (isEnd ? 2 : 1)).prefix(maxTagBytes)
    guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let name = String(decoding: rest[..<close].prefix { $0 > 0x20 }, as: UTF8.self).lowercased()
    return looks.contains(name) ? (name, isEnd, start..<close + 1) : nil
  }

  private static let looks: Set<String> = ["i", "b", "em", "strong", "sub", "sup", "span", "u", "cite", "small", "sc"]
  private static let maxTagBytes = 200

  /// Returns HTML that `plain` converts back to this text. Most text does not change.
  package static func guarded(_ text: String) -> String {
    plain(text) == tidy(text) ? text : text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// Returns text that `decodingEntities` converts back to this text. Most text does not change.
  package static func guardedEntities(_ text: String) -> String {
    decodingEntities(text) == text ? text : text.replacing("&", with: "&amp;")
  }

  /// Returns the text without trailing blanks on its lines, with at most one empty line in a row, and with no leading
  /// or trailing empty lines.
  package static func tidy(_ text: String) -> String {
    // Most texts consist of a single line without trailing white space and are therefore already tidy.
    if let last = text.utf8.last, (0x21..<0x7F).contains(last), !text.utf8.contains(where: { $0 == 10 || $0 == 13 }) {
      return text
    }
    var lines: [Substring] = []
    let unified =
      text.utf8.contains(13) ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
    for line in unified.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      while let last = line.last, last == " " || last == "\t" || last == "\u{A0}" { line.removeLast() }
      if line.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(line)
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var output = HTMLOutput()
    private var hidden = 0
    /// The number of characters searched without finding the end of a tag, and its maximum. Beyond the maximum, every
    /// `<` is treated as text.
    private var wasted = 0
    private static let maxWasted = 1 << 20

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func read() -> String {
      while position < scalars.count {
        let scalar = scalars[position]
        if scalar == "<", let tag = readTag() {
          apply(tag)
        } else if scalar == "&", let text = readEntity() {
          if hidden == 0 { output.write(text) }
        } else {
          if hidden == 0 { output.write(scalar) }
          position += 1
        }
      }
      return output.text()
    }

    private struct Tag {
      var name: String
      var isEnd: Bool
      var attributes: String
    }

    /// Reads a tag. Returns nil if a `<` is only text.
    private mutating func readTag() -> Tag? {
      if scalars[position...].starts(with: "<!--".unicodeScalars) {
        var end = position + 4
        while end + 2 < scalars.count, !(scalars[end] == "-" && scalars[end + 1] == "-" && scalars[end + 2] == ">") {
          end += 1
        }
        position = min(end + 3, scalars.count)
        return Tag(name: "", isEnd: false, attributes: "")
      }
      var index = position + 1
      let isEnd = index < scalars.count && scalars[index] == "/"
      if isEnd { index += 1 }
      let start = index
      while index < scalars.count,
        scalars[index].properties.isAlphabetic || (0x30...0x39).contains(scalars[index].value)
      {
        index += 1
      }
      guard index > start, index < scalars.count, " \t\n/>\r".unicodeScalars.contains(scalars[index]) else {
        return nil
      }
      let name = String(String.UnicodeScalarView(scalars[start..<index])).lowercased()
      // People write `I <3 this` and `<sigh>`, which are not HTML tags.
      guard HTMLText.tags.contains(name) else { return nil }
      let attributes = index
      var quote: Unicode.Scalar?
      while index < scalars.count {
        let scalar = scalars[index]
        if let open = quote {
          if scalar == open { quote = nil }
        } else if scalar == "\"" || scalar == "'" {
          quote = scalar
        } else if scalar == ">" {
          break
        }
        index += 1
        // No tag is this long, so the `<` is text.
        if index - position > 4000 || wasted > Reader.maxWasted { break }
      }
      guard index < scalars.count, scalars[index] == ">", index - position <= 4000 else {
        wasted += index - position
        return nil
      }
      position = index + 1
      return Tag(
        name: name, isEnd: isEnd, attributes: String(String.UnicodeScalarView(scalars[attributes..<index])))
    }

    private mutating func apply(_ tag: Tag) {
      if ["script", "style"].contains(tag.name) {
        hidden = max(0, hidden + (tag.isEnd ? -1 : 1))
      } else if hidden == 0 {
        output.apply(tag.name, isEnd: tag.isEnd) { HTMLText.attribute($0, of: tag.attributes) ?? "" }
      }
    }

    /// Reads an entity, such as `&amp;`, `&#8217;` or `&#x2019;`. Returns nil if there is none.
    private mutating func readEntity() -> String? {
      var end = position + 1
      while end < scalars.count, end - position < 12, scalars[end] != ";", scalars[end] != "&", scalars[end] != " " {
        end += 1
      }
      guard end < scalars.count, scalars[end] == ";", end > position + 1 else { return nil }
      let name = String(String.UnicodeScalarView(scalars[(position + 1)..<end]))
      guard let text = HTMLText.entity(name) else { return nil }
      position = end + 1
      return text
    }
  }

  /// Returns plain text with its entities decoded, such as `&#58;`, and with its tags unchanged.
  package static func decodingEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      let head = rest.dropFirst().prefix(12)
      if let end = head.firstIndex(of: ";"), let decoded = entity(String(head[..<end])) {
        result += decoded
        rest = rest[rest.index(after: end)...]
      } else {
        result.append("&")
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static func entity(_ name: String) -> String? {
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard let value, let scalar = Unicode.Scalar(value), value >= 0x20 || value == 9 || value == 10 else {
        return nil
      }
      return String(scalar)
    }
    return entities[name]
  }

  /// The tags that occur in descriptions and reviews.
  private static let tags = Set(
    """
    a abbr acronym address article aside b big blockquote body br center cite code col colgroup dd del dfn div dl dt em \
    figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd label li link main mark \
    meta nav ol p picture pre q s samp script section small source span spoiler strike strong style sub summary sup \
    svg table tbody td tfoot th thead time title tr tt u ul var video wbr
    """.split(separator: " ").map(String.init))

  /// The named entities that occur in descriptions and reviews.
  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "shy": "", "mdash": "—", "ndash": "–",
    "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "bdquo": "„",
    "sbquo": "‚", "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "euro": "€",
    "pound": "£", "sect": "§", "para": "¶", "times": "×", "frac12": "½", "iexcl": "¡", "iquest": "¿", "szlig": "ß",
    "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä", "aring": "å", "aelig": "æ", "ccedil": "ç",
    "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë", "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï",
    "ntilde": "ñ", "ograve": "ò", "oacute": "ó", "ocirc": "ô", "otilde": "õ", "ouml": "ö", "oslash": "ø",
    "ugrave": "ù", "uacute": "ú", "ucirc": "û", "uuml": "ü", "yacute": "ý", "yuml": "ÿ", "oelig": "œ", "scaron": "š",
    "Agrave": "À", "Aacute": "Á", "Acirc": "Â", "Auml": "Ä", "Aring": "Å", "AElig": "Æ", "Ccedil": "Ç", "Egrave": "È",
    "Eacute": "É", "Ecirc": "Ê", "Iacute": "Í", "Ntilde": "Ñ", "Oacute": "Ó", "Ocirc": "Ô", "Ouml": "Ö",
    "Oslash": "Ø", "Uacute": "Ú", "Uuml": "Ü", "OElig": "Œ", "Scaron": "Š", "ensp": " ", "emsp": " ", "thinsp": " ",
  ]

  /// Returns the value of an attribute, or nil if there is none.
  private static func attribute(_ name: String, of text: String) -> String? {
    guard let range = text.firstRange(of: name + "=") else { return nil }
    let rest = text[range.upperBound...]
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      return String(rest.prefix { !$0.isWhitespace })
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    return decodingEntities(String(value))
  }
}
