import ShelfModel
import ShelfStore
import ShelfText

/// A comparison of the copies that a user scanned with those that the library contains.
///
/// A copy with a number is scanned by its number. The copies of any other book are scanned by its ISBN, or by the
/// number that they share, and counted.
package struct Stocktake: Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// Not scanned, and not lent.
    case missing
    /// Scanned, although it is recorded as lent.
    case lent
    /// Scanned, but not in the part of the library that was to be scanned.
    case elsewhere
    /// Scanned more often than there are copies.
    case twice
    /// The library does not have the number, it is that of a book that the user no longer owns, or it is the ISBN of a
    /// book whose copies have numbers.
    case unknown
  }

  package struct Row: Sendable {
    package let state: State
    /// The number of the copy, the ISBN, or the scanned text. If only some of several copies are missing, or recorded
    /// as lent, these are the numbers of all of them.
    package let number: String
    package let record: Record?
    /// The people who have the copy or, if some of several copies are missing, who have the others.
    package var people: [String] = []
    /// The number of copies.
    package var count = 1
  }

  /// The rows, sorted by their state. The missing copies have the order of the records.
  package let rows: [Row]
  /// The number of lines.
  package let scanned: Int
  /// The number of copies that are where they should be.
  package let found: Int
  /// The number of records that have neither a number nor an ISBN.
  package let unscannable: Int

  /// - Parameters:
  ///   - lines: what the user scanned.
  ///   - stock: the records whose copies the user meant to scan, in order.
  package init(_ lines: [String], of stock: [Record], in library: Library, of kind: Kind = .book) {
    var holdings = Holdings(stock, library, kind)
    let differences = lines.compactMap { holdings.scan($0) }
    let lent = stock.compactMap { holdings.lent(of: $0) }
    let all = differences + lent + stock.flatMap { holdings.missing(of: $0) }
    rows = State.allCases.flatMap { state in all.filter { $0.state == state } }
    scanned = lines.count
    found = lines.count - differences.count - lent.reduce(0) { $0 + $1.count }
    unscannable = holdings.unscannable
  }
}

/// The copies in a library, and which of them were scanned.
private struct Holdings {
  /// A copy with a number.
  private struct Copy {
    let record: Record
    let number: String
    let loan: Loan?
    var isSeen = false
  }

  /// A book whose copies have no numbers of their own.
  private struct Counted {
    let record: Record
    /// The ISBN, or the number that all copies share.
    let number: String
    let copies: Int
    let people: [String]
    var count = 0

    /// The number of copies that are not lent.
    var present: Int { copies - people.count }
  }

  private let schema: Schema
  private let stock: Set<ExactPath>
  private var copies: [Copy] = []
  private var books: [Counted] = []
  /// The places in `copies` and `books`, by the keys of numbers and ISBNs.
  private var placesOfCopies: [String: [Int]] = [:]
  private var placesOfISBNs: [String: [Int]] = [:]
  private var placesOfBooks: [String: [Int]] = [:]
  private var placesByPath: [ExactPath: (copies: [Int], book: Int?)] = [:]
  /// The numbers of books that the user no longer owns.
  private var gone: [String: (number: String, record: Record)] = [:]
  private(set) var unscannable = 0

  init(_ stock: [Record], _ library: Library, _ kind: Kind) {
    schema = library.schema
    self.stock = Set(stock.map { ExactPath($0.path) })
    let records = Array(library.records(of: kind))
    // If several books have a number, it is that of a book that should be here.
    for record in records.filter(isHere) + records.filter({ !isHere($0) }) { add(record) }
  }

  private func isHere(_ record: Record) -> Bool { stock.contains(ExactPath(record.path)) }

  private mutating func add(_ record: Record) {
    let numbers = CopyNumbers(record, schema).all
    if Loan.isMissing(record, schema) {
      for number in numbers { gone[CopyNumbers.key(number)] = (number, record) }
      return
    }
    // The user may own a copy and borrow another one.
    let loans = Loan.all(of: record, schema).filter { !$0.isBorrowed }
    let path = ExactPath(record.path)
    let text = schema.field(.isbn, of: record.kind).flatMap { record.texts(of: $0).first }
    let isbn = text.flatMap { Holdings.key(ofISBN: $0) }
    let lent = Dictionary(
      loans.compactMap { loan in loan.copy.map { (CopyNumbers.key($0), loan) } }, uniquingKeysWith: { a, _ in a })
    for number in numbers {
      let key = CopyNumbers.key(number)
      placesOfCopies[key, default: []].append(copies.count)
      if let isbn { placesOfISBNs[isbn, default: []].append(copies.count) }
      placesByPath[path, default: ([], nil)].copies.append(copies.count)
      // A loan of the only copy needs no number.
      let loan = lent[key] ?? (numbers.count == 1 ? loans.first : nil)
      copies.append(Copy(record: record, number: number, loan: loan))
    }
    if !numbers.isEmpty { return }
    let shared = CopyNumbers.uniqueFields(of: record.kind, schema).flatMap { record.texts(of: $0) }.first
    guard let number = isbn == nil ? shared : text else {
      if isHere(record) { unscannable += 1 }
      return
    }
    for key in Set([isbn, shared.map { CopyNumbers.key($0) }].compactMap(\.self)) {
      placesOfBooks[key, default: []].append(books.count)
    }
    placesByPath[path] = ([], books.count)
    books.append(
      Counted(record: record, number: number, copies: Loan.copies(of: record, schema), people: loans.map(\.person)))
  }

