#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An RGB color, written as six hexadecimal digits.
package struct Color: Hashable, Sendable, CustomStringConvertible {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package static let white = Color(red: 255, green: 255, blue: 255)
  package static let black = Color(red: 0, green: 0, blue: 0)
  /// The color for a genre whose color is missing or invalid.
  package static let fallback = Color(red: 0xFF, green: 0, blue: 0)

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Parses six hexadecimal digits in upper or lower case, with or without a leading `#`.
  package init?(_ text: String) {
    let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.first?.isHexDigit == true, let value = UInt32(digits, radix: 16) else {
      return nil
    }
    self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// The six digits in upper case, as in files.
  package var description: String {
    [red, green, blue].map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// The relative luminance from 0 (black) to 1 (white), as WCAG 2.2 defines it.
  package var luminance: Double {
    let linear = Color.linear
    return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// Returns WCAG's contrast ratio with another color, from 1 (none) to 21 (black on white).
  package func contrast(with other: Color) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// White or black, whichever is easier to read on this color.
  package var readableText: Color {
    contrast(with: .white) > contrast(with: .black) ? .white : .black
  }

  /// This color, mixed with just enough white or black to stand out from both black and white backgrounds.
  package var asBackground: Color { moved(into: 0.06...0.72) }

  /// This color, mixed with just enough white or black to be distinct from both black and white backgrounds even in
  /// small shapes. The contrast to both is at least 3, as WCAG 2.2 requires for graphics.
  package var asDot: Color { moved(into: 0.1...0.3) }

  private func moved(into luminances: ClosedRange<Double>) -> Color {
    if luminance < luminances.lowerBound { return mixed(with: .white) { $0.luminance >= luminances.lowerBound } }
    if luminance > luminances.upperBound { return mixed(with: .black) { $0.luminance <= luminances.upperBound } }
    return self
  }

  /// Mixes in an increasing amount of another color, in steps of 1/32, until the result is good enough.
  private func mixed(with other: Color, until isEnough: (Color) -> Bool) -> Color {
    func mix(_ one: UInt8, _ two: UInt8, _ step: Int) -> UInt8 {
      UInt8((Int(one) * (32 - step) + Int(two) * step) / 32)
    }
    let steps = (1...32).lazy.map { step in
      Color(
        red: mix(red, other.red, step), green: mix(green, other.green, step), blue: mix(blue, other.blue, step))
    }
    return steps.first(where: isEnough) ?? other
  }

  private static let linear: [Double] = (0...255).map { value in
    let part = Double(value) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
}
