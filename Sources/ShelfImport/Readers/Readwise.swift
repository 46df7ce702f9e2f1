import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The exports of readwise.io: CSV, and pages of Markdown for Obsidian and Logseq.
  static let readwise = ImportFormat(
    name: "readwise", title: "Readwise export", summary: "highlights and notes as quotes (CSV or Markdown)",
    origin: "readwise.io > Account > Export highlights, or its plugins for Obsidian and Logseq",
    recognizes: { $0.has("Highlight", "Book Title", "Book Author") || ReadwiseMarkdown.recognizes($0) },
    firstSign: { ReadwiseMarkdown.recognizes($0) ? $0.line(of: "## Metadata", "full-title::") : $0.headerLine },
    read: { file, options, batch throws(SourceError) in
      if ReadwiseMarkdown.recognizes(SourceProbe(file)) {
        try options.refuseMaps(file)
        var reader = ReadwiseMarkdown(file, &batch)
        return reader.read(options, into: &batch)
      }
      var reader = ReadwiseTable()
      try TableSource(columns: ReadwiseTable.columns).read(file, options, into: &batch) { row, batch in
        reader.draft(row, options, &batch)
      }
      reader.chapters.set(in: &batch)
    })
}

/// Rows of Readwise's table.
///
/// Highlights have no ids, so the key of a quote is a hash of its book and its text. Notes may contain commands for
/// Readwise (`ReadwiseCommands`). The export does not apply these commands, so the import does: headings become
/// chapters, and the parts of a highlight are joined.
private struct ReadwiseTable {
  static let columns: [ImportColumn] = [
    ImportColumn("Highlight", tells: .text), ImportColumn("Note", tells: .note), ImportColumn("Tags", tells: .tags),
    ImportColumn("Location", tells: .page, .location), ImportColumn("Location Type", tells: .page, .location),
    ImportColumn("Highlighted at", sets: .creationDate), ImportColumn("Book Title", tells: .title),
    ImportColumn("Book Author", tells: .author), ImportColumn("Document tags", tells: .genres),
  ]
  private static let fields = FieldColumns(columns.map(\.source))

  private(set) var chapters = ReadwiseChapters()
  /// The key of the highlight to which the next parts belong.
  private var joined: String?

  mutating func draft(_ row: TableSource.Row, _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft? {
    let text = HTMLText.tidy(row["Highlight"])
    if text.isEmpty {
      batch.reject("no highlight", line: row.line, raw: row.raw)
      return nil
    }
    let title = CleanText.collapse(row["Book Title"])
    let authors = FieldMapping.authors(row["Book Author"], line: row.line, &batch)
    let book = SourceKey.book(title, authors)
    let note = row["Note"]
    let commands = ReadwiseCommands(note)
    let place = Double(row["Location"]).map { ReadwiseChapters.Place(kind: row["Location Type"], number: $0) }
    if commands.isHeading {
      if let place { chapters.add(heading: text, of: book, place) }
      // A heading with a note is also imported as a quote.
      if commands.ownWords.isEmpty {
        batch.skip("a heading", line: row.line)
        return nil
      }
    }
    if let part = commands.part {
      if part > 1, let joined, batch.canJoin(joined) {
        batch.change(.quote, joined) { draft in
          draft.join(text, commands, FieldMapping.list(row["Tags"]))
        }
        return nil
      }
      joined = SourceKey.hash(book, text)
    } else {
      joined = nil
    }
    addBook(book, title, authors, row, options, &batch)
    let key = SourceKey.hash(book, text)
    var draft = Draft(quote: key, of: book, from: "readwise")
    draft.set(.text, text)
    draft.set(.note, commands.ownWords)
    setPlace(row["Location Type"], SourceBatch.number(row["Location"]), &draft)
    draft.add(.tags, ReadwiseCommands.without(FieldMapping.list(row["Tags"])))
    if let place { chapters.add(key, of: book, place) }
    return draft
  }

  private func addBook(
    _ key: String, _ title: String, _ authors: [String], _ row: TableSource.Row, _ options: ImportOptions,
    _ batch: inout SourceBatch
  ) {
    var draft = Draft(book: key, title, authors, from: "readwise", line: row.line, rows: 0)
    let number = row["Amazon Book ID"]
    if !number.isEmpty { draft.sources.append("amazon:\(number)") }
    draft.set(.title, title.isEmpty ? "Untitled" : title)
    draft.set(.author, authors)
    if options.takesShelves { draft.add(.genres, FieldMapping.list(row["Document tags"])) }
    if title.isEmpty {
      batch.note("a highlight without a book; it was added to a book called “Untitled”", line: row.line)
    }
    Self.fields.markIncomplete(&draft, unread: [], has: row.has)
    batch.add(draft)
  }

  private func setPlace(_ kind: String, _ number: String, _ draft: inout Draft) {
    if number.isEmpty { return }
    switch kind {
    case "page": draft.set(.page, number)
    case "location": draft.set(.location, "loc \(number)")
    case "": draft.set(.location, number)
    default: draft.set(.location, "\(kind) \(number)")
    }
  }
}

/// Commands for Readwise in a note: `.h1` makes the highlight a heading, and `.c1`, `.c2` and so on join several
/// highlights into one.
///
/// See https://docs.readwise.io/readwise/docs/faqs/reviewing-highlights.
struct ReadwiseCommands {
  let isHeading: Bool
  /// The number of the part, counting from 1, or nil if the highlight is not one of several parts.
  let part: Int?
  /// The note without commands.
  let ownWords: String

