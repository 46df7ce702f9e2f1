import ShelfText

/// The stylesheet: the rules that all libraries share, and the colors of the genres.
enum StyleSheet {
  static func bytes(_ content: SiteContent) -> [UInt8] {
    var css = StyleSheet.base
    if content.text.language.code == "zh" { css += chineseFonts }
    for (index, color) in quiet.enumerated() { css += rule("q-\(index)", color) }
    for genre in content.genres { css += rule(genre.key, genre.color ?? quiet[genre.key.utf8.count % quiet.count]) }
    return Array(css.utf8)
  }

  /// Rules for Chinese: Chinese fonts, listed after those for Latin letters, and digits as tall as Chinese characters.
  private static let chineseFonts = """
    :root{--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif","Liberation Serif",Georgia,
      "Songti SC","Noto Serif CJK SC","Source Han Serif SC",SimSun,serif;
      --sans:system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
    body{font-variant-numeric:lining-nums}

    """

  /// The colors of typeset covers for books without a genre, and of genres without a color.
  private static let quiet = ["4A5A6A", "6A4A4A", "4A6A55", "5A4A6A", "6A5F45", "455F66"].compactMap { Color($0) }

  /// Returns the rule that sets a genre's colors for covers, dots and bars.
  ///
  /// A cover gets a muted version of the color that is dark enough for white text (a contrast of at least 4.5:1, as
  /// WCAG 2.2 requires for text). Dots and bars get a version that is visible on light and dark paper (at least 3:1).
  private static func rule(_ name: String, _ color: Color) -> String {
    let ground = color.asCloth
    let words = ground.readableText
    let shade = ground.mixed(with: words == .white ? .black : .white, part: 0.16)
    let names = "--g:#\(ground);--h:#\(shade);--w:#\(words == .white ? "FFFFFF" : "141210");--m:#\(color.asDot)"
    return ".\(name){\(names)}\n"
  }
}

extension Color {
  /// The color muted like book cloth: the same hue, with limited saturation and lightness.
  var asCloth: Color {
    let parts = [red, green, blue].map { Double($0) / 255 }
    let (low, high) = (parts.min() ?? 0, parts.max() ?? 0)
    let (sum, span) = (low + high, high - low)
    let saturation = span == 0 ? 0 : span / (sum > 1 ? 2 - sum : sum)
    let (lightness, chroma) = (min(max(sum / 2, 0.27), 0.52), min(saturation, 0.5))
    let reach = chroma * (1 - abs(2 * lightness - 1))
    // Each component keeps its relative position between the lowest and highest component.
    func part(_ value: Double) -> UInt8 {
      let place = span == 0 ? 0.5 : (value - low) / span
      return UInt8(min(255, max(0, ((lightness - reach / 2 + reach * place) * 255).rounded())))
    }
    var cloth = Color(red: part(parts[0]), green: part(parts[1]), blue: part(parts[2]))
    // Darkens the color until white text has a contrast of at least 4.8:1.
    while cloth.luminance > 0.168 { cloth = cloth.mixed(with: .black, part: 0.06) }
    return cloth
  }

  /// Returns a mixture of this color and another.
  ///
  /// - Parameter part: the share of the other color, from 0 to 1.
  func mixed(with other: Color, part: Double) -> Color {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8(min(255, max(0, (Double(one) * (1 - part) + Double(two) * part).rounded())))
    }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
