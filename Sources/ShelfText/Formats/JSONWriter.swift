/// Writes JSON (RFC 8259) to a buffer, with members in the order of the calls.
///
/// The writer adds commas, line breaks and indentation, for which it only keeps track of the open brackets. It does not
/// check the structure, so callers have to alternate keys and values in objects. Text is written as UTF-8, with
/// characters that would control a terminal escaped as the standard permits.
package struct JSONWriter: Sendable {
  package enum Layout: Sendable {
    /// Everything on one line, without spaces.
    case compact
    /// One member or item per line, indented by two spaces per level.
    case pretty
  }

  /// The maximum capacity to reserve after `take`. The next piece of output is likely to be as large as the last one,
  /// but that may have been a whole library.
  private static let maxKept = 1 << 20

  /// The output that `take` has not returned yet.
  private(set) var bytes: [UInt8] = []
  private let layout: Layout
  /// For each open array or object, whether anything has been written in it yet.
  private var open: [Bool] = []
  /// Whether a key was just written, so that its value must follow.
  private var isAfterKey = false

  /// - Parameter expected: the approximate number of bytes to write.
  package init(_ layout: Layout = .compact, expecting expected: Int = 0) {
    self.layout = layout
    bytes.reserveCapacity(expected)
  }

  /// Returns and discards the output since the last call, so that a long list is never in memory as a whole.
  package mutating func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    bytes.reserveCapacity(min(taken.count, JSONWriter.maxKept))
    return taken
  }

  /// Ends the line, after a document or after an object of JSON Lines.
  package mutating func endLine() {
    bytes.append(0x0A)
  }

  // MARK: Structure

  package mutating func object(_ content: (inout JSONWriter) throws -> Void) rethrows {
    begin(UInt8(ascii: "{"))
    try content(&self)
    end(UInt8(ascii: "}"))
  }

  package mutating func array(_ content: (inout JSONWriter) throws -> Void) rethrows {
    begin(UInt8(ascii: "["))
    try content(&self)
    end(UInt8(ascii: "]"))
  }

  /// Begins an array that `endArray()` ends, for lists that are written piece by piece.
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }

  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes a member's key. The value must follow.
  package mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  // MARK: Values

  package mutating func null() { literal("null") }

  package mutating func value(_ value: String) {
    separate()
    quote(value)
  }

  package mutating func value(_ value: Int) { literal("\(value)") }

  package mutating func value(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes a number. Infinity and NaN, which JSON cannot express, become null.
  package mutating func value(_ value: Double) { literal(value.isFinite ? "\(value)" : "null") }

  /// Writes a parsed value. Numbers keep their notation.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .flag(let flag): self.value(flag)
    case .number(let digits): if JSONValue.isNumber(digits) { literal(digits) } else { self.value(digits) }
    case .text(let text): self.value(text)
    case .array(let items): array { json in for item in items { json.value(item.value) } }
    case .object(let members):
      object { json in
        for member in members {
          json.key(member.key)
          json.value(member.value)
        }
      }
    }
  }

  package mutating func value(_ values: [String]) { array { for value in values { $0.value(value) } } }

  // MARK: Members

  package mutating func member(_ key: String, _ value: String?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: Int?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    self.value(value)
  }

  package mutating func member(_ key: String, _ values: [String]) {
    self.key(key)
    value(values)
  }

  // MARK: Private

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    open.append(false)
  }

  private mutating func end(_ bracket: UInt8) {
    let hasContent = open.removeLast()
    if hasContent { breakLine() }
    bytes.append(bracket)
  }

  /// Writes any comma and line break that must precede a value or a key.
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    guard let hasContent = open.last else { return }
    if hasContent { bytes.append(UInt8(ascii: ",")) }
    open[open.count - 1] = true
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(0x0A)
    for _ in open {
      bytes.append(0x20)
      bytes.append(0x20)
    }
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func quote(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { BackslashEscape.append($0, quotes: true, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }
}
