import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// Bibliographies in RIS, the format of library catalogues and reference managers.
  static let ris = ImportFormat(
    name: "ris", title: "RIS file", summary: "the books of a bibliography (.ris)",
    origin: "library catalogues, Zotero, EndNote, Mendeley, Citavi", namesFields: true,
    recognizes: { probe in
      !probe.isDatabase && !probe.isJSON && probe.first != "<" && RISFile.firstLine(in: probe.head) != nil
    },
    firstSign: { RISFile.firstLine(in: $0.head) ?? .max },
    read: { file, options, batch throws(SourceError) in
      let text = batch.text(of: file)
      var reader = RISFile(text.bytes)
      while let entry = reader.next() {
        batch.begin()
        try batch.checkCount()
        let raw = text.bytes[entry.range]
        if let (reason, isPart) = RIS.reasonToSkip(entry) {
          batch.skip(reason, isPart: isPart, line: entry.line)
        } else {
          if !entry.isClosed {
            batch.note("the entry does not end with the line “ER  -”, so it may be cut off", line: entry.line)
          }
          let draft = RIS.draft(entry, options, &batch)
          if draft[.title].isEmpty {
            batch.reject("no title", line: entry.line, raw: raw)
          } else {
            batch.add(draft)
          }
        }
      }
      for line in reader.strayLines { batch.note("a line outside of any entry was skipped", line: line) }
    })
}

/// Splits a file in RIS into entries.
///
/// An entry begins with a line `TY  - BOOK` and ends with a line `ER  - `. Each line between them has a two-character
/// tag and a value. A line without a tag continues the value above it. Programs disagree about the number of spaces
/// around the hyphen.
struct RISFile {
  struct Entry {
    /// The number of the line where the entry begins, counting from 1.
    let line: Int
    var range: Range<Int>
    /// The type in uppercase, such as `BOOK`.
    let type: String
    var fields: [(tag: String, value: String)] = []
    /// Whether the line that ends the entry was found.
    var isClosed = false

    /// Returns the first value that is not empty. The tags are tried in order.
    subscript(tags: String...) -> String {
      for tag in tags { if let value = self.all(tag).first { return value } }
      return ""
    }

    mutating func extend(to end: Int) { range = range.lowerBound..<end }

    /// Appends an untagged line to the last value.
    mutating func continueValue(_ text: String, to end: Int) {
      guard let last = fields.indices.last else { return }
      extend(to: end)
      // Line breaks are kept only in long text and in lists. In any other value, the program that wrote the file has
      // merely wrapped the line.
      let separator = ["AB", "N1", "N2", "RN", "KW"].contains(fields[last].tag) ? "\n" : " "
      if text.isEmpty, separator == " " || fields[last].value.isEmpty { return }
      fields[last].value += (fields[last].value.isEmpty ? "" : separator) + text
    }

    func all(_ tag: String) -> [String] { fields.filter { $0.tag == tag && !$0.value.isEmpty }.map(\.value) }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 0
  /// The first line of the next entry, if it was already read because the previous entry lacks its last line.
  private var pending: (line: Int, range: Range<Int>, type: String)?
  /// The line numbers of the first tagged lines outside of any entry.
  private(set) var strayLines: [Int] = []

  private static let maxStrayLines = 20
  /// The maximum number of tagged lines in an entry, far more than any program writes.
  private static let maxFields = 10_000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the number of the line near the start of a file that begins the first entry, or nil if there is none.
  static func firstLine(in head: [UInt8]) -> Int? {
    var file = RISFile(Array(head.prefix(8192)))
    while let (number, range) = file.nextLine() {
      if let (tag, value) = file.tagged(range), tag == "TY" { return value.first?.isLetter ?? false ? number : nil }
    }
    return nil
  }

  /// Returns the next entry, or nil at the end.
  mutating func next() -> Entry? {
    var entry = pending.map { Entry(line: $0.line, range: $0.range, type: $0.type) }
    pending = nil
    while let (number, range) = nextLine() {
      guard let (tag, value) = tagged(range) else {
        entry?.continueValue(String(decoding: bytes[range], as: UTF8.self).trimmed, to: range.upperBound)
        continue
      }
      if tag == "TY" {
        let start = (line: number, range: range, type: value.uppercased())
        if let entry {
          pending = start
          return entry
        }
        entry = Entry(line: start.line, range: start.range, type: start.type)
      } else if entry == nil {
        if strayLines.count < RISFile.maxStrayLines { strayLines.append(number) }
      } else if tag == "ER" {
        entry?.extend(to: range.upperBound)
        entry?.isClosed = true
        return entry
      } else if let count = entry?.fields.count, count < RISFile.maxFields {
        entry?.extend(to: range.upperBound)
        entry?.fields.append((tag, value))
      }
    }
    return entry
  }

  private mutating func nextLine() -> (number: Int, range: Range<Int>)? {
    guard position < bytes.count else { return nil }
    let start = position
    let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    position = end + (end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A ? 2 : 1)
    line += 1
    return (line, start..<min(position, bytes.count))
  }

