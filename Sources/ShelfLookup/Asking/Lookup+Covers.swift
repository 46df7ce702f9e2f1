import ShelfModel

/// The result of a search for a book's cover.
package enum CoverFinding: Sendable {
  /// - Parameter address: the address of the image.
  case found(bytes: [UInt8], address: String, catalogue: Catalogue)
  /// No catalogue delivered a cover for this book. The list contains the catalogues that failed, which might have one.
  case none([(catalogue: Catalogue, failure: CatalogueFailure)])
}

extension Lookup {
  /// Downloads the covers of books, each from the first catalogue that has a cover of the book.
  ///
  /// The record of a book contains the number of its cover, so each catalogue with covers is first asked for the
  /// records of all books, in batches. Then the covers are downloaded one by one. If a catalogue does not know a book,
  /// has no cover for it or cannot deliver the cover, the next catalogue is tried. A failure is reported only for a
  /// book that ends up without a cover. A download may be redirected only to the hosts in `coverHosts`.
  ///
  /// - Parameter take: called with each result as it arrives, so that only one image is in memory at a time.
  package func covers(of numbers: [ISBN], _ take: (ISBN, CoverFinding) throws -> Void) rethrows {
    var failures: [ISBN: [(catalogue: Catalogue, failure: CatalogueFailure)]] = [:]
    var open = numbers
    for catalogue in allowed where !catalogue.coverHosts.isEmpty && !open.isEmpty {
      let known = ask(open, by: catalogue, done: 0, of: open.count)
      var left: [ISBN] = []
      for (place, number) in open.enumerated() {
        report(.answered(place, of: open.count))
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

  /// Whether any of the allowed catalogues has covers.
  package var hasCovers: Bool { allowed.contains { !$0.coverHosts.isEmpty } }
}
