import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

extension CatalogueReader {
  /// Reads the output of the user's own program: a book or a list of books, as CSL-JSON or with the fields that
  /// `shelf export json` writes. Empty output and an empty list both mean that the program does not know the book.
  package static let program = CatalogueReader { bytes throws(CatalogueProblem) in
    if bytes.allSatisfy({ $0 <= 0x20 }) { return .books([]) }
    let value = try parseJSON(bytes)
    guard value.isObject || value.isArray else { throw .unreadable("it is neither a book nor a list of books in JSON") }
    if let error = value["error"]?.text { throw .refusal(error) }
    let list = value["items"] ?? value
    let entries = list.isArray ? list.items.map(\.value) : [list]
    let books = entries.prefix(CatalogueBook.maxResults).filter { $0["title"] != nil }.map(ProgramBook.read)
    if books.isEmpty, !entries.isEmpty { throw .unreadable("it contains no book with a title") }
    return .books(books)
  }
}

/// Reads one book from the output of the user's own program.
private enum ProgramBook {
  static func read(_ book: JSONValue) -> CatalogueBook {
    let isCSL = book["type"] != nil && book["kind"] == nil
    let draft = isCSL ? cslDraft(book) : ownDraft(book)
    let numbers = (isCSL ? book["ISBN"] : book["isbn"])?.texts.compactMap(CatalogueText.isbn) ?? []
    let stated = CatalogueText.clean(book["citation-key"]?.text ?? book["id"]?.text ?? "")
    let key = [stated, numbers.first?.digits ?? ""].first { !$0.isEmpty }
    var found = CatalogueBook(
      key: String((key ?? SourceKey.book(draft.first(.title) ?? "", draft[.author])).prefix(200)),
      title: draft.first(.title) ?? "", subtitle: "")
    for field in [FieldHandle.publisher, .format] {
      found.draft.set(field, draft.first(field).map(CatalogueText.clean))
    }
    found.draft.set(
      .author, PersonName.distinct(draft[.author].map { CatalogueText.name($0).name }.filter { !$0.isEmpty }))
    found.draft.sortForms = draft.sortForms
    found.contributors = draft[.contributors].map { Contributor(CatalogueText.clean($0)) }.filter { !$0.name.isEmpty }
    found.draft.set(.contributors, found.contributors.map(\.description))
    found.draft.set(.language, draft.first(.language).flatMap(CatalogueText.language))
    found.draft.set(
      .pages, draft.first(.pages).flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? String($0) : nil })
    found.draft.set(.synopsis, draft.first(.synopsis).map { Folding.composed(HTMLText.plain($0)) })
    found.draft.set(.isbn, numbers.first?.digits)
    found.numbers = numbers
    // In CSL, `issued` is the date of the edition.
    let first = isCSL ? year(book["original-date"]) : draft.first(.year).flatMap(CatalogueText.year)
    found.draft.set(.year, first)
    if isCSL { found.editionYear = draft.first(.year) }
    found.series = draft.first(.series).map(CatalogueText.clean)
    found.isSeriesTyped = !isCSL && found.series != nil
    found.subjects = draft[.genres].map(CatalogueText.clean).filter { !$0.isEmpty }
    return found
  }

  private static func cslDraft(_ book: JSONValue) -> Draft {
    // `CSLJSON` adds its remarks to a batch, which is discarded here.
    var batch = SourceBatch(format: "csl-json")
    batch.begin()
    var draft = CSLJSON.draft(book, 1, ImportOptions(), &batch)
    batch.completeNames(of: &draft)
    return draft
  }

  private static func ownDraft(_ book: JSONValue) -> Draft {
    var draft = Draft(.book, key: "")
    for field: FieldHandle in [
      .title, .author, .contributors, .year, .publisher, .pages, .language, .format, .synopsis, .series, .genres,
    ] {
      let value = book[field.key]
      // `shelf export json` writes references as objects with names.
      let texts = (value?.isArray ?? false ? value?.items.map(\.value) ?? [] : [value].compactMap { $0 })
        .compactMap { $0.text ?? $0["name"]?.text }
      draft.set(field, texts.filter { !$0.isEmpty })
    }
    return draft
  }

  private static func year(_ date: JSONValue?) -> String? {
    (date?["date-parts"]?.items.first?.value.items.first?.value.text ?? date?["literal"]?.text ?? date?["raw"]?.text)
      .flatMap(CatalogueText.year)
  }
}
