import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// A list of books as people type it in a note or an e-mail, with one book per line: `- Dune by Frank Herbert`.
  static let list = ImportFormat(
    name: "list", title: "list of titles",
    summary: "lines such as - Dune by Frank Herbert, or - Frank Herbert, *Dune*, in a text or a note",
    origin: "your own note", isInFolders: false, isGeneric: true,
    recognizes: { probe in
      guard !probe.isDatabase, !probe.isJSON, probe.first != "<" else { return false }
      let lines = probe.text.split(separator: "\n", omittingEmptySubsequences: false)
      let items = TextList(lines).items
      return items.count > 1 && !TextList.isDiary(lines)
        && items.count(where: { $0.author != nil }) * 5 >= items.count * 3
    },
    firstSign: { _ in .max },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file)
      let text = batch.text(of: file)
      let lines = String(decoding: text.bytes, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      if TextList.isDiary(lines) { throw SourceError(TextList.whyNoDiary, in: file.path) }
      let list = TextList(lines)
      // The user has named the format, so the lines may be books even without marks.
      let isMarked = !list.items.isEmpty
      for item in isMarked ? list.items : TextList(lines, isMarked: false).items {
        batch.begin()
        let isYear = item.author == nil && item.title.allSatisfy(\.isNumber)
        if !isMarked, isYear || GenericList.divider([item.title]) != nil {
          batch.skip("a divider, not a book, “\(CleanText.short(item.title))”", line: item.line)
          continue
        }
        var draft = Draft(.book, key: "")
        draft.line = item.line
        draft.set(.title, item.title)
        if let author = item.author { draft.set(.author, FieldMapping.authors(author, line: item.line, &batch)) }
        if let year = item.year { draft.set(.year, year) }
        if let rating = item.rating { batch.set(.rating, [rating], "rating", line: item.line, in: &draft) }
        if item.isDone { draft.set(.status, "completed") }
        var fields: Set<FieldHandle> = [.title, .author, .year, .rating]
        if item.isDone { fields.insert(.status) }
        batch.add(GenericList.finished(draft, fields, options, &batch))
      }
      if batch.read == 0 { throw SourceError("there is no line with a title", in: file.path) }
    })
}

/// A list with an item on each line.
///
/// “by” or “von” separates the title from the author, or the title has emphasis or quotation marks around it. If
/// several lines have only a dash between the two, and nearly all texts on one side of the dash look like names, that
/// side is the author. Otherwise the whole line is the title.
struct TextList {
  /// The book on a line.
  struct Item {
    /// The line number, counting from 1.
    let line: Int
    var title: String
    var author: String?
    let year: String?
    /// The stars at the end of the line.
    let rating: String?
    /// Whether a box before the title is checked.
    let isDone: Bool
  }

  private(set) var items: [Item] = []

  /// - Parameter isMarked: whether only lines that start with a mark, such as a hyphen or a number, are items.
  init(_ lines: [Substring], isMarked: Bool = true) {
    items = lines.enumerated().compactMap { number, line in
      let text = TextList.marked(line) ?? (isMarked ? nil : String(line).trimmed)
      return text.flatMap { $0.isEmpty ? nil : TextList.item($0, at: number + 1) }
    }
    divideAtDashes()
  }

  /// Returns whether the lines are a diary: most lines begin with a day or end like sentences, or there are headings of
  /// Markdown with sentences beneath them, and hardly any books.
  ///
  /// The sentences may be about any book or none, so they cannot be imported as titles or quotes.
  static func isDiary(_ lines: [Substring]) -> Bool {
    let plain = lines.filter { line in line.contains(where: \.isLetter) && marked(line) == nil }
    let entries = plain.count { isEntry($0.trimmed) }
    if entries > 2, entries * 2 > lines.count(where: { $0.contains(where: \.isLetter) }) { return true }
    var (sections, sentences) = (0, 0)
    var isBelowHeading = false
    for line in lines {
      let text = line.drop { $0 == " " }
      if text.wholeMatch(of: /#{1,6} .*/) != nil {
        isBelowHeading = true
      } else if marked(line) == nil, text.split(separator: " ").count > 3 {
        sentences += 1
        if isBelowHeading { sections += 1 }
        isBelowHeading = false
      }
    }
    if sections == 0 { return false }
    let items = TextList(lines).items
    let areBooks = items.count(where: { $0.author != nil }) * 5 >= items.count * 3
    return sentences > items.count || sections > 1 && !areBooks
  }

