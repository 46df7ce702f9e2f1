/// How a value is written: what is on the line of its key or dash, and the lines below it.
struct Rendering: Hashable {
  var inline: [UInt8]
  /// Whole lines with their indentation, without line breaks.
  var lines: [[UInt8]] = []

  /// Returns the lines, each with a line break before it.
  func below(_ lineBreak: [UInt8]) -> [UInt8] {
    lines.flatMap { lineBreak + $0 }
  }
}
