/// A JSON value. It keeps the order of members, the notation of numbers, and the line where each item or member starts.
package indirect enum JSONValue: Sendable {
  case null
  case flag(Bool)
  case number(String)
  case text(String)
  case array([Item])
  case object([Member])

  package struct Item: Sendable {
    package let value: JSONValue
    package let line: Int
    /// The byte range of the value.
    package let range: Range<Int>

    package init(value: JSONValue, line: Int, range: Range<Int>) {
      self.value = value
      self.line = line
      self.range = range
    }
  }

  package struct Member: Sendable {
    package let key: String
    package let value: JSONValue
    package let line: Int

    package init(key: String, value: JSONValue, line: Int) {
      self.key = key
      self.value = value
      self.line = line
    }
  }

  /// Returns the value of a member, or nil if there is no such member, if its value is null, or if this is not an
  /// object. If several members have the same key, the last one is used.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value else {
      return nil
    }
    if case .null = value { return nil }
    return value
  }

  /// Returns the value at a path of members, or nil if there is none.
  package subscript(path: [String]) -> JSONValue? { path.reduce(Optional(self)) { $0?[$1] } }

  package var members: [Member] { if case .object(let members) = self { members } else { [] } }
  package var items: [Item] { if case .array(let items) = self { items } else { [] } }
  /// Whether the value has no content: null, or an empty text, list or object.
  package var isBlank: Bool { text?.isEmpty ?? (items.isEmpty && members.isEmpty) }

  package var isNull: Bool { if case .null = self { true } else { false } }
  package var isObject: Bool { if case .object = self { true } else { false } }
  package var isArray: Bool { if case .array = self { true } else { false } }

  /// The text of a string, a number or a Boolean, or nil for anything else.
  package var text: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  /// Returns whether the text is a valid JSON number.
  package static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func skip(_ bytes: String.UTF8View) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("-".utf8)
    let begins = rest.first
    let whole = digits()
    if whole == 0 || whole > 1 && begins == UInt8(ascii: "0") { return false }
    if skip(".".utf8), digits() == 0 { return false }
    if skip("eE".utf8) {
      _ = skip("+-".utf8)
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// The text of each item of a list or of each value in an object, since some programs write lists as objects with
  /// numeric keys. For any other value, the text of the value itself. Empty strings are omitted.
  package var texts: [String] {
    switch self {
    case .array(let items): items.compactMap(\.value.text).filter { !$0.isEmpty }
    case .object(let members): members.compactMap(\.value.text).filter { !$0.isEmpty }
    default: [text].compactMap { $0 }.filter { !$0.isEmpty }
    }
  }
}
