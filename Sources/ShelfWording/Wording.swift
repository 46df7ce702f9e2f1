import ShelfHistory
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

extension Kind? {
  /// The singular noun for records of the kind, or “record” for nil, which means any kind.
  package var noun: String { self?.singular ?? "record" }

  /// Returns a number with its noun: "1 book" or, for any kind, "2 records".
  package func counted(_ count: Int) -> String { self?.counted(count) ?? Wording.count(count, "record") }
}

/// Phrases that several messages share.
package enum Wording {
  /// Returns a description of the values that a field accepts.
  package static func expectation(of field: Field) -> String {
    if field.has(.progress) { return "a page such as 120, or a percentage such as 40%" }
    if field.has(.due) { return "a date such as 2026-12-20, or a time from today such as 2w" }
    if field.type == .date { return "a date such as 2026-11-21, yesterday, friday or 3d" }
    if field.has(.loans) { return "the days and the name, such as 2026-03-02/2026-04-11 Anna" }
    if field.has(.log) { return "a day and a page, such as 2026-11-21 212" }
    return field.type.description
  }

  /// Returns what is wrong with a date, and a date to write instead.
  static func text(_ mistake: DateMistake) -> (reason: String, way: String) {
    switch mistake {
    case .noDay(_, let last, let hasYear):
      let month = heading(RelativeDay.months[last.month - 1])
      return (
        "\(month)\(hasYear ? " \(last.year)" : "") has only \(last.day) days",
        hasYear ? "write a date such as \(last)" : "write a date such as \(last.day) \(month)"
      )
    case .noMonth(let month):
      return ("there is no month \(month)", "write the year, the month and the day: 2026-11-21")
    case .unclear(let dayFirst, let monthFirst):
      return ("either number may be the month", "write \(dayFirst) or \(monthFirst)")
    }
  }

  /// Returns the text on one line, truncated to 60 cells so that it fits into a sentence.
  package static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return DisplayWidth.truncate(line, to: 60)
  }

  /// Returns a number with its noun: "1 file", "2,000 files".
  ///
  /// - Parameter noun: the singular. The plural is formed with an "s".
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns a size in decimal units: "48 KB", "1.2 MB".
  package static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return count(bytes, "byte") }
    if bytes < 1_000_000 { return "\((bytes + 500) / 1000) KB" }
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }

  /// Returns a number with commas between groups of three digits.
  package static func number(_ number: Int) -> String {
    number.grouped
  }

  /// Returns words as a list: “a, b and c”.
  package static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns a word quoted for a shell if necessary.
  package static func shellWord(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@%".contains($0) }
    // Iterate over scalars, because an apostrophe with a combining mark is a single character.
    let quoted = word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return isPlain ? word : "'\(quoted)'"
  }

  /// Returns a clause about the git operation in progress: "a merge is in progress".
  package static func begun(_ operation: GitOperation) -> String {
    operation == .patches ? "`git am` is in progress" : "a \(operation.rawValue) is in progress"
  }

  /// Returns a clause about an obstacle to undoing a change: "books/dune.yaml has been deleted".
  package static func obstacle(_ obstacle: UndoPlan.Obstacle) -> String {
    switch obstacle.state {
    case .deleted: "\(obstacle.path) has been deleted"
    case .leftOut: "\(obstacle.path) has been left out of the work tree"
    case .added: "\(obstacle.path) has been recreated"
    case .edited(let fields) where !fields.isEmpty:
      "\(fields.count > 3 ? "\(Wording.number(fields.count)) fields" : list(fields)) of \(obstacle.path) \(fields.count == 1 ? "has" : "have") been edited"
    case .edited, .editedElsewhere: "\(obstacle.path) has been edited"
    }
  }

  /// Returns instructions for finishing or aborting the git operation.
  package static func ending(_ operation: GitOperation) -> String {
    "finish it with `git \(operation.rawValue) --continue`, or abort it with `git \(operation.rawValue) --abort`"
  }

  /// Returns the progress in a book: "page 120 of 412 (29%)", or the text itself if it cannot be parsed.
  package static func progress(_ text: String, of record: Record, _ schema: Schema) -> String {
    guard let progress = ReadingProgress(text) else { return VisibleText.line(text) }
    return self.progress(progress, of: BookLength(of: record, schema))
  }

  /// Returns the progress in a book: "page 120 of 412 (29%)", "45% (page 185 of 412)", "4:30 of 12:15 (36%)".
  package static func progress(_ progress: ReadingProgress, of length: BookLength) -> String {
    let percent = percent(progress, of: length)
    switch progress {
    case .page(let page):
      guard let pages = length.pages, let percent else { return "page \(number(page))" }
      return "page \(number(page)) of \(number(pages)) (\(percent))"
    case .percentage:
      guard let pages = length.pages, let page = progress.page(of: length) else { return progress.description }
      return "\(progress) (page \(number(page)) of \(number(pages)))"
    case .time(let time):
      guard let end = length.time, let percent else { return time.description }
      return "\(time) of \(end) (\(percent))"
    }
  }

  /// Returns an entry of a reading log: "page 212 on 2026-03-12".
  package static func day(_ entry: ReadingDay) -> String { "\(progress(entry.progress, of: .unknown)) on \(entry.day)" }

  /// Returns the part of a book that has been read: "29%".
  ///
  /// Rounds down, so that only a finished book is at 100%. Returns nil if the percentage depends on the length of the
  /// book, and the length is unknown or less than the progress.
  package static func percent(_ progress: ReadingProgress, of length: BookLength) -> String? {
    if progress.isBeyond(length) { return nil }
    return progress.part(of: length).map { "\(Int($0 * 100))%" }
  }

  /// Returns another edition of a book: "Momo, 1985, English (3f2b8c1e)".
  package static func edition(_ edition: RecordCells.Edition) -> String {
    [edition.title, edition.note].filter { !$0.isEmpty }.joined(separator: ", ") + " (\(edition.id.short))"
  }

  /// Returns the pace of a reading: "about 12 pages a day since 2026-11-01, finished around 2026-12-05".
  package static func pace(_ pace: ReadingPace) -> String {
    "\(speed(pace)) since \(pace.start)" + (pace.end.map { ", finished around \($0)" } ?? "")
  }

  /// Returns the average amount read per day: "about 12 pages a day".
  package static func speed(_ pace: ReadingPace) -> String {
    if let pages = pace.pagesPerDay {
      return pages < 0.95 ? "less than 1 page a day" : "about \(count(Int(pages.rounded()), "page")) a day"
    }
    guard let percent = pace.percentPerDay else { return "" }
    return percent < 0.95 ? "less than 1% a day" : "about \(Int(percent.rounded()))% a day"
  }

  /// Returns a sparkline of the reading days of a book, followed by their number and the average number of pages: "▁▃█▅
  /// 4, about 31 pages a day". Returns nil if the book has no reading days.
  package static func readingDays(of record: Record, _ schema: Schema) -> String? {
    let read = ReadingDays([record], schema)
    guard let last = read.days.last?.day.daysSince1970, let first = read.days.first?.day.daysSince1970 else {
      return nil
    }
    let pages = Dictionary(read.days.map { ($0.day.daysSince1970, $0.pages) }) { $1 }
    let line = (max(first, last - maxDays + 1)...last).map { pages[$0] ?? 0 }
    let isDrawn = line.count > 1 && line.contains { $0 > 0 }
    return (isDrawn ? Bar.sparkline(line) + " " : "") + number(read.days.count)
      // A single log entry does not determine a number of pages, because the progress before that day is unknown.
      + (read.days.count < 2 ? "" : read.pagesPerDay.map { ", about \(count($0, "page")) a day" } ?? "")
  }

  /// The maximum number of days in a sparkline.
  private static var maxDays: Int { 30 }

  /// Returns a phrase for a current loan: "lent to Anna since 2026-03-02, due 2026-04-11".
  ///
  /// - Parameter withCopy: whether the phrase starts with the number of the copy, if it is known.
  package static func loan(_ loan: Loan, withCopy: Bool = true) -> String {
    (withCopy ? copies([loan.copy]) : "")
      + self.loan(
        short(loan.person), isBorrowed: loan.isBorrowed, since: loan.since?.description, due: loan.due?.description)
  }

  /// Returns a phrase for a current loan, given its parts: "borrowed from Anna since 2026-03-02".
  package static func loan(_ person: String, isBorrowed: Bool, since: String?, due: String?) -> String {
    "\(isBorrowed ? "borrowed from" : "lent to") \(person)"
      + (since.map { " since \($0)" } ?? "") + (due.map { ", due \($0)" } ?? "")
  }

  /// Returns a phrase for the copies of loans, with a space after it: "copies 010003 and 010004 ". Returns an empty
  /// text if a number is unknown.
  static func copies(_ numbers: [String?]) -> String {
    let known = numbers.compactMap { $0.map { short($0) } }
    guard known.count == numbers.count, let first = known.first else { return "" }
    if known.count == 1 { return "copy \(first) " }
    return "copies " + list(known.prefix(3) + (known.count > 3 ? ["\(number(known.count - 3)) more"] : [])) + " "
  }

  /// Returns a phrase for an entry in the list of loans: "Anna, 2026-03-02 to 2026-04-11".
  package static func loan(_ loan: LoanEntry) -> String {
    let person =
      "\(loan.isBorrowed ? "from " : "")\(short(loan.person))" + (loan.copy.map { " (copy \(short($0)))" } ?? "")
    return switch loan.period {
    case .past(let interval): "\(person), \(self.interval(interval))"
    case .current(let since, let due):
      person + (since.map { " since \($0)" } ?? "") + (due.map { ", due \($0)" } ?? "")
    }
  }

  /// Returns an interval: "2019-06-02 to 2019-06-30", "until 2020-05-05", or a single day.
  package static func interval(_ interval: DateInterval) -> String {
    switch (interval.start, interval.end) {
    case (let start?, let end?): start == end ? "\(start)" : "\(start) to \(end)"
    case (let start?, nil): "from \(start)"
    case (nil, let end?): "until \(end)"
    case (nil, nil): ""
    }
  }

  /// Returns the previous or next book of a series: "→ 13 Small Gods".
  package static func neighbor(_ neighbor: RecordCells.Neighbor) -> String {
    "\(neighbor.isNext ? "→" : "←") \(neighbor.place) \(neighbor.title)"
  }

  /// Returns the title of a record in quotation marks.
  package static func name(_ record: Record) -> String { "“\(short(record.title))”" }

  /// Returns the label for the key of a field: "date added" for `dateAdded`, "ISBN" for `isbn`.
  package static func label(_ key: String) -> String {
    if ["id", "isbn"].contains(key) { return key.uppercased() }
    return key.reduce(into: "") { words, letter in
      words += letter.isUppercase && words.last?.isLowercase ?? false ? " " + letter.lowercased() : String(letter)
    }
  }

  /// Returns the heading for the key of a field: its label, capitalized.
  package static func heading(_ key: String) -> String {
    let words = label(key)
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
