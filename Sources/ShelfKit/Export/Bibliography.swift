import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText

extension ExportFormat {
  static let bibtex = ExportFormat(
    name: "bibtex", help: "books as a bibliography for LaTeX", kinds: [.book], isFolder: false,
    endings: ["bib", "bibtex"],
    represents: BibliographyFields.fields,
    alterations: BibliographyFields.alterations + [
      ExportFormat.Alteration(field: .contributors, form: "only contributors with a role that has a field") {
        book, selection in
        Makers(of: book, selection).contributors.contains { $0.knownRole == nil }
      }
    ], otherLosses: BibliographyFields.problems
  ) { selection in
    let keys = selection.library.citationKeys
    let entries = selection.records(of: .book).map { BibTeXEntry.text($0, selection, keys) }
    return [File(name: "", bytes: Array(entries.joined(separator: "\n").utf8))]
  }

  static let cslJSON = ExportFormat(
    name: "csl-json", help: "books as CSL-JSON, for Zotero, Pandoc and others", kinds: [.book], isFolder: false,
    endings: ["json"],
    represents: BibliographyFields.fields,
    alterations: BibliographyFields.alterations + [
      ExportFormat.Alteration(field: .contributors, form: "contributors whose role CSL does not have") {
        book, selection in
        Makers(of: book, selection).contributors.contains { !$0.role.isEmpty && CSLEntry.role(of: $0) == nil }
      }
    ], otherLosses: BibliographyFields.problems
  ) { selection in
    var json = JSONWriter(.pretty)
    let keys = selection.library.citationKeys
    json.array { json in
      for book in selection.records(of: .book) { CSLEntry.write(book, selection, keys, &json) }
    }
    json.endLine()
    return [File(name: "", bytes: json.take())]
  }
}

/// The parts that all bibliography formats share.
enum BibliographyFields {
  /// The fields of a book that a bibliography can represent.
  static let fields: Set<FieldHandle> = [
    .title, .author, .contributors, .year, .editionDate, .edition, .publisher, .place, .originalTitle, .series, .isbn,
    .pages, .language, .genres, .tags, .synopsis, .notes, .format, CitationKeys.field,
  ]

  static let alterations = [
    ExportFormat.Alteration(field: .series, form: "only the first") { book, selection in
      selection.texts(.series, of: book).count > 1
    },
    ExportFormat.Alteration(field: .genres, form: "keywords, without commas and semicolons") { book, selection in
      selection.names(.genres, of: book).contains { keyword($0) != $0 }
    },
    ExportFormat.Alteration(field: .tags, form: "keywords, without commas and semicolons") { book, selection in
      selection.names(.tags, of: book).contains { keyword($0) != $0 }
    },
    ExportFormat.Alteration(field: .format, form: "only for theses") { book, selection in
      let format = selection.text(.format, of: book)
      return !format.isEmpty && ThesisType(format: format) == nil
    },
  ]

  /// Returns remarks about citation keys.
  @Sendable static func problems(_ selection: ExportSelection) -> [String] { selection.library.citationKeys.problems }

  /// Returns the names of a book's genres and tags, without duplicates.
  static func keywords(_ book: Record, _ selection: ExportSelection) -> [String] {
    var known: Set<String> = []
    return (selection.names(.genres, of: book) + selection.names(.tags, of: book)).map(keyword)
      .filter { !$0.isEmpty && known.insert($0).inserted }
  }

  /// Returns a name as a keyword in a comma-separated list. Commas are removed, and so are semicolons, because some
  /// programs treat them as separators.
  static func keyword(_ name: String) -> String { name.filter { $0 != "," && $0 != ";" } }

  /// Splits text such as `Discworld 12` into the series and the position in it. If an import would not restore the same
  /// text from these parts, the text is not split.
  static func series(_ text: String) -> (name: String, number: String) {
    let place = SeriesPlace(text)
    guard let number = place.position?.description, SeriesName.joined(place.name, number) == text else {
      return (text, "")
    }
    return (place.name, number)
  }
}

