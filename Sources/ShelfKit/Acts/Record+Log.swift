import ShelfModel

extension Record {
  /// Returns the latest entry in the record's log after a date, or nil if there is none.
  func entry(of log: Field, after day: CalendarDate) -> ReadingDay? {
    guard has(log) else { return nil }
    return texts(of: log).compactMap { ReadingDay($0) }.filter { day.lastDay < $0.day }.max { $0.day < $1.day }
  }
}
