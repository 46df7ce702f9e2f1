import ShelfModel
import ShelfStore
import ShelfText

/// What identifies a record in its source: `goodreads:13642` is the key 13642 in the source `goodreads`.
package enum SourceKey {
  /// How much the key of a book says, wherever else it is met.
  enum Reach {
    /// It names one book everywhere, so two different ones are two books.
    case book
    /// It names one book everywhere, of which it may be one edition, copy or spelling among several.
    case copy
    /// It is unique in its file or on its device only; elsewhere the same key may be that of any book.
    case file
  }

  /// Returns how much a source says of a book. This is the only table of them; what is not in it is unique in its file.
  static func reach(of source: String) -> Reach {
    let name = source.prefix { $0 != ":" }
    let key = source.dropFirst(name.count + 1)
    // What was made of words, or of a path on a device.
    if isHash(key) { return name == "kobo" ? .file : .copy }
    if let reach = reaches[String(name)] { return reach }
    return key.hasPrefix("http://") || key.hasPrefix("https://") || RecordID(String(key)) != nil ? .copy : .file
  }

  /// Returns whether a source is named after a key that the owner of a bibliography, or its program, made up: two files
  /// of one format may have it for two books, and each file is a source of its own.
  static func isOfBibliography(_ source: String) -> Bool {
    reach(of: source) == .file && !isHash(source.dropFirst(source.prefix { $0 != ":" }.count + 1))
  }

  /// Returns whether what is known of two books from one source shows that they are two: each has a number there that
  /// names one book, and none of these is the other's.
  static func tellApart(_ some: [String], _ others: [String]) -> Bool {
    func numbers(_ sources: [String]) -> [Substring: Set<String>] {
      Dictionary(
        sources.filter { reach(of: $0) == .book }.map { ($0.prefix { $0 != ":" }, [$0]) },
        uniquingKeysWith: { $0.union($1) })
    }
    let known = numbers(others)
    if known.isEmpty { return false }
    return numbers(some).contains { name, numbers in known[name].map { $0.isDisjoint(with: numbers) } ?? false }
  }

  private static let reaches: [String: Reach] = [
    "goodreads": .book, "hardcover": .book, "bookwyrm": .book, "librarything": .book, "calibre": .book, "kobo": .book,
    "apple-books": .book, "amazon": .book, "zotero": .book,
    // A number that stands for an edition, which its owner may change.
    "storygraph": .copy, "openlibrary": .copy, "librarything-work": .copy, "google": .copy,
    // The checksum of a file.
    "koreader": .copy,
    "kindle": .copy, "readwise": .copy,
  ]

  private static let hashLength = 16

  private static func isHash(_ key: Substring) -> Bool {
    key.utf8.count == hashLength
      && key.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Returns sixteen hexadecimal digits for some texts, whatever their capitals and accents.
  static func hash(_ texts: String...) -> String {
    hash(bytes: Array(texts.map { Folding.fold($0) }.joined(separator: "\u{1F}").utf8))
  }

  /// Returns sixteen hexadecimal digits for bytes.
  static func hash(bytes: [UInt8]) -> String {
    let digest = SHA1.digest(bytes)
    let digits = Array("0123456789abcdef")
    return String(digest.prefix(hashLength / 2).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Returns what stands for a book that has only a title and authors.
  package static func book(_ title: String, _ authors: [String]) -> String {
    hash("book", Folding.words(title).joined(separator: " "), authors.first.map(Likeness.name) ?? "")
  }

  // MARK: - Keys that name several books

  /// Returns the key of the book that has a certain place among those that share a key in one file.
  static func numbered(_ key: String, _ place: Int) -> String { place == 1 ? key : "\(key)#\(place)" }

  /// Returns the key of a book of which the key alone names another one, in another file.
  static func told(_ key: String, _ title: String, _ authors: [String]) -> String {
    "\(key)~\(book(title, authors).prefix(8))"
  }

  /// Returns the key that `numbered` or `told` was given, perhaps one after the other; a key that neither made is its own.
  static func bare(_ key: String) -> String {
    let once = withoutEnding(key)
    return once == key ? key : bare(once)
  }

  private static func withoutEnding(_ key: String) -> String {
    guard let mark = key.lastIndex(where: { $0 == "#" || $0 == "~" }), mark > key.startIndex else { return key }
    let rest = key[key.index(after: mark)...].utf8
    let isMade =
      key[mark] == "#"
      ? !rest.isEmpty && rest.allSatisfy { (0x30...0x39).contains($0) }
      : rest.count == 8 && rest.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isMade ? String(key[..<mark]) : key
  }
}
