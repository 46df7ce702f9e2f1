@testable import ShelfKit

/// Makes up libraries whose records have mistakes of all sorts, and are written in all sorts of ways.
struct MessyRecords {
  var random: SeededGenerator
  let schema: Schema
  private let count: Int

  init(seed: UInt64, records count: Int, schema: Schema = Schema()) {
    random = SeededGenerator(seed: seed)
    self.count = count
    self.schema = schema
  }

  /// Returns the files of a library; few of them are without a mistake, and some are no records at all.
  mutating func files() -> [(path: String, text: String)] {
    (0..<count).map { number in
      let kind = Kind.allCases[number % Kind.allCases.count]
      return ("\(kind.folder)/r\(number).yaml", record(kind, number))
    }
  }

  private mutating func record(_ kind: Kind, _ number: Int) -> String {
    var lines: [String] = []
    for field in schema.fields(of: kind) {
      if field.type == .id { continue }
      if !field.isRequired && random.once(in: 2) || field.isRequired && random.once(in: 12) { continue }
      var key = field.key
      if let former = field.formerKeys.first, random.once(in: 8) { key = former }
      lines.append(entry(key, field, kind))
      if !field.formerKeys.isEmpty, random.once(in: 10) { lines.append(entry(field.formerKeys[0], field, kind)) }
    }
    if random.once(in: 8) { lines.append("shelfmark: A 1\n") }
    if random.once(in: 3) { lines.shuffle(using: &random) }
    let id = TestLibrary.id(random.once(in: 40) ? max(0, number - 5) : number)
    let first =
      random.once(in: 20) ? "id: \(id.uppercased())\n" : random.once(in: 20) ? "id: \"\(id)\"\n" : "id: \(id)\n"
    var text = first + lines.joined()
    if random.once(in: 10) { text = "# A remark\n" + text }
    if random.once(in: 10) { text = text.replacing("\n", with: "\r\n") }
    if random.once(in: 20) { text = "\u{FEFF}" + text }
    if random.once(in: 10), text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private mutating func entry(_ key: String, _ field: Field, _ kind: Kind) -> String {
    let key = random.once(in: 15) ? "\"\(key)\"" : key
    if random.once(in: 40) { return "\(key):\n" }
    if random.once(in: 60) { return "\(key): {a: b}\n" }
    if random.once(in: 60) { return "\(key): [[a], b]\n" }
    if random.once(in: 60) { return "? \(key)\n: \(value(of: field, kind))\n" }
    if random.once(in: 60) { return "\(key): !!str \(value(of: field, kind))\n" }
    if random.once(in: 60) { return "\(key): &x \(value(of: field, kind))\n" }
    if field.type.isList && !random.once(in: 4) || random.once(in: 30) { return list(key, field, kind) }
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

  private mutating func comment(_ field: Field) -> String {
    if field.type.target == nil { return random.once(in: 10) ? " # by hand" : "" }
    return random.pick([
      "", "", " # Name 1", " # Name 2 ", "   # Name 3, they say", " # name 1", " #", " # Other", "\t# Name 0",
    ])
  }

  /// Returns a value that is right for a field, most of the time.
  private mutating func value(of field: Field, _ kind: Kind) -> String {
    if random.once(in: 25) {
      return random.pick(["~", "null", "x", "12", "\"\"", "2026-01-01", "yes", "|\n  text", "'it''s'"])
    }
    switch field.type {
    case .id: return TestLibrary.id(0)
    case .text, .textList:
      return random.pick(["Name 0", "Name 1", "Name 2", "\"Name 1\"", "'Name 3'", "name 1", "Other", "\"Na\\x6de 1\""])
    case .integer:
      return random.pick(["0", "3", "5", "05", "+3", "6", "-1", "4.0", "five", "99999999999999999999", "1,200"])
    case .boolean: return random.pick(["true", "false", "True", "yes", "off", "x", "maybe"])
    case .date, .timestamp:
      let dates = [
        "2026-01-31", "2025-06-30", "2026-02-28", "2026-02-30", "2024-02-29", "2026-11-22", "2026-11-23", "2027-01-01",
        "0999-01-01", "2026-1-1", "1.2.2026", "2026-01-31 10:00:00", "2026-01-31T10:00:00+02:00",
      ]
      let moments = [
        "2026-01-31T10:00:00Z", "2025-06-30T23:59:59Z", "2026-11-22T23:59:59Z", "2026-11-23T00:00:00Z",
        "2026-01-31T24:00:00Z", "2026-01-31T10:00:60Z", "2026-02-29T10:00:00Z", "2026-01-31",
      ]
      return random.pick(field.type == .date && !random.once(in: 10) ? dates : moments)
    case .choice(let words):
      return random.pick(words + words + [words[0].uppercased(), "\"\(words[0])\"", "finsihed", "2", "3", "Completed"])
    case .color: return random.pick(["\"00FF00\"", "00ff00", "\"#00FF00\"", "000000", "00F", "green", "'12345G'"])
    case .reference, .references, .formerIDs: return reference()
    }
  }

  private mutating func reference() -> String {
    let id = TestLibrary.id(Int.random(in: 0..<count + 5, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return id.uppercased()
    case 1: return "\"\(id)\""
    case 2: return "'\(id)'"
    case 3: return "Name 1"
    case 4: return String(id.dropLast())
    default: return id
    }
  }
}
