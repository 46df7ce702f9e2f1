/// A value of a JSON text: members in their order, numbers as they are written, and the line on which each begins.
indirect enum JSONValue: Sendable {
  case null
  case flag(Bool)
  case number(String)
  case text(String)
  case array([Item])
  case object([Member])

  struct Item: Sendable {
    let value: JSONValue
    let line: Int
    /// The bytes of the value.
    let range: Range<Int>
  }

  struct Member: Sendable {
    let key: String
    let value: JSONValue
    let line: Int
  }

  /// Returns the member of an object; nil for what is not one, and for null.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value else {
      return nil
    }
    if case .null = value { return nil }
    return value
  }

  /// Returns what a path of members leads to.
  subscript(path: [String]) -> JSONValue? { path.reduce(Optional(self)) { $0?[$1] } }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  var items: [Item] { if case .array(let items) = self { items } else { [] } }
  var isObject: Bool { if case .object = self { true } else { false } }
  var isArray: Bool { if case .array = self { true } else { false } }

  /// The text of a string, a number, or a flag; nil for anything else.
  var text: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  /// The texts of a list, or of the values of an object with numbers for keys; one for a single value; without empty ones.
  var texts: [String] {
    switch self {
    case .array(let items): items.compactMap(\.value.text).filter { !$0.isEmpty }
    case .object(let members): members.compactMap(\.value.text).filter { !$0.isEmpty }
    default: [text].compactMap { $0 }.filter { !$0.isEmpty }
    }
  }
}
