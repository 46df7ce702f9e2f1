import ShelfModel

/// A line inside quoted text that looks like a separate field or item, because an earlier quotation mark was not
/// closed.
struct SwallowedLine {
  /// The key of the field that contains the text.
  let field: String
  /// The range of the quoted text, including the quotation marks.
  let text: Range<Int>
  /// The offset where the first line of the text ends.
  let endOfFirst: Int
  let mark: Character
  /// The key with its colon, or the list item, at the start of the line.
  let start: String

  /// Returns the first such line in each quoted text of a record.
  static func all(in record: Record, _ schema: Schema) -> [SwallowedLine] {
    let source = record.source
    return schema.fields(of: record.kind).flatMap { field in
      record.items(of: field).compactMap { item in first(in: item, source, record.kind, schema) }
    }
  }

  private static func first(in item: FieldItem, _ source: [UInt8], _ kind: Kind, _ schema: Schema) -> SwallowedLine? {
    let range = item.range
    guard !item.isNested, range.upperBound <= source.count, let mark = source[range].first,
      mark == 0x22 || mark == 0x27
    else { return nil }
    let lines = source[range].split(separator: 0x0A, omittingEmptySubsequences: false)
    let lineStart = source[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indent = source[lineStart...].prefix { $0 == 0x20 }.count
    for line in lines.dropFirst() {
      let isItem =
        item.index != nil && line.prefix { $0 == 0x20 }.count == indent
        && line.dropFirst(indent).starts(with: "- ".utf8)
      guard
        let start = isItem
          ? String(decoding: line, as: UTF8.self).trimmed : key(startingLine: line, kind, schema).map({ $0 + ":" })
      else { continue }
      let endOfFirst = lines[0].last == 0x0D ? lines[0].endIndex - 1 : lines[0].endIndex
      return SwallowedLine(
        field: item.field.key, text: range, endOfFirst: endOfFirst, mark: Character(Unicode.Scalar(mark)), start: start)
    }
    return nil
  }

  /// Returns the key at the start of a line without indentation, or nil if it is not a field of the kind.
  private static func key(startingLine line: ArraySlice<UInt8>, _ kind: Kind, _ schema: Schema) -> String? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[(colon + 1)...].first.map({ $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 }) ?? true
    else { return nil }
    let key = String(decoding: line[..<colon], as: UTF8.self)
    return schema.field(key, of: kind) == nil ? nil : key
  }
}
