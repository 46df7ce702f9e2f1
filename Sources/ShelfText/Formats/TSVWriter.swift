/// Writes tab-separated values, one record per line.
///
/// A tab, line feed, carriage return or backslash in a value is written as `\t`, `\n`, `\r` or `\\`; any other
/// character that would control a terminal is escaped as in JSON (`\u001b`). This ensures that each line is a single
/// record, whatever the values contain.
package struct TSVWriter: Sendable {
  /// The output that `take` has not returned yet.
  private(set) var bytes: [UInt8] = []
  private var isAtStart = true

  package init() {}

  /// Returns and discards the output since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  package mutating func row(_ values: some Sequence<String>) {
    for value in values { field(value) }
    endRow()
  }

  package mutating func field(_ value: String) {
    var value = value
    value.withUTF8 { field(utf8: $0) }
  }

  /// Writes a value that is passed as UTF-8 bytes.
  package mutating func field(utf8 value: UnsafeBufferPointer<UInt8>) {
    if !isAtStart { bytes.append(0x09) }
    isAtStart = false
    BackslashEscape.append(value, quotes: false, to: &bytes)
  }

  package mutating func endRow() {
    bytes.append(0x0A)
    isAtStart = true
  }
}
