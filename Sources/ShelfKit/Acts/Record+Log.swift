import ShelfModel

extension Record {
  /// Returns the last entry of its log of a day after another one; nil if the log has none.
  func entry(of log: Field, after day: CalendarDate) -> ReadingDay? {
    guard has(log) else { return nil }
    return texts(of: log).compactMap { ReadingDay($0) }.filter { day.lastDay < $0.day }.max { $0.day < $1.day }
  }
}
