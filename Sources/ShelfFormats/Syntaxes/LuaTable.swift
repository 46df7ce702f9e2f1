import ShelfText

/// Reads a Lua file that returns one table, the format of KOReader's settings.
///
/// Lua treats such a file as a program. This parser treats it as data: it accepts only tables, strings, numbers, true,
/// false and nil, and executes nothing.
package struct LuaTable {
  package typealias Failure = JSONParser.Failure

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var depth = 0

  private static let maxDepth = 100

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses a file. Its tables become objects, or arrays if their keys are 1, 2, 3 ….
  package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var reader = LuaTable(bytes)
    reader.skipSpace()
    guard reader.take(word: "return") else { throw reader.failure("“return” and a table are expected") }
    reader.skipSpace()
    guard reader.current == UInt8(ascii: "{") else { throw reader.failure("a table is expected") }
    let value = try reader.value()
    reader.skipSpace()
    if reader.current == UInt8(ascii: ";") { reader.position += 1 }
    reader.skipSpace()
    guard reader.position >= bytes.count else { throw reader.failure("something follows the table") }
    return value
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ reason: String) -> Failure { Failure(reason: reason, line: line) }

  private mutating func skipSpace() {
    while let byte = current {
      if byte == 0x0A { line += 1 }
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else if byte == UInt8(ascii: "-"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "-") {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      } else {
        return
      }
    }
  }

  private mutating func take(word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - position >= length,
      word.withUTF8Buffer({ word in (0..<length).allSatisfy { bytes[position + $0] == word[$0] } })
    else { return false }
    if position + length < bytes.count, LuaTable.isLetter(bytes[position + length]) { return false }
    position += length
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte | 0x20 &- 0x61 < 26 && byte >= 0x41 || byte &- 0x30 < 10
  }

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    guard let byte = current else { throw failure("the table ends too early") }
    switch byte {
    case UInt8(ascii: "{"): return try table()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(String(decoding: try string(byte), as: UTF8.self))
    case UInt8(ascii: "-"), 0x30...0x39: return try number()
    default:
      if take(word: "true") { return .flag(true) }
      if take(word: "false") { return .flag(false) }
      if take(word: "nil") { return .null }
      throw failure("only tables, strings, numbers, true, false and nil are read; this may be a program")
    }
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = position
    while let byte = current, byte &- 0x30 < 10 || "+-.eExXabcdefABCDEF".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard Double(text) != nil else { throw failure("“\(text)” is not a number") }
    return .number(text)
  }

  private mutating func table() throws(Failure) -> JSONValue {
    depth += 1
    if depth > LuaTable.maxDepth { throw failure("the tables are nested too deeply") }
    position += 1
    var members: [JSONValue.Member] = []
    var items: [JSONValue.Item] = []
    while true {
      skipSpace()
      if current == UInt8(ascii: "}") {
        position += 1
        break
      }
      let first = line
      if let key = try key() {
        members.append(JSONValue.Member(key: key, value: try value(), line: first))
      } else {
        items.append(JSONValue.Item(value: try value(), line: first, range: 0..<0))
      }
      skipSpace()
      if current == UInt8(ascii: ",") || current == UInt8(ascii: ";") {
        position += 1
      } else if current != UInt8(ascii: "}") {
        throw failure("“,” or “}” is expected")
      }
    }
    depth -= 1
    if members.isEmpty { return .array(items) }
    // A table such as `[1] = …, [2] = …` is also a list, and its keys may be in any order.
    let numbers = members.compactMap { Int($0.key) }
    if items.isEmpty, numbers.count == members.count, numbers.allSatisfy({ $0 > 0 && $0 <= members.count }) {
      let sorted = zip(numbers, members).sorted { $0.0 < $1.0 }.map(\.1)
      return .array(sorted.map { JSONValue.Item(value: $0.value, line: $0.line, range: 0..<0) })
    }
    members += items.enumerated().map { JSONValue.Member(key: String($0 + 1), value: $1.value, line: $1.line) }
    return .object(members)
  }

  /// Reads `["key"] =`, `[1] =` or `key =`. Returns nil if the next item has no key.
  private mutating func key() throws(Failure) -> String? {
    let (start, first) = (position, line)
    if current == UInt8(ascii: "[") {
      position += 1
      let key = try value().text
      skipSpace()
      guard let key, current == UInt8(ascii: "]") else { throw failure("“]” is expected") }
      position += 1
      skipSpace()
      guard current == UInt8(ascii: "=") else { throw failure("“=” is expected") }
      position += 1
      return key
    }
    while let byte = current, LuaTable.isLetter(byte) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    skipSpace()
    if !name.isEmpty, current == UInt8(ascii: "="), name.first?.isNumber == false {
      position += 1
      return name
    }
    (position, line) = (start, first)
    return nil
  }

  private mutating func string(_ quote: UInt8) throws(Failure) -> [UInt8] {
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case quote: return text
      // Lua does not allow a line break here, but files that were edited by hand contain them.
      case 0x0A:
        line += 1
        text.append(byte)
      case UInt8(ascii: "\\"): try escape(into: &text)
      default: text.append(byte)
      }
    }
    throw failure("a string is not closed")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    guard let byte = current else { throw failure("a string is not closed") }
    position += 1
    switch byte {
    case 0x0A:
      line += 1
      text.append(0x0A)
    case 0x0D:
      if current == 0x0A { position += 1 }
      line += 1
      text.append(0x0A)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"): break
    case 0x30...0x39:
      var number = Int(byte - 0x30)
      for _ in 0..<2 {
        guard let digit = current, digit &- 0x30 < 10 else { break }
        number = number * 10 + Int(digit - 0x30)
        position += 1
      }
      guard number < 256 else { throw failure("“\\\(number)” is not a byte") }
      text.append(UInt8(number))
    default: text.append(byte)
    }
  }
}
