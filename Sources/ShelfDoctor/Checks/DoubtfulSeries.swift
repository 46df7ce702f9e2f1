import ShelfModel
import ShelfText
import YAMLEdit

extension Check {
  static let doubtfulSeries = Check(
    "doubtful-series", .note, "a series whose name or position may have been read incorrectly",
    reason: """
      Lists sort each series by position, and show gaps and the next book. These lists are wrong if a number that \
      belongs to the name was read as a position, or if a position cannot be read.
      """,
    example: "series: Area 51   # with “Area 51 (2)” in another book: 51 is part of the name",
    repair: "Turns the text into a list if it contains several series.",
    .library { check, examination in
      Kind.allCases.flatMap { kind -> [Finding] in
        guard let field = examination.library.schema.field(.series, of: kind) else { return [] }
        let records = examination.library.records(of: kind).filter { $0.has(field) }
        // `known` contains the names of series in which a book has a position. `certain` contains those that end with a
        // number, which is therefore part of the name rather than a position.
        var certain: Set<String> = []
        var known: Set<String> = []
        for place in records.flatMap({ record in record.texts(of: field).map { SeriesPlace($0) } }) {
          if place.position != nil { known.insert(place.key) }
          if place.position != nil, place.name.last?.isNumber ?? false { certain.insert(place.key) }
        }
        return records.flatMap { record in
          record.items(of: field).filter { !$0.isNested }.compactMap { item in
            Doubt(item.text, certain: certain, known: known).map { (item, $0) }
          }.findings { item, doubt in
            Finding(
              check, record, field.key, at: item.range, doubt.message, advice: .byHand(doubt.advice),
              repairs: splitting(item, record, field))
          }
        }
      }
    })

  /// The reason why a value may have been misread.
  private struct Doubt {
    let message: String
    let advice: String

    init?(_ text: String, certain: Set<String>, known: Set<String>) {
      let place = SeriesPlace(text)
      let shown = "“\(text.firstLine)”"
      if text.contains(";"), place.isUnclear {
        message = "\(shown) seems to contain several series"
        advice = "write them as a list"
      } else if place.isUnclear {
        message =
          "\(shown) is read as the series “\(place.name)”"
          + (place.position.map { ", place \($0)" } ?? " without a position")
        advice = "write the position as one number or as a range, such as “Dune 4” or “Maigret 5–7”"
      } else if place.position != nil, !place.isMarked, certain.contains(SeriesPlace.key(of: text)) {
        message =
          "\(shown) is read as position \(place.position?.description ?? "") of “\(place.name)”, but is also a series itself"
        advice =
          "write its position in parentheses, such as “\(text.firstLine) (1)”, or the position as “\(place.name) #\(place.position?.description ?? "")”"
      } else if place.position == nil, let (name, number) = Doubt.ending(place.name),
        known.contains(SeriesPlace.key(of: name))
      {
        message = "\(shown) is read as a series without a position, but there is a series “\(name)”"
        advice = "if \(number) is the position in it, write “\(name) (\(number))”"
      } else {
        return nil
      }
    }

    /// Splits a name before its last word if that word may be a number, such as `2049` or a Roman numeral.
    private static func ending(_ name: String) -> (name: String, number: String)? {
      let words = name.split(separator: " ")
      guard words.count > 1, let last = words.last else { return nil }
      let rest = words.dropLast().joined(separator: " ")
      if last.allSatisfy(\.isNumber), let number = SeriesPosition(String(last)) { return (rest, number.description) }
      guard last.allSatisfy({ "IVXL".contains($0) }), let number = RomanNumeral.value(of: last) else { return nil }
      return (rest, String(number))
    }
  }

  /// Returns the repair for a value that contains several series, provided that it is the only value of its field.
  private static func splitting(_ item: FieldItem, _ record: Record, _ field: Field) -> [Repair] {
    let parts = item.text.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard parts.count > 1, item.index == nil else { return [] }
    let list = Value.list(parts.map { Scalar($0, form: field.type.form) })
    return [
      Repair(
        "split", "turn the text into a list of \(parts.count.grouped) series", .choice, record, [.set(item.path, list)])
    ]
  }
}
