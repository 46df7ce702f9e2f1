import ShelfImport
import ShelfModel
import ShelfText

/// Looks books up in the catalogues that the reader allows.
package final class Lookup {
  private let policy: LookupPolicy
  private let progress: (LookupProgress) -> Void
  private let client: (Catalogue) -> CatalogueClient
  private var clients: [String: CatalogueClient] = [:]

  /// What the catalogues know of a number.
  package enum Finding: Sendable {
    case found(FoundBook)
    /// None of them has it; with those that have not answered.
    case unknown([(catalogue: Catalogue, failure: CatalogueFailure)])
  }

  /// What one catalogue says.
  package struct Statement: Sendable {
    package let catalogue: Catalogue
    /// The book; nil if it does not know it.
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

  func tell(_ step: LookupProgress) { progress(step) }

  func client(of catalogue: Catalogue) -> CatalogueClient {
    if let known = clients[catalogue.name] { return known }
    let new = client(catalogue)
    clients[catalogue.name] = new
    return new
  }

  /// Asks about numbers, one catalogue after the other until one knows the book.
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
        for (number, result) in state(numbers, by: catalogue, done: findings.count, of: orders.count) {
          switch result {
          case .success(let found?):
            // A list of many does not wait for that.
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

  /// Asks all catalogues about a number.
  package func statements(of number: ISBN) -> [Statement] {
    policy.order(for: number).map { catalogue in
      Statement(
        catalogue: catalogue, result: state([number], by: catalogue, done: 0, of: 1)[number] ?? .success(nil))
    }
  }

  /// Asks by words, one catalogue after the other until one finds something.
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

  /// Looks for the edition of a work that was found by words; nil if its catalogue names none whose title is the work's, as
  /// that of a translation is not.
  ///
  /// What only the work knows, such as the year in which it first came out, is taken from there.
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

  /// Returns what a catalogue says of numbers.
  func state(
    _ numbers: [ISBN], by catalogue: Catalogue, done: Int, of count: Int
  ) -> [ISBN: Result<FoundBook?, CatalogueFailure>] {
    let answers = client(of: catalogue).ask(numbers.map { .isbn($0) }) { progress(.answered(done + $0, of: count)) }
    var results: [ISBN: Result<FoundBook?, CatalogueFailure>] = [:]
    var chosen: [(number: ISBN, book: CatalogueBook)] = []
    for number in numbers {
      switch answers[.isbn(number)] {
      case .success(let books):
        if let book = Lookup.best(of: books, number, mustName: catalogue.mustName) {
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

  /// Returns the record that says most of the book with a number; nil if none is about it.
  ///
  /// Catalogues have been seen to answer an index that they do not know with all that they have.
  private static func best(of books: [CatalogueBook], _ number: ISBN, mustName: Bool) -> CatalogueBook? {
    func isAbout(_ book: CatalogueBook) -> Bool {
      !book.draft[.title].isEmpty && (book.numbers.isEmpty ? !mustName : book.numbers.contains(number))
    }
    func richness(_ book: CatalogueBook) -> Int { book.draft.fields.count { !$0.value.isEmpty } }
    return books.filter(isAbout).reduce(nil) { best, book in
      guard let best, richness(best) >= richness(book) else { return book }
      return best
    }
  }

  /// Asks for what a work is about, where its edition does not say, in the language of catalogues' descriptions.
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

  /// Asks for what the records of editions only name: the year in which the work first came out, and its authors.
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
