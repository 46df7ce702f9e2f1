import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The exports of librarything.com: JSON, and a table with tabs and without quotation marks.
  static let librarything = ImportFormat(
    name: "librarything", title: "LibraryThing export",
    takes: "books with collections, tags, ratings and reviews (JSON or TSV)",
    origin: "librarything.com > More > Import/Export",
    recognizes: { probe in
      probe.has("Book Id", "Title", "Primary Author")
        || probe.first == "{" && probe.contains("\"books_id\"") && probe.contains("\"title\"")
    },
    read: { file, options, batch throws(SourceError) in
      if SourceProbe(file).first == "{" { return try LibraryThing.readJSON(file, options, &batch) }
      try TableSource.read(
        file, options, into: &batch, separator: 0x09, isQuoted: false, hasMARC8: true, fields: LibraryThing.fields
      ) { row, batch in
        let media = row["Media"]
        guard LibraryThing.isFilm(media) else { return LibraryThing.draft(row, options, &batch) }
        batch.skip("an entry of the type \(media), not a book", line: row.line)
        return nil
      }
    })
}

/// Books of LibraryThing's exports.
private enum LibraryThing {
  // MARK: - The table

  static func isFilm(_ media: String) -> Bool {
    let media = media.lowercased()
    return ["dvd", "blu-ray", "vhs", "video"].contains { media.hasPrefix($0) }
  }

  static let fields: FieldColumns = [
    .title: ["Title"], .author: ["Primary Author", "Secondary Author"],
    .contributors: ["Secondary Author", "Secondary Author Roles"], .isbn: ["ISBN>ISBNs"],
    .rating: ["Rating"], .year: ["Date"], .publisher: ["Publication"], .format: ["Media"], .pages: ["Page Count"],
    .language: ["Languages|Language"], .dateAdded: ["Entry Date"], .review: ["Review"],
    .notes: ["Comment|Comments", "Private Comment|Private Comments"], .status: ["Collections", "Tags"],
    .genres: ["Collections", "Tags"], .dateStarted: ["Date Started"], .dateCompleted: ["Date Read", "Collections"],
    .readings: ["Date Started", "Date Read", "Collections"],
  ]

