import ShelfModel
import YAMLEdit

extension Check {
  static let outOfRange = Check(
    "out-of-range", .error, "a number outside the range of its field",
    reason: """
      For example, a rating has at most five stars. Queries and statistics treat a number outside the range as \
      missing.
      """,
    example: "rating: 7",
    repair: "Writes the nearest valid number, or removes the field.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).compactMap { field -> Finding? in
        let items = record.items(of: field)
        guard items.count == 1, items[0].index == nil, !items[0].isNested,
          let (nearest, isLess) = OutOfRange.nearest(to: items[0].text, as: field.type)
        else { return nil }
        return Finding(
          check, record, field.key, at: items[0].range,
          "\(items[0].text.firstLine) is \(isLess ? "less" : "more") than \(nearest)",
          repairs: [
            Repair(
              "nearest", "write \(nearest)", .choice, record,
              [.set(items[0].path, .scalar(Scalar(String(nearest), form: .literal)))]),
            Repair("take-out", "remove the field", .choice, record, [.remove([.key(items[0].key)])]),
          ])
      }
    })
}

/// Numbers outside the range of their type, including those that do not fit into an `Int`.
enum OutOfRange {
  /// If the text is a number outside a type's range, returns the nearest number in the range, and whether the text's
  /// number is less than that. Otherwise returns nil.
  static func nearest(to text: String, as type: FieldType) -> (number: Int, isLess: Bool)? {
    let range: ClosedRange<Int>
    var number = number(text)
    switch type {
    case .integer(let allowed): range = allowed
    case .rating:
      range = 0...Rating.maximum
      // Round up, so that 5.25 is more than 5. Every negative number, such as -0.5, is treated as less than 0.
      let millionths = DecimalNumber(text)?.millionths
      number = number ?? millionths.map { $0 < 0 ? -1 : ($0 + DecimalNumber.unit - 1) / DecimalNumber.unit }
    default: return nil
    }
    guard let number, !range.contains(number) else { return nil }
    return number < range.lowerBound ? (range.lowerBound, true) : (range.upperBound, false)
  }

  /// Returns a whole number, or nil for other text. A number that does not fit into an `Int` becomes `Int.max` or
  /// `Int.min`.
  private static func number(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.hasPrefix("-") ? Int.min : Int.max
  }
}
