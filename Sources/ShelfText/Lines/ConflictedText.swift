/// Text that contains git's conflict markers, which have their usual length of seven characters.
package enum ConflictedText {
  /// Returns the text with each conflict resolved for our side, or nil if there is no conflict or the markers are out
  /// of order.
  package static func ours(_ bytes: [UInt8]) -> [UInt8]? {
    enum Place { case outside, ours, base, theirs }
    var place = Place.outside
    var kept: [TextLine] = []
    var count = 0
    for line in TextLine.lines(of: bytes) {
      switch (place, marker(line)) {
      case (.outside, "<"):
        place = .ours
        count += 1
      case (.ours, "|"): place = .base
      case (.ours, "="), (.base, "="): place = .theirs
      case (.theirs, ">"): place = .outside
      case (_, .some): return nil
      case (.outside, nil), (.ours, nil): kept.append(line)
      case (.base, nil), (.theirs, nil): break
      }
    }
    return place == .outside && count > 0 ? kept.flatMap(\.bytes) : nil
  }

  private static func marker(_ line: TextLine) -> Unicode.Scalar? {
    guard let first = line.content.first, [0x3C, 0x3D, 0x3E, 0x7C].contains(first) else { return nil }
    let marks = line.content.prefix { $0 == first }
    let next = line.content.dropFirst(marks.count).first
    return marks.count == 7 && (next == nil || next == 0x20) ? Unicode.Scalar(first) : nil
  }
}
