import ShelfFormats
import ShelfModel
import ShelfText

/// Parses years in the forms used by people and bibliographies. Years BC are negative.
enum YearText {
  /// Parses `1978`, `c1978`, `[1888?]`, `1991-92`, `800 BC`, `384 v. Chr.`, `AD 79`, and the forms of EDTF (ISO
  /// 8601-2): `-0384~`, `-0043-03`.
  ///
  /// A range such as `-0384/-0322` or `1950/` is treated as its first year.
  static func year(_ text: String) -> Int? {
    // The last digits are unknown: `19??`, `18--`.
    if text.firstMatch(of: /\b\d{1,3}(?:\?\?|--|XX|\.\.)/) != nil { return nil }
    let text = CleanText.collapse(text.filter { !"[](){}~?%≈≃".contains($0) })
      .replacing("−", with: "-").trimmed
    if let number = whole(text) { return number }
    if let match = text.wholeMatch(of: /-(\d{1,4})(?:-\d{2}){1,2}/) { return Int(match.1).map { -$0 } }
    if let year = beforeChrist(text) { return -year }
    let ends = text.split(separator: "/").map(\.trimmed).filter { !$0.isEmpty && $0 != ".." }
    if text.contains("/"), let first = ends.first, let year = ends.count > 1 || first != text ? self.year(first) : nil {
      return year
    }
    let runs = text.split { !($0.isASCII && $0.isNumber) }
    if let year = runs.first(where: { $0.count == 4 }).flatMap({ Int($0) }) { return year }
    return short(text)
  }

  /// Returns whether text states a year only roughly: `ca. 1985`, `c1990`, `[1985?]`, `1820s`, `1985-87`.
  static func isRough(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) } || text.hasPrefix("-") && !text.contains("/")
    if isPlain || text.utf8.count > 100 { return false }
    if text.contains(where: { "?~≈≃%".contains($0) }) { return true }
    let about =
      #/(?i)(?:^|[\s\[(,])(?:c|ca|circa|cca|um|about|approx(?:imately)?|around|etwa|vers|env(?:iron)?|before|after|nach|avant|après)\.?\s*\d/#
    return text.contains(about) || text.contains(/\b\d{2,3}0['’]?(?:s|er)\b/) || isSpan(text)
  }

  /// Returns whether text states a range of years, such as `1985-87` or `1837/1843`.
  static func isSpan(_ text: String) -> Bool {
    text.utf8.count <= 100 && text.contains(/\b\d{3,4}\s?[-–—\/]{1,2}\s?-?(?:\d{1,4}|\.\.|$)/)
  }

  /// Returns the year in a rough form that is not a date: `[1985?]`, `1985-87`. Returns nil if the form is unclear,
  /// such as `1973-4`.
  static func roughYear(_ text: String) -> CalendarDate? {
    switch YearSpan(text) {
    case .years(let first, _)?: return CalendarDate(String(first))
    case .unclear?: return nil
    case nil: break
    }
    let plain = text.filter { !"[](){}?~".contains($0) }.trimmed
    return CalendarDate(plain) ?? DateParser.year(within: plain)
  }

  private static func whole(_ text: String) -> Int? {
    guard let number = Double(text), number == number.rounded(), (-9999...9999).contains(number) else { return nil }
    return Int(number)
  }

  private static func beforeChrist(_ text: String) -> Int? {
    let era =
      #/(?i)\b(\d{1,4})\s?(?:[-–—/]+\s?\d{1,4}\s?)?(?:B\.?\s?C(?:\.?\s?E)?(?!\p{L})|v\.?\s?(?:u\.\s?Z|Chr)|vor\s(?:Chr|unserer)|a\.\s?C|av(?:\.|ant)?\s?J|до\sн|p\.\s?n\.\s?e|f\.\s?Kr)/#
    if let match = text.firstMatch(of: era) { return Int(match.1) }
    if let match = text.firstMatch(of: /(?:前|기원전|\bBCE?|до н\. ?э\.)\s?(\d{1,4})\b/) { return Int(match.1) }
    return nil
  }

  /// Parses a year with fewer than four digits that has an era or a word such as `circa`: `AD 79`.
  private static func short(_ text: String) -> Int? {
    let before = #/(?i)(?:^|\s)(?:A\.?D\.?|C\.?E\.?|ca?\.?|circa|um|about|anno)\s?(\d{1,3})(?:\s|$)/#
    let behind = #/(?i)\b(\d{1,3})\s?(?:A\.?\s?D(?!\p{L})|C\.?\s?E(?!\p{L})|n\.\s?Chr|d\.\s?C|ap(?:r)?\.\s?J|н\.\s?э)/#
    return (text.firstMatch(of: before)?.1 ?? text.firstMatch(of: behind)?.1).flatMap { Int($0) }
  }
}
