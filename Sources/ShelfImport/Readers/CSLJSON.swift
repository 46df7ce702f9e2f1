import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// Zotero's CSL-JSON, which other reference managers also write.
  static let cslJSON = ImportFormat(
    name: "csl-json", title: "CSL-JSON file",
    summary: "the books of a bibliography (CSL-JSON, or CSL-YAML, as exported by Zotero)",
    origin: "Zotero > File > Export Library > CSL JSON", namesFields: true,
    recognizes: { probe in
      if !probe.isJSON {
        return probe.contains("type: ") && probe.contains("title: ") && probe.contains("id: ")
          && probe.yaml.map(CSLJSON.isYAML) ?? false
      }
      return probe.contains("\"type\"")
        && (probe.contains("\"issued\"") || probe.contains("\"date-parts\"") || probe.contains("\"title-short\"")
          || probe.contains("\"publisher-place\"") || probe.contains("\"citation-key\"")
          || probe.contains("\"family\"") || probe.contains("\"literal\"")
          || probe.tree.map(CSLJSON.isPlain) ?? false)
    },
    read: { file, options, batch throws(SourceError) in
      let probe = SourceProbe(file)
      let value = probe.isJSON ? try batch.json(file) : YAMLText.tree(of: probe) ?? .null
      batch.rejects.form = .array(open: "[", close: "]")
      let list = CSLJSON.entries(value)
      let isOne = value["type"] != nil && value["title"] != nil
      for item in isOne ? [JSONValue.Item(value: value, line: 1, range: 0..<0)] : list {
        batch.begin()
        let type = item.value["type"]?.text ?? ""
        if !CSLJSON.books.contains(type) {
          batch.skip(
            type.isEmpty ? "an entry without a type" : "an entry of the type \(type), not a book", line: item.line)
          continue
        }
        // A part of a book is not a book, even if it has a title of its own.
        if type == "chapter", item.value["title"] != nil, item.value["container-title"] != nil {
          let whole = HTMLText.plain(HTMLText.withoutMarks(item.value["container-title"]?.text ?? "")).trimmed
          batch.skip(EntryType.reasonToSkip(type, partOf: whole), isPart: true, line: item.line)
          continue
        }
        let draft = CSLJSON.draft(item.value, item.line, options, &batch)
        if draft[.title].isEmpty {
          batch.reject("no title", line: item.line, value: item.value)
        } else {
          batch.add(draft)
        }
      }
    })
}

