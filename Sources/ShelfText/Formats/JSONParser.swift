/// Parses JSON (RFC 8259), and keeps track of the position of each value.
///
/// This is a recursive descent parser over bytes. shelf has its own parser because an import has to know the line and
/// the byte range of each row, which the available libraries report only for errors, and because objects have to keep
/// the order of their members. `value` can be called repeatedly, so a caller can parse JSON Lines, or a long list item
/// by item, and continue after a faulty line with `skipLine`. To be robust against hostile files, the parser limits the
/// nesting depth and the number of values. It accepts harmless deviations from the standard, such as line breaks in
/// strings and unusual forms of numbers.
package struct JSONParser {
  package struct Failure: Error {
    package let reason: String
    package let line: Int

    package init(reason: String, line: Int) {
      self.reason = reason
      self.line = line
    }
  }

  private let bytes: [UInt8]
  package private(set) var position = 0
  package private(set) var line = 1
  private var depth = 0

  private static let maxDepth = 200
  /// The number of values in the current text. It is limited because a value in memory is fifty times as large as the
  /// shortest value in the text.
  private var count = 0
  private let maxValues: Int
  package static let maxValues = 8_000_000

  /// - Parameter maxValues: the maximum number of values in one text.
  package init(_ bytes: [UInt8], maxValues: Int = JSONParser.maxValues) {
    self.bytes = bytes
    self.maxValues = maxValues
  }

  /// Parses text that consists of exactly one value.
  package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpace()
    if parser.position < bytes.count { throw parser.failure("something follows the end of the JSON") }
    return value
  }

  package var isAtEnd: Bool { position >= bytes.count }

  /// Parses the next value.
  package mutating func value() throws(Failure) -> JSONValue {
    count = depth == 0 ? 1 : count + 1
    if count > maxValues {
      throw failure("there are more than \(maxValues) values")
    }
    skipSpace()
    guard position < bytes.count else { throw failure("the JSON ends too early") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  package mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x0A: line += 1
      case 0x20, 0x09, 0x0D: break
      default: return
      }
      position += 1
    }
  }

  /// Skips the given text if it comes next. Returns whether it was skipped.
  package mutating func skip(_ text: String) -> Bool {
    guard bytes[min(position, bytes.count)...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Skips the rest of the line, for example after a faulty value.
  package mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  package func failure(_ reason: String) -> Failure { Failure(reason: reason, line: line) }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
    let length = word.utf8CodeUnitCount
    let isThere =
      bytes.count - position >= length
      && word.withUTF8Buffer { word in (0..<length).allSatisfy { bytes[position + $0] == word[$0] } }
    guard isThere else { throw failure("a value is expected") }
    position += length
    return value
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let digits = position
    while position < bytes.count, bytes[position] &- 0x30 < 10 || "+-.eE".utf8.contains(bytes[position]) {
      position += 1
    }
    guard position > digits, bytes[digits] &- 0x30 < 10 else {
      position = start
      throw failure("a value is expected")
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func array() throws(Failure) -> JSONValue {
    try enter()
    var items: [JSONValue.Item] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return leave(.array([])) }
    while true {
      skipSpace()
      let (start, first) = (position, line)
      let value = try value()
      items.append(JSONValue.Item(value: value, line: first, range: start..<position))
      skipSpace()
      if take(UInt8(ascii: "]")) { return leave(.array(items)) }
      guard take(UInt8(ascii: ",")) else { throw failure("“,” or “]” is expected") }
    }
  }

  private mutating func object() throws(Failure) -> JSONValue {
    try enter()
    var members: [JSONValue.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return leave(.object([])) }
    while true {
      skipSpace()
      let first = line
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw failure("a name in quotation marks is expected")
      }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("“:” is expected") }
      members.append(JSONValue.Member(key: key, value: try value(), line: first))
      skipSpace()
      if take(UInt8(ascii: "}")) { return leave(.object(members)) }
      guard take(UInt8(ascii: ",")) else { throw failure("“,” or “}” is expected") }
    }
  }

  private mutating func enter() throws(Failure) {
    depth += 1
    if depth > JSONParser.maxDepth { throw failure("the JSON is nested too deeply") }
    position += 1
  }

  private mutating func leave(_ value: JSONValue) -> JSONValue {
    depth -= 1
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func string() throws(Failure) -> String {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
    var text = Array(bytes[start..<position])
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape().utf8
      default:
        if bytes[position] == 0x0A { line += 1 }
        text.append(bytes[position])
        position += 1
      }
    }
    throw failure("a text in quotation marks is not closed")
  }

  private mutating func escape() throws(Failure) -> String {
    guard position + 1 < bytes.count else { throw failure("a text in quotation marks is not closed") }
    let byte = bytes[position + 1]
    position += 2
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "u"):
      let first = try unit()
      guard UTF16.isLeadSurrogate(first) else { return String(decoding: [first], as: UTF16.self) }
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
      else { return "\u{FFFD}" }
      position += 2
      return String(decoding: [first, try unit()], as: UTF16.self)
    default: throw failure("“\\\(Unicode.Scalar(byte))” is not an escape")
    }
  }

  private mutating func unit() throws(Failure) -> UInt16 {
    guard position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw failure("four hexadecimal digits are expected") }
    position += 4
    return unit
  }
}
