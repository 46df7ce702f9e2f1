/// A value as written: the part on the line of its key or dash, and the lines below it.
struct Rendering: Hashable {
  var inline: [UInt8]
  /// The lines below, including their indentation but not their line breaks.
  var lines: [[UInt8]] = []

  func below(_ lineBreak: [UInt8]) -> [UInt8] {
    lines.flatMap { lineBreak + $0 }
  }
}
