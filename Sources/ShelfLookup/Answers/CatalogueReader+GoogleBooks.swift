import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

extension CatalogueReader {
  /// Reads volumes from Google Books (https://developers.google.com/books/docs/v1/reference/volumes).
  package static let googleBooks = CatalogueReader { bytes throws(CatalogueProblem) in
    let value = try parseJSON(bytes)
    if let error = value["error"] { throw .refusal(error["message"]?.text ?? error.text ?? "without a reason") }
    if value["volumeInfo"] != nil { return .books([volume(value)]) }
    guard value["totalItems"] != nil || value["items"] != nil else { throw .unreadable("it contains no volumes") }
    return .books((value["items"]?.items ?? []).prefix(CatalogueBook.maxResults).map { volume($0.value) })
  }

  private static func volume(_ volume: JSONValue) -> CatalogueBook {
    let info = volume["volumeInfo"] ?? volume
    func text(_ key: String) -> String { info[key]?.text ?? "" }
    let key = volume["id"]?.text ?? ""
    var found = CatalogueBook(key: key, title: text("title"), subtitle: text("subtitle"))
    found.draft.set(.publisher, CatalogueText.clean(text("publisher")))
    found.set((info["authors"]?.texts ?? []).map { ($0, nil) })
    found.numbers = (info["industryIdentifiers"]?.items ?? []).compactMap { item in
      let isNumber = item.value["type"]?.text?.hasPrefix("ISBN") ?? false
      return isNumber ? item.value["identifier"]?.text.flatMap(CatalogueText.isbn) : nil
    }
    found.draft.set(.isbn, found.numbers.first?.digits)
    found.editionYear = CatalogueText.year(text("publishedDate"))
    let pages = Int(text("pageCount")) ?? Int(text("printedPageCount")) ?? 0
    found.draft.set(.pages, (1...100_000).contains(pages) ? String(pages) : nil)
    found.draft.set(.language, CatalogueText.language(text("language")))
    found.draft.set(.synopsis, Folding.composed(HTMLText.plain(text("description"))))
    // "Fiction / Science Fiction / General" is a path from a broad term to narrower ones; each term is a separate
    // subject.
    found.subjects = (info["categories"]?.texts ?? []).flatMap { $0.split(separator: "/").map { $0.trimmed } }
    return found
  }
}