  private static func key(ofISBN text: String) -> String? { ISBN(text).map { CopyNumbers.key($0.digits) } }

  /// Records what the user scanned. Returns nil if the copy is where it should be.
  mutating func scan(_ line: String) -> Stocktake.Row? {
    let key = CopyNumbers.key(line)
    let isbn = Holdings.key(ofISBN: line)
    let exact = (placesOfCopies[key] ?? []).filter { copies[$0].number == line }
    // A similar number is meant only if no book has exactly this one.
    let similar = exact.isEmpty && gone[key]?.number == line ? [] : placesOfCopies[key] ?? []
    let ofISBN = isbn.flatMap { placesOfISBNs[$0] } ?? []
    let meant = !exact.isEmpty ? exact : similar.isEmpty && ofISBN.count == 1 ? ofISBN : similar
    if let place = meant.first(where: { !copies[$0].isSeen }) ?? meant.first { return scan(copy: place) }
    let counted = placesOfBooks[key] ?? isbn.flatMap { placesOfBooks[$0] } ?? []
    if let place = counted.first(where: { books[$0].count < books[$0].present })
      ?? counted.first(where: { books[$0].count < books[$0].copies }) ?? counted.first
    {
      return scan(line, book: place)
    }
    return Stocktake.Row(
      state: .unknown, number: line, record: ofISBN.first.map { copies[$0].record } ?? gone[key]?.record)
  }

  private mutating func scan(copy place: Int) -> Stocktake.Row? {
    let copy = copies[place]
    copies[place].isSeen = true
    let state: Stocktake.State
    if copy.isSeen {
      state = .twice
    } else if copy.loan != nil {
      state = .lent
    } else if !isHere(copy.record) {
      state = .elsewhere
    } else {
      return nil
    }
    let people = state == .lent ? [copy.loan?.person].compactMap(\.self) : []
    return Stocktake.Row(state: state, number: copy.number, record: copy.record, people: people)
  }

  private mutating func scan(_ line: String, book place: Int) -> Stocktake.Row? {
    let book = books[place]
    books[place].count += 1
    let state: Stocktake.State
    if book.count >= book.copies {
      state = .twice
    } else if book.count >= book.present {
      state = .lent
    } else if !isHere(book.record) {
      state = .elsewhere
    } else {
      return nil
    }
    return Stocktake.Row(state: state, number: line, record: book.record, people: state == .lent ? book.people : [])
  }

  /// Returns a single row that counts the copies that are here, although they are recorded as lent without a number.
  /// Returns nil if there are none.
  ///
  /// It is unknown which copies these are, but if more copies were scanned than can be here, some were returned.
  func lent(of record: Record) -> Stocktake.Row? {
    guard let places = placesByPath[ExactPath(record.path)] else { return nil }
    let free = places.copies.map { copies[$0] }.filter { $0.loan == nil }
    let seen = free.filter(\.isSeen)
    let unknown = peopleWithUnknownCopies(of: record)
    let count = seen.count - max(0, free.count - unknown.count)
    guard count > 0, free.count > 1 else { return nil }
    return Stocktake.Row(
      state: .lent, number: seen.map(\.number).joined(separator: "; "), record: record, people: unknown, count: count)
  }

  /// Returns the people who have a copy of a record whose number is unknown.
  private func peopleWithUnknownCopies(of record: Record) -> [String] {
    Loan.all(of: record, schema).filter { $0.copy == nil && !$0.isBorrowed }.map(\.person)
  }

  /// Returns the copies of a record that were neither scanned nor lent.
  ///
  /// If copies are lent whose numbers are unknown, any of the copies may be lent, and a single row counts the missing
  /// ones.
  func missing(of record: Record) -> [Stocktake.Row] {
    guard let places = placesByPath[ExactPath(record.path)] else { return [] }
    if let book = places.book.map({ books[$0] }) {
      let count = max(0, book.present - book.count)
      return Array(
        repeating: Stocktake.Row(state: .missing, number: book.number, record: record), count: count)
    }
    let left = places.copies.map { copies[$0] }.filter { !$0.isSeen && $0.loan == nil }
    let unknown = peopleWithUnknownCopies(of: record)
    if left.count <= unknown.count { return [] }
    if unknown.isEmpty { return left.map { Stocktake.Row(state: .missing, number: $0.number, record: record) } }
    let numbers = left.map(\.number).joined(separator: "; ")
    return [
      Stocktake.Row(
        state: .missing, number: numbers, record: record, people: unknown, count: left.count - unknown.count)
    ]
  }
}
