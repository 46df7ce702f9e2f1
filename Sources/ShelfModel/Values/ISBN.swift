/// An International Standard Book Number (ISO 2108), normalized to thirteen digits.
package struct ISBN: Hashable, Sendable {
  package let number: UInt64

  /// The thirteen digits, which start with a 9.
  package var digits: String { String(number) }

  /// The ISBN-10 that was used before 2007: ten digits, or nine digits and an X. It is nil for numbers without such a
  /// form.
  package var oldDigits: String? {
    let digits = Array(String(number).utf8).map { $0 &- 0x30 }
    guard digits.starts(with: [9, 7, 8]) else { return nil }
    let body = digits[3..<12]
    let sum = zip(body, (2...10).reversed()).reduce(0) { $0 + Int($1.0) * $1.1 }
    let last = (11 - sum % 11) % 11
    return body.map(String.init).joined() + (last == 10 ? "X" : String(last))
  }

  /// Parses ten or thirteen digits with a valid checksum, with or without hyphens or spaces, and with or without the
  /// word ISBN before them. The nine digits of an SBN are also valid. Returns nil for anything else.
  package init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8({ ISBN(utf8: $0) }) else { return nil }
    self = number
  }

  package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard let digits = ISBN.digits(in: text) else { return nil }
    let isOld = digits.count < 13
    guard isOld ? ISBN.isOld(digits.count == 9 ? [0] + digits : digits) : ISBN.isNew(digits) else {
      return nil
    }
    var body = isOld ? [9, 7, 8] + (digits.count == 9 ? [0] : []) + digits.dropLast() : Array(digits.dropLast())
    body.append((10 - ISBN.sum(body) % 10) % 10)
    number = body.reduce(0) { $0 * 10 + UInt64($1) }
  }

  /// Returns the problem with text that is meant to be an ISBN, as a predicate such as “has an incorrect checksum”.
  /// Returns nil if the ISBN is valid, if the text is empty, or if the text contains other letters and is therefore a
  /// different kind of number.
  package static func validationMessage(_ text: String) -> String? {
    guard let count = digitsOfInvalid(text) else { return nil }
    if hasWrongChecksum(text) { return "has an incorrect checksum" }
    return "has \(count) \(count == 1 ? "digit" : "digits"), but an ISBN has 10 or 13"
  }

  /// Returns whether the text has as many digits as an ISBN, but an incorrect check digit.
  package static func hasWrongChecksum(_ text: String) -> Bool {
    digitsOfInvalid(text).map { $0 == 10 || $0 == 13 } ?? false
  }

  /// Returns the number of digits in text that is meant to be an ISBN but is not valid. Returns nil for any other text.
  private static func digitsOfInvalid(_ text: String) -> Int? {
    if text.isEmpty || ISBN(text) != nil { return nil }
    let plain = Array(text.utf8).withUnsafeBufferPointer(withoutWord)
    guard plain.allSatisfy({ isDigit($0) || isSeparator($0) || $0 | 0x20 == UInt8(ascii: "x") }) else { return nil }
    return plain.count { !isSeparator($0) }
  }

  /// Corrects the check digit of an ISBN. Returns nil if it is already valid or does not have ten or thirteen digits.
  package static func correctingLastDigit(_ text: String) -> String? {
    guard ISBN(text) == nil, let digits = Array(text.utf8).withUnsafeBufferPointer(digits), digits.count != 9 else {
      return nil
    }
    let body = digits.dropLast().map(String.init).joined()
    return (Array("0123456789").map(String.init) + (digits.count == 10 ? ["X"] : [])).map { body + $0 }
      .first { ISBN($0) != nil }
  }

  /// Returns the digits of a number that has nine, ten or thirteen digits. An X at the end has the value 10.
  private static func digits(in text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in withoutWord(text) {
      if isDigit(byte) {
        digits.append(byte - 0x30)
      } else if byte | 0x20 == UInt8(ascii: "x"), digits.count == 9 || digits.count == 8 {
        digits.append(10)
      } else if !isSeparator(byte) {
        return nil
      }
    }
    return [9, 10, 13].contains(digits.count) && !digits.dropLast().contains(10) ? digits : nil
  }

  /// Returns the text after “ISBN”, “ISBN-10:” or “ISBN-13”.
  private static func withoutWord(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var rest = Array(text)
    guard rest.count > 4, rest.prefix(4).map({ $0 | 0x20 }) == Array("isbn".utf8) else { return rest }
    rest.removeFirst(4)
    for number in ["-13", "-10", " 13", " 10"] where rest.starts(with: number.utf8) {
      let next = rest.dropFirst(3).first ?? 0x20
      if next == UInt8(ascii: ":") || next == 0x20 { return Array(rest.dropFirst(4)) }
    }
    return rest.first == UInt8(ascii: ":") ? Array(rest.dropFirst()) : rest
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == 0x20 }

  /// Returns whether the checksum of ten digits is valid: their sum, weighted from 10 down to 1, must be a multiple of
  /// 11.
  private static func isOld(_ digits: [UInt8]) -> Bool {
    zip(digits, (1...10).reversed()).reduce(0) { $0 + Int($1.0) * $1.1 } % 11 == 0
  }

  /// Returns whether thirteen digits start with 978 or 979 and have a valid checksum.
  private static func isNew(_ digits: [UInt8]) -> Bool {
    digits[0] == 9 && digits[1] == 7 && digits[2] >= 8 && digits.last.map { $0 < 10 } ?? false && sum(digits) % 10 == 0
  }

  /// Returns the sum of the digits modulo 10, with every second digit weighted by 3.
  private static func sum(_ digits: [UInt8]) -> UInt8 {
    UInt8(digits.enumerated().reduce(0) { $0 + Int($1.element) * ($1.offset % 2 == 0 ? 1 : 3) } % 10)
  }
}
