import ShelfModel
import ShelfRPC
import ShelfWording

/// The JSON Schema (draft-07) of a field.
///
/// It accepts every value that doctor accepts: for example text written as 1984, a date as 2026, a choice regardless of
/// case, and an empty value. Editors show `title`, `description` and `examples`, and a description of each word of a
/// choice; yaml-language-server reads `defaultSnippets`.
struct FieldSchema {
  let field: Field
  let kind: Kind

  var json: JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "title", value: .text(Wording.heading(field.key))),
      JSON.Member(key: "description", value: .text(description)),
    ]
    if let text = field.defaultText { members.append(JSON.Member(key: "default", value: FieldSchema.plain(text))) }
    if !examples.isEmpty { members.append(JSON.Member(key: "examples", value: .array(examples))) }
    guard case .object(let constraints) = constraints else { return .object(members) }
    return .object(members + constraints)
  }

  private var description: String {
    var text = field.help
    if field.type.target != nil {
      text += ": the id of \(field.type.description), with its name as a comment"
    } else if field.type != .text, field.type != .textList {
      text += ": \(field.type.description)"
    }
    return field.isAutomatic && field.type != .id ? text + ". Set only by shelf" : text
  }

  private var examples: [JSON] {
    switch field.type {
    case .rating, .decimal: [.number(4.5)]
    case .money: ["12.50 EUR"]
    case .date: ["2026-11-21"]
    case .duration: ["12:30"]
    case .timestamp: ["2026-11-21T10:00:00Z"]
    case .intervals: [["2019-06-02/2019-06-30"]]
    case .color: ["8E44AD"]
    default: []
    }
  }

  /// The part of the schema that restricts the value.
  private var constraints: JSON {
    if field.type == .id { return ["type": "string", "pattern": .text("^\(FieldSchema.uuid)$")] }
    guard field.type.isList else {
      if field.isRequired { return FieldSchema.notEmpty(valueSchema) }
      // An empty list is treated as no value.
      return FieldSchema.allowing(["null", "array"], in: valueSchema, and: [JSON.Member(key: "maxItems", value: 0)])
    }
    let item = FieldSchema.allowing(["null"], in: valueSchema)
    var list = [JSON.Member(key: "items", value: item)]
    if field.type.target != nil { list.append(JSON.Member(key: "uniqueItems", value: true)) }
    return FieldSchema.allowing(["array", "null"], in: valueSchema, and: list)
  }

  private static let uuid = "[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
  /// A pattern for a year, a month or a valid calendar date.
  private static let day: String = {
    let leapYear = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)"
    let days = [
      "(0?[13578]|1[02])-(0?[1-9]|[12][0-9]|3[01])", "(0?[469]|11)-(0?[1-9]|[12][0-9]|30)",
      "0?2-(0?[1-9]|1[0-9]|2[0-8])",
    ]
    let month = "(0?[1-9]|1[0-2])"
    return "([0-9]{4}(-\(month)|-(\(days.joined(separator: "|")))([Tt ].*)?)?|\(leapYear)-0?2-29([Tt ].*)?)"
  }()

  private static let decimal = "[0-9]{1,9}([.][0-9]{1,6}|,([0-9]{1,2}|[0-9]{4,6}))?"
  private static let currency = "([A-Za-z]{3}|[€£₹₽₺₴])"

  /// Returns a pattern that also matches the empty string.
  private static func pattern(_ pattern: String) -> JSON { .text("^(\(pattern))?$") }

  private var valueSchema: JSON {
    func pattern(_ pattern: String) -> JSON { FieldSchema.pattern(pattern) }
    let (uuid, day) = (FieldSchema.uuid, FieldSchema.day)
    let (decimal, currency) = (FieldSchema.decimal, FieldSchema.currency)
    return switch field.type {
    case .text, .textList: ["type": ["string", "number", "boolean"]]
    case .id, .reference, .references, .formerIDs: ["type": ["string"], "pattern": pattern(uuid)]
    case .integer(let range): FieldSchema.integer(range)
    case .decimal: ["type": ["number", "string"], "pattern": pattern("[+-]?\(decimal)")]
    case .money:
      [
        "type": ["number", "string"],
        "pattern": pattern("[+-]?\(decimal)( *\(currency))?|\(currency) *[+-]?\(decimal)"),
      ]
    case .rating:
      [
        "type": ["number", "string"], "minimum": 0, "maximum": .integer(Rating.maximum), "multipleOf": .number(0.25),
        "pattern": pattern("\\+?0*([0-4](\\.(0+|250*|50*|750*))?|5(\\.0+)?)"),
      ]
    case .boolean:
      [
        "type": ["boolean", "string"],
        "pattern": pattern(
          ["true", "false", "yes", "no", "on", "off", "y", "n"].map(FieldSchema.anyCase).joined(separator: "|")),
      ]
    case .date: ["type": ["string", "integer"], "pattern": pattern(day), "minimum": 1000, "maximum": 9999]
    case .timestamp: ["type": ["string"], "pattern": pattern("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")]
    case .duration: ["type": ["string"], "pattern": pattern("[0-9]{1,5}(:[0-5][0-9]){1,2}")]
    case .intervals: ["type": ["string"], "pattern": pattern("\(day)/(\(day))?|/\(day)")]
    // YAML parses colors such as 123456, 1e1000 and 123e45 as numbers. A non-integer below one million cannot be a
    // color.
    case .color:
      [
        "type": ["string", "number"], "pattern": pattern("#?[0-9A-Fa-f]{6}"), "minimum": 0,
        "not": ["type": "number", "maximum": 999_999, "not": ["type": "integer"]],
      ]
    case .choice(let words): choice(words)
    }
  }

  private static func integer(_ range: ClosedRange<Int>) -> JSON {
    .members([
      "type": ["integer", "string"], "pattern": pattern("[+-]?[0-9]+"),
      "minimum": range.lowerBound == .min ? nil : .integer(range.lowerBound),
      "maximum": range.upperBound == .max ? nil : .integer(range.upperBound),
    ])
  }

  private func choice(_ words: [String]) -> JSON {
    // Words are valid regardless of case, but editors suggest only these spellings.
    var others: [JSON] = [
      ["type": "string", "pattern": FieldSchema.pattern(words.map(FieldSchema.anyCase).joined(separator: "|"))]
    ]
    if words == ["low", "medium", "high"] { others.append(["type": "integer", "minimum": 0, "maximum": 2]) }
    let plain = words.map(FieldSchema.plain).filter { $0.text == nil }
    if !plain.isEmpty { others.append(["enum": .array(plain)]) }
    // Each word has a schema with its description. All editors show these schemas as the allowed words.
    let described = words.map { word -> JSON in
      .members(["const": .text(word), "description": field.meanings[word].map(JSON.text)])
    }
    return ["anyOf": .array([["oneOf": .array(described)]] + others)]
  }

  /// Returns the value that a YAML 1.2 parser reads for an unquoted word.
  private static func plain(_ text: String) -> JSON {
    if let number = Int(text) { return .integer(number) }
    if let number = Double(text), text.first?.isLetter == false { return .number(number) }
    return ["true", "false"].contains(text.lowercased()) ? .flag(text.lowercased() == "true") : .text(text)
  }

  /// Returns a pattern that matches a word regardless of case.
  private static func anyCase(_ word: String) -> String {
    word.unicodeScalars.map { scalar in
      let (lower, upper) = (String(scalar).lowercased(), String(scalar).uppercased())
      if lower != upper, lower.unicodeScalars.count == 1, upper.unicodeScalars.count == 1 {
        return "[\(lower)\(upper)]"
      }
      return "\\^$.|?*+()[]{}/-".unicodeScalars.contains(scalar) ? "\\" + String(scalar) : String(scalar)
    }.joined()
  }

  private static func notEmpty(_ valueSchema: JSON) -> JSON {
    guard case .object(let members) = valueSchema else { return valueSchema }
    return .object(members + [JSON.Member(key: "minLength", value: 1)])
  }

  /// Returns a schema that also accepts values of other types.
  private static func allowing(_ types: [String], in schema: JSON, and more: [JSON.Member] = []) -> JSON {
    guard case .object(var members) = schema else { return schema }
    if let choices = schema["anyOf"] {
      let other: JSON = .object([JSON.Member(key: "type", value: .array(types.map(JSON.text)))] + more)
      return ["anyOf": .array(choices.items + [other])]
    }
    members[0] = JSON.Member(key: "type", value: .array((schema["type"]?.items ?? []) + types.map(JSON.text)))
    return .object(members + more)
  }
}
