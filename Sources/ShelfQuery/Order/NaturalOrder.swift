/// The sort order that people expect for text with numbers, such as “Discworld 2” before “Discworld 12”.
enum NaturalOrder {
  /// Returns a sort key whose bytewise order is the natural order of the text. Each run of digits sorts as a number,
  /// and a comma, which separates a surname from the rest of a name, precedes everything else.
  ///
  /// - Parameter folded: the folded text.
  static func key(_ folded: [UInt8]) -> [UInt8] {
    guard folded.contains(where: { isDigit($0) || $0 == comma }) else { return folded }
    var key: [UInt8] = []
    key.reserveCapacity(folded.count + 4)
    var position = 0
    while position < folded.count {
      let byte = folded[position]
      if !isDigit(byte) {
        key.append(byte == comma ? 0x01 : byte)
        position += 1
        continue
      }
      var end = position
      while end < folded.count, isDigit(folded[end]) { end += 1 }
      let digits = folded[position..<end].drop { $0 == zero }
      // Each number starts with `0`, so that it sorts like a digit among other characters. Next comes the number of its
      // digits, because a number with more digits is larger.
      key.append(zero)
      key.append(UInt8(min(digits.count, 255)))
      key += digits
      position = end
    }
    return key
  }

  /// Returns the sort key of a page. Roman numerals precede all other pages and are sorted by value.
  static func pageKey(_ folded: [UInt8]) -> [UInt8] {
    guard let number = roman(folded) else { return key(folded) }
    return [0x01, UInt8(number >> 8), UInt8(number & 0xFF)]
  }

  /// Parses a lowercase Roman numeral, such as a page number in front matter. Returns nil for any other text.
  static func roman(_ text: [UInt8]) -> Int? {
    let values: [(text: StaticString, value: Int)] = [
      ("m", 1000), ("cm", 900), ("d", 500), ("cd", 400), ("c", 100), ("xc", 90), ("l", 50), ("xl", 40), ("x", 10),
      ("ix", 9), ("v", 5), ("iv", 4), ("i", 1),
    ]
    // No letter occurs more than three times in a row, so the longest numeral has 15 letters.
    guard !text.isEmpty, text.count <= 15 else { return nil }
    var rest = text[...]
    var number = 0
    for (letters, value) in values {
      var count = 0
      while letters.withUTF8Buffer({ rest.starts(with: $0) }),
        count < (letters.utf8CodeUnitCount == 2 || value.isFive ? 1 : 3)
      {
        number += value
        rest = rest.dropFirst(letters.utf8CodeUnitCount)
        count += 1
      }
    }
    return rest.isEmpty ? number : nil
  }

  private static let zero = UInt8(ascii: "0")
  private static let comma = UInt8(ascii: ",")

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Int {
  /// Whether the number is 5, 50 or 500, whose letters (V, L and D) can occur only once in a Roman numeral.
  fileprivate var isFive: Bool { self == 5 || self == 50 || self == 500 }
}
