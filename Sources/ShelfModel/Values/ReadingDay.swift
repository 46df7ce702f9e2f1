import ShelfText

/// The progress of a reading at the end of a day, as stored in records: `2026-11-21 212`, `2026-11-22 40%`.
package struct ReadingDay: Hashable, Sendable, CustomStringConvertible {
  package let day: CalendarDate
  package let progress: ReadingProgress

  package init(_ day: CalendarDate, _ progress: ReadingProgress) { (self.day, self.progress) = (day, progress) }

  /// Parses the text in a file. The result is nil unless the text consists of a full date and a progress.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
    guard parts.count == 2, let day = CalendarDate(parts[0]), day.precision == .day, parts[0].utf8.count == 10,
      let progress = ReadingProgress(parts[1].trimmed)
    else { return nil }
    self.init(day, progress)
  }

  package var description: String { "\(day) \(progress)" }
}
