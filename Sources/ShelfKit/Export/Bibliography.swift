import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

extension ExportFormat {
  static let bibtex = ExportFormat(
    name: "bibtex", help: "books as a bibliography for LaTeX", kinds: [.book], isFolder: false,
    holds: CitationKey.fields,
    alterations: CitationKey.alterations + [
      ExportFormat.Alteration(field: .contributors, form: "only those whose role has a field") { book, selection in
        Makers(of: book, selection).contributors.contains { $0.knownRole == nil }
      }
    ]
  ) { selection in
    var keys: Set<String> = []
    let entries = selection.records(of: .book).map { BibTeXEntry.text($0, selection, &keys) }
    return [File(name: "", bytes: Array(entries.joined(separator: "\n").utf8))]
  }

  static let cslJSON = ExportFormat(
    name: "csl-json", help: "books as CSL-JSON, for Zotero, Pandoc and others", kinds: [.book], isFolder: false,
    holds: CitationKey.fields,
    alterations: CitationKey.alterations + [
      ExportFormat.Alteration(field: .contributors, form: "contributors, where CSL has no such role") {
        book, selection in
        Makers(of: book, selection).contributors.contains { !$0.role.isEmpty && CSLEntry.role(of: $0) == nil }
      }
    ]
  ) { selection in
    var json = JSONWriter(.pretty)
    var keys: Set<String> = []
    json.array { json in
      for book in selection.records(of: .book) { CSLEntry.write(book, selection, &keys, &json) }
    }
    json.endLine()
    return [File(name: "", bytes: json.take())]
  }
}

/// What a book is cited by.
enum CitationKey {
  /// The fields of a book that a bibliography has.
  static let fields: Set<FieldHandle> = [
    .title, .author, .contributors, .year, .publisher, .series, .isbn, .pages, .language, .genres, .synopsis, .notes,
  ]

  static let alterations = [
    ExportFormat.Alteration(field: .series, form: "only the first") { book, selection in
      selection.texts(.series, of: book).count > 1
    },
    ExportFormat.Alteration(field: .genres, form: "keywords, without commas and semicolons") { book, selection in
      selection.names(.genres, of: book).contains { keyword($0) != $0 }
    },
  ]

  /// Returns the key that the book came with, else the author's last name, the year and the first word of the title; one
  /// that is taken gets a letter.
  static func of(_ book: Record, _ selection: ExportSelection, _ taken: inout Set<String>) -> String {
    var key = ""
    for source in selection.texts(.sources, of: book) {
      for prefix in ["bibtex:", "csl:"] where source.hasPrefix(prefix) { key = String(source.dropFirst(prefix.count)) }
    }
    if key.isEmpty || key.contains(where: { " ,{}()=\"#%\\~'".contains($0) }) {
      let name = selection.texts(.author, of: book).first.flatMap { Folding.words($0).last } ?? ""
      let articles: Set<String> = ["the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los"]
      let word = Folding.words(selection.title(of: book)).first { !articles.contains($0) } ?? ""
      key = (name + selection.text(.year, of: book) + word).filter { $0.isLetter || $0.isNumber }
      if key.isEmpty { key = "book" }
    }
    var unique = key
    var number = 0
    while !taken.insert(unique).inserted {
      unique = key + suffix(number)
      number += 1
    }
    return unique
  }

  /// Returns a, b, …, z, za, zb, …: each comes after those before it in the order of texts too, so that keys that are
  /// imported are in the order in which they were given.
  private static func suffix(_ number: Int) -> String {
    let letter = UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26))
    return String(repeating: "z", count: number / 26) + String(letter)
  }

  /// Returns a name as one of several that commas join; those who read them take a semicolon for the sign that does.
  static func keyword(_ name: String) -> String { name.filter { $0 != "," && $0 != ";" } }

  /// Divides `Discworld 12` into the series and the place in it.
  static func series(_ text: String) -> (name: String, number: String) {
    let place = SeriesPlace(text)
    return place.position.map { (place.name, $0.description) } ?? (text, "")
  }
}

/// Who made a book, as bibliographies tell it.
private struct Makers {
  /// The authors; none if the book is known by those who edited it.
  let authors: [String]
  let contributors: [Contributor]

  init(of book: Record, _ selection: ExportSelection) {
    let authors = PersonName.distinct(selection.texts(.author, of: book))
    contributors = selection.texts(.contributors, of: book).map { Contributor($0) }
    let editors = contributors.filter(\.isEditor).map(\.name)
    self.authors = authors.allSatisfy(editors.contains) ? [] : authors
  }
}