/// The authors and contributors of a book in the form that bibliographies need.
struct Makers {
  /// The authors, or an empty array if all of them are editors of the book.
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
  static func text(_ book: Record, _ selection: ExportSelection, _ keys: CitationKeys) -> String {
    func text(_ field: FieldHandle) -> String { selection.text(field, of: book) }
    let series = BibliographyFields.series(text(.series))
    let creators = Makers(of: book, selection)
    let table = selection.library.manifest.names
    func names(_ names: [String]) -> String {
      PersonName.distinct(names).map { BibTeXName.text($0, table) }.joined(separator: " and ")
    }
    let others = ContributorRole.allCases.map { role in
      (role.rawValue, names(creators.contributors.filter { $0.knownRole == role }.map(\.name)))
    }
    let thesis = ThesisType(format: text(.format))
    let fields: [(String, String)] =
      [
        // The braces preserve the capitals of the title.
        ("title", "{" + title(text(.title)) + "}"),
        ("author", names(creators.authors)),
      ] + others + [] + dates(year: text(.year), edition: text(.editionDate)) + [
        ("edition", escaped(text(.edition))), ("type", thesis == nil ? "" : escaped(text(.format))),
        (thesis == nil ? "publisher" : "school", escaped(text(.publisher))),
        ("address", escaped(text(.place))), ("origtitle", title(text(.originalTitle))), ("series", title(series.name)),
        ("number", escaped(series.number)), ("isbn", escaped(text(.isbn))), ("pagetotal", escaped(text(.pages))),
        // biblatex prints `language`, and hyphenates by `langid`.
        LanguageName.latex(of: text(.language)).map { ("langid", $0) } ?? ("language", escaped(text(.language))),
        ("keywords", BibliographyFields.keywords(book, selection).map(escaped).joined(separator: ", ")),
        ("abstract", LaTeXText.paragraphs(HTMLText.guarded(text(.synopsis).trimmed))),
        // Styles print `note`, but notes are private.
        ("annotation", LaTeXText.paragraphs(text(.notes).trimmed)),
        // biblatex also finds an entry by these keys.
        ("ids", keys.aliases(of: book).joined(separator: ",")),
      ]
    let lines = fields.filter { !$0.1.isEmpty && $0.1 != "{}" }.map { "  \($0.0) = {\($0.1)}" }
    return "@\(thesis?.bibtex ?? "book"){\(keys[book]),\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// Returns the BibTeX fields for the year of first publication and the date of the edition.
  ///
  /// Without a date of the edition, there is only `year`. Otherwise, `year` or `date` contains the date of the edition,
  /// because styles print it as the year of the book, and `origdate` contains the year of first publication.
  private static func dates(year: String, edition: String) -> [(String, String)] {
    if edition.isEmpty { return [("year", escaped(year))] }
    return [(edition.count == 4 ? "year" : "date", escaped(edition)), ("origdate", escaped(year))]
  }

  /// Escapes a title, including text that an import would mistake for an HTML tag and remove.
  private static func title(_ text: String) -> String { LaTeXText.escaped(HTMLText.guarded(CleanText.collapse(text))) }

  fileprivate static func escaped(_ text: String) -> String {
    LaTeXText.escaped(HTMLText.guardedEntities(CleanText.collapse(text)))
  }
}

/// Writes names in the forms of BibTeX.
private enum BibTeXName {
  /// Returns a name in a form that BibTeX splits into the same parts.
  ///
  /// A name that must not be split is in braces, and so is a family name that BibTeX would split incorrectly.
  static func text(_ name: String, _ table: PersonNames) -> String {
    let stated = table.stated(name)
    let parts = stated ?? NameParts(guessing: name)
    if parts.isUndivided {
      return name.contains(" ") || name.contains(",") ? braced(name) : BibTeXEntry.escaped(name)
    }
    let families = parts.family.split(separator: " ")
    let isPlain = families.count == 1 && parts.suffix.isEmpty && !isAnd(name) && !name.contains(",")
    if stated == nil, isPlain, !startsSmall(parts.family),
      !parts.given.split(separator: " ").contains(where: startsSmall)
    {
      return BibTeXEntry.escaped(name)
    }
    let isSmallInside = families.dropFirst().contains(where: startsSmall)
    let isSmallFirst = families.count > 1 && startsSmall(parts.family)
    let isExact = stated != nil && isSmallFirst || isSmallInside && !isSmallFirst || isAnd(parts.family)
    let family = [parts.particle, isExact ? "" : parts.family].filter { !$0.isEmpty }.map(BibTeXEntry.escaped)
    let whole = (family + (isExact ? [braced(parts.family)] : [])).joined(separator: " ")
    let suffix = parts.suffix.contains(",") ? braced(parts.suffix) : BibTeXEntry.escaped(parts.suffix)
    let needsBraces = parts.given.contains(",") || isAnd(parts.given)
    let given = needsBraces ? braced(parts.given) : BibTeXEntry.escaped(parts.given)
    return [whole, suffix, given].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func braced(_ text: String) -> String { "{\(BibTeXEntry.escaped(text))}" }

  private static func isAnd(_ text: String) -> Bool { Folding.words(text).contains("and") }

  private static func startsSmall(_ word: some StringProtocol) -> Bool { word.first?.isLowercase ?? false }
}

private enum CSLEntry {
  static func write(
    _ book: Record, _ selection: ExportSelection, _ keys: CitationKeys, _ json: inout JSONWriter
  ) {
    func text(_ field: FieldHandle) -> String { selection.text(field, of: book) }
    let isThesis = ThesisType(format: text(.format)) != nil
    let series = BibliographyFields.series(text(.series))
    json.object { json in
      json.member("id", keys[book])
      json.member("type", isThesis ? "thesis" : "book")
      json.member("title", HTMLText.guarded(CleanText.collapse(text(.title))))
      let creators = Makers(of: book, selection)
      let table = selection.library.manifest.names
      write("author", creators.authors, table, &json)
      for role in ContributorRole.ofCSL + [nil] {
        let people = creators.contributors.filter { self.role(of: $0) == role }
        write(role?.rawValue ?? "contributor", PersonName.distinct(people.map(\.name)), table, &json)
      }
      let (first, edition) = (text(.year), text(.editionDate))
      write(date: edition.isEmpty ? first : edition, as: "issued", &json)
      if !edition.isEmpty { write(date: first, as: "original-date", &json) }
      for (name, value) in [
        ("genre", isThesis ? text(.format) : ""), ("edition", text(.edition)), ("publisher", text(.publisher)),
        ("publisher-place", text(.place)),
        ("original-title", text(.originalTitle)), ("ISBN", text(.isbn)), ("number-of-pages", text(.pages)),
        ("collection-title", series.name), ("collection-number", series.number), ("language", text(.language)),
        ("keyword", BibliographyFields.keywords(book, selection).joined(separator: ", ")),
        // Styles print `note`, but notes are private.
        ("abstract", text(.synopsis).trimmed), ("annote", text(.notes).trimmed),
      ] where !value.isEmpty { json.member(name, HTMLText.guarded(value)) }
    }
  }

