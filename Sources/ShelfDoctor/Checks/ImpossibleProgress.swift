import ShelfModel

extension Check {
  static let impossibleProgress = Check(
    "impossible-progress", .note,
    "progress beyond the end, in a completed book, or that is not a page, a percentage or a time",
    reason: """
      From such a value, shelf cannot determine how much of the book you have read, or when you are likely to finish \
      it.
      """,
    example: "pages: 412\nprogress: 430",
    repair: "Removes the progress if the book is completed.",
    .record { check, record, examination in
      let schema = examination.library.schema
      if let log = schema.field(.log, of: record.kind), record.has(log) {
        let unread = record.items(of: log).filter { ReadingDay($0.text) == nil || $0.isNested }
        if !unread.isEmpty {
          return unread.findings { item in
            Finding(
              check, record, log.key, at: item.range, "“\(item.text.firstLine)” is not a date and a page",
              advice: "write them as in 2026-11-21 212")
          }
        }
      }
      guard let field = schema.field(.progress, of: record.kind), let item = record.items(of: field).first,
        item.index == nil
      else { return [] }
      guard let progress = ReadingProgress(item.text) else {
        return [
          Finding(
            check, record, field.key, at: item.range, "“\(item.text.firstLine)” is not a page, a percentage or a time",
            advice: "write a page such as 120, a percentage from 0% to 100%, or a time such as 4:30")
        ]
      }
      if let status = schema.field(.state, of: record.kind), let done = status.doneValue,
        record.value(of: status) == done
      {
        return [
          Finding(
            check, record, field.key, at: item.range,
            "the \(record.kind.singular) is \(status.states?.done.value ?? done.text), but has progress",
            repairs: [
              Repair(
                "take-out", "remove the \(field.key)", isLogged(progress, record, schema) ? .consent : .choice, record,
                [.remove([.key(item.key)])])
            ])
        ]
      }
      let length = BookLength(of: record, schema)
      guard progress.isBeyond(length) else { return [] }
      let message =
        if case .time(let time) = progress { "\(time) is beyond the end, \(length.time?.description ?? "")" } else {
          "page \(progress) is beyond the last page, \(length.pages ?? 0)"
        }
      return [
        Finding(
          check, record, field.key, at: item.range, message,
          advice: "one of the two is wrong")
      ]
    })

  /// Returns whether the reading log contains the same progress, so that nothing is lost if the progress is removed.
  private static func isLogged(_ progress: ReadingProgress, _ record: Record, _ schema: Schema) -> Bool {
    guard let log = schema.field(.log, of: record.kind), record.has(log) else { return false }
    return record.texts(of: log).contains { ReadingDay($0)?.progress == progress }
  }
}
