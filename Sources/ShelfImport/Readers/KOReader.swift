import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// KOReader's files: the sidecar of a book, its exports, and its statistics.
  static let koreader = ImportFormat(
    name: "koreader", title: "KOReader",
    summary:
      "books, and highlights and notes as quotes (sidecars, statistics, JSON, Markdown, text; a whole device's folder)",
    origin: "the folders NAME.sdr next to the books, or KOReader's Export highlights; settings/statistics.sqlite3",
    recognizes: { probe in
      if probe.isJSON {
        // Lists of editions from Open Library also have the key `entries`.
        if probe.contains("/works/OL") || probe.contains("/type/edition") { return false }
        return probe.contains("\"entries\"") && probe.contains("\"title\"") || probe.contains("\"documents\"")
          || probe.contains("\"partial_md5_checksum\"") || probe.contains("\"doc_props\"")
      }
      if KOReaderStatistics.recognizes(probe) || KOReaderNotes.recognizes(probe) { return true }
      return probe.contains("return {")
        && ["[\"doc_props\"]", "[\"partial_md5_checksum\"]", "[\"bookmarks\"]", "[\"annotations\"]", "[\"stats\"]"]
          .contains { probe.contains($0) }
    },
    firstSign: { probe in
      probe.isJSON || probe.isDatabase ? 1 : probe.line(of: "### Page", "\u{3000}\u{3000}-- ", "return {")
    },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file)
      let probe = SourceProbe(file)
      if probe.isDatabase {
        let database = try SQLiteDatabase(file, tables: KOReaderStatistics.tables)
        return try KOReaderStatistics(database).read(into: &batch)
      }
      if KOReaderNotes.recognizes(probe) { return KOReaderNotes(file, &batch).read(into: &batch) }
      if probe.isJSON {
        let value = try batch.json(file)
        if value["doc_props"] != nil || value["partial_md5_checksum"] != nil {
          return KOReaderSidecar(value, nil, file.path).read(options, into: &batch)
        }
        batch.rejects.form = .array(open: "{\"documents\": [", close: "]}")
        return KOReaderExport.read(value, into: &batch)
      }
      do throws(LuaTable.Failure) {
        let text = batch.text(of: file)
        let value = try LuaTable.parse(text.bytes)
        if file.isOlder { batch.note("it is damaged; the previous version, \(file.name).old, is used", line: nil) }
        let custom = file.companion.flatMap { try? LuaTable.parse($0) }
        KOReaderSidecar(value, custom, file.path).read(options, into: &batch)
      } catch {
        throw SourceError(error.reason, in: file.path, line: error.line)
      }
    })
}

/// The sidecar of a book, which KOReader keeps next to it: a Lua table with the book's metadata, the reading status and
/// the highlights.
///
/// A checksum of the book's file is the key of the book. The user's corrections to the metadata are in a second file.
/// Since 2024, all highlights are in one table. Before that, each highlight was in two tables, which are combined
/// (`readOldMarks`).
private struct KOReaderSidecar {
  private let value: JSONValue
  private let custom: JSONValue?
  private let path: String

  /// - Parameter custom: the metadata that the user has corrected.
  init(_ value: JSONValue, _ custom: JSONValue?, _ path: String) {
    self.value = value
    self.custom = custom
    self.path = path
  }

  private func property(_ name: String) -> String {
    for text in [
      custom?[["custom_props", name]]?.text, value[["doc_props", name]]?.text, value[["stats", name]]?.text,
    ] {
      if let text = text?.trimmed, !text.isEmpty, text != "N/A" { return text }
    }
    return ""
  }

