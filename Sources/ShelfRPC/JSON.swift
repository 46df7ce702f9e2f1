import ShelfText

/// A JSON value in a message. The members of objects keep their order.
///
/// Unlike a `JSONValue`, which keeps line numbers and the spelling of numbers for imports, it can be compared, built
/// from literals, and written.
package indirect enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSON

    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// Parses UTF-8. Invalid bytes become the replacement character.
  package init(_ bytes: [UInt8]) throws(JSONParser.Failure) { self.init(try JSONParser.parse(bytes)) }

  private init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .flag(let flag): self = .flag(flag)
    case .number(let text): self = Int(text).map(JSON.integer) ?? Double(text).map(JSON.number) ?? .null
    case .text(let text): self = .text(text)
    case .array(let items): self = .array(items.map { JSON($0.value) })
    case .object(let members): self = .object(members.map { Member(key: $0.key, value: JSON($0.value)) })
    }
  }

  /// Creates an object, omitting members whose value is nil.
  package static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  /// Returns the member of an object with a key, or the last one if there are several. Returns nil if this value is not
  /// an object, or if the member is missing or null.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value, value != .null
    else { return nil }
    return value
  }

  /// Returns the value at a path of keys in nested objects, or nil if any member on the path is missing.
  package subscript(first: String, second: String, rest: String...) -> JSON? {
    ([second] + rest).reduce(self[first]) { $0?[$1] }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Whether the value is `true`.
  package var isTrue: Bool { self == .flag(true) }

  /// The items of an array, or an empty array for any other value.
  package var items: [JSON] { if case .array(let items) = self { items } else { [] } }

  /// The value as UTF-8, on one line.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.take()
  }

  /// The value as UTF-8, with each member or item on a separate line, and with a final line feed.
  package var prettyBytes: [UInt8] {
    var writer = JSONWriter(.pretty)
    write(to: &writer)
    writer.endLine()
    return writer.take()
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .flag(let flag): writer.value(flag)
    case .integer(let number): writer.value(number)
    case .number(let number): writer.value(number)
    // JSON allows NUL characters, but clients written in C or Lisp reject messages that contain them.
    case .text(let text): writer.value(text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text)
    case .array(let items): writer.array { writer in for item in items { item.write(to: &writer) } }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.key)
          member.value.write(to: &writer)
        }
      }
    }
  }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
  package init(arrayLiteral items: JSON...) { self = .array(items) }
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(key: $0, value: $1) })
  }
}
