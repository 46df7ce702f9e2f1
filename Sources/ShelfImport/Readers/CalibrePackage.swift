import ShelfFormats
import ShelfModel
import ShelfText

/// The OPF file that Calibre keeps next to each book (Open Packaging Format 2.0 and 3.0), and the OPF files of other
/// programs.
enum CalibrePackage {
  /// Returns whether a file is an OPF file, with any prefix for the namespace.
  static func recognizes(_ probe: SourceProbe) -> Bool {
    probe.contains("http://www.idpf.org/2007/opf") && (probe.contains("<package") || probe.contains(":package"))
  }

  static func read(_ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch) throws(SourceError) {
    let root = try XMLTree.parse(file)
    let metadata = PackageMetadata(root)
    batch.begin()
    var book = CalibreBook()
    func texts(_ name: String) -> [String] { root.all(name).map { $0.text.trimmed }.filter { !$0.isEmpty } }
    let title = metadata.title(root.all("title"))
    book.title = title.text
    if title.others > 0 { batch.leaveOut(column: "title", count: title.others) }
    setPeople(root, metadata, &book, &batch)
    book.publisher = texts("publisher").first ?? ""
    book.languages = texts("language")
    book.tags = texts("subject")
    book.comments = texts("description").first ?? ""
    book.published = texts("date").first ?? ""
    for element in root.all("identifier") { add(element, to: &book) }
    book.rating = metadata.texts("calibre:rating").last ?? ""
    book.added = metadata.texts("calibre:timestamp").last ?? ""
    setSeries(metadata, &book, &batch)
    let line = root.all("metadata").first?.line
    var draft = book.draft(options, &batch, line: line)
    for column in ownColumns(metadata) {
      if let field = options.maps.first(where: { $0.column == column.label })?.field {
        column.set(field, in: &draft, line: line, &batch)
      } else if !column.texts.isEmpty {
        batch.leaveOut(column: column.label)
      }
    }
    // Programs write only the elements for which they have values.
    draft.markEmptyIncomplete()
    if draft[.title].isEmpty {
      batch.reject("no title", line: root.line, draft: draft)
    } else {
      batch.add(draft)
    }
    for text in metadata.texts("calibre:annotation") {
      guard let value = try? JSONParser.parse(Array(text.utf8)) else { continue }
      let data = value["annotation"] ?? value
      CalibreAnnotation.take(data, data["type"]?.text ?? "", draft[.title].isEmpty ? nil : draft.key, &batch)
    }
  }

  /// Returns the UUID of a file's book in Calibre's database, in lower case, or nil if there is none.
  static func identity(of file: SourceFile) -> String? {
    guard let root = try? XMLTree.parse(file) else { return nil }
    var book = CalibreBook()
    for element in root.all("identifier") { add(element, to: &book) }
    return book.uuid.isEmpty ? nil : book.uuid.lowercased()
  }

  /// Sets the authors and contributors of the book. The program that created the file is not a contributor.
  private static func setPeople(
    _ root: XMLElement, _ metadata: PackageMetadata, _ book: inout CalibreBook, _ batch: inout SourceBatch
  ) {
    let authors = root.all("creator").filter { ["aut", ""].contains(metadata.role(of: $0)) }
    for person in root.all("creator") + root.all("contributor") {
      let name = CleanText.collapse(person.text)
      let role = metadata.role(of: person)
      if name.isEmpty || role == "bkp" || person.name == "contributor" && ["aut", ""].contains(role) { continue }
      if ["aut", ""].contains(role) {
        let form = person.attributes["file-as"] ?? metadata.property("file-as", of: person.attributes["id"]) ?? ""
        // Calibre may write the sort forms of all authors into each element.
        let forms = form.split(separator: "&").map(\.trimmed)
        let place = authors.firstIndex { $0 === person } ?? 0
        let own = forms.count == authors.count ? forms[place] : forms.count == 1 ? form : ""
        book.people.add(CalibreBook.authors([(name, own)], line: person.line, &batch))
      } else {
        book.people.add(batch.names(in: [PersonName.found(turned: name)]), role: role)
      }
    }
  }

  /// Adds an identifier of the book. Its scheme is an attribute or, as in `isbn:978…`, a prefix.
  private static func add(_ element: XMLElement, to book: inout CalibreBook) {
    var text = element.text.trimmed
    var scheme = (element.attributes["scheme"] ?? "").lowercased()
    if scheme.isEmpty, text.hasPrefix("urn:") { text = String(text.dropFirst(4)) }
    if scheme.isEmpty, let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter || $0 == "-" }),
      !text[colon...].hasPrefix("://")
    {
      scheme = text[..<colon].lowercased()
      text = String(text[text.index(after: colon)...])
    }
    switch scheme {
    case "uuid": if book.uuid.isEmpty { book.uuid = text.replacing("urn:uuid:", with: "") }
    case "": if ISBN(exported: text) != nil { book.identifiers.append(("isbn", text)) }
    case "calibre": break
    default: book.identifiers.append((scheme, text))
    }
  }

  private static func setSeries(_ metadata: PackageMetadata, _ book: inout CalibreBook, _ batch: inout SourceBatch) {
    let collections = metadata.collections
    if let name = metadata.texts("calibre:series").last, !name.isEmpty {
      book.series = (name, metadata.texts("calibre:series_index").last ?? "")
      return
    }
    book.series = collections.first.map { ($0.name, $0.position) }
    if collections.count > 1 { batch.leaveOut(column: "belongs-to-collection", count: collections.count - 1) }
  }

  /// Returns the custom columns. In OPF 2, each is in a separate element; in OPF 3, all are in one object.
  private static func ownColumns(_ metadata: PackageMetadata) -> [CalibreColumn] {
    let prefix = "calibre:user_metadata:"
    var columns: [CalibreColumn] = []
    for (name, text, _) in metadata.properties where name.hasPrefix(prefix.dropLast()) {
      guard let value = try? JSONParser.parse(Array(text.utf8)) else { continue }
      let found =
        name.hasPrefix(prefix)
        ? [(String(name.dropFirst(prefix.count)), value)] : value.members.map { ($0.key, $0.value) }
      for (label, value) in found where value["#value#"] != nil {
        columns.append(
          CalibreColumn(
            label: label, texts: value["#value#"]?.texts ?? [], places: [value["#extra#"]?.text ?? ""],
            isList: value["#value#"]?.isArray ?? false))
      }
    }
    return columns
  }
}
