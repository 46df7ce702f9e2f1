import ShelfFormats
import ShelfModel
import ShelfText

/// KOReader's exports as Markdown and as plain text: one book after another, with its highlights.
///
/// In Markdown, the levels of headings distinguish titles, chapters and highlights; in plain text, wide spaces and
/// separator lines do. Neither contains the checksum of the book's file, so a book is identified by a hash of its title
/// and first author.
struct KOReaderNotes {
  private let lines: [String]
  private let isMarkdown: Bool

  static func recognizes(_ probe: SourceProbe) -> Bool {
    isText(probe) || probe.contains("# ") && probe.text.firstMatch(of: head) != nil
  }

  private static func isText(_ probe: SourceProbe) -> Bool {
    probe.contains("\u{3000}\u{3000}-- ") && probe.contains(end)
  }

  init(_ file: SourceFile, _ batch: inout SourceBatch) {
    isMarkdown = !KOReaderNotes.isText(SourceProbe(file))
    lines = batch.lines(of: file)
  }

  /// `### Page 4 @ 12 August 2025 12:23:34 AM`. Only “Page” is always in English.
  private static var head: Regex<(Substring, Substring, Substring)> {
    /(?m)^### Page (\S+) @ (\d{1,2} \S+ \d{4} \d{1,2}:\d\d(?::\d\d)?.*)$/
  }
  private static let end = "-=-=-=-=-=-"

  private struct Entry {
    var line: Int
    var page: String
    var time: String
    var lines: [String] = []
  }

  private struct Book {
    var line: Int
    var title: String
    var authors: [String] = []
    var entries: [(chapter: String?, entry: Entry)] = []
  }

  func read(into batch: inout SourceBatch) {
    for book in isMarkdown ? markdown() : text() { add(book, &batch) }
  }

  // MARK: - The two layouts

  private func markdown() -> [Book] {
    var books: [Book] = []
    var chapter: String?
    for (index, line) in lines.enumerated() {
      if let match = try? Self.head.wholeMatch(in: line), !books.isEmpty {
        let entry = Entry(line: index + 1, page: String(match.1), time: String(match.2))
        books[books.count - 1].entries.append((chapter, entry))
      } else if line.hasPrefix("# ") {
        books.append(Book(line: index + 1, title: String(line.dropFirst(2)).trimmed))
        chapter = nil
      } else if books.isEmpty {
        continue
      } else if line.hasPrefix("## ") {
        chapter = String(line.dropFirst(3)).trimmed
      } else if line.hasPrefix("##### "), books[books.count - 1].entries.isEmpty {
        let names = String(line.dropFirst(6)).trimmed
        books[books.count - 1].authors = names == "N/A" ? [] : PersonName.read(names, .plain).names
      } else if !books[books.count - 1].entries.isEmpty {
        let last = books[books.count - 1].entries.count - 1
        books[books.count - 1].entries[last].entry.lines.append(line)
      }
    }
    return books
  }

  /// Parses the plain text. A wide space precedes everything except highlights: the title of a book, and the chapter of
  /// each highlight.
  private func text() -> [Book] {
    var books: [Book] = []
    var headings: [(line: Int, text: String)] = []
    var entry: Entry?
    for (index, line) in lines.enumerated() {
      if let open = entry {
        if line.trimmed == Self.end {
          if books.isEmpty { books.append(Book(line: open.line, title: "")) }
          books[books.count - 1].entries.append((headings.last?.text, open))
          (entry, headings) = (nil, [])
        } else {
          entry?.lines.append(line)
        }
      } else if let (page, time) = Self.mark(line) {
        // The title of a book precedes its first chapter.
        if headings.count > 1 || books.isEmpty, let first = headings.first {
          books.append(Book(line: first.line, title: first.text))
          headings.removeFirst()
        }
        entry = Entry(line: index + 1, page: page, time: time)
      } else if line.hasPrefix("\u{3000}") {
        let text = line.drop { $0 == "\u{3000}" }.trimmed
        if !text.isEmpty { headings.append((index + 1, text)) }
      }
    }
    return books
  }

  /// Parses a line such as `　　-- Page: 4, added on Tue Aug 12 00:23:34 2025`, in the device's language. Returns nil for
  /// any other line.
  private static func mark(_ line: String) -> (page: String, time: String)? {
    guard line.hasPrefix("\u{3000}\u{3000}-- "), let colon = line.firstIndex(of: ":") else { return nil }
    let rest = line[line.index(after: colon)...].trimmed
    let page = rest.prefix { $0 != "," && $0 != " " }
    return (String(page), rest.dropFirst(page.count).trimmed)
  }

