import ShelfFormats
import ShelfModel
import ShelfText

/// Values of a source as fields hold them; what does not read is named, and the rest of its row is taken.
extension SourceBatch {
  /// The maximum size of a text that can be a number, in bytes.
  private static let mostValue = 1000
  /// The maximum number of texts that are looked at for an ISBN.
  private static let mostNumbers = 100

  /// Sets a field to what a cell says, or the first of several cells that holds something, as the field asks.
  mutating func set(_ field: FieldHandle, _ texts: [String], _ column: String, line: Int?, in draft: inout Draft) {
    let text = texts.first { !$0.isEmpty } ?? ""
    switch field {
    case .isbn: setISBN(texts, column, line: line, in: &draft)
    case .rating: draft.set(.rating, rating(text, column, line: line))
    case .year: draft.set(.year, year(text, column, line: line))
    case .pages: draft.set(.pages, pages(text, column, line: line))
    case .dateAdded, .dateStarted, .dateCompleted: draft.set(field, date(text, column, line: line))
    case .creationDate: draft.set(field, moment(text, column, line: line))
    case .synopsis, .review, .notes, .note, .text: draft.append(field, paragraph: HTMLText.plain(text))
    default: draft.set(field, text)
    }
  }

  /// Returns a day.
  mutating func date(_ text: String, _ column: String, line: Int?) -> String? {
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if let date = day(text, column, line: line) { return date.description }
    leaveOut(column, text, "is not a date", line: line)
    return nil
  }

  /// Returns the day that a text is in this file; nil if it is none.
  ///
  /// A moment in UTC becomes the day in the reader's time zone. A moment at another offset becomes the day at that offset.
  /// Midnight in UTC stays the day that is written, because programs use it for days without a time.
  mutating func day(_ text: String, _ column: String, line: Int?) -> CalendarDate? {
    let moment = DateParser.utcMoment(text, style).flatMap { $0.isMidnight ? nil : $0 }
    let day = moment.map(localTime.day) ?? DateParser.day(text, style)
    note(text, day, column, line: line)
    return day
  }

  /// Remembers what became of a date, so that it can be shown, and whether it may be another one.
  private mutating func note(_ text: String, _ day: CalendarDate?, _ column: String, line: Int?) {
    guard let day, let first = text.utf8.first, first < 0x80, !text.hasPrefix("\(day)") else { return }
    if style != .dmy, style != .mdy, let (dayFirst, monthFirst) = DateParser.both(text), day.precision == .year {
      unclear(text, dayFirst.description, monthFirst.description, column, line: line)
    }
    show(DateColumn.Example(text: text, day: day.description), in: column)
  }

  /// Returns the reader's day of a moment, in seconds since 1970.
  func day(_ seconds: Int) -> CalendarDate { localTime.day(of: Timestamp(secondsSince1970: seconds)) }

  /// Returns a moment.
  mutating func moment(_ text: String, _ column: String, line: Int?) -> String? {
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if let moment = DateParser.moment(text, style) { return moment.description }
    note(text, DateParser.day(text, style), column, line: line)
    leaveOut(column, text, "is not a time", line: line)
    return nil
  }

  static func isNothing(_ text: String) -> Bool {
    // A moment of nothing: `0000-00-00T00:00:00.000` of Kobo, `0101-01-01 00:00:00+00:00` of Calibre.
    if text.hasPrefix("0000-00-00") || text.hasPrefix("0101-01-01") || text.hasPrefix("0001-01-01") { return true }
    guard let first = text.utf8.first, text.utf8.count <= 12 else { return false }
    if (0x31...0x39).contains(first) { return false }
    return nothings.contains(text.lowercased())
  }

  private static let nothings: Set<String> = [
    "null", "none", "n/a", "na", "-", "[]", "not set", "invalid date", "unknown",
  ]

  /// Returns a rating, to the nearest quarter of a star.
  ///
  /// - Parameter scale: what five stars are in the source.
  mutating func rating(_ text: String, _ column: String, line: Int?, scale: Double = 5) -> String? {
    rating(RatingText(text), column, line: line, scale: scale)
  }

  /// Returns the rating that a text is known to say.
  mutating func rating(_ text: RatingText, _ column: String, line: Int?, scale: Double) -> String? {
    guard let stars = text.stars(outOf: scale) else { return nil }
    guard stars.isFinite, (0...5).contains(stars) else {
      leaveOut(column, text.written, "is not a rating", line: line)
      return nil
    }
    let rating = Rating(quarters: Int((stars * 4).rounded()))
    if let rating, abs(stars * 4 - (stars * 4).rounded()) > 0.001, rounded.insert([file, column]).inserted {
      notes.append(
        "“\(column)” of \(file) has ratings between quarters of a star, which are rounded: \(text.written) is taken as "
          + "\(rating)")
    }
    return rating?.description
  }

