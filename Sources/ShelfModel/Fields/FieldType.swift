import YAMLEdit

/// The declared type of a field. The text of a value is parsed as this type. The type is never inferred from the text.
///
/// A type determines how values are parsed (`read(_:)`), compared, merged and quoted, and how help and error messages
/// describe them. The roles of a field add a meaning, and its look determines how it is displayed.
package enum FieldType: Hashable, Sendable {
  case id
  case text
  /// A single text value or a list of text values.
  case textList
  case integer(ClosedRange<Int>)
  case decimal
  /// An amount of money, with or without its currency.
  case money
  /// A rating from 0 to 5 stars, in steps of a quarter.
  case rating
  case boolean
  /// A full date, or only a year and month, or only a year, if the rest is unknown.
  case date
  /// Periods, each with a first and a last date.
  case intervals
  case timestamp
  /// A length in hours and minutes. Custom fields cannot have this type, which version 1.0 does not know.
  case duration
  case choice([String])
  case color
  case reference(Kind)
  case references(Kind)
  /// Ids of records that were merged into this one.
  case formerIDs

  /// The names of the types that custom fields in `shelf.yaml` can have.
  package static let names = [
    "text", "text list", "integer", "decimal", "money", "rating", "boolean", "date", "timestamp", "color", "choice",
    "interval list", "reference", "references",
  ]

  /// Whether the field can contain several values.
  package var isList: Bool {
    switch self {
    case .textList, .intervals, .references, .formerIDs: true
    default: false
    }
  }

  /// Whether the values are plain numbers, which can have a unit.
  var isNumber: Bool {
    switch self {
    case .integer, .decimal: true
    default: false
    }
  }

  /// The kind of the records that a reference points to, or nil for other types.
  package var target: Kind? {
    switch self {
    case .reference(let kind), .references(let kind): kind
    default: nil
    }
  }

  /// The default merge rule for fields of this type. Single-line text is merged as a whole.
  var mergeRule: MergeRule {
    if isList { return .set }
    return self == .text ? .lines : .conflict
  }

  /// A description of the valid values, for help and error messages.
  package var description: String {
    switch self {
    case .id: "a UUID"
    case .text: "text"
    case .textList: "text, or a list of texts"
    case .integer(let range) where range.lowerBound > -10_000 && range.upperBound < 10_000:
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .integer(let range) where range.lowerBound >= 0: "a whole number of at least \(range.lowerBound)"
    case .integer: "a whole number"
    case .decimal: "a number such as 4.5"
    case .money: "an amount such as 12.50 EUR or 12.50"
    case .rating: "a rating from 0 to 5 in quarters, such as 4.5"
    case .boolean: "true or false"
    case .date: "a date such as 2026-11-21"
    case .intervals: "intervals such as 2019-06-02/2019-06-30"
    case .timestamp: "a time such as 2026-11-21T10:00:00Z"
    case .duration: "hours and minutes such as 12:30"
    case .choice(let words): FieldType.either(words)
    case .color: "six hex digits such as 00FF00"
    case .reference(let kind): kind.withArticle
    case .references(let kind): kind.plural
    case .formerIDs: "UUIDs"
    }
  }

  private static func either(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension FieldType {
  /// The quoting of values of this type in YAML.
  package var form: Scalar.Form {
    switch self {
    // YAML 1.1 reads an unquoted 12:30 as the base-60 number 750.
    case .text, .textList, .choice, .duration: .text
    case .color: .quoted
    default: .literal
    }
  }
}
