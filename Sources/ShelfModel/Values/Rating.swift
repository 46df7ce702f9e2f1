import ShelfText

/// A rating from 0 to 5 stars, in steps of a quarter of a star.
package struct Rating: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of quarters, from 0 to 20.
  package let quarters: Int

  package static let maximum = 5

  package init?(quarters: Int) {
    guard (0...Rating.maximum * 4).contains(quarters) else { return nil }
    self.quarters = quarters
  }

  /// Parses ratings such as `4`, `4.5` and `4.25`. A plus sign, leading zeros and trailing zeros are allowed.
  package init?(_ text: String) {
    guard !text.hasPrefix("-") else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Int(parts[0]), (0...Rating.maximum).contains(whole) else { return nil }
    var quarters = 0
    if parts.count == 2 {
      var digits = String(parts[1])
      while digits.last == "0" { digits.removeLast() }
      guard !parts[1].isEmpty, let part = ["", "25", "5", "75"].firstIndex(of: digits) else { return nil }
      quarters = part
    }
    self.init(quarters: whole * 4 + quarters)
  }

  /// Parses a rating that the user typed. In addition to the forms that `init(_:)` accepts, it can have a form such as
  /// `4,5`, `4½`, `4/5`, `8/10`, `★★★★`, `★★★½☆` or `****`.
  package init?(typed text: String) {
    if let slash = text.firstIndex(of: "/") {
      let quarter = ["5": 250_000, "10": 500_000][String(text[text.index(after: slash)...])]
      guard let quarter, let number = DecimalNumber(String(text[..<slash])), number.millionths % quarter == 0 else {
        return nil
      }
      self.init(quarters: number.millionths / quarter)
      return
    }
    if let rating = Rating(text.replacing(",", with: ".")) {
      self = rating
      return
    }
    func fraction(_ sign: Character?) -> Int? { sign.flatMap { StarText.signs.firstIndex(of: String($0)) } }
    let given = text.prefix { $0 == "★" || $0 == "*" }
    guard !given.isEmpty || text == String(repeating: "☆", count: Rating.maximum) else {
      // `4½`, or `½` alone.
      let whole = text.dropLast()
      guard let part = fraction(text.last), let stars = whole.isEmpty ? 0 : Int(whole),
        (0..<Rating.maximum).contains(stars), whole.allSatisfy(\.isNumber)
      else { return nil }
      self.init(quarters: stars * 4 + part)
      return
    }
    let rest = text.dropFirst(given.count)
    let quarters = fraction(rest.first)
    // Empty stars can follow the filled ones.
    guard text.count <= Rating.maximum, rest.dropFirst(quarters == nil ? 0 : 1).allSatisfy({ $0 == "☆" }) else {
      return nil
    }
    self.init(quarters: given.count * 4 + (quarters ?? 0))
  }

  /// The rating as a number of stars.
  package var stars: Double { Double(quarters) / 4 }

  /// Whether the rating is a whole number of stars.
  package var isWhole: Bool { quarters % 4 == 0 }

  package static func < (a: Rating, b: Rating) -> Bool { a.quarters < b.quarters }

  package var description: String { StarText.decimal(quarters) }
}
