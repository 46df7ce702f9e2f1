#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A colour of 24 bits.
struct RGBColor: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  static let white = RGBColor(red: 255, green: 255, blue: 255)
  static let black = RGBColor(red: 0, green: 0, blue: 0)
}

extension RGBColor {
  /// Reads exactly six hex digits in either case, without a `#`.
  init?(hex: String) {
    let bytes = hex.utf8
    guard bytes.count == 6, let value = UInt32(hex, radix: 16), bytes.first != UInt8(ascii: "+") else { return nil }
    self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// The relative luminance from 0 (black) to 1 (white), as WCAG 2.2 defines it.
  var luminance: Double {
    let linear = RGBColor.linear
    return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// Returns WCAG's contrast ratio with another colour, from 1 (none) to 21 (black on white).
  func contrast(with other: RGBColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// White or black, whichever reads better on this colour.
  var readableText: RGBColor {
    contrast(with: .white) > contrast(with: .black) ? .white : .black
  }

  private static let linear: [Double] = (0...255).map { value in
    let part = Double(value) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
}
