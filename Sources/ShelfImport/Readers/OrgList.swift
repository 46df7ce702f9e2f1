import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// Reading lists in Org mode, such as the lists of org-books.
  static let org = ImportFormat(
    name: "org", title: "Org file", summary: "a reading list, with a heading and properties for each book",
    origin: "Emacs, org-books", isInFolders: false, isGeneric: true,
    recognizes: { probe in
      guard !probe.isDatabase, !probe.isJSON, probe.first != "<" else { return false }
      return !OrgFile(probe.head, probe.maps).books.isEmpty
    },
    firstSign: { OrgFile($0.head, $0.maps).books.first?.line ?? .max },
    read: { file, options, batch throws(SourceError) in
      let text = batch.text(of: file)
      batch.rejects.form = .yaml
      let list = OrgFile(text.bytes, options.maps)
      guard !list.books.isEmpty else {
        throw SourceError("no heading has properties of a book, such as :AUTHOR: or :ISBN:", in: file.path)
      }
      if list.quoteBlocks > 0 { batch.leaveOut(column: "quote blocks", count: list.quoteBlocks) }
      try GenericList.readTree(.array(list.books), options, into: &batch, in: file)
    })
}

/// Finds the books in an Org file and converts them to the objects of a generic reading list.
///
/// A heading is a book if its drawer has a property that only a book has, such as `:AUTHOR:`. The keyword before the
/// title, such as `READING`, is the status; tags become genres, and so do the headings above the book, unless they name
/// a status or a year. `CLOSED:` and the log of the keyword's changes contain the dates. Everything else below the
/// heading becomes the notes.
///
/// Org syntax: https://orgmode.org/worg/org-syntax.html
private struct OrgFile {
  /// The books, in the order of their headings.
  private(set) var books: [JSONValue.Item] = []
  /// The number of quote blocks, which are not imported.
  private(set) var quoteBlocks = 0
  private let maps: Set<String>
  /// The keywords of headings, and whether each means that the task is done. Many people configure these keywords in
  /// Emacs rather than in the file.
  private var keywords: [String: Bool] = [
    "TODO": false, "NEXT": false, "STARTED": false, "READING": false, "WAITING": false, "DONE": true, "READ": true,
    "FINISHED": true, "DROPPED": true, "ABANDONED": true, "CANCELLED": true,
  ]
  /// The open headings, the outermost first.
  private var open: [Heading] = []
  private var block: String?
  private var drawer: String?
  private var found: [Book] = []

  private struct Heading {
    let level: Int
    let line: Int
    var title: String
    var keyword: String?
    var tags: [String]
    var properties: [(key: String, value: String, line: Int)] = []
    var closed: String?
    var changes: [(keyword: String, day: String)] = []
    var text: [String] = []
    /// The parent headings that are not books.
    var above: [(title: String, line: Int)] = []
  }

  /// A book, before it is known which of its parent headings apply to the whole list.
  private struct Book {
    let line: Int
    var members: [JSONValue.Member]
    let above: [(title: String, line: Int)]

    func has(_ field: FieldHandle) -> Bool { members.contains { ColumnName.guess($0.key) == field } }

    var isCompleted: Bool {
      members.contains { $0.key == "status" && $0.value.text == ReadingStatus.completed.rawValue }
    }

    mutating func add(_ key: String, _ text: String) { members.append(OrgFile.member(key, text, line)) }

    mutating func addGenre(_ name: String) {
      if let place = members.firstIndex(where: { ColumnName.guess($0.key) == .genres }) {
        let old = members[place]
        members[place] = OrgFile.list(old.key, old.value.texts + [name], old.line)
      } else {
        members.append(OrgFile.list("tags", [name], line))
      }
    }
  }

  /// The properties that make a heading a book.
  private static let marks: Set<String> = [
    "author", "authors", "isbn", "isbn10", "isbn13", "goodreads", "bookauthor", "openlibrary", "librarything",
  ]
  private static let maxProperties = 1000
  private static let maxLevel = 100