  /// Returns a number of pages, also of `320.0`, `278 p.`, `ix + 348`, `xi, 291`.
  mutating func pages(_ text: String, _ column: String, line: Int?) -> String? {
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if text.utf8.count > SourceBatch.mostValue {
      leaveOut(column, text, "is not a number of pages", line: line)
      return nil
    }
    if text.utf8.count < 7, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) {
      return number == 0 ? nil : String(number)
    }
    let runs = text.replacing(",", with: text.contains(where: \.isLetter) ? " " : "").split {
      !($0.isASCII && $0.isNumber || $0 == ".")
    }.compactMap { Double($0) }
    // `-5`, `1.200` and `3.5e2` could be anything, volumes are no pages, and `416-435` is a part of a book.
    let isOdd =
      text.hasPrefix("-") || SourceBatch.isRange(text) || text.lowercased().contains("vol")
      || text.contains(/(^|[^\d.])\d{1,3}\.\d{3}($|[^\d.])|\d[eE][+-]?\d/)
    guard !isOdd, let number = runs.last, number == number.rounded(), number <= 1_000_000 else {
      leaveOut(column, text, "is not a number of pages", line: line)
      return nil
    }
    return number == 0 ? nil : String(Int(number))
  }

  /// Returns whether a text names the first and the last page of a part.
  static func isRange(_ text: String) -> Bool {
    text.contains(/\d\s?(?:[-‐‑‒–—―−~]{1,3}|to|bis|à)\s?\d/)
  }

  /// Returns a year, also of `1978-03-01`, `1978.0`, `c1978`, `800 BC` and `-800`.
  mutating func year(_ text: String, _ column: String, line: Int?) -> String? {
    let text = text.trimmed
    if text.isEmpty || SourceBatch.isNothing(text) { return nil }
    if text.utf8.count > SourceBatch.mostValue {
      leaveOut(column, text, "is not a year", line: line)
      return nil
    }
    if let moment = DateParser.utcMoment(text), moment.date.year > 101 {
      return String(publicationDay(moment).year)
    }
    // A sign is no mark between the parts of a date.
    let isSigned = text.hasPrefix("-") || text.hasPrefix("−")
    if !isSigned, let date = DateParser.day(text) { return String(date.year) }
    if let moment = Timestamp(text) {
      // Calibre's year 101 stands for none.
      return moment.date.year <= 101 ? nil : String(moment.date.year)
    }
    guard let year = YearText.year(text) else {
      leaveOut(column, text, "is not a year", line: line)
      return nil
    }
    // Programs write 0 for what they do not know.
    return year == 0 ? nil : String(year)
  }

  /// Returns the day of a publication that a program such as Calibre stored as local midnight, converted to UTC.
  ///
  /// If that is not midnight in the reader's time zone, the moment itself tells the zone. Between 10 and 12 o'clock UTC there
  /// are two: after 10 o'clock this takes the one ahead of UTC, because more people live in New Zealand than in Samoa. At
  /// 10 o'clock it takes Hawaii rather than Kiribati, unless the day in Kiribati is 1 January, which often stands for a year.
  private func publicationDay(_ moment: Timestamp) -> CalendarDate {
    let shown = localTime.shown(moment)
    if moment.isMidnight { return moment.date }
    let second = moment.secondsSince1970 - moment.date.daysSince1970 * 86_400
    // This is midnight in no time zone.
    if shown.isMidnight || second % 900 != 0 { return shown.date }
    let next = CalendarDate(daysSince1970: moment.date.daysSince1970 + 1)
    let (hawaii, isNewYear) = (10 * 3600, next.month == 1 && next.day == 1)
    return second > hawaii || second == hawaii && isNewYear ? next : moment.date
  }

  /// Returns the number of a row in the program that wrote it, which some libraries for tables write as `7.0`.
  static func number(_ text: String) -> String {
    text.hasSuffix(".0") && text.dropLast(2).allSatisfy { $0.isASCII && $0.isNumber } ? String(text.dropLast(2)) : text
  }

  /// Returns a series with its number. A negative number marks a book outside the order; it is reported and left out.
  mutating func series(_ name: String, _ number: String, _ column: String, line: Int?) -> String {
    if let place = Double(number), place < 0 {
      leaveOut(column, number, "is not a place in a series", line: line)
      return CleanText.collapse(name)
    }
    return SeriesName.joined(name, number)
  }

  /// Sets the ISBN, and adds Amazon's article numbers, which programs store in the same place, to the sources.
  mutating func setISBN(_ texts: [String], _ column: String, line: Int?, in draft: inout Draft) {
    draft.set(.isbn, isbn(texts, column, line: line))
    for text in texts.prefix(SourceBatch.mostNumbers) {
      guard let source = SourceBatch.articleSource(text), !draft.sources.contains(source) else { continue }
      draft.sources.append(source)
    }
  }

  /// Returns the number if one of the texts is an ISBN; others are named.
  mutating func isbn(_ texts: [String], _ column: String, line: Int?) -> String? {
    // Goodreads writes an empty number as `=""`.
    let texts = texts.prefix(SourceBatch.mostNumbers).filter { !$0.isEmpty && $0 != "=\"\"" }
      .map { SourceBatch.number($0.filter { !"=\"'[]".contains($0) }.trimmed) }
      .filter { !$0.isEmpty }
    for (place, text) in texts.enumerated() {
      guard let number = ISBN.first(in: text) ?? ISBN.withoutZeros(text) else { continue }
      // A wrong one comes with another one that says what the book is.
      for (index, other) in texts.enumerated()
      where index != place && !SourceBatch.isOwnNumber(other) && ISBN.first(in: other) == nil
        && ISBN.withoutZeros(other) == nil
      {
        note("\(column): “\(CleanText.short(other))” is not an ISBN; \(number) is taken", line: line)
      }
      return number
    }
    var named: Set<String> = []
    for text in texts where named.insert(text).inserted && !SourceBatch.isOwnNumber(text) {
      leaveOut(column, text, "is not an ISBN", line: line)
    }
    return nil
  }

  /// Whether a text that is not an ISBN is not a mistake either: a placeholder, or an article number of Amazon.
  private static func isOwnNumber(_ text: String) -> Bool { isNothing(text) || isArticleNumber(text.uppercased()) }

  /// Returns the source that an article number of Amazon stands for: `amazon:B074BNFY7F`; nil for another text.
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
  /// Whether a day begins with it in UTC.
  fileprivate var isMidnight: Bool { secondsSince1970 == date.daysSince1970 * 86_400 }
}
