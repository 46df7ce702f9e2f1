import ShelfText

/// The page of a quote, with the abbreviation that books use: `p. 57`, `pp. 57–58`, `f. 12v`.
///
/// A quote's page is text as printed. If it is a page, a leaf, a range or a list of these, the abbreviation precedes
/// it. Any other text, such as `pp. 3-4`, `cover` or `Kindle page 12`, is shown unchanged.
package struct PageLabel {
  /// Whether the numbers refer to leaves of a manuscript rather than to pages.
  package let isLeaf: Bool
  /// Whether there are several pages or leaves.
  package let isSeveral: Bool
  /// The numbers, with en dashes in ranges.
  package let text: String

  /// Returns a page with its abbreviation.
  package static func of(_ page: String) -> String {
    guard let label = PageLabel(page) else { return page }
    let word = label.isLeaf ? "f" : "p"
    return (label.isSeveral ? "\(word)\(word). " : "\(word). ") + label.text
  }

  /// Parses a page. The result is nil for text that is shown unchanged.
  package init?(_ page: String) {
    var sheets: [Sheet] = []
    var items: [String] = []
    for item in page.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = item.split(omittingEmptySubsequences: false, whereSeparator: { "-‐‑‒–—".contains($0) })
        .map { String($0).trimmed }
      guard ends.count == 1 || ends.count == 2 else { return nil }
      for end in ends {
        guard let sheet = Sheet(end) else { return nil }
        sheets.append(sheet)
      }
      items.append(ends.joined(separator: "–"))
    }
    isLeaf = sheets.allSatisfy { $0 == .leaf }
    isSeveral = sheets.count > 1
    text = items.joined(separator: ", ")
    if !isLeaf, sheets.contains(.leaf) { return nil }
  }

  /// The unit that a number refers to.
  private enum Sheet {
    case page
    /// A leaf of a manuscript: `12r` is the front of leaf 12, and `12v` is its back.
    case leaf

    /// - Returns: nil for text that is not a number.
    init?(_ text: String) {
      guard let first = text.utf8.first, text.utf8.count < 12 else { return nil }
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      let rest = text.dropFirst(digits.count)
      if !digits.isEmpty {
        guard rest.count < 3, rest.allSatisfy(\.isLetter) else { return nil }
        self = rest == "r" || rest == "v" ? .leaf : .page
        return
      }
      guard first < 0x80, RomanNumeral.value(of: text) != nil else { return nil }
      self = .page
    }
  }
}
