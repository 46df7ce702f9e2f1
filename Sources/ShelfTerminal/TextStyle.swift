import ShelfText

/// The style of text, as far as the terminal supports it.
package struct TextStyle: Hashable, Sendable {
  /// The color of text or of its background.
  package enum Ink: Hashable, Sendable {
    /// One of 16 named colors: on a terminal with 16 colors, the theme's own color; on a terminal with more, a legible
    /// color with the same name, if there is one.
    case named(Name)
    case rgb(Color)
  }

  /// The theme's colors, in the order of their numbers.
  package enum Name: UInt8, CaseIterable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite

    /// A color that is legible on black and on white, or nil for black, white and grays.
    ///
    /// The theme's own colors are often not legible on both: most yellows are hard to read on white, and most blues on
    /// black.
    var legible: Color? {
      switch self {
      case .red, .brightRed: Color(red: 0xD7, green: 0x26, blue: 0x3D)
      case .green, .brightGreen: Color(red: 0x2E, green: 0x8B, blue: 0x57)
      case .yellow, .brightYellow: Color(red: 0xB5, green: 0x89, blue: 0x00)
      case .blue, .brightBlue: Color(red: 0x3B, green: 0x82, blue: 0xF6)
      case .magenta, .brightMagenta: Color(red: 0xC0, green: 0x4C, blue: 0xFD)
      case .cyan, .brightCyan: Color(red: 0x0E, green: 0x8A, blue: 0x9A)
      case .black, .white, .brightBlack, .brightWhite: nil
      }
    }
  }

  package var bold = false
  package var dim = false
  package var italic = false
  package var underline = false
  /// Whether the text and background colors are swapped.
  package var reverse = false
  package var foreground: Ink?
  package var background: Ink?

  package init(
    bold: Bool = false, dim: Bool = false, italic: Bool = false, underline: Bool = false, reverse: Bool = false,
    foreground: Ink? = nil, background: Ink? = nil
  ) {
    self.bold = bold
    self.dim = dim
    self.italic = italic
    self.underline = underline
    self.reverse = reverse
    self.foreground = foreground
    self.background = background
  }

  package static let plain = TextStyle()
  package static let bold = TextStyle(bold: true)
  package static let dim = TextStyle(dim: true)
  package static let italic = TextStyle(italic: true)

  /// Returns a style that sets only the color of the text.
  package static func color(_ name: Name) -> TextStyle { TextStyle(foreground: .named(name)) }

  /// Returns a style for text on a colored background: either black or white, depending on which is more readable.
  ///
  /// This takes into account that the terminal may only approximate the background color.
  package static func on(_ color: Color, depth: ColorDepth) -> TextStyle {
    let shown =
      switch depth {
      case .none, .trueColor: color
      case .palette: ColorPalette.rgb(ColorPalette.nearest256(to: color))
      case .sixteen: ColorPalette.rgb(ColorPalette.nearest16(to: color))
      }
    return TextStyle(foreground: .rgb(shown.readableText), background: .rgb(color))
  }
}

extension TextStyle.Ink {
  /// Returns the color to use at the given color depth: a legible one if possible.
  fileprivate func legible(depth: ColorDepth) -> TextStyle.Ink {
    guard case .named(let name) = self, depth == .palette || depth == .trueColor, let color = name.legible else {
      return self
    }
    return .rgb(color)
  }
}

extension TextStyle {
  /// The escape sequence that resets all styles.
  package static let reset = "\u{1B}[0m"

  /// The style without its colors, for users who want none (https://no-color.org).
  ///
  /// Bold, underlined and reversed text is not affected.
  package var uncolored: TextStyle {
    TextStyle(bold: bold, dim: dim, italic: italic, underline: underline, reverse: reverse)
  }

  /// Returns the escape sequence that starts the style, or an empty string if none is needed.
  package func start(depth: ColorDepth) -> String {
    guard depth != .none, self != .plain else { return "" }
    var codes: [String] = []
    if bold { codes.append("1") }
    if dim { codes.append("2") }
    if italic { codes.append("3") }
    if underline { codes.append("4") }
    if reverse { codes.append("7") }
    if let foreground = foreground.map({ $0.legible(depth: depth) }) {
      codes.append(Self.code(foreground, normal: 30, bright: 90, depth: depth))
    }
    if let background { codes.append(Self.code(background, normal: 40, bright: 100, depth: depth)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  /// Returns the text in this style. The text must not contain control characters.
  package func apply(to text: String, depth: ColorDepth) -> String {
    let start = start(depth: depth)
    return start.isEmpty || text.isEmpty ? text : start + text + Self.reset
  }

  private static func code(_ ink: Ink, normal: UInt8, bright: UInt8, depth: ColorDepth) -> String {
    switch (ink, depth) {
    case (.named(let name), _):
      return numbered(name.rawValue, normal: normal, bright: bright)
    case (.rgb(let color), .trueColor):
      return "\(normal + 8);2;\(color.red);\(color.green);\(color.blue)"
    case (.rgb(let color), .palette):
      return "\(normal + 8);5;\(ColorPalette.nearest256(to: color))"
    case (.rgb(let color), _):
      return numbered(ColorPalette.nearest16(to: color), normal: normal, bright: bright)
    }
  }

  private static func numbered(_ number: UInt8, normal: UInt8, bright: UInt8) -> String {
    "\(number < 8 ? normal + number : bright + number - 8)"
  }
}
