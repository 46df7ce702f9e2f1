import ShelfFormats
import ShelfModel
import ShelfText

/// The keys that books which share one were given.
struct KeyVariants {
  var keys: Set<String> = []
  /// Those of which files say what they say of their own, by the files' places.
  var ofFiles: [String: Set<String>] = [:]

  var all: [String] { keys.sorted() }
}

/// What an import, or the library, says of a book with a key.
struct StatedBook {
  /// The place of the file that says it; nil if it counts for all.
  let place: String?
  private let own: KeyedBook
  private let others: KeyedBook
  /// What was said, without what the record has beside it.
  let itself: KeyedBook

  init(place: String?, formerNames: [String], _ book: KeyedBook, itself: KeyedBook? = nil) {
    self.place = place
    self.itself = itself ?? book
    (own, others) = (book.with(book.isOfSameFile, formerNames), book.with(false, []))
  }

  /// Returns it as a file sees it: what another one says of a book is no earlier state of this one.
  func seen(from place: String) -> KeyedBook { self.place == nil || self.place == place ? own : others }

  var formerNames: [String] { own.formerNames }
}

/// What is known of the books that share a key, file by file.
struct DraftKeyTable {
  /// Something that two books have in common. What agrees in more comes first, so that a book is found again when others
  /// have come since.
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

  private var entries: [(key: String, books: [(book: StatedBook, isPrivate: Bool)], name: String?)] = []
  private var hasFormerNames = false
  private var places: [String: Int] = [:]
  private var common: [Trait: [Int]] = [:]
  /// What is known by files' own statements, by their places.
  private var ofFiles: [String: [Trait: [Int]]] = [:]

  /// What a file said of a book last.
  private struct Statement: Hashable {
    let place: String
    let whole: [String]

    init(place: String, _ book: KeyedBook) {
      (self.place, whole) = (place, book.whole + [book.year])
    }
  }

  /// The books that files said something of, by what they said.
  private var said: [Statement: [Int]] = [:]

  /// How many books of one key, which have the same trait, are looked at for one.
  static let mostAlike = 100

  func has(_ key: String) -> Bool { places[key] != nil }

  /// Returns what the book of a key is called in messages.
  func name(of key: String) -> String? { places[key].flatMap { entries[$0].name } }

  /// Adds what is said of the book with a key.
  ///
  /// - Parameter isPrivate: whether nothing but the same file goes by it.
  mutating func add(
    _ key: String, _ book: StatedBook, isPrivate: Bool = false, path: String? = nil
  ) {
    let place = places[key] ?? entries.count
    if place == entries.count {
      places[key] = place
      entries.append((key, [], nil))
    }
    entries[place].books.append((book, isPrivate))
    if !book.formerNames.isEmpty { hasFormerNames = true }
    if let file = book.place { said[Statement(place: file, book.itself), default: []].append(place) }
    entries[place].name = path ?? entries[place].name
    for trait in DraftKeyTable.traits(of: book.seen(from: book.place ?? "")) + book.formerNames.map(Trait.formerName) {
      if isPrivate, let file = book.place {
        ofFiles[file, default: [:]][trait, default: []].append(place)
      } else if common[trait]?.last != place {
        common[trait, default: []].append(place)
      }
    }
  }

  private static func traits(of book: KeyedBook) -> [Trait] { passes.dropFirst().compactMap { $0.trait(book) } }

  /// Returns the keys of books of one file that are known.
  func keys(of books: [KeyedBook], from place: String) -> [String?] {
    var keys = [String?](repeating: nil, count: books.count)
    if entries.isEmpty { return keys }
    var taken: Set<Int> = []
    // What the file said before, it says of the same book, whatever others have said since.
    for (number, book) in books.enumerated() {
      guard let match = said[Statement(place: place, book)]?.first(where: { !taken.contains($0) }) else { continue }
      keys[number] = entries[match].key
      taken.insert(match)
    }
    let own = ofFiles[place] ?? [:]
    for pass in hasFormerNames ? DraftKeyTable.passes[...] : DraftKeyTable.passes.dropFirst() {
      for (number, book) in books.enumerated() where keys[number] == nil {
        guard let trait = pass.trait(book) else { continue }
        func first(_ places: [Int]?) -> Int? {
          (places ?? []).lazy.filter { !taken.contains($0) }.prefix(DraftKeyTable.mostAlike).first { entry in
            entries[entry].books.contains { known in
              if known.isPrivate, known.book.place != place { return false }
              let known = known.book.seen(from: place)
              return !book.isNamesake(of: known) && pass.agrees(book, known)
            }
          }
        }
        guard let match = [first(common[trait]), first(own[trait])].compactMap(\.self).min() else { continue }
        keys[number] = entries[match].key
        taken.insert(match)
      }
    }
    return keys
  }

  private struct Pass: Sendable {
    let trait: @Sendable (KeyedBook) -> Trait?
    let agrees: @Sendable (KeyedBook, KeyedBook) -> Bool
  }

  private static let passes = [
    Pass {
      .formerName($0.nameMark)
    } agrees: {
      $1.formerNames.contains($0.nameMark)
    },
    Pass {
      .wholeWithYear($0.whole + [$0.year])
    } agrees: {
      $0.agrees(with: $1)
    },
    Pass {
      .whole($0.whole)
    } agrees: {
      $0.agrees(with: $1)
    },
    Pass { book in
      book.number.map { Trait.numberAndTitle([$0.digits, book.titleText]) }
    } agrees: {
      $0.agrees(with: $1)
    },
    Pass {
      $0.number.map { Trait.number($0) }
    } agrees: {
      $0.agrees(with: $1)
    },
    Pass {
      $0.author.isEmpty ? nil : .titleAndYear([$0.titleText, $0.author, $0.year])
    } agrees: {
      $0.agrees(with: $1)
    },
    Pass {
      .title($0.titleText)
    } agrees: {
      $0.likeness.sharesMaker(with: $1.likeness)
    },
    Pass {
      $0.year.isEmpty ? nil : .titleInYear([$0.titleText, $0.year])
    } agrees: {
      $0.agrees(with: $1)
    },
    Pass {
      .title($0.titleText)
    } agrees: {
      $0.agrees(with: $1)
    },
    Pass {
      $0.makers.isEmpty ? nil : .makers($0.makers)
    } agrees: {
      $0.agrees(with: $1)
    },
  ]
}
