import ShelfFormats
import ShelfModel
import ShelfText

/// Converts text into values of fields.
///
/// If a value cannot be converted, it is reported, and the rest of the row is imported.
extension SourceBatch {
  /// The maximum size of text that is parsed as a number, in bytes.
  private static let maxValue = 1000
  /// The maximum number of text values that are searched for an ISBN.
  private static let maxNumbers = 100

  /// Sets a field from the first nonempty cell, using the field's own conversion.
  mutating func set(_ field: FieldHandle, _ texts: [String], _ column: String, line: Int?, in draft: inout Draft) {
    let text = texts.first { !$0.isEmpty } ?? ""
    switch field {
    case .isbn: setISBN(texts, column, line: line, in: &draft)
    case .lentTo: setBorrower(text, column, line: line, in: &draft)
    case .rating: draft.set(.rating, rating(text, column, line: line))
    case .year: draft.set(.year, year(text, column, line: line))
    case .pages: draft.set(.pages, pages(text, column, line: line))
    case .dateAdded, .dateStarted, .dateCompleted, .dateAbandoned, .editionDate, .lentOn, .dueOn:
      draft.set(field, date(text, column, line: line))
    case .creationDate: draft.set(field, moment(text, column, line: line))
    case .synopsis, .review, .notes, .note, .text: draft.append(field, paragraph: HTMLText.plain(text))
    default: draft.set(field, text)
    }
  }

  /// Returns the date in the text, or nil if there is none. Reports text that is not a date.
  mutating func date(_ text: String, _ column: String, line: Int?) -> String? {
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if let date = day(text, column, line: line) {
      if date.precision == .year { noteExactness(text, date.description, column, line: line) }
      return date.description
    }
    if YearText.isRough(text), let year = YearText.roughYear(text) {
      noteExactness(text, year.description, column, line: line)
      return year.description
    }
    if let year = DateParser.year(within: text) {
      note("\(column): only the year of “\(CleanText.short(text))” was imported", line: line)
      return year.description
    }
    leaveOut(column, text, "is not a date", line: line)
    return nil
  }

  /// Returns the date that the text represents in this file, or nil if it is not a date.
  ///
  /// A timestamp in UTC becomes the date in the user's time zone. A timestamp with any other offset becomes the date at
  /// that offset. For midnight in UTC, the date is used as written, because programs use midnight for dates without a
  /// time.
  mutating func day(_ text: String, _ column: String, line: Int?) -> CalendarDate? {
    let moment = DateParser.utcMoment(text, style).flatMap { $0.isMidnight ? nil : $0 }
    let day = moment.map(localTime.day) ?? DateParser.day(text, style)
    note(text, day, column, line: line)
    return day
  }

  /// Records how a date was read, and whether it was ambiguous, for the report to the user.
  private mutating func note(_ text: String, _ day: CalendarDate?, _ column: String, line: Int?) {
    guard let day, let first = text.utf8.first, first < 0x80, !text.hasPrefix("\(day)") else { return }
    noteOrder(of: text)
    if style != .dmy, style != .mdy, let (dayFirst, monthFirst) = DateParser.both(text), day.precision == .year {
      unclear(text, dayFirst.description, monthFirst.description, column, line: line)
      // The cell is treated as unread, because the library may already have the full date from an import where the user
      // chose the order of day and month.
      unread.insert(column)
    }
    show(DateColumn.Example(text: text, day: day.description), in: column)
  }

  /// Returns the date in the user's time zone for a time in seconds since 1970.
  func day(_ seconds: Int) -> CalendarDate { localTime.day(of: Timestamp(secondsSince1970: seconds)) }

  /// Returns the timestamp in the text, or nil if there is none. Reports text that is not a timestamp.
  mutating func moment(_ text: String, _ column: String, line: Int?) -> String? {
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if let moment = DateParser.moment(text, style) { return moment.description }
    let day = DateParser.day(text, style)
    note(text, day, column, line: line)
    let reason =
      switch day?.precision {
      case .year?: "is a year without a day, which \(FieldHandle.creationDate) needs"
      case .month?: "is a month without a day, which \(FieldHandle.creationDate) needs"
      default: "is not a time"
      }
    leaveOut(column, text, reason, line: line)
    return nil
  }

  /// Returns whether the text represents a missing value, such as `n/a`.
  static func isNothing(_ text: String) -> Bool {
    // Placeholders for a missing timestamp: `0000-00-00T00:00:00.000` in Kobo, `0101-01-01 00:00:00+00:00` in Calibre.
    if text.hasPrefix("0000-00-00") || text.hasPrefix("0101-01-01") || text.hasPrefix("0001-01-01") { return true }
    guard let first = text.utf8.first, text.utf8.count <= 12 else { return false }
    if (0x31...0x39).contains(first) { return false }
    return nothings.contains(text.lowercased())
  }

