/// Parses TOML (https://toml.io/en/v1.0.0) into a tree of JSON values.
///
/// The header of a table names the table that the following lines fill. `[[books]]` adds a table to a list, and dotted
/// keys refer to tables within tables. While the lines are read, tables are mutable objects that can be looked up by
/// name. At the end, they are converted to a tree. shelf has its own parser because the available packages depend on
/// all of Foundation, which would nearly double the size of the program, and do not limit the depth of dotted keys.
/// Dates and times become strings. As in `JSONParser`, the number of values and the nesting depth are limited. Harmless
/// deviations, such as a table that is declared twice, are accepted.
package struct TOMLParser {
  package typealias Failure = JSONParser.Failure

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var depth = 0
  private var count = 0

  /// The maximum number of names in a dotted key, and the maximum depth of lists and tables within a value.
  private static let maxDepth = 50

  private enum Entry {
    case value(JSONValue)
    case table(Table)
    case list(List)
  }

  private final class Table {
    let line: Int
    var keys: [(key: String, line: Int)] = []
    var entries: [String: Entry] = [:]

    init(line: Int) { self.line = line }

    func add(_ key: String, _ entry: Entry, line: Int) {
      keys.append((key, line))
      entries[key] = entry
    }

    var tree: JSONValue {
      .object(keys.map { JSONValue.Member(key: $0.key, value: tree(of: $0.key), line: $0.line) })
    }

    private func tree(of key: String) -> JSONValue {
      switch entries[key] {
      case .value(let value): value
      case .table(let table): table.tree
      case .list(let list):
        .array(list.tables.map { JSONValue.Item(value: $0.tree, line: $0.line, range: 0..<0) })
      case nil: .null
      }
    }
  }

  private final class List {
    var tables: [Table] = []
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses the contents of a file.
  package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var parser = TOMLParser(bytes)
    let root = Table(line: 1)
    var table = root
    while parser.skipBlank(lines: true) {
      if parser.skip("[[") {
        table = try parser.newItem(at: try parser.path(), in: root)
        guard parser.skip("]]") else { throw parser.failure("“]]” is expected") }
      } else if parser.skip("[") {
        let path = try parser.path()
        table = try parser.table(at: path[...], in: root)
        guard parser.skip("]") else { throw parser.failure("“]” is expected") }
      } else {
        try parser.assignment(to: table)
      }
      if parser.skipBlank(lines: false), parser.bytes[parser.position] != 0x0A {
        throw parser.failure("the end of the line is expected")
      }
    }
    return root.tree
  }

  // MARK: - Tables

  /// Returns the table at a path of names, adding tables that do not exist.
  private func table(at path: ArraySlice<String>, in root: Table) throws(Failure) -> Table {
    var table = root
    for key in path {
      switch table.entries[key] {
      case .table(let next): table = next
      case .list(let list): table = list.tables[list.tables.count - 1]
      case .value: throw failure("“\(key)” already has a value")
      case nil:
        let next = Table(line: line)
        table.add(key, .table(next), line: line)
        table = next
      }
    }
    return table
  }

  /// Appends a table to the list at a path, and returns the table.
  private mutating func newItem(at path: [String], in root: Table) throws(Failure) -> Table {
    let parent = try table(at: path.dropLast(), in: root)
    let (key, item) = (path[path.count - 1], Table(line: line))
    try checkCount()
    switch parent.entries[key] {
    case .list(let list): list.tables.append(item)
    case nil:
      let list = List()
      list.tables = [item]
      parent.add(key, .list(list), line: line)
    default: throw failure("“\(key)” is already something other than a list of tables")
    }
    return item
  }

  private mutating func assignment(to table: Table) throws(Failure) {
    let (start, path) = (line, try path())
    guard skip("=") else { throw failure("“=” is expected") }
    _ = skipBlank(lines: false)
    let parent = try self.table(at: path.dropLast(), in: table)
    guard let key = path.last, parent.entries[key] == nil else {
      throw failure("“\(path.joined(separator: "."))” is defined twice")
    }
    parent.add(key, .value(try value()), line: start)
  }

  /// Parses a dotted key into its names.
  private mutating func path() throws(Failure) -> [String] {
    var path: [String] = []
    repeat {
      if path.count == TOMLParser.maxDepth { throw failure("the tables are nested too deeply") }
      _ = skipBlank(lines: false)
      path.append(try key())
      _ = skipBlank(lines: false)
    } while skip(".")
    return path
  }

  private mutating func key() throws(Failure) -> String {
    if position < bytes.count, isQuote(bytes[position]) { return try text() }
    let word = bytes[position...].prefix { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D || $0 == 0x5F }
    if word.isEmpty { throw failure("a name is expected") }
    position = word.endIndex
    return String(decoding: word, as: UTF8.self)
  }

  // MARK: - Values

  private mutating func value() throws(Failure) -> JSONValue {
    try checkCount()
    guard position < bytes.count else { throw failure("a value is expected") }
    if isQuote(bytes[position]) { return .text(try text()) }
    if skip("[") { return try nested { parser throws(Failure) in try parser.array() } }
    if skip("{") { return try nested { parser throws(Failure) in try parser.inlineTable() } }
    let rest = bytes[position...].prefix { ![0x0A, 0x0D, 0x23, 0x2C, 0x5D, 0x7D].contains($0) }
    let word = String(decoding: rest, as: UTF8.self).trimmed
    guard let value = TOMLParser.plain(word) else {
      throw failure(word.isEmpty ? "a value is expected" : "“\(word.prefix(40))” needs quotation marks")
    }
    position = rest.endIndex
    return value
  }

  /// Returns the Boolean, number, date or time that a word represents, or nil for any other word.
  private static func plain(_ word: String) -> JSONValue? {
    if word == "true" || word == "false" { return .flag(word == "true") }
    if word.contains(/^(\d{4}-\d\d-\d\d|\d\d:\d\d)/) { return .text(word) }
    let digits = word.replacing("_", with: "")
    let number = digits.first == "+" ? String(digits.dropFirst()) : digits
    if JSONValue.isNumber(number) { return .number(number) }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      return Int(digits.dropFirst(2), radix: radix).map { .number(String($0)) }
    }
    return ["inf", "nan"].contains(number.drop { $0 == "-" }) ? .text(word) : nil
  }

  private mutating func array() throws(Failure) -> JSONValue {
    var items: [JSONValue.Item] = []
    while try !ends(with: "]", isFirst: items.isEmpty) {
      let (start, first) = (position, line)
      items.append(JSONValue.Item(value: try value(), line: first, range: start..<position))
    }
    return .array(items)
  }

  private mutating func inlineTable() throws(Failure) -> JSONValue {
    let table = Table(line: line)
    while try !ends(with: "}", isFirst: table.keys.isEmpty) { try assignment(to: table) }
    return table.tree
  }

  /// Skips the comma before the next item of a list or inline table, or the mark that ends the list or table. Returns
  /// whether it has ended.
  private mutating func ends(with mark: String, isFirst: Bool) throws(Failure) -> Bool {
    _ = skipBlank(lines: true)
    if skip(mark) { return true }
    if !isFirst, !skip(",") { throw failure("“,” or “\(mark)” is expected") }
    _ = skipBlank(lines: true)
    return skip(mark)
  }

  private mutating func nested(
    _ body: (inout TOMLParser) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    if depth > TOMLParser.maxDepth { throw failure("the values are nested too deeply") }
    return try body(&self)
  }

  private mutating func checkCount() throws(Failure) {
    count += 1
    if count > JSONParser.maxValues { throw failure("there are more than \(JSONParser.maxValues) values") }
  }

  // MARK: - Texts

  private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  /// Parses a string. Triple quotation marks enclose multiline strings. Apostrophes enclose strings without escapes.
  private mutating func text() throws(Failure) -> String {
    let (quote, start) = (bytes[position], failure("a text in quotation marks is not closed"))
    let isLong = bytes[position...].prefix(3).count { $0 == quote } == 3 && bytes.count - position >= 3
    position += isLong ? 3 : 1
    if isLong, skip("\n") || skip("\r\n") { line += 1 }
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        // A multiline string may itself end with one or two quotation marks.
        let run = isLong ? bytes[position...].prefix(5).prefix { $0 == quote }.count : 1
        position += run
        let isEnd = !isLong || run >= 3
        text += Array(repeating: quote, count: isEnd ? max(0, run - 3) : run)
        if isEnd { return String(decoding: text, as: UTF8.self) }
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        text += try escape(isLong: isLong).utf8
      } else {
        if byte == 0x0A, !isLong { throw start }
        if byte == 0x0A { line += 1 }
        text.append(byte)
        position += 1
      }
    }
    throw start
  }

  private mutating func escape(isLong: Bool) throws(Failure) -> String {
    position += 1
    guard position < bytes.count else { throw failure("a text in quotation marks is not closed") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "e"): return "\u{1B}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "x"): return try scalar(digits: 2)
    case UInt8(ascii: "u"): return try scalar(digits: 4)
    case UInt8(ascii: "U"): return try scalar(digits: 8)
    case 0x20, 0x09, 0x0A, 0x0D:
      // A backslash at the end of a line removes the line break and the white space after it.
      position -= 1
      let space = bytes[position...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard isLong, space.contains(0x0A) else { break }
      line += space.count { $0 == 0x0A }
      position = space.endIndex
      return ""
    default: break
    }
    throw failure("“\\\(Unicode.Scalar(byte))” is not an escape")
  }

  private mutating func scalar(digits: Int) throws(Failure) -> String {
    let text = String(decoding: bytes[position...].prefix(digits), as: UTF8.self)
    guard text.utf8.count == digits, let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw failure("\(digits) hexadecimal digits of a character are expected")
    }
    position += digits
    return String(scalar)
  }

  // MARK: - Bytes

  /// Skips white space and comments and, if `lines` is true, line breaks. Returns whether anything follows.
  private mutating func skipBlank(lines: Bool) -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0D: position += 1
      case 0x0A where lines:
        line += 1
        position += 1
      case UInt8(ascii: "#"): position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      default: return true
      }
    }
    return false
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private func failure(_ reason: String) -> Failure { Failure(reason: reason, line: line) }
}
