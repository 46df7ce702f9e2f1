import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText

extension ExportFormat {
  static let ris = ExportFormat(
    name: "ris", help: "books as RIS, for EndNote, Citavi, Zotero and others", kinds: [.book], isFolder: false,
    endings: ["ris"],
    represents: BibliographyFields.fields.subtracting([.originalTitle, CitationKeys.field]),
    alterations: BibliographyFields.alterations.filter { $0.field != .format } + [
      ExportFormat.Alteration(field: .format, form: "only for e-books, audiobooks and theses") { book, selection in
        let format = selection.text(.format, of: book)
        return !format.isEmpty && RISEntry.type(ofFormat: format) == nil
      },
      ExportFormat.Alteration(field: .contributors, form: "only editors and translators") { book, selection in
        Makers(of: book, selection).contributors.contains { RISEntry.tag(of: $0) == nil }
      },
      ExportFormat.Alteration(field: .editionDate, form: "only the year") { book, selection in
        selection.text(.editionDate, of: book).count > 4
      },
    ]
  ) { selection in
    let entries = selection.records(of: .book).map { RISEntry.text($0, selection) }
    return [File(name: "", bytes: Array(entries.joined(separator: "\r\n").utf8))]
  }
}

/// Writes books as entries in RIS, with the tags that the import of RIS reads.
private enum RISEntry {
  static func text(_ book: Record, _ selection: ExportSelection) -> String {
    func text(_ field: FieldHandle) -> String { selection.text(field, of: book) }
    let format = text(.format)
    let series = BibliographyFields.series(text(.series))
    let makers = Makers(of: book, selection)
    let (year, edition) = (text(.year), String(text(.editionDate).prefix(4)))
    func people(_ names: [String], _ tag: String) -> [(String, String)] {
      PersonName.distinct(names).map { name in
        (tag, HTMLText.guardedEntities(line(selection.library.manifest.names.sortForm(of: name))))
      }
    }
    var fields: [(tag: String, value: String)] = [
      ("TY", type(ofFormat: format) ?? "BOOK"), ("TI", guarded(text(.title))),
    ]
    fields += people(makers.authors, "AU")
    for tag in ["ED", "A4"] {
      fields += people(makers.contributors.filter { self.tag(of: $0) == tag }.map(\.name), tag)
    }
    fields += [
      ("T2", guarded(series.name)), ("M1", line(series.number)), ("PY", edition.isEmpty ? year : edition),
      ("OP", edition.isEmpty ? "" : year), ("ET", guarded(text(.edition))), ("PB", guarded(text(.publisher))),
      ("CY", guarded(text(.place))), ("SN", line(text(.isbn))), ("SP", line(text(.pages))),
      ("LA", guarded(text(.language))), ("M3", type(ofFormat: format) == "THES" ? guarded(format) : ""),
    ]
    fields += BibliographyFields.keywords(book, selection).map { ("KW", HTMLText.guardedEntities(line($0))) }
    fields += [("AB", lines(text(.synopsis))), ("N1", lines(text(.notes))), ("ER", "")]
    return fields.filter { !$0.value.isEmpty || $0.tag == "ER" }.map { "\($0.tag)  - \($0.value)\r\n" }.joined()
  }

  /// Returns the RIS type for a book's format, or nil if RIS has none.
  static func type(ofFormat format: String) -> String? {
    switch Folding.fold(format) {
    case "ebook": "EBOOK"
    case "audio": "AUDIOBOOK"
    default: ThesisType(format: format) == nil ? nil : "THES"
    }
  }

  /// Returns the tag for a contributor, or nil if no tag is exported for the contributor's role.
  static func tag(of person: Contributor) -> String? {
    switch person.knownRole {
    case .editor: "ED"
    case .translator: "A4"
    default: nil
    }
  }

  private static func line(_ text: String) -> String { CleanText.collapse(text) }

  private static func guarded(_ text: String) -> String { HTMLText.guarded(line(text)) }

  /// Returns long text, whose continuation lines have no tag. A line that looks like a tagged line gets a prefix.
  private static func lines(_ text: String) -> String {
    let lines = HTMLText.guarded(text.trimmed).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      line.prefixMatch(of: /\s*[A-Z][A-Z0-9] {1,3}-/) == nil ? String(line) : "› " + line
    }.joined(separator: "\r\n")
  }
}
