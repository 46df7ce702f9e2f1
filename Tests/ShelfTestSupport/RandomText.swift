import Foundation
import YAMLEdit

/// Random texts that are difficult to handle.
package enum RandomText {
  /// Returns a text of up to 30 characters from many scripts, including spaces and combining marks.
  package static func any(using random: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x17F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x45F, 0x590...0x5F4, 0x620...0x65F,
      0x900...0x97F, 0xE01...0xE3A, 0x1E00...0x1EFF, 0x2000...0x206F, 0x20D0...0x20F0, 0x2150...0x218F, 0x3040...0x30FF,
      0x4E00...0x4EFF, 0xAC00...0xACFF, 0x1100...0x11FF, 0xFB00...0xFB06, 0xFF01...0xFF9F, 0x1F600...0x1F64F,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let range = random.once(in: 2) ? ranges[0] : random.pick(ranges)
      guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)),
        scalar.properties.generalCategory != .unassigned
      else { continue }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
