import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// Calibre's data: its database, the OPF file next to each book, and the output of `calibredb list --for-machine`.
  static let calibre = ImportFormat(
    name: "calibre", title: "Calibre library",
    summary:
      "books and annotations (the library's folder, metadata.db, OPF files, calibredb's JSON, catalogues as CSV); custom columns with --map",
    origin: "the folder of the Calibre library, or `calibredb list --for-machine --fields all`",
    recognizes: { probe in
      if probe.isDatabase { return CalibreDatabase.recognizes(probe.file) }
      if GenericList.isCatalogue(probe.firstRow) { return true }
      if probe.isJSON || probe.contains("\n[") { return CalibreList.recognizes(probe) }
      return CalibrePackage.recognizes(probe)
    },
    firstSign: { probe in
      let isList = !probe.isJSON && !GenericList.isCatalogue(probe.firstRow) && probe.contains("\n[")
      return isList ? probe.line(of: "\n[") + 1 : probe.headerLine
    },
    read: { file, options, batch throws(SourceError) in
      let probe = SourceProbe(file)
      if probe.isDatabase { return try CalibreDatabase(file).read(options, into: &batch) }
      if GenericList.isCatalogue(probe.firstRow) {
        return try GenericList.readTable(file, probe.firstRow, options, into: &batch)
      }
      if probe.first == "<" { return try CalibrePackage.read(file, options, into: &batch) }
      try CalibreList.read(file, options, into: &batch)
    })
}

/// A book from any of Calibre's formats.
///
/// The database, the OPF files and the output of `calibredb` contain the same values in different layouts. The code for
/// each of them fills in this structure, and `draft` does the rest. A book has the same UUID in all formats, so it
/// becomes the same record whichever format is imported. The database is the original (see `Draft.isPrimary`).
struct CalibreBook {
  var uuid = ""
  var title = ""
  var people = People()
  var series: (name: String, index: String)?
  /// The rating, out of ten.
  var rating = ""
  var tags: [String] = []
  var publisher = ""
  var languages: [String] = []
  var formats: [String] = []
  var added = ""
  var published = ""
  /// The description, in HTML.
  var comments = ""
  var identifiers: [(type: String, value: String)] = []

  /// Returns the draft of the book, with values converted to shelf's form.
  func draft(_ options: ImportOptions, _ batch: inout SourceBatch, line: Int?) -> Draft {
    var draft = Draft(book: uuid, title, people.authors, from: "calibre", line: line)
    draft.set(.title, CleanText.collapse(title))
    draft.set(people)
    if let series { draft.set(.series, batch.series(series.name, series.index, "series_index", line: line)) }
    draft.set(.rating, batch.rating(rating, "rating", line: line, scale: 10))
    if options.takesShelves { draft.add(.genres, tags) }
    draft.set(.publisher, publisher)
    draft.set(.language, languages.filter { $0 != "und" }.joined(separator: ", "))
    draft.set(.format, formats.joined(separator: ", "))
    draft.set(.dateAdded, CalibreBook.isUnknown(added) ? nil : batch.date(added, "timestamp", line: line))
    draft.set(
      .year,
      CalibreBook.isUnknown(published) ? nil : batch.year(published, "pubdate", line: line))
    draft.set(.synopsis, HTMLText.plain(comments))
    batch.setISBN(identifiers.filter { CalibreBook.isISBN($0.type) }.map(\.value), "isbn", line: line, in: &draft)
    for (type, value) in identifiers where !value.isEmpty && !CalibreBook.isISBN(type) {
      switch type {
      case "calibre", "uuid": break
      case "uri", "url": batch.leaveOut(column: type)
      default: draft.sources.append(CalibreBook.source(type, value))
      }
    }
    return draft
  }

