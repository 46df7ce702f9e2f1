import ShelfModel
import ShelfStore
import ShelfText

/// The identifiers of records in their sources: `goodreads:13642` is the key 13642 in the source `goodreads`.
///
/// A record keeps them in its `sources`, so that a later import finds it. What two equal keys prove depends on the
/// source (`Reach`): a Goodreads number means the same book everywhere, whereas two bibliographies may use the same
/// citation key by chance. If a source has no identifier, a hash of the title and the first author is used instead.
///
/// When several books share a key, they get variants of it: `key#2` for the second book in a file, and `key~1a2b3c4d`,
/// with a hash of the title and the first author, for a book from another file.
package enum SourceKey {
  /// The scope within which a key identifies a book.
  enum Reach {
    /// The key belongs to the same book everywhere, and books with different keys are different books.
    case unique
    /// The key belongs to the same book everywhere, but a book may have several keys, for its editions, copies or
    /// spellings.
    case edition
    /// The key is unique only in its file or on its device; elsewhere, it may belong to any book.
    case local
  }

  /// Returns the reach of a source.
  ///
  /// A source that is not in the table is unique only in its file, unless its key is an address or a shelf id.
  static func reach(of source: String) -> Reach {
    let name = source.prefix { $0 != ":" }
    let key = source.dropFirst(name.count + 1)
    // The key is a hash of words, or of a path on a device.
    if isHash(key) { return name == "kobo" ? .local : .edition }
    if let reach = reaches[String(name)] { return reach }
    return key.hasPrefix("http://") || key.hasPrefix("https://") || RecordID(String(key)) != nil ? .edition : .local
  }

  /// Returns whether a source contains a key that was made up by the owner of a bibliography or by the owner's program.
  ///
  /// Two files in the same format may use the key for different books, so each file is treated as a separate source.
  static func isOfBibliography(_ source: String) -> Bool {
    reach(of: source) == .local && !isHash(source.dropFirst(source.prefix { $0 != ":" }.count + 1))
  }

  /// Returns whether the sources of two books show that they are different books: both have numbers from the same
  /// source that identify a book, and none in common.
  static func tellApart(_ some: [String], _ others: [String]) -> Bool {
    func numbers(_ sources: [String]) -> [Substring: Set<String>] {
      Dictionary(
        sources.filter { reach(of: $0) == .unique }.map { ($0.prefix { $0 != ":" }, [$0]) },
        uniquingKeysWith: { $0.union($1) })
    }
    let known = numbers(others)
    if known.isEmpty { return false }
    return numbers(some).contains { name, numbers in known[name].map { $0.isDisjoint(with: numbers) } ?? false }
  }

  private static let reaches: [String: Reach] = [
    "goodreads": .unique, "hardcover": .unique, "bookwyrm": .unique, "librarything": .unique, "calibre": .unique,
    "kobo": .unique,
    "apple-books": .unique, "amazon": .unique, "zotero": .unique,
    // The keys of these sources identify editions, and the owner may choose a different edition of the same book.
    "storygraph": .edition, "openlibrary": .edition, "librarything-work": .edition, "google": .edition,
    // KOReader identifies a book by the checksum of its file.
    "koreader": .edition,
    "kindle": .edition, "readwise": .edition,
  ]

  private static let hashLength = 16

  private static func isHash(_ key: Substring) -> Bool {
    key.utf8.count == hashLength
      && key.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Returns a hash of the text values as sixteen hexadecimal digits, ignoring case and accents.
  static func hash(_ texts: String...) -> String {
    SHA1.shortHex(Array(texts.map { Folding.fold($0) }.joined(separator: "\u{1F}").utf8))
  }

  package static func book(_ title: String, _ authors: [String]) -> String {
    hash("book", Folding.words(title).joined(separator: " "), authors.first.map(Likeness.name) ?? "")
  }

  // MARK: - Keys that name several books

  /// Returns a unique key for the nth book, counting from 1, of those in a file that share the same key.
  static func numbered(_ key: String, _ place: Int) -> String { place == 1 ? key : "\(key)#\(place)" }

  /// Returns the key of a book whose plain key belongs to a different book in another file.
  static func qualified(_ key: String, _ title: String, _ authors: [String]) -> String {
    "\(key)~\(book(title, authors).prefix(8))"
  }

  /// Undoes `numbered` and `qualified`, in any combination. Any other key is returned unchanged.
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
