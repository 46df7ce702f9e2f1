import ShelfText

/// Parses ISBNs in the forms in which other programs export them.
extension ISBN {
  /// Parses ten or thirteen digits with a valid checksum, with or without hyphens, a label such as `ISBN` or
  /// `urn:isbn:`, or Goodreads' `="…"`.
  package init?(exported text: String) {
    if text.utf8.count < 10 { return nil }
    let digits = ISBN.withoutLabel(text).filter { !" -‐‑–=\"'[]{}:\t\u{A0}".contains($0) }
    // Nine digits could be an SBN, but are more likely a price or another program's id.
    guard [10, 13].contains(digits.utf8.count) else { return nil }
    self.init(digits)
  }

  /// Returns the text in lower case, without the labels and suffixes that programs add to an ISBN.
  private static func withoutLabel(_ text: String) -> String {
    var text = text.trimmed.lowercased()
    // Most ISBNs in an import have no label, so this check avoids searching for each label.
    if text.containsBytes("isbn") {
      for noise in ["urn:isbn:", "isbn-13", "isbn-10", "isbn13", "isbn10", "isbn"] {
        if let range = text.firstRange(of: noise) { text = String(text[range.upperBound...]) }
      }
    }
    // A suffix may specify the edition: `978-3-540-72449-0/pbk`, `0-387-22197-2 (hbk.)`.
    if text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "(") }),
      let range = text.firstRange(
        of: /\s?[\/(](pbk|hbk|ebook|e-book|paperback|hardback|hardcover|cloth|print|set)\b.*/)
    {
      text.removeSubrange(range)
    }
    return text
  }

  /// Restores the leading zeros that a spreadsheet has removed from an ISBN-10. Returns nil if the result is not valid.
  package static func withoutZeros(_ text: String) -> String? {
    let text = text.trimmed
    guard (7...9).contains(text.count), text.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let whole = String(repeating: "0", count: 10 - text.count) + text.uppercased()
    return ISBN(exported: whole) == nil ? nil : whole
  }

  /// Returns the first ISBN in text that can contain several, preferably one with thirteen digits, or nil if there is
  /// none.
  package static func first(in text: String) -> String? {
    let parts = text.split { ",;|\n\t".contains($0) }.map(String.init)
    let words = parts.flatMap { part in
      ISBN(exported: part) != nil ? [part] : part.split(separator: " ").map(String.init)
    }
    let found = words.filter { ISBN(exported: $0) != nil }
    return (found.first { clean($0).count == 13 } ?? found.first).map(clean)
  }

  /// Returns the digits of an ISBN, without everything that programs add to it.
  package static func clean(_ text: String) -> String {
    withoutLabel(text).uppercased().filter { $0.isASCII && $0.isNumber || $0 == "X" }
  }
}
