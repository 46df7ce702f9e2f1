import ShelfModel
import ShelfStore
import ShelfText

/// Entries of a source that share a key: their order in the file says which of them is which only where nothing else does.
extension ImportRun {
  /// Gives entries with one key the keys under which the last imports, or the library, know books with their titles.
  mutating func settleSharedKeys() {
    var groups: [String: [Int]] = [:]
    let isFirst = base.isEmpty && library.records(of: .book).isEmpty
    for position in drafts.indices where drafts[position].kind == .book && drafts[position].id == nil {
      let shared = drafts[position].sharedKey
      let key = shared ?? drafts[position].key
      // An entry of which others were there, and are gone, shares its key too.
      if shared != nil || !isFirst && isKnown(ImportRun.key(key, 2), drafts[position].sourcePrefix ?? format) {
        groups[key, default: []].append(position)
      }
    }
    if groups.isEmpty { return }
    var firsts: [String: Int] = [:]
    for position in drafts.indices where drafts[position].kind == .book && firsts[drafts[position].key] == nil {
      firsts[drafts[position].key] = position
    }
    var renamed: [Draft.Key: String] = [:]
    for (key, others) in groups {
      var positions = others
      if let first = firsts[key], !positions.contains(first) { positions.insert(first, at: 0) }
      let keys = assigned(positions, key)
      for (position, new) in zip(positions, keys) where drafts[position].key != new {
        renamed[self.key(of: drafts[position])] = new
        drafts[position].rename(to: new)
        drafts[position].newID = ImportRun.newID(of: drafts[position], format)
      }
    }
    if renamed.isEmpty { return }
    for position in drafts.indices {
      guard let owner = drafts[position].owner, let new = renamed[owner] else { continue }
      drafts[position].owner = Draft.Key(kind: owner.kind, text: new)
    }
  }

  /// What tells books with one key apart.
  private struct Book {
    let title: String
    let author: String
    let year: String

    init(_ text: (String) -> String?) {
      title = Folding.fold(text("title") ?? "")
      author = Folding.fold(text("author") ?? "")
      year = text("year") ?? ""
    }
  }

  /// Returns the keys of drafts that share one.
  private func assigned(_ positions: [Int], _ key: String) -> [String] {
    let prefix = drafts[positions[0]].sourcePrefix ?? format
    var known: [(key: String, book: Book)] = []
    var number = 1
    while number <= positions.count || isKnown(ImportRun.key(key, number), prefix) {
      let key = ImportRun.key(key, number)
      if let book = book(key, prefix) { known.append((key, book)) }
      number += 1
    }
    var keys = [String?](repeating: nil, count: positions.count)
    func take(_ agrees: (Book, (key: String, book: Book)) -> Bool) {
      for (place, position) in positions.enumerated() where keys[place] == nil {
        let book = Book { drafts[position].first($0) }
        guard let match = known.firstIndex(where: { agrees(book, $0) }) else { continue }
        keys[place] = known.remove(at: match).key
      }
    }
    take { $0.title == $1.book.title && $0.author == $1.book.author && $0.year == $1.book.year }
    take { $0.title == $1.book.title && $0.author == $1.book.author }
    take { $0.title == $1.book.title }
    // Another title of the same author is a correction.
    take { !$0.author.isEmpty && $0.author == $1.book.author }
    // The others are new where none is left, or where they are said to be of somebody else.
    var free = 1
    return keys.map { taken in
      if let taken { return taken }
      while true {
        let next = ImportRun.key(key, free)
        free += 1
        if !keys.contains(next), !known.contains(where: { $0.key == next && !$0.book.author.isEmpty }) { return next }
      }
    }
  }

  private static func key(_ key: String, _ number: Int) -> String { number == 1 ? key : "\(key)#\(number)" }

  private func isKnown(_ key: String, _ prefix: String) -> Bool {
    base.id(of: Draft.Key(kind: .book, text: key)) != nil || index.record(source: "\(prefix):\(key)") != nil
  }

  /// Returns what the last import said that a book is called, else what the library does.
  private func book(_ key: String, _ prefix: String) -> Book? {
    let entry = base[Draft.Key(kind: .book, text: key)]
    let record = index.record(source: "\(prefix):\(key)") ?? entry.flatMap { index.record($0.id) }
    guard entry != nil || record != nil else { return nil }
    return Book { field in
      entry?.fields[field]?.first
        ?? record.flatMap { record in
          library.schema.field(field, of: .book).flatMap { record.texts(of: $0).first }
        }
    }
  }
}

extension Draft {
  /// What stands before the key in the source that is named after it.
  var sourcePrefix: String? {
    sources.first.flatMap { $0.hasSuffix(":\(key)") ? String($0.dropLast(key.count + 1)) : nil }
  }

  /// Gives a book another key, and the source that is named after it.
  mutating func rename(to new: String) {
    // The first names the row; the others are of other programs.
    if let prefix = sourcePrefix { sources[0] = "\(prefix):\(new)" }
    key = new
  }
}
