import ShelfText

/// Divides a bibliography into its entries.
package struct BibTeXFile {
  package struct Entry {
    package let line: Int
    package let range: Range<Int>
    package var type = ""
    package var key = ""
    /// As written in the file, without the braces or quotation marks around them; by names in lower case.
    package var fields: [(name: String, value: String)] = []
    /// Macros that are not defined.
    package var undefined: [String] = []
    /// Why the entry does not read.
    package var problem: String?

    /// Returns the first of some fields that the entry has.
    package subscript(names: String...) -> String {
      for name in names {
        if let field = fields.first(where: { $0.name == name }), !field.value.trimmed.isEmpty { return field.value }
      }
      return ""
    }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// Macros in the field that is being read that are not defined.
  private var undefined: [String] = []
  /// What `@string` defines.
  private var macros: [String: String] = [
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June", "jul": "July",
    "aug": "August", "sep": "September", "oct": "October", "nov": "November", "dec": "December",
  ]

  private static let mostDepth = 1000
  /// The maximum number of fields of an entry, and of bytes of its key.
  private static let mostFields = 1000
  private static let mostKey = 4096
  /// How much text all macros of a file may stand for beside what the file itself has, and those of one value.
  private static let mostExpanded = 4 << 20
  private static let mostValue = 64 << 10
  /// How many bytes macros stood for.
  private var expanded = 0
  /// Whether macros of the field that is being read stand for too much.
  private var isTooMuch = false
  /// How many bytes may still be read twice because of braces after backslashes.
  private var mostRead = 64 << 20
  /// From where on no comment is closed.
  private var openComment = Int.max

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns whether some at sign is followed by a word, a brace and, anywhere behind, an equals sign.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard let last = bytes.lastIndex(of: UInt8(ascii: "=")) else { return false }
    var reader = BibTeXFile(bytes)
    while reader.position < last {
      let byte = bytes[reader.position]
      reader.position += 1
      guard byte == UInt8(ascii: "@") else { continue }
      reader.skipSpace()
      let word = reader.word()
      reader.skipSpace()
      let isOpen = reader.current == UInt8(ascii: "{") || reader.current == UInt8(ascii: "(")
      if isOpen, !word.isEmpty, word.allSatisfy({ $0.isASCII && $0.isLetter }), reader.position < last { return true }
    }
    return false
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() {
    if current == 0x0A { line += 1 }
    position += 1
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { advance() }
  }

  /// Returns the next entry; nil at the end.
  package mutating func next() -> Entry? {
    while let byte = current {
      guard byte == UInt8(ascii: "@"), let entry = entry() else {
        if byte != UInt8(ascii: "@") { advance() }
        continue
      }
      return entry
    }
    return nil
  }

  /// Reads what an at sign begins; nil for what is not an entry.
  private mutating func entry() -> Entry? {
    let (start, first) = (position, line)
    advance()
    skipSpace()
    let type = letters().lowercased()
    if type.isEmpty { return nil }
    skipSpace()
    guard let open = current, open == UInt8(ascii: "{") || open == UInt8(ascii: "(") else {
      return unopened(type, from: start, first)
    }
    if type == "comment" {
      skipComment()
      return nil
    }
    advance()
    let close: UInt8 = open == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
    if type == "preamble" {
      _ = value(close)
      return nil
    }
    var entry = Entry(line: first, range: start..<start, type: type)
    if type != "string" { entry.key = key(close) }
    readFields(of: &entry, close)
    if type == "string" {
      for (name, value) in entry.fields { macros[name] = value }
      return nil
    }
    let problem = entry.problem
    if problem != nil { recover(from: start, first) }
    var whole = Entry(line: first, range: start..<position, type: type, key: entry.key, fields: entry.fields)
    (whole.problem, whole.undefined) = (problem, entry.undefined)
    return whole
  }

  /// Returns an entry that starts a line and has no brace after its type; nil for other words after an at sign.
  private mutating func unopened(_ type: String, from start: Int, _ first: Int) -> Entry? {
    let isFirst = bytes[..<start].last { $0 != 0x20 && $0 != 0x09 }.map { $0 == 0x0A || $0 == 0x0D } ?? true
    guard isFirst, !["comment", "preamble", "string"].contains(type) else { return nil }
    let (position, line) = (position, line)
    recover(from: start, first)
    // An address or a name has no fields.
    let text = bytes[start..<self.position]
    guard text.contains(UInt8(ascii: "=")), text.contains(UInt8(ascii: ",")) else {
      (self.position, self.line) = (position, line)
      return nil
    }
    var entry = Entry(line: first, range: start..<self.position, type: type)
    entry.problem = "“{” is missing after “@\(CleanText.short(type))”"
    return entry
  }

  /// Goes behind the brace that closes a comment, and stays where it is if there is none.
  private mutating func skipComment() {
    guard current == UInt8(ascii: "{"), position < openComment else { return }
    let (start, first) = (position, line)
    var depth = 0
    while let byte = current {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      advance()
      if depth == 0 { return }
    }
    (position, line) = (start, first)
    openComment = start
  }

  /// Goes to the next line that begins an entry.
  private mutating func recover(from start: Int, _ first: Int) {
    (position, line) = (start + 1, first)
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "@"), bytes[position - 1] == 0x0A { return }
      advance()
    }
  }

  private mutating func letters() -> String {
    let start = position
    while let byte = current, (0x61...0x7A).contains(byte | 0x20) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func word() -> String {
    let start = position
    while let byte = current,
      byte > 0x20, !"{}(),=#\"".utf8.contains(byte)
    { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads the key, which may be missing and may hold spaces.
  private mutating func key(_ close: UInt8) -> String {
    let (start, first) = (position, line)
    while let byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: "="), byte != close,
      byte != UInt8(ascii: "\""), position - start < BibTeXFile.mostKey
    {
      if byte == UInt8(ascii: "@"), position > start, bytes[position - 1] == 0x0A, beginsEntry() { break }
      advance()
    }
    if current == UInt8(ascii: "="), let space = lastSpace(start..<position) {
      // `@book{key⏎ title = …`: the comma is missing.
      position = space
      line = first + bytes[start..<space].count { $0 == 0x0A }
    } else if current != UInt8(ascii: ","), current != close {
      // `@book{title = …`: no key at all.
      (position, line) = (start, first)
      return ""
    }
    let key = String(decoding: bytes[start..<position], as: UTF8.self)
    if current == UInt8(ascii: ",") { advance() }
    return CleanText.collapse(key)
  }

  /// Returns where the white space begins that is before the last word of a range; nil if there is only one word.
  private func lastSpace(_ range: Range<Int>) -> Int? {
    let text = bytes[range]
    let end = text.lastIndex { $0 > 0x20 } ?? range.lowerBound
    guard let space = text[..<end].lastIndex(where: { $0 <= 0x20 }) else { return nil }
    return text[..<space].lastIndex { $0 > 0x20 }.map { $0 + 1 }
  }

  private mutating func readFields(of entry: inout Entry, _ close: UInt8) {
    while true {
      skipSpace()
      while current == UInt8(ascii: ",") || current == UInt8(ascii: "%") {
        // A line that is a comment.
        if current == UInt8(ascii: "%") {
          while current != nil, current != 0x0A { advance() }
        } else {
          advance()
        }
        skipSpace()
      }
      guard let byte = current else {
        entry.problem = "the entry is not closed"
        return
      }
      if byte == close { return advance() }
      if entry.fields.count == BibTeXFile.mostFields {
        entry.problem = "it has more than \(BibTeXFile.mostFields) fields"
        return
      }
      let name = word().lowercased()
      skipSpace()
      guard !name.isEmpty, current == UInt8(ascii: "=") else {
        entry.problem = name.isEmpty ? "a field is expected" : "“=” is missing after “\(CleanText.short(name))”"
        return
      }
      advance()
      guard let value = value(close) else {
        let name = CleanText.short(name)
        entry.problem =
          isTooMuch ? "the macros in the field \(name) expand to too much text" : "the field \(name) is not closed"
        isTooMuch = false
        return
      }
      entry.fields.append((name, value))
      entry.undefined += undefined
      undefined = []
    }
  }

  /// Reads texts joined by `#`; nil if one of them is not closed.
  private mutating func value(_ close: UInt8) -> String? {
    var text = ""
    while true {
      skipSpace()
      switch current {
      case UInt8(ascii: "{"):
        guard let part = braced(close) else { return nil }
        text += part
      case UInt8(ascii: "\""):
        guard let part = quoted() else { return nil }
        text += part
      case nil: return nil
      default:
        let name = word()
        if name.isEmpty { return text }
        let macro = macros[name.lowercased()]
        if macro == nil, !name.allSatisfy(\.isNumber) { undefined.append(name) }
        if let macro {
          expanded += macro.utf8.count
          isTooMuch =
            text.utf8.count + macro.utf8.count > BibTeXFile.mostValue
            || expanded > BibTeXFile.mostExpanded + bytes.count
          if isTooMuch { return nil }
        }
        text += macro ?? name
      }
      skipSpace()
      guard current == UInt8(ascii: "#") else { return text }
      advance()
    }
  }

  /// Reads a text in braces.
  ///
  /// BibTeX counts a brace after a backslash like any other; LaTeX and many people do not. What follows the text decides
  /// which way it is read.
  private mutating func braced(_ close: UInt8) -> String? {
    let (start, first) = (position, line)
    let text = mostRead > 0 ? braced(countsEscaped: true) : nil
    if text != nil, continues(close) { return text }
    mostRead -= position - start
    let (end, last) = (position, line)
    (position, line) = (start, first)
    let other = braced(countsEscaped: false)
    if other != nil, text == nil || continues(close) { return other }
    (position, line) = (end, last)
    return text
  }

  private mutating func braced(countsEscaped: Bool) -> String? {
    advance()
    let start = position
    var depth = 1
    while let byte = current {
      if byte == UInt8(ascii: "\\"), !countsEscaped {
        advance()
        if current != nil { advance() }
        continue
      }
      // An entry that begins on a line of its own: the brace before was never closed.
      if byte == UInt8(ascii: "@"), position > 0, bytes[position - 1] == 0x0A, beginsEntry() { return nil }
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth > BibTeXFile.mostDepth { return nil }
      if depth == 0 {
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        advance()
        return text
      }
      advance()
    }
    return nil
  }

  /// Returns whether the entry goes on, or ends, after a text that ends here.
  private func continues(_ close: UInt8) -> Bool {
    func next(from start: Int) -> Int { bytes[min(start, bytes.count)...].firstIndex { $0 > 0x20 } ?? bytes.count }
    let sign = next(from: position)
    guard sign < bytes.count else { return false }
    if bytes[sign] == UInt8(ascii: ",") || bytes[sign] == UInt8(ascii: "#") { return true }
    guard bytes[sign] == close else { return false }
    let after = next(from: sign + 1)
    // Neither another field nor a brace follows an entry.
    return after == bytes.count || bytes[after] != UInt8(ascii: ",") && bytes[after] != UInt8(ascii: "}")
  }

  private func beginsEntry() -> Bool {
    let rest = bytes[(position + 1)...].prefix(24)
    let name = rest.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: "{")
  }

  private mutating func quoted() -> String? {
    advance()
    let start = position
    var depth = 0
    while let byte = current {
      if byte == UInt8(ascii: "\\") {
        advance()
        if current != nil { advance() }
        continue
      }
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if byte == UInt8(ascii: "\""), depth <= 0 {
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        advance()
        return text
      }
      if byte == UInt8(ascii: "@"), bytes[position - 1] == 0x0A, beginsEntry() { return nil }
      advance()
    }
    return nil
  }
}