  static func draft(_ row: TableSource.Row, _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft? {
    func text(_ names: String...) -> String {
      for name in names {
        let text = row[name].replacing("[return]", with: "\n").trimmed
        if !text.isEmpty { return text }
      }
      return ""
    }
    func bare(_ name: String) -> String { row[name].filter { !"[]".contains($0) }.trimmed }
    row.know("Sort Character", "Summary")
    let id = SourceBatch.number(row["Book Id"])
    let title = CleanText.collapse(text("Title"))
    let roles = row["Secondary Author Roles"].split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
    var people = People()
    people.add(PersonName.read(row["Primary Author"], .turned).names)
    for (index, name) in row["Secondary Author"].split(separator: "|").enumerated() {
      people.add(PersonName.read(String(name), .turned).names, role: index < roles.count ? roles[index] : "")
    }
    let authors = people.authors
    var draft = Draft(.book, key: id.isEmpty ? SourceKey.book(title, authors) : id)
    if !id.isEmpty { draft.sources = ["librarything:\(id)"] }
    draft.set(.title, title)
    draft.set(people)
    batch.setISBN([bare("ISBN"), bare("ISBNs")], "ISBN", line: row.line, in: &draft)
    draft.set(.rating, batch.rating(row["Rating"], "Rating", line: row.line))
    draft.set(.year, batch.year(row["Date"], "Date", line: row.line))
    let publication = row["Publication"]
    draft.set(.publisher, publisher(publication))
    draft.set(.format, row["Media"])
    draft.set(.pages, batch.pages(row["Page Count"], "Page Count", line: row.line))
    draft.set(.language, languages(row["Languages", "Language"].split(separator: ",").map(\.trimmed)))
    draft.set(.dateAdded, batch.date(bare("Entry Date"), "Entry Date", line: row.line))
    draft.set(.review, HTMLText.plain(text("Review")))
    draft.append(.notes, paragraph: HTMLText.plain(text("Comment", "Comments")))
    draft.append(.notes, paragraph: HTMLText.plain(text("Private Comment", "Private Comments")))
    let collections = row["Collections"].split(separator: ",").map(\.trimmed)
    let tags = row["Tags"].split(separator: ",").map(\.trimmed)
    set(
      collections, tags, started: days([row["Date Started"]], "Date Started", row.line, &batch),
      ended: days([row["Date Read"]], "Date Read", row.line, &batch), options, in: &draft)
    return draft
  }

  // MARK: - JSON

  static func readJSON(_ file: SourceFile, _ options: ImportOptions, _ batch: inout SourceBatch) throws(SourceError) {
    let value = try batch.json(file)
    batch.rejects.form = .object
    var books = value.members.map { (key: $0.key, value: $0.value, line: $0.line) }
    // A record alone, which is in no object.
    if value["title"]?.text != nil { books = [(key: "", value: value, line: 1)] }
    for member in books {
      batch.begin()
      guard member.value.isObject else {
        batch.reject("not a book", line: member.line, value: member.value)
        continue
      }
      let draft = draft(member.key, member.value, member.line, options, &batch)
      if draft[.title].isEmpty {
        // A record without its number is known by the key that it is under.
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
    draft.sources = ["librarything:\(id)"]
    draft.line = line
    draft.set(.title, HTMLText.decodingEntities(CleanText.collapse(text("title"))))
    var people = People()
    let authors = book["authors"]
    for person in (authors?.items.map(\.value) ?? []) + (authors?.members.map(\.value) ?? []) {
      guard let name = person["fl"]?.text ?? person["lf"]?.text.map(PersonName.turned) else { continue }
      people.add([name], role: person["role"]?.text ?? "")
    }
    if people.isEmpty { people.add(PersonName.read(text("primaryauthor"), .turned).names) }
    // The first of them is whom it is known by, whatever he did.
    people.nameByFirst()
    draft.set(people)
    let numbers = (book["isbn"]?.texts ?? []) + (book["ean"]?.texts ?? []) + [text("originalisbn")]
    batch.setISBN(numbers, "isbn", line: line, in: &draft)
    draft.set(.rating, batch.rating(text("rating"), "rating", line: line))
    draft.set(.year, batch.year(text("date"), "date", line: line))
    draft.set(.publisher, publisher(text("publication")))
    draft.set(.pages, batch.pages(text("pages"), "pages", line: line))
    draft.set(.language, languages(book["language"]?.texts ?? []))
    draft.set(.format, book["format"]?.items.first?.value["text"]?.text)
    draft.set(.series, book["series"]?.texts ?? [])
    draft.set(.dateAdded, batch.date(text("entrydate"), "entrydate", line: line))
    draft.set(.review, HTMLText.plain(text("review")))
    draft.append(.notes, paragraph: HTMLText.plain(text("comment")))
    draft.append(.notes, paragraph: HTMLText.plain(text("privatecomment")))
    set(
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

  /// The keys of records that tell of fields which are called otherwise.
  private static let keys: [FieldHandle: [String]] = [
    .author: ["authors", "primaryauthor"], .isbn: ["isbn", "ean", "originalisbn"], .year: ["date"],
    .publisher: ["publication"], .dateAdded: ["entrydate"], .notes: ["comment", "privatecomment"],
    .genres: ["collections", "tags"], .status: ["collections", "tags"], .dateStarted: ["datestarted"],
    .dateCompleted: ["dateread"], .readings: ["dateread"],
  ]

  // MARK: - Both

  private static func set(
    _ collections: [String], _ tags: [String], started: [String], ended: [String], _ options: ImportOptions,
    in draft: inout Draft
  ) {
    var labels =
      collections.filter { !$0.isEmpty && ReadingStatus($0) == nil } + tags.filter { ReadingStatus($0) == nil }
    let named = (collections + tags).compactMap { ReadingStatus($0) }
    // "Your library" says only that the book is there.
    let status =
      named.first { $0 != .onShelf } ?? (!ended.isEmpty ? .completed : !started.isEmpty ? .inProgress : named.first)
    // Of several readings only the last began on the last of the days.
    let earlier = ended.dropLast().enumerated().map { index, day in
      "\(started.count == ended.count ? started[index] : "")/\(day)"
    }
    draft.setReading(status, started: started.last, ended: ended.last, earlier: earlier)
    labels.removeAll { $0.isEmpty || $0 == "Your library" }
    if options.takesShelves { draft.add(.genres, labels) }
  }

  /// Returns the days of cells, which may hold several, in their order.
  private static func days(
    _ texts: [String], _ column: String, _ line: Int, _ batch: inout SourceBatch
  ) -> [String] {
    texts.flatMap { $0.split { ",;|".contains($0) } }.map { $0.filter { !"[]".contains($0) }.trimmed }
      .compactMap { batch.date($0, column, line: line) }.sorted()
  }

  private static func languages(_ names: [String]) -> String {
    names.filter { !["All", "Multiple languages", ""].contains($0) }.joined(separator: ", ")
  }

  /// Returns the publisher of `Dover (1971), Edition: 1st, Paperback, 278 pages`.
  private static func publisher(_ publication: String) -> String {
    if publication.hasPrefix("(") { return "" }
    if publication.contains(" (") { return publication.range(before: " (").trimmed }
    // As libraries write it, `Burbank, CA : Warner Home Video, c2004.`, or without a year, `Forgotten Books, Ebook`.
    let isPublisher = { (part: String) in
      part.wholeMatch(
        of: /(?i)Edition: .*|\d+ pages|(e-?|audio|board )?book|kindle.*|.*paperback|.*hardcover|.*binding/)
        == nil
    }
    let parts = publication.replacing(/,?\s*[\[(c©]*\d{4}\]?\.?$/, with: "").split(separator: ",").map(\.trimmed)
    return parts.filter(isPublisher).joined(separator: ", ")
  }
}
