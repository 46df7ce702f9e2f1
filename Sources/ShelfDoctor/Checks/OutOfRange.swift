import ShelfModel
import YAMLEdit

extension Check {
  static let outOfRange = Check(
    "out-of-range", .error, "a number outside the range of its field",
    reason: "A rating has up to five stars. A number outside the range counts as missing.",
    example: "rating: 7",
    repair: "Writes the nearest valid number, or removes the field.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).flatMap { field -> [Finding] in
        guard let range = OutOfRange.range(of: field.type) else { return [] }
        let items = record.items(of: field)
        guard items.count == 1, items[0].index == nil, let number = OutOfRange.number(items[0].text),
          field.type.read([items[0].text]) == nil
        else { return [] }
        let limit = number < range.lowerBound ? "less than \(range.lowerBound)" : "more than \(range.upperBound)"
        let nearest = String(min(max(number, range.lowerBound), range.upperBound))
        return [
          Finding(
            check, record, field.key, at: items[0].range, "\(items[0].text.firstLine) is \(limit)",
            repairs: [
              Repair(
                "nearest", "write \(nearest)", .choice, record,
                [.set(items[0].path, .scalar(Scalar(nearest, form: .literal)))]),
              Repair("take-out", "remove the field", .choice, record, [.remove([.key(items[0].key)])]),
            ])
        ]
      }
    })
}

/// Whole numbers, including those too large for `Int`.
enum OutOfRange {
  /// Returns the numbers that a type allows; nil for a type of other values.
  static func range(of type: FieldType) -> ClosedRange<Int>? {
    switch type {
    case .integer(let range): range
    case .rating: 0...Rating.most
    default: nil
    }
  }

  /// Returns the number, or the largest or smallest `Int` if it is beyond that; nil for other texts.
  static func number(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.hasPrefix("-") ? Int.min : Int.max
  }
}
