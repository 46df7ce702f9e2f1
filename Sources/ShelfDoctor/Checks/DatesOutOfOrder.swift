import ShelfModel

extension Check {
  static let datesOutOfOrder = Check(
    "dates-out-of-order", .warning, "dates that contradict each other, or are in the future",
    reason: "At least one of these dates is wrong. Statistics by month and year are then wrong, too.",
    example: "dateStarted: 2026-03-01\ndateCompleted: 2026-02-01\nreadings: [2019-06-30/2019-06-02]",
    .record { check, record, examination in
      let schema = examination.library.schema
      var findings: [Finding] = []
      for field in schema.fields(of: record.kind) where !field.has(.due) {
        guard let day = record.day(of: field), let item = record.items(of: field).first else { continue }
        // In other time zones, it may already be tomorrow, so that date is allowed.
        if day.daysSince1970 > examination.today.daysSince1970 + 1 {
          findings.append(
            Finding(
              check, record, field.key, at: item.range, "“\(field.key)” is in the future: \(day)",
              advice: "write the actual day"))
        }
      }
      for (begin, end) in [(FieldRoles.started, FieldRoles.finished), (.started, .givenUp), (.created, .changed)] {
        guard let begin = schema.field(begin, of: record.kind), let end = schema.field(end, of: record.kind),
          let first = record.moment(of: begin), let last = record.moment(of: end, isEnd: true), last < first,
          let item = record.items(of: end).first
        else { continue }
        findings.append(
          Finding(
            check, record, end.key, at: item.range,
            "“\(end.key)” \(record.texts(of: end)[0]) is before “\(begin.key)” \(record.texts(of: begin)[0])",
            advice: "one of the two is wrong"))
      }
      return findings + intervals(check, record, examination) + log(check, record, examination)
    })

  /// Returns the problems with date intervals.
  ///
  /// An interval is reported if it ends before it starts, if it contains a date in the future, or if an earlier reading
  /// ends after the latest reading, whose dates are in separate fields.
  private static func intervals(_ check: Check, _ record: Record, _ examination: Examination) -> [Finding] {
    let schema = examination.library.schema
    let tomorrow = examination.today.daysSince1970 + 1
    return schema.fields(of: record.kind).filter { $0.type == .intervals && record.has($0) }.flatMap { field in
      let latest = [FieldRoles.finished, .started].lazy.compactMap { schema.field($0, of: record.kind) }
        .compactMap { record.day(of: $0) }.first
      return record.items(of: field).compactMap { item -> Finding? in
        guard let interval = DateInterval(item.text) else { return nil }
        func finding(_ message: String, _ advice: Advice) -> Finding {
          Finding(check, record, field.key, at: item.range, message, advice: advice)
        }
        if let start = interval.start, let end = interval.end, end.lastDay < start {
          return finding("\(interval) ends before it begins", "one of the two dates is wrong")
        }
        guard let first = interval.start ?? interval.end else { return nil }
        if [interval.start, interval.end].contains(where: { ($0?.daysSince1970 ?? 0) > tomorrow }) {
          return finding("\(interval) is in the future", "write the actual dates")
        }
        if field.has(.earlier), let latest, latest.lastDay < first {
          return finding(
            "\(interval) is later than \(latest), which should be the latest",
            "the record's own dates must be those of the latest reading")
        }
        return nil
      }
    }
  }

  /// Returns the problems with a reading log: dates in the future, or after the end date of a finished book.
  private static func log(_ check: Check, _ record: Record, _ examination: Examination) -> [Finding] {
    let schema = examination.library.schema
    guard let log = schema.field(.log, of: record.kind), record.has(log) else { return [] }
    let isDone = schema.field(.state, of: record.kind).map { record.value(of: $0) == $0.doneValue } ?? false
    let ended = isDone ? schema.field(.finished, of: record.kind) : nil
    return record.items(of: log).compactMap { item -> Finding? in
      guard let entry = ReadingDay(item.text) else { return nil }
      func finding(_ message: String, _ advice: Advice) -> Finding {
        Finding(check, record, log.key, at: item.range, message, advice: advice)
      }
      if entry.day.daysSince1970 > examination.today.daysSince1970 + 1 {
        return finding("“\(log.key)” is in the future: \(entry)", "write the actual day")
      }
      guard let ended, let end = record.day(of: ended), end.lastDay < entry.day else { return nil }
      return finding(
        "“\(log.key)” has an entry after “\(ended.key)” \(record.texts(of: ended)[0]): \(entry)",
        "one of the two is wrong")
    }
  }
}

extension Record {
  /// Returns the date in a date or timestamp field, or nil if the field has no valid value.
  fileprivate func day(of field: Field) -> CalendarDate? {
    switch value(of: field) {
    case .date(let date): date
    case .timestamp(let moment): moment.date
    default: nil
    }
  }

  /// Returns the time in a date or timestamp field, in seconds since 1970. A month or a year is treated as its first
  /// day, or as its last day if `isEnd` is set.
  fileprivate func moment(of field: Field, isEnd: Bool = false) -> Int? {
    switch value(of: field) {
    case .date(let date): (isEnd ? date.lastDay : date).daysSince1970 * 86_400
    case .timestamp(let moment): moment.secondsSince1970
    default: nil
    }
  }
}
