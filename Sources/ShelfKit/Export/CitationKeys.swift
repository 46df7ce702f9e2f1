import ShelfImport
import ShelfModel
import ShelfStore
import ShelfText

/// The citation keys of a library's books.
///
/// A document cites books by their keys, so a key must not change when books or sources are added. The keys are chosen
/// for all books in the library, even those that are not exported, in three rounds: keys that the user has set, keys
/// that books were imported with, and keys that consist of the author, the year and the title. Within a round, the
/// books are sorted by the date when they were added. If a key is taken, one or more letters are appended to it.
struct CitationKeys {
  /// The field for the user's own key, if the library declares it.
  static let field = FieldHandle.citationKey

  private var keys: [RecordID: String] = [:]
  private var aliases: [RecordID: [String]] = [:]
  /// Remarks about unusable keys that the user has set, as sentences without a period.
  private(set) var problems: [String] = []

  init(_ library: Library) {
    let selection = ExportSelection([], of: library)
    var taken: Set<String> = []
    var left = library.records(of: .book).map { (day: selection.text(.dateAdded, of: $0), book: $0) }
      .sorted { ($0.day, $0.book.id) < ($1.day, $1.book.id) }.map(\.book)
    left.removeAll { book in
      let set = selection.text(Self.field, of: book).trimmed
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
      guard let key = Self.imported(selection.texts(.sources, of: book), book, library.schema) else { return false }
      keys[book.id] = Self.free(key, &taken)
      return true
    }
    for book in left { keys[book.id] = Self.free(Self.made(of: book, selection), &taken) }
    for book in library.records(of: .book).sorted(by: { $0.id < $1.id }) {
      let imported = selection.texts(.sources, of: book).filter { $0.hasPrefix("bibtex:") }
        .map { String($0.dropFirst("bibtex:".count)) }
      let others = imported.filter { Self.isPossible($0) && taken.insert($0).inserted }
      if !others.isEmpty { aliases[book.id] = others }
    }
  }

  subscript(book: Record) -> String { keys[book.id] ?? "book" }

  /// Returns the other keys that a book was imported with, unless another book has them. A document may cite a book by
  /// such a key, for instance after two books were merged.
  func aliases(of book: Record) -> [String] { aliases[book.id] ?? [] }

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
        if isPossible(key), ids.contains(ImportRun.newID(ofBook: key, "csl-json")) { return key }
      }
    }
    return nil
  }

  /// Returns a key that consists of the author's last name, the year and the first word of the title.
  private static func made(of book: Record, _ selection: ExportSelection) -> String {
    let name = selection.texts(.author, of: book).first.flatMap { Folding.words($0).last } ?? ""
    let articles: Set<String> = ["the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los"]
    let word = Folding.words(selection.title(of: book)).first { !articles.contains($0) } ?? ""
    let key = (name + selection.text(.year, of: book) + word).filter { $0.isLetter || $0.isNumber }
    return key.isEmpty ? "book" : key
  }

  /// Returns whether text can be used as a citation key. URLs cannot, because they are ids from other programs.
  static func isPossible(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= maxBytes && !key.contains("://")
      && key.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
          && !",{}()=\"#%\\~'".unicodeScalars.contains(scalar)
      }
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
