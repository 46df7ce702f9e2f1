/// The role of the text at the cursor: a key, a value, or an item of a list.
///
/// The role is determined from the lines around the cursor, without a YAML parser, because text that is being typed is
/// rarely valid. The cursor's line decides between a key, a value and an item; the lines above it are searched for the
/// key that an item belongs to, and for the start of long text, in which nothing is completed.
struct LineContext: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    /// A key of the record, at the start of a line.
    case key
    case value(key: String)
    /// An item of a list.
    case item(key: String)
    /// A comment, long text or anything else.
    case other
  }

  let place: Place
  /// The part of the key, value or item before the cursor.
  let typed: String
  /// The range of the key, value or item, including the part after the cursor. A value's range includes the comment
  /// after it.
  let range: Range<Int>
  /// Whether the cursor is in a flow list, where a comment would swallow the closing bracket.
  let isFlow: Bool
  /// The opening quotation mark before the cursor, if there is one.
  let quote: UInt8?
  /// Whether the key is followed by a colon.
  let hasColon: Bool

  init(at offset: Int, in index: TextIndex) {
    let number = index.line(of: offset)
    let line = index.line(number)
    let bytes = index.bytes
    let before = bytes[line.lowerBound..<max(line.lowerBound, min(offset, line.upperBound))]
    let first = bytes[line].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.upperBound
    let isItem = LineContext.isItem(bytes, first, line.upperBound)
    let other = LineContext(place: .other, typed: "", range: offset..<offset)
    if LineContext.comment(in: before) != nil || LineContext.isInLongText(number, index)
      || bytes[line].starts(with: [0x2D, 0x2D, 0x2D])
    {
      self = other
      return
    }
    if first == line.lowerBound, !isItem {
      self = LineContext.topLevel(before, line, bytes)
      return
    }
    guard let parent = LineContext.parent(of: number, index) else {
      self = other
      return
    }
    if isItem {
      guard offset > first else {
        self = other
        return
      }
      self = LineContext.token(.item(key: parent.key), from: first + 1, before, line, bytes, isFlow: false)
    } else if parent.isFlow, first < line.upperBound || !before.isEmpty {
      let start =
        before.lastIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") }.map { $0 + 1 } ?? before.startIndex
      self = LineContext.token(.item(key: parent.key), from: start, before, line, bytes, isFlow: true)
    } else {
      self = other
    }
  }

  private init(
    place: Place, typed: String, range: Range<Int>, isFlow: Bool = false, quote: UInt8? = nil, hasColon: Bool = false
  ) {
    self.place = place
    self.typed = typed
    self.range = range
    self.isFlow = isFlow
    self.quote = quote
    self.hasColon = hasColon
  }

  private static func isItem(_ bytes: [UInt8], _ first: Int, _ end: Int) -> Bool {
    first < end && bytes[first] == UInt8(ascii: "-") && (first + 1 == end || bytes[first + 1] == 0x20)
  }

  /// Returns the context for a line that starts with a key.
  private static func topLevel(_ before: ArraySlice<UInt8>, _ line: Range<Int>, _ bytes: [UInt8]) -> LineContext {
    guard let (key, colon) = key(in: before) else {
      let rest = bytes[line]
      let colon = self.key(in: rest)?.colon
      let end = colon ?? (before.endIndex..<line.upperBound).first { bytes[$0] == 0x20 } ?? line.upperBound
      return LineContext(
        place: .key, typed: text(before), range: line.lowerBound..<max(before.endIndex, end), hasColon: colon != nil)
    }
    let value = before[(colon + 1)...]
    if let open = value.first(where: { $0 != 0x20 }), open == UInt8(ascii: "[") {
      let start = value.lastIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") }! + 1
      if value.contains(UInt8(ascii: "]")) {
        return LineContext(place: .other, typed: "", range: before.endIndex..<before.endIndex)
      }
      return token(.item(key: key), from: start, before, line, bytes, isFlow: true)
    }
    return token(.value(key: key), from: colon + 1, before, line, bytes, isFlow: false)
  }

  /// Returns the context for a value or item that starts at an offset.
  private static func token(
    _ place: Place, from start: Int, _ before: ArraySlice<UInt8>, _ line: Range<Int>, _ bytes: [UInt8], isFlow: Bool
  ) -> LineContext {
    var start = start
    while start < before.endIndex, bytes[start] == 0x20 { start += 1 }
    start = min(start, before.endIndex)
    var quote: UInt8?
    if start < before.endIndex, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      quote = bytes[start]
      start += 1
    }
    var end = before.endIndex
    while end < line.upperBound {
      if isFlow, bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "]") { break }
      if let quote, bytes[end] == quote { break }
      end += 1
    }
    while end > before.endIndex, bytes[end - 1] == 0x20 { end -= 1 }
    return LineContext(
      place: place, typed: text(bytes[start..<before.endIndex]), range: start..<end, isFlow: isFlow, quote: quote)
  }

  /// Returns the key at the start of a line and the offset of the colon after it.
  private static func key(in line: ArraySlice<UInt8>) -> (key: String, colon: Int)? {
    guard
      let colon = line.indices.first(where: { position in
        line[position] == UInt8(ascii: ":")
          && (position + 1 == line.endIndex || [0x20, 0x0D, 0x0A].contains(line[position + 1]))
      })
    else { return nil }
    var key = line[..<colon]
    if let mark = key.first, key.count > 1, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"), key.last == mark {
      key = key.dropFirst().dropLast()
    }
    let name = text(key).trimmingEnd
    return name.isEmpty ? nil : (name, colon)
  }

  /// Returns the key that a line belongs to, and whether its value is a flow list.
  private static func parent(of number: Int, _ index: TextIndex) -> (key: String, isFlow: Bool)? {
    for above in stride(from: number - 1, through: 0, by: -1) {
      guard index.beginsField(above) else { continue }
      let line = index.line(above)
      guard let (key, colon) = key(in: index.bytes[line]) else { return nil }
      let open = index.bytes[(colon + 1)..<line.upperBound].first { $0 != 0x20 }
      return (key, open == UInt8(ascii: "["))
    }
    return nil
  }

  /// Returns whether a line is part of long text, which starts with `|` or `>` on a line above.
  private static func isInLongText(_ number: Int, _ index: TextIndex) -> Bool {
    let bytes = index.bytes
    func indentation(_ line: Range<Int>) -> Int { bytes[line].prefix { $0 == 0x20 }.count }
    let own = index.line(number)
    let isBlank = indentation(own) == own.count
    if !isBlank, indentation(own) == 0 { return false }
    // An empty line at the end of the file does not belong to the long text, since the user may type the next key
    // there.
    if own.isEmpty {
      let below = ((number + 1)..<max(number + 1, index.lineCount)).lazy.map { index.line($0) }.first { !$0.isEmpty }
      if below.map({ indentation($0) == 0 }) ?? true { return false }
    }
    for above in stride(from: number - 1, through: 0, by: -1) {
      let line = index.line(above)
      guard !line.isEmpty, indentation(line) == 0, bytes[line.lowerBound] != UInt8(ascii: "#") else { continue }
      guard let (_, colon) = key(in: bytes[line]) else { return false }
      let value = bytes[(colon + 1)..<line.upperBound].drop { $0 == 0x20 }
      return value.first == UInt8(ascii: "|") || value.first == UInt8(ascii: ">")
    }
    return false
  }

  /// Returns the offset of the comment in a line, or nil if there is none.
  static func comment(in line: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    for position in line.indices {
      let byte = line[position]
      let isAfterBlank = position == line.startIndex || line[position - 1] == 0x20 || line[position - 1] == 0x09
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "#"), isAfterBlank {
        return position
      } else if isAfterBlank, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
}
