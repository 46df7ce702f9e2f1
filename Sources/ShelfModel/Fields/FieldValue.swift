import ShelfText

/// The value of a field, parsed as the field's type.
package enum FieldValue: Hashable, Sendable {
  case text(String)
  case texts([String])
  case integer(Int)
  case decimal(DecimalNumber)
  case money(Money)
  case rating(Rating)
  case boolean(Bool)
  case date(CalendarDate)
  case timestamp(Timestamp)
  case duration(PlayingTime)
  case color(Color)
  case ids([RecordID])
  /// The field's text in the file, if it is not valid for the field's type.
  case unreadable([String])

  /// The value as text. Multiple values are joined with commas.
  package var text: String {
    switch self {
    case .text(let text): text
    case .texts(let texts), .unreadable(let texts): texts.joined(separator: ", ")
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .money(let money): money.description
    case .rating(let rating): rating.description
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.description
    case .timestamp(let moment): moment.description
    case .duration(let time): time.description
    case .color(let color): color.description
    case .ids(let ids): ids.map(\.description).joined(separator: ", ")
    }
  }
}

extension FieldType {
  /// Parses a field's text leniently, as `format.md` describes for each type.
  ///
  /// - Returns: nil if the text is not valid for this type. A list of ids is valid only if all of them are UUIDs.
  package func read(_ texts: [String]) -> FieldValue? {
    switch self {
    case .textList: return .texts(texts)
    case .intervals:
      let intervals = texts.compactMap(DateInterval.init)
      return intervals.count == texts.count ? .texts(intervals.map(\.description)) : nil
    case .reference, .references, .formerIDs, .id:
      let ids = texts.compactMap(RecordID.init)
      return ids.count == texts.count && (isList || ids.count == 1) ? .ids(ids) : nil
    default:
      guard texts.count == 1 else { return nil }
      return readOne(texts[0])
    }
  }

  private func readOne(_ text: String) -> FieldValue? {
    switch self {
    case .integer(let range): return Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .decimal: return DecimalNumber(text).map(FieldValue.decimal)
    case .money: return Money(text).map(FieldValue.money)
    case .rating: return Rating(text).map(FieldValue.rating)
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "on", "y": return .boolean(true)
      case "false", "no", "off", "n": return .boolean(false)
      default: return nil
      }
    case .date: return CalendarDate(text).map(FieldValue.date)
    case .timestamp: return Timestamp(text).map(FieldValue.timestamp)
    case .duration: return PlayingTime(text).map(FieldValue.duration)
    case .color: return Color(text).map(FieldValue.color)
    case .choice(let words): return FieldType.choice(text, of: words).map(FieldValue.text)
    default: return .text(text)
    }
  }

  /// Returns the word that matches the text regardless of case. If the words are low, medium and high, the numbers 0, 1
  /// and 2 also match them.
  private static func choice(_ text: String, of words: [String]) -> String? {
    if let word = words.first(where: { $0.lowercased() == text.lowercased() }) { return word }
    guard words == ["low", "medium", "high"] else { return nil }
    return words.indices.first { String($0) == text }.map { words[$0] }
  }
}
