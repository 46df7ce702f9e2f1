import ShelfDoctor

/// One of doctor's findings in a text, with its current range.
struct Problem: Sendable {
  let finding: Finding
  /// The range in the text, or nil for the whole file.
  let range: Range<Int>?

  /// Creates a problem from a finding in the current text.
  init(_ finding: Finding) {
    self.finding = finding
    range = finding.range
  }

  /// Maps a finding in an older version of the text to the current one. Returns nil if the finding's range has been
  /// edited.
  ///
  /// The text is assumed to have changed in only one place: between the common prefix and the common suffix of the two
  /// versions.
  init?(_ finding: Finding, in bytes: [UInt8]) {
    self.finding = finding
    guard let range = finding.range else {
      self.range = nil
      return
    }
    let old = finding.source
    let start = zip(old, bytes).prefix { $0 == $1 }.count
    if range.upperBound <= start {
      self.range = range
      return
    }
    let maximum = min(old.count, bytes.count) - start
    let end = zip(old.reversed(), bytes.reversed()).prefix(maximum).prefix { $0 == $1 }.count
    guard range.lowerBound >= old.count - end else { return nil }
    let moved = bytes.count - old.count
    self.range = (range.lowerBound + moved)..<(range.upperBound + moved)
  }
}

extension [Problem] {
  /// The problems sorted by position.
  var inOrder: [Problem] {
    sorted {
      let (a, b) = ($0.range?.lowerBound ?? -1, $1.range?.lowerBound ?? -1)
      return a != b ? a < b : ($0.finding.check.code, $0.finding.message) < ($1.finding.check.code, $1.finding.message)
    }
  }
}
