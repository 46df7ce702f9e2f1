import ShelfImport
import ShelfModel
import ShelfText

/// Looks up books in the catalogues that the user allows.
///
/// Each ISBN has its own order of catalogues: the user's order, or the order that suits the ISBN's language area.
/// `find` works in rounds. A round groups the unresolved ISBNs by the next catalogue in their order, so that they can
/// share requests. If no catalogue is left for an ISBN, the ISBN is unknown. If a catalogue returns several records,
/// shelf picks the record about this ISBN that has the most fields. Records of editions often lack the authors or the
/// year of first publication, so these are taken from the records of their works, which are also requested in batches.
/// Failures do not end a lookup. They are collected, and are reported only for ISBNs that no catalogue knows.
///
/// A search for words asks one catalogue after another until one returns a book. `CatalogueClient` sends the requests,
/// and `LookupPolicy` decides which catalogues may be asked.
package final class Lookup {
  private let policy: LookupPolicy
  private let progress: (LookupProgress) -> Void
  private let client: (Catalogue) -> CatalogueClient
  private var clients: [String: CatalogueClient] = [:]

  /// The result of looking up an ISBN.
  package enum Finding: Sendable {
    case found(FoundBook)
    /// No catalogue returned the book. The list contains the catalogues that failed, which might know it.
    case unknown([(catalogue: Catalogue, failure: CatalogueFailure)])
  }

  package struct CatalogueResult: Sendable {
    package let catalogue: Catalogue
    /// The book, or nil if the catalogue does not know it.
    package let result: Result<FoundBook?, CatalogueFailure>
  }

  package init(
    _ policy: LookupPolicy, _ network: any Network, _ cache: AnswerCache?, clock: LookupClock = .system,
    progress: @escaping (LookupProgress) -> Void = { _ in }
  ) {
    self.policy = policy
    self.progress = progress
    client = { CatalogueClient($0, policy, network, cache, clock, progress: progress) }
  }

  var allowed: [Catalogue] { policy.allowed }

  func report(_ step: LookupProgress) { progress(step) }

  func client(of catalogue: Catalogue) -> CatalogueClient {
    if let known = clients[catalogue.name] { return known }
    let new = client(catalogue)
    clients[catalogue.name] = new
    return new
  }

  /// Looks up ISBNs, each in one catalogue after another until one knows the book.
  package func find(_ numbers: [ISBN]) -> [ISBN: Finding] {
    var findings: [ISBN: Finding] = [:]
    var failures: [ISBN: [(catalogue: Catalogue, failure: CatalogueFailure)]] = [:]
    var orders = Dictionary(numbers.map { ($0, policy.order(for: $0)[...]) }, uniquingKeysWith: { first, _ in first })
    var open: [ISBN] = []
    var seen: Set<ISBN> = []
    for number in numbers where seen.insert(number).inserted { open.append(number) }
    while !open.isEmpty {
      var asked: [(catalogue: Catalogue, numbers: [ISBN])] = []
      for number in open {
        guard let catalogue = orders[number]?.popFirst() else {
          findings[number] = .unknown(failures[number] ?? [])
          continue
        }
        if let place = asked.firstIndex(where: { $0.catalogue.name == catalogue.name }) {
          asked[place].numbers.append(number)
        } else {
          asked.append((catalogue, [number]))
        }
      }
      for (catalogue, numbers) in asked {
        for (number, result) in ask(numbers, by: catalogue, done: findings.count, of: orders.count) {
          switch result {
          case .success(let found?):
            // Fetching the synopsis costs one request per book, so it is done only when a single book is looked up.
            findings[number] = .found(orders.count == 1 ? describe(found, by: catalogue) : found)
          case .success(nil): break
          case .failure(let failure): failures[number, default: []].append((catalogue, failure))
          }
        }
      }
      open = open.filter { findings[$0] == nil }
    }
    return findings
  }

  /// Asks every allowed catalogue about an ISBN.
  package func results(of number: ISBN) -> [CatalogueResult] {
    policy.order(for: number).map { catalogue in
      CatalogueResult(
        catalogue: catalogue, result: ask([number], by: catalogue, done: 0, of: 1)[number] ?? .success(nil))
    }
  }

  /// Searches for words in one catalogue after another until one finds a book.
  package func find(words: String) -> (
    books: [FoundBook], failures: [(catalogue: Catalogue, failure: CatalogueFailure)]
  ) {
    var failures: [(catalogue: Catalogue, failure: CatalogueFailure)] = []
    for catalogue in policy.allowed {
      switch client(of: catalogue).ask([.words(words)])[.words(words)] {
      case .success(let books) where !books.isEmpty:
        let found = complete(books, by: catalogue).map { book in
          FoundBook(
            book, catalogue: catalogue.name, title: catalogue.title,
            number: book.edition == nil ? book.numbers.first : nil)
        }
        return (found.filter { !$0.book.draft[.title].isEmpty }, failures)
      case .failure(let failure): failures.append((catalogue, failure))
      default: break
      }
    }
    return ([], failures)
  }

  /// Looks up the edition that a search for words suggests for a work.
  ///
  /// If the edition's record lacks the year or the authors, they are copied from the work.
  ///
  /// - Returns: the edition, or nil if the catalogue suggests none, does not find it, or suggests one whose title
  ///   differs from the work's, such as a translation.
  package func edition(of found: FoundBook) -> FoundBook? {
    let title = Folding.fold(found.book.draft.first(.title) ?? "")
    guard let edition = found.book.edition,
      Folding.fold(edition.title).hasPrefix(title) || title.hasPrefix(Folding.fold(edition.title)),
      !edition.title.isEmpty,
      case .found(var whole)? = find([edition.number])[edition.number],
      Folding.fold(whole.book.draft.first(.title) ?? "").hasPrefix(title)
    else { return nil }
    for field in [FieldHandle.year, .author] where whole.book.draft[field].isEmpty {
      whole.book.draft.replace(field, found.book.draft[field])
    }
    return whole
  }

  /// Looks up ISBNs in one catalogue.
  ///
  /// - Parameters:
  ///   - done: the number of books already found, for the progress report.
  ///   - count: the total number of books in the lookup.
  /// - Returns: the catalogue's book for each ISBN, or nil if the catalogue does not know the ISBN.
  func ask(
    _ numbers: [ISBN], by catalogue: Catalogue, done: Int, of count: Int
  ) -> [ISBN: Result<FoundBook?, CatalogueFailure>] {
    let answers = client(of: catalogue).ask(numbers.map { .isbn($0) }) { progress(.answered(done + $0, of: count)) }
    var results: [ISBN: Result<FoundBook?, CatalogueFailure>] = [:]
    var chosen: [(number: ISBN, book: CatalogueBook)] = []
    for number in numbers {
      switch answers[.isbn(number)] {
      case .success(let books):
        if let book = Lookup.best(of: books, number, requiresMatchingISBN: catalogue.requiresMatchingISBN) {
          chosen.append((number, book))
        } else {
          results[number] = .success(nil)
        }
      case .failure(let failure): results[number] = .failure(failure)
      case nil: results[number] = .success(nil)
      }
    }
    for ((number, _), book) in zip(chosen, complete(chosen.map(\.book), by: catalogue)) {
      results[number] = .success(
        FoundBook(book, catalogue: catalogue.name, title: catalogue.title, number: number))
    }
    return results
  }

  /// Among the records with the ISBN, returns the one that has the most fields, or nil if there is none.
  ///
  /// Some catalogues return arbitrary records if they do not know the index of a query, so the records' ISBNs have to
  /// be checked.
  private static func best(of books: [CatalogueBook], _ number: ISBN, requiresMatchingISBN: Bool) -> CatalogueBook? {
    func isAbout(_ book: CatalogueBook) -> Bool {
      !book.draft[.title].isEmpty && (book.numbers.isEmpty ? !requiresMatchingISBN : book.numbers.contains(number))
    }
    func richness(_ book: CatalogueBook) -> Int { book.draft.fields.count { !$0.value.isEmpty } }
    return books.filter(isAbout).reduce(nil) { best, book in
      guard let best, richness(best) >= richness(book) else { return book }
      return best
    }
  }

  /// Adds the synopsis of the work to an edition that has none. This applies only to books in English, since catalogues
  /// write synopses in English.
  private func describe(_ found: FoundBook, by catalogue: Catalogue) -> FoundBook {
    guard let work = found.book.work, found.book.draft[.synopsis].isEmpty,
      found.book.draft.first(.language).map({ ["eng", "en"].contains($0) }) ?? false,
      case .success(let known)? = client(of: catalogue).ask([.record(work)])[.record(work)],
      let synopsis = known.first?.draft[.synopsis], !synopsis.isEmpty
    else { return found }
    var found = found
    found.book.draft.replace(.synopsis, synopsis)
    return found
  }

  /// Completes records of editions with the year of first publication and the authors, which only their works
  /// contain.
  private func complete(_ books: [CatalogueBook], by catalogue: Catalogue) -> [CatalogueBook] {
    let wanted = books.compactMap { book in
      book.draft[.year].isEmpty || book.draft[.author].isEmpty ? book.work : nil
    }
    if wanted.isEmpty { return books }
    var seen: Set<String> = []
    let unique = wanted.filter { seen.insert($0).inserted }
    let answers = client(of: catalogue).ask(unique.map { .work($0) })
    return books.map { book in
      guard let work = book.work, case .success(let found)? = answers[.work(work)], let known = found.first else {
        return book
      }
      var book = book
      for field in [FieldHandle.year, .author] where book.draft[field].isEmpty && !known.draft[field].isEmpty {
        book.draft.replace(field, known.draft[field])
      }
      return book
    }
  }
}
