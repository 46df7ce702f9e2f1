import ShelfModel
import ShelfText

/// Parses dates in the forms used by programs and people, in the languages of reading devices.
///
/// Common numeric forms are tried first. Any other text is split into words and numbers, without times, ordinal endings
/// and days of the week. The name of a month determines which number is the day, as do a leading year and periods
/// between the numbers. A date such as `10/12/2022` is read in the order that the user specified or that the other
/// dates in the file show (`DateOrder`). If neither is known, only the year is kept, since a wrong date is worse than
/// an incomplete one.
enum DateParser {
  /// Parses `2020/05/20`, `2020-05-20T10:00:00Z`, `2024/09`, `2024`, `May 20, 2020`, `20 May 2020`, `20.05.2020`,
  /// `20200520`, `11th March 2024`.
  ///
  /// If the order of the day and the month is ambiguous, as in `10/12/2022`, only the year is returned. A period
  /// between them means that the day comes first.
  ///
  /// - Parameter style: the order of day, month and year, if it is known.
  static func day(_ text: String, _ style: DateStyle? = nil) -> CalendarDate? {
    anyDay(text, style).flatMap { isReal($0) ? $0 : nil }
  }

  /// Returns a number without its ordinal ending, as in `11th`, `1er` and `1º`. Other words are returned unchanged.
  private static func withoutOrdinal(_ word: String) -> String {
    guard word.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false, word.utf8.count <= 5 else { return word }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    return digits.count <= 2 && ordinals.contains(word.dropFirst(digits.count).lowercased()) ? String(digits) : word
  }

  private static let ordinals: Set<String> = ["st", "nd", "rd", "th", "er", "re", "º", "ª", "°", "e", "ème", "de"]

  /// The maximum size of text that is parsed as a date or timestamp, in bytes.
  private static let maxBytes = 200

  private static func anyDay(_ text: String, _ style: DateStyle?) -> CalendarDate? {
    if text.utf8.count > maxBytes { return nil }
    let text = withColons(text.trimmed)
    if text.isEmpty { return nil }
    if let date = digits(text) { return date }
    if let date = CalendarDate(text) { return date }
    if text.utf8.count == 8, let number = Int(text) {
      return real(number / 10_000, number / 100 % 100, number % 100)
    }
    var parts = parts(of: text).map(withoutOrdinal)
    // Remove the time, which follows the date.
    if let time = parts.firstIndex(where: {
      $0.utf8.contains(0x3A) && $0.utf8.count > 1 || $0.utf8.contains(0x54) && $0.first?.isNumber ?? false
    }) {
      let head = parts[time].split(separator: "T").first.map(String.init) ?? ""
      // The year follows the time, as in `Wed Sep 25 00:00:00 -0700 2024`, unless a year precedes the time.
      let hasYear = parts[..<time].contains { $0.count == 4 && Int($0) != nil }
      let last = parts[(time + 1)...].last ?? ""
      parts = Array(parts[..<time]) + (parts[time].contains("T") && Int(head) != nil ? [head] : [])
      if !hasYear, last.count == 4, (1000...2999).contains(Int(last) ?? 0) { parts.append(last) }
    }
    // The day of the week may precede the date, as in `Sunday, 28 December 2020`.
    if let first = parts.first, Int(first) == nil, month(first) == nil, parts.count > 2 { parts.removeFirst() }
    // The day of the week follows the date, as in `2016年1月27日星期三`.
    if let first = parts.first, first.count == 4, Int(first) != nil {
      parts.removeAll { !$0.contains { $0.isASCII && $0.isNumber } && month($0) == nil }
    }
    let numbers = parts.map { Int($0) }
    if let word = parts.firstIndex(where: { month($0) != nil && Int($0) == nil }), let month = month(parts[word]) {
      let others = numbers.enumerated().filter { $0.offset != word }.compactMap(\.element)
      // The first Kindles write dates such as `6 luglio 12`.
      if others.count == 2, parts.last?.count == 2, others[1] == numbers.last, (7...31).contains(others[1]) {
        return real(year(ofTwoDigits: others[1]), month, others[0])
      }
      guard let year = others.first(where: { $0 > 31 }) ?? others.dropFirst().last, year > 31 else { return nil }
      guard let day = others.first(where: { $0 != year }) else {
        return CalendarDate(year: year, month: month, day: 1, precision: .month)
      }
      return real(year, month, day)
    }
    let all = numbers.compactMap { $0 }
    guard all.count == parts.count else { return nil }
    switch all.count {
    case 1 where parts[0].count == 4: return CalendarDate(year: all[0], month: 1, day: 1, precision: .year)
    case 2 where parts[0].count == 4: return CalendarDate(year: all[0], month: all[1], day: 1, precision: .month)
    case 2 where parts[1].count == 4: return CalendarDate(year: all[1], month: all[0], day: 1, precision: .month)
    case 3... where parts[0].count == 4: return real(all[0], all[1], all[2])
    case 3... where parts[2].count == 4: return swappable(all[0], all[1], all[2], text.contains(".") ? .dmy : style)
    // Spreadsheets use short forms such as `05/20/20` and `20.05.20`.
    case 3 where parts.allSatisfy({ $0.count <= 2 }) && parts[2].count == 2 && !text.contains("-"):
      if style == .ymd, let day = real(year(ofTwoDigits: all[0]), all[1], all[2]) { return day }
      return swappable(all[0], all[1], year(ofTwoDigits: all[2]), text.contains(".") ? .dmy : style)
    default: return nil
    }
  }

