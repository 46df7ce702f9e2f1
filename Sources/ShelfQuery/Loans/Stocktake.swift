import ShelfModel
import ShelfStore
import ShelfText

/// A comparison of the copies that a user scanned with those that the library contains.
///
/// A copy with a number is scanned by its number. The copies of any other book are scanned by its ISBN, or by the number
/// that they share, and counted.
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
    /// The number of the copy, the ISBN, or the scanned text.
    package let number: String
    package let record: Record?
    /// The people who have the copy or, if it is missing, who have copies of the book whose numbers are unknown.
    package var people: [String] = []
  }

  /// The rows, sorted by their state. The missing copies have the order of the records.
  package let rows: [Row]
  /// The number of lines.
  package let scanned: Int
  /// The number of copies that are where they should be.
  package let found: Int
  /// The number of records that have neither a number nor an ISBN.
  package let unscannable: Int

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
  }

  /// - Parameters:
  ///   - lines: what the user scanned.
  ///   - stock: the records whose copies the user meant to scan, in order.
  package init(_ lines: [String], of stock: [Record], in library: Library, of kind: Kind = .book) {
    let schema = library.schema
    let paths = Set(stock.map { ExactPath($0.path) })
    func isHere(_ record: Record) -> Bool { paths.contains(ExactPath(record.path)) }
    var copies: [Copy] = []
    var books: [Counted] = []
    var (places, placesOfISBN, placesOfBooks) = ([[UInt8]: [Int]](), [[UInt8]: [Int]](), [[UInt8]: [Int]]())
    var gone: [[UInt8]: (number: String, record: Record)] = [:]
    var unscannable = 0
    let records = Array(library.records(of: kind))
    // If several books have a number, it is that of a book that should be here.
    for record in records.filter(isHere) + records.filter({ !isHere($0) }) {
      let numbers = CopyNumbers(record, schema).all
      if Loan.isMissing(record, schema) {
        for number in numbers { gone[CopyNumbers.key(number)] = (number, record) }
        continue
      }
      let loans = Loan.all(of: record, schema)
      let text = schema.field(.isbn, of: kind).flatMap { record.texts(of: $0).first }
      let isbn = text.flatMap { ISBN($0) }.map { CopyNumbers.key($0.digits) }
      let lent = Dictionary(
        loans.compactMap { loan in loan.copy.map { (CopyNumbers.key($0), loan) } }, uniquingKeysWith: { a, _ in a })
      for number in numbers {
        let key = CopyNumbers.key(number)
        places[key, default: []].append(copies.count)
        if let isbn { placesOfISBN[isbn, default: []].append(copies.count) }
        // A loan of the only copy needs no number.
        let loan = lent[key] ?? (numbers.count == 1 ? loans.first : nil)
        copies.append(Copy(record: record, number: number, loan: loan))
      }
      if !numbers.isEmpty { continue }
      let shared = CopyNumbers.fields(of: kind, schema).filter { !CopyNumberName.isOfTitle($0.key) }
        .flatMap { record.texts(of: $0) }.first
      guard let number = isbn == nil ? shared : text else {
        if isHere(record) { unscannable += 1 }
        continue
      }
      for key in Set([isbn, shared.map { CopyNumbers.key($0) }].compactMap(\.self)) {
        placesOfBooks[key, default: []].append(books.count)
      }
      books.append(
        Counted(
          record: record, number: number, copies: Loan.copies(of: record, schema), people: loans.map(\.person)))
    }
    var (rows, found) = ([Row](), 0)
    for line in lines {
      let key = CopyNumbers.key(line)
      let isbn = ISBN(line).map { CopyNumbers.key($0.digits) }
      let exact = (places[key] ?? []).filter { copies[$0].number == line }
      // A similar number is meant only if no book has exactly this one.
      let similar = exact.isEmpty && gone[key]?.number == line ? [] : places[key] ?? []
      let ofISBN = isbn.flatMap { placesOfISBN[$0] } ?? []
      let meant = !exact.isEmpty ? exact : similar.isEmpty && ofISBN.count == 1 ? ofISBN : similar
      let counted = placesOfBooks[key] ?? isbn.flatMap { placesOfBooks[$0] } ?? []
      if let place = meant.first(where: { !copies[$0].isSeen }) ?? meant.first {
        let copy = copies[place]
        copies[place].isSeen = true
        if copy.isSeen {
          rows.append(Row(state: .twice, number: copy.number, record: copy.record))
        } else if let loan = copy.loan {
          rows.append(Row(state: .lent, number: copy.number, record: copy.record, people: [loan.person]))
        } else if !isHere(copy.record) {
          rows.append(Row(state: .elsewhere, number: copy.number, record: copy.record))
        } else {
          found += 1
        }
      } else if let place = counted.first(where: { books[$0].count < books[$0].copies - books[$0].people.count })
        ?? counted.first(where: { books[$0].count < books[$0].copies }) ?? counted.first
      {
        let book = books[place]
        books[place].count += 1
        if book.count >= book.copies {
          rows.append(Row(state: .twice, number: line, record: book.record))
        } else if book.count >= book.copies - book.people.count {
          rows.append(Row(state: .lent, number: line, record: book.record, people: book.people))
        } else if !isHere(book.record) {
          rows.append(Row(state: .elsewhere, number: line, record: book.record))
        } else {
          found += 1
        }
      } else {
        let record = ofISBN.first.map { copies[$0].record } ?? gone[key]?.record
        rows.append(Row(state: .unknown, number: line, record: record))
      }
    }
    let own = Dictionary(grouping: copies.filter { !$0.isSeen && $0.loan == nil }) { ExactPath($0.record.path) }
    let ownBooks = Dictionary(books.map { (ExactPath($0.record.path), $0) }, uniquingKeysWith: { a, _ in a })
    for record in stock {
      let path = ExactPath(record.path)
      if let left = own[path] {
        // A loan whose copy is unknown may be that of any copy that is not here.
        let unknown = Loan.all(of: record, schema).filter { $0.copy == nil }.map(\.person)
        if left.count > unknown.count {
          rows += left.map { Row(state: .missing, number: $0.number, record: record, people: unknown) }
        }
      }
      if let book = ownBooks[path] {
        let count = max(0, book.copies - book.people.count - book.count)
        rows += Array(repeating: Row(state: .missing, number: book.number, record: record), count: count)
      }
    }
    self.rows = State.allCases.flatMap { state in rows.filter { $0.state == state } }
    (scanned, self.found, self.unscannable) = (lines.count, found, unscannable)
  }
}
