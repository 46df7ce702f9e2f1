import ShelfModel

extension Draft {
  /// Returns whether what `setReading` makes of the status and the days of a reading may go into a field.
  static func isOfReading(_ field: Field) -> Bool {
    [.began, .ended, .earlier, .progress].contains { field.has($0) } || field.key == FieldHandle.notes.key
  }

  /// Sets the status, and the days of the reading where they belong to it.
  ///
  /// The last reading's days are `dateStarted` and `dateCompleted`, of which only a book that was completed has the
  /// second; of another one, a day on which it was finished is one of an earlier reading.
  mutating func setReading(_ status: ReadingStatus?, started: String?, ended: String?, earlier: [String] = []) {
    set(.status, status?.rawValue)
    switch status {
    case .completed:
      set(.dateStarted, started)
      set(.dateCompleted, ended)
    case .abandoned:
      set(.dateStarted, started)
      set(.dateCompleted, [])
      if let ended { append(.notes, paragraph: "Stopped reading on \(ended).") }
    default:
      set(.dateCompleted, [])
      if let ended {
        set(.dateStarted, [])
        set(.readings, earlier + ["\(started ?? "")/\(ended)"])
        return
      }
      set(.dateStarted, started)
    }
    set(.readings, earlier)
  }

  /// The days of the last reading; nil if nothing is said of them.
  private var days: (start: String?, end: String?)? {
    let days = (start: first(.dateStarted), end: first(.dateCompleted))
    return days.start == nil && days.end == nil ? nil : days
  }

  /// Keeps two rows of one book from being mixed into a reading that never was: if their days are of two readings, the
  /// earlier one becomes one of the earlier readings, and what is said of the book's status is that of the later row.
  static func divideReadings(_ one: inout Draft, _ other: inout Draft) {
    guard let mine = one.days, let others = other.days else { return }
    // A year alone may be that of a day.
    func differ(_ a: String?, _ b: String?) -> Bool {
      guard let a, let b else { return false }
      return !a.hasPrefix(b) && !b.hasPrefix(a)
    }
    let (start, end) = (mine.start ?? others.start, mine.end ?? others.end)
    let isMixed = differ(start, end) && (start ?? "") > (end ?? "9999")
    guard differ(mine.start, others.start) || differ(mine.end, others.end) || isMixed else { return }
    if mine.end ?? mine.start ?? "" < others.end ?? others.start ?? "" {
      one.layDownReading()
      if !other[.status].isEmpty { one.replace(.status, other[.status]) }
    } else {
      other.layDownReading()
      if !one[.status].isEmpty { other.replace(.status, one[.status]) }
    }
  }

  /// Makes the last reading an earlier one.
  private mutating func layDownReading() {
    add(.readings, ["\(first(.dateStarted) ?? "")/\(first(.dateCompleted) ?? "")"])
    replace(.dateStarted, [])
    replace(.dateCompleted, [])
  }
}
