import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// Bibliographies in BibTeX or BibLaTeX.
  static let bibtex = ImportFormat(
    name: "bibtex", title: "BibTeX file", summary: "the books of a bibliography (.bib)",
    origin: "JabRef, Zotero, Mendeley, library catalogues", namesFields: true,
    recognizes: { probe in
      !probe.isDatabase && !probe.isJSON && (probe.first != "<" || probe.text.hasPrefix("<@"))
        && BibTeXFile.firstLine(in: probe.head) != nil
    },
    firstSign: { BibTeXFile.firstLine(in: $0.head) ?? .max },
    read: { file, options, batch throws(SourceError) in
      let text = batch.text(of: file)
      let works = BibTeX.worksInVolumes(text.bytes)
      var reader = BibTeXFile(text.bytes)
      while let entry = reader.next() {
        batch.begin()
        if let problem = entry.problem {
          batch.reject(problem, line: entry.line, raw: text.bytes[entry.range])
        } else if !BibTeX.isBook(entry) {
          let whole = HTMLText.withoutMarks(LaTeXText.plain(entry["booktitle"]))
          let isPart = BibTeX.isPart(entry)
          batch.skip(EntryType.reasonToSkip(entry.type, partOf: isPart ? whole : nil), isPart: isPart, line: entry.line)
        } else {
          let draft = BibTeX.draft(entry, isVolume: works.contains(BibTeX.work(entry)), options, &batch)
          if draft[.title].isEmpty {
            batch.reject("no title", line: entry.line, raw: text.bytes[entry.range])
          } else {
            batch.add(draft)
          }
        }
      }
    })
}

/// Converts the entries of a bibliography into books.
///
/// `BibTeXFile` parses the file, and `LaTeXText` turns values into plain text. Names are split first, because braces
/// around a name prevent it from being split. Entries that are not books are skipped. Citation keys are unique only
/// within their file, so the same key in another file may belong to a different book (see `SourceKey`).
private enum BibTeX {
  private static let books: Set<String> = [
    "book", "booklet", "mvbook", "bookinbook", "collection", "mvcollection", "proceedings", "mvproceedings", "manual",
    "phdthesis", "mastersthesis", "thesis", "techreport", "report", "reference", "mvreference", "unpublished",
    "inbook", "incollection", "audiobook", "ebook", "monograph",
  ]

  /// Returns whether an entry is a book.
  ///
  /// Programs export many things as `@misc`, so an ISBN makes any entry a book. A part of a book with its own title is
  /// not a book, and its ISBN is that of the whole book. The title of an `@inbook` is the book's title, unless the
  /// entry also names the whole book.
  static func isBook(_ entry: BibTeXFile.Entry) -> Bool {
    if articles.contains(entry.type) || EntryType.isOther(entry["type"]) { return false }
    if isPart(entry) { return false }
    return books.contains(entry.type) || !entry["isbn"].isEmpty
  }

  /// Returns whether an entry is a part of a book and has its own title.
  static func isPart(_ entry: BibTeXFile.Entry) -> Bool {
    let hasWhole = !entry["booktitle"].isEmpty || !entry["crossref"].isEmpty
    return !entry["title"].isEmpty && (parts.contains(entry.type) || entry.type == "inbook" && hasWhole)
  }

  private static let articles: Set<String> = [
    "article", "periodical", "suppperiodical", "audio", "movie", "music", "podcast", "video",
  ]
  private static let parts: Set<String> = [
    "incollection", "inproceedings", "conference", "inreference", "suppbook", "suppcollection",
  ]

