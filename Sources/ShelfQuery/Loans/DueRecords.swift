import ShelfModel
import ShelfStore

extension Library {
  /// Returns the positions of the records of a kind that were due before a date and are not done.
  func positions(of kind: Kind, due: Field, _ state: Field, before day: CalendarDate) -> [Int] {
    records.indices.filter { position in
      let record = records[position]
      guard record.kind == kind, record.has(due), case .date(let last)? = record.value(of: due) else { return false }
      return last.lastDay < day && record.value(of: state) != state.doneValue
    }
  }

  /// Returns the open issues that are due on or before a date, earliest first.
  package func issues(dueBy day: CalendarDate) -> [(record: Record, due: CalendarDate)] {
    guard let due = schema.field(.due, of: .issue), let state = schema.field(.state, of: .issue) else { return [] }
    let next = CalendarDate(daysSince1970: day.daysSince1970 + 1)
    return positions(of: .issue, due: due, state, before: next).compactMap { position in
      guard case .date(let day)? = records[position].value(of: due) else { return nil }
      return (records[position], day)
    }
    .sorted { a, b in
      a.due.lastDay != b.due.lastDay ? a.due.lastDay < b.due.lastDay : a.record.title < b.record.title
    }
  }
}
