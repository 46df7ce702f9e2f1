/// Merges two versions of text line by line, as `git merge` does, for files that cannot be merged field by field.
package struct TextMerge: Sendable {
  package let bytes: [UInt8]
  package let conflicts: Int

  /// Merges two versions with their common base.
  package init(ours: [UInt8], base: [UInt8], theirs: [UInt8], _ style: ConflictStyle) {
    let (first, middle, second) = (TextLine.lines(of: ours), TextLine.lines(of: base), TextLine.lines(of: theirs))
    let isZealous = !style.showsBase && style.resolution != .base
    let merge = LineMerge(ours: first, base: middle, theirs: second, isZealous: isZealous)
    var count = 0
    let end: TextLine.End = first.first?.end == .carriageReturnLineFeed ? .carriageReturnLineFeed : .lineFeed
    let lines = merge.lines(first, second) { ourRange, baseRange, theirRange in
      count += 1
      switch style.resolution {
      case .ours: return Array(first[ourRange])
      case .base: return Array(middle[baseRange])
      case .theirs: return Array(second[theirRange])
      case nil:
        return style.lines(
          ours: Array(first[ourRange]), base: Array(middle[baseRange]), theirs: Array(second[theirRange]), end)
      }
    }
    bytes = lines.flatMap(\.bytes)
    conflicts = style.resolution == nil ? count : 0
  }

  /// The maximum size in bytes of text to merge.
  package static let maxBytes = 32 << 20

  /// Returns whether the bytes cannot be merged: either git would treat them as binary, or there are too many lines.
  package static func isUnmergeable(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(8000).contains(0) || bytes.count { $0 == 0x0A } > 2_000_000
  }
}
