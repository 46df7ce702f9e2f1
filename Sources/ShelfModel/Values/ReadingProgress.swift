/// A reading progress: a page number as printed, or a percentage.
package enum ReadingProgress: Hashable, Sendable, CustomStringConvertible {
  case page(Int)
  /// The percentage in hundredths, so that `12.5%` is exact.
  case percentage(hundredths: Int)

  /// Parses `120`, `40%` and `40.5 %`. The result is nil for anything else, including more than 100%.
  package init?(_ text: String) {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    let parts = digits.split(separator: " ").joined().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = Int(parts[0])
    else { return nil }
    guard text.hasSuffix("%") else {
      guard parts.count == 1, whole <= 1_000_000 else { return nil }
      self = .page(whole)
      return
    }
    let places = parts.count == 2 ? parts[1] : ""
    guard whole <= 100, places.count < 3, let part = Int((places + "00").prefix(2)) else { return nil }
    let hundredths = whole * 100 + part
    if hundredths > 10_000 { return nil }
    self = .percentage(hundredths: hundredths)
  }

  /// Returns the fraction of the book that has been read, from 0 to 1, or nil if the progress is a page and the number
  /// of pages is unknown.
  package func part(of pages: Int?) -> Double? {
    switch self {
    case .percentage(let hundredths): Double(hundredths) / 10_000
    case .page(let page): pages.flatMap { $0 > 0 ? min(1, Double(page) / Double($0)) : nil }
    }
  }

  /// Returns whether the page is beyond the last one.
  package func isBeyond(_ pages: Int?) -> Bool {
    if case .page(let page) = self, let pages, pages > 0 { return page > pages }
    return false
  }

  /// Returns whether another progress is further on. Pages cannot be compared with percentages.
  package func isBefore(_ other: ReadingProgress) -> Bool {
    switch (self, other) {
    case (.page(let page), .page(let next)): page < next
    case (.percentage(let part), .percentage(let next)): part < next
    default: false
    }
  }

  /// The progress as it is written to files: `120`, `40%`.
  package var description: String {
    switch self {
    case .page(let page): return String(page)
    case .percentage(let hundredths):
      var places = padded(hundredths % 100, to: 2)
      while places.last == "0" { places.removeLast() }
      return "\(hundredths / 100)" + (places.isEmpty ? "" : ".\(places)") + "%"
    }
  }
}
