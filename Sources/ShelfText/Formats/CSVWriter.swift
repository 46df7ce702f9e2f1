/// Writes comma-separated values (RFC 4180). By default, lines end with a line feed, as in the output of other Unix
/// tools.
///
/// A value is quoted only if it contains the separator, a quote or a line break. A value that starts with `=` is not
/// escaped, so a spreadsheet program may read it as a formula.
package struct CSVWriter: Sendable {
  /// The output that `take` has not returned yet.
  private(set) var bytes: [UInt8] = []
  private var fieldCount = 0
  private var rowStart = 0
  private var separator = UInt8(ascii: ",")
  private var lineEnd: [UInt8] = [0x0A]

  package init() {}

  /// Creates a writer of a table that Excel opens without asking questions: the table begins with a byte order mark,
  /// and its lines end with CRLF.
  ///
  /// - Parameter hasDecimalComma: whether to write numbers with a decimal comma and separate values with semicolons. In
  ///   locales with a decimal comma, Excel reads `4.5` as a date.
  package init(excelWithDecimalComma hasDecimalComma: Bool) {
    bytes = [0xEF, 0xBB, 0xBF]
    rowStart = bytes.count
    lineEnd = [0x0D, 0x0A]
    if hasDecimalComma { separator = UInt8(ascii: ";") }
  }

  /// Returns and discards the rows written since the last call. Call it only between rows.
  package mutating func take() -> [UInt8] {
    defer {
      bytes.removeAll(keepingCapacity: true)
      rowStart = 0
    }
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
    if fieldCount > 0 { bytes.append(separator) }
    fieldCount += 1
    let quote = UInt8(ascii: "\"")
    if separator == UInt8(ascii: ";"), let point = value.firstIndex(of: UInt8(ascii: ".")), CSVWriter.isDecimal(value) {
      bytes += Array(value[..<point]) + [UInt8(ascii: ",")] + Array(value[(point + 1)...])
      return
    }
    guard value.contains(where: { $0 == quote || $0 == separator || $0 == 0x0A || $0 == 0x0D }) else {
      bytes.append(contentsOf: value)
      return
    }
    bytes.append(quote)
    for byte in value {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  package mutating func endRow() {
    // A row with a single empty value would be an empty line, which readers skip, so quote the value.
    if fieldCount == 1, bytes.count == rowStart { bytes.append(contentsOf: "\"\"".utf8) }
    bytes += lineEnd
    fieldCount = 0
    rowStart = bytes.count
  }

  /// Returns whether a value is a decimal number, such as `4.5`.
  private static func isDecimal(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    let parts = value.drop { $0 == UInt8(ascii: "-") }.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
