import ShelfModel
import ShelfText

/// The keys that books which share one were given.
struct KeyVariants {
  var keys: Set<String> = []
  /// Those of which files say what they say of their own, by the files' places.
  var ofFiles: [String: Set<String>] = [:]

  var all: [String] { keys.sorted() }
}

/// What is known of the books that share a key, as one file sees them.
struct DraftKeyTable {
  /// Something that two books have in common.
  private enum Trait: Hashable {
    case formerName(String)
    case wholeWithYear([String])
    case whole([String])
    case numberAndTitle([String])
    case number(ISBN)
    case titleAndYear([String])
    case title(String)
    case titleInYear([String])
    case makers(Set<String>)
  }

  private var entries: [(key: String, books: [KeyedBook], name: String?)] = []
  private var places: [String: Int] = [:]
  private var byTrait: [Trait: [Int]] = [:]
  /// The books of which the file said something, by what it said last.
  private var said: [[String]: [Int]] = [:]
  /// The keys that other files give books of their own.
  private var reserved: Set<String> = []

  /// How many books of one key, which have the same trait, are looked at for one.
  static let mostAlike = 100

  func has(_ key: String) -> Bool { places[key] != nil || reserved.contains(key) }

  /// Returns what the book of a key is called in messages.
  func name(of key: String) -> String? { places[key].flatMap { entries[$0].name } }

  /// Adds what is said of the book with a key.
  mutating func add(_ key: String, _ book: KeyedBook, path: String? = nil) {
    let place = places[key] ?? entries.count
    if place == entries.count {
      places[key] = place
      entries.append((key, [], nil))
    }
    entries[place].books.append(book)
    entries[place].name = path ?? entries[place].name
    if let statement = book.statement { said[statement, default: []].append(place) }
    let traits = DraftKeyTable.passes.dropFirst().compactMap { $0.trait(book) }
    for trait in traits + book.formerNames.map(Trait.formerName) where byTrait[trait]?.last != place {
      byTrait[trait, default: []].append(place)
    }
  }

  /// Keeps a key from being given to another book.
  mutating func reserve(_ key: String) { reserved.insert(key) }

  /// Returns the keys of the file's books that are known.
  func keys(of books: [KeyedBook]) -> [String?] {
    var keys = [String?](repeating: nil, count: books.count)
    if entries.isEmpty { return keys }
    var taken: Set<Int> = []
    // What the file said before, it says of the same book, whatever others have said since.
    for (number, book) in books.enumerated() {
      guard let match = said[book.whole + [book.year]]?.first(where: { !taken.contains($0) }) else { continue }
      keys[number] = entries[match].key
      taken.insert(match)
    }
    for pass in DraftKeyTable.passes {
      for (number, book) in books.enumerated() where keys[number] == nil {
        let alike = pass.trait(book).flatMap { byTrait[$0] } ?? []
        let match = alike.lazy.filter { !taken.contains($0) }.prefix(DraftKeyTable.mostAlike).filter { place in
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

  /// What agrees in more comes first, so that a book is found again when others have come since.
  private static let passes: [Pass] = [
    Pass(agrees: { $1.formerNames.contains($0.nameMark) }, trait: { .formerName($0.nameMark) }),
    Pass { .wholeWithYear($0.whole + [$0.year]) },
    Pass { .whole($0.whole) },
    Pass { book in book.number.map { .numberAndTitle([$0.digits, book.titleText]) } },
    Pass { $0.number.map { .number($0) } },
    Pass { $0.author.isEmpty ? nil : .titleAndYear([$0.titleText, $0.author, $0.year]) },
    Pass(agrees: { $0.likeness.sharesMaker(with: $1.likeness) }, trait: { .title($0.titleText) }),
    Pass { $0.year.isEmpty ? nil : .titleInYear([$0.titleText, $0.year]) },
    Pass { .title($0.titleText) },
    Pass { $0.makers.isEmpty ? nil : .makers($0.makers) },
  ]
}
