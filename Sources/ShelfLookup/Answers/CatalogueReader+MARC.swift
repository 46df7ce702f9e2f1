import ShelfFormats
import ShelfImport
import ShelfModel
import ShelfText

extension CatalogueReader {
  /// Reads MARC 21 (https://www.loc.gov/marc/bibliographic/) and UNIMARC
  /// (https://www.ifla.org/publications/unimarc-bibliographic/) records in XML, either bare or inside an SRU
  /// response.
  package static let marc = CatalogueReader { bytes throws(CatalogueProblem) in
    let root = try SRUAnswer.parse(bytes)
    let records = SRUAnswer.records("record", in: root).filter { $0.child("datafield") != nil }
    return .books(records.prefix(CatalogueBook.maxResults).map { MARCRecord($0).book })
  }
}

/// The tags of the fields and subfields that one MARC dialect uses for each kind of data.
private struct MARCTable: Sendable {
  let title: (field: String, main: [String], part: [String], rest: [String])
  let numbers: String
  /// The fields for people. Apart from UNIMARC's 702, a person without a stated role is an author.
  let people: [String]
  /// The subfields that make up a name, in display order.
  let name: [String]
  let isNameTurned: Bool
  let publisher: [(field: String, subfield: String)]
  /// The second indicator that marks the publisher's statement, as opposed to the printer's or the distributor's.
  let publisherMark: String
  let date: [(field: String, subfield: String)]
  let extent: String
  let language: String
  let synopsis: String
  let notes: [String]
  let series: [(field: String, name: String, number: String, isTyped: Bool)]
  let subjects: [String]

  static let marc21 = MARCTable(
    title: ("245", ["a"], ["n", "p"], ["b"]), numbers: "020", people: ["100", "110", "700", "710"], name: ["a"],
    isNameTurned: true, publisher: [("264", "b"), ("260", "b")], publisherMark: "1",
    date: [("264", "c"), ("260", "c")], extent: "300",
    language: "041", synopsis: "520", notes: ["500"],
    series: [("490", "a", "v", false), ("830", "a", "v", false), ("440", "a", "v", false)],
    subjects: ["650", "655", "689"])

  static let unimarc = MARCTable(
    title: ("200", ["a"], ["h", "i"], ["e"]), numbers: "010", people: ["700", "701", "710", "702"], name: ["b", "a"],
    isNameTurned: false, publisher: [("214", "c"), ("210", "c")], publisherMark: "0",
    date: [("214", "d"), ("210", "d")], extent: "215",
    language: "101", synopsis: "330", notes: ["300", "305"],
    series: [("461", "t", "v", true), ("225", "a", "v", false), ("410", "t", "v", false)],
    subjects: ["606", "608"])
}

private struct MARCRecord {
  private let fields: [XMLElement]
  private let control: [String: String]
  private let table: MARCTable

  init(_ record: XMLElement) {
    fields = record.children.filter { $0.name == "datafield" }
    control = Dictionary(
      record.children.filter { $0.name == "controlfield" }.map { ($0.attributes["tag"] ?? "", $0.text) },
      uniquingKeysWith: { first, _ in first })
    func has(_ tag: String) -> Bool {
      record.children.contains { $0.attributes["tag"] == tag && $0.name == "datafield" }
    }
    // Only UNIMARC has a field 200, and only MARC 21 has a field 245.
    table = has("200") && !has("245") ? .unimarc : .marc21
  }

  private func all(_ tag: String) -> [XMLElement] { fields.filter { $0.attributes["tag"] == tag } }

  private static func texts(_ field: XMLElement, _ code: String) -> [String] {
    field.children.filter { $0.name == "subfield" && $0.attributes["code"] == code }.map(\.text)
  }

  private func first(_ places: [(field: String, subfield: String)]) -> String? {
    for place in places {
      // A record can have several publication statements; the publisher's takes precedence over those of printers and
      // copyright holders.
      let fields = all(place.field).sorted {
        ($0.attributes["ind2"] == table.publisherMark ? 0 : 1) < ($1.attributes["ind2"] == table.publisherMark ? 0 : 1)
      }
      for field in fields {
        if let text = MARCRecord.texts(field, place.subfield).first(where: { !CatalogueText.clean($0).isEmpty }) {
          return text
        }
      }
    }
    return nil
  }

