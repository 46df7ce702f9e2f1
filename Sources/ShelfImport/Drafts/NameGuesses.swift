import ShelfFormats

/// The texts in a file that contain author names and an ambiguous comma, which may separate two names or the parts of
/// one name.
struct NameGuesses: Sendable {
  /// The first text with an ambiguous comma, and the names that were read from it.
  private var first: (text: String, names: [String])?
  private(set) var line: Int?
  private var known: Set<String> = []

  mutating func note(_ text: String, _ names: [String], line: Int?) {
    known.insert(text)
    if first != nil { return }
    first = (text, names)
    self.line = line
  }

  var reason: String {
    guard let first else { return "" }
    let names = first.names.joined(separator: "; ")
    let taken = first.names.count == 1 ? "one author, \(names)" : "the authors \(names)"
    let more = known.count > 1 ? ", and \((known.count - 1).grouped) more like it" : ""
    return "“\(CleanText.short(first.text))” is read as \(taken)\(more)"
  }
}
