import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

extension CatalogueReader {
  /// Reads responses of Open Library (https://openlibrary.org/developers/api).
  ///
  /// They are of several kinds: books keyed by the requested ISBNs (`jscmd` `details` or `data`), records of editions
  /// and works, lists of editions, and search results.
  package static let openLibrary = CatalogueReader { bytes throws(CatalogueProblem) in
    let value = try parseJSON(bytes)
    guard value.isObject else { throw .unreadable("it is not a JSON object") }
    if let error = value["error"]?.text {
      if error.lowercased().contains("notfound") || error.lowercased().contains("not found") { return .books([]) }
      throw .refusal(error)
    }
    if let message = value["message"]?.text, value["title"] == nil { throw .refusal(message) }
    switch value["type"]?["key"]?.text {
    case "/type/delete"?: return .books([])
    case "/type/redirect"?:
      guard let location = value["location"]?.text, OpenLibraryBook.isKey(location) else {
        throw .unreadable("it redirects to something that is not a record")
      }
      return .moved(location)
    default: break
    }
    if let docs = value["docs"] ?? value["entries"], docs.isArray {
      return .books(docs.items.prefix(CatalogueBook.maxResults).map { OpenLibraryBook.read($0.value) })
    }
    if value["title"] != nil || value["key"] != nil { return .books([OpenLibraryBook.read(value)]) }
    guard value.members.allSatisfy({ $0.value.isObject }) else { throw .unreadable("it contains no book") }
    return .books(
      value.members.prefix(CatalogueBook.maxResults).map { OpenLibraryBook.read($0.value["details"] ?? $0.value) })
  }

  static func parseJSON(_ bytes: [UInt8]) throws(CatalogueProblem) -> JSONValue {
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(bytes)
    } catch {
      throw .unreadable("it is not JSON: \(error.reason)")
    }
  }
}

/// Reads one Open Library record, which is an edition or a work.
private enum OpenLibraryBook {
  /// Returns whether the text is a record key. It becomes the path of a request, so nothing else is accepted.
  static func isKey(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].isEmpty && ["works", "books", "authors"].contains(parts[1])
      && parts[2].hasPrefix("OL") && parts[2].utf8.allSatisfy { (0x30...0x5A).contains($0) }
  }

  /// Returns whether a subject describes the Internet Archive's lending of its copy rather than the content of the
  /// book.
  private static func isOfService(_ subject: String) -> Bool {
    let text = subject.lowercased()
    return [
      "accessible book", "protected daisy", "in library", "overdrive", "internet archive wishlist", "large type books",
      "lending library", "open library staff picks", "browsing",
    ].contains(text)
      || ["nyt:", "series:", "award:", "collectionid:", "internet archive books"].contains { text.hasPrefix($0) }
  }

  static func read(_ book: JSONValue) -> CatalogueBook {
    let key = (book["key"]?.text ?? "").split(separator: "/").last.map(String.init) ?? ""
    var found = CatalogueBook(
      key: key, title: book["full_title"]?.text ?? book["title"]?.text ?? book["title_suggest"]?.text ?? "",
      subtitle: book["full_title"] == nil ? book["subtitle"]?.text ?? "" : "")
    if !key.isEmpty { found.draft.sources = ["openlibrary:\(key)"] }
    let isWork = key.hasSuffix("W") || book["first_publish_year"] != nil || book["author_name"] != nil
    found.draft.set(.publisher, names("publishers", book).first ?? names("publisher", book).first.map { $0 })
    setPeople(of: &found, book)
    found.draft.set(
      .year, (book["first_publish_year"] ?? book["first_publish_date"])?.text.flatMap(CatalogueText.year))
    found.draft.set(.synopsis, synopsis(book))
    found.subjects = (names("subjects", book) + names("subject", book)).filter { !isOfService($0) }
    if isWork {
      let editions = book["editions"]?["docs"]?.items ?? []
      found.numbers = editions.flatMap { numbers("isbn", $0.value) }
      // It is unknown which edition of a work the user means, so the publisher is dropped. The first edition in the
      // list is the one that best matches the search words.
      found.draft.replace(.publisher, [])
      found.edition =
        editions.lazy.compactMap { item in
          numbers("isbn", item.value).first.map { ($0, CatalogueText.title(item.value["title"]?.text ?? "")) }
        }.first
      return found
    }
    setEdition(of: &found, book)
    return found
  }

  private static func setEdition(of found: inout CatalogueBook, _ book: JSONValue) {
    let identifiers = book["identifiers"]
    found.numbers = ["isbn_13", "isbn_10", "isbn"].flatMap { key in
      numbers(key, book) + (identifiers.map { numbers(key, $0) } ?? [])
    }
    found.draft.set(.isbn, found.numbers.first?.digits)
    // The number -1 represents a cover that was removed.
    found.cover = book["covers"]?.texts.lazy.compactMap { Int($0) }.first { $0 > 0 }
    found.editionYear = book["publish_date"]?.text.flatMap(CatalogueText.year)
    let pages = book["number_of_pages"]?.text.flatMap { Int($0) }.flatMap {
      (1...100_000).contains($0) ? String($0) : nil
    }
    found.draft.set(.pages, pages ?? book["pagination"]?.text.flatMap(CatalogueText.pages))
    found.draft.set(.format, book["physical_format"]?.text.map(CatalogueText.clean))
    found.draft.set(.language, book["languages"]?.items.first?.value["key"]?.text.flatMap(CatalogueText.language))
    if let series = book["series"]?.texts.first {
      let parts = series.split(separator: " -- ").map(String.init)
      found.series = SeriesName.joined(CatalogueText.clean(parts.first ?? ""), parts.count > 1 ? parts[1] : nil)
    }
    found.work = (book["works"]?.items ?? []).lazy.compactMap { $0.value["key"]?.text }.first(where: isKey)
  }

  private static func setPeople(of found: inout CatalogueBook, _ book: JSONValue) {
    var people: [(String, String?)] = book["author_name"]?.texts.map { ($0, nil) } ?? []
    for author in book["authors"]?.items ?? [] {
      if let name = author.value["name"]?.text {
        people.append((name, nil))
      } else if let name = author.value.text, !isKey(name) {
        people.append((name, nil))
      }
    }
    for contribution in book["contributions"]?.texts ?? [] {
      // For example "Tony Ross (Illustrator)".
      guard let open = contribution.lastIndex(of: "("), contribution.hasSuffix(")") else {
        people.append((contribution, "contributor"))
        continue
      }
      let role = contribution[contribution.index(after: open)...].dropLast().lowercased()
      people.append((String(contribution[..<open]), role))
    }
    for person in book["contributors"]?.items ?? [] {
      people.append((person.value["name"]?.text ?? "", person.value["role"]?.text?.lowercased() ?? "contributor"))
    }
    found.set(people)
  }

  private static func synopsis(_ book: JSONValue) -> String? {
    let text = book["description"]?["value"]?.text ?? book["description"]?.text
    return text.map { Folding.composed(HTMLText.plain($0)) }
  }

  private static func names(_ key: String, _ book: JSONValue) -> [String] {
    (book[key]?.items ?? []).compactMap { $0.value["name"]?.text ?? $0.value.text }.map(CatalogueText.clean)
      .filter { !$0.isEmpty }
  }

  private static func numbers(_ key: String, _ book: JSONValue) -> [ISBN] {
    (book[key]?.texts ?? []).compactMap(CatalogueText.isbn)
  }
}
