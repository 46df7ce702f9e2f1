/// Catalogues of the Nordic countries, each with its own interface.
extension Catalogue {
  /// Finna, the search service of Finnish libraries and archives.
  static let finna = Catalogue(
    name: "finna", title: "Finna", hosts: ["api.finna.fi"], isStandard: false,
    address: { questions, _ in
      let (text, type): (String, String)
      switch questions.first {
      case .isbn(let number): (text, type) = (number.digits, "ISN")
      case .words(let words): (text, type) = (words, "AllFields")
      case .work, .record, nil: return nil
      }
      let fields = [
        "id", "title", "shortTitle", "subTitle", "authors", "publishers", "year", "isbns", "cleanIsbn", "languages",
        "physicalDescriptions", "series", "subjects", "summary",
      ]
      return WebAddress(
        host: "api.finna.fi", path: "/v1/search",
        [("lookfor", text), ("type", type), ("limit", "20")] + fields.map { ("field[]", $0) })
    }, reader: .finna)

  /// Libris, the Swedish union catalogue. Its xsearch interface has no HTTPS.
  static let libris = Catalogue(
    name: "libris", title: "Libris", hosts: ["libris.kb.se"],
    caution: "it uses an unencrypted connection",
    address: { questions, _ in
      let query: String
      switch questions.first {
      case .isbn(let number): query = "isbn:\(number.digits)"
      case .words(let words): query = words
      case .work, .record, nil: return nil
      }
      return WebAddress(
        scheme: "http", host: "libris.kb.se", path: "/xsearch", [("query", query), ("format", "json"), ("n", "20")])
    }, reader: .libris)
}
