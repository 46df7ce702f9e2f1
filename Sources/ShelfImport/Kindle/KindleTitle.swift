import ShelfFormats
import ShelfStore
import ShelfText

/// The first line of a clipping: a title, usually with authors.
enum KindleTitle {
  /// Splits `Dune (Dune Chronicles, Book 1) (Herbert, Frank)` into the title and the authors.
  ///
  /// - Parameter depth: the number of website names that were removed from the end of the line.
  static func divide(_ line: String, depth: Int = 0) -> (title: String, authors: [String]) {
    let line = Likeness.withColons(CleanText.collapse(line))
    guard line.hasSuffix(")"), let open = SeriesName.matchingOpen(line) else { return (line, []) }
    let inside = String(line[line.unicodeScalars.index(after: open)...].dropLast())
    let title = String(line[..<open]).trimmed
    // A website may add its name, as in `Dune (Frank Herbert) (z-lib.org)`. A copy of such a file has ` (1)` at the
    // end.
    let isCopy = inside.count < 3 && inside.allSatisfy(\.isNumber) && title.contains("(z-lib")
    if depth < maxSites, isCopy && title.hasSuffix(")") || PersonName.isSite(inside) {
      return inBrackets(title) ?? divide(title, depth: depth + 1)
    }
    let plain = Folding.fold(inside)
    let isPartOfTitle =
      [
        "edition", "classics", "series", "book ", "volume", "vol.", "edicion", "ausgabe", "edizione", "#", "collection",
        "trilogy",
      ]
      .contains { plain.containsBytes($0) } || inside.allSatisfy { $0.isNumber }
    if title.isEmpty || inside.isEmpty || isPartOfTitle { return (line, []) }
    let names = inside.split(separator: ";").flatMap { authors(String($0)) }
    return (title, PersonName.distinct(names).filter { !PersonName.isNobody($0) })
  }

  private static let maxSites = 8

  /// Splits `Dune by Frank Herbert [Herbert, Frank]`. Returns nil for any other form.
  private static func inBrackets(_ line: String) -> (title: String, authors: [String])? {
    guard line.hasSuffix("]"), let open = line.lastIndex(of: "[") else { return nil }
    let names = line[line.index(after: open)...].dropLast().split(separator: ";").flatMap { authors(String($0)) }
    var title = String(line[..<open]).trimmed
    if title.isEmpty || names.isEmpty { return nil }
    let ending = " by " + names.joined(separator: ", ")
    if title.hasSuffix(ending), title.utf8.count > ending.utf8.count { title = String(title.dropLast(ending.count)) }
    return (title, names)
  }

  private static func authors(_ text: String) -> [String] {
    // `【德】赫尔曼·黑塞，王小波` contains two names.
    let hasSeveral = NameWords.isEastAsian(text) || text.contains(" & ") || text.contains(" and ")
    return PersonName.read(text, hasSeveral ? .any : .turned).names
  }
}
