import ShelfModel

/// A catalogue of books that can be asked over the network: a row of the table.
package struct Catalogue: Sendable {
  /// What settings and `sources` call it.
  package let name: String
  /// What it is called in a sentence.
  package let title: String
  /// The hosts that it has: only these are asked, whatever an answer says.
  package let hosts: [String]
  /// Milliseconds between two requests.
  var pause = 1000
  /// How many questions one request may hold: about numbers, and about works.
  var most = 1
  var mostWorks = 1
  /// Whether it answers only those who have a key of their own.
  package var needsKey = false
  /// Why it is asked only if the reader's own settings name it; nil if it may be a default.
  package var caution: String?
  /// Whether it is asked if the reader names none, and needs neither a key nor a word of caution.
  var isStandard = true
  /// Whether a record counts only if it names the number that was asked for.
  var mustName = true
  /// Returns the address that answers questions of one sort; nil if the catalogue has none for them.
  let address: @Sendable (_ questions: [CatalogueQuestion], _ key: String?) -> WebAddress?
  /// Returns the parts of an answer that belong to each of several questions, each as if it had been asked alone.
  var split: @Sendable (_ answer: [UInt8], _ questions: [CatalogueQuestion]) -> [[UInt8]]? = { answer, questions in
    questions.count == 1 ? [answer] : nil
  }
  let reader: CatalogueReader
  /// Returns the address of a cover, of a middle size; nil if the catalogue has no covers.
  var cover: @Sendable (_ number: Int) -> WebAddress? = { _ in nil }
  /// The hosts to which covers may be redirected; one that begins with a period stands for all below it.
  var coverHosts: [String] = []
  /// Asks a program of the reader's own; nil if the catalogue is asked over the network.
  var program: OwnProgram?

  /// All catalogues, in the order in which they are listed.
  package static let all: [Catalogue] = [
    openLibrary, dnb, k10plus, bnf, onb, finna, libris, loc, googleBooks,
  ]

  package static func named(_ name: String) -> Catalogue? { all.first { $0.name == name } }

  /// The catalogues that are asked if the reader names none: those that need neither a key nor a word of caution.
  package static var standard: [Catalogue] { all.filter { $0.isStandard && !$0.needsKey && $0.caution == nil } }

  /// Returns the catalogues to ask about a number, the likeliest first.
  ///
  /// The group of an ISBN tells its language area: German books are best known to the German national library, French ones
  /// to the French one, all others to Open Library.
  package static func order(for isbn: ISBN) -> [Catalogue] {
    let groups: [(prefix: String, catalogues: [Catalogue])] = [
      ("9783", [dnb, k10plus, openLibrary]), ("9782", [bnf, openLibrary, k10plus]),
      ("97910", [bnf, openLibrary, k10plus]),
    ]
    return groups.first { isbn.digits.hasPrefix($0.prefix) }?.catalogues ?? [openLibrary, k10plus]
  }
}
