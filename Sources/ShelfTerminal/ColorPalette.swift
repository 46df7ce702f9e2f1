import ShelfText

/// The numbered colors, for terminals without 24-bit color.
package enum ColorPalette {
  /// Returns the number of the nearest color among the colors 16 to 255.
  ///
  /// The first 16 colors are not used, because they depend on the terminal's theme.
  package static func nearest256(to color: Color) -> UInt8 {
    let (red, green, blue) = (level(color.red), level(color.green), level(color.blue))
    let cube = UInt8(16 + 36 * red + 6 * green + blue)
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let gray = UInt8(232 + min(max((mean - 3) / 10, 0), 23))
    return distance(color, rgb(gray)) < distance(color, rgb(cube)) ? gray : cube
  }

  /// Returns the number of the nearest color among the colors 0 to 15, assuming that they have xterm's values.
  package static func nearest16(to color: Color) -> UInt8 {
    (0..<16).min { distance(color, rgb($0)) < distance(color, rgb($1)) } ?? 0
  }

  /// Returns the color with a given number. The first 16 colors have xterm's values.
  package static func rgb(_ number: UInt8) -> Color {
    if number < 16 { return usual[Int(number)] }
    if number >= 232 {
      let value = 8 + 10 * (number - 232)
      return Color(red: value, green: value, blue: value)
    }
    let index = Int(number) - 16
    return Color(red: levels[index / 36], green: levels[index / 6 % 6], blue: levels[index % 6])
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static let usual: [Color] = [
    "000000", "CD0000", "00CD00", "CDCD00", "0000EE", "CD00CD", "00CDCD", "E5E5E5",
    "7F7F7F", "FF0000", "00FF00", "FFFF00", "5C5CFF", "FF00FF", "00FFFF", "FFFFFF",
  ].compactMap { Color($0) }

  /// Returns the index of the nearest level of the color cube.
  private static func level(_ value: UInt8) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
  }

  /// Returns the distance between two colors, weighting their components approximately according to human perception
  /// (the “redmean” formula).
  private static func distance(_ one: Color, _ two: Color) -> Int {
    let mean = (Int(one.red) + Int(two.red)) / 2
    let (red, green, blue) = (
      Int(one.red) - Int(two.red), Int(one.green) - Int(two.green), Int(one.blue) - Int(two.blue)
    )
    return (512 + mean) * red * red + 1024 * green * green + (767 - mean) * blue * blue
  }
}