  /// Writes a year or a date, with its month and day if they are known.
  private static func write(date: String, as variable: String, _ json: inout JSONWriter) {
    let isBC = date.hasPrefix("-")
    var parts = date.split(separator: "-").compactMap { Int($0) }
    guard !parts.isEmpty else { return }
    if isBC { parts[0] = -parts[0] }
    json.key(variable)
    json.object { json in
      json.key("date-parts")
      json.array { json in json.array { json in for part in parts { json.value(part) } } }
    }
  }

  /// Returns the role of a person, or nil if CSL has no variable for that role. The generic variable is used in that
  /// case.
  static func role(of person: Contributor) -> ContributorRole? {
    person.knownRole.flatMap { ContributorRole.ofCSL.contains($0) ? $0 : nil }
  }

  private static func write(
    _ variable: String, _ names: [String], _ table: PersonNames, _ json: inout JSONWriter
  ) {
    if names.isEmpty { return }
    json.key(variable)
    json.array { json in for name in names { write(name, table, &json) } }
  }

  private static func write(_ name: String, _ table: PersonNames, _ json: inout JSONWriter) {
    let stated = table.stated(name)
    var parts = stated ?? NameParts(guessing: name)
    json.object { json in
      if parts.isUndivided { return json.member("literal", name) }
      // If the parts are only guessed, leading lowercase particles are separated from the family name.
      let words = parts.family.split(separator: " ").map(String.init)
      let own = words.dropLast().prefix { NameWords.ignored.contains($0) }
      if stated == nil, !own.isEmpty {
        parts.particle = ([parts.particle] + own).filter { !$0.isEmpty }.joined(separator: " ")
        parts.family = words.dropFirst(own.count).joined(separator: " ")
      }
      json.member("family", parts.family)
      if !parts.given.isEmpty { json.member("given", parts.given) }
      if !parts.particle.isEmpty { json.member("non-dropping-particle", parts.particle) }
      if !parts.suffix.isEmpty { json.member("suffix", parts.suffix) }
    }
  }
}
