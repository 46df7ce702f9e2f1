import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// Open Library's response about a book, as downloaded with `curl`.
  static let openlibrary = ImportFormat(
    name: "openlibrary", title: "Open Library response",
    summary: "books by ISBN (the JSON of /isbn/N.json and /api/books), editions and searches",
    origin: "curl -L https://openlibrary.org/isbn/9780306406157.json",
    recognizes: { probe in
      probe.isJSON
        && (probe.contains("/type/edition") || probe.contains("\"openlibrary\"") && probe.contains("\"title\"")
          || probe.contains("\"key\"") && probe.contains("/books/OL")
          || probe.contains("\"docs\"") && probe.contains("/works/OL"))
    },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file, "shelf knows the meaning of its keys")
      let value = try batch.jsonOrLines(file)
      batch.rejects.form = .array(open: "[", close: "]")
      if value.members.isEmpty, value.items.isEmpty {
        throw SourceError("Open Library does not have this book", in: file.path)
      }
      for (book, line) in OpenLibrary.books(value) {
        batch.begin()
        let draft =
          ["author_name", "first_publish_year", "title_suggest", "edition_key"].contains { book[$0] != nil }
          ? OpenLibrary.work(book, line, options, &batch) : OpenLibrary.draft(book, line, options, &batch)
        if draft[.title].isEmpty { batch.reject("no title", line: line, value: book) } else { batch.add(draft) }
      }
    })
}

/// Books in Open Library's responses.
///
/// A response may be an edition, a list of editions, or an object with editions by the requested numbers. Search
/// results are works; values of editions are used only if the work has a single edition. Each API omits some values, so
/// a missing value does not mean that there is none. Values that fields cannot contain are reported as omitted.
private enum OpenLibrary {
  /// Returns the books in a response, or in several responses one after another.
  static func books(_ value: JSONValue, line: Int = 1) -> [(book: JSONValue, line: Int)] {
    if value["title"] != nil || value["key"] != nil { return [(value, line)] }
    if value.isArray { return value.items.flatMap { books($0.value, line: $0.line) } }
    if let list = value["entries"] ?? value["docs"], list.isArray {
      return list.items.map { ($0.value, $0.line) }
    }
    let isKeyed = !value.members.isEmpty && value.members.allSatisfy { $0.value.isObject }
    return isKeyed ? value.members.map { ($0.value["details"] ?? $0.value, $0.line) } : [(value, line)]
  }

  /// Returns the draft for a search result, which is a work with all its editions.
  static func work(
    _ book: JSONValue, _ line: Int, _ options: ImportOptions, _ batch: inout SourceBatch
  ) -> Draft {
    let title = CleanText.collapse(book["title"]?.text ?? book["title_suggest"]?.text ?? "")
    let subtitle = CleanText.collapse(book["subtitle"]?.text ?? "")
    let authors = PersonName.distinct(book["author_name"]?.texts ?? [])
    let id = (book["key"]?.text ?? "").split(separator: "/").last.map(String.init) ?? ""
    var draft = Draft(book: id, title, authors, from: "openlibrary", line: line)
    draft.set(.title, title.isEmpty || subtitle.isEmpty ? title : "\(title): \(subtitle)")
    draft.set(.author, authors)
    draft.set(.year, batch.year(book["first_publish_year"]?.text ?? "", "first_publish_year", line: line))
    if options.takesShelves { draft.add(.genres, (book["subject"]?.texts ?? []).prefix(maxSubjects).map { $0 }) }
    // If there are several editions, it is unknown which one the user has.
    let isOne = book["edition_count"]?.text == "1" || book["edition_key"]?.texts.count == 1
    if isOne {
      batch.setISBN(book["isbn"]?.texts ?? [], "isbn", line: line, in: &draft)
      draft.set(.publisher, book["publisher"]?.texts.first)
      draft.set(.language, book["language"]?.texts.first)
      draft.set(.pages, batch.pages(book["number_of_pages_median"]?.text ?? "", "number_of_pages_median", line: line))
    }
    for member in book.members where !ofASearch.contains(member.key) && !member.value.isBlank {
      if !isOne || !ofOneEdition.contains(member.key) { batch.leaveOut(column: member.key) }
    }
    draft.markEmptyIncomplete()
    return draft
  }

  /// The keys of search results that are mapped to fields or that do not describe the book.
  private static let ofASearch: Set<String> = [
    "title", "title_suggest", "title_sort", "subtitle", "author_name", "author_key", "key", "type", "seed", "text",
    "first_publish_year", "subject", "subject_key", "subject_facet", "publisher_facet", "author_facet", "_version_",
    "last_modified_i", "edition_count", "edition_key", "has_fulltext", "ebook_count_i", "cover_i", "cover_edition_key",
  ]
  private static let ofOneEdition: Set<String> = ["isbn", "publisher", "language", "number_of_pages_median"]

