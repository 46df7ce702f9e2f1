import ShelfText

/// ISBNs as other programs write them.
extension ISBN {
  /// Reads ten or thirteen digits whose checksum is right, with or without hyphens, `ISBN` or `urn:isbn:` before them,
  /// and Goodreads' `="…"`.
  package init?(exported text: String) {
    if text.utf8.count < 10 { return nil }
    let digits = ISBN.withoutLabel(text).filter { !" -‐‑–=\"'[]{}:\t\u{A0}".contains($0) }
    // The nine digits of an SBN are more likely a price or a number of the program's own.
    guard [10, 13].contains(digits.utf8.count) else { return nil }
    self.init(digits)
  }

  /// Returns a text in lower case without what programs put in front of a number and behind it.
  private static func withoutLabel(_ text: String) -> String {
    var text = text.trimmed.lowercased()
    // Tens of thousands of numbers have nothing around them, and are not searched for all that could be.
    if text.containsBytes("isbn") {
      for noise in ["urn:isbn:", "isbn-13", "isbn-10", "isbn13", "isbn10", "isbn"] {
        if let range = text.firstRange(of: noise) { text = String(text[range.upperBound...]) }
      }
    }
    // `978-3-540-72449-0/pbk`, `0-387-22197-2 (hbk.)`: which edition it is of.
    if text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "(") }),
      let range = text.firstRange(
        of: /\s?[\/(](pbk|hbk|ebook|e-book|paperback|hardback|hardcover|cloth|print|set)\b.*/)
    {
      text.removeSubrange(range)
    }
    return text
  }

  /// Returns the number of ten digits whose zeros in front a spreadsheet took away; nil if it is none.
  package static func withoutZeros(_ text: String) -> String? {
    let text = text.trimmed
    guard (7...9).contains(text.count), text.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let whole = String(repeating: "0", count: 10 - text.count) + text.uppercased()
    return ISBN(exported: whole) == nil ? nil : whole
  }

  /// Returns the first number in a text that holds one or several, preferably one of thirteen digits.
  package static func first(in text: String) -> String? {
    let parts = text.split { ",;|\n\t".contains($0) }.map(String.init)
    let words = parts.flatMap { part in
      ISBN(exported: part) != nil ? [part] : part.split(separator: " ").map(String.init)
    }
    let found = words.filter { ISBN(exported: $0) != nil }
    return (found.first { clean($0).count == 13 } ?? found.first).map(clean)
  }

  /// Returns the number as it is written, without what programs put around it.
  package static func clean(_ text: String) -> String {
    withoutLabel(text).uppercased().filter { $0.isASCII && $0.isNumber || $0 == "X" }
  }
}