  init(_ note: String) {
    let marks = note.split(whereSeparator: \.isWhitespace).filter { ReadwiseCommands.isMark($0) }
    isHeading = marks.first?.hasPrefix(".h") ?? false
    part = marks.first { $0.hasPrefix(".c") }.flatMap { Int($0.dropFirst(2)) }
    ownWords = HTMLText.tidy(
      note.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.split(separator: " ").filter { !ReadwiseCommands.isMark($0) }.joined(separator: " ")
      }.joined(separator: "\n"))
  }

  /// Returns the tags without those that repeat a command.
  static func without(_ tags: [String]) -> [String] { tags.filter { !isMark(".\($0)") } }

  private static func isMark(_ word: some StringProtocol) -> Bool {
    word.count == 3 && (word.hasPrefix(".h") || word.hasPrefix(".c")) && word.last?.isNumber ?? false
  }
}

extension SourceBatch {
  /// Returns whether another part can be added to a highlight. A highlight may have up to 1,000 parts.
  func canJoin(_ key: String) -> Bool { draft(.quote, key).map { $0.rows < 1000 } ?? false }
}

extension Draft {
  /// Adds another part to a highlight.
  mutating func join(_ text: String, _ commands: ReadwiseCommands, _ tags: [String]) {
    replace(.text, ["\(first(.text) ?? "") \(text)"])
    append(.note, paragraph: commands.ownWords)
    add(.tags, ReadwiseCommands.without(tags))
    rows += 1
  }
}

/// The highlights that are headings, which become the chapters of the highlights after them in the book.
struct ReadwiseChapters {
  /// A position in a book, which is comparable only with positions of the same kind.
  struct Place {
    var kind: String
    var number: Double
  }

  private var headings: [String: [(place: Place, text: String)]] = [:]
  private var places: [String: (book: String, place: Place)] = [:]

  mutating func add(heading text: String, of book: String, _ place: Place) {
    headings[book, default: []].append((place, text))
  }

  mutating func add(_ quote: String, of book: String, _ place: Place) { places[quote] = (book, place) }

  /// Sets the chapter of each highlight to the last heading before it.
  func set(in batch: inout SourceBatch) {
    // If several headings are at the same position, the first one is used.
    let sorted = headings.mapValues { list in
      Dictionary(grouping: list.enumerated(), by: \.element.place.kind).mapValues { list in
        list.sorted { ($0.element.place.number, -$0.offset) < ($1.element.place.number, -$1.offset) }.map(\.element)
      }
    }
    for (key, (book, place)) in places {
      guard let list = sorted[book]?[place.kind] else { continue }
      let count = list.partitionPoint { $0.place.number <= place.number }
      if count > 0 { batch.change(.quote, key) { $0.set(.chapter, list[count - 1].text) } }
    }
  }
}
