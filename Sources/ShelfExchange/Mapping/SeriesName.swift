import ShelfText

/// A series and the place in it.
enum SeriesName {
  /// Divides `A Wizard of Earthsea (Earthsea Cycle, #1)` into the title and `Earthsea Cycle 1`; a title without a
  /// number in parentheses at its end has no series.
  static func split(title: String) -> (title: String, series: String?) {
    guard title.hasSuffix(")"), let open = matchingOpen(title) else { return (title, nil) }
    let inside = String(title[title.index(after: open)...].dropLast())
    guard inside.contains("#") else { return (title, nil) }
    let parts = inside.split(separator: ";").flatMap { several(String($0)) }.compactMap(text)
    let rest = String(title[..<open]).trimmed
    guard !parts.isEmpty, !rest.isEmpty else { return (title, nil) }
    return (rest, parts.joined(separator: "; "))
  }

  /// Returns the parenthesis that the last one closes.
  private static func matchingOpen(_ title: String) -> String.Index? {
    var depth = 0
    for index in title.indices.reversed() {
      if title[index] == ")" { depth += 1 }
      if title[index] == "(" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// Divides `Warspite, #1, Ark Royal, #4` behind each number.
  private static func several(_ text: String) -> [String] {
    var all: [String] = []
    var rest: String?
    for part in text.split(separator: ",").map(String.init) {
      let whole = rest.map { "\($0),\(part)" } ?? part
      // A number alone is one more of the same series.
      if whole.trimmed.hasPrefix("#"), let last = all.popLast() {
        all.append("\(last),\(whole)")
      } else if whole.contains("#") {
        all.append(whole)
      } else {
        rest = whole
        continue
      }
      rest = nil
    }
    if let rest, let last = all.popLast() { all.append("\(last),\(rest)") }
    return all
  }

  /// Reads `Earthsea Cycle, #1`, `The Locked Tomb #1`, `Shores (#2.0)`.
  static func text(_ text: String) -> String? {
    guard let hash = text.lastIndex(of: "#") else { return nil }
    let name = String(text[..<hash]).trimmed.trimmingEnd(",(").trimmed
    let number = String(text[text.index(after: hash)...]).trimmed.trimmingEnd(")").trimmed
    if name.isEmpty { return nil }
    return joined(name, number)
  }

  /// Returns a series with a number; `1.0` is 1. A number that the name ends with, as in `Dune #4`, stands for itself.
  static func joined(_ name: String, _ number: String?) -> String {
    let name = PersonName.collapse(name)
    if let hash = name.lastIndex(of: "#"), Double(name[name.index(after: hash)...].trimmed.trimmingEnd(")")) != nil,
      let whole = text(name)
    {
      return whole
    }
    guard var number = number?.trimmed, !number.isEmpty else { return name }
    if let value = Double(number), value == value.rounded(), abs(value) < 1_000_000 { number = String(Int(value)) }
    return "\(name) \(number)"
  }

  /// Returns whether two books have different places in a series.
  static func tellApart(_ some: [String], _ others: [String]) -> Bool {
    if some.isEmpty || others.isEmpty { return false }
    let (own, known) = (places(some), places(others))
    return own.contains { name, numbers in known[name].map { $0.isDisjoint(with: numbers) } ?? false }
  }

  /// Returns the places in `Earthsea Cycle 1; Hainish 4`, by the names of the series as names are compared.
  private static func places(_ texts: [String]) -> [String: Set<String>] {
    var places: [String: Set<String>] = [:]
    for text in texts.flatMap({ $0.split(separator: ";") }) {
      let words = text.split { $0 == " " || $0 == "#" }
      guard words.count > 1, let last = words.last, let number = Double(last) else { continue }
      let name = Folding.words(words.dropLast().joined(separator: " ")).joined(separator: " ")
      places[name, default: []].insert("\(number)")
    }
    return places
  }
}

extension String {
  /// Returns the text without certain characters at its end.
  func trimmingEnd(_ characters: String) -> String {
    var text = self[...]
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
