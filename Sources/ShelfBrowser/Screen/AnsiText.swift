import ShelfTerminal
import ShelfText
import ShelfWidgets

/// Reads text with the styles that commands write for a terminal; whatever else a terminal would obey is left out.
package enum AnsiText {
  /// Returns the lines of a text.
  package static func lines(_ text: String) -> [StyledText] {
    var text = text[...]
    while text.last?.isNewline ?? false { text.removeLast() }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { line(String($0)) }
  }

  /// Returns a line.
  static func line(_ text: String) -> StyledText {
    var line = StyledText()
    var style = TextStyle.plain
    var rest = Substring(text)
    while let escape = rest.firstIndex(of: "\u{1B}") {
      line.append(String(rest[..<escape]), style)
      rest = rest[escape...].dropFirst()
      switch rest.first {
      case "[":
        let end = rest.dropFirst().firstIndex { ("@"..."~").contains($0) } ?? rest.endIndex
        if end < rest.endIndex, rest[end] == "m" { read(rest[rest.startIndex..<end].dropFirst(), &style) }
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
      case "]":
        // A link, up to its terminator, ESC \.
        let end = rest.firstIndex { $0 == "\u{1B}" || $0 == "\u{7}" } ?? rest.endIndex
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
        if rest.first == "\\" { rest = rest.dropFirst() }
      default: rest = rest.dropFirst()
      }
    }
    line.append(String(rest), style)
    return line
  }

  private static func read(_ codes: Substring, _ style: inout TextStyle) {
    var codes = codes.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
    while let code = codes.popFirst() {
      switch code {
      case 0: style = .plain
      case 1: style.bold = true
      case 2: style.dim = true
      case 3: style.italic = true
      case 4: style.underline = true
      case 7: style.reverse = true
      case 30...37: style.foreground = named(code - 30)
      case 90...97: style.foreground = named(code - 90 + 8)
      case 40...47: style.background = named(code - 40)
      case 100...107: style.background = named(code - 100 + 8)
      case 38: style.foreground = color(&codes)
      case 48: style.background = color(&codes)
      default: break
      }
    }
  }

  private static func named(_ number: Int) -> TextStyle.Ink? {
    TextStyle.Name(rawValue: UInt8(number)).map { .named($0) }
  }

  private static func color(_ codes: inout ArraySlice<Int>) -> TextStyle.Ink? {
    switch codes.popFirst() {
    case 5: return codes.popFirst().flatMap { UInt8(exactly: $0) }.map { .rgb(ColorPalette.rgb($0)) }
    case 2:
      let parts = codes.prefix(3).compactMap { UInt8(exactly: $0) }
      codes = codes.dropFirst(3)
      return parts.count == 3 ? .rgb(Color(red: parts[0], green: parts[1], blue: parts[2])) : nil
    default: return nil
    }
  }
}
