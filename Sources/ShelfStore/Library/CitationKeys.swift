import ShelfModel
import ShelfText
import Synchronization

/// The citation keys of a library's books.
///
/// A document cites books by their keys, so a key must not change when books or sources are added. The keys are chosen
/// for all books in the library, even those that are not exported, in three rounds: keys that the user has set, keys
/// that books were imported with, and keys that consist of the author, the year and the title. Within a round, the
/// books are sorted by the date when they were added. If a key is taken, one or more letters are appended to it.
package struct CitationKeys: Sendable {
  /// The field for the user's own key, if the library declares it.
  package static let field = FieldHandle.citationKey

  private var keys: [RecordID: String] = [:]
  private var aliases: [RecordID: [String]] = [:]
  /// The books whose keys are their own or those of an imported bibliography, unlike keys that shelf makes up.
  package private(set) var stated: Set<RecordID> = []
  /// Remarks about unusable keys that the user has set, as sentences without a period.
  package private(set) var problems: [String] = []

  init(_ library: Library) {
    let schema = library.schema
    func texts(_ handle: FieldHandle, of book: Record) -> [String] {
      guard let field = schema.field(handle.key, of: .book), !schema.isUnrelated(field, of: .book),
        !book.isNested(field)
      else { return [] }
      let texts = book.texts(of: field)
      return field.type.isList || field.type.read(texts) != nil ? texts : []
    }
    func text(_ handle: FieldHandle, of book: Record) -> String { texts(handle, of: book).first ?? "" }
    var taken: Set<String> = []
    var left = library.records(of: .book).map { (day: text(.dateAdded, of: $0), book: $0) }
      .sorted { ($0.day, $0.book.id) < ($1.day, $1.book.id) }.map(\.book)
    left.removeAll { book in
      let set = text(Self.field, of: book).trimmed
      if set.isEmpty { return false }
      guard Self.isPossible(set) else {
        problems.append("“\(set)” cannot be used as a citation key, so \(book.path) has another one")
        return false
      }
      let key = Self.free(set, &taken)
      if key != set {
        problems.append("“\(set)” is the citation key of two books, so \(book.path) has the key “\(key)”")
      }
      keys[book.id] = key
      return true
    }
    left.removeAll { book in
      guard let key = Self.imported(texts(.sources, of: book), book, schema) else { return false }
      keys[book.id] = Self.free(key, &taken)
      return true
    }
    stated = Set(keys.keys)
    for book in left {
      let made = Self.made(texts(.author, of: book).first, text(.year, of: book), text(.title, of: book))
      keys[book.id] = Self.free(made, &taken)
    }
    for book in library.records(of: .book).sorted(by: { $0.id < $1.id }) {
      let imported = texts(.sources, of: book).filter { $0.hasPrefix("bibtex:") }
        .map { String($0.dropFirst("bibtex:".count)) }
      let others = imported.filter { Self.isPossible($0) && taken.insert($0).inserted }
      if !others.isEmpty { aliases[book.id] = others }
    }
  }

  package subscript(book: Record) -> String { keys[book.id] ?? "book" }

  /// Returns whether one of a book's keys equals a case-folded text.
  func has(_ book: Record, called folded: String) -> Bool { names(of: book).contains { Folding.fold($0) == folded } }

  /// Returns all keys by which a document may cite a book. The first is the one that exports use.
  package func names(of book: Record) -> [String] { [keys[book.id]].compactMap { $0 } + aliases(of: book) }

  /// Returns the other keys that a book was imported with, unless another book has them. A document may cite a book by
  /// such a key, for instance after two books were merged.
  package func aliases(of book: Record) -> [String] { aliases[book.id] ?? [] }

  /// Returns the key that a book was imported with, or nil if there is none.
  ///
  /// Later imports append their keys to the sources, so the first key is used. Programs generate ids for CSL-JSON, so
  /// such an id is used as a key only if the import of this entry created the book. Otherwise, it would replace the
  /// previous key of a book that existed before.
  private static func imported(_ sources: [String], _ book: Record, _ schema: Schema) -> String? {
    let ids = [book.id] + book.texts(of: schema.formerIDs(of: .book)).compactMap { RecordID($0) }
    for source in sources {
      if source.hasPrefix("bibtex:") {
        let key = String(source.dropFirst("bibtex:".count))
        if isPossible(key) { return key }
      } else if source.hasPrefix("csl:") {
        let key = String(source.dropFirst("csl:".count))
        if isPossible(key), ids.contains(.derived(from: "csl-json:book:\(key)", in: .imports)) { return key }
      }
    }
    return nil
  }

  /// Returns a key that consists of the author's last name, the year and the first word of the title.
  private static func made(_ author: String?, _ year: String, _ title: String) -> String {
    let name = author.flatMap { Folding.words($0).last } ?? ""
    let articles: Set<String> = ["the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los"]
    let word = Folding.words(title).first { !articles.contains($0) } ?? ""
    let key = (name + year + word).filter { $0.isLetter || $0.isNumber }
    return key.isEmpty ? "book" : key
  }

  /// Returns whether text can be used as a citation key. URLs cannot, because they are ids from other programs.
  package static func isPossible(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= maxBytes && !key.contains("://")
      && key.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
          && !",{}()=\"#%\\~'".unicodeScalars.contains(scalar)
      }
  }

  /// Returns whether text may be a key that an export makes: a word with letters and a year. Making the keys of all
  /// books takes longer than the rest of a search, so nothing else is looked up.
  package static func isLikely(_ text: String) -> Bool {
    isPossible(text) && text.contains(where: \.isLetter) && text.contains(/[0-9]{4}/)
  }

  private static let maxBytes = 200

  /// Returns a key that no other book has, and reserves it.
  private static func free(_ key: String, _ taken: inout Set<String>) -> String {
    var unique = key
    var number = 0
    while !taken.insert(unique).inserted {
      unique = key + suffix(number)
      number += 1
    }
    return unique
  }

  /// Returns the nth suffix of a, b, …, z, za, zb and so on, counting from 0. Each suffix follows the previous ones in
  /// alphabetical order.
  private static func suffix(_ number: Int) -> String {
    let letter = UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26))
    return String(repeating: "z", count: number / 26) + String(letter)
  }
}

extension Library {
  /// The citation keys of the library's books. They are computed when they are needed for the first time.
  package var citationKeys: CitationKeys {
    citations.keys.withLock { keys in
      let found = keys ?? CitationKeys(self)
      keys = found
      return found
    }
  }

  /// Returns the citation key of a book, or of the book that a record belongs to.
  package func citationKey(of record: Record) -> String? {
    guard record.kind != .book else { return citationKeys[record] }
    guard case .ids(let ids)? = value(.owner, of: record), let book = ids.first.flatMap({ self.record($0) }) else {
      return nil
    }
    return book.kind == .book ? citationKeys[book] : nil
  }

  /// The citation keys of a snapshot, once they have been computed.
  final class Citations: Sendable {
    fileprivate let keys = Mutex<CitationKeys?>(nil)
  }
}