  /// Returns the tag and the value of a line, or nil if the line has no tag.
  private func tagged(_ range: Range<Int>) -> (tag: String, value: String)? {
    var place = range.lowerBound
    while place < range.upperBound, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
    guard place + 3 < range.upperBound, RISFile.isCapital(bytes[place]),
      RISFile.isCapital(bytes[place + 1]) || (0x30...0x39).contains(bytes[place + 1])
    else { return nil }
    let tag = String(decoding: bytes[place..<place + 2], as: UTF8.self)
    place += 2
    let start = place
    while place < range.upperBound, bytes[place] == 0x20 { place += 1 }
    guard place > start, place - start < 4, place < range.upperBound, bytes[place] == UInt8(ascii: "-") else {
      return nil
    }
    return (tag, String(decoding: bytes[(place + 1)..<range.upperBound], as: UTF8.self).trimmed)
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
}

/// Converts the entries of RIS into books.
///
/// The meaning of a tag depends on the program that wrote it, and on the type of the entry; `keys` and `roles` follow
/// Zotero and EndNote. Entries that are not books are skipped. The `ID` of an entry is unique only within its file.
private enum RIS {
  private static let books: Set<String> = [
    "BOOK", "EBOOK", "EDBOOK", "THES", "RPRT", "MANSCPT", "CLSWK", "ENCYC", "DICT", "PAMP", "WHOLE", "ANCIENT",
    "AUDIOBOOK", "MUSIC SCORE",
  ]
  /// The types for parts of books. Such an entry is imported as a book only if it has a single title.
  private static let parts: Set<String> = ["CHAP", "ECHAP"]
  /// Types that programs use for all kinds of works. An entry of such a type is a book if it has an ISBN.
  private static let vague: Set<String> = ["GEN", "ELEC", "UNPB", "STAND", "SER", "CONF", "CPAPER", "DATA", ""]

  static func reasonToSkip(_ entry: RISFile.Entry) -> (reason: String, isPart: Bool)? {
    let isBook =
      books.contains(entry.type) || parts.contains(entry.type) && (entry["T2", "BT"].isEmpty || title(entry).isEmpty)
      || vague.contains(entry.type) && ISBN.first(in: entry["SN"]) != nil
    if isBook { return nil }
    let isPart = parts.contains(entry.type)
    return (EntryType.reasonToSkip(entry.type, partOf: isPart ? entry["T2", "BT"] : nil), isPart)
  }

  private static func title(_ entry: RISFile.Entry) -> String { entry["TI", "T1", "BT", "CT"] }

