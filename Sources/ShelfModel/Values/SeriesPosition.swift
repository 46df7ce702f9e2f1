/// A position in a series: a number with up to three decimal places, such as 3.5, or a range of such numbers, such as
/// 5–7.
package struct SeriesPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The position in thousandths or, for a range, its start.
  package let first: Int
  /// The end of the range in thousandths. For a single position, this is the same as `first`.
  package let last: Int

  package static let unit = 1000

  /// Creates a single position.
  package init(thousandths: Int) { self.init(thousandths, thousandths) }

  private init(_ first: Int, _ last: Int) { (self.first, self.last) = (first, last) }

  /// Parses `12`, `3.5`, `0`, `3½`, `5-7` and `5–7`. The result is nil for anything else, including a range that goes
  /// backwards.
  package init?(_ text: String) {
    guard let dash = text.firstIndex(where: { "-–—".contains($0) }) else {
      guard let number = SeriesPosition.number(text.trimmed) else { return nil }
      self.init(thousandths: number)
      return
    }
    guard let first = SeriesPosition.number(String(text[..<dash]).trimmed),
      let last = SeriesPosition.number(String(text[text.index(after: dash)...]).trimmed), first < last
    else { return nil }
    self.init(first, last)
  }

  /// Returns whether another position lies within this one.
  package func contains(_ other: SeriesPosition) -> Bool { first <= other.first && other.last <= last }

  /// The position as a number or, for a range, its start.
  package var number: Double { Double(first) / Double(SeriesPosition.unit) }

  /// Sorts positions by their start, then by their end.
  package static func < (a: SeriesPosition, b: SeriesPosition) -> Bool { (a.first, a.last) < (b.first, b.last) }

  package var description: String {
    let start = SeriesPosition.text(thousandths: first)
    return first == last ? start : "\(start)–\(SeriesPosition.text(thousandths: last))"
  }

  /// Returns a number of thousandths as text: `3.5` for 3500.
  package static func text(thousandths: Int) -> String {
    var places = padded(thousandths % unit, to: 3)
    while places.last == "0" { places.removeLast() }
    return "\(thousandths / unit)" + (places.isEmpty ? "" : ".\(places)")
  }

  /// Parses a number with at most six digits and three decimal places. Returns it in thousandths.
  private static func number(_ text: String) -> Int? {
    var text = text[...]
    if text.hasSuffix("½") { text = text.dropLast() + (text.contains(".") ? "½" : ".5") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts[0].count <= 6, let whole = Int(parts[0])
    else { return nil }
    var places = parts.count == 2 ? parts[1] : ""
    while places.last == "0" { places.removeLast() }
    guard places.count <= 3, let part = Int((places + "000").prefix(3)) else { return nil }
    return whole * unit + part
  }
}
