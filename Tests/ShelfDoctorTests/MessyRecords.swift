import ShelfTestSupport

@testable import ShelfDoctor
@testable import ShelfModel

/// Generates libraries whose records contain all kinds of mistakes and are written in various ways.
struct MessyRecords {
  var random: SeededGenerator
  let schema: Schema
  private let count: Int
  /// How many times rarer than usual mistakes in the current record are.
  private var care = 1

  init(seed: UInt64, records count: Int, schema: Schema = Schema()) {
    random = SeededGenerator(seed: seed)
    self.count = count
    self.schema = schema
  }

  /// Returns the files of a library. Some contain many mistakes, and others few or none.
  mutating func files() -> [(path: String, text: String)] {
    (0..<count).map { number in
      let kind = Kind.allCases[number % Kind.allCases.count]
      return ("\(kind.folder)/r\(number).yaml", record(kind, number))
    }
  }

  private mutating func record(_ kind: Kind, _ number: Int) -> String {
    care = random.pick([1, 5, 30])
    var lines: [String] = []
    for field in schema.fields(of: kind) {
      if field.type == .id { continue }
      if !field.isRequired && random.once(in: 2) || field.isRequired && slip(in: 12) { continue }
      var key = field.key
      if let former = field.formerKeys.first, slip(in: 8) { key = former }
      lines.append(entry(key, field, kind))
      if !field.formerKeys.isEmpty, slip(in: 10) { lines.append(entry(field.formerKeys[0], field, kind)) }
    }
    if slip(in: 8) { lines.append("shelfmark: A 1\n") }
    if random.once(in: 3) { lines.shuffle(using: &random) }
    let id = TestLibrary.id(slip(in: 40) ? max(0, number - 5) : number)
    let first =
      slip(in: 20) ? "id: \(id.uppercased())\n" : slip(in: 20) ? "id: \"\(id)\"\n" : "id: \(id)\n"
    var text = first + lines.joined()
    if slip(in: 10) { text = "# A remark\n" + text }
    if slip(in: 10) { text = text.replacing("\n", with: "\r\n") }
    if slip(in: 20) { text = "\u{FEFF}" + text }
    if slip(in: 10), text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private mutating func entry(_ key: String, _ field: Field, _ kind: Kind) -> String {
    let key = slip(in: 15) ? "\"\(key)\"" : key
    if slip(in: 40) { return "\(key):\n" }
    if slip(in: 60) { return "\(key): {a: b}\n" }
    if slip(in: 60) { return "\(key): [[a], b]\n" }
    if slip(in: 60) { return "? \(key)\n: \(value(of: field, kind))\n" }
    if slip(in: 60) { return "\(key): !!str \(value(of: field, kind))\n" }
    if slip(in: 60) { return "\(key): &x \(value(of: field, kind))\n" }
    if field.type.isList && !slip(in: 4) || slip(in: 30) { return list(key, field, kind) }
    return "\(key): \(value(of: field, kind))\(comment(field))\n"
  }

  private mutating func list(_ key: String, _ field: Field, _ kind: Kind) -> String {
    let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(of: field, kind) }
    if items.isEmpty { return "\(key): []\n" }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "\(key): [\(items.joined(separator: ", "))]\(comment(field))\n"
    case 1: return "\(key): [\n" + items.map { "  \($0),\(comment(field))\n" }.joined() + "  ]\n"
    case 2: return "\(key):\n" + items.map { "- \($0)\(comment(field))\n" }.joined()
    default: return "\(key):\n  # of\n" + items.map { "  - \($0)\(comment(field))\n" }.joined()
    }
  }

  private mutating func slip(in cases: Int) -> Bool { random.once(in: cases * care) }

  private mutating func pick(_ good: [String], or bad: [String]) -> String { random.pick(slip(in: 2) ? bad : good) }

  private mutating func comment(_ field: Field) -> String {
    if field.type.target == nil { return slip(in: 10) ? " # by hand" : "" }
    return pick(
      ["", "", " # Name 1", " # Name 2 "], or: ["   # Name 3, they say", " # name 1", " #", " # Other", "\t# Name 0"])
  }

  /// Returns a value for a field, which is valid most of the time.
  private mutating func value(of field: Field, _ kind: Kind) -> String {
    if slip(in: 25) {
      return random.pick(["~", "null", "x", "12", "\"\"", "2026-01-01", "yes", "|\n  text", "'it''s'"])
    }
    switch field.type {
    case .id: return TestLibrary.id(0)
    case .text, .textList:
      return pick(
        ["Name 1", "Name 2"],
        or: [
          "Name 0", "\"Name 1\"", "'Name 3'", "name 1", "Other", "\"Na\\x6de 1\"", "\"Open\nauthor: x\nreview: \"",
          "'Name\n- 1'", "\"Name:\n  1\"",
        ])
    case .integer:
      return pick(["0", "3", "5"], or: ["05", "+3", "6", "-1", "4.0", "five", "99999999999999999999", "1,200"])
    case .decimal: return pick(["4.5"], or: ["4,5", "x"])
    case .duration: return pick(["\"12:30\""], or: ["12:30", "12:30:10", "750", "12:75"])
    case .money: return pick(["12.50 EUR"], or: ["€12.50", "12.50", "1,200"])
    case .rating: return pick(["0", "3", "5"], or: ["4.25", "05", "6", "4.0", "4.3", "five", "★★★"])
    case .intervals: return pick(["2019-06-02/2019-06-30"], or: ["2019/", "/2020-03", "2019", "2020-02-30/"])
    case .boolean: return pick(["true", "false"], or: ["True", "yes", "off", "x", "maybe"])
    case .date:
      return pick(
        ["2026-01-31", "2025-06-30", "2026-02-28", "2026-11-22"],
        or: [
          "2026-02-30", "2024-02-29", "2026-11-23", "2027-01-01", "0999-01-01", "2026-1-1", "1.2.2026",
          "2026-01-31 10:00:00", "2026-01-31T10:00:00Z",
        ])
    case .timestamp:
      return pick(
        ["2026-01-31T10:00:00Z", "2025-06-30T23:59:59Z", "2026-11-22T23:59:59Z"],
        or: [
          "2026-11-23T00:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T10:00:60Z", "2026-02-29T10:00:00Z", "2026-01-31",
          "2026-01-31T10:00:00+02:00", "2030-01-01T00:00:00Z",
        ])
    case .choice(let words):
      return pick(words, or: [words[0].uppercased(), "\"\(words[0])\"", "finsihed", "2", "3", "Completed"])
    case .color: return pick(["\"00FF00\"", "00ff00", "000000"], or: ["\"#00FF00\"", "00F", "green", "'12345G'"])
    case .reference(let kind), .references(let kind): return reference(kind)
    case .formerIDs: return reference(random.pick(Kind.allCases))
    }
  }

  private mutating func reference(_ kind: Kind) -> String {
    let number =
      Int.random(in: 0..<count / Kind.allCases.count, using: &random) * Kind.allCases.count + Int(kind.rawValue)
    let id = TestLibrary.id(slip(in: 8) ? Int.random(in: 0..<count + 5, using: &random) : number)
    let other = TestLibrary.id(number == 0 ? 5 : number - 5 < 0 ? number : number - 5)
    return pick(
      [id],
      or: [
        id, id, id.uppercased(), "\"\(id)\"", "'\(id)'", "Name 1", String(id.dropLast()), "\"{\(id)}\"",
        "urn:uuid:\(id)", id.replacing("-", with: ""), String(id.prefix(8)), "\"\(id), \(other)\"",
      ])
  }
}
