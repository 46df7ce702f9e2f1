import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfImport
@testable import ShelfLookup
@testable import ShelfModel

/// Formats of national catalogues: UNIMARC of the National Library of France, and the JSON of Finna and Libris.
@Suite struct NationalCatalogueTests {
  private func books(_ text: String, _ reader: CatalogueReader) throws -> [CatalogueBook] {
    guard case .books(let books) = try reader.read(Array(text.utf8)) else { return [] }
    return books
  }

  /// An invented record with the features of real ones: prefixes, a material designation, a printer in addition to
  /// the publisher, a year of birth, a price and shelf notes.
  @Test func unimarcAsItIsSent() throws {
    func field(_ tag: String, _ mark: String, _ parts: (String, String)...) -> String {
      "<mxc:datafield tag=\"\(tag)\" ind1=\" \" ind2=\"\(mark)\">"
        + parts.map { "<mxc:subfield code=\"\($0.0)\">\($0.1)</mxc:subfield>" }.joined() + "</mxc:datafield>"
    }
    let fields = [
      field("010", " ", ("a", "978-2-07-000001-2"), ("b", "br."), ("d", "23 EUR")),
      field("020", " ", ("a", "FR"), ("b", "02450318")),
      field("100", " ", ("a", "20240822d2024    m  y0frey50      ba")), field("101", "0", ("a", "fre"), ("c", "ara")),
      field("200", " ", ("a", "Le puits"), ("b", "Texte imprimé"), ("e", "journal d'un été"), ("f", "Anne Martin")),
      field("214", "3", ("a", "Mesnil"), ("c", "Impr. Dupont")), field("214", "1", ("c", "Atelier Durand")),
      field("214", "0", ("a", "[Paris]"), ("c", "Éditions du Puits"), ("d", "DL 2024")),
      field("215", " ", ("a", "1 vol. (411 p.)"), ("d", "22 cm")),
      field("461", " ", ("t", "Les eaux"), ("v", "2")), field("330", " ", ("a", "Un été."), ("2", "éditeur")),
      field("700", "|", ("3", "1"), ("a", "Martin"), ("b", "Anne"), ("f", "1970-...."), ("4", "070")),
      field("702", " ", ("a", "Petit"), ("b", "Jean"), ("4", "730")),
      field("930", " ", ("a", "MAG84 MART 4"), ("c", "Tolbiac")),
    ].joined()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?><srw:searchRetrieveResponse xmlns:srw="http://www.loc.gov/zing/srw/"\
       xmlns="http://catalogue.bnf.fr/namespaces/InterXMarc"><srw:version>1.2</srw:version>\
      <srw:numberOfRecords>1</srw:numberOfRecords><srw:records><srw:record><srw:recordData>\
      <mxc:record xmlns:mxc="info:lc/xmlns/marcxchange-v2" format="UNIMARC" type="Bibliographic">\
      <mxc:leader>     cam  22        450 </mxc:leader><mxc:controlfield tag="001">FRBNF1</mxc:controlfield>\(fields)\
      </mxc:record></srw:recordData></srw:record></srw:records></srw:searchRetrieveResponse>
      """
    let book = try #require(try books(text, .marc).first)
    #expect(book.draft[.title] == ["Le puits: journal d'un été"])
    #expect(book.draft[.author] == ["Anne Martin"] && book.draft[.contributors] == ["Jean Petit (translator)"])
    #expect(book.draft[.publisher] == ["Éditions du Puits"] && book.editionYear == "2024")
    #expect(
      book.draft[.pages] == ["411"] && book.draft[.language] == ["fre"] && book.draft[.synopsis] == ["Un été."])
    #expect(book.series == "Les eaux 2" || book.series?.contains("Les eaux") ?? false)
    #expect(book.isSeriesTyped && book.draft[.year].isEmpty)
    #expect(book.numbers.map(\.digits) == ["9782070000012"])
  }

  @Test func finna() throws {
    let text = """
      {"status": "OK", "resultCount": 1, "records": [{"id": "a.1", "shortTitle": "Järvi", "subTitle": "romaani",
       "authors": {"primary": {"Virtanen, Aino, 1970-": {"role": ["kirjoittaja"]}},
        "secondary": {"Smith, Jo": {"role": ["kääntäjä"]}}, "corporate": []},
       "isbns": ["978-951-0-00001-4 sidottu"], "cleanIsbn": "9510000015", "publishers": ["WSOY"], "year": "2020",
       "physicalDescriptions": ["381 sivua ; 22 cm"], "languages": ["fin"], "summary": [], "series": [{"name": "Vedet", "additional": "3"}],
       "subjects": [["veden kierto"], ["Suomi", "1900-luku"]]}]}
      """
    let book = try #require(try books(text, .finna).first)
    #expect(book.draft[.title] == ["Järvi: romaani"] && book.draft[.author] == ["Aino Virtanen"])
    #expect(book.draft[.publisher] == ["WSOY"] && book.draft[.pages] == ["381"] && book.editionYear == "2020")
    #expect(book.draft[.contributors] == ["Jo Smith (translator)"] && book.subjects == ["veden kierto", "Suomi"])
    #expect(book.draft[.year].isEmpty && !book.numbers.isEmpty)
    #expect(try books("{\"status\": \"OK\", \"resultCount\": 0}", .finna).isEmpty)
    #expect(throws: CatalogueProblem.self) { try books("{\"status\": \"ERROR\", \"statusMessage\": \"no\"}", .finna) }
  }

  @Test func libris() throws {
    let text = """
      {"xsearch": {"from": 1, "to": 1, "records": 1, "list": [{"identifier": "http://libris.kb.se/bib/x1",
       "title": "Sjön : en sommar", "creator": ["Berg, Anna, 1976-"], "isbn": "9789129000016", "type": "book",
       "publisher": "Stockholm : Vattnet", "date": "2025", "language": "swe", "description": "En sommar."}]}}
      """
    let book = try #require(try books(text, .libris).first)
    #expect(book.draft[.title] == ["Sjön: en sommar"] && book.draft[.author] == ["Anna Berg"])
    #expect(book.draft[.publisher] == ["Vattnet"] && book.draft[.language] == ["swe"] && book.editionYear == "2025")
    #expect(try books("{\"xsearch\": {\"from\": 0, \"to\": 0, \"records\": 0, \"list\": []}}", .libris).isEmpty)
    #expect(throws: CatalogueProblem.self) { try books("{}", .libris) }
  }

  /// Real answers, compared with values that a person took from them.
  @Test(.enabled(if: TestData.isThere, TestData.whereFrom)) func storedAnswers() throws {
    func stored(_ path: String, _ reader: CatalogueReader) throws -> [CatalogueBook] {
      let file = try TestData.folder("lookup") + "/" + path
      guard case .books(let books) = try reader.read(Array(FileManager.default.contents(atPath: file) ?? Data())) else {
        return []
      }
      return books
    }
    let libris = try stored("libris-xsearch/bookwyrm-libris_isbn_search.json", .libris)
    #expect(libris.map { $0.draft[.title] } == [["Känner du Astrid Lindgren?: berättelsen om Astrids liv"]])
    #expect(libris.first?.draft[.author] == ["David Sundin", "Amanda Berglund"])
    #expect(libris.first?.draft[.publisher] == ["Rabén & Sjögren"])
    let versions = try stored("finna/bookwyrm-finna_versions.json", .finna)
    #expect(versions.count == 7 && versions.allSatisfy { $0.draft[.author].contains("Emmi Itäranta") })
    #expect(versions[0].draft[.pages] == ["381"] && versions[0].numbers.map(\.digits).contains("9789523630871"))
    let found = try stored("finna/bookwyrm-finna_author_search.json", .finna)
    #expect(found.count == 20 && found[0].draft[.title] == ["Memory of water: a novel"])
  }
}