  /// Returns whether a line is an entry of a diary: it begins with a day, as in `2 Feb  Emma`, or ends like a sentence.
  private static func isEntry(_ line: String) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.count > 3, let end = line.last, ".!?".contains(end), line.wholeMatch(of: /.*\b(?:\p{L}|Jr|Sr)\./) == nil {
      return true
    }
    return words.count > 1 && (1...2).contains { isDay(words.prefix($0).joined(separator: " ").trimmingEnd(",.:")) }
  }

  /// Returns whether text is a day or month, with or without a year, such as `28/6`, `2 Feb` or `2026-03-01`.
  private static func isDay(_ text: String) -> Bool {
    if Int(text) != nil { return false }
    if text.wholeMatch(of: /\d{1,2}[.\/-]\d{1,2}/) != nil { return true }
    return [text, "\(text) 2000"].contains { DateParser.day($0).map { $0.precision != .year } ?? false }
  }

  static let whyNoDiary =
    "this is a text, such as a diary, and shelf cannot see which words belong to which book; write a table (CSV) with the "
    + "columns Title, Author, Date read and Notes, or Quote, Book and Page, or add the text to a book's notes with "
    + "`shelf edit TITLE`"

  /// Returns the text after the mark of an item, or nil for a line without a mark.
  private static func marked(_ line: Substring) -> String? {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    if let mark = rest.first, "-*+•".contains(mark) {
      rest = rest.dropFirst()
    } else {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard (1...4).contains(digits.count), rest.first == "." || rest.first == ")" else { return nil }
      rest = rest.dropFirst()
    }
    guard rest.first == " " || rest.first == "\t" else { return nil }
    return String(rest).trimmed
  }

  /// The maximum size of a line to search for an author, in bytes. A longer line is treated as a title, because
  /// matching patterns would take too long.
  private static let maxBytes = 500

  /// - Returns: nil for a line without a title.
  private static func item(_ text: String, at number: Int) -> Item? {
    if text.utf8.count > maxBytes {
      return Item(line: number, title: text, author: nil, year: nil, rating: nil, isDone: false)
    }
    var text = text
    let boxes = [("[x] ", true), ("[X] ", true), ("[ ] ", false)]
    let box = boxes.first { text.hasPrefix($0.0) }
    if let box { text = String(text.dropFirst(box.0.count)).trimmed }
    text = text.replacing(/\[([^\[\]]+)\]\([^()\s]*\)/) { $0.1 }
    var rating: String?
    if let match = text.firstMatch(
      of: /[\s,;–—-]+((?:\*{1,5}|[★⭐]{1,5}[☆]{0,4})½?|[0-5](?:[.,]5|½)? (?:stars?|Sterne?))$/)
    {
      rating = String(match.1).replacing(/(?i)sterne?/, with: "stars")
      text = String(text[..<match.range.lowerBound])
    }
    var year: String?
    if let match = text.firstMatch(of: /[\s,]*\((\d{4})\)$/) {
      year = String(match.1)
      text = String(text[..<match.range.lowerBound])
    }
    let (title, author) = divided(text)
    if title.isEmpty || author?.isEmpty ?? false { return nil }
    return Item(line: number, title: title, author: author, year: year, rating: rating, isDone: box?.1 ?? false)
  }

  /// Returns the title and the author, or the whole text as the title.
  private static func divided(_ text: String) -> (title: String, author: String?) {
    let marks = "*_\"“”„«»"
    func plain(_ text: some StringProtocol) -> String { String(text).trimmed.trimmingStart(marks).trimmingEnd(marks) }
    if let by = text.ranges(of: " by ").last, by.lowerBound > text.startIndex {
      return (plain(text[..<by.lowerBound]), plain(text[by.upperBound...]))
    }
    if let by = text.ranges(of: " von ").last, by.lowerBound > text.startIndex,
      isName(plain(text[by.upperBound...])), text[by.upperBound...].contains(" ")
    {
      return (plain(text[..<by.lowerBound]), plain(text[by.upperBound...]))
    }
    // “Emma (Jane Austen)”
    if let match = text.wholeMatch(of: /(.+?)\s*\(([^()]+ [^()]+)\)/), isName(String(match.2)) {
      return (plain(match.1), plain(match.2))
    }
    let marked = #/(?:\*\*(.+?)\*\*|\*(.+?)\*|__(.+?)__|_(.+?)_|"(.+?)"|[“„](.+?)[”“]|«(.+?)»)(?!\w)/#
    if let match = text.firstMatch(of: marked) {
      let separators = " \t,;:–—-"
      let before = String(text[..<match.range.lowerBound]).trimmingEnd(separators)
      let after = String(text[match.range.upperBound...]).trimmingStart(separators)
      // Words next to the marked text are the author only if they are all on one side and look like a name. Otherwise,
      // they belong to the title.
      let author = before.isEmpty ? after : before
      if before.isEmpty || after.isEmpty, author.isEmpty || isName(author) {
        return (plain(match.0), author.isEmpty ? nil : author)
      }
    }
    return (plain(text), nil)
  }

  /// Separates titles and authors that have only a dash between them.
  private mutating func divideAtDashes() {
    let parts = items.map { item in
      item.author == nil && item.title.utf8.count <= TextList.maxBytes
        ? item.title.split(separator: /\s+[–—-]\s+/).map { String($0).trimmed } : []
    }
    let pairs = parts.filter { $0.count == 2 }
    guard pairs.count > 1 else { return }
    let names = [0, 1].map { side in pairs.count { TextList.isName($0[side]) } }
    guard let side = [0, 1].first(where: { names[$0] * 5 >= pairs.count * 4 && names[1 - $0] * 2 <= pairs.count })
    else { return }
    for (index, pair) in parts.enumerated() where pair.count == 2 {
      (items[index].title, items[index].author) = (pair[1 - side], pair[side])
    }
  }

  /// Returns whether text looks like the names of one or more people: up to five capitalized words or particles for
  /// each person, at least two for a single person, and no digits.
  private static func isName(_ text: String) -> Bool {
    let people = text.split(separator: /\s*(?:,|;|&|\band\b|\bund\b|\bet\b|\by\b)\s*/)
    return !people.isEmpty
      && people.allSatisfy { person in
        let words = person.split(separator: " ")
        return (1...5).contains(words.count) && (words.count > 1 || people.count > 1)
          && !["The", "A", "An", "Der", "Die", "Das"].contains(words[0])
          && words.allSatisfy { word in
            (word.first?.isUppercase ?? false || NameWords.isParticle(word)) && !word.contains(where: \.isNumber)
          }
      }
  }
}