  init(_ bytes: [UInt8], _ maps: [(column: String, field: FieldHandle)]) {
    self.maps = Set(maps.map { ColumnName.fold($0.column) })
    var number = 0
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      number += 1
      var line = bytes[start..<end]
      if line.last == 0x0D { line = line.dropLast() }
      read(String(decoding: line, as: UTF8.self), number)
      start = end + 1
    }
    close(to: 0)
    finish()
  }

  // MARK: - Lines

  private mutating func read(_ line: String, _ number: Int) {
    let word = line.trimmed
    if let block {
      // Inside a block, only the line that ends it is markup.
      if word.lowercased() == "#+end_" + block { self.block = nil } else if block != "quote" { addText(line) }
      return
    }
    let lower = word.lowercased()
    if lower.hasPrefix("#+begin_") {
      let name = lower.dropFirst(8).prefix { !$0.isWhitespace }
      block = String(name)
      if name == "quote", !open.isEmpty { quoteBlocks += 1 }
      return
    }
    if let level = OrgFile.level(of: line) { return beginHeading(level, String(line.dropFirst(level + 1)), number) }
    if lower.hasPrefix("#+") || word.hasPrefix("# ") || word == "#" { return readKeyword(word) }
    if let drawer {
      if lower == ":end:" { self.drawer = nil } else { readDrawer(drawer, word, number) }
      return
    }
    if word.count > 2, word.hasPrefix(":"), word.hasSuffix(":"), word.dropFirst().dropLast().allSatisfy(OrgFile.isName)
    {
      drawer = String(lower.dropFirst().dropLast())
      return
    }
    if let last = open.indices.last, ["CLOSED:", "SCHEDULED:", "DEADLINE:"].contains(where: word.hasPrefix) {
      if let found = word.firstRange(of: "CLOSED:") {
        open[last].closed = OrgFile.days(in: word[found.upperBound...]).first
      }
      return
    }
    addText(line)
  }

  private static func isName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_".contains(character)
  }

  /// Returns the number of stars at the start of a heading, or nil for any other line.
  private static func level(of line: String) -> Int? {
    let stars = line.prefix { $0 == "*" }.count
    guard (1...maxLevel).contains(stars), line.dropFirst(stars).first == " " else { return nil }
    return stars
  }

  private mutating func addText(_ line: String) {
    if let last = open.indices.last { open[last].text.append(line) }
  }

  /// Reads `#+TODO: NEXT READING | READ(r!) DROPPED`.
  private mutating func readKeyword(_ line: String) {
    guard let colon = line.firstIndex(of: ":"),
      ["#+todo", "#+seq_todo", "#+typ_todo"].contains(line[..<colon].lowercased())
    else { return }
    let parts = line[line.index(after: colon)...].split(separator: "|", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      let words = part.split(separator: " ").map { String($0.prefix { $0 != "(" }) }
      // In a list without a bar, the last keyword means that the task is done.
      for (index, word) in words.enumerated() where !word.isEmpty && keywords.count < OrgFile.maxProperties {
        keywords[word] = place > 0 || parts.count == 1 && index == words.count - 1
      }
    }
  }

  private mutating func readDrawer(_ drawer: String, _ line: String, _ number: Int) {
    guard let last = open.indices.last else { return }
    if drawer == "logbook", let match = line.firstMatch(of: /State\s+"([^"]{1,40})"/) {
      if let day = OrgFile.days(in: line[match.range.upperBound...]).last {
        open[last].changes.append((String(match.1), day))
      }
      return
    }
    guard drawer == "properties", line.hasPrefix(":"), let colon = line.dropFirst().firstIndex(of: ":"),
      open[last].properties.count < OrgFile.maxProperties
    else { return }
    var key = line[line.index(after: line.startIndex)..<colon].lowercased()
    let value = OrgFile.plain(String(line[line.index(after: colon)...]).trimmed)
    if key.hasSuffix("+") { key.removeLast() }
    if let place = open[last].properties.firstIndex(where: { $0.key == key }) {
      open[last].properties[place].value += value.isEmpty ? "" : "; " + value
    } else {
      open[last].properties.append((key, value, number))
    }
  }

  // MARK: - Headings

  private mutating func beginHeading(_ level: Int, _ text: String, _ line: Int) {
    close(to: level)
    drawer = nil
    var heading = Heading(level: level, line: line, title: "", keyword: nil, tags: [])
    var rest = text.trimmed
    let first = String(rest.prefix { $0 != " " })
    if keywords[first] != nil {
      heading.keyword = first
      rest = String(rest.dropFirst(first.count)).trimmed
    }
    rest = rest.replacing(#/^\[#[A-Z0-9]\]\s*/#, with: "")
    if let match = rest.firstMatch(of: /\s:([^\s:]{1,200}(?::[^\s:]{1,200}){0,50}):$/) {
      heading.tags = match.1.split(separator: ":").map { String($0).replacing("_", with: " ") }
      rest = String(rest[..<match.range.lowerBound])
    }
    rest = rest.replacing(#/\s*\[\d{0,9}(?:%|/\d{0,9})\]/#, with: "")
    heading.title = OrgFile.plain(rest.trimmed)
    heading.above = open.filter { !isBook($0) }.map { ($0.title, $0.line) }
    open.append(heading)
  }

  /// Returns text without Org's markup. Links are replaced with their descriptions, and emphasis around the whole text
  /// is removed.
  private static func plain(_ text: String) -> String {
    var text = text.replacing(#/\[\[[^\]\[]{0,2000}\]\[([^\]\[]{0,2000})\]\]/#) { String($0.1) }
      .replacing(#/\[\[([^\]\[]{0,2000})\]\]/#) { String($0.1) }
    while let mark = text.first, text.count > 2, text.last == mark, "*/_=~+".contains(mark),
      !text.dropFirst().dropLast().contains(mark)
    {
      text = String(text.dropFirst().dropLast())
    }
    return text.trimmed
  }

  /// Returns the dates of the timestamps in text, such as `[2020-01-02 Thu 10:00]`.
  private static func days(in text: some StringProtocol) -> [String] {
    String(text).matches(of: /[\[<](\d{4}-\d{2}-\d{2})[^\]>\n]{0,80}[\]>]/).map { String($0.1) }
  }

  /// Closes the open headings at this level or deeper, and adds the books among them.
  private mutating func close(to level: Int) {
    while let heading = open.last, heading.level >= level {
      open.removeLast()
      if isBook(heading) {
        add(heading)
      } else if let book = open.indices.last(where: { isBook(open[$0]) }) {
        // A heading within a book is part of its notes.
        let text = heading.text.joined(separator: "\n").trimmed
        if !text.isEmpty { open[book].text += ["", heading.title, "", text] }
      }
    }
  }

  private func isBook(_ heading: Heading) -> Bool {
    !heading.title.isEmpty
      && heading.properties.contains { property in
        let key = Folding.letters(property.key)
        return !property.value.isEmpty && (OrgFile.marks.contains(key) || maps.contains(ColumnName.fold(property.key)))
      }
  }

  // MARK: - Books

  private mutating func add(_ heading: Heading) {
    var book = Book(line: heading.line, members: [], above: heading.above)
    for (key, value, line) in heading.properties where !value.isEmpty {
      if key == "goodreads", let match = value.firstMatch(of: /(?:^|\/show\/)(\d{1,12})/) {
        book.members.append(OrgFile.member("sources", "goodreads:\(match.1)", line))
      } else {
        book.members.append(OrgFile.member(key, OrgFile.isoDays(value), line))
      }
    }
    if !book.members.contains(where: { $0.key == "title" }) {
      book.members.insert(OrgFile.member("title", heading.title, heading.line), at: 0)
    }
    let status = heading.keyword.flatMap(status)
    if let status, !book.has(.status) { book.add("status", status.rawValue) }
    let started = heading.changes.filter { self.status($0.keyword) == .inProgress }.map(\.day).min()
    let finished = heading.changes.filter { self.status($0.keyword) == .completed }.map(\.day).max()
    if let started, !book.has(.dateStarted) { book.add("started", started) }
    if let day = finished ?? (status == .completed ? heading.closed : nil), !book.has(.dateCompleted) {
      book.add("finished", day)
    }
    for tag in heading.tags { book.addGenre(tag) }
    let text = heading.text.joined(separator: "\n").trimmed
    if !text.isEmpty { book.add(book.has(.notes) ? "text below the heading" : "notes", text) }
    found.append(book)
  }

  private func status(_ keyword: String) -> ReadingStatus? {
    if let status = ReadingStatus(keyword) { return status }
    guard let isDone = keywords[keyword] else { return nil }
    let word = Folding.letters(keyword)
    if ["cancelled", "canceled", "killed", "skipped", "failed"].contains(word) { return .abandoned }
    return isDone ? .completed : ["waiting", "paused"].contains(word) ? .onShelf : .wanted
  }

  /// Replaces the timestamps in a value with dates, ranges of timestamps with intervals, and asterisks with stars.
  private static func isoDays(_ value: String) -> String {
    // A value that consists of asterisks is a rating.
    if value.allSatisfy({ $0 == "*" }) { return String(repeating: "★", count: value.count) }
    return value.replacing(#/[\[<](\d{4}-\d{2}-\d{2})[^\]>\n]{0,80}[\]>](--?)?/#) { "\($0.1)\($0.2 == nil ? "" : "/")" }
  }

  /// Converts the parent headings of the books to genres, years and statuses. A heading above all of the books does not
  /// become a genre, because it only names the list.
  private mutating func finish() {
    let counts = Dictionary(found.flatMap(\.above).map { ($0.line, 1) }, uniquingKeysWith: +)
    for var book in found.sorted(by: { $0.line < $1.line }) {
      for (title, line) in book.above {
        if let status = ReadingStatus(title) {
          if !book.has(.status) { book.add("status", status.rawValue) }
        } else if title.count == 4, Int(title) != nil {
          if !book.has(.dateCompleted), !book.has(.status) || book.isCompleted { book.add("finished", title) }
        } else if counts[line] != found.count, !title.isEmpty {
          book.addGenre(title)
        }
      }
      books.append(JSONValue.Item(value: .object(book.members), line: book.line, range: 0..<0))
    }
    found = []
  }

  private static func member(_ key: String, _ text: String, _ line: Int) -> JSONValue.Member {
    JSONValue.Member(key: key, value: .text(text), line: line)
  }

  private static func list(_ key: String, _ texts: [String], _ line: Int) -> JSONValue.Member {
    let items = texts.map { JSONValue.Item(value: .text($0), line: line, range: 0..<0) }
    return JSONValue.Member(key: key, value: .array(items), line: line)
  }
}
