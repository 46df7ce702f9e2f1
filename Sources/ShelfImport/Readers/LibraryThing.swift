import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The exports of librarything.com: JSON, and a table with tabs and without quotation marks.
  static let librarything = ImportFormat(
    name: "librarything", title: "LibraryThing export",
    summary: "books with collections, tags, ratings and reviews (JSON or TSV)",
    origin: "librarything.com > More > Import/Export",
    recognizes: { probe in
      probe.has("Book Id", "Title", "Primary Author")
        || probe.first == "{" && probe.contains("\"books_id\"") && probe.contains("\"title\"")
    },
    read: { file, options, batch throws(SourceError) in
      if SourceProbe(file).first == "{" {
        try options.refuseMaps(file, "shelf knows the meaning of its keys")
        return try LibraryThing.readJSON(file, options, &batch)
      }
      let table = TableSource(columns: LibraryThing.columns, separator: 0x09, isQuoted: false, hasMARC8: true)
      try table.read(file, options, into: &batch) { row, batch in LibraryThing.draft(row, &batch) }
    })
}

/// Books in LibraryThing's exports.
///
/// Both exports contain the same values under different names: the table in columns, and JSON in an object for each
/// book. A book has no separate status. The status follows from a collection or tag with the name of a status, or else
/// from the reading dates. All other collections and tags become genres.
private enum LibraryThing {
  // MARK: - The table

  static let columns: [ImportColumn] = [
    ImportColumn("Title", tells: .title), ImportColumn("Primary Author", tells: .author),
    ImportColumn("Secondary Author", tells: .author, .contributors),
    ImportColumn("Secondary Author Roles", tells: .contributors),
    ImportColumn("ISBN", else: ["ISBNs"], sets: .isbn), ImportColumn("Rating", sets: .rating),
    ImportColumn("Date", sets: .year), ImportColumn("Publication", sets: .publisher) { publisher($0) },
    ImportColumn("Media", sets: .format), ImportColumn("Page Count", sets: .pages),
    ImportColumn("Languages", "Language", sets: .language) { languages($0.split(separator: ",").map(\.trimmed)) },
    ImportColumn("Entry Date", tells: .dateAdded) { text, row, draft, batch in
      let day = text.filter { !"[]".contains($0) }.trimmed
      draft.set(.dateAdded, batch.date(day, "Entry Date", line: row.line))
    },
    ImportColumn("Review", sets: .review) { HTMLText.plain(lines($0)) },
    ImportColumn("Comment", "Comments", sets: .notes) { HTMLText.plain(lines($0)) },
    ImportColumn("Private Comment", "Private Comments", sets: .notes) { HTMLText.plain(lines($0)) },
    ImportColumn("Collections", tells: .status, .genres, .dateCompleted, .readings) { text, row, draft, batch in
      setReading(
        text.split(separator: ",").map(\.trimmed), row["Tags"].split(separator: ",").map(\.trimmed),
        started: days([row["Date Started"]], "Date Started", row.line, &batch),
        ended: days([row["Date Read"]], "Date Read", row.line, &batch), row.options, in: &draft)
    },
    ImportColumn("Tags", tells: .status, .genres), ImportColumn("Date Started", tells: .dateStarted, .readings),
    ImportColumn("Date Read", tells: .dateCompleted, .readings),
  ]

  static func draft(_ row: TableSource.Row, _ batch: inout SourceBatch) -> Draft? {
    let media = row["Media"]
    if ["dvd", "blu-ray", "vhs", "video"].contains(where: { media.lowercased().hasPrefix($0) }) {
      batch.skip("an entry of the type \(media), not a book", line: row.line)
      return nil
    }
    row.know("Sort Character", "Summary")
    let id = SourceBatch.number(row["Book Id"])
    let title = CleanText.collapse(lines(row["Title"]))
    let roles = row["Secondary Author Roles"].split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
    var people = People()
    people.add(batch.authors(row["Primary Author"], .turned, line: row.line))
    for (index, name) in row["Secondary Author"].split(separator: "|").enumerated() {
      people.add(batch.authors(String(name), .turned, line: row.line), role: index < roles.count ? roles[index] : "")
    }
    var draft = Draft(book: id, title, people.authors, from: "librarything")
    draft.set(.title, title)
    draft.set(people)
    return draft
  }

  /// Restores the line breaks in a cell, which the export writes as `[return]`.
  private static func lines(_ text: String) -> String { text.replacing("[return]", with: "\n").trimmed }

  // MARK: - JSON

  static func readJSON(_ file: SourceFile, _ options: ImportOptions, _ batch: inout SourceBatch) throws(SourceError) {
    let value = try batch.json(file)
    batch.rejects.form = .object
    var books = value.members.map { (key: $0.key, value: $0.value, line: $0.line) }
    // The file may be a single record that is not in an object.
    if value["title"]?.text != nil { books = [(key: "", value: value, line: 1)] }
    for member in books {
      batch.begin()
      guard member.value.isObject else {
        batch.reject("not a book", line: member.line, value: member.value)
        continue
      }
      let draft = draft(member.key, member.value, member.line, options, &batch)
      if draft[.title].isEmpty {
        // A record without a number is identified by its key.
        let number = JSONValue.Member(key: "books_id", value: .text(member.key), line: member.line)
        let isKnown = member.value["books_id"] != nil || member.key.isEmpty
        let value = isKnown ? member.value : .object([number] + member.value.members)
        batch.reject("no title", line: member.line, value: value)
      } else {
        batch.add(draft)
      }
    }
  }

