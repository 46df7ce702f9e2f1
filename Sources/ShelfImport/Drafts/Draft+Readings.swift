import ShelfModel

extension Draft {
  /// Returns whether a field may describe a reading. This includes the notes, in which a source may mention a reading.
  static func isOfReading(_ field: Field) -> Bool {
    [.started, .finished, .givenUp, .timesRead, .earlier, .progress].contains { field.has($0) }
      || field.key == FieldHandle.notes.key
  }

  /// Sets the status and the dates of the latest reading.
  ///
  /// The latest reading is stored in `dateStarted` and `dateCompleted`, and only a completed book has a completion
  /// date. The end date of an abandoned book is the date when it was abandoned. If a book with any other status has an
  /// end date, it must have been finished before, so these dates become an earlier reading.
  mutating func setReading(_ status: ReadingStatus?, started: String?, ended: String?, earlier: [String] = []) {
    set(.status, status?.rawValue)
    switch status {
    case .completed:
      set(.dateStarted, started)
      set(.dateCompleted, ended)
    case .abandoned:
      set(.dateStarted, started)
      set(.dateCompleted, [])
      set(.dateAbandoned, ended)
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

  /// Sets the number of times that a book was read, if it is greater than the number of its readings. The readings must
  /// be set before this is called.
  mutating func set(timesRead text: String) {
    let known = self[.readings].count + (first(.status) == ReadingStatus.completed.rawValue ? 1 : 0)
    guard let count = Int(text.trimmed), count > known, count <= 1_000_000 else { return }
    set(.timesRead, String(count))
  }

  /// The dates of the latest reading, or nil if neither is known. An abandoned reading ended when it was abandoned.
  private var days: (start: String?, end: String?)? {
    let days = (start: first(.dateStarted), end: first(.dateCompleted) ?? first(.dateAbandoned))
    return days.start == nil && days.end == nil ? nil : days
  }

  /// If two rows describe two readings of one book, keeps the readings separate, so that their dates are not combined
  /// into a reading that never took place.
  ///
  /// The reading that ended first becomes an earlier reading, and the status of the later row applies.
  static func divideReadings(_ one: inout Draft, _ other: inout Draft) {
    guard let mine = one.days, let others = other.days else { return }
    // A year or a month can be a less precise form of a full date, so only a contradiction is treated as a difference.
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

  /// Moves the latest reading to the list of earlier readings. There, an abandoned reading has only a start.
  private mutating func layDownReading() {
    let (start, end) = (first(.dateStarted) ?? "", first(.dateCompleted) ?? "")
    if !start.isEmpty || !end.isEmpty { add(.readings, ["\(start)/\(end)"]) }
    for field in [FieldHandle.dateStarted, .dateCompleted, .dateAbandoned] { replace(field, []) }
  }
}
