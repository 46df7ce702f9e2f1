import ShelfText

/// A series and a position in it, parsed from one text value: `Discworld 12`, `Dune #1`, `Maigret 5–7`, `1632 (2)`.
///
/// A number that is marked by `#`, a comma, parentheses or a word such as `vol.` is always the position. A bare number
/// at the end is also the position if it has at most three digits; longer numbers, which are usually years, belong to
/// names such as `Blade Runner 2049`. Text that consists only of a number, such as `1984`, is a name.
package struct SeriesPlace: Hashable, Sendable {
  package let name: String
  /// The position, or nil if the text contains none.
  package let position: SeriesPosition?
  /// Whether the position is clearly marked, so that it cannot be part of the name.
  package let isMarked: Bool
  /// Whether the text seems to contain a position that cannot be parsed, as in `Dune #x` or `Maigret 7–5`.
  package let isUnclear: Bool

  /// Parses the text of a field.
  package init(_ text: String) {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let (name, position) = SeriesPlace.marked(text) {
      self.init(name, position, isMarked: true, isUnclear: SeriesPlace.hasMark(name))
    } else if let (name, position) = SeriesPlace.bare(text) {
      self.init(name, position, isMarked: false, isUnclear: SeriesPlace.hasMark(name))
    } else {
      self.init(text, nil, isMarked: false, isUnclear: SeriesPlace.seemsToSayMore(text))
    }
  }

  private init(_ name: String, _ position: SeriesPosition?, isMarked: Bool, isUnclear: Bool) {
    (self.name, self.position, self.isMarked, self.isUnclear) = (name, position, isMarked, isUnclear)
  }

  /// The name, normalized for comparison: without case, accents and punctuation.
  package var key: String { SeriesPlace.key(of: name) }

  package static func key(of name: String) -> String {
    let words = Folding.words(name)
    return words.isEmpty ? Folding.fold(name) : words.joined(separator: " ")
  }

  /// Returns the text for a name and a position: `Discworld 12`, or `1632 (2)` if a bare number would be parsed
  /// differently.
  package static func text(_ name: String, _ position: SeriesPosition) -> String {
    let bare = "\(name) \(position)"
    let read = SeriesPlace(bare)
    let isSafe = !(name.last?.isNumber ?? true) && read.position == position && read.name == name
    return isSafe ? bare : "\(name) (\(position))"
  }

  /// Returns the number of a volume without the words around it, such as 3 for `Bd. 3` and 2 for `[vol. 2]`, or nil if
  /// there is none.
  package static func position(ofVolume text: String) -> SeriesPosition? {
    var text = text.trimmed[...]
    while let first = text.first, "[(#,:; ".contains(first) { text.removeFirst() }
    while let last = text.last, "]).,:; ".contains(last) { text.removeLast() }
    if let position = SeriesPosition(String(text)) { return position }
    guard let space = text.lastIndex(where: { $0 == " " || $0 == "." || $0 == "#" }),
      isWord(text[..<space].trimmed, isApart: true)
    else { return nil }
    return SeriesPosition(String(text[text.index(after: space)...]))
  }

  // MARK: - Reading

  /// Parses a position that is clearly marked.
  private static func marked(_ text: String) -> (name: String, position: SeriesPosition)? {
    if text.hasSuffix(")"), let open = text.lastIndex(of: "(") {
      let inside = text[text.index(after: open)...].dropLast()
      guard let position = position(ofVolume: String(inside)) else { return nil }
      return named(text[..<open], position)
    }
    if let hash = text.lastIndex(of: "#"), isMark(hash, in: text) {
      guard let position = SeriesPosition(text[text.index(after: hash)...].trimmed) else { return nil }
      return named(text[..<hash], position)
    }
    if let comma = text.lastIndex(where: { ",:;".contains($0) }), text.index(after: comma) < text.endIndex,
      text[text.index(after: comma)] == " ", let position = position(ofVolume: String(text[comma...]))
    {
      return named(text[..<comma], position)
    }
    return worded(text)
  }

  /// Returns whether a `#` marks a number rather than belonging to a name such as `C#`.
  private static func isMark(_ hash: String.Index, in text: String) -> Bool {
    if hash > text.startIndex, " ,:;(".contains(text[text.index(before: hash)]) { return true }
    return text.index(after: hash) < text.endIndex && text[text.index(after: hash)].isNumber
  }

  /// Parses a position after a word such as `vol.`: `Asterix vol. 3`.
  private static func worded(_ text: String) -> (name: String, position: SeriesPosition)? {
    guard let (name, position) = bareWords(text), let space = name.lastIndex(of: " "),
      isWord(String(name[name.index(after: space)...]), isApart: false)
    else { return nil }
    return named(name[..<space], position)
  }

  /// Parses a bare number of at most three digits at the end.
  private static func bare(_ text: String) -> (name: String, position: SeriesPosition)? {
    guard let (name, position) = bareWords(text), position.last < 1000 * SeriesPosition.unit else { return nil }
    return named(name[...], position)
  }

  /// Splits off the number at the end of the text, or the range of numbers, which can contain spaces.
  private static func bareWords(_ text: String) -> (name: String, position: SeriesPosition)? {
    let words = text.split(separator: " ")
    for count in [3, 1] where words.count > count {
      let number = words.suffix(count).joined(separator: " ")
      if count == 3, !"-–—".contains(words[words.count - 2]) { continue }
      if let position = SeriesPosition(number) {
        return (words.dropLast(count).joined(separator: " "), position)
      }
    }
    return nil
  }

  private static func named(_ name: Substring, _ position: SeriesPosition) -> (String, SeriesPosition)? {
    var name = name
    while let last = name.last, ",:;([-–— ".contains(last) { name.removeLast() }
    return name.isEmpty ? nil : (String(name), position)
  }

  /// Returns whether the only purpose of a word is to introduce a position.
  ///
  /// - Parameter isApart: whether the word is separate from the name. Otherwise, a word such as `book` may be part of
  ///   the name: `Jungle Book 2` is not the second `Jungle`.
  private static func isWord(_ word: String, isApart: Bool) -> Bool {
    let folded = Folding.fold(word)
    let bare = folded.hasSuffix(".") ? String(folded.dropLast()) : folded
    if isApart { return apart.contains(bare) || words.contains(bare) || abbreviations.contains(bare) }
    return words.contains(bare) || folded.hasSuffix(".") && abbreviations.contains(bare)
  }

  private static let words: Set<String> = ["vol", "volume", "tome", "tomo"]
  private static let abbreviations: Set<String> = ["v", "no", "nr", "bd", "t", "pt", "bk", "n"]
  private static let apart: Set<String> = [
    "book", "number", "band", "part", "teil", "buch", "livre", "libro", "deel", "boek", "volumen", "№", "n°", "nº",
  ]

  // MARK: - Unclear places

  /// Returns whether a name still contains a second series, or a marked position such as the first one in `Warspite #1,
  /// #4`.
  private static func hasMark(_ name: String) -> Bool {
    name.contains(";")
      || name.split(separator: "#", omittingEmptySubsequences: false).dropFirst().contains { part in
        SeriesPosition(String(part.prefix { !" ,;)".contains($0) })) != nil
      }
  }

  /// Returns whether text that was parsed as a name ends with something that may be intended as a position.
  private static func seemsToSayMore(_ text: String) -> Bool {
    if hasMark(text) { return true }
    if let hash = text.lastIndex(of: "#"), hash > text.startIndex, isMark(hash, in: text),
      !text[text.index(after: hash)...].contains(" ")
    {
      return true
    }
    guard let last = text.split(separator: " ").last, last.count < text.count else { return false }
    let number = last.filter { !"()[]".contains($0) }
    guard number.first?.isNumber ?? false, number.contains(where: { !$0.isNumber }) else { return false }
    return number.allSatisfy { $0.isNumber || "-–—,.+&/;".contains($0) }
      && !number.split(whereSeparator: { "-–—,.+&/;".contains($0) }).contains { $0.count > 3 }
  }
}

extension SeriesPlace {
  /// Returns whether two books have different positions in the same series.
  package static func tellApart(_ some: [String], _ others: [String]) -> Bool {
    if some.isEmpty || others.isEmpty { return false }
    let (own, known) = (places(some), places(others))
    return own.contains { name, positions in known[name].map { $0.isDisjoint(with: positions) } ?? false }
  }

  /// Returns the positions of a book, by the keys of its series. One text value may contain several series.
  private static func places(_ texts: [String]) -> [String: Set<SeriesPosition>] {
    var places: [String: Set<SeriesPosition>] = [:]
    for text in texts.flatMap({ $0.split(separator: ";") }) {
      let place = SeriesPlace(String(text))
      if let position = place.position { places[place.key, default: []].insert(position) }
    }
    return places
  }
}