  private static func draft(
    _ id: String, _ book: JSONValue, _ line: Int, _ options: ImportOptions, _ batch: inout SourceBatch
  ) -> Draft {
    func text(_ key: String) -> String { book[key]?.text?.trimmed ?? "" }
    let id = book["books_id"]?.text ?? id
    var draft = Draft(.book, key: id)
    func set(_ field: FieldHandle, _ key: String) { batch.set(field, [text(key)], key, line: line, in: &draft) }
    draft.sources = ["librarything:\(id)"]
    draft.line = line
    draft.set(.title, HTMLText.decodingEntities(CleanText.collapse(text("title"))))
    var people = People()
    let authors = book["authors"]
    for person in (authors?.items.map(\.value) ?? []) + (authors?.members.map(\.value) ?? []) {
      let role = person["role"]?.text ?? ""
      guard let name = person["fl"]?.text else {
        people.add(batch.names(in: [PersonName.found(turned: person["lf"]?.text ?? "")]), role: role)
        continue
      }
      if let form = person["lf"]?.text { batch.note(sortForm: form, of: name) }
      people.add([name], role: role)
    }
    if people.isEmpty { people.add(batch.authors(text("primaryauthor"), .turned, line: line)) }
    // The book is known by the first person, regardless of that person's role.
    people.nameByFirst()
    draft.set(people)
    let numbers = (book["isbn"]?.texts ?? []) + (book["ean"]?.texts ?? []) + [text("originalisbn")]
    batch.setISBN(numbers, "isbn", line: line, in: &draft)
    set(.rating, "rating")
    set(.year, "date")
    draft.set(.publisher, publisher(text("publication")))
    set(.pages, "pages")
    draft.set(.language, languages(book["language"]?.texts ?? []))
    draft.set(.format, book["format"]?.items.first?.value["text"]?.text)
    draft.set(.series, book["series"]?.texts ?? [])
    set(.dateAdded, "entrydate")
    set(.review, "review")
    set(.notes, "comment")
    set(.notes, "privatecomment")
    setReading(
      book["collections"]?.texts ?? [], book["tags"]?.texts ?? [],
      started: days(book["datestarted"]?.texts ?? [], "datestarted", line, &batch),
      ended: days(book["dateread"]?.texts ?? [], "dateread", line, &batch), options, in: &draft)
    draft.leaveAbsentOpen(keys) { book[$0] != nil }
    for member in book.members where !known.contains(member.key) {
      if !member.value.isBlank { batch.leaveOut(column: member.key) }
    }
    return draft
  }

  private static let known: Set<String> = [
    "books_id", "title", "primaryauthor", "authors", "isbn", "ean", "originalisbn", "rating", "date", "publication",
    "pages", "language", "format", "series", "entrydate", "review", "comment", "privatecomment", "collections", "tags",
    "datestarted", "dateread", "sortcharacter", "public", "primaryauthorrole", "summary",
  ]

  /// The keys of shelf's fields in the export, if they differ.
  private static let keys: [FieldHandle: [String]] = [
    .author: ["authors", "primaryauthor"], .isbn: ["isbn", "ean", "originalisbn"], .year: ["date"],
    .publisher: ["publication"], .dateAdded: ["entrydate"], .notes: ["comment", "privatecomment"],
    .genres: ["collections", "tags"], .status: ["collections", "tags"], .dateStarted: ["datestarted"],
    .dateCompleted: ["dateread"], .readings: ["dateread"],
  ]

  // MARK: - Both

  private static func setReading(
    _ collections: [String], _ tags: [String], started: [String], ended: [String], _ options: ImportOptions,
    in draft: inout Draft
  ) {
    var labels =
      collections.filter { !$0.isEmpty && ReadingStatus($0) == nil } + tags.filter { ReadingStatus($0) == nil }
    let named = (collections + tags).compactMap { ReadingStatus($0) }
    // “Your library” only means that the user has the book, so any other status takes precedence.
    let status =
      named.first { $0 != .onShelf } ?? (!ended.isEmpty ? .completed : !started.isEmpty ? .inProgress : named.first)
    // The dates of several readings can be paired only if there are as many start dates as end dates.
    let earlier = ended.dropLast().enumerated().map { index, day in
      "\(started.count == ended.count ? started[index] : "")/\(day)"
    }
    draft.setReading(status, started: started.last, ended: ended.last, earlier: earlier)
    labels.removeAll { $0.isEmpty || $0 == "Your library" }
    if options.takesShelves { draft.add(.genres, labels) }
  }

  /// Returns the dates in text values, sorted. A text may contain several dates.
  private static func days(
    _ texts: [String], _ column: String, _ line: Int, _ batch: inout SourceBatch
  ) -> [String] {
    texts.flatMap { $0.split { ",;|".contains($0) } }.map { $0.filter { !"[]".contains($0) }.trimmed }
      .compactMap { batch.date($0, column, line: line) }.sorted()
  }

  private static func languages(_ names: [String]) -> String {
    names.filter { !["All", "Multiple languages", ""].contains($0) }.joined(separator: ", ")
  }

  /// Returns the publisher from `Dover (1971), Edition: 1st, Paperback, 278 pages`.
  private static func publisher(_ publication: String) -> String {
    if publication.hasPrefix("(") { return "" }
    if publication.contains(" (") { return publication.range(before: " (").trimmed }
    // Library catalogues write `Burbank, CA : Warner Home Video, c2004.`, and some books have no year:
    // `Forgotten Books, Ebook`.
    let isPublisher = { (part: String) in
      part.wholeMatch(
        of: /(?i)Edition: .*|\d+ pages|(e-?|audio|board )?book|kindle.*|.*paperback|.*hardcover|.*binding/)
        == nil
    }
    let parts = publication.replacing(/,?\s*[\[(c©]*\d{4}\]?\.?$/, with: "").split(separator: ",").map(\.trimmed)
    return parts.filter(isPublisher).joined(separator: ", ")
  }
}
