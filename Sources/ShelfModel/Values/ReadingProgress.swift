/// A reading progress: a page number as printed, a percentage, or a position in an audiobook.
package enum ReadingProgress: Hashable, Sendable, CustomStringConvertible {
  case page(Int)
  /// The percentage in hundredths of a percent, so that `12.5%` is exact.
  case percentage(hundredths: Int)
  case time(PlayingTime)

  /// Parses a progress such as `120`, `40%`, `40.5 %` or `4:30`. The result is nil for anything else, including more
  /// than 100%.
  package init?(_ text: String) {
    if let time = PlayingTime(text) {
      self = .time(time)
      return
    }
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    let parts = digits.split(separator: " ").joined().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = Int(parts[0])
    else { return nil }
    guard text.hasSuffix("%") else {
      guard parts.count == 1, whole <= 1_000_000 else { return nil }
      self = .page(whole)
      return
    }
    let places = parts.count == 2 ? parts[1] : ""
    guard whole <= 100, places.count < 3, let part = Int((places + "00").prefix(2)) else { return nil }
    let hundredths = whole * 100 + part
    if hundredths > 10_000 { return nil }
    self = .percentage(hundredths: hundredths)
  }

  /// Returns the fraction of the book that has been read, from 0 to 1. Returns nil if the progress is a page and the
  /// number of pages is unknown, or if it is a time and the duration is unknown.
  package func part(of length: BookLength) -> Double? {
    switch self {
    case .percentage(let hundredths): Double(hundredths) / 10_000
    case .page(let page): length.pages.map { min(1, Double(page) / Double($0)) }
    case .time(let time): length.time.map { min(1, Double(time.minutes) / Double($0.minutes)) }
    }
  }

  /// Returns the page, or nil if it cannot be computed from the percentage or the time.
  package func page(of length: BookLength) -> Int? {
    switch self {
    case .page(let page): page
    case .percentage(let hundredths): length.pages.map { $0 * hundredths / 10_000 }
    case .time(let time):
      if let pages = length.pages, let end = length.time {
        pages * min(time.minutes, end.minutes) / end.minutes
      } else {
        nil
      }
    }
  }

  /// Returns whether the progress is beyond the last page or the last minute.
  package func isBeyond(_ length: BookLength) -> Bool {
    switch self {
    case .page(let page): length.pages.map { page > $0 } ?? false
    case .time(let time): length.time.map { time > $0 } ?? false
    case .percentage: false
    }
  }

  /// Returns whether another progress is further along. A page, a percentage and a time cannot be compared with each
  /// other.
  package func isBefore(_ other: ReadingProgress) -> Bool {
    switch (self, other) {
    case (.page(let page), .page(let next)): page < next
    case (.percentage(let part), .percentage(let next)): part < next
    case (.time(let time), .time(let next)): time < next
    default: false
    }
  }

  /// The progress as it is written to files: `120`, `40%`, `4:30`.
  package var description: String {
    switch self {
    case .page(let page): return String(page)
    case .time(let time): return time.description
    case .percentage(let hundredths):
      var places = padded(hundredths % 100, to: 2)
      while places.last == "0" { places.removeLast() }
      return "\(hundredths / 100)" + (places.isEmpty ? "" : ".\(places)") + "%"
    }
  }
}