private enum BibTeXEntry {
  static func text(_ book: Record, _ selection: ExportSelection, _ keys: inout Set<String>) -> String {
    func text(_ field: FieldHandle) -> String { selection.text(field, of: book) }
    let series = CitationKey.series(text(.series))
    let makers = Makers(of: book, selection)
    func names(_ names: [String]) -> String { PersonName.distinct(names).map(name).joined(separator: " and ") }
    let others = ContributorRole.allCases.map { role in
      (role.rawValue, names(makers.contributors.filter { $0.knownRole == role }.map(\.name)))
    }
    let fields: [(String, String)] =
      [
        // The braces keep its capitals.
        ("title", "{" + title(text(.title)) + "}"),
        ("author", names(makers.authors)),
      ] + others + [
        ("year", escaped(text(.year))), ("publisher", escaped(text(.publisher))), ("series", title(series.name)),
        ("number", escaped(series.number)), ("isbn", escaped(text(.isbn))), ("pagetotal", escaped(text(.pages))),
        ("language", escaped(text(.language))),
        (
          "keywords",
          selection.names(.genres, of: book).map { escaped(CitationKey.keyword($0)) }.joined(separator: ", ")
        ),
        ("abstract", lines(HTMLText.guarded(text(.synopsis).trimmed))), ("note", lines(text(.notes).trimmed)),
      ]
    let lines = fields.filter { !$0.1.isEmpty && $0.1 != "{}" }.map { "  \($0.0) = {\($0.1)}" }
    return "@book{\(CitationKey.of(book, selection, &keys)),\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// A name that BibTeX would take apart is in braces.
  private static func name(_ name: String) -> String {
    let plain = escaped(name)
    return name.contains(",") || Folding.words(name).contains("and") ? "{\(plain)}" : plain
  }

  /// Escapes a title so that an import does not remove tags from it.
  private static func title(_ text: String) -> String { LaTeXText.escaped(HTMLText.guarded(CleanText.collapse(text))) }

  private static func escaped(_ text: String) -> String {
    LaTeXText.escaped(HTMLText.guardedEntities(CleanText.collapse(text)))
  }

  /// Returns a text with its paragraphs; a line break within one is LaTeX's.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n\n").map { paragraph in
      paragraph.split(separator: "\n").map { LaTeXText.escaped(String($0)) }.joined(separator: "\\\\\n")
    }.joined(separator: "\n\n")
  }
}

private enum CSLEntry {
  static func write(
    _ book: Record, _ selection: ExportSelection, _ keys: inout Set<String>, _ json: inout JSONWriter
  ) {
    func text(_ field: FieldHandle) -> String { selection.text(field, of: book) }
    let key = CitationKey.of(book, selection, &keys)
    let series = CitationKey.series(text(.series))
    json.object { json in
      json.member("id", key)
      json.member("type", "book")
      json.member("title", HTMLText.guarded(CleanText.collapse(text(.title))))
      let makers = Makers(of: book, selection)
      write("author", makers.authors, &json)
      for role in ContributorRole.ofCSL + [nil] {
        let people = makers.contributors.filter { self.role(of: $0) == role }
        write(role?.rawValue ?? "contributor", PersonName.distinct(people.map(\.name)), &json)
      }
      if let year = Int(text(.year)) {
        json.key("issued")
        json.object { json in
          json.key("date-parts")
          json.array { json in json.array { $0.value(year) } }
        }
      }
      for (name, value) in [
        ("publisher", text(.publisher)), ("ISBN", text(.isbn)), ("number-of-pages", text(.pages)),
        ("collection-title", series.name), ("collection-number", series.number), ("language", text(.language)),
        ("keyword", selection.names(.genres, of: book).map(CitationKey.keyword).joined(separator: ", ")),
        ("abstract", text(.synopsis).trimmed), ("note", text(.notes).trimmed),
      ] where !value.isEmpty { json.member(name, HTMLText.guarded(value)) }
    }
  }

  /// Returns the role of someone; nil if there is no variable for it but that for all others.
  static func role(of person: Contributor) -> ContributorRole? {
    person.knownRole.flatMap { ContributorRole.ofCSL.contains($0) ? $0 : nil }
  }

  private static func write(_ variable: String, _ names: [String], _ json: inout JSONWriter) {
    if names.isEmpty { return }
    json.key(variable)
    json.array { json in for name in names { write(name, &json) } }
  }

  private static func write(_ name: String, _ json: inout JSONWriter) {
    let words = name.split(separator: " ").map(String.init)
    json.object { json in
      // Digits may be taken for the years of a life.
      guard words.count > 1, !name.contains(","), !words.dropLast().joined().contains(where: \.isNumber) else {
        return json.member("literal", name)
      }
      json.member("family", words[words.count - 1])
      json.member("given", words.dropLast().joined(separator: " "))
    }
  }
}