  // MARK: - Drafts

  private func add(_ book: Book, _ batch: inout SourceBatch) {
    let key = SourceKey.book(book.title, book.authors)
    if !book.title.isEmpty {
      var draft = Draft(book: key, book.title, book.authors, from: "koreader", line: book.line, rows: 0)
      draft.set(.title, CleanText.collapse(book.title))
      draft.set(.author, book.authors)
      if book.authors.isEmpty { draft.markIncomplete([.author]) }
      batch.add(draft)
    }
    for (chapter, entry) in book.entries {
      batch.begin()
      if book.title.isEmpty {
        batch.reject(
          "an annotation without the title of its book", line: entry.line, raw: raw(book, chapter, entry).utf8)
        continue
      }
      let lines = entry.lines.filter { !$0.hasPrefix("_Generated at: ") }
      let parts = lines.split(maxSplits: 1, omittingEmptySubsequences: false) { $0.trimmed == "---" }
      let text = (parts.first ?? []).joined(separator: "\n").trimmed
      var mark = KOReaderMark(
        text: isMarkdown ? Self.plain(text) : text,
        note: parts.count > 1 ? Self.withoutLink(parts[1].joined(separator: "\n").trimmed) : "")
      mark.chapter = chapter
      // A number is the page on the screen at the font size at that time. A label is the page of the printed edition.
      if Int(entry.page) == nil { mark.page = entry.page } else { mark.screen = entry.page }
      mark.time = Self.moment(entry.time) ?? ""
      mark.add(to: &batch, of: key, line: entry.line)
    }
  }

  /// Returns a highlight as it appears in the file, below an empty title for the user to fill in.
  private func raw(_ book: Book, _ chapter: String?, _ entry: Entry) -> String {
    let space = "\u{3000}\u{3000}"
    let lines = entry.lines.map { $0 + "\n" }.joined()
    guard isMarkdown else {
      return "\(space)\n\n" + (chapter.map { "\(space)\($0)\n\n" } ?? "")
        + "\(space)-- Page: \(entry.page), added on \(entry.time)\n\(lines)\(Self.end)\n"
    }
    let authors = book.authors.isEmpty ? "" : "##### \(book.authors.joined(separator: ", "))\n"
    return "# \n\(authors)\n" + (chapter.map { "## \($0)\n" } ?? "")
      + "### Page \(entry.page) @ \(entry.time)\n\(lines)"
  }

  private static func moment(_ text: String) -> String? {
    guard let day = DateParser.day(text) ?? dayOfC(text), day.precision == .day else { return nil }
    return "\(day)" + (DateParser.timeOfDay(text).map { "T\($0)Z" } ?? "")
  }

  /// Parses a date whose year follows the time, as in `added on Tue Aug 12 00:23:34 2025`. Returns nil for any other
  /// text.
  private static func dayOfC(_ text: String) -> CalendarDate? {
    let words = text.split(separator: " ").map(String.init)
    guard let year = words.last, year.count == 4, let time = words.lastIndex(where: { $0.contains(":") }), time >= 2
    else {
      return nil
    }
    return DateParser.day("\(words[time - 2]) \(words[time - 1]) \(year)")
  }

  /// The markup that the export puts around highlights, one pair for each highlight style.
  private static let wrappers = [
    ("**_", "_**"), ("**", "**"), ("==", "=="), ("~~", "~~"), ("++", "++"), ("<u>", "</u>"), ("*", "*"),
  ]

  private static func plain(_ text: String) -> String {
    let text = withoutLink(text)
    for (start, end) in wrappers
    where text.hasPrefix(start) && text.hasSuffix(end) && text.count > start.count + end.count {
      return String(text.dropFirst(start.count).dropLast(end.count)).trimmed
    }
    return text
  }

  /// Removes the link to the book at the end of the text, if there is one.
  private static func withoutLink(_ text: String) -> String {
    // A position in the link may contain brackets.
    guard text.hasSuffix(")"), let end = text.range(ofLast: "](<file://"), let open = text[..<end].lastIndex(of: "[")
    else { return text }
    return text[..<open].trimmed
  }
}
