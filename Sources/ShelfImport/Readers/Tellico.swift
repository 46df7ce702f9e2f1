import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// A book collection in Tellico's own format or exported as XML.
  static let tellico = ImportFormat(
    name: "tellico", title: "Tellico collection", summary: "the books of a collection (.tc, .xml)",
    origin: "Tellico > File > Save, or File > Export > Export to XML",
    recognizes: { $0.first == "<" && $0.contains("<tellico") },
    read: { file, options, batch throws(SourceError) in
      batch.rejects.form = .yaml
      let root = try XMLTree.parse(file)
      let collection = Tellico(root)
      guard !collection.entries.isEmpty else {
        let isBibliography = root.children.contains { $0.attributes["type"] == Tellico.bibliographyType }
        throw SourceError(
          isBibliography
            ? "the collection is a bibliography; export it from Tellico as Bibtex (File > Export) and import that file"
            : "the collection contains no books", in: file.path)
      }
      try GenericList.readTree(.array(collection.entries.map(collection.book)), options, into: &batch, in: file)
      // shelf knows these keys, so the user need not check how they are mapped.
      batch.preview = []
    })
}

/// Converts the entries of a Tellico collection to the objects of a generic reading list.
///
/// Each element is a field with the same name. The element of a field with several values has a name with an appended
/// `s`, such as `cr_years`, and contains an element for each value. A date contains elements for its year, month and
/// day. Loans are children of their borrowers, next to the collection, and refer to entries by number. Pictures and the
/// numbers of entries are ignored.
///
/// In Tellico's source, `bookcollection.cpp` names the fields, and `tellicoxmlexporter.cpp` writes the file.
struct Tellico {
  /// The file in a collection that is saved as an archive.
  static let file = "tellico.xml"

  private static let bookType = "2"
  fileprivate static let bibliographyType = "5"

  private static let keys = [
    "cr_year": "year", "pub_year": "editionDate", "binding": "format", "plot": "synopsis", "comments": "notes",
    "genre": "genres", "keyword": "tags", "pur_date": "dateAdded", "cdate": "dateAdded",
  ]

  let entries: [XMLElement]
  /// The loans by the numbers of their entries.
  private var loans: [String: (loan: XMLElement, borrower: String)] = [:]
  /// The highest possible rating, or nil if it is 5, as usual.
  private let bestRating: String?

  init(_ root: XMLElement) {
    let collection = root.children.first { $0.name == "collection" && $0.attributes["type"] == Tellico.bookType }
    entries = collection?.children.filter { $0.name == "entry" } ?? []
    let rating = collection?.child("fields")?.children.first { $0.attributes["name"] == "rating" }
    let best = rating?.children.first { $0.attributes["name"] == "maximum" }?.text.trimmed
    bestRating = best == "5" ? nil : best
    for borrower in root.child("borrowers")?.children ?? [] {
      for loan in borrower.children {
        guard let entry = loan.attributes["entryRef"] else { continue }
        loans[entry] = (loan, borrower.attributes["name"] ?? "")
      }
    }
  }

  func book(_ entry: XMLElement) -> JSONValue.Item {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ text: String?, _ line: Int) {
      guard let text, !text.isEmpty else { return }
      members.append(JSONValue.Member(key: key, value: .text(text), line: line))
    }
    let fields = Dictionary(
      entry.children.map { (Tellico.field($0), $0) }, uniquingKeysWith: { first, _ in first })
    func text(_ field: String) -> String { fields[field].map(Tellico.texts)?.first ?? "" }
    let loan = loans[entry.attributes["id"] ?? ""]
    for element in entry.children {
      let field = Tellico.field(element)
      switch field {
      case "id", "mdate", "cover", "subtitle", "series_num": continue
      case "title":
        add(field, [text(field), text("subtitle")].filter { !$0.isEmpty }.joined(separator: ": "), element.line)
      case "series": add(field, SeriesName.joined(text(field), text("series_num")), element.line)
      case "rating":
        // Old versions add a word: `3 - Neutral`.
        let number = text(field).prefix { $0 != " " }
        add(field, number.isEmpty ? nil : number + (bestRating.map { "/\($0)" } ?? ""), element.line)
      // An unchecked box provides no information.
      case "read": add("status", text(field) == "true" ? ReadingStatus.completed.rawValue : nil, element.line)
      case "loaned" where loan != nil: continue
      case "gift", "signed", "loaned": add(field, text(field) == "true" ? "true" : nil, element.line)
      // The date of purchase takes precedence over the date of entry.
      case "cdate" where !text("pur_date").isEmpty: continue
      default:
        // The copyright of a book is usually older than its edition.
        let isYear = field == "pub_year" && text("cr_year").isEmpty
        let items = Tellico.texts(element).map { JSONValue.Item(value: .text($0), line: element.line, range: 0..<0) }
        guard let first = items.first else { continue }
        let value = items.count > 1 ? JSONValue.array(items) : first.value
        members.append(
          JSONValue.Member(
            key: isYear ? "year" : Tellico.keys[field] ?? field, value: value, line: element.line))
      }
    }
    if let (loan, borrower) = loan {
      add("lentTo", borrower, loan.line)
      add("lentOn", loan.attributes["loanDate"], loan.line)
      add("dueOn", loan.attributes["dueDate"], loan.line)
    }
    return JSONValue.Item(value: .object(members), line: entry.line, range: 0..<0)
  }

  /// Returns the name of the field that an element contains.
  private static func field(_ element: XMLElement) -> String {
    guard let child = element.children.first, element.name == child.name + "s" else { return element.name }
    return child.name
  }

  /// Returns the values of a field. If the field is a table, each row is one value, with commas between its cells.
  private static func texts(_ element: XMLElement) -> [String] {
    if element.child("year") != nil {
      let parts = ["year", "month", "day"].map { element.child($0)?.text.trimmed ?? "" }.prefix { !$0.isEmpty }
      return [parts.map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")].filter { !$0.isEmpty }
    }
    let values = element.children.isEmpty ? [element] : element.children
    return values.map { value in
      value.children.isEmpty
        ? value.text.trimmed : value.children.map(\.text.trimmed).filter { !$0.isEmpty }.joined(separator: ", ")
    }.filter { !$0.isEmpty }
  }
}
