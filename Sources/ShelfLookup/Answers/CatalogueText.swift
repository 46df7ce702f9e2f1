import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

/// Cleans up text from catalogues so that it looks as if a person had written it.
enum CatalogueText {
  /// Returns the text on one line, in composed form (NFC), without cataloguing marks or trailing punctuation.
  ///
  /// The marks are control characters around articles that sorting ignores. The punctuation is ISBD punctuation, which
  /// separates an element from the next one. Returns "" for placeholders such as "unknown" and for a lone ISBN.
  static func clean(_ text: String) -> String {
    let marks: Set<UInt32> = [0x88, 0x89, 0x98, 0x9C]
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0.value) }))
    var clean = CleanText.collapse(Folding.composed(plain))
    while let last = clean.last, "/:;,=".contains(last) { clean = clean.dropLast().description.trimmed }
    return isNothing(clean) ? "" : clean
  }

  /// Returns the cleaned title without the period that cataloguing rules append.
  static func title(_ text: String) -> String {
    let title = clean(text)
    if title.hasSuffix("."), !title.hasSuffix(".."), title.split(separator: " ").last.map({ $0.count > 3 }) ?? false {
      return String(title.dropLast())
    }
    return title
  }

  /// Returns a name in natural order. In catalogues, the surname usually comes first. The result includes the sort form
  /// if it cannot be guessed from the name. The name is empty if the text is a placeholder.
  static func name(_ text: String) -> PersonName.Found {
    PersonName.found(turned: clean(text)).people.first ?? PersonName.Found("")
  }

  /// Returns whether the text is a placeholder for missing information or only an ISBN.
  private static func isNothing(_ text: String) -> Bool {
    ["n/a", "unknown", "unknown title", "unknown author", "untitled", "s.n", "s.n.", "[s.n.]", "?"]
      .contains(text.lowercased()) || ISBN(text) != nil
  }

  /// Returns the number of pages in the description of a book's extent: `xii, 412 pages`, `1 vol. (411 p.)`, `314
  /// Seiten`.
  static func pages(_ text: String) -> String? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard let end = words.firstIndex(where: pageWords.contains) else { return nil }
    let volumes: Set<String> = ["v", "vol", "vols", "volume", "volumes", "bd", "bde", "t", "tome"]
    let numbers = words[..<end].enumerated().compactMap { place, word -> Int? in
      if place + 1 < end, volumes.contains(words[place + 1]) { return nil }
      return Int(word)
    }
    return numbers.max().flatMap { (1...100_000).contains($0) ? String($0) : nil }
  }

  private static let pageWords: Set<String> = [
    "p", "pp", "page", "pages", "s", "seite", "seiten", "pg", "pgs", "pág", "págs", "páginas", "pagine", "pag", "blz",
    "sidor", "sider", "sivua", "str", "strony", "stron", "oldal", "с", "стр",
  ]

  /// Returns the first year between 1000 and 2100 in the text, or nil if there is none.
  static func year(_ text: String) -> String? {
    var digits = ""
    for character in text + " " {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      if digits.count == 4, let year = Int(digits), (1000...2100).contains(year) { return digits }
      digits = ""
    }
    return nil
  }

  /// Returns the year in a note about a work's first publication, or nil if the note is about something else or
  /// contains no year.
  static func firstYear(note: String) -> String? {
    let words = [
      "first published", "originally published", "first publ", "orig. publ", "erstmals erschienen", "erstausgabe",
      "zuerst erschienen", "first edition published",
    ]
    let text = note.lowercased()
    guard let place = words.compactMap({ text.firstRange(of: $0) }).first else { return nil }
    return year(String(text[place.upperBound...].prefix(120)))
  }

  /// Returns a language code, or nil if the text does not identify a single language.
  ///
  /// Only the last part of a path such as `/languages/eng` is used, and only the first of several codes that are
  /// written without a separator.
  static func language(_ text: String) -> String? {
    let code = (text.split(separator: "/").last.map(String.init) ?? "").trimmed.lowercased()
    if ["und", "mul", "zxx", "   ", "|||", ""].contains(code) { return nil }
    return code.count > 3 && code.count % 3 == 0 && code.allSatisfy(\.isLetter) ? String(code.prefix(3)) : code
  }

  static func isbn(_ text: String) -> ISBN? {
    ISBN(exported: text) ?? text.split { " (:;".contains($0) }.first.flatMap { ISBN(String($0)) }
  }
}

extension CatalogueBook {
  /// The maximum number of books that are read from one answer.
  static let maxResults = 50

  /// Creates a book from the unprocessed text of a catalogue.
  init(key: String, title: String, subtitle: String) {
    let (title, subtitle) = (CatalogueText.title(title), CatalogueText.title(subtitle))
    self.init(Draft(.book, key: key))
    draft.set(.title, title.isEmpty || subtitle.isEmpty ? title : "\(title): \(subtitle)")
  }

  /// Sets the authors and contributors from a list of people and their roles. If the role is nil, the person is an
  /// author.
  mutating func set(_ people: [(name: String, role: String?)]) {
    let found = people.map { CatalogueText.name($0.name) }
    let named = zip(found, people).map { (name: $0.name, role: $1.role) }
    for person in found { if let form = person.sortForm { draft.sortForms[person.name] = form } }
    let publisher = draft.first(.publisher).map(Folding.fold)
    let authors = named.filter { person in
      person.role == nil && !person.name.isEmpty && Folding.fold(person.name) != publisher
    }
    draft.set(.author, PersonName.distinct(authors.map(\.name)))
    let others = named.filter { $0.role != nil && !$0.name.isEmpty }.map {
      Contributor(name: $0.name, role: $0.role ?? "")
    }
    for person in others where !contributors.contains(person) { contributors.append(person) }
    draft.set(.contributors, contributors.filter { $0.knownRole != nil }.map(\.description))
  }
}
