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

  /// The text with the paragraphs that both sides added at its end, ours first, or nil if a side changed anything else.
  ///
  /// If the added text of both sides begins with the same paragraphs, the result contains them only once. If one side's
  /// added text contains the whole added text of the other side, its text is the result.
  var additions: [UInt8]? {
    guard ours.starts(with: base), theirs.starts(with: base) else { return nil }
    let (first, second) = (Array(ours.dropFirst(base.count)), Array(theirs.dropFirst(base.count)))
    // Lines without a blank line before them continue the last paragraph of the base.
    guard base.last?.isEmpty ?? true || first.first == [] && second.first == [] else { return nil }
    let (added, others) = (TextVersions.paragraphs(of: first), TextVersions.paragraphs(of: second))
    let lines: [[UInt8]]
    if TextVersions.isRun(others, within: added) {
      lines = ours
    } else if TextVersions.isRun(added, within: others) {
      lines = theirs
    } else {
      var rest = second[...]
      for (paragraph, other) in zip(added, others) {
        if paragraph != other { break }
        rest = rest.drop(while: \.isEmpty).dropFirst(other.count)
      }
      lines = ours + (ours.last == [] ? [] : [[]]) + rest.drop(while: \.isEmpty)
    }
    return Array(lines.joined(separator: [0x0A])) + (endsWithBreak ? [0x0A] : [])
  }

  private static func paragraphs(of lines: [[UInt8]]) -> [[[UInt8]]] {
    lines.split(whereSeparator: \.isEmpty).map { Array($0) }
  }

  /// Returns whether the paragraphs occur in succession among the others, in linear time.
  private static func isRun(_ paragraphs: [[[UInt8]]], within others: [[[UInt8]]]) -> Bool {
    // Two line breaks separate paragraphs, because no paragraph contains an empty line.
    func text(_ paragraphs: [[[UInt8]]]) -> [UInt8] {
      paragraphs.reduce(into: [0x0A, 0x0A]) { $0 += Array($1.joined(separator: [0x0A])) + [0x0A, 0x0A] }
    }
    return text(others).withUnsafeBufferPointer { ByteSearch.contains(text(paragraphs), in: $0) }
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
