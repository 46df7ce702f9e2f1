import ShelfModel
import ShelfStore
import ShelfText
import Synchronization

/// Finds books by the same authors whose titles are spelled similarly.
///
/// Imports that add nothing, and most imports into an empty library, do not need these books. So the index is created
/// when it is first used.
final class LazyBooks: Sendable {
  private let library: Library
  private let byCreator = Mutex<[String: [RecordID]]?>(nil)

  /// The maximum number of books by one author that are compared.
  private static let maxBooks = 200
  /// The minimum length of a title in bytes. Shorter titles often resemble each other by chance.
  private static let minLetters = 6

  init(_ library: Library) { self.library = library }

  func record(_ likeness: Likeness) -> Record? {
    if likeness.nearTitle.count < LazyBooks.minLetters { return nil }
    var seen: Set<RecordID> = []
    for creator in likeness.creators.sorted() {
      for id in books(by: creator).prefix(LazyBooks.maxBooks) where seen.insert(id).inserted {
        guard let record = library.record(id) else { continue }
        if LazyBooks.isSimilar(likeness, Likeness(record, library.schema)) { return record }
      }
    }
    return nil
  }

  private func books(by creator: String) -> [RecordID] {
    byCreator.withLock { known in
      if let known { return known[creator] ?? [] }
      var all: [String: [RecordID]] = [:]
      if let field = library.schema.field(.creator, of: .book) {
        for book in library.records(of: .book) {
          for name in Set(book.texts(of: field).map(Likeness.name)) { all[name, default: []].append(book.id) }
        }
      }
      known = all
      return all[creator] ?? []
    }
  }

  /// Returns whether the titles of two books differ in only a few letters, ignoring a subtitle that one of them lacks.
  private static func isSimilar(_ one: Likeness, _ other: Likeness) -> Bool {
    if isSimilar(one.plainTitle, other.plainTitle) { return true }
    return (one.lacksSubtitle || other.lacksSubtitle) && isSimilar(one.nearTitle, other.nearTitle)
  }

  /// Returns whether two titles differ in only a few letters. Titles that differ in a number or in a single letter are
  /// not similar, because they may be those of different volumes.
  private static func isSimilar(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let limit = min(one.count, other.count) / 6
    if one == other || limit == 0 || Nearest.distance(one, other, limit: limit) > limit { return false }
    func words(_ title: [UInt8]) -> Set<ArraySlice<UInt8>> { Set(title.split(separator: 0x20)) }
    let different = words(one).symmetricDifference(words(other))
    return !different.contains { word in
      word.count == 1 || word.contains { (0x30...0x39).contains($0) } || word.allSatisfy { "ivxlcdm".utf8.contains($0) }
    }
  }
}