  /// Returns the works of which several entries are volumes: books with a volume, but without a series.
  static func worksInVolumes(_ bytes: [UInt8]) -> Set<[String]> {
    var counts: [[String]: Int] = [:]
    var reader = BibTeXFile(bytes)
    while let entry = reader.next() {
      guard entry.problem == nil, !entry["volume"].isEmpty, isBook(entry) else { continue }
      if entry["series"].isEmpty, entry["maintitle"].isEmpty { counts[work(entry), default: 0] += 1 }
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// Returns the title and the makers of a book, which the volumes of a work have in common.
  static func work(_ entry: BibTeXFile.Entry) -> [String] { [entry["title"], entry["author", "editor"]] }

  /// - Parameter isVolume: whether other volumes in the file have the same title, which is then also the series.
  static func draft(
    _ entry: BibTeXFile.Entry, isVolume: Bool, _ options: ImportOptions, _ batch: inout SourceBatch
  ) -> Draft {
    func text(_ name: String) -> String {
      HTMLText.decodingEntities(HTMLText.withoutMarks(LaTeXText.plain(entry[name])))
    }
    var title = text("title")
    let whole = text("booktitle")
    let mapped = Set(options.maps.map { $0.column.lowercased() })
    if title.isEmpty {
      title = whole
    } else if !whole.isEmpty, whole != title, !mapped.contains("booktitle") {
      batch.leaveOut(column: "booktitle")
    }
    let subtitle = text("subtitle")
    if !subtitle.isEmpty { title += ": " + subtitle }
    var people = People()
    people.add(batch.names(in: BibTeXNames.read(entry["author"])))
    for (field, role) in roles {
      // `editortype` may state the role more precisely.
      let said = ContributorRole(called: entry[field + "type"]) ?? role
      let names = batch.names(in: BibTeXNames.read(entry[field]))
      people.add(names.map { Contributor(name: $0, role: said.rawValue) })
    }
    people.nameByEditors()
    var draft = Draft(book: entry.key, title, people.authors, from: "bibtex", line: entry.line)
    draft.set(people)
    let aliases = entry["ids"].split(separator: ",").map { "bibtex:" + $0.trimmed }
    draft.sources += aliases.filter { $0 != "bibtex:" && !draft.sources.contains($0) }
    var (name, series) = SeriesName.withoutVolume(title: title, series: text("series"))
    if series.isEmpty, isVolume, !entry["volume"].isEmpty { series = name }
    draft.set(.title, name)
    if !series.isEmpty { draft.set(.series, SeriesName.joined(series, LaTeXText.plain(place(entry)))) }
    leaveOut(of: entry, !series.isEmpty, mapped, &batch)
    batch.setISBN([entry["isbn"]], "isbn", line: entry.line, in: &draft)
    let publisher = LaTeXText.plain(entry["publisher", "school", "institution", "organization"])
    draft.set(.publisher, HTMLText.decodingEntities(publisher))
    setDates(of: entry, in: &draft, &batch)
    draft.set(.edition, text("edition"))
    draft.set(.place, LaTeXText.plain(entry["address", "location"]))
    draft.set(.originalTitle, text("origtitle"))
    let thesis = ThesisType(bibtex: entry.type)
    if let thesis { draft.set(.format, thesis.format(stated: text("type"))) }
    draft.set(.pages, pages(entry, &batch))
    draft.set(.language, LaTeXText.plain(entry["language", "langid"]))
    draft.set(.synopsis, HTMLText.plain(LaTeXText.lines(entry["abstract"])))
    draft.append(.notes, paragraph: LaTeXText.lines(entry["note"]))
    draft.append(.notes, paragraph: LaTeXText.lines(entry["annote", "annotation"]))
    let keywords = draft.setStatus(
      fromTags: FieldMapping.list(LaTeXText.plain(entry["keywords", "keyword"]), separators: [";"]))
    if options.takesShelves { draft.add(.genres, keywords) }
    if entry["author"].lowercased().hasSuffix(" and others") {
      batch.note("“and others”: the file does not list all authors", line: entry.line)
    }
    for macro in entry.undefined {
      batch.note("the macro “\(CleanText.short(macro))” is not defined; its name is used", line: entry.line)
    }
    FieldMapping.setMapped(options, in: &draft, line: entry.line, &batch) { [text($0.lowercased())] }
    var keys = self.keys
    for (name, field) in options.maps { keys[field, default: []].append(name.lowercased()) }
    draft.leaveAbsentOpen(keys) { name in entry.fields.contains { $0.name == name } }
    for (name, value) in entry.fields where !known.contains(name) && !mapped.contains(name) && !value.trimmed.isEmpty {
      if name == "type", thesis != nil { continue }
      batch.leaveOut(column: name)
    }
    return draft
  }

  /// Sets the year of first publication and the date of the edition, which are the same unless the entry has an
  /// `origdate` or an `origyear`.
  private static func setDates(of entry: BibTeXFile.Entry, in draft: inout Draft, _ batch: inout SourceBatch) {
    /// A tilde is a space in LaTeX, but at the end of a date, it means that the date is only approximate.
    func date(_ text: String) -> String { LaTeXText.plain(text) + (text.trimmed.hasSuffix("~") ? "~" : "") }
    let first = date(entry["origdate", "origyear"])
    let published = date(entry["date", "year"])
    if first.isEmpty {
      let column = entry["year"].isEmpty ? "date" : "year"
      draft.set(.year, batch.year(date(entry[column]), column, line: entry.line))
      return
    }
    draft.set(.year, batch.year(first, "origdate", line: entry.line))
    if published.isEmpty { return }
    if YearText.isRough(published) {
      return draft.set(.editionDate, batch.year(published, "date", line: entry.line))
    }
    let day = batch.day(published, "date", line: entry.line)?.description
    draft.set(.editionDate, day ?? batch.year(published, "date", line: entry.line))
  }

  /// Returns the position in a series.
  ///
  /// The volume of a book with a `maintitle` is its position in that work.
  private static func place(_ entry: BibTeXFile.Entry) -> String {
    entry["maintitle"].isEmpty ? entry["number", "volume"] : entry["number"]
  }

  /// The names of shelf's fields in BibTeX, if they differ.
  private static let keys: [FieldHandle: [String]] = [
    .author: ["author", "editor"], .contributors: roles.map(\.field),
    .publisher: ["publisher", "school", "institution", "organization"],
    .year: ["year", "date", "origdate", "origyear"], .editionDate: ["date", "year"], .place: ["address", "location"],
    .originalTitle: ["origtitle"], .pages: ["pagetotal"], .language: ["language", "langid"], .synopsis: ["abstract"],
    .notes: ["note", "annote", "annotation"], .genres: ["keywords", "keyword"],
  ]

  /// Reports values that were omitted because another value of the entry takes precedence.
  ///
  /// - Parameter mapped: the names of BibTeX fields that the user mapped to fields of the library.
  private static func leaveOut(
    of entry: BibTeXFile.Entry, _ isSeries: Bool, _ mapped: Set<String>, _ batch: inout SourceBatch
  ) {
    func leaveOut(_ names: [String], after first: Int) {
      for name in names.filter({ !entry[$0].isEmpty }).dropFirst(first) where !mapped.contains(name) {
        batch.leaveOut(column: name)
      }
    }
    leaveOut(["number", "volume"], after: isSeries && !place(entry).isEmpty ? 1 : 0)
    leaveOut(["publisher", "school", "institution", "organization"], after: 1)
    let hasOtherPages = entry["pagetotal"].isEmpty ? isRange(entry["pages"]) : !entry["pages"].isEmpty
    if hasOtherPages, !mapped.contains("pages") {
      batch.leaveOut(column: "pages")
    }
    for (index, field) in entry.fields.enumerated() where known.contains(field.name) && !field.value.trimmed.isEmpty {
      let isRepeated = entry.fields[..<index].contains { $0.name == field.name && !$0.value.trimmed.isEmpty }
      if isRepeated { batch.leaveOut(column: field.name) }
    }
  }

  private static func isRange(_ pages: String) -> Bool { SourceBatch.isRange(LaTeXText.plain(pages)) }

  private static let known = Set([
    "title", "subtitle", "booktitle", "author", "series", "number", "volume", "isbn", "publisher", "school",
    "institution", "organization", "year", "date", "origdate", "origyear", "edition", "address", "location",
    "origtitle", "pages", "pagetotal", "language", "langid", "abstract", "note",
    "annote", "annotation", "keywords", "keyword", "editortype", "ids",
  ]).union(roles.map(\.field))

  /// The fields for contributors, with their names in biblatex and in shelf's own exports.
  private static let roles: [(field: String, role: ContributorRole)] =
    ContributorRole.allCases.map { ($0.rawValue, $0) } + [("annotator", .commentator)]

  /// Returns the number of pages of a whole book, or nil for the pages of a part.
  private static func pages(_ entry: BibTeXFile.Entry, _ batch: inout SourceBatch) -> String? {
    let total = LaTeXText.plain(entry["pagetotal"])
    if !total.isEmpty { return batch.pages(total, "pagetotal", line: entry.line) }
    if isRange(entry["pages"]) { return nil }
    return batch.pages(LaTeXText.plain(entry["pages"]), "pages", line: entry.line)
  }
}
