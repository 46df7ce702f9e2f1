import ShelfText

/// Splits a BibTeX bibliography into its entries.
///
/// `next` looks for the next at sign and reads the type, the key and the fields after it. A value consists of strings
/// in braces or quotation marks, numbers and macros, joined by `#`. Strings keep their LaTeX, which `LaTeXText`
/// decodes.
///
/// Bibliographies are often edited by hand, so mistakes are common: missing commas, braces that are never closed, and
/// braces after a backslash, which BibTeX counts but the author did not. An entry that cannot be read has a `problem`,
/// and reading continues with the next line that starts an entry, so the rest of the file is not lost because of one
/// mistake. Nesting, macro expansion and repeated reading are limited, because a malicious file could otherwise take
/// forever to read or expand to gigabytes.
package struct BibTeXFile {
  package struct Entry {
    package let line: Int
    package let range: Range<Int>
    package var type = ""
    package var key = ""
    /// The values by name, in file order and without their braces or quotation marks. Names are in lowercase.
    package var fields: [(name: String, value: String)] = []
    /// The undefined macros in the entry.
    package var undefined: [String] = []
    /// The reason why the entry cannot be read, or nil if the entry is valid.
    package var problem: String?

    /// Returns the value of the first of these fields that is not blank, or an empty string if there is none.
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
  /// The undefined macros in the current field.
  private var undefined: [String] = []
  /// The macros that `@string` defines, and the predefined ones for the months.
  private var macros: [String: String] = [
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June", "jul": "July",
    "aug": "August", "sep": "September", "oct": "October", "nov": "November", "dec": "December",
  ]

  private static let maxDepth = 1000
  /// The maximum number of fields in an entry, and of bytes in its key.
  private static let maxFields = 1000
  private static let maxKey = 4096
  /// The maximum number of bytes that macros may expand to: in a whole file, beyond the file's size, and in a single
  /// value.
  private static let maxExpanded = 4 << 20
  private static let maxValue = 64 << 10
  /// The number of bytes that macros have expanded to.
  private var expanded = 0
  /// Whether the macros in the current field expand to too much text.
  private var isTooMuch = false
  /// The number of bytes that may still be reread because of braces after backslashes.
  private var maxRead = 64 << 20
  /// The start of the first comment that is never closed, so that the file is not searched again for the end of later
  /// comments.
  private var openComment = Int.max

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the line of the first at sign that is followed by a word, a brace and, at some point after that, an equals
  /// sign, or nil if there is none.
  package static func firstLine(in bytes: [UInt8]) -> Int? {
    guard let last = bytes.lastIndex(of: UInt8(ascii: "=")) else { return nil }
    var reader = BibTeXFile(bytes)
    while reader.position < last {
      let (byte, line) = (bytes[reader.position], reader.line)
      reader.advance()
      guard byte == UInt8(ascii: "@") else { continue }
      reader.skipSpace()
      let word = reader.word()
      reader.skipSpace()
      let isOpen = reader.current == UInt8(ascii: "{") || reader.current == UInt8(ascii: "(")
      if isOpen, !word.isEmpty, word.allSatisfy({ $0.isASCII && $0.isLetter }), reader.position < last { return line }
    }
    return nil
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() {
    if current == 0x0A { line += 1 }
    position += 1
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { advance() }
  }

  /// Returns the next entry, or nil at the end of the file.
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

  /// Reads the text after an at sign. Returns nil if it is not an entry.
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

  /// Returns an entry with a problem if the type at the start of a line is not followed by a brace. Returns nil for
  /// other words after an at sign.
  private mutating func unopened(_ type: String, from start: Int, _ first: Int) -> Entry? {
    let isFirst = bytes[..<start].last { $0 != 0x20 && $0 != 0x09 }.map { $0 == 0x0A || $0 == 0x0D } ?? true
    guard isFirst, !["comment", "preamble", "string"].contains(type) else { return nil }
    let (position, line) = (position, line)
    recover(from: start, first)
    // An at sign in an email address or a name is not followed by fields.
    let text = bytes[start..<self.position]
    guard text.contains(UInt8(ascii: "=")), text.contains(UInt8(ascii: ",")) else {
      (self.position, self.line) = (position, line)
      return nil
    }
    var entry = Entry(line: first, range: start..<self.position, type: type)
    entry.problem = "“{” is missing after “@\(CleanText.short(type))”"
    return entry
  }

  /// Skips a comment up to the brace that closes it. Does not move if there is no such brace.
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

  /// Moves to the next line that starts an entry.
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

  /// Reads the key, which may be missing and may contain spaces.
  private mutating func key(_ close: UInt8) -> String {
    let (start, first) = (position, line)
    while let byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: "="), byte != close,
      byte != UInt8(ascii: "\""), position - start < BibTeXFile.maxKey
    {
      if byte == UInt8(ascii: "@"), position > start, bytes[position - 1] == 0x0A, beginsEntry() { break }
      advance()
    }
    if current == UInt8(ascii: "="), let space = lastSpace(start..<position) {
      // In `@book{key⏎ title = …`, the comma is missing.
      position = space
      line = first + bytes[start..<space].count { $0 == 0x0A }
    } else if current != UInt8(ascii: ","), current != close {
      // In `@book{title = …`, the key is missing.
      (position, line) = (start, first)
      return ""
    }
    let key = String(decoding: bytes[start..<position], as: UTF8.self)
    if current == UInt8(ascii: ",") { advance() }
    return CleanText.collapse(key)
  }

  /// Returns the start of the white space before the last word in a range, or nil if there is only one word.
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
        // A percent sign starts a comment that extends to the end of the line.
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
      if entry.fields.count == BibTeXFile.maxFields {
        entry.problem = "it has more than \(BibTeXFile.maxFields) fields"
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

  /// Reads strings that are joined by `#`. Returns nil if a string is not closed or if macros expand to too much text.
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
            text.utf8.count + macro.utf8.count > BibTeXFile.maxValue
            || expanded > BibTeXFile.maxExpanded + bytes.count
          if isTooMuch { return nil }
        }
        text += macro ?? name
      }
      skipSpace()
      guard current == UInt8(ascii: "#") else { return text }
      advance()
    }
  }

  /// Reads a string in braces.
  ///
  /// BibTeX counts a brace after a backslash like any other brace, whereas LaTeX and many people do not. This method
  /// first reads the string as BibTeX does. If the entry cannot continue after the string, the method reads it again
  /// and ignores such braces.
  private mutating func braced(_ close: UInt8) -> String? {
    let (start, first) = (position, line)
    let text = maxRead > 0 ? braced(countsEscaped: true) : nil
    if text != nil, continues(close) { return text }
    maxRead -= position - start
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
      // An entry starts on this line, so the brace was never closed.
      if byte == UInt8(ascii: "@"), position > 0, bytes[position - 1] == 0x0A, beginsEntry() { return nil }
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth > BibTeXFile.maxDepth { return nil }
      if depth == 0 {
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        advance()
        return text
      }
      advance()
    }
    return nil
  }

  /// Returns whether the entry can continue or end after a string that ends at the current position.
  private func continues(_ close: UInt8) -> Bool {
    func next(from start: Int) -> Int { bytes[min(start, bytes.count)...].firstIndex { $0 > 0x20 } ?? bytes.count }
    let sign = next(from: position)
    guard sign < bytes.count else { return false }
    if bytes[sign] == UInt8(ascii: ",") || bytes[sign] == UInt8(ascii: "#") { return true }
    guard bytes[sign] == close else { return false }
    let after = next(from: sign + 1)
    // If a comma or another closing brace follows, this closing brace did not end the entry.
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
