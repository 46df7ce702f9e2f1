import ShelfModel

/// A cover that a catalogue has, or why there is none.
package enum CoverFinding: Sendable {
  /// - Parameter address: where it was.
  case found(bytes: [UInt8], address: String, catalogue: Catalogue)
  /// The catalogues that have covers know the book without one, or do not know it; with those that have not answered.
  case none([(catalogue: Catalogue, failure: CatalogueFailure)])
}

extension Lookup {
  /// Fetches the covers of books from the catalogues that have covers, the first that has one.
  ///
  /// - Parameter take: is called with each finding as it comes, so that no two covers are held at once.
  package func covers(of numbers: [ISBN], _ take: (ISBN, CoverFinding) throws -> Void) rethrows {
    var failures: [ISBN: [(catalogue: Catalogue, failure: CatalogueFailure)]] = [:]
    var open = numbers
    for catalogue in allowed where !catalogue.coverHosts.isEmpty && !open.isEmpty {
      let known = state(open, by: catalogue, done: 0, of: open.count)
      var left: [ISBN] = []
      for (place, number) in open.enumerated() {
        tell(.answered(place, of: open.count))
        switch known[number] {
        case .success(let found?):
          guard let cover = found.book.cover else {
            left.append(number)
            continue
          }
          let fetched = Result { () throws(CatalogueFailure) in try client(of: catalogue).cover(cover) }
          switch fetched {
          case .success(let (bytes, address)):
            try take(number, .found(bytes: bytes, address: address.text, catalogue: catalogue))
          case .failure(let failure):
            failures[number, default: []].append((catalogue, failure))
            left.append(number)
          }
        case .failure(let failure):
          failures[number, default: []].append((catalogue, failure))
          left.append(number)
        default: left.append(number)
        }
      }
      open = left
    }
    for number in open { try take(number, .none(failures[number] ?? [])) }
  }

  /// Whether one of the catalogues that may be asked has covers.
  package var hasCovers: Bool { allowed.contains { !$0.coverHosts.isEmpty } }
}
