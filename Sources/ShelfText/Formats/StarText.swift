/// Formats ratings, which are counted in quarters of a star.
package enum StarText {
  /// The fraction signs for zero to three quarters of a star.
  package static let signs = ["", "¼", "½", "¾"]

  /// Returns stars such as `★★★★½`. If `maximum` is given, adds `☆` for each missing star.
  package static func stars(_ quarters: Int, outOf maximum: Int = 0) -> String {
    let (whole, sign) = (quarters / 4, signs[quarters % 4])
    let missing = max(0, maximum - whole - (sign.isEmpty ? 0 : 1))
    return String(repeating: "★", count: whole) + sign + String(repeating: "☆", count: missing)
  }

  /// Returns the number of stars, with a fraction sign for the quarters: `4½`, `½`, `0`.
  package static func number(_ quarters: Int) -> String {
    (1...3).contains(quarters) ? signs[quarters] : String(quarters / 4) + signs[quarters % 4]
  }

  /// Returns the number of stars as a decimal: `4.25`.
  package static func decimal(_ quarters: Int) -> String {
    String(quarters / 4) + ["", ".25", ".5", ".75"][quarters % 4]
  }
}