  func read(_ options: ImportOptions, into batch: inout SourceBatch) {
    batch.begin()
    var title = CleanText.collapse(property("title"))
    // If the book has no title, the name of its file is used instead.
    if title.isEmpty {
      // The sidecar is in a folder `NAME.sdr`, or is itself a file `NAME.sdr.json`.
      title = fileName(value["doc_path"]?.text ?? path.replacing(/\.sdr(?:\/[^\/]*|\.json)$/, with: ""))
    }
    let authors = batch.authors(property("authors"), .turned, line: nil)
    let checksum = value["partial_md5_checksum"]?.text ?? ""
    let key = checksum.isEmpty ? SourceKey.book(title, authors) : checksum
    var draft = Draft(book: key, title, authors, from: "koreader")
    draft.set(.title, title)
    draft.set(.author, authors)
    let series = property("series")
    if !series.isEmpty {
      draft.set(
        .series, series.contains("#") ? SeriesName.text(series) : SeriesName.joined(series, property("series_index")))
    }
    draft.set(.language, property("language"))
    if options.takesShelves {
      draft.add(.genres, property("keywords").split { $0.isNewline || $0 == ";" }.map(\.trimmed))
    }
    draft.set(.synopsis, HTMLText.plain(property("description")))
    for line in property("identifiers").split(whereSeparator: \.isNewline).map(\.trimmed) {
      if let isbn = ISBN.first(in: line) {
        draft.set(.isbn, isbn)
      } else if let colon = line.firstIndex(of: ":") {
        let scheme = line[..<colon].lowercased()
        if scheme == "isbn" {
          _ = batch.isbn([String(line[line.index(after: colon)...])], "isbn", line: nil)
        } else if ["goodreads", "amazon", "google", "librarything", "openlibrary"].contains(scheme) {
          draft.sources.append(CalibreBook.source(scheme, String(line[line.index(after: colon)...])))
        }
      }
    }
    // KOReader may have failed to read these values from the book this time.
    draft.markEmptyIncomplete()
    setSummary(&draft, &batch)
    batch.add(draft)
    readMarks(of: key, into: &batch)
  }

  private func fileName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  private func setSummary(_ draft: inout Draft, _ batch: inout SourceBatch) {
    let summary = value["summary"]
    let status: ReadingStatus? =
      switch summary?["status"]?.text {
      case "complete": .completed
      // KOReader displays the status that its file calls “abandoned” as “on hold”.
      case "reading": .inProgress
      case "abandoned": .paused
      default: nil
      }
    let modified = summary?["modified"]?.text ?? ""
    var share = value["percent_finished"]?.text.flatMap { Double($0) } ?? 0
    if !(0...1).contains(share) {
      batch.leaveOut("percent_finished", "\(share)", "is not a fraction of the book", line: nil)
      share = 0
    }
    draft.setReading(
      status ?? (share > 0 && share < 1 ? .inProgress : nil), started: nil,
      ended: status == .completed ? batch.date(modified, "modified", line: nil) : nil)
    if [ReadingStatus.inProgress, .paused].map(\.rawValue).contains(draft.first(.status)), share > 0 {
      draft.set(.progress, "\(Int((share * 100).rounded()))%")
    }
    if status == .completed { draft.set(.progress, []) }
    draft.set(.rating, batch.rating(summary?["rating"]?.text ?? "", "rating", line: nil))
    draft.set(.review, HTMLText.tidy(summary?["note"]?.text ?? ""))
    if summary == nil { draft.markIncomplete([.status, .rating, .review, .dateStarted, .dateCompleted, .readings]) }
  }

  // MARK: - Highlights

  private func readMarks(of book: String, into batch: inout SourceBatch) {
    if let annotations = value["annotations"] {
      for item in rows(annotations) { takeAnnotation(item.value, item.line, book, &batch) }
    } else {
      readOldMarks(of: book, into: &batch)
    }
  }

  /// Returns the rows of a table, whose keys are numbers.
  private func rows(_ value: JSONValue) -> [(value: JSONValue, line: Int)] {
    value.isArray
      ? value.items.map { ($0.value, $0.line) }
      : value.members.sorted { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }.map { ($0.value, $0.line) }
  }

  private func takeAnnotation(_ row: JSONValue, _ line: Int, _ book: String, _ batch: inout SourceBatch) {
    batch.begin()
    guard row["drawer"] != nil else { return batch.skip("a page bookmark", line: line) }
    var mark = KOReaderMark(text: row["text"]?.text ?? "", note: row["note"]?.text ?? "")
    mark.place = place(row["pos0"] ?? row["page"])
    mark.chapter = row["chapter"]?.text
    mark.page = row["pageref"]?.text
    mark.screen = row["pageno"]?.text
    mark.screens = value["doc_pages"]?.text ?? value[["stats", "pages"]]?.text
    mark.time = row["datetime"]?.text ?? ""
    if row["color"] != nil { batch.leaveOut(column: "color") }
    mark.add(to: &batch, of: book, line: line)
  }

