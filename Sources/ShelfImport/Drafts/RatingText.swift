import ShelfText

/// A rating in any common notation: `4.25`, `4,5`, `4 stars`, `★★★½`, `8/10`, `85%`.
struct RatingText {
  /// The text without leading and trailing whitespace.
  let written: String
  private let value: Value

  private enum Value {
    case nothing
    /// A number on the source's scale. `isPlain` is true if the text contains nothing else.
    case number(Double, isPlain: Bool)
    /// A number of stars out of five.
    case stars(Double)
    case unreadable
  }

  /// The maximum size of text that is parsed as a rating, in bytes.
  private static let maxBytes = 1000

  init(_ text: String) {
    written = text.trimmed
    value = RatingText.read(written)
  }

  /// The number, or nil if the text contains anything else. Programs write plain numbers.
  var plainNumber: Double? { if case .number(let number, isPlain: true) = value { number } else { nil } }

  /// Returns the number of stars, nil if there is no rating, or NaN if the text is not a rating.
  ///
  /// - Parameter scale: the number that represents five stars in the source, where 0 and -1 mean that there is no
  ///   rating.
  func stars(outOf scale: Double) -> Double? {
    switch value {
    case .nothing: nil
    case .number(let number, _): number == -1 || number == 0 ? nil : number / scale * 5
    case .stars(let stars): stars
    case .unreadable: .nan
    }
  }

  private static func read(_ written: String) -> Value {
    if written.utf8.count > maxBytes { return .unreadable }
    if written.isEmpty || SourceBatch.isNothing(written) { return .nothing }
    if let number = Double(written) { return .number(number, isPlain: true) }
    // A unit may follow the number, as in `4 stars`, or in `85%`, which is a percentage of the best rating.
    let isNamed = written.utf8.last.map { $0 | 0x20 == UInt8(ascii: "s") || $0 | 0x20 == UInt8(ascii: "r") } ?? false
    let text = isNamed ? written.replacing(/(?i)\s*stars?$/, with: "") : written
    if written.hasSuffix("%"), let share = Double(written.dropLast().trimmed), (1...100).contains(share) {
      return .stars(share / 20)
    }
    if let number = Double(text) { return .number(number, isPlain: false) }
    if text.hasSuffix("½"), let whole = Double(text.dropLast().trimmed) { return .number(whole + 0.5, isPlain: false) }
    if text.wholeMatch(of: /\*{1,5}½?/) != nil {
      return .stars(Double(text.count { $0 == "*" }) + (text.hasSuffix("½") ? 0.5 : 0))
    }
    let stars = text.utf8.count < 3 ? 0 : text.filter { "★⭐".contains($0) }.count
    if stars > 0, text.allSatisfy({ "★⭐☆½⯨ \u{FE0F}".contains($0) }) {
      return .stars(Double(stars) + (text.contains(where: { "½⯨".contains($0) }) ? 0.5 : 0))
    }
    let parts = text.split(separator: "/").map { $0.trimmed.replacing(",", with: ".") }
    if parts.count == 2, let part = Double(parts[0]), let whole = Double(parts[1]), whole > 0 {
      return .stars(part / whole * 5)
    }
    return Double(text.replacing(",", with: ".")).map { .number($0, isPlain: false) } ?? .unreadable
  }
}
