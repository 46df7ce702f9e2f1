import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

extension CatalogueReader {
  /// Reads responses of Finna, the search service of Finnish libraries (https://api.finna.fi/).
  package static let finna = CatalogueReader { bytes throws(CatalogueProblem) in
    let value = try parseJSON(bytes)
    guard value.isObject else { throw .unreadable("it is not a JSON object") }
    if value["status"]?.text == "ERROR" { throw .refusal(value["statusMessage"]?.text ?? "no reason given") }
    return .books((value["records"]?.items ?? []).prefix(CatalogueBook.maxResults).map { FinnaRecord.read($0.value) })
  }

  /// Reads responses of Libris, the Swedish union catalogue (http://librishelp.libris.kb.se/help/xsearch_swe.jsp).
  package static let libris = CatalogueReader { bytes throws(CatalogueProblem) in
    let value = try parseJSON(bytes)
    guard let search = value["xsearch"], search.isObject else { throw .unreadable("it is not a response of xsearch") }
    return .books((search["list"]?.items ?? []).prefix(CatalogueBook.maxResults).map { LibrisRecord.read($0.value) })
  }
}

private enum FinnaRecord {
  static func read(_ record: JSONValue) -> CatalogueBook {
    var found = CatalogueBook(
      key: record["id"]?.text ?? "", title: record["shortTitle"]?.text ?? record["title"]?.text ?? "",
      subtitle: record["shortTitle"] == nil ? "" : record["subTitle"]?.text ?? "")
    found.draft.set(.publisher, record["publishers"]?.texts.first.map(CatalogueText.clean))
    found.editionYear = record["year"]?.text.flatMap(CatalogueText.year)
    found.set(
      ["primary", "secondary"].flatMap { rank in people(record["authors"]?[rank], isPrimary: rank == "primary") })
    found.numbers = ((record["isbns"]?.texts ?? []) + [record["cleanIsbn"]?.text].compactMap(\.self))
      .compactMap(CatalogueText.isbn)
    found.draft.set(.isbn, found.numbers.first?.digits)
    found.draft.set(.pages, (record["physicalDescriptions"]?.texts ?? []).lazy.compactMap(CatalogueText.pages).first)
    found.draft.set(.language, (record["languages"]?.texts ?? []).lazy.compactMap(CatalogueText.language).first)
    let synopsis = (record["summary"]?.texts ?? []).joined(separator: "\n\n")
    found.draft.set(.synopsis, Folding.composed(HTMLText.plain(synopsis)))
    if let series = record["series"]?.items.first?.value, let name = series["name"]?.text {
      found.series = SeriesName.joined(CatalogueText.clean(name), series["additional"]?.text.map(CatalogueText.clean))
    }
    // Each subject is a path from a broad term to narrower ones; only the first one is used.
    found.subjects = (record["subjects"]?.items ?? []).flatMap { $0.value.texts.prefix(1) }.map(CatalogueText.clean)
    return found
  }

  private static func people(_ names: JSONValue?, isPrimary: Bool) -> [(name: String, role: String?)] {
    (names?.members ?? []).map { member in
      let role = member.value["role"]?.texts.first.map(CatalogueText.clean) ?? ""
      let isAuthor = ["", "-", "kirjoittaja", "författare", "author", "aut"].contains(role.lowercased())
      return (LifeDates.without(member.key), isAuthor ? (isPrimary ? nil : "contributor") : role)
    }
  }
}

private enum LibrisRecord {
  static func read(_ record: JSONValue) -> CatalogueBook {
    func text(_ key: String) -> String { record[key]?.texts.first ?? "" }
    var found = CatalogueBook(
      key: text("identifier").split(separator: "/").last.map(String.init) ?? "",
      // Libris puts a space before the colon.
      title: text("title").replacing(" :", with: ":"), subtitle: "")
    // For example "Stockholm : Rabén & Sjögren".
    found.draft.set(.publisher, text("publisher").split(separator: " : ").last.map { CatalogueText.clean(String($0)) })
    found.editionYear = CatalogueText.year(text("date"))
    found.set((record["creator"]?.texts ?? []).map { (LifeDates.without($0), nil) })
    found.numbers = (record["isbn"]?.texts ?? []).compactMap(CatalogueText.isbn)
    found.draft.set(.isbn, found.numbers.first?.digits)
    found.draft.set(.language, CatalogueText.language(text("language")))
    found.draft.set(.synopsis, Folding.composed(HTMLText.plain(text("description"))))
    return found
  }
}

/// Removes the years of birth and death that catalogues append to a name, as in "Sundin, David, 1976-".
private enum LifeDates {
  static func without(_ name: String) -> String { name.replacing(/,\s*\d{4}\s*-(?:\s*\d{4})?\.?$/, with: "") }
}
