import ShelfFormats
import ShelfModel
import ShelfText

/// The start of a file, in the various forms that formats examine.
///
/// The first 64 KiB are decoded once, and the first row is parsed as the header of a table. Some formats need the whole
/// file as a tree of JSON or YAML. The tree is parsed when the first of these formats requests it, and is kept for the
/// others.
struct SourceProbe {
  let file: SourceFile
  /// The first 64 KiB, decoded.
  let head: [UInt8]
  /// The folded names of the columns, if the file is a table.
  let columns: Set<String>
  /// The cells of the header, or of the first row if there is no header.
  let firstRow: [String]
  /// The line of the header or of the first row, counting from 1.
  let headerLine: Int
  /// The columns and keys that the user mapped to fields.
  let maps: [(column: String, field: FieldHandle)]
  /// The text of `head`, with line feeds as line breaks.
  let text: String

  private static let size = 64 << 10

  init(_ file: SourceFile, maps: [(column: String, field: FieldHandle)] = []) {
    self.file = file
    self.maps = maps
    var end = min(file.bytes.count, SourceProbe.size)
    // A character must not be split.
    while end > 0, end < file.bytes.count, file.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    if end % 2 == 1, end < file.bytes.count, file.bytes.starts(with: [0xFF, 0xFE]) { end -= 1 }
    head = file.database != nil ? [] : TextDecoding(Array(file.bytes[..<end])).bytes
    // Swift treats CR LF as a single character, so a search for the line feed alone would not find it.
    text = String(decoding: head, as: UTF8.self).replacing("\r\n", with: "\n")
    let start = TableStart(head, names: maps.map(\.column))
    headerLine = start.line
    var table = start.table(head)
    firstRow = head.isEmpty ? [] : table.next()?.cells ?? []
    columns = Set(firstRow.map { ColumnName.fold($0) })
  }

  /// Whether the file is neither a database nor text in any encoding.
  var isBinary: Bool {
    if file.database != nil { return false }
    let magics: [[UInt8]] = [Array("PK\u{3}\u{4}".utf8), [0x1F, 0x8B], Array("%PDF".utf8), [0xD0, 0xCF, 0x11, 0xE0]]
    if magics.contains(where: { file.bytes.starts(with: $0) }) { return true }
    // Text that was pasted from elsewhere may contain a few control characters.
    return head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) } * 50 > head.count
  }

  /// Whether the file is an SQLite database.
  var isDatabase: Bool { file.database != nil }

  /// Returns whether the header contains all of these columns.
  func has(_ names: String...) -> Bool { names.allSatisfy { columns.contains(ColumnName.fold($0)) } }

  /// The first character that is not whitespace.
  var first: Character? { text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } }

  /// Whether the file may be JSON, judging by its start. A line such as `[[books]]` is a header in TOML.
  var isJSON: Bool {
    let isHeader = first == "[" && text.prefixMatch(of: /[\s\u{FEFF}]*\[{1,2}[A-Za-z_][\w\-]*\]/) != nil
    return (first == "{" || first == "[") && !isHeader
  }

  /// The maximum size, in bytes, of a file that is parsed as a whole to recognize its format.
  static let maxTree = 4 << 20

  /// The parsed forms of the file, which several formats request.
  private final class Trees {
    var json: JSONValue??
    var yaml: JSONValue??
  }
  private let trees = Trees()

  /// The file as JSON, or an array of its values if it contains several. Nil if the file is invalid or too large to be
  /// parsed.
  var tree: JSONValue? {
    if let known = trees.json { return known }
    let tree = readTree()
    trees.json = .some(tree)
    return tree
  }

  /// The file, or its front matter, as YAML. Nil if the file is invalid or too large to be parsed.
  var yaml: JSONValue? {
    if let known = trees.yaml { return known }
    let tree = file.bytes.count <= SourceProbe.maxTree ? YAMLText.tree(of: self) : nil
    trees.yaml = .some(tree)
    return tree
  }

  private func readTree() -> JSONValue? {
    guard isJSON, file.bytes.count <= SourceProbe.maxTree else { return nil }
    var parser = JSONParser(TextDecoding(file.bytes).bytes)
    var items: [JSONValue.Item] = []
    repeat {
      guard let value = try? parser.value() else { return nil }
      items.append(JSONValue.Item(value: value, line: 1, range: 0..<0))
      parser.skipSpace()
    } while !parser.isAtEnd
    return items.count == 1 ? items[0].value : .array(items)
  }

  func contains(_ word: String) -> Bool { text.contains(word) }

  /// Returns the first line that contains one of these words, counting from 1, or `Int.max` if there is none.
  func line(of words: String...) -> Int {
    let first = words.compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    return first.map { text[..<$0].count { $0 == "\n" } + 1 } ?? .max
  }
}
