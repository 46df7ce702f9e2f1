import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

extension CatalogueReader {
  /// Reads MODS records (https://www.loc.gov/standards/mods/), either bare or inside an SRU response.
  package static let mods = CatalogueReader { bytes throws(CatalogueProblem) in
    let root = try SRUAnswer.parse(bytes)
    return .books(SRUAnswer.records("mods", in: root).prefix(CatalogueBook.maxResults).map(book))
  }

  private static func book(_ mods: XMLElement) -> CatalogueBook {
    let titleInfo = mods.children.first { $0.name == "titleInfo" && $0.attributes["type"] == nil }
    let key = mods.all("recordIdentifier").first?.text.trimmed ?? ""
    let parts = ["nonSort", "title"].compactMap { titleInfo?.child($0)?.text }.joined(separator: " ")
    let part = ["partNumber", "partName"].compactMap { titleInfo?.child($0)?.text }.map(CatalogueText.clean)
    var found = CatalogueBook(
      key: key, title: ([CatalogueText.title(parts)] + part).filter { !$0.isEmpty }.joined(separator: ". "),
      subtitle: titleInfo?.child("subTitle")?.text ?? "")
    let origins = mods.children.filter { $0.name == "originInfo" }
    found.draft.set(.publisher, origins.lazy.compactMap { $0.child("publisher")?.text }.first.map(CatalogueText.clean))
    found.editionYear =
      origins.lazy.compactMap { origin in
        origin.child("dateIssued")?.text ?? origin.child("copyrightDate")?.text
      }.compactMap(CatalogueText.year).first
    found.set(people(mods))
    found.numbers = mods.children.filter { element in
      element.name == "identifier" && element.attributes["type"] == "isbn" && element.attributes["invalid"] != "yes"
    }.compactMap { CatalogueText.isbn($0.text) }
    found.draft.set(.isbn, found.numbers.first?.digits)
    found.draft.set(
      .language,
      mods.children.lazy.filter { $0.name == "language" }.flatMap { $0.children }
        .first { $0.attributes["type"] == "code" }.flatMap { CatalogueText.language($0.text) })
    found.draft.set(
      .pages, mods.child("physicalDescription")?.child("extent").flatMap { CatalogueText.pages($0.text) })
    found.draft.set(.synopsis, mods.child("abstract").map { Folding.composed(HTMLText.plain($0.text)) })
    let notes = mods.children.filter { $0.name == "note" }.map(\.text)
    found.draft.set(.year, notes.lazy.compactMap { CatalogueText.firstYear(note: $0) }.first)
    found.subjects = PersonName.distinct(
      mods.children.flatMap { element in
        element.name == "genre"
          ? [element.text]
          : element.name == "subject"
            ? element.children.filter { ["topic", "genre"].contains($0.name) }.map(\.text) : []
      }.map(CatalogueText.clean).filter { !$0.isEmpty })
    if let series = mods.children.first(where: { $0.name == "relatedItem" && $0.attributes["type"] == "series" }),
      let info = series.child("titleInfo")
    {
      found.series = SeriesName.joined(
        CatalogueText.clean(info.child("title")?.text ?? ""),
        info.child("partNumber").map { CatalogueText.clean($0.text) })
    }
    return found
  }

  private static func people(_ mods: XMLElement) -> [(name: String, role: String?)] {
    mods.children.filter { $0.name == "name" && $0.attributes["type"] != "conference" }.map { name in
      func part(_ type: String) -> String? { name.children.first { $0.attributes["type"] == type }?.text.trimmed }
      let plain = name.children.first { $0.name == "namePart" && $0.attributes["type"] == nil }?.text ?? ""
      let whole = part("family").map { family in [part("given"), family].compactMap(\.self).joined(separator: " ") }
      let roles = name.all("roleTerm").map(\.text)
      return (whole ?? plain, MARCRole.other(roles))
    }
  }
}