  static func draft(_ entry: RISFile.Entry, _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft {
    func text(_ value: String) -> String { HTMLText.plain(HTMLText.withoutMarks(value)).trimmed }
    let title = CleanText.collapse(text(title(entry).isEmpty ? entry["T2"] : title(entry)))
    let people = people(entry, &batch)
    let id = entry["ID"]
    var draft = Draft(book: id, title, people.authors, from: "ris", line: entry.line)
    draft.set(people)
    let (name, series) = SeriesName.withoutVolume(title: title, series: text(RIS.series(entry)))
    draft.set(.title, name)
    if !series.isEmpty { draft.set(.series, SeriesName.joined(series, number(entry))) }
    batch.setISBN(entry.all("SN"), "SN", line: entry.line, in: &draft)
    draft.set(.publisher, text(entry["PB"]))
    // The year of the original publication, if there is one, takes precedence over the year of the edition.
    draft.set(.year, batch.year(year(entry), entry["OP"].isEmpty ? "PY" : "OP", line: entry.line))
    if !entry["OP"].isEmpty {
      draft.set(.editionDate, batch.year(entry["PY", "Y1", "DA"], "PY", line: entry.line))
    }
    draft.set(.edition, text(entry["ET"]))
    draft.set(.place, text(entry["CY", "PP"]))
    draft.set(.pages, entry["EP"].isEmpty ? batch.pages(entry["SP"], "SP", line: entry.line) : nil)
    draft.set(.language, text(entry["LA"]))
    if entry.type == "EBOOK" { draft.set(.format, "ebook") }
    if entry.type == "AUDIOBOOK" { draft.set(.format, "audio") }
    if entry.type == "THES" { draft.set(.format, ThesisType.other.format(stated: text(entry["M3"]))) }
    draft.set(.synopsis, text(entry["AB", "N2"]))
    for note in entry.all("N1") + entry.all("RN") { draft.append(.notes, paragraph: text(note)) }
    let tags = draft.setStatus(fromTags: entry.all("KW").flatMap(keywords))
    if options.takesShelves { draft.add(.genres, tags) }
    FieldMapping.setMapped(options, in: &draft, line: entry.line, &batch) { entry.all($0.uppercased()).map(text) }
    var keys = self.keys
    for (name, field) in options.maps { keys[field, default: []].append(name.uppercased()) }
    draft.leaveAbsentOpen(keys) { tag in entry.fields.contains { $0.tag == tag } }
    leaveOut(of: entry, Set(options.maps.map { $0.column.uppercased() }), &batch)
    return draft
  }

  // MARK: - Tags

  /// The tags of contributors to a book.
  ///
  /// Zotero and EndNote write the editors of a book as A3, and the editors of its series as A2. In records from library
  /// catalogues and in parts of books, A2 is the editor (`hasEditorAsA2`).
  private static let roles: [(tag: String, role: ContributorRole)] = [
    ("ED", .editor), ("A3", .editor), ("A4", .translator), ("TA", .translator),
  ]

  /// Returns whether A2 is the editor of the book: in a part of a book, or in a book that has neither a series, whose
  /// editors A2 could mean, nor an editor in another tag.
  private static func hasEditorAsA2(_ entry: RISFile.Entry) -> Bool {
    if parts.contains(entry.type) { return true }
    let series = SeriesName.withoutVolume(title: RIS.title(entry), series: RIS.series(entry)).series
    return series.isEmpty && entry["ED", "A3"].isEmpty
  }

  /// The tags of shelf's fields. An entry without any tag of a field says nothing about that field.
  private static let keys: [FieldHandle: [String]] = [
    .author: ["AU", "A1", "ED", "A3", "A2"], .contributors: roles.map(\.tag) + ["A2"],
    .series: ["T2", "T3"], .isbn: ["SN"],
    .publisher: ["PB"], .place: ["CY", "PP"], .year: ["PY", "Y1", "DA", "OP"], .editionDate: ["PY", "Y1", "DA"],
    .edition: ["ET"], .pages: ["SP"], .language: ["LA"], .synopsis: ["AB", "N2"],
    .notes: ["N1", "RN"], .genres: ["KW"], .format: [],
  ]

  private static let known: Set<String> = Set(keys.values.joined()).union([
    "ID", "TI", "T1", "BT", "CT", "EP", "M1", "VL", "IS", "ST", "TY", "LK", "DB", "DP", "Y2",
  ]).subtracting(["A2"])

  private static func people(_ entry: RISFile.Entry, _ batch: inout SourceBatch) -> People {
    func names(_ tag: String) -> [String] {
      batch.names(in: entry.all(tag).map { PersonName.read(HTMLText.decodingEntities($0), .turned) })
    }
    var people = People()
    people.add(names("AU") + names("A1"))
    // In an edited book, EndNote lists the editors as authors.
    if entry.type == "EDBOOK" {
      let editors = people.authors
      people = People()
      people.add(editors.map { Contributor(name: $0, role: ContributorRole.editor.rawValue) })
    }
    let own = hasEditorAsA2(entry) ? [(tag: "A2", role: ContributorRole.editor)] + roles : roles
    for (tag, role) in own { people.add(names(tag).map { Contributor(name: $0, role: role.rawValue) }) }
    people.nameByEditors()
    return people
  }

  /// Returns the series of a book. EndNote writes it as T2, and Zotero as T3.
  private static func series(_ entry: RISFile.Entry) -> String {
    title(entry).isEmpty ? entry["T3"] : entry["T3", "T2"]
  }

  private static func number(_ entry: RISFile.Entry) -> String {
    [entry["IS"], entry["M1"], entry["VL"]].first { $0.first?.isNumber ?? false } ?? ""
  }

  /// Returns the year of first publication from a value that may be a full date, such as `1969/03/01/spring`.
  private static func year(_ entry: RISFile.Entry) -> String {
    let text = entry["OP", "PY", "Y1", "DA"]
    let year = text.prefix { $0 != "/" }
    return text.contains("/") ? String(year) : text
  }

  private static func keywords(_ value: String) -> [String] {
    value.split { $0 == "\n" || $0 == ";" }.map { HTMLText.decodingEntities(String($0)).trimmed }.filter { !$0.isEmpty }
  }

  /// Reports values that were not imported into any field.
  private static func leaveOut(of entry: RISFile.Entry, _ mapped: Set<String>, _ batch: inout SourceBatch) {
    for (tag, value) in entry.fields where !value.isEmpty && !mapped.contains(tag) {
      if tag == "A2" ? hasEditorAsA2(entry) : tag == "M3" && entry.type == "THES" { continue }
      if !known.contains(tag) { batch.leaveOut(column: tag) }
    }
    if !entry["OP"].isEmpty, !entry["PY", "Y1", "DA"].isEmpty, !mapped.contains("PY") { batch.leaveOut(column: "PY") }
    if !entry["EP"].isEmpty, !entry["SP"].isEmpty, !mapped.contains("SP") { batch.leaveOut(column: "SP") }
    if !entry["T3"].isEmpty, !entry["T2"].isEmpty, !title(entry).isEmpty, !mapped.contains("T2") {
      batch.leaveOut(column: "T2")
    }
  }
}
