import ShelfFormats
import ShelfModel
import ShelfText

/// The name of a series and a position in it, in the forms used by other programs.
package enum SeriesName {
  /// Splits `A Wizard of Earthsea (Earthsea Cycle, #1)` into the title and `Earthsea Cycle 1`.
  ///
  /// A title without a number in parentheses at its end has no series.
  static func split(title: String) -> (title: String, series: [String]) {
    guard title.hasSuffix(")"), let open = matchingOpen(title) else { return (title, []) }
    let inside = String(title[title.index(after: open)...].dropLast())
    guard inside.contains("#") else { return (title, []) }
    let parts = inside.split(separator: ";").flatMap { several(String($0)) }.compactMap(text)
    let rest = String(title[..<open]).trimmed
    guard !parts.isEmpty, !rest.isEmpty else { return (title, []) }
    return (rest, parts)
  }

  /// Returns the opening parenthesis that matches the last one.
  static func matchingOpen(_ text: String) -> String.Index? {
    var depth = 0
    // Scalars are compared, since a parenthesis with a combining accent is a different character.
    let scalars = text.unicodeScalars
    for index in scalars.indices.reversed() {
      if scalars[index] == ")" { depth += 1 }
      if scalars[index] == "(" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// Parses several series with their numbers: `Discworld (#29.0), City Watch (#6.0)`. A name may contain commas.
  static func list(_ text: String) -> [String] {
    var all: [String] = []
    var rest: String?
    for part in text.split(separator: ",").map(String.init) {
      let whole = rest.map { "\($0),\(part)" } ?? part
      rest = whole.contains("#") ? nil : whole
      if rest == nil { all.append(self.text(whole) ?? whole.trimmed) }
    }
    return all + (rest.map { [CleanText.collapse($0)] } ?? [])
  }

  /// Returns the series in hand-written lists, such as `Discworld #29; City Watch #6` or `Discworld (29), City Watch
  /// (6)`. Any other text is treated as the name of a single series.
  static func all(_ texts: [String]) -> [String] {
    let parts = texts.flatMap { $0.split { ";|\n".contains($0) }.map(\.trimmed) }.map { part in
      // A series may be in parentheses, as it is after a title: `(Dune #1)`.
      part.hasPrefix("(") && part.hasSuffix(")") && matchingOpen(part) == part.startIndex
        ? String(part.dropFirst().dropLast()) : part
    }
    return parts.flatMap { part -> [String] in
      let marked = part.replacing(#/\((\d{1,3}(?:\.\d{1,2})?)\)/#) { "#\($0.1)" }
      return marked.contains("#") ? list(marked) : [CleanText.collapse(part)]
    }.filter { !$0.isEmpty }
  }

  /// Splits text such as `Warspite, #1, Ark Royal, #4` after each number.
  private static func several(_ text: String) -> [String] {
    var all: [String] = []
    var rest: String?
    for part in text.split(separator: ",").map(String.init) {
      let whole = rest.map { "\($0),\(part)" } ?? part
      // A number alone is another position in the same series.
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

  /// Parses `Earthsea Cycle, #1`, `The Locked Tomb #1`, `Shores (#2.0)`. Returns nil if the text has no number sign or
  /// no name.
  static func text(_ text: String) -> String? {
    guard let hash = text.lastIndex(of: "#") else { return nil }
    let name = String(text[..<hash]).trimmed.trimmingEnd(",(").trimmed
    let number = String(text[text.index(after: hash)...]).trimmed.trimmingEnd(")").trimmed
    if name.isEmpty { return nil }
    return joined(name, number)
  }

  /// Returns a series with its number in the library's format: `1.0` and `vol. 1` become 1.
  ///
  /// If the name contains a number with a `#` or similar mark, as in `Dune #4`, that number is the position. The 5 in
  /// `Babylon 5` is part of the name.
  package static func joined(_ name: String, _ number: String?) -> String {
    let name = CleanText.collapse(name)
    let own = SeriesPlace(name)
    // The year in `Space: 1999` is also part of the name, and `Dune 1, 2` has several positions.
    if own.isMarked, let position = own.position, !name.contains(/:\s?\d+$/), SeriesPlace(own.name).position == nil {
      return SeriesPlace.text(own.name, position)
    }
    guard let number = number?.trimmed, !number.isEmpty else { return name }
    guard let position = position(inColumn: number) else { return "\(name) \(number)" }
    return SeriesPlace.text(name, position)
  }

  /// Parses the contents of a column of volume numbers, which may also be Roman numerals, as in `Bd. IV`, and
  /// consecutive volumes in one book, as in `12/13` and `3 u. 4`. Returns nil for any other text.
  static func position(inColumn text: String) -> SeriesPosition? {
    if text.utf8.count > maxBytes { return nil }
    if let position = SeriesPlace.position(ofVolume: text) { return position }
    let several = text.replacing(#/(\d)\s*(?:/|\+|&|u\.|und|and|et)\s*(\d)/#) { "\($0.1)-\($0.2)" }
    if several != text, let position = SeriesPlace.position(ofVolume: several),
      position.last - position.first == SeriesPosition.unit
    {
      return position
    }
    // Other letters are those of volumes such as the C of an encyclopedia.
    let word = text.split { !$0.isLetter }.last.map(String.init) ?? ""
    guard word.allSatisfy({ "IVXivx".contains($0) }) else { return nil }
    return RomanNumeral.value(of: word).flatMap { SeriesPlace.position(ofVolume: text.replacing(word, with: "\($0)")) }
  }
}
