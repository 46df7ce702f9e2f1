import ShelfModel
import ShelfText

/// Formats values for pages in the language of the library.
///
/// Pages use this type for everything that depends on the language: words, plural forms, dates, numbers, and lists of
/// names.
struct SiteText: Sendable {
  let language: PageLanguage
  let words: PageWords

  init(_ language: PageLanguage?) {
    self.language = language ?? .english
    words = self.language.words
  }

  // MARK: - Dates

  private var dates: DateForms { language.dates }

  func month(_ number: Int) -> String { SiteText.name(number, dates.months) }

  func shortMonth(_ number: Int) -> String { SiteText.name(number, dates.shortMonths) }

  private static func name(_ number: Int, _ names: [String]) -> String {
    names.indices.contains(number - 1) ? names[number - 1] : ""
  }

  private func number(ofDay day: Int) -> String { day == 1 ? dates.firstDay ?? "1" : String(day) }

  /// Returns a date in words.
  ///
  /// - Parameter isInflected: whether to use the form that the name of a month has after a preposition.
  func day(_ date: CalendarDate, isInflected: Bool = false) -> String {
    let hasDay = date.precision == .day
    let months = hasDay || isInflected ? dates.inflectedMonths ?? dates.months : dates.months
    let template =
      switch date.precision {
      case .day: dates.day
      case .month: dates.month
      case .year: dates.year
      }
    return Template.filled(
      template,
      [
        "day": number(ofDay: date.day), "month": SiteText.name(date.month, months), "year": String(date.year),
      ])
  }

  /// Returns a period in words, without repeating a year or month that both dates share.
  func span(from start: CalendarDate?, to end: CalendarDate) -> String {
    guard let start, start != end else { return day(end) }
    let isInOneYear = start.year == end.year && start.precision == end.precision
    if isInOneYear, end.precision == .day {
      let template = start.month == end.month ? dates.daysOfMonth : dates.daysOfYear
      return period(template, start, end, dates.inflectedMonths ?? dates.months)
    }
    if isInOneYear, end.precision == .month { return period(dates.monthsOfYear, start, end, dates.months) }
    return Template.filled(dates.range, ["start": day(start), "end": day(end)])
  }

  private func period(
    _ template: String, _ start: CalendarDate, _ end: CalendarDate, _ months: [String]
  ) -> String {
    Template.filled(
      template,
      [
        "first": number(ofDay: start.day), "firstMonth": SiteText.name(start.month, months),
        "day": number(ofDay: end.day), "month": SiteText.name(end.month, months), "year": String(end.year),
      ])
  }

  /// Returns a year of publication in words. A negative year is BC.
  func year(_ year: Int) -> String {
    Template.filled(year < 0 ? words.yearBC : dates.year, ["year": String(year.magnitude)])
  }

  // MARK: - Numbers

  func number(_ number: Int) -> String { language.numbers.text(number) }

  /// Returns the template with the plural form for a number.
  func form(_ counted: Counted, of count: Int) -> String {
    let form = language.plural.form(of: count)
    return counted.forms.indices.contains(form) ? counted.forms[form] : counted.forms.last ?? ""
  }

  /// Returns a number with its noun, such as “3 books”.
  func count(_ count: Int, _ counted: Counted, _ values: KeyValuePairs<String, String> = [:]) -> String {
    var text = ""
    Template.visit(form(counted, of: count)) {
      text += $0
    } name: { name in
      text += name == "n" ? number(count) : values.first { $0.key == name }?.value ?? ""
    }
    return text
  }

  func decimal(tenths: Int) -> String { "\(tenths / 10)\(language.numbers.decimal)\(tenths % 10)" }

  /// Returns a rating as stars, such as ★★★★½.
  static func stars(_ rating: Rating) -> String { rating.quarters == 0 ? "☆" : StarText.stars(rating.quarters) }

  /// Returns a rating in words for screen readers: 4½ of 5 stars.
  func spoken(_ rating: Rating) -> String {
    Template.filled(words.ofFiveStars, ["n": StarText.number(rating.quarters)])
  }

