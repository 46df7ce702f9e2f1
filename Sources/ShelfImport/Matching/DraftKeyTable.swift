import ShelfModel

/// The variants of a key that distinguish the books sharing it.
struct KeyVariants {
  var keys: Set<String> = []
  /// Variants that are limited to one file in the import base, by the checksum of the file's path.
  var ofFiles: [String: Set<String>] = [:]

  var all: [String] { keys.sorted() }
}

/// The known books that share a key, as described for one file. The table determines which of these books the file's
/// rows describe.
///
/// A row that has not changed since the last import describes the same book as before. For other rows, successive
/// passes compare the books by weaker and weaker traits, from a former name of the book down to the same authors. Each
/// known book is assigned to at most one row. The best matches come first, so a book keeps its key if other books are
/// added to the file. A row that no pass can match describes a new book.
struct DraftKeyTable {
  /// A property that two books may have in common.
  private enum Trait: Hashable {
    case formerName(String)
    case wholeWithYear([String])
    case whole([String])
    case numberAndTitle([String])
    case number(ISBN)
    case titleAndYear([String])
    case title(String)
    case titleInYear([String])
    case creators(Set<String>)
  }

  private var entries: [(key: String, books: [KeyedBook], name: String?)] = []
  private var places: [String: Int] = [:]
  private var byTrait: [Trait: [Int]] = [:]
  /// The indices of the books, by the values that the file contained for them at the last import.
  private var byStatement: [[String]: [Int]] = [:]
  /// Keys that are not available for new books, because the base has entries for them that are limited to individual
  /// files.
  private var reserved: Set<String> = []

  /// The maximum number of books with the same key and the same trait to compare.
  static let maxAlike = 100

  func has(_ key: String) -> Bool { places[key] != nil || reserved.contains(key) }

  /// Returns the name that messages use for the book with this key, or nil if it has none.
  func name(of key: String) -> String? { places[key].flatMap { entries[$0].name } }

  /// Adds a description of the book with the given key. The last import and the library may have different
  /// descriptions.
  mutating func add(_ key: String, _ book: KeyedBook, path: String? = nil) {
    let place = places[key] ?? entries.count
    if place == entries.count {
      places[key] = place
      entries.append((key, [], nil))
    }
    entries[place].books.append(book)
    entries[place].name = path ?? entries[place].name
    if let statement = book.statement { byStatement[statement, default: []].append(place) }
    let traits = DraftKeyTable.passes.dropFirst().compactMap { $0.trait(book) }
    for trait in traits + book.formerNames.map(Trait.formerName) where byTrait[trait]?.last != place {
      byTrait[trait, default: []].append(place)
    }
  }

  /// Reserves a key, so that no other book gets it.
  mutating func reserve(_ key: String) { reserved.insert(key) }

  /// Returns for each book the key of the known book that it matches, or nil if it matches none.
  func keys(of books: [KeyedBook]) -> [String?] {
    var keys = [String?](repeating: nil, count: books.count)
    if entries.isEmpty { return keys }
    var taken: Set<Int> = []
    // A row that has not changed describes the same book, regardless of later rows in other files.
    for (number, book) in books.enumerated() {
      guard let match = byStatement[book.whole + [book.year]]?.first(where: { !taken.contains($0) }) else { continue }
      keys[number] = entries[match].key
      taken.insert(match)
    }
    for pass in DraftKeyTable.passes {
      for (number, book) in books.enumerated() where keys[number] == nil {
        let alike = pass.trait(book).flatMap { byTrait[$0] } ?? []
        let match = alike.lazy.filter { !taken.contains($0) }.prefix(DraftKeyTable.maxAlike).filter { place in
          entries[place].books.contains { !book.isNamesake(of: $0) && pass.agrees(book, $0) }
        }.min()
        guard let match else { continue }
        keys[number] = entries[match].key
        taken.insert(match)
      }
    }
    return keys
  }

  private struct Pass: Sendable {
    var agrees: @Sendable (KeyedBook, KeyedBook) -> Bool = { $0.agrees(with: $1) }
    let trait: @Sendable (KeyedBook) -> Trait?
  }

  /// The passes, strongest matches first, so that a book keeps its key if other books are added.
  private static let passes: [Pass] = [
    Pass(agrees: { $1.formerNames.contains($0.nameMark) }, trait: { .formerName($0.nameMark) }),
    Pass { .wholeWithYear($0.whole + [$0.year]) },
    Pass { .whole($0.whole) },
    Pass { book in book.number.map { .numberAndTitle([$0.digits, book.titleText]) } },
    Pass { $0.number.map { .number($0) } },
    Pass { $0.author.isEmpty ? nil : .titleAndYear([$0.titleText, $0.author, $0.year]) },
    Pass(agrees: { $0.likeness.sharesCreator(with: $1.likeness) }, trait: { .title($0.titleText) }),
    Pass { $0.year.isEmpty ? nil : .titleInYear([$0.titleText, $0.year]) },
    Pass { .title($0.titleText) },
    Pass { $0.creators.isEmpty ? nil : .creators($0.creators) },
  ]
}
