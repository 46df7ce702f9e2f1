import ShelfFormats
import ShelfText

/// An entry of a Kindle's clippings: a highlight, a note or a bookmark.
///
/// A Kindle appends entries to `My Clippings.txt` and never changes them. An entry consists of a line with the title
/// and the authors, a line that starts with a dash and states the type, location and date in the language of the
/// device, a blank line, and the text. A line of equals signs ends it. `KindleWords` contains the words of all
/// languages. If a line contains none of them, the meaning of its numbers is unknown, so the line is kept as the
/// location of the quote.
///
/// The notebooks of Kindle apps and the notes of Obsidian's Kindle plugin are converted to the same lines, so that all
/// of them result in the same records. `KindleReader` then combines the entries of each book.
struct KindleClipping: Sendable {
  enum Kind: Sendable {
    case highlight, note, bookmark, unknown
  }

  /// The line number of the entry's first line in the file, counting from 1.
  let line: Int
  let range: Range<Int>
  var title = ""
  var authors: [String] = []
  /// The key of the book.
  var book = ""
  /// A key that all entries of a book share, even if a shop has added remarks to the title in some of them.
  var work = ""
  var kind = Kind.unknown
  /// The page as written in the entry.
  var page: String?
  /// Whether the page number is actually a screen number, as written by KOReader.
  var isScreen = false
  /// The first and the last location.
  var start: Int?
  var end: Int?
  /// Other locations that the entry mentions.
  var otherLocations: [String] = []
  var chapter: String?
  /// Whether the entry states the color of the highlight.
  var hasColor = false
  var moment: String?
  /// Whether the entry contains unknown words, so that the meaning of its numbers is uncertain.
  var isGuess = false
  /// The text in the place of the date, if it is not a date.
  var unreadDay: String?
  /// The second line without its dash, or an empty string if the meaning of the line is clear.
  var head = ""
  var text = ""
  /// The text to store, or nil if it is the same as in the file, which is the usual case.
  private var tidy: String?
  /// Whether the entry has a second line, which states its type.
  var isComplete = false
  /// Whether the file ends before the line that ends the entry.
  var isCut = false
  /// Whether the device kept only the beginning of the text, because the limit for copying text from the book was
  /// reached.
  private(set) var isShortened = false

  /// Parses an entry.
  ///
  /// - Parameters:
  ///   - lines: the lines of the entry.
  ///   - known: a cache of titles.
  init(_ lines: [String], line: Int, range: Range<Int>, _ known: inout KindleMemory) {
    self.line = line
    self.range = range
    let names = known.names(lines[0].trimmed)
    (title, authors, book, work) = (names.title, names.authors, names.key, names.work)
    guard let head = lines.dropFirst().firstIndex(where: { KindleClipping.isHead($0[...]) }), head <= 2 else { return }
    isComplete = true
    read(head: lines[head])
    text = lines[(head + 1)...].joined(separator: "\n").trimmed
    if let rest = KindleClipping.withoutLimit(text) { (text, isShortened) = (rest, true) }
    let tidy = HTMLText.tidy(text)
    if !tidy.utf8.elementsEqual(text.utf8) { self.tidy = tidy }
  }

  /// Returns whether a line starts with a dash, like the second line of an entry.
  static func isHead(_ line: Substring) -> Bool {
    let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let first = line.first, "-–—".contains(first) else { return false }
    return line.dropFirst().first?.isWhitespace ?? false
  }

  /// Returns whether the text is the device's message that no more of a book may be copied. Any other text in angle
  /// brackets belongs to the book.
  private static func isLimit(_ text: String) -> Bool {
    guard text.hasSuffix(">"), !text.dropFirst().contains("<"), text.count < 200 else { return false }
    let mark = Folding.fold(text)
    return KindleWords.limits.contains(where: mark.containsBytes)
  }

  /// Returns the text before the message `<You have reached the clipping limit for this item>`, which devices write in
  /// their own language. Returns nil if there is no such message, or no text before it.
  private static func withoutLimit(_ text: String) -> String? {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<"), open > text.startIndex else { return nil }
    guard isLimit(String(text[open...])) else { return nil }
    let rest = String(text[..<open]).trimmed
    return rest.isEmpty ? nil : rest
  }

  /// The text to store.
  var tidied: String { tidy ?? text }

  /// The reason for skipping the entry, or nil if it is imported.
  var reasonToSkip: String? {
    if !isComplete { return nil }
    if kind == .bookmark { return "a bookmark" }
    if text.isEmpty { return "an empty entry" }
    if kind != .note, text.hasPrefix("<"), KindleClipping.isLimit(text) {
      return "a notice about the clipping limit instead of the text"
    }
    return nil
  }

  /// The location in an e-book, such as `loc 1647-1648`, or nil if the entry does not state one.
  var location: String? {
    if let start {
      let last = end.flatMap { $0 > start ? "-\($0)" : nil } ?? ""
      return (otherLocations + ["loc \(start)\(last)"]).joined(separator: ", ")
    }
    return isScreen ? page.map { "screen \($0)" } : nil
  }

  /// Returns whether the location of a note is within this highlight, for files that state only where highlights start.
  /// A location is about 128 bytes of the book, including its markup.
  func reaches(_ place: Int) -> Bool {
    guard let start, place >= start else { return false }
    return place - start <= text.utf8.count / KindleClipping.bytesOfLocation + KindleClipping.margin
  }

  private static let bytesOfLocation = 128
  private static let margin = 2

  var placeText: String { [page.map { "p \($0)" }, location].compactMap { $0 }.joined(separator: " ") }

  var sortKey: Int { start ?? page.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0 }

  /// Returns whether the locations of two entries overlap.
  func meets(_ other: KindleClipping) -> Bool {
    if let start, let theirs = other.start {
      return start <= max(theirs, other.end ?? theirs) && theirs <= max(start, end ?? start)
    }
    return start == nil && other.start == nil && page == other.page
  }
}
