import YAMLEdit

/// The declared type of a field; a scalar's text is read as this type and never guessed.
package enum FieldType: Hashable, Sendable {
  case id
  case text
  /// One text, or a list of texts.
  case textList
  case integer(ClosedRange<Int>)
  /// A number with decimals.
  case decimal
  /// An amount, with or without a currency.
  case money
  /// Stars from 0 to 5, in quarters.
  case rating
  case boolean
  /// A day, or a month or a year if no more is known.
  case date
  /// Stretches of time, each with a first and a last day.
  case intervals
  case timestamp
  /// One of these words.
  case choice([String])
  case color
  case reference(Kind)
  case references(Kind)
  /// Ids of records that were merged into this one.
  case formerIDs

  /// What the types are called in `shelf.yaml`, where a library declares fields of its own.
  package static let names = [
    "text", "text list", "integer", "decimal", "money", "rating", "boolean", "date", "timestamp", "color", "choice",
    "interval list", "reference", "references",
  ]

  /// Whether the field holds several values.
  package var isList: Bool {
    switch self {
    case .textList, .intervals, .references, .formerIDs: true
    default: false
    }
  }

  /// The kind that a reference points to.
  package var target: Kind? {
    switch self {
    case .reference(let kind), .references(let kind): kind
    default: nil
    }
  }

  /// What happens to such a field when two branches changed it. One line of text is a single value.
  var mergeRule: MergeRule {
    if isList { return .set }
    return self == .text ? .lines : .conflict
  }

  /// What a value of this type looks like, for help and error messages.
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
  /// What decides whether a value of this type is quoted.
  package var form: Scalar.Form {
    switch self {
    case .text, .textList, .choice: .text
    case .color: .quoted
    default: .literal
    }
  }
}