  var book: CatalogueBook {
    let title = all(table.title.field).first
    func joined(_ codes: [String], by separator: String) -> String {
      guard let title else { return "" }
      return title.children.filter { codes.contains($0.attributes["code"] ?? "") }.map { CatalogueText.title($0.text) }
        .filter { !$0.isEmpty }.joined(separator: separator)
    }
    // UNIMARC repeats the title subfield for each work in a volume.
    let main = [joined(table.title.main, by: "; "), joined(table.title.part, by: ". ")].filter { !$0.isEmpty }
    var found = CatalogueBook(
      key: control["001"]?.trimmed ?? "", title: main.joined(separator: ". "),
      subtitle: joined(table.title.rest, by: ": "))
    found.draft.set(.publisher, first(table.publisher).map(CatalogueText.clean))
    found.editionYear = first(table.date).flatMap(CatalogueText.year) ?? fixed(7..<11).flatMap(CatalogueText.year)
    found.set(people)
    found.numbers = all(table.numbers).flatMap { MARCRecord.texts($0, "a") }.compactMap(CatalogueText.isbn)
    found.draft.set(.isbn, found.numbers.first?.digits)
    found.draft.set(
      .pages, all(table.extent).flatMap { MARCRecord.texts($0, "a") }.lazy.compactMap(CatalogueText.pages).first)
    found.draft.set(
      .language,
      all(table.language).flatMap { MARCRecord.texts($0, "a") }.lazy.compactMap(CatalogueText.language).first
        ?? fixed(35..<38).flatMap(CatalogueText.language))
    let synopsis = all(table.synopsis).flatMap { MARCRecord.texts($0, "a") }.joined(separator: "\n\n")
    found.draft.set(.synopsis, Folding.composed(HTMLText.plain(synopsis)))
    found.draft.set(.year, firstYear)
    for place in table.series {
      guard let field = all(place.field).first, let name = MARCRecord.texts(field, place.name).first else { continue }
      let number = MARCRecord.texts(field, place.number).first.map(CatalogueText.clean)
      found.series = SeriesName.joined(CatalogueText.title(name), number)
      found.isSeriesTyped = place.isTyped && number != nil
      break
    }
    found.subjects = PersonName.distinct(
      table.subjects.flatMap(all).flatMap { MARCRecord.texts($0, "a") }.map(CatalogueText.title).filter { !$0.isEmpty })
    return found
  }

  /// Returns a range of characters from the fixed-length field (008), or nil if the field is absent, as in UNIMARC, or
  /// too short.
  private func fixed(_ range: Range<Int>) -> String? {
    guard let text = control["008"], text.count >= range.upperBound else { return nil }
    let characters = Array(text)
    return String(characters[range])
  }

  /// The year of the work's first publication, if a note gives it.
  private var firstYear: String? {
    let original = all("534").flatMap { MARCRecord.texts($0, "c") }.lazy.compactMap(CatalogueText.year).first
    return original
      ?? table.notes.flatMap(all).flatMap { MARCRecord.texts($0, "a") }.lazy
      .compactMap { CatalogueText.firstYear(note: $0) }.first
  }

  private var people: [(name: String, role: String?)] {
    var people: [(name: String, role: String?)] = []
    for tag in table.people {
      for field in all(tag) {
        // A field that contains a title refers to another work.
        if !MARCRecord.texts(field, "t").isEmpty { continue }
        let parts = table.name.compactMap { MARCRecord.texts(field, $0).first.map(CatalogueText.clean) }
        let isBody = tag.hasSuffix("10")
        let name = isBody ? MARCRecord.texts(field, "a").first ?? "" : parts.joined(separator: " ")
        let roles = MARCRecord.texts(field, "4") + (table.isNameTurned ? MARCRecord.texts(field, "e") : [])
        // A corporate body without a stated role is the author only if no person is.
        let role = isBody && roles.isEmpty && people.contains { $0.role == nil } ? "body" : MARCRole.other(roles)
        people.append(
          (name, role ?? (tag == "702" && table.title.field == "200" && roles.isEmpty ? "contributor" : nil)))
      }
    }
    return people
  }
}
