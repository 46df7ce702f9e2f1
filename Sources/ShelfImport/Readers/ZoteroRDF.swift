import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// Zotero's own export format, RDF in XML, which contains more data than its other formats.
  static let zoteroRDF = ImportFormat(
    name: "zotero-rdf", title: "Zotero RDF", summary: "the books of a library, with tags, collections and notes (.rdf)",
    origin: "Zotero > File > Export Library > Zotero RDF", namesFields: true,
    recognizes: { probe in
      probe.first == "<" && probe.contains("http://www.zotero.org/namespaces/export#") && probe.contains("RDF")
    },
    read: { file, options, batch throws(SourceError) in
      try ZoteroRDF(try XMLTree.parse(file)).read(options, into: &batch)
    })
}

/// Converts the items of a Zotero export into books.
///
/// Each item is an element below the root. Its notes, its series and its collections may be other elements below the
/// root, referenced by `rdf:resource`. Items that are not books are skipped and counted. Attachments, and notes on
/// other items, are not counted.
private struct ZoteroRDF {
  private let items: [XMLElement]
  /// The elements below the root, by their addresses.
  private var elements: [String: XMLElement] = [:]
  /// The names of the collections that contain each item, by the item's address.
  private var collections: [String: [String]] = [:]

  private static let books: Set<String> = ["book", "manuscript", "thesis", "report", "audiobook"]
  private static let others: Set<String> = ["Attachment", "Memo", "Collection", "Series", "Journal"]

  /// The elements that contain people, with their roles.
  private static let roles: [(element: String, role: String)] = [
    ("authors", ""), ("editors", ContributorRole.editor.rawValue), ("translators", ContributorRole.translator.rawValue),
    ("contributors", "contributor"),
  ]

  /// The elements that are read, or ignored without a report. All other elements are reported as omitted.
  private static let known: Set<String> = Set(roles.map(\.element)).union([
    "edition", "itemType", "title", "shortTitle", "isPartOf", "publisher", "subject", "isReferencedBy", "abstract",
    "date",
    "language", "identifier", "numPages", "description", "citationKey", "link", "seriesEditors",
  ])

  init(_ root: XMLElement) {
    items = root.children.filter { !ZoteroRDF.others.contains($0.name) }
    for element in root.children { if let about = element.attributes["about"] { elements[about] = element } }
    for collection in root.children where collection.name == "Collection" {
      let name = CleanText.collapse(collection.child("title")?.text ?? "")
      for part in collection.children where part.name == "hasPart" {
        if let item = part.attributes["resource"], !name.isEmpty { collections[item, default: []].append(name) }
      }
    }
  }

  func read(_ options: ImportOptions, into batch: inout SourceBatch) throws(SourceError) {
    for item in items {
      batch.begin()
      try batch.checkCount()
      let type = item.child("itemType")?.text.trimmed ?? item.name.lowercased()
      guard ZoteroRDF.books.contains(type) else {
        let isPart = type == "bookSection"
        batch.skip(EntryType.reasonToSkip(type, partOf: isPart ? "" : nil), isPart: isPart, line: item.line)
        continue
      }
      let draft = draft(item, options, &batch)
      if draft[.title].isEmpty {
        batch.reject("no title", line: item.line, draft: draft)
      } else {
        batch.add(draft)
      }
    }
  }

