import ShelfModel

/// Catalogues with an SRU interface (https://www.loc.gov/standards/sru/), each with its own indexes.
extension Catalogue {
  /// The German National Library.
  static let dnb = Catalogue(
    name: "dnb", title: "the German National Library", hosts: ["services.dnb.de"],
    address: { questions, _ in
      sru("services.dnb.de", "/sru/dnb", "1.1", "MARC21-xml", questions, isbn: { "NUM=\($0)" }, words: { "WOE=\($0)" })
    }, reader: .marc)

  /// The union catalogue of the German library networks GBV and SWB.
  static let k10plus = Catalogue(
    name: "k10plus", title: "K10plus", hosts: ["sru.k10plus.de"],
    address: { questions, _ in
      sru(
        "sru.k10plus.de", "/opac-de-627", "1.1", "marcxml", questions, isbn: { "pica.isb=\($0)" },
        words: { "pica.all=\"\($0)\"" })
    }, reader: .marc)

  /// The National Library of France. Records from before 2007 contain only the ISBN-10, so both forms are searched.
  static let bnf = Catalogue(
    name: "bnf", title: "the National Library of France", hosts: ["catalogue.bnf.fr"],
    address: { questions, _ in
      sru(
        "catalogue.bnf.fr", "/api/SRU", "1.2", "unimarcxchange", questions,
        isbn: { number in
          ([number] + [ISBN(number)?.oldDigits].compactMap { $0 }).map { "bib.isbn all \"\($0)\"" }
            .joined(separator: " or ")
        }, words: { "bib.anywhere all \"\($0)\"" })
    }, reader: .marc)

  /// The Austrian National Library. If it does not know the index of a query, it returns its whole catalogue.
  static let onb = Catalogue(
    name: "onb", title: "the Austrian National Library", hosts: ["obv-at-oenb.alma.exlibrisgroup.com"],
    isStandard: false,
    address: { questions, _ in
      sru(
        "obv-at-oenb.alma.exlibrisgroup.com", "/view/sru/43ACC_ONB", "1.2", "marcxml", questions,
        isbn: { "alma.isbn=\($0)" }, words: { "alma.all_for_ui=\"\($0)\"" })
    }, reader: .marc)

  /// The Library of Congress. Its SRU interface has no HTTPS.
  static let loc = Catalogue(
    name: "loc", title: "the Library of Congress", hosts: ["lx2.loc.gov"],
    caution: "it uses an unencrypted connection",
    address: { questions, _ in
      sru(
        "lx2.loc.gov", "/lcdb", "1.1", "mods", questions, scheme: "http", port: 210, isbn: { "bath.isbn=\($0)" },
        words: { "cql.serverChoice all \"\($0)\"" })
    }, reader: .mods)

  /// The maximum number of records in a response.
  private static let maxRecords = 20

  private static func sru(
    _ host: String, _ path: String, _ version: String, _ schema: String, _ questions: [CatalogueQuestion],
    scheme: String = "https", port: Int? = nil, isbn: (String) -> String, words: (String) -> String
  ) -> WebAddress? {
    let query: String
    switch questions.first {
    case .isbn(let number): query = isbn(number.digits)
    case .words(let text): query = words(plain(text))
    case .work, .record, nil: return nil
    }
    return WebAddress(
      scheme: scheme, host: host, port: port, path: path,
      [
        ("version", version), ("operation", "searchRetrieve"), ("query", query), ("recordSchema", schema),
        ("maximumRecords", String(maxRecords)),
      ])
  }

  /// Returns the text without the characters that have a special meaning in CQL.
  private static func plain(_ text: String) -> String {
    text.map { $0.isLetter || $0.isNumber || $0 == "'" ? String($0) : " " }.joined()
      .split(separator: " ").joined(separator: " ")
  }
}