  /// Returns the year with these last two digits, as spreadsheets interpret them: 30 to 99 are in the 20th century.
  private static func year(ofTwoDigits number: Int) -> Int { number < 30 ? 2000 + number : 1900 + number }

  /// Returns the year in text that is not a date, such as `Summer 1981` or `ca. 1960`. Returns nil if the text contains
  /// another number.
  static func year(within text: String) -> CalendarDate? {
    guard text.utf8.count <= maxBytes, text.contains(where: \.isLetter) else { return nil }
    let numbers = text.split { !($0.isASCII && $0.isNumber) }
    guard numbers.count == 1, numbers[0].count == 4, let year = Int(numbers[0]), (1000...2100).contains(year) else {
      return nil
    }
    return CalendarDate(year: year, month: 1, day: 1, precision: .year)
  }

  /// Returns the date for two numbers that may be day and month, or month and day.
  ///
  /// The style's order is used if it results in a date, or else the only possible order. If both orders are possible,
  /// only the year is returned.
  private static func swappable(_ first: Int, _ second: Int, _ year: Int, _ style: DateStyle?) -> CalendarDate? {
    // Programs write zeros for unknown parts of a date. A day is never known without its month.
    if first == 0 || second == 0 { return real(year, max(first, second), 0) ?? real(year, 0, 0) }
    let dayFirst = real(year, second, first)
    let monthFirst = real(year, first, second)
    switch style {
    case .dmy: return dayFirst ?? monthFirst
    case .mdy: return monthFirst ?? dayFirst
    default: break
    }
    guard let dayFirst, let monthFirst, dayFirst != monthFirst else { return dayFirst ?? monthFirst }
    return CalendarDate(year: year, month: 1, day: 1, precision: .year)
  }

  /// Splits a range such as `2024/02/01-2024/03/02` or `2024-02-01-2024-03-02` into its two dates.
  static func ends(of session: String) -> [String] {
    let parts = session.split(separator: "-", omittingEmptySubsequences: false).map(\.trimmed)
    switch parts.count {
    case 3 where parts[0].count == 4: return [session]
    case 4 where parts[0].count == 4 && parts[3].isEmpty: return [parts[..<3].joined(separator: "-"), ""]
    case 6: return [parts[..<3].joined(separator: "-"), parts[3...].joined(separator: "-")]
    default: return parts
    }
  }

  /// Returns the two dates that the text may represent, or nil if the text is not ambiguous.
  static func both(_ text: String) -> (dayFirst: CalendarDate, monthFirst: CalendarDate)? {
    guard let dayFirst = day(text, .dmy), let monthFirst = day(text, .mdy), dayFirst != monthFirst else { return nil }
    return (dayFirst, monthFirst)
  }