  private static let nothings: Set<String> = [
    "null", "none", "n/a", "na", "-", "[]", "not set", "invalid date", "unknown",
  ]

  /// Returns a rating, rounded to the nearest quarter of a star.
  ///
  /// - Parameter scale: the number that represents five stars in the source.
  mutating func rating(_ text: String, _ column: String, line: Int?, scale: Double = 5) -> String? {
    rating(RatingText(text), column, line: line, scale: scale)
  }

  /// Returns a rating from its parsed text, rounded to the nearest quarter of a star.
  mutating func rating(_ text: RatingText, _ column: String, line: Int?, scale: Double) -> String? {
    guard let stars = text.stars(outOf: scale) else { return nil }
    guard stars.isFinite, (0...5).contains(stars) else {
      leaveOut(column, text.written, "is not a rating", line: line)
      return nil
    }
    let rating = Rating(quarters: Int((stars * 4).rounded()))
    if let rating, abs(stars * 4 - (stars * 4).rounded()) > 0.001, rounded.insert([file, column]).inserted {
      notes.append(
        "“\(column)” of \(file) has ratings that are not quarters of a star and are rounded: \(text.written) is read as "
          + "\(rating)")
    }
    return rating?.description
  }

  /// Returns a number of pages. It also accepts forms such as `320.0`, `278 p.`, `ix + 348` and `xi, 291`.
  mutating func pages(_ text: String, _ column: String, line: Int?) -> String? {
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if text.utf8.count > SourceBatch.maxValue {
      leaveOut(column, text, "is not a number of pages", line: line)
      return nil
    }
    if text.utf8.count < 7, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) {
      return number == 0 ? nil : String(number)
    }
    let runs = text.replacing(",", with: text.contains(where: \.isLetter) ? " " : "").split {
      !($0.isASCII && $0.isNumber || $0 == ".")
    }.compactMap { Double($0) }
    // `-5`, `1.200` and `3.5e2` are ambiguous, a number of volumes is not a number of pages, and `416-435` is only a
    // part of a book.
    let isOdd =
      text.hasPrefix("-") || SourceBatch.isRange(text) || text.lowercased().contains("vol")
      || text.contains(/^\d{1,3}\s?v\b/)
      || text.contains(/(^|[^\d.])\d{1,3}\.\d{3}($|[^\d.])|\d[eE][+-]?\d/)
    guard !isOdd, let number = runs.last, number == number.rounded(), number <= 1_000_000 else {
      leaveOut(column, text, "is not a number of pages", line: line)
      return nil
    }
    return number == 0 ? nil : String(Int(number))
  }

  /// Returns whether the text states the first and last page of a part of a book.
  static func isRange(_ text: String) -> Bool {
    text.contains(/\d\s?(?:[-‐‑‒–—―−~]{1,3}|to|bis|à)\s?\d/)
  }

  /// Returns a year. It also accepts forms such as `1978-03-01`, `1978.0`, `c1978`, `800 BC` and `-800`.
  ///
  /// If the text states the year only roughly, this is reported, because the field can only have an exact year.
  mutating func year(_ text: String, _ column: String, line: Int?) -> String? {
    let year = exactYear(text.trimmed, column, line: line)
    if let year { noteExactness(text, year, column, line: line) }
    return year
  }

  /// Reports a year that is stated only roughly, such as `ca. 1985`, `1820s` or `1985-87`. The rest of a range, and of
  /// any date in a bibliography, where `c1985` is the year of a copyright, is a value that was left out.
  private mutating func noteExactness(_ text: String, _ year: String, _ column: String, line: Int?) {
    guard YearText.isRough(text), !isBibliography || text.wholeMatch(of: /\[?c\d{4}\]?/) == nil,
      DateParser.day(text)?.precision ?? .year == .year, DateParser.moment(text) == nil
    else { return }
    let reason = "was imported as \(year)"
    problems.append(
      ImportProblem(
        isBibliography || YearText.isSpan(text) ? .value : .note,
        "\(column): not an exact year, “\(CleanText.short(text))” \(reason)", file: file, line: line,
        value: ImportProblem.Value(column: column, text: text, reason: reason)))
  }

  private mutating func exactYear(_ text: String, _ column: String, line: Int?) -> String? {
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if text.utf8.count > SourceBatch.maxValue {
      leaveOut(column, text, "is not a year", line: line)
      return nil
    }
    if let moment = DateParser.utcMoment(text), moment.date.year > 101 {
      return String(publicationDay(moment).year)
    }
    // A leading minus sign does not separate the parts of a date.
    let isSigned = text.hasPrefix("-") || text.hasPrefix("−")
    if !isSigned, let date = DateParser.day(text) { return String(date.year) }
    if let moment = Timestamp(text) {
      // Calibre writes the year 101 if the year is unknown.
      return moment.date.year <= 101 ? nil : String(moment.date.year)
    }
    guard let year = YearText.year(text) else {
      leaveOut(column, text, "is not a year", line: line)
      return nil
    }
    // Programs write 0 for an unknown year.
    return year == 0 ? nil : String(year)
  }

  /// Returns a publication date that a program such as Calibre stored as local midnight, converted to UTC.
  ///
  /// If it is not midnight in the user's time zone, the time itself shows which time zone was used. Between 10:00 and
  /// 12:00 UTC, two zones are possible. After 10:00, this function assumes the zone ahead of UTC, because more people
  /// live in New Zealand than in Samoa. At 10:00, it assumes Hawaii rather than Kiribati, unless the date in Kiribati
  /// is January 1, which often represents a whole year.
  private func publicationDay(_ moment: Timestamp) -> CalendarDate {
    let shown = localTime.shown(moment)
    if moment.isMidnight { return moment.date }
    let second = moment.secondsSince1970 - moment.date.daysSince1970 * 86_400
    // The time is midnight in the user's time zone, or is not midnight in any time zone.
    if shown.isMidnight || second % 900 != 0 { return shown.date }
    let next = CalendarDate(daysSince1970: moment.date.daysSince1970 + 1)
    let (hawaii, isNewYear) = (10 * 3600, next.month == 1 && next.day == 1)
    return second > hawaii || second == hawaii && isNewYear ? next : moment.date
  }

  /// Returns the number that a program assigned to a row, without the `.0` that some table libraries append to it.
  static func number(_ text: String) -> String {
    text.hasSuffix(".0") && text.dropLast(2).allSatisfy { $0.isASCII && $0.isNumber } ? String(text.dropLast(2)) : text
  }

  /// Returns a series with the number of a book in it.
  ///
  /// Programs use a negative number for books outside the series order. Such a number is reported and omitted.
  mutating func series(_ name: String, _ number: String, _ column: String, line: Int?) -> String {
    if let place = Double(number), place < 0 {
      leaveOut(column, number, "is not a position in a series", line: line)
      return CleanText.collapse(name)
    }
    return SeriesName.joined(name, number)
  }

  /// Sets the ISBN, and adds Amazon's article numbers, which programs store in the same field, to the sources.
  mutating func setISBN(_ texts: [String], _ column: String, line: Int?, in draft: inout Draft) {
    draft.set(.isbn, isbn(texts, column, line: line))
    for text in texts.prefix(SourceBatch.maxNumbers) {
      guard let source = SourceBatch.articleSource(text), !draft.sources.contains(source) else { continue }
      draft.sources.append(source)
    }
  }

  /// Returns the first ISBN in the text values, or nil if there is none. Reports values that should be an ISBN but are
  /// not.
  mutating func isbn(_ texts: [String], _ column: String, line: Int?) -> String? {
    // Goodreads writes an empty number as `=""`.
    let texts = texts.prefix(SourceBatch.maxNumbers).filter { !$0.isEmpty && $0 != "=\"\"" }
      .map { SourceBatch.number($0.filter { !"=\"'[]".contains($0) }.trimmed) }
      .filter { !$0.isEmpty }
    for (place, text) in texts.enumerated() {
      guard let number = ISBN.first(in: text) ?? ISBN.withoutZeros(text) else { continue }
      // If there is a valid ISBN, an invalid one is reported only as a note, not as unreadable.
      for (index, other) in texts.enumerated()
      where index != place && !SourceBatch.isOwnNumber(other) && ISBN.first(in: other) == nil
        && ISBN.withoutZeros(other) == nil
      {
        note("\(column): “\(CleanText.short(other))” is not an ISBN; \(number) is used", line: line)
      }
      return number
    }
    var named: Set<String> = []
    for text in texts where named.insert(text).inserted && !SourceBatch.isOwnNumber(text) {
      leaveOut(column, text, "is not an ISBN", line: line)
    }
    return nil
  }

  /// Returns whether the text is neither an ISBN nor a mistake, but a placeholder or one of Amazon's article numbers.
  private static func isOwnNumber(_ text: String) -> Bool { isNothing(text) || isArticleNumber(text.uppercased()) }

  /// Returns the source for one of Amazon's article numbers, such as `amazon:B074BNFY7F`, or nil for any other text.
  static func articleSource(_ text: String) -> String? {
    let number = text.filter { !"=\"'[]".contains($0) }.trimmed.uppercased()
    return isArticleNumber(number) ? "amazon:\(number)" : nil
  }

  private static func isArticleNumber(_ text: String) -> Bool {
    text.utf8.count == 10 && text.hasPrefix("B0")
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }
}

extension Timestamp {
  /// Whether the timestamp is midnight in UTC.
  fileprivate var isMidnight: Bool { secondsSince1970 == date.daysSince1970 * 86_400 }
}
