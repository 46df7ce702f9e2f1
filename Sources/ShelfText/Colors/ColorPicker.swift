/// Picks colours for new genres: readable on light and on dark ground, and different from those there are.
package struct ColorPicker {
  private var taken: [Color]
  private let candidates: [Color]

  package init(_ taken: [Color]) {
    self.taken = taken
    var candidates: [Color] = []
    for lightness in [0.45, 0.38, 0.55] {
      for saturation in [0.75, 0.5] {
        for step in 0..<24 {
          // The golden angle spreads neighbours in the list.
          let hue = (Double(step) * 137.508).truncatingRemainder(dividingBy: 360)
          candidates.append(ColorPicker.color(hue, saturation, lightness))
        }
      }
    }
    // WCAG asks for three to one where colours carry meaning.
    let readable = candidates.filter { $0.contrast(with: .white) >= 3 && $0.contrast(with: .black) >= 3 }
    self.candidates = readable
  }

  /// Returns the colour that differs most from all others, and takes it.
  package mutating func next() -> Color {
    var best = (distance: -1, color: candidates[0])
    for candidate in candidates {
      let distance = taken.map { ColorPicker.distance($0, candidate) }.min() ?? Int.max
      if distance > best.distance { best = (distance, candidate) }
    }
    taken.append(best.color)
    return best.color
  }

  private static func distance(_ a: Color, _ b: Color) -> Int {
    let (red, green, blue) = (Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue))
    // Weighted as the eye sees them.
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }

  /// Returns the colour of a hue in degrees, a saturation and a lightness from 0 to 1.
  private static func color(_ hue: Double, _ saturation: Double, _ lightness: Double) -> Color {
    let reach = saturation * min(lightness, 1 - lightness)
    func part(_ offset: Double) -> UInt8 {
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return UInt8(((lightness - reach * max(-1, min(place - 3, 9 - place, 1))) * 255).rounded())
    }
    return Color(red: part(0), green: part(8), blue: part(4))
  }
}