  private func draft(_ item: XMLElement, _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft {
    func text(_ name: String) -> String { item.child(name)?.text.trimmed ?? "" }
    let title = CleanText.collapse(HTMLText.plain(HTMLText.withoutMarks(text("title"))))
    let people = people(item)
    var draft = Draft(.book, key: SourceKey.book(title, people.authors))
    draft.line = item.line
    let about = item.attributes["about"] ?? ""
    if let match = about.firstMatch(of: /\/items\/([A-Z0-9]{8})$/) {
      draft.key = String(match.1)
      draft.sources = ["zotero:\(match.1)"]
    }
    draft.set(people)
    let (name, series) = SeriesName.withoutVolume(title: title, series: self.series(item) ?? "")
    draft.set(.title, name)
    draft.set(.series, series)
    if item.child("itemType")?.text.trimmed == "thesis" {
      draft.set(.format, ThesisType.other.format(stated: text("type")))
    }
    let identifiers = item.children.filter { $0.name == "identifier" }.map(\.text)
    batch.setISBN(identifiers.filter { $0.contains("ISBN") }, "identifier", line: item.line, in: &draft)
    draft.set(.publisher, item.child("publisher")?.all("name").first.map { CleanText.collapse($0.text) })
    draft.set(.place, item.child("publisher")?.all("locality").first.map { CleanText.collapse($0.text) })
    draft.set(.edition, text("edition"))
    draft.set(.year, batch.year(text("date"), "date", line: item.line))
    draft.set(.pages, batch.pages(text("numPages"), "numPages", line: item.line))
    draft.set(.language, text("language"))
    draft.set(.synopsis, HTMLText.plain(text("abstract")))
    for note in notes(item) { draft.append(.notes, paragraph: note) }
    let topics = draft.setStatus(fromTags: tags(item))
    if options.takesShelves { draft.add(.genres, topics + (collections[about] ?? [])) }
    draft.takeCitationKey(options, stated: text("citationKey"))
    FieldMapping.setMapped(options, in: &draft, line: item.line, &batch) { name in
      item.children.filter { $0.name == name }.map { CleanText.collapse($0.text) }.filter { !$0.isEmpty }
    }
    // Zotero writes only the elements that have a value.
    draft.markEmptyIncomplete()
    let mapped = Set(options.maps.map(\.column))
    for child in item.children where !ZoteroRDF.known.contains(child.name) && !mapped.contains(child.name) {
      if child.name == "type", !draft[.format].isEmpty { continue }
      if !child.text.trimmed.isEmpty { batch.leaveOut(column: child.name) }
    }
    return draft
  }

  private func people(_ item: XMLElement) -> People {
    var people = People()
    for (element, role) in ZoteroRDF.roles {
      let persons = item.children.filter { $0.name == element }.flatMap { $0.all("Person") }
      let names = persons.map { person -> String in
        let family = CleanText.collapse(person.child("surname")?.text ?? "")
        let given = CleanText.collapse((person.child("givenName") ?? person.child("givenname"))?.text ?? "")
        // A name without a given name is that of an organization.
        return given.isEmpty ? family : PersonName.turned("\(family), \(given)")
      }.filter { !$0.isEmpty }
      if role.isEmpty { people.add(names) } else { people.add(names.map { Contributor(name: $0, role: role) }) }
    }
    people.nameByEditors()
    return people
  }

  private func series(_ item: XMLElement) -> String? {
    let parts = item.children.filter { $0.name == "isPartOf" }
    let series = parts.lazy.compactMap { part in
      part.child("Series") ?? part.attributes["resource"].flatMap { self.elements[$0] }
    }.first { $0.name == "Series" }
    guard let series, let name = series.child("title").map({ CleanText.collapse($0.text) }), !name.isEmpty else {
      return nil
    }
    let number = (series.child("number") ?? series.child("identifier"))?.text.trimmed ?? ""
    return SeriesName.joined(name, number.first?.isNumber ?? false ? number : "")
  }

  /// Returns the notes about an item, which Zotero writes in HTML, and its field `Extra`.
  private func notes(_ item: XMLElement) -> [String] {
    let memos = item.children.filter { $0.name == "isReferencedBy" }.compactMap { reference in
      reference.attributes["resource"].flatMap { elements[$0] } ?? reference.child("Memo")
    }
    return memos.map { HTMLText.plain($0.child("value")?.text ?? "") }
      + [item.child("description")?.text.trimmed ?? ""].filter { !$0.isEmpty }
  }

  private func tags(_ item: XMLElement) -> [String] {
    item.children.filter { $0.name == "subject" }.map { subject in
      CleanText.collapse(subject.all("value").first?.text ?? subject.text)
    }.filter { !$0.isEmpty }
  }
}