/// Converts entries of CSL-JSON (https://docs.citationstyles.org/en/stable/specification.html) into books.
///
/// Names and dates are split into parts. The id of an entry is unique only within its file. The same code reads the
/// responses of catalogues that use CSL-JSON.
package enum CSLJSON {
  static let books: Set<String> = [
    "book", "chapter", "thesis", "report", "manuscript", "entry-encyclopedia", "pamphlet", "classic", "collection",
  ]

  static func entries(_ value: JSONValue) -> [JSONValue.Item] {
    value["items"]?.items ?? value["references"]?.items ?? value.items
  }

  /// Returns whether each entry has an id, a title and a type, and no values that only other formats have.
  static func isPlain(_ value: JSONValue) -> Bool {
    let entries = entries(value).map(\.value)
    return !entries.isEmpty
      && entries.allSatisfy { entry in
        entry["id"] != nil && entry["title"] != nil && entry["author"]?.text == nil && entry["rating"] == nil
          && entry["type"]?.text.map { books.contains($0) || $0.hasPrefix("article") } ?? false
      }
  }

  /// Returns whether a YAML tree is a bibliography: all entries have ids and types, and some have names or dates in
  /// parts.
  static func isYAML(_ value: JSONValue) -> Bool {
    let entries = entries(value).map(\.value)
    func isInParts(_ entry: JSONValue) -> Bool {
      ["author", "editor"].contains {
        entry[$0]?.items.contains { $0.value["family"] != nil || $0.value["literal"] != nil } ?? false
      }
        || entry["issued"].map { !$0.items.isEmpty || !$0.members.isEmpty } ?? false
    }
    return entries.contains(where: isInParts) && entries.allSatisfy { $0["id"] != nil && $0["type"]?.text != nil }
  }

  package static func draft(
    _ entry: JSONValue, _ line: Int, _ options: ImportOptions, _ batch: inout SourceBatch
  ) -> Draft {
    func text(_ key: String) -> String { HTMLText.plain(entry[key]?.text ?? "").trimmed }
    func title(_ key: String) -> String { HTMLText.plain(HTMLText.withoutMarks(entry[key]?.text ?? "")).trimmed }
    let name = CleanText.collapse(title("title"))
    var people = People()
    people.add(batch.names(in: names(entry["author"])))
    for (variable, role) in roles {
      people.add(batch.names(in: names(entry[variable])).map { Contributor(name: $0, role: role) })
    }
    people.nameByEditors()
    let id = entry["citation-key"]?.text ?? entry["id"]?.text ?? ""
    var draft = Draft(book: id, name, people.authors, from: "csl", line: line)
    // The address ends in Zotero's own number for the item, which is also in its other exports.
    if id.hasPrefix("http"), let item = id.firstMatch(of: /\/items\/([A-Z0-9]{8})$/) {
      draft.sources.append("zotero:\(item.1)")
    }
    draft.set(people)
    let (whole, series) = SeriesName.withoutVolume(title: name, series: title("collection-title"))
    draft.set(.title, whole)
    if !series.isEmpty { draft.set(.series, SeriesName.joined(series, text("collection-number"))) }
    batch.setISBN(entry["ISBN"]?.texts ?? [], "ISBN", line: line, in: &draft)
    draft.set(.publisher, title("publisher"))
    if let first = year(entry["original-date"], line, &batch) {
      draft.set(.year, first)
      draft.set(.editionDate, date(entry["issued"], line, &batch))
    } else {
      draft.set(.year, year(entry["issued"], line, &batch))
    }
    draft.set(.edition, text("edition"))
    draft.set(.place, title("publisher-place"))
    draft.set(.originalTitle, title("original-title"))
    draft.set(.pages, batch.pages(text("number-of-pages"), "number-of-pages", line: line))
    draft.set(.language, text("language"))
    draft.set(.synopsis, text("abstract"))
    draft.append(.notes, paragraph: text("note"))
    draft.takeCitationKey(options)
    draft.append(.notes, paragraph: text("annote"))
    let isThesis = entry["type"]?.text == "thesis"
    if isThesis { draft.set(.format, ThesisType.other.format(stated: text("genre"))) }
    let keywords = draft.setStatus(fromTags: FieldMapping.list(text("keyword"), separators: [";"]))
    if options.takesShelves { draft.add(.genres, keywords) }
    FieldMapping.setMapped(options, in: &draft, line: line, &batch) { texts(entry[$0]) }
    var keys = self.keys
    for (name, field) in options.maps { keys[field, default: []].append(name) }
    draft.leaveAbsentOpen(keys) { entry[$0] != nil }
    let mapped = Set(options.maps.map(\.column))
    for member in entry.members
    where !known.contains(member.key) && !mapped.contains(member.key) && !member.value.isBlank {
      if member.key == "genre", isThesis { continue }
      batch.leaveOut(column: member.key)
    }
    return draft
  }

  /// Returns the text values of a variable that the user mapped to a field. Names and dates have parts; other variables
  /// are text.
  private static func texts(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    if let parts = value["date-parts"]?.items.first?.value.items {
      let numbers = parts.compactMap { $0.value.text }
      return [numbers.map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")]
    }
    if let text = value["literal"]?.text ?? value["raw"]?.text { return [HTMLText.plain(text).trimmed] }
    if value.items.contains(where: { $0.value.isObject }) {
      return names(value).flatMap { $0.people.map(\.name) }
    }
    return value.texts.map { HTMLText.plain($0).trimmed }
  }

  private static let known = Set([
    "id", "type", "title", "author", "collection-title", "collection-number", "ISBN", "publisher", "issued",
    "original-date", "original-title", "edition", "publisher-place", "number-of-pages", "language", "abstract", "note",
    "annote", "keyword", "citation-key",
  ]).union(roles.map(\.variable))

  /// The variables for contributors.
  private static let roles: [(variable: String, role: String)] =
    ContributorRole.ofCSL.map { ($0.rawValue, $0.rawValue) } + [("contributor", "")]

  /// The keys of shelf's fields in CSL, if they differ.
  private static let keys: [FieldHandle: [String]] = [
    .author: ["author", "editor"], .contributors: roles.map(\.variable), .series: ["collection-title"], .isbn: ["ISBN"],
    .year: ["issued", "original-date"], .editionDate: ["issued"], .place: ["publisher-place"],
    .originalTitle: ["original-title"],
    .pages: ["number-of-pages"], .synopsis: ["abstract"], .notes: ["note", "annote"], .genres: ["keyword"],
  ]

  private static func names(_ list: JSONValue?) -> [PersonName.Reading] {
    (list?.items ?? []).map { item in
      func text(_ key: String) -> String { CleanText.collapse(item.value[key]?.text ?? "") }
      if let literal = item.value["literal"]?.text {
        return PersonName.Reading([PersonName.undivided(HTMLText.withoutMarks(literal))])
      }
      if let name = item.value["name"]?.text ?? item.value.text {
        return PersonName.Reading([PersonName.Found(CleanText.collapse(HTMLText.withoutMarks(name)))])
      }
      var reading = PersonName.Reading()
      // Library catalogues put the years of a person's birth and death after the given name.
      var given = text("given")
      NameCleaning.removeYears(fromGivenNames: &given, &reading.removed)
      NameCleaning.tidy(&given, &reading.removed)
      let particles = [text("dropping-particle"), text("non-dropping-particle")].filter { !$0.isEmpty }
      // Quotation marks keep programs from looking for particles in the family name.
      var family = text("family")
      if family.count > 2, family.hasPrefix("\""), family.hasSuffix("\"") {
        family = String(family.dropFirst().dropLast())
      }
      let isWhole = given.isEmpty && particles.isEmpty && text("suffix").isEmpty
      reading.people = [
        isWhole
          ? PersonName.undivided(family)
          // Whether a separate particle counts for sorting depends on the citation style.
          : PersonName.person(
            family: family, given: given, particle: particles.joined(separator: " "), suffix: text("suffix"),
            isExact: particles.isEmpty)
      ]
      return reading
    }
  }

  /// Returns a date, with its month and day if they are known.
  private static func date(_ issued: JSONValue?, _ line: Int, _ batch: inout SourceBatch) -> String? {
    let ends = issued?["date-parts"]?.items ?? []
    let parts = ends.first?.value.items.compactMap { Int($0.value.text ?? "") } ?? []
    if ends.count == 1, parts.count > 1, (0...9999).contains(parts[0]) {
      let text = ([padded(parts[0], to: 4)] + parts.dropFirst().prefix(2).map { padded($0, to: 2) })
        .joined(separator: "-")
      if let day = CalendarDate(text) { return day.description }
    }
    return year(issued, line, &batch)
  }

  private static func year(_ issued: JSONValue?, _ line: Int, _ batch: inout SourceBatch) -> String? {
    // YAML bibliographies write `issued: [{year: 1999}]`.
    let dates = issued?.items.map(\.value) ?? []
    let years = (dates.isEmpty ? [issued].compactMap(\.self) : dates).compactMap { $0["year"]?.text }
    let parts = issued?["date-parts"]?.items.compactMap { $0.value.items.first?.value.text } ?? []
    // A range consists of two dates.
    if let ends = [years, parts].first(where: { !$0.isEmpty }) {
      return batch.year(ends.joined(separator: "/"), "issued", line: line)
    }
    return batch.year(issued?["literal"]?.text ?? issued?["raw"]?.text ?? issued?.text ?? "", "issued", line: line)
  }
}
