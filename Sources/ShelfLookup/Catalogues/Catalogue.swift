import ShelfModel

/// A catalogue of books that shelf can ask over the network.
///
/// Each catalogue is one row of a table (`all`): its hosts, the limits that its operator sets, a function that turns
/// questions into an address, and the parser for its responses. `CatalogueClient` sends the questions to all of them in
/// the same way, so adding a catalogue only requires a new row. The user's own programs also have rows, with `program`
/// instead of an address.
package struct Catalogue: Sendable {
  /// The name in settings and in a record's `sources`.
  package let name: String
  /// The name for use in a sentence.
  package let title: String
  /// The catalogue's hosts. shelf contacts no other host, even if a response redirects to one.
  package let hosts: [String]
  /// The minimum interval between the starts of two requests, in milliseconds.
  var pause = 1000
  /// The maximum number of questions in one request: for ISBNs (`maxISBNsPerRequest`) and for works
  /// (`maxWorksPerRequest`).
  var maxISBNsPerRequest = 1
  var maxWorksPerRequest = 1
  /// Whether the catalogue requires an API key.
  package var needsKey = false
  /// A warning for users who consider allowing this catalogue, or nil if it can be part of the standard list.
  package var caution: String?
  /// Whether the catalogue belongs to the standard list, provided that it needs neither a key nor a warning.
  var isStandard = true
  /// Whether a record must contain the requested ISBN. Otherwise a record without any ISBN is also accepted.
  var requiresMatchingISBN = true
  /// Returns the address for questions of the same kind, or nil if the catalogue cannot answer them.
  let address: @Sendable (_ questions: [CatalogueQuestion], _ key: String?) -> WebAddress?
  /// Splits a response into one part for each question, as if each question had been asked separately. Returns nil if
  /// that is impossible.
  var split: @Sendable (_ answer: [UInt8], _ questions: [CatalogueQuestion]) -> [[UInt8]]? = { answer, questions in
    questions.count == 1 ? [answer] : nil
  }
  let reader: CatalogueReader
  /// Returns the address of a medium-sized cover, or nil if the catalogue has no covers.
  var cover: @Sendable (_ number: Int) -> WebAddress? = { _ in nil }
  /// The permitted targets of redirects for covers; an entry that starts with a period includes all subdomains.
  var coverHosts: [String] = []
  /// The user's own program, or nil if the catalogue is on the network.
  var program: UserProgram?

  /// All catalogues, in display order.
  package static let all: [Catalogue] = [
    openLibrary, dnb, k10plus, bnf, onb, finna, libris, loc, googleBooks,
  ]

  package static func named(_ name: String) -> Catalogue? { all.first { $0.name == name } }

  /// The catalogues that are allowed by default, because they need neither a key nor a warning.
  package static var standard: [Catalogue] { all.filter { $0.isStandard && !$0.needsKey && $0.caution == nil } }

  /// Returns the catalogues to ask about an ISBN, most likely first.
  ///
  /// The registration group of an ISBN identifies its language area: the German National Library knows German books
  /// best, the National Library of France knows French books best, and Open Library knows all others best.
  package static func order(for isbn: ISBN) -> [Catalogue] {
    let groups: [(prefix: String, catalogues: [Catalogue])] = [
      ("9783", [dnb, k10plus, openLibrary]), ("9782", [bnf, openLibrary, k10plus]),
      ("97910", [bnf, openLibrary, k10plus]),
    ]
    return groups.first { isbn.digits.hasPrefix($0.prefix) }?.catalogues ?? [openLibrary, k10plus]
  }
}
