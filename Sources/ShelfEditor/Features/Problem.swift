import ShelfDoctor
import ShelfModel

/// A finding of doctor's in a text, and where it is by now.
struct Problem: Sendable {
  let finding: Finding
  /// nil for the whole file.
  let range: Range<Int>?

  /// Takes a finding that is about just this text.
  init(_ finding: Finding) {
    self.finding = finding
    range = finding.range
  }

  /// Follows a finding through what has been typed since; nil if that was where it is.
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
    let most = min(old.count, bytes.count) - start
    let end = zip(old.reversed(), bytes.reversed()).prefix(most).prefix { $0 == $1 }.count
    guard range.lowerBound >= old.count - end else { return nil }
    let moved = bytes.count - old.count
    self.range = (range.lowerBound + moved)..<(range.upperBound + moved)
  }
}

extension [Problem] {
  /// The problems in the order of their places.
  var inOrder: [Problem] {
    sorted {
      let (a, b) = ($0.range?.lowerBound ?? -1, $1.range?.lowerBound ?? -1)
      return a != b ? a < b : ($0.finding.check.code, $0.finding.message) < ($1.finding.check.code, $1.finding.message)
    }
  }
}
