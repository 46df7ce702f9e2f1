import ShelfFormats
import ShelfText

/// One entry of a Kindle's clippings.
struct KindleClipping: Sendable {
  enum Kind: Sendable {
    case highlight, note, bookmark, unknown
  }

  /// The line on which it begins, from 1.
  let line: Int
  let range: Range<Int>
  var title = ""
  var authors: [String] = []
  /// What the book is known by.
  var book = ""
  var kind = Kind.unknown
  /// The page as it is written.
  var page: String?
  /// Whether the page is a screen, as KOReader writes it.
  var isScreen = false
  /// The numbers of the locations.
  var start: Int?
  var end: Int?
  /// Other locations that the entry names.
  var others: [String] = []
  var chapter: String?
  /// Whether it says in which colour the mark is.
  var hasColor = false
  var moment: String?
  /// Whether its words are not known, so that the numbers in them may mean anything.
  var isGuess = false
  /// What is in the place of the day, if it is not one.
  var unreadDay: String?
  /// The line that says what it is, without its dash.
  var head = ""
  var text = ""
  /// The text as it is kept; nil if it is the same in the file, as most are.
  private var tidy: String?
  /// Whether it has a line that says what it is.
  var isComplete = false
  /// Whether the file ends before the line that ends it.
  var isCut = false
  /// Whether the device kept only the beginning of the text, since more of the book may not be copied.
  private(set) var isShortened = false

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - lines: its lines.
  ///   - known: what the entries before it have in common with it.
  init(_ lines: [String], line: Int, range: Range<Int>, _ known: inout KindleMemory) {
    self.line = line
    self.range = range
    (title, authors, book) = known.names(lines[0].trimmed)
    guard let head = lines.dropFirst().firstIndex(where: { KindleClipping.isHead($0[...]) }), head <= 2 else { return }
    isComplete = true
    read(head: lines[head], &known)
    text = lines[(head + 1)...].joined(separator: "\n").trimmed
    if let rest = KindleClipping.withoutLimit(text) { (text, isShortened) = (rest, true) }
    let tidy = HTMLText.tidy(text)
    if !tidy.utf8.elementsEqual(text.utf8) { self.tidy = tidy }
  }

  /// Returns whether a line says what an entry is: it begins with a dash.
  static func isHead(_ line: Substring) -> Bool {
    let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let first = line.first, "-–—".contains(first) else { return false }
    return line.dropFirst().first?.isWhitespace ?? false
  }

  /// Returns whether a text is what the device writes when no more of a book may be copied; what else is in angle
  /// brackets is the book's.
  private static func isLimit(_ text: String) -> Bool {
    guard text.hasSuffix(">"), !text.dropFirst().contains("<"), text.count < 200 else { return false }
    let mark = Folding.fold(text)
    return KindleWords.limits.contains(where: mark.containsBytes)
  }

  /// Returns what comes before `<You have reached the clipping limit for this item>`, in the device's language; nil if
  /// that is not there, or nothing comes before it.
  private static func withoutLimit(_ text: String) -> String? {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<"), open > text.startIndex else { return nil }
    guard isLimit(String(text[open...])) else { return nil }
    let rest = String(text[..<open]).trimmed
    return rest.isEmpty ? nil : rest
  }

  /// The text as it is kept.
  var tidied: String { tidy ?? text }

  /// Why the entry is left out; nil if it is not.
  var reasonToSkip: String? {
    if !isComplete { return nil }
    if kind == .bookmark { return "a bookmark" }
    if text.isEmpty { return "an empty entry" }
    if kind != .note, text.hasPrefix("<"), KindleClipping.isLimit(text) {
      return "a mark of the clipping limit instead of the text"
    }
    return nil
  }

  /// The place in an e-book: `loc 1647-1648`.
  var location: String? {
    if let start {
      let last = end.flatMap { $0 > start ? "-\($0)" : nil } ?? ""
      return (others + ["loc \(start)\(last)"]).joined(separator: ", ")
    }
    return isScreen ? page.map { "screen \($0)" } : nil
  }

  var placeText: String { [page.map { "p \($0)" }, location].compactMap { $0 }.joined(separator: " ") }

  var sortKey: Int { start ?? page.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0 }

  /// Returns whether two entries have a place in common.
  func meets(_ other: KindleClipping) -> Bool {
    if let start, let theirs = other.start {
      return start <= max(theirs, other.end ?? theirs) && theirs <= max(start, end ?? start)
    }
    return start == nil && other.start == nil && page == other.page
  }
}
