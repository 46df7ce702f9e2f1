/// Picks colors for new genres: readable on light and dark backgrounds, and different from existing colors.
package struct ColorPicker {
  private let candidates: [Color]
  /// The distance of each candidate from the nearest color that is already used.
  private var distances: [Int]
  private var taken: Set<Color>
  /// A finer selection, for when all candidates are used, and the index of the next color to try.
  private var others: [Color] = []
  private var place = 0

  package init(_ taken: [Color]) {
    // The golden angle puts colors that are neighbors in the list far apart on the color wheel.
    candidates = ColorPicker.candidates(
      lightnesses: [0.45, 0.38, 0.55], saturations: [0.75, 0.5], hues: (0..<24).map { Double($0) * 137.508 })
    let known = Set(taken)
    distances = candidates.map { candidate in known.map { ColorPicker.distance($0, candidate) }.min() ?? Int.max }
    self.taken = known
  }

  /// Returns the color that differs most from all used colors, and marks it as used.
  package mutating func next() -> Color {
    var best = 0
    for index in candidates.indices where distances[index] > distances[best] { best = index }
    let color = distances[best] > 0 ? candidates[best] : other()
    taken.insert(color)
    if distances[best] == 0 { return color }
    for index in candidates.indices {
      distances[index] = min(distances[index], ColorPicker.distance(color, candidates[index]))
    }
    return color
  }

  /// Returns a color from the finer selection.
  ///
  /// This does not look for the most different color, because the eye cannot distinguish hundreds of colors anyway.
  /// Once all colors are used, they repeat.
  private mutating func other() -> Color {
    if others.isEmpty {
      others = ColorPicker.candidates(
        lightnesses: [0.45, 0.38, 0.55, 0.42, 0.5], saturations: [0.75, 0.5, 0.9, 0.62, 0.35],
        hues: (0..<180).map { Double($0) * 137.508 })
    }
    while place < others.count, taken.contains(others[place]) { place += 1 }
    defer { place += 1 }
    return others[place % others.count]
  }

  /// Returns the combinations of these lightnesses, saturations and hues (in degrees) that are readable on white and on
  /// black.
  private static func candidates(lightnesses: [Double], saturations: [Double], hues: [Double]) -> [Color] {
    var colors: [Color] = []
    for lightness in lightnesses {
      for saturation in saturations {
        for hue in hues { colors.append(color(hue.truncatingRemainder(dividingBy: 360), saturation, lightness)) }
      }
    }
    // WCAG requires a contrast ratio of 3:1 if colors carry meaning.
    return colors.filter { $0.contrast(with: .white) >= 3 && $0.contrast(with: .black) >= 3 }
  }

  private static func distance(_ a: Color, _ b: Color) -> Int {
    let (red, green, blue) = (Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue))
    // Weight the components by the eye's sensitivity to each color.
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }

  /// Returns the color with the given hue in degrees, and with saturation and lightness from 0 to 1.
  private static func color(_ hue: Double, _ saturation: Double, _ lightness: Double) -> Color {
    let reach = saturation * min(lightness, 1 - lightness)
    func part(_ offset: Double) -> UInt8 {
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return UInt8(((lightness - reach * max(-1, min(place - 3, 9 - place, 1))) * 255).rounded())
    }
    return Color(red: part(0), green: part(8), blue: part(4))
  }
}
