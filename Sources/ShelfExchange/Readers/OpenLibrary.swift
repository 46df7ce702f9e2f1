import ShelfModel
import ShelfText

extension ImportFormat {
  /// What Open Library answers about a book, as `curl` brings it.
  static let openlibrary = ImportFormat(
    name: "openlibrary", title: "Open Library answer",
    takes: "a book by its ISBN (the JSON of /isbn/N.json and /api/books)",
    origin: "curl -L https://openlibrary.org/isbn/9780306406157.json",
    recognizes: { probe in
      probe.isJSON
        && (probe.contains("/type/edition") || probe.contains("\"openlibrary\"") && probe.contains("\"title\"")
          || probe.contains("\"key\"") && probe.contains("/books/OL"))
    },
    read: { file, options, batch throws(SourceError) in
      let value = try batch.json(file)
      if value.members.isEmpty, value.items.isEmpty {
        throw SourceError("Open Library does not know this book", in: file.path)
      }
      let isOne = value["title"] != nil || value["key"] != nil
      let list =
        value["entries"]?.items.map { ($0.value, $0.line) } ?? value.members.map { ($0.value, $0.line) }
        + value.items.map { ($0.value, $0.line) }
      for (book, line) in isOne ? [(value, 1)] : list {
        batch.begin()
        let draft = OpenLibrary.draft(book, line, options, &batch)
        if draft["title"].isEmpty { batch.reject("no title", line: line, value: book) } else { batch.add(draft) }
      }
    })
}

/// Books of Open Library.
private enum OpenLibrary {
  static func draft(
    _ book: JSONValue, _ line: Int, _ options: ImportOptions, _ batch: inout SourceBatch
  ) -> Draft {
    func names(_ key: String) -> [String] {
      (book[key]?.items ?? []).compactMap { $0.value["name"]?.text ?? $0.value.text }.filter { !$0.hasPrefix("/") }
    }
    /// A text, or an object with its type.
    func long(_ key: String) -> String { HTMLText.plain(book[key]?["value"]?.text ?? book[key]?.text ?? "") }
    var title = book["title"]?.text ?? ""
    if let subtitle = book["subtitle"]?.text, !subtitle.isEmpty { title += ": " + subtitle }
    let id = (book["key"]?.text ?? "").split(separator: "/").last.map(String.init) ?? ""
    let authors = names("authors")
    var draft = Draft(.book, key: id.isEmpty ? SourceKey.book(title, authors) : id)
    draft.line = line
    if !id.isEmpty { draft.sources = ["openlibrary:\(id)"] }
    draft.set("title", PersonName.collapse(title))
    draft.set("author", PersonName.distinct(authors.isEmpty ? byStatement(book) : authors))
    if authors.isEmpty, draft["author"].isEmpty {
      batch.note("the answer names no author; /api/books?bibkeys=ISBN:N&jscmd=data&format=json does", line: line)
    }
    let identifiers = book["identifiers"]
    draft.set(
      "isbn",
      batch.isbn(
        ["isbn_13", "isbn_10"].flatMap { (book[$0]?.texts ?? []) + (identifiers?[$0]?.texts ?? []) }, "isbn", line: line
      ))
    draft.set("publisher", names("publishers").first)
    draft.set("year", batch.year(book["publish_date"]?.text ?? "", "publish_date", line: line))
    draft.set(
      "pages",
      batch.pages(book["number_of_pages"]?.text ?? book["pagination"]?.text ?? "", "number_of_pages", line: line))
    draft.set("format", book["physical_format"]?.text)
    draft.set(
      "language", book["languages"]?.items.first?.value["key"]?.text?.split(separator: "/").last.map(String.init))
    if let series = book["series"]?.texts.first {
      let parts = series.split(separator: " -- ").map(String.init)
      draft.set("series", SeriesName.joined(parts[0], parts.count > 1 ? parts[1] : nil))
    }
    draft.set("synopsis", long("description"))
    draft.append("notes", paragraph: long("notes"))
    if options.takesShelves { draft.add("genres", names("subjects").prefix(mostSubjects).map { $0 }) }
    for name in ["goodreads", "librarything", "amazon"] {
      for key in identifiers?[name]?.texts ?? [] { draft.sources.append("\(name):\(key)") }
    }
    // Each of the two answers leaves out what the other one says.
    draft.leaveEmptyOpen()
    leaveOut(book, isWholeStatement: !authors.isEmpty, &batch)
    return draft
  }

  /// Names what has no field, and what is more than a field holds.
  private static func leaveOut(_ book: JSONValue, isWholeStatement: Bool, _ batch: inout SourceBatch) {
    for member in book.members where !taken.contains(member.key) && !ofThePage.contains(member.key) {
      if !member.value.isBlank { batch.leaveOut(column: member.key) }
    }
    for (key, most) in mostItems {
      let count = (book[key]?.items.count ?? 0) - most
      if count > 0 { batch.leaveOut(column: key, count: count) }
    }
    if book["number_of_pages"]?.text != nil, book["pagination"]?.text != nil { batch.leaveOut(column: "pagination") }
    let statement = book["by_statement"]?.text ?? ""
    if isWholeStatement ? !statement.isEmpty : statement.contains(";") { batch.leaveOut(column: "by_statement") }
  }

  /// What becomes a field.
  private static let taken: Set<String> = [
    "title", "subtitle", "key", "authors", "isbn_10", "isbn_13", "identifiers", "publishers", "publish_date",
    "number_of_pages", "pagination", "physical_format", "languages", "series", "description", "notes", "subjects",
    "by_statement",
  ]

  /// What is about the page of the book, and not about the book.
  private static let ofThePage: Set<String> = [
    "type", "revision", "latest_revision", "created", "last_modified", "url", "works",
  ]

  /// How many items of a list are taken.
  private static let mostItems = ["publishers": 1, "series": 1, "languages": 1, "subjects": mostSubjects]
  private static let mostSubjects = 10

  /// Returns the authors of `by Jane Doe and Ann Roe ; illustrated by Jo Poe`.
  private static func byStatement(_ book: JSONValue) -> [String] {
    let text = (book["by_statement"]?.text ?? "").split(separator: ";").first.map { $0.trimmed } ?? ""
    return text.isEmpty
      ? [] : FieldMapping.authors((text.hasPrefix("by ") ? String(text.dropFirst(3)) : text).trimmingEnd("."))
  }
}