  /// Parses `2020/05/20` and `2020-05-20`, which are so common that they have a fast path. Returns nil for any other
  /// text.
  private static func digits(_ text: String) -> CalendarDate? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == bytes[7], bytes[4] == UInt8(ascii: "/") || bytes[4] == UInt8(ascii: "-") else {
      return nil
    }
    var number = 0
    for (index, byte) in bytes.enumerated() where index != 4 && index != 7 {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return real(number / 10_000, number / 100 % 100, number % 100)
  }

  /// Splits a date into words and numbers.
  private static func parts(of text: String) -> [String] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.split { separators.contains($0) }.map { String($0) ?? "" }
    }
    return text.split { " ,./-–年月日년월일\u{202F}\u{A0}".contains($0) }.map(String.init)
  }

  private static let separators = Array(" ,./-".utf8)

  /// Returns the timestamp in text that is marked as UTC, such as `2025-01-01T02:00:00Z`, or nil for any other text.
  static func utcMoment(_ text: String, _ style: DateStyle? = nil) -> Timestamp? {
    guard text.utf8.count > 10, text.utf8.count <= maxBytes, text.utf8.contains(UInt8(ascii: ":")) else { return nil }
    let text = text.trimmed
    guard utcMarks.contains(where: { text.hasSuffix($0) }) || text.containsBytes(" +0000 ") else { return nil }
    guard let day = day(text, style), day.precision == .day, let time = timeOfDay(text) else { return nil }
    return Timestamp("\(day)T\(time)Z")
  }

  private static let utcMarks = ["Z", "z", "+00:00", "-00:00", "+0000", "+00", " UTC", " GMT"]

  /// Returns the timestamp in the text. A time without a time zone is treated as UTC.
  static func moment(_ text: String, _ style: DateStyle? = nil) -> Timestamp? {
    if text.utf8.count > maxBytes { return nil }
    let text = text.trimmed
    if let moment = Timestamp(text) { return isReal(moment.date) ? moment : nil }
    // papis writes timestamps such as `2021-10-28-19:46:15`.
    let parts = text.split(separator: "-")
    if parts.count == 4, parts[3].contains(":") {
      return Timestamp("\(parts[0])-\(parts[1])-\(parts[2]) \(parts[3])")
    }
    if let seconds = Int(text), (100_000_000...99_999_999_999).contains(seconds) {
      return Timestamp(secondsSince1970: seconds)
    }
    guard let date = day(text, style), date.precision == .day else { return nil }
    return Timestamp("\(date)" + (timeOfDay(text).map { "T\($0)Z" } ?? ""))
  }

  /// Parses `5:19:35 PM`, `19:21`, `13時05分`, `22H46'`, `下午10:13:22`, `5:19 p. m.`. Returns nil if there is no time.
  ///
  /// A time zone, as in `22.46 GMT+01:00`, is ignored, because most such text has no zone and means the user's local
  /// time.
  static func timeOfDay(_ text: String) -> String? {
    if text.utf8.count > maxBytes { return nil }
    let text = text.rangeOfBytes("GMT").map { String(text[..<$0.lowerBound]) } ?? text
    return timeWithColons(text) ?? timeWithLetters(text)
  }

  /// Parses `17h19min35s`, `17 h 19 min 35 s`, `22 h 46 GMT`, `22.46 GMT`.
  private static func timeWithLetters(_ text: String) -> String? {
    guard
      let match = text.firstMatch(
        of: /(?:^|\D)(\d{1,2})(?:\s?h\s?|\.)(\d{2})(?:\s?min\s?(\d{2})\s?s|\s?min|\s|$)/),
      let hour = Int(match.1), let minute = Int(match.2), hour < 24, minute < 60
    else { return nil }
    return [hour, minute, match.3.flatMap { Int($0) } ?? 0].map { padded($0, to: 2) }.joined(separator: ":")
  }

  private static func timeWithColons(_ text: String) -> String? {
    let bytes = Array(withASCIITime(text).utf8)
    func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index]) }
    let mark = UInt8(ascii: ":")
    guard let colon = bytes.indices.first(where: { bytes[$0] == mark && isDigit($0 - 1) && isDigit($0 + 1) }) else {
      return nil
    }
    var start = colon
    while isDigit(start - 1) { start -= 1 }
    var end = colon
    while end < bytes.count, bytes[end] == mark || isDigit(end) { end += 1 }
    let numbers = bytes[start..<end].split(separator: mark).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count >= 2, var hour = numbers.first, hour < 24, numbers[1] < 60 else { return nil }
    let rest = String(decoding: bytes[end...], as: UTF8.self).lowercased().filter { !$0.isWhitespace && $0 != "." }
    func isBefore(_ words: [String]) -> Bool {
      if bytes[..<start].allSatisfy({ $0 < 0x80 }) { return false }
      let before = String(decoding: bytes[..<start], as: UTF8.self)
      return words.contains { before.containsBytes($0) }
    }
    let isAfternoon = rest.hasPrefix("pm") || isBefore(["下午", "午後", "오후"])
    let isMorning = rest.hasPrefix("am") || isBefore(["上午", "午前", "오전"])
    if isAfternoon, hour < 12 { hour += 12 }
    if isMorning, hour == 12 { hour = 0 }
    let second = numbers.count > 2 && numbers[2] < 60 ? numbers[2] : 0
    return [hour, numbers[1], second].map { padded($0, to: 2) }.joined(separator: ":")
  }

  /// Returns the text with colons as the only separators between hours, minutes and seconds.
  private static func withASCIITime(_ text: String) -> String {
    let text = withColons(text)
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "H") || $0 == UInt8(ascii: "'") }) { return text }
    return text.replacing("H", with: ":").replacing("'", with: " ")
  }

  /// Replaces the characters that follow hours and minutes in Chinese, Japanese and Korean with colons: `9时11分28秒` and
  /// `9시 11분 28초` become `9:11:28`.
  private static func withColons(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let scalars = Array(text.unicodeScalars)
    func isDigit(_ index: Int) -> Bool { scalars.indices.contains(index) && ("0"..."9").contains(scalars[index]) }
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      guard isDigit(index - 2), hourSigns.contains(scalar) || scalar == "秒" || scalar == "초" else {
        result.append(scalar)
        continue
      }
      var next = index
      while next < scalars.count, scalars[next] == " " { next += 1 }
      // Without seconds, nothing follows the minutes.
      if hourSigns.contains(scalar), isDigit(next) {
        result.append(":")
        index = next
      } else if result.last != " " {
        result.append(" ")
      }
    }
    return String(result)
  }

  private static let hourSigns: Set<Unicode.Scalar> = ["時", "时", "点", "點", "시", "分", "분", "："]

  /// Returns the number of a month by its name, or by the start of its name, in the languages of reading devices.
  static func month(_ word: String) -> Int? {
    let folded = Folding.fold(word).filter { $0 != "." }
    guard folded.count >= 3 else { return nil }
    return names[folded] ?? (folded.count <= longestStart ? starts[folded] : nil)
  }

  private static let longestStart = 5

  /// The numbers of the months, by name. If two languages share a name, the first language takes precedence.
  private static let names: [String: Int] = {
    var names: [String: Int] = [:]
    for list in months { for (index, name) in list.enumerated() where names[name] == nil { names[name] = index + 1 } }
    return names
  }()

  /// The numbers of the months, by the first letters of their names.
  private static let starts: [String: Int] = {
    var starts: [String: Int] = [:]
    for list in months {
      for length in 3...longestStart {
        for (index, name) in list.enumerated() where name.count >= length {
          let start = String(name.prefix(length))
          if starts[start] == nil { starts[start] = index + 1 }
        }
      }
    }
    return starts
  }()

  /// The names of the months in each language, in lowercase and without accents.
  private static let months: [[String]] = [
    "january february march april may june july august september october november december",
    "januar februar marz april mai juni juli august september oktober november dezember",
    "janner februar maerz april mai juni juli august september oktober november dezember",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar mars april mai juni juli august september oktober november desember",
    "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
  ].map { $0.split(separator: " ").map { Folding.fold(String($0)) } }

  private static func real(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate? {
    // Programs write zeros for unknown parts of a date, as in `2021/00/00`.
    if month == 0 { return CalendarDate(year: year, month: 1, day: 1, precision: .year) }
    if day == 0 { return CalendarDate(year: year, month: month, day: 1, precision: .month) }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Returns whether a date is plausible: Calibre writes the year 101 for an unknown date.
  private static func isReal(_ date: CalendarDate) -> Bool { date.year > 101 }
}
