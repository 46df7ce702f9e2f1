/// A record's file as lines, found without the YAML reader: what the proof of the edits compares.
///
/// It knows records as people write them: a mapping in block style at the left margin, each field from the line of its
/// key to its last line that is neither blank nor a comment.
struct SourceLines {
  struct Line: Hashable {
    var text: [UInt8]
    /// LF, CRLF, or nothing at the end of the file.
    var end: [UInt8]
  }

  var lines: [Line] = []
  var hasMark = false
  /// The lines of each field, in the order of the file.
  var fields: [(key: String, lines: Range<Int>)] = []

  var hasFinalLineEnd: Bool { lines.last.map { !$0.end.isEmpty } ?? false }

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
      hasMark = true
      rest = rest.dropFirst(3)
    }
    while !rest.isEmpty {
      let feed = rest.firstIndex(of: 0x0A)
      let isCRLF = feed.map { $0 > rest.startIndex && rest[$0 - 1] == 0x0D } ?? false
      let end = feed.map { isCRLF ? $0 - 1 : $0 } ?? rest.endIndex
      let next = feed.map { $0 + 1 } ?? rest.endIndex
      lines.append(Line(text: Array(rest[rest.startIndex..<end]), end: Array(rest[end..<next])))
      rest = rest[next...]
    }
    findFields()
  }

  private mutating func findFields() {
    let starts = lines.indices.compactMap { index in SourceLines.key(of: lines[index].text).map { (index, $0) } }
    for (position, (start, key)) in starts.enumerated() {
      let limit = position + 1 < starts.count ? starts[position + 1].0 : lines.count
      fields.append((key, start..<end(of: start, key, until: limit)))
    }
  }

  private func end(of start: Int, _ key: String, until limit: Int) -> Int {
    let value = lines[start].text.dropFirst(key.utf8.count).drop { $0 == 0x3A || $0 == 0x20 }
    let isBlock = value.first == UInt8(ascii: "|") || value.first == UInt8(ascii: ">")
    let keepsBlankLines = isBlock && value.prefix(3).contains(UInt8(ascii: "+"))
    let indent = isBlock ? blockIndent(from: start + 1, until: limit) : Int.max
    var end = limit
    while end > start + 1 {
      let text = lines[end - 1].text
      let margin = text.prefix { $0 == 0x20 }.count
      let isBlank = margin == text.count && !keepsBlankLines && margin <= indent
      let isComment = margin < text.count && text[margin] == UInt8(ascii: "#") && margin < indent
      guard isBlank || isComment else { break }
      end -= 1
    }
    return end
  }

  private func blockIndent(from start: Int, until limit: Int) -> Int {
    let margins = lines[start..<limit].filter { $0.text.contains { $0 != 0x20 } }.map {
      $0.text.prefix { $0 == 0x20 }.count
    }
    return margins.first { $0 > 0 } ?? 1
  }

  /// Returns the key of a line that starts a field.
  private static func key(of line: [UInt8]) -> String? {
    let name = line.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x61 && $0 <= 0x7A }
    let rest = line.dropFirst(name.count)
    guard !name.isEmpty, rest.first == 0x3A, rest.count == 1 || rest.dropFirst().first == 0x20 else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the lines of a field; nil where the file does not have it.
  func field(_ key: String) -> Range<Int>? { fields.first { $0.key == key }?.lines }

  /// Returns the lines that belong to none of these fields.
  func outside(_ keys: Set<String>) -> [Line] {
    let inside = Set(fields.filter { keys.contains($0.key) }.flatMap(\.lines))
    return lines.indices.filter { !inside.contains($0) }.map { lines[$0] }
  }

  /// Returns the comment after a value that stands on one line with its key, with the `#`; nil where there is none.
  static func comment(of line: [UInt8]) -> [UInt8]? {
    var value = line.drop { $0 != 0x3A }.dropFirst().drop { $0 == 0x20 }
    if let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value = value.dropFirst()
      while let byte = value.first, byte != quote {
        value = value.dropFirst(byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1)
      }
    }
    guard let hash = value.indices.first(where: { value[$0] == 0x23 && value[$0 - 1] == 0x20 }) else { return nil }
    return Array(value[hash...])
  }
}