  // MARK: - Words

  /// Returns names as a list: “a, b and c”.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: words.listComma) + and(before: last) + last
  }

  /// Returns the conjunction between the last two names of a list.
  func and(before name: String) -> String {
    guard let other = words.andBeforeI else { return words.and }
    let sound = Folding.fold(String(name.prefix(3)))
    let isI = sound.hasPrefix("i") || sound.hasPrefix("hi")
    // Before a diphthong, as in “hielo”, the conjunction does not change.
    let isDiphthong = ["hie", "hia", "hio", "ia", "ie", "io"].contains { sound.hasPrefix($0) }
    return isI && !isDiphthong ? other : words.and
  }

  /// Returns the name of a status, such as “in progress” for `inProgress`.
  func status(_ value: String) -> String { words.statuses[value] ?? SiteText.label(value) }

  /// Returns the translated name of a built-in field.
  func field(_ key: String) -> String { words.fields[key] ?? SiteText.label(key) }

  /// Returns a book's title and authors, or only the title if the book has no authors.
  func titleBy(_ title: String, _ authors: String) -> String {
    authors.isEmpty ? title : Template.filled(words.titleBy, ["title": title, "authors": authors])
  }

  /// Returns the name of a language, with its script and region in parentheses: `Chinese (Hant, TW)`. For a language
  /// that is unknown to shelf, returns the name in the library.
  func name(of language: Language) -> String {
    guard let tag = language.tag else { return language.name }
    let parts = tag.split(separator: "-").map(String.init)
    guard let name = words.languages[parts[0]] ?? Language.english[parts[0]] else { return language.name }
    return parts.count == 1 ? name : "\(name) (\(parts.dropFirst().joined(separator: ", ")))"
  }

  /// Returns the label of a quote's page, such as `p. 12`.
  func page(_ page: String) -> String {
    guard let label = PageLabel(page) else { return page }
    let template =
      switch (label.isLeaf, label.isSeveral) {
      case (false, false): words.quotePage
      case (false, true): words.quotePages
      case (true, false): words.quoteLeaf
      case (true, true): words.quoteLeaves
      }
    return Template.filled(template, ["page": label.text])
  }

  /// Returns the label of a quote's chapter. A number is preceded by a word, as in `ch. 11`; a title is not.
  func chapter(_ chapter: String) -> String {
    let isNumber = chapter.utf8.count <= 6 && chapter.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    return isNumber || SiteText.isRoman(chapter) ? Template.filled(words.quoteChapter, ["chapter": chapter]) : chapter
  }

  /// Returns whether a text is a Roman numeral of at most 399.
  private static func isRoman(_ text: String) -> Bool {
    // This rules out most texts without the slower regular expression.
    guard (1...11).contains(text.utf8.count), text.allSatisfy({ "IVXLCivxlc".contains($0) }) else { return false }
    return text.uppercased().wholeMatch(of: /C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})/) != nil
  }

  /// Returns a playing time, such as `12 h 30 min`.
  func duration(_ time: PlayingTime) -> String {
    let (hours, minutes) = (time.minutes / 60, time.minutes % 60)
    if hours == 0 { return Template.filled(words.minutes, ["minutes": String(minutes)]) }
    return Template.filled(
      minutes == 0 ? words.hours : words.hoursAndMinutes, ["hours": number(hours), "minutes": String(minutes)])
  }

  /// Returns the template of a phrase that suits the precision of a date.
  func template(_ phrase: DatePhrase, for date: CalendarDate) -> String {
    switch date.precision {
    case .day: phrase.day
    case .month: phrase.month
    case .year: phrase.year
    }
  }

  /// Returns the name of a field or choice in words, such as “date added” for `dateAdded`.
  static func label(_ key: String) -> String {
    key.reduce(into: "") { words, letter in
      if letter.isUppercase, words.last?.isLowercase == true {
        words += " " + letter.lowercased()
      } else {
        words.append(letter)
      }
    }
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