  /// Returns text that identifies a position. In a PDF, the position consists of a page and two coordinates.
  private func place(_ value: JSONValue?) -> String {
    guard let value else { return "" }
    return value.text
      ?? value.members.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text ?? "")" }.joined(separator: ",")
  }

  /// Reads the tables from before 2024. Their keys are misleading: in `bookmarks`, `notes` is the highlighted text, and
  /// `text` is the user's note or text that KOReader generated.
  private func readOldMarks(of book: String, into batch: inout SourceBatch) {
    var marks: [(page: String, row: JSONValue)] = []
    for page in value["highlight"]?.members.sorted(by: { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }) ?? [] {
      marks += rows(page.value).map { (page.key, $0.value) }
    }
    for (index, page) in (value["highlight"]?.items ?? []).enumerated() {
      marks += rows(page.value).map { (String(index + 1), $0.value) }
    }
    var places: [String: [Int]] = [:]
    for (place, mark) in marks.enumerated() { places[mark.row["datetime"]?.text ?? "", default: []].append(place) }
    var seen: Set<Int> = []
    /// Returns the highlight with the same text from the same second or, failing that, any other from that second.
    /// Returns nil if there is none.
    func taken(at time: String, _ text: String?) -> (page: String, row: JSONValue)? {
      let same = (places[time] ?? []).filter { !seen.contains($0) }
      let isKnown = { (place: Int) in marks[place].row["text"]?.text == text }
      guard let place = same.first(where: isKnown) ?? (time.isEmpty ? nil : same.first) else { return nil }
      seen.insert(place)
      return marks[place]
    }
    for (row, line) in rows(value["bookmarks"] ?? .null) {
      batch.begin()
      guard row["highlighted"]?.text == "true" else {
        batch.skip("a page bookmark", line: line)
        continue
      }
      let time = row["datetime"]?.text ?? ""
      let other = taken(at: time, row["notes"]?.text)
      var mark = KOReaderMark(text: row["notes"]?.text ?? other?.row["text"]?.text ?? "", note: "")
      mark.note = KOReaderMark.ownWords(row["text"]?.text ?? "", about: mark.text)
      mark.place = place(row["pos0"] ?? row["page"])
      mark.chapter = other?.row["chapter"]?.text ?? row["chapter"]?.text
      mark.screen = other?.page ?? row["page"]?.text.flatMap { Int($0) == nil ? nil : $0 }
      mark.screens = value["doc_pages"]?.text ?? value[["stats", "pages"]]?.text
      mark.time = time
      mark.add(to: &batch, of: book, line: line)
    }
    for (index, (page, row)) in marks.enumerated() where !seen.contains(index) {
      batch.begin()
      var mark = KOReaderMark(text: row["text"]?.text ?? "", note: "")
      mark.place = place(row["pos0"])
      mark.chapter = row["chapter"]?.text
      mark.screen = page
      mark.screens = value["doc_pages"]?.text ?? value[["stats", "pages"]]?.text
      mark.time = row["datetime"]?.text ?? ""
      mark.add(to: &batch, of: book, line: nil)
    }
  }
}

/// A highlight in KOReader.
struct KOReaderMark {
  var text: String
  var note: String
  /// Text that distinguishes the highlight from others in its book.
  var place = ""
  var chapter: String?
  /// The page of the printed edition, if the book contains its page numbers.
  var page: String?
  /// The page on the screen and, in `screens`, the number of pages at that font size.
  var screen: String?
  var screens: String?
  var time = ""

