import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

/// Texts of catalogues, as people write them.
enum CatalogueText {
  /// Returns a text in composed form (NFC), on one line, without the marks around articles that do not count in sorting,
  /// and without the punctuation that parts it from what follows in a catalogue (ISBD).
  static func clean(_ text: String) -> String {
    let marks: Set<UInt32> = [0x88, 0x89, 0x98, 0x9C]
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0.value) }))
    var clean = CleanText.collapse(Folding.composed(plain))
    while let last = clean.last, "/:;,=".contains(last) { clean = clean.dropLast().description.trimmed }
    return isNothing(clean) ? "" : clean
  }

  /// Returns a title, without the period at the end that is the catalogue's.
  static func title(_ text: String) -> String {
    let title = clean(text)
    if title.hasSuffix("."), !title.hasSuffix(".."), title.split(separator: " ").last.map({ $0.count > 3 }) ?? false {
      return String(title.dropLast())
    }
    return title
  }

  /// Returns a name as it is spoken; catalogues turn it round.
  static func name(_ text: String) -> String {
    var name = clean(text)
    // A period at the end is the name's only after an initial or an abbreviation.
    if name.hasSuffix("."), name.split(whereSeparator: { " .".contains($0) }).last.map({ $0.count > 2 }) ?? false {
      name.removeLast()
    }
    return PersonName.turned(name)
  }

  /// What catalogues write where they know nothing.
  private static func isNothing(_ text: String) -> Bool {
    ["n/a", "unknown", "unknown title", "unknown author", "untitled", "s.n", "s.n.", "[s.n.]", "?"]
      .contains(text.lowercased()) || ISBN(text) != nil
  }

  /// Returns the number of pages in a description of a book's extent: `xii, 412 pages`, `1 vol. (411 p.)`, `314 Seiten`.
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

  /// Returns the first year in a text; nil if there is none, or only one that says nothing.
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

  /// Returns the year of a note that tells when a work first came out.
  static func firstYear(note: String) -> String? {
    let words = [
      "first published", "originally published", "first publ", "orig. publ", "erstmals erschienen", "erstausgabe",
      "zuerst erschienen", "first edition published",
    ]
    let text = note.lowercased()
    guard let place = words.compactMap({ text.firstRange(of: $0) }).first else { return nil }
    return year(String(text[place.upperBound...].prefix(120)))
  }

  /// Returns the code of a language: the last part of `/languages/eng`; the first of several that are written as one.
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
  /// The maximum number of books of an answer that are read.
  static let most = 50

  /// Makes a book of texts as a catalogue has them.
  init(key: String, title: String, subtitle: String) {
    let (title, subtitle) = (CatalogueText.title(title), CatalogueText.title(subtitle))
    self.init(Draft(.book, key: key))
    draft.set(.title, title.isEmpty || subtitle.isEmpty ? title : "\(title): \(subtitle)")
  }

  /// Takes the people, who are its authors or did something else.
  mutating func set(_ people: [(name: String, role: String?)]) {
    let named = people.map { (name: CatalogueText.name($0.name), role: $0.role) }
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