  static func draft(
    _ book: JSONValue, _ line: Int, _ options: ImportOptions, _ batch: inout SourceBatch
  ) -> Draft {
    func names(_ key: String) -> [String] {
      (book[key]?.items ?? []).compactMap { $0.value["name"]?.text ?? $0.value.text }.filter { !$0.hasPrefix("/") }
    }
    /// Returns long text, which may be in an object together with its type.
    func long(_ key: String) -> String { HTMLText.plain(book[key]?["value"]?.text ?? book[key]?.text ?? "") }
    var title = book["title"]?.text ?? ""
    if let subtitle = book["subtitle"]?.text, !subtitle.isEmpty { title += ": " + subtitle }
    let id = (book["key"]?.text ?? "").split(separator: "/").last.map(String.init) ?? ""
    let authors = names("authors")
    var draft = Draft(book: id, title, authors, from: "openlibrary", line: line)
    draft.set(.title, CleanText.collapse(title))
    draft.set(.author, PersonName.distinct(authors.isEmpty ? byStatement(book, line: draft.line, &batch) : authors))
    // A response with a `url` comes from the API that includes the names of any known authors.
    if authors.isEmpty, draft[.author].isEmpty, book["url"] == nil {
      batch.note("the response contains no author; /api/books?bibkeys=ISBN:N&jscmd=data&format=json does", line: line)
    }
    let identifiers = book["identifiers"]
    let numbers = ["isbn_13", "isbn_10"].flatMap { (book[$0]?.texts ?? []) + (identifiers?[$0]?.texts ?? []) }
    batch.setISBN(numbers, "isbn", line: line, in: &draft)
    draft.set(.publisher, names("publishers").first)
    draft.set(.year, batch.year(book["publish_date"]?.text ?? "", "publish_date", line: line))
    draft.set(
      .pages,
      batch.pages(book["number_of_pages"]?.text ?? book["pagination"]?.text ?? "", "number_of_pages", line: line))
    draft.set(.format, book["physical_format"]?.text)
    draft.set(
      .language, book["languages"]?.items.first?.value["key"]?.text?.split(separator: "/").last.map(String.init))
    if let series = book["series"]?.texts.first {
      let parts = series.split(separator: " -- ").map(String.init)
      draft.set(.series, SeriesName.joined(parts[0], parts.count > 1 ? parts[1] : nil))
    }
    draft.set(.synopsis, long("description"))
    draft.append(.notes, paragraph: long("notes"))
    if options.takesShelves { draft.add(.genres, names("subjects").prefix(maxSubjects).map { $0 }) }
    for name in ["goodreads", "librarything", "amazon"] {
      for key in identifiers?[name]?.texts ?? [] { draft.sources.append(CalibreBook.source(name, key)) }
    }
    // Each of the two APIs omits some values that the other has.
    draft.markEmptyIncomplete()
    leaveOut(book, isWholeStatement: !authors.isEmpty, &batch)
    return draft
  }

  /// Reports values that no field corresponds to, and list items beyond the number that a field can contain.
  private static func leaveOut(_ book: JSONValue, isWholeStatement: Bool, _ batch: inout SourceBatch) {
    for member in book.members where !taken.contains(member.key) && !ofThePage.contains(member.key) {
      if !member.value.isBlank { batch.leaveOut(column: member.key) }
    }
    for (key, maximum) in maxItems {
      let count = (book[key]?.items.count ?? 0) - maximum
      if count > 0 { batch.leaveOut(column: key, count: count) }
    }
    if book["number_of_pages"]?.text != nil, book["pagination"]?.text != nil { batch.leaveOut(column: "pagination") }
    let statement = book["by_statement"]?.text ?? ""
    if isWholeStatement ? !statement.isEmpty : statement.contains(";") { batch.leaveOut(column: "by_statement") }
  }

  /// The keys that become fields.
  private static let taken: Set<String> = [
    "title", "subtitle", "key", "authors", "isbn_10", "isbn_13", "identifiers", "publishers", "publish_date",
    "number_of_pages", "pagination", "physical_format", "languages", "series", "description", "notes", "subjects",
    "by_statement",
  ]

  /// The keys that describe the book's page on Open Library rather than the book.
  private static let ofThePage: Set<String> = [
    "type", "revision", "latest_revision", "created", "last_modified", "url", "works",
  ]

  /// The maximum number of items that are used from each list.
  private static let maxItems = ["publishers": 1, "series": 1, "languages": 1, "subjects": maxSubjects]
  private static let maxSubjects = 10

  /// Returns the authors from text such as `by Jane Doe and Ann Roe ; illustrated by Jo Poe`.
  private static func byStatement(_ book: JSONValue, line: Int?, _ batch: inout SourceBatch) -> [String] {
    let text = (book["by_statement"]?.text ?? "").split(separator: ";").first.map { $0.trimmed } ?? ""
    return text.isEmpty
      ? [] : FieldMapping.authors(text.trimmingEnd("."), line: line, &batch)
  }
}