  /// Returns whether identifiers of a type are ISBNs. Several names for this type are in use.
  private static func isISBN(_ type: String) -> Bool {
    ["isbn", "isbn10", "isbn13"].contains(type.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// Returns the source for an identifier from another program.
  static func source(_ type: String, _ value: String) -> String {
    let isAmazon = type.hasPrefix("amazon") || type == "mobi-asin" || type == "asin"
    // LibraryThing has separate numbers for works and for members' books. Its own exports contain those of books.
    let name = isAmazon ? "amazon" : type == "librarything" ? "librarything-work" : type
    return "\(name):\(value)"
  }

  /// Returns whether a date is missing. Calibre writes a date in the year 101 for a missing one.
  private static func isUnknown(_ text: String) -> Bool {
    text.isEmpty || text.hasPrefix("0101-") || text.hasPrefix("0100-")
  }

  /// Returns the names in text that Calibre treats as a single author.
  ///
  /// If the text contains a comma, which Calibre's database stores as a bar, it may contain two names.
  static func names(_ author: String, line: Int?, _ batch: inout SourceBatch) -> [String] {
    let text = author.replacing("|", with: ", ")
    // `夏目| 漱石` is a single name, but `沈迈克| 马若德` is not.
    let isOne = NameWords.isEastAsian(text) && PersonName.found(turned: text).people.first?.sortForm != nil
    return batch.authors(text, isOne ? .turned : .any, line: line).filter { !PersonName.isNobody($0) }
  }

  /// Reads the authors of a book and their sort forms. Calibre computes a sort form if the user does not enter one.
  static func authors(
    _ authors: [(name: String, sort: String)], line: Int?, _ batch: inout SourceBatch
  ) -> [String] {
    authors.flatMap { author in
      let names = names(author.name, line: line, &batch)
      if names.count == 1 { batch.note(sortForm: author.sort.replacing("|", with: ", "), of: names[0]) }
      return names
    }
  }

  /// Pairs the authors with the parts of a book's `author_sort`. The sort forms are empty if the numbers differ.
  static func pairs(_ names: [String], sorts: String) -> [(name: String, sort: String)] {
    let sorts = sorts.split(separator: "&").map(\.trimmed)
    return zip(names, sorts.count == names.count ? sorts : names.map { _ in "" }).map { ($0, $1) }
  }

  /// Returns the names in text with several authors. Calibre writes `&` between them, and `&&` for an ampersand in a
  /// name.
  static func people(_ text: String, sorts: String = "", line: Int?, _ batch: inout SourceBatch) -> [String] {
    let mark = "\u{1F}"
    let names = text.replacing("&&", with: mark).split(separator: "&").map { $0.replacing(mark, with: "&").trimmed }
    return PersonName.distinct(authors(pairs(names, sorts: sorts), line: line, &batch))
  }
}

/// The list of books that `calibredb` prints as JSON.
private enum CalibreList {
  static func recognizes(_ probe: SourceProbe) -> Bool {
    probe.contains("\"authors\"") && probe.contains("\"title\"")
      && (probe.contains("\"author_sort\"") || probe.contains("\"uuid\""))
  }

  private static let columns: [SourceColumn] = [
    SourceColumn("title", tells: .title), SourceColumn("authors", tells: .author),
    SourceColumn("series", tells: .series), SourceColumn("rating", tells: .rating),
    SourceColumn("tags", tells: .genres),
    SourceColumn("publisher", tells: .publisher), SourceColumn("languages", tells: .language),
    SourceColumn("formats", tells: .format), SourceColumn("timestamp", tells: .dateAdded),
    SourceColumn("pubdate", tells: .year), SourceColumn("comments", tells: .synopsis),
    SourceColumn("identifiers", "isbn", tells: .isbn),
  ]
  private static let fields = FieldColumns(columns)

  /// The keys that become fields, or that describe the library rather than the book.
  private static let known = Set(columns.flatMap(\.names)).union([
    "series_index", "uuid", "id", "author_sort", "author_link_map", "sort", "title_sort", "cover", "last_modified",
    "size", "template", "library_name", "ondevice", "marked", "au_map", "path", "formats_list",
  ])

  static func read(_ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch) throws(SourceError) {
    let items = try batch.json(file).items
    batch.rejects.form = .array(open: "[", close: "]")
    // If no book has a field, the user did not request it from calibredb.
    let keys = Set(items.flatMap { $0.value.members.map(\.key) })
    for item in items {
      batch.begin()
      let value = item.value
      func text(_ key: String) -> String { value[key]?.text ?? "" }
      var book = CalibreBook()
      book.uuid = text("uuid")
      book.title = text("title")
      book.people.add(
        value["authors"]?.isArray == true
          ? CalibreBook.authors(
            CalibreBook.pairs(value["authors"]?.texts ?? [], sorts: text("author_sort")), line: item.line, &batch)
          : CalibreBook.people(text("authors"), sorts: text("author_sort"), line: item.line, &batch))
      if !text("series").isEmpty { book.series = (text("series"), text("series_index")) }
      book.rating = text("rating")
      book.tags = value["tags"]?.isArray == true ? value["tags"]?.texts ?? [] : FieldMapping.list(text("tags"))
      book.publisher = text("publisher")
      book.languages =
        value["languages"]?.isArray == true ? value["languages"]?.texts ?? [] : FieldMapping.list(text("languages"))
      book.formats = (value["formats"]?.texts ?? []).compactMap {
        $0.split(separator: ".").last.map { $0.uppercased() }
      }
      book.added = text("timestamp")
      book.published = text("pubdate")
      book.comments = text("comments")
      book.identifiers = (value["identifiers"]?.members ?? []).map { ($0.key, $0.value.text ?? "") }
      if !text("isbn").isEmpty { book.identifiers.insert(("isbn", text("isbn")), at: 0) }
      var draft = book.draft(options, &batch, line: item.line)
      for member in value.members
      where !known.contains(member.key) && !member.value.isBlank && !"*#".contains(member.key.first ?? " ") {
        batch.leaveOut(column: member.key)
      }
      let columns = value.members.filter { $0.key.hasPrefix("*") || $0.key.hasPrefix("#") }
      // For example, `*saga_index` contains the position in the series named by `*saga`.
      func isPlace(_ key: String) -> Bool {
        key.hasSuffix("_index") && columns.contains { $0.key == key.dropLast("_index".count) }
      }
      for column in columns {
        let own = CalibreColumn(
          label: "#" + column.key.dropFirst(), texts: column.value.texts, places: [text(column.key + "_index")],
          isList: column.value.isArray)
        if let field = options.maps.first(where: { $0.column == own.label })?.field {
          own.set(field, in: &draft, line: item.line, &batch)
        } else if !own.texts.isEmpty, !isPlace(column.key) {
          batch.leaveOut(column: own.label)
        }
      }
      fields.markIncomplete(&draft, unread: batch.unread, has: keys.contains)
      if draft[.title].isEmpty {
        batch.reject("no title", line: item.line, value: item.value)
      } else {
        batch.add(draft)
      }
    }
  }
}
