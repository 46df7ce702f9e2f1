import ShelfModel

extension Check {
  static let datesOutOfOrder = Check(
    "dates-out-of-order", .warning, "dates that contradict each other, or are in the future",
    reason: "Statistics by month and year take dates as they are.",
    example: "dateStarted: 2026-03-01\ndateCompleted: 2026-02-01",
    .record { check, record, examination in
      let schema = examination.library.schema
      var findings: [Finding] = []
      for field in schema.fields(of: record.kind) {
        guard let day = record.day(of: field), let item = record.items(of: field).first else { continue }
        // In other time zones it may already be tomorrow.
        if day.daysSince1970 > examination.today.daysSince1970 + 1 {
          findings.append(
            Finding(
              check, record, field.key, at: item.range, "“\(field.key)” is in the future: \(day)",
              advice: "write the actual day"))
        }
      }
      for (begin, end) in [(FieldRoles.began, FieldRoles.ended), (.made, .changed)] {
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
      return findings
    })
}

extension Record {
  /// Returns the day of a date or timestamp field.
  fileprivate func day(of field: Field) -> CalendarDate? {
    switch value(of: field) {
    case .date(let date): date
    case .timestamp(let moment): moment.date
    default: nil
    }
  }

  /// Returns the second at which a date or time stands; of a month or a year, the first or the last day counts.
  fileprivate func moment(of field: Field, isEnd: Bool = false) -> Int? {
    switch value(of: field) {
    case .date(let date): (isEnd ? date.lastDay : date).daysSince1970 * 86_400
    case .timestamp(let moment): moment.secondsSince1970
    default: nil
    }
  }
}
