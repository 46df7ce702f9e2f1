import ShelfText

/// A three-way merge of text, line by line.
struct TextVersions {
  let ours: [[UInt8]]
  let base: [[UInt8]]
  let theirs: [[UInt8]]
  private let merge: LineMerge
  private let endsWithBreak: Bool

  init(ours: [UInt8], base: [UInt8], theirs: [UInt8], isZealous: Bool) {
    func lines(_ text: [UInt8]) -> [[UInt8]] { TextVersions.lines(of: text) }
    (self.ours, self.base, self.theirs) = (lines(ours), lines(base), lines(theirs))
    merge = LineMerge(ours: self.ours, base: self.base, theirs: self.theirs, isZealous: isZealous)
    // A line break at the end does not start a new line, so it is merged separately.
    let (first, middle, second) = (ours.last == 0x0A, base.last == 0x0A, theirs.last == 0x0A)
    endsWithBreak = first == middle && !base.isEmpty ? second : first
  }

  /// The text with the lines that both sides added at its end, ours first, or nil if a side changed anything else.
  ///
  /// Lines that both sides added in the same way occur once. A blank line separates paragraphs that the sides added.
  var additions: [UInt8]? {
    let common = zip(ours, theirs).prefix { $0 == $1 }.map(\.0)
    guard common.starts(with: base) else { return nil }
    let (first, second) = (Array(ours.dropFirst(common.count)), Array(theirs.dropFirst(common.count)))
    let isParagraph = common.last?.isEmpty ?? true || first.first == [] || second.first == []
    let lines = common + first + (isParagraph && second.first != [] ? [[]] : []) + second
    return Array(lines.joined(separator: [0x0A])) + (endsWithBreak ? [0x0A] : [])
  }

  var hasConflicts: Bool { merge.hasConflicts }
  var regions: [LineMerge.Region] { merge.regions }

  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    return lines.last == [] ? Array(lines.dropLast()) : lines
  }

  /// Returns the text with all conflicts resolved in favor of one side, or of the base if `side` is nil.
  package func text(for side: MergedField.Side?) -> [UInt8] {
    let lines = merge.lines(ours, theirs) { first, middle, second in
      switch side {
      case .ours: Array(ours[first])
      case .theirs: Array(theirs[second])
      case nil: Array(base[middle])
      }
    }
    return Array(lines.joined(separator: [0x0A])) + (endsWithBreak && !lines.isEmpty ? [0x0A] : [])
  }
}
