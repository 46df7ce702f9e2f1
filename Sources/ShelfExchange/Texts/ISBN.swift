import ShelfText

/// An International Standard Book Number, by its thirteen digits (ISO 2108).
struct ISBN: Hashable, Sendable {
  let digits: String

  /// Reads ten or thirteen digits whose checksum is right, with or without hyphens, `ISBN` or `urn:isbn:` before them,
  /// and Goodreads' `="…"`.
  init?(_ text: String) {
    var text = text.trimmed.lowercased()
    for noise in ["urn:isbn:", "isbn-13", "isbn-10", "isbn13", "isbn10", "isbn"] {
      if let range = text.firstRange(of: noise) { text = String(text[range.upperBound...]) }
    }
    let letters = text.filter { !" -‐‑–=\"'[]{}:\t\u{A0}".contains($0) }
    guard letters.utf8.count == letters.count else { return nil }
    let values = letters.map { $0 == "x" ? 10 : $0.isASCII ? $0.wholeNumberValue ?? -1 : -1 }
    switch values.count {
    case 10:
      guard values.dropLast().allSatisfy({ (0...9).contains($0) }), values[9] >= 0,
        zip(values, (1...10).reversed()).reduce(0, { $0 + $1.0 * $1.1 }) % 11 == 0
      else { return nil }
      let body = "978" + letters.dropLast()
      digits = body + String(ISBN.check(body))
    case 13:
      guard values.allSatisfy({ (0...9).contains($0) }), letters.hasPrefix("978") || letters.hasPrefix("979"),
        ISBN.check(String(letters.dropLast())) == values[12]
      else { return nil }
      digits = letters
    default: return nil
    }
  }

  /// Returns the number of ten digits whose zeros in front a spreadsheet took away; nil if it is none.
  static func withoutZeros(_ text: String) -> String? {
    let text = text.trimmed
    guard (7...9).contains(text.count), text.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let whole = String(repeating: "0", count: 10 - text.count) + text.uppercased()
    return ISBN(whole) == nil ? nil : whole
  }

  /// Returns the first number in a text that holds one or several, preferably one of thirteen digits.
  static func first(in text: String) -> String? {
    let parts = text.split { ",;|\n\t".contains($0) }.map(String.init)
    let words = parts.flatMap { part in
      ISBN(part) != nil ? [part] : part.split(separator: " ").map(String.init)
    }
    let found = words.filter { ISBN($0) != nil }
    return (found.first { clean($0).count == 13 } ?? found.first).map(clean)
  }

  /// Returns the number as it is written, without what programs put around it.
  static func clean(_ text: String) -> String {
    let kept = text.uppercased().replacing("URN:ISBN:", with: "").replacing("ISBN", with: "")
    return kept.filter { $0.isASCII && $0.isNumber || $0 == "X" }
  }

  private static func check(_ body: String) -> Int {
    let sum = body.enumerated().reduce(0) { $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3) }
    return (10 - sum % 10) % 10
  }
}
