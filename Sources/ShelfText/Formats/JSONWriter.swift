/// Writes JSON (RFC 8259) into a buffer, members in the order of the calls.
///
/// UTF-8 stays as it is, except that characters that would control a terminal are escaped, which every reader reverses.
package struct JSONWriter: Sendable {
  package enum Layout: Sendable {
    /// Everything on one line, no spaces.
    case compact
    /// One member or item per line, indented by two.
    case pretty
  }

  /// How much room is made for what comes after a piece was taken: for as much again, but not for a whole library.
  private static let mostKept = 1 << 20

  /// What has been written but not taken yet.
  private(set) var bytes: [UInt8] = []
  private let layout: Layout
  /// For each array and object that is open, whether it has content yet.
  private var open: [Bool] = []
  /// Whether a key waits for its value.
  private var isAfterKey = false

  /// - Parameter expected: how many bytes there will be, about.
  package init(_ layout: Layout = .compact, expecting expected: Int = 0) {
    self.layout = layout
    bytes.reserveCapacity(expected)
  }

  /// Returns what was written since the last call and discards it, so that a long list need not be held in memory as a
  /// whole.
  package mutating func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    bytes.reserveCapacity(min(taken.count, JSONWriter.mostKept))
    return taken
  }

  /// Ends the line, after a document or an object of JSON Lines.
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

  /// Begins an array that `endArray()` ends, for lists that are written bit by bit.
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }

  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes a member's key; its value comes next.
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

  /// Writes a string of UTF-8 bytes, which must be valid.
  package mutating func value(utf8: UnsafeBufferPointer<UInt8>) {
    separate()
    quote(utf8)
  }

  package mutating func value(_ value: Int) { literal("\(value)") }

  package mutating func value(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes a number; one that JSON cannot express (infinity, not a number) becomes null.
  package mutating func value(_ value: Double) { literal(value.isFinite ? "\(value)" : "null") }

  /// Writes a value that was read, numbers as they were written.
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

  /// Writes what comes before a value or a key.
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
    text.withUTF8 { quote($0) }
  }

  private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    BackslashEscape.append(text, quotes: true, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
