import ShelfModel
import ShelfStore
import YAMLEdit

/// The edits that tests try on a field: values of every structure, and texts that are difficult to write as YAML.
package struct EditShapes {
  package let library: Library
  package var random: SeededGenerator

  package init(library: Library, random: SeededGenerator) {
    self.library = library
    self.random = random
  }

  package static let texts: [String] = [
    "plain", "two words", "1984", "012", "No", "null", "~", "2026-11-21", "1e3", "0x1F", "12:30:45", "=", "<<",
    "- dash", "-", "? x", ": x", "a: b", "a #b", "# c", "a#b", "key:", "[a, b]", "{a: b}", "&a", "*a", "!t", "|", ">",
    "%d", "@x", "`x`", "'", "\"", "it's", "say \"hi\"", "\\n", "C:\\x", "'\"\\", "---", "...", "--- x", " lead",
    "trail ",
    "  ", "\u{A0}", "Ünïcödé 三体 📚", "e\u{301}", "\u{200B}", "\u{FEFF}x", "x\u{85}y", "x\u{2028}y", "tab\there", "\ttab",
    "bell\u{7}", "\u{7F}", "\u{1B}[31mred", "two\nlines", "ends\n", "many\n\n\n", "\nstarts", "\n\n  deep\n",
    " lead\nx",
    "x\n y\n  z\n", "x \ny", "x\n\ty\n", "# a\n# b", "---\nx\n...\n", "a: b\nc: d", "- a\n- b", "x\r\ny\r\n", "x\ry",
    "\n", "\n\n",
    "key: |\n  x", String(repeating: "long ", count: 400), String(repeating: "三", count: 300),
    "\u{1F468}\u{200D}\u{1F469}",
  ]

  package static let names: [String?] = [
    nil, "Horror", "", "a # b", "two\nlines", "x: y", "\u{85}\u{2028}", "tab\there", "📚 三体", "bell\u{7}\u{7F}", "  x  ",
    "#", "\u{FEFF}", String(repeating: "n", count: 500), "\r\n",
  ]

  /// Returns edits for a field of a record, with up to `count` of the difficult texts.
  package mutating func edits(of field: Field, in record: Record, texts count: Int) -> [Assignment] {
    var edits = [Assignment(field, .set, [])]
    let present = record.texts(of: field)
    func set(_ texts: String...) { edits.append(Assignment(field, .set, texts.map { Assignment.Value(text: $0) })) }
    switch field.type {
    case .id: return []
    case .text: for text in sample(count) { set(text) }
    case .textList:
      for text in sample(count) { set(text) }
      edits += lists(field, sample(3).map { Assignment.Value(text: $0) }, present)
    case .integer(let range):
      for number in [max(range.lowerBound, 0), min(range.upperBound, 5), range.lowerBound] { set(String(number)) }
    case .decimal: for number in ["0", "-4.25", "1000000", "0.000001"] { set(number) }
    case .duration: for time in ["0:00", "12:30", "100:05"] { set(time) }
    case .money: for amount in ["0 EUR", "12.50 EUR", "-3 USD", "12.50"] { set(amount) }
    case .rating: for stars in ["0", "4.25", "5"] { set(stars) }
    case .intervals:
      edits += lists(field, ["2019-06-02/2019-06-30", "2020/", "/2021-03"].map { Assignment.Value(text: $0) }, present)
    case .boolean: for word in ["true", "false"] { set(word) }
    case .date: for day in ["2026-11-21", "0001-02-03"] { set(day) }
    case .timestamp: for moment in ["2026-11-21T10:00:00Z", "1969-12-31T23:59:59Z"] { set(moment) }
    case .choice(let words): for word in words { set(word) }
    case .color: for color in ["00FF00", "000000", "123456", "1E1000"] { set(color) }
    case .reference(let kind):
      for value in targets(kind, 3) { edits.append(Assignment(field, .set, [value])) }
    case .references(let kind): edits += lists(field, targets(kind, 3), present)
    case .formerIDs:
      let ids = (0..<3).map { _ in Assignment.Value(text: RecordID.random(using: &random).description) }
      edits += lists(field, ids, present)
    }
    return edits
  }

  /// Returns edits of a list: setting it to one, two and three values, setting it to its own items in a different
  /// order, and adding and removing items.
  private func lists(_ field: Field, _ values: [Assignment.Value], _ present: [String]) -> [Assignment] {
    let old = present.map { Assignment.Value(text: $0) }
    var edits = (1...values.count).map { Assignment(field, .set, Array(values.prefix($0))) }
    edits += [Assignment(field, .add, [values[0]]), Assignment(field, .add, values)]
    edits += old.map { Assignment(field, .remove, [$0]) }
    edits += [Assignment(field, .remove, [values[0]])]
    if !old.isEmpty {
      edits.append(Assignment(field, .set, [values[0]] + old))
      edits.append(Assignment(field, .set, old.reversed()))
      edits.append(Assignment(field, .set, Array(old.dropFirst()) + [values[0]]))
      edits.append(Assignment(field, .add, [old[0], values[0]]))
      edits.append(Assignment(field, .remove, old))
    }
    return edits.filter { $0.operation != .set || !$0.values.isEmpty }
  }

  private mutating func sample(_ count: Int) -> [String] {
    Array(EditShapes.texts.shuffled(using: &random).prefix(count))
  }

  /// Returns references to records of a kind, with names that are difficult to write as comments.
  private mutating func targets(_ kind: Kind, _ count: Int) -> [Assignment.Value] {
    library.records(of: kind).shuffled(using: &random).prefix(count).map {
      Assignment.Value(text: $0.id.description, name: random.pick(EditShapes.names))
    }
  }
}
