/// The lines and fields of a record's file, found without the YAML parser, so that tests can verify edits
/// independently.
///
/// It supports records as people write them: a mapping in block style at the left margin. A field extends from the line
/// with its key to its last line that is neither blank nor a comment.
package struct SourceLines {
  package struct Line: Hashable {
    package var text: [UInt8]
    /// LF or CRLF, or empty at the end of the file.
    package var end: [UInt8]

    /// The number of spaces at the start.
    package var margin: Int { text.prefix { $0 == 0x20 }.count }
    package var isBlank: Bool { margin == text.count }
    package var isComment: Bool { text.dropFirst(margin).first == UInt8(ascii: "#") }
  }

  package var lines: [Line] = []
  package var hasMark = false
  /// The lines of each field, in the order of the file.
  package var fields: [(key: String, lines: Range<Int>)] = []

  package var hasFinalLineEnd: Bool { lines.last.map { !$0.end.isEmpty } ?? false }

  /// Whether the file ends with a block scalar, whose value depends on the final line ending.
  package var endsWithBlock: Bool {
    guard let last = fields.last, last.lines.upperBound == lines.count else { return false }
    return last.lines.contains {
      blockHeader(of: lines[$0].text, key: $0 == last.lines.lowerBound ? last.key : nil) != nil
    }
  }

  package init(_ bytes: [UInt8]) {
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
    // The value, or the last item of a list, may be a block scalar.
    let headers = (start..<limit).filter { blockHeader(of: lines[$0].text, key: $0 == start ? key : nil) != nil }
    guard let header = headers.last else { return endOfText(from: start, until: limit) }
    let indicators = blockHeader(of: lines[header].text, key: header == start ? key : nil) ?? []
    var end = header + 1
    let stated = indicators.first { $0 >= 0x31 && $0 <= 0x39 }.map { lines[header].margin + Int($0 - 0x30) }
    let indent = stated ?? lines[end..<limit].first { !$0.isBlank }?.margin ?? 0
    while end < limit, lines[end].isBlank || lines[end].margin >= max(indent, 1) { end += 1 }
    while !indicators.contains(UInt8(ascii: "+")), end > header + 1, lines[end - 1].isBlank { end -= 1 }
    return max(end, endOfText(from: start, until: limit))
  }

  /// Returns the end of the lines without trailing blank lines and comments.
  private func endOfText(from start: Int, until limit: Int) -> Int {
    var end = limit
    while end > start + 1, lines[end - 1].isBlank || lines[end - 1].isComment { end -= 1 }
    return end
  }

  /// Returns the indicators of a block scalar that starts on a line, after its key or dash, or nil if none starts
  /// there.
  private func blockHeader(of line: [UInt8], key: String?) -> [UInt8]? {
    var value = line.drop { $0 == 0x20 }
    if let key { value = value.dropFirst(key.utf8.count).drop { $0 == 0x3A } }
    if key == nil {
      guard value.first == UInt8(ascii: "-") else { return nil }
      value = value.dropFirst()
    }
    let header = value.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
    return header.first == UInt8(ascii: "|") || header.first == UInt8(ascii: ">") ? Array(header) : nil
  }

  /// Returns the key of a line that starts a field, or nil for other lines.
  private static func key(of line: [UInt8]) -> String? {
    let name = line.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x61 && $0 <= 0x7A }
    let rest = line.dropFirst(name.count)
    guard !name.isEmpty, rest.first == 0x3A, rest.count == 1 || rest.dropFirst().first == 0x20 else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the lines of a field, or nil if the file does not have it.
  package func field(_ key: String) -> Range<Int>? { fields.first { $0.key == key }?.lines }

  /// Returns the lines that do not belong to any of these fields.
  package func outside(_ keys: Set<String>) -> [Line] {
    let inside = Set(fields.filter { keys.contains($0.key) }.flatMap(\.lines))
    return lines.indices.filter { !inside.contains($0) }.map { lines[$0] }
  }

  /// Returns the comment after a value on the same line as its key, including the `#`, or nil if there is none.
  package static func comment(of line: [UInt8]) -> [UInt8]? {
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
