import ShelfText

/// A range of printed page numbers. Roman numerals precede other numbers, and 12a is between 12 and 13.
struct PageRange: Hashable, Sendable {
  /// The sort keys of the first and the last page, or nil at an open end.
  private let first: [UInt8]?
  private let last: [UInt8]?
  private let includesEnds: Bool

  /// - Parameter isText: whether the value must be treated as text, even if it is a page number.
  /// - Returns: nil if the value is neither a page nor a range of pages.
  init?(_ comparison: QueryComparison, _ text: String, isText: Bool) {
    if isText { return nil }
    if comparison == .matches, let range = PageRange.ends(text) {
      (first, last, includesEnds) = (range.first, range.last, true)
      return
    }
    guard let key = PageRange.key(text) else { return nil }
    switch comparison {
    case .matches, .equals: (first, last, includesEnds) = (key, key, true)
    case .less: (first, last, includesEnds) = (nil, key, false)
    case .atMost: (first, last, includesEnds) = (nil, key, true)
    case .greater: (first, last, includesEnds) = (key, nil, false)
    case .atLeast: (first, last, includesEnds) = (key, nil, true)
    case .pattern: return nil
    }
  }

  /// Returns whether a page is in the range.
  ///
  /// - Parameter folded: the folded text of a page field. If it contains several pages, as in 12-14, the first is used.
  func contains(_ folded: UnsafeBufferPointer<UInt8>) -> Bool {
    let page = Array(folded).split(whereSeparator: { !PageRange.isPart($0) }).first ?? []
    guard !page.isEmpty else { return false }
    let key = NaturalOrder.pageKey(Array(page))
    if let first, includesEnds ? key.lexicographicallyPrecedes(first) : !first.lexicographicallyPrecedes(key) {
      return false
    }
    if let last, includesEnds ? last.lexicographicallyPrecedes(key) : !key.lexicographicallyPrecedes(last) {
      return false
    }
    return true
  }

  private static func ends(_ text: String) -> (first: [UInt8]?, last: [UInt8]?)? {
    guard let ends = QueryText.rangeEnds(text) else { return nil }
    let keys = ends.map(key)
    guard zip(ends, keys).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    return (keys[0], keys[1])
  }

  /// Returns the sort key of a page number such as 12, 12a or xiv, or nil for any other text.
  private static func key(_ text: String) -> [UInt8]? {
    let folded = Array(Folding.fold(text).utf8)
    guard !folded.isEmpty, folded.count <= 12, folded.allSatisfy(isPart) else { return nil }
    let isNumber = (0x30...0x39).contains(folded[0])
    return isNumber || NaturalOrder.roman(folded) != nil ? NaturalOrder.pageKey(folded) : nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