  /// Returns the user's own words, without text such as `Page 346 … @ 2023-05-19 23:42:17`, which KOReader generates in
  /// the language of the device.
  static func ownWords(_ words: String, about text: String) -> String {
    if words.isEmpty || words == text { return "" }
    guard let time = words.firstMatch(of: /\s?@[ \u{A0}]\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) else { return words }
    func joined(_ before: some StringProtocol) -> String {
      [String(before).trimmed, String(words[time.range.upperBound...]).trimmed].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    var rest = words[..<time.range.lowerBound]
    let marked = Folding.fold(text)
    let start = String(marked.prefix(20))
    // The user may have written something before the generated text.
    for page in rest.matches(of: /\S*\s?\d+\S*\s+/) where !start.isEmpty {
      if Folding.fold(String(rest[page.range.upperBound...])).hasPrefix(start) {
        return joined(rest[..<page.range.lowerBound])
      }
    }
    // Between the page and the time is either the highlighted text or text that the user wrote in its place.
    if let page = rest.prefixMatch(of: /\S*\s?\d+\S*\s*/) { rest = rest[page.range.upperBound...] }
    let own = Folding.fold(String(rest))
    if own.isEmpty || marked.contains(own) || !marked.isEmpty && own.contains(String(marked.prefix(40))) {
      return joined("")
    }
    return joined(rest)
  }

  func add(to batch: inout SourceBatch, of book: String, line: Int?) {
    let text = HTMLText.tidy(text.replacing("\u{200B}", with: ""))
    let note = HTMLText.tidy(note)
    if text.isEmpty, note.isEmpty { return batch.skip("an empty annotation", line: line) }
    // A highlight is identified by its position, because its text may change. If two highlights start at the same
    // position, the second is also identified by its text.
    var key = SourceKey.hash(book, place.isEmpty ? "\(screen ?? "") \(text)" : place)
    if let other = batch.draft(.quote, key), Folding.fold(other.first(.text) ?? "") != Folding.fold(text) {
      key = SourceKey.hash(book, place, text)
    }
    var draft = Draft(quote: key, of: book, from: "koreader", line: line)
    draft.setMark(text, note: note)
    draft.set(.chapter, chapter)
    draft.set(.page, page)
    // Some of KOReader's formats do not contain the pages of the printed edition.
    if page == nil { draft.markIncomplete([.page]) }
    if let screen, !screen.isEmpty, page == nil, !screen.hasPrefix("-") {
      let total = screens.flatMap { Int($0) }.flatMap { $0 > 0 ? " of \($0)" : nil } ?? ""
      draft.set(.location, "screen \(screen)\(total)")
    }
    draft.set(.creationDate, time.isEmpty ? nil : batch.moment(time, "datetime", line: line))
    batch.add(draft)
  }
}

/// KOReader's export as JSON, with one or more books.
private enum KOReaderExport {
  static func read(_ value: JSONValue, into batch: inout SourceBatch) {
    let list = value["documents"]?.items ?? value.items
    if list.isEmpty { return take(value, 1, &batch) }
    for item in list { take(item.value, item.line, &batch) }
  }

  /// Returns the author from part of a file name that was split at the wrong position, such as `Stories) (Spanish
  /// Edition) (Gottlieb, Lori`.
  private static func whole(_ author: String) -> String {
    guard let close = author.firstIndex(of: ")"), let open = author.lastIndex(of: "("),
      !author[..<close].contains("(")
    else { return author }
    return author[author.index(after: open)...].trimmed
  }

  private static func take(_ document: JSONValue, _ line: Int, _ batch: inout SourceBatch) {
    var title = CleanText.collapse(document["title"]?.text ?? "")
    if title.isEmpty || title == "N/A" {
      let name = SourceFile(path: document["file"]?.text ?? "", bytes: []).name
      title = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
    let named = document["author"]?.text ?? ""
    let authors = named == "N/A" ? [] : FieldMapping.authors(whole(named), line: line, &batch)
    let key = document["md5sum"]?.text ?? SourceKey.book(title, authors)
    guard !title.isEmpty else {
      for item in document["entries"]?.items ?? [] {
        batch.begin()
        // A rejected highlight is written with the data of its book, so that it can be imported again.
        let entries = JSONValue.array([item])
        let others = document.members.filter { $0.key != "entries" && $0.key != "title" }
        batch.reject(
          "an annotation of a book without a title", line: item.line,
          value: .object(
            [JSONValue.Member(key: "title", value: .text(""), line: 0)] + others
              + [JSONValue.Member(key: "entries", value: entries, line: 0)]))
      }
      return
    }
    var draft = Draft(book: key, title, authors, from: "koreader", line: line, rows: 0)
    draft.set(.title, title)
    draft.set(.author, authors)
    batch.add(draft)
    for item in document["entries"]?.items ?? [] {
      batch.begin()
      let entry = item.value
      var mark = KOReaderMark(text: entry["text"]?.text ?? "", note: entry["note"]?.text ?? "")
      mark.chapter = entry["chapter"]?.text
      mark.place = entry["pn_xp"]?.text ?? ""
      let page = entry["page"]
      if case .text(let label)? = page { mark.page = label } else { mark.screen = page?.text }
      mark.screens = document["number_of_pages"]?.text
      mark.time = entry["time"]?.text ?? ""
      if entry["color"] != nil { batch.leaveOut(column: "color") }
      mark.add(to: &batch, of: key, line: item.line)
    }
  }
}
