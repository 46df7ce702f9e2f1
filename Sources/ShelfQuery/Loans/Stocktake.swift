import ShelfModel
import ShelfStore
import ShelfText

/// A comparison of the copies that a user scanned with those that the library contains.
///
/// A copy with a number is scanned by its number. The copies of any other book are scanned by its ISBN, and counted.
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
    /// The library does not have the number, or it is the ISBN of a book whose copies have numbers.
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
  /// The number of records that have neither numbers nor an ISBN.
  package let unscannable: Int

  /// A book whose copies have no numbers.
  private struct Counted {
    let record: Record
    let isbn: String
    var count = 0
  }

  /// - Parameters:
  ///   - lines: what the user scanned.
  ///   - stock: the records whose copies the user meant to scan, in order.
  package init(_ lines: [String], of stock: [Record], in library: Library, of kind: Kind = .book) {
    let schema = library.schema
    let paths = Set(stock.map { ExactPath($0.path) })
    var copies: [[UInt8]: (record: Record, number: String)] = [:]
    var counted: [ISBN: Counted] = [:]
    var numbered: [ISBN: (record: Record, numbers: [String])] = [:]
    var unscannable = 0
    for record in library.records(of: kind) where !Loan.isMissing(record, schema) {
      let numbers = CopyNumbers(record, schema).all
      for number in numbers { copies[CopyNumbers.key(number)] = (record, number) }
      let text = schema.field(.isbn, of: kind).flatMap { record.texts(of: $0).first }
      if let text, let isbn = ISBN(text) {
        if !numbers.isEmpty {
          numbered[isbn] = (record, numbers)
        } else if counted[isbn] == nil || paths.contains(ExactPath(record.path)) {
          counted[isbn] = Counted(record: record, isbn: text)
        }
      } else if numbers.isEmpty, paths.contains(ExactPath(record.path)) {
        unscannable += 1
      }
    }
    var (rows, seen, found) = ([Row](), Set<[UInt8]>(), 0)
    for line in lines {
      var copy = copies[CopyNumbers.key(line)]
      let isbn = copy == nil ? ISBN(line) : nil
      if let isbn, let book = numbered[isbn], book.numbers.count == 1 { copy = (book.record, book.numbers[0]) }
      if let (record, number) = copy {
        let loan = Loan.of(copy: number, among: Loan.all(of: record, schema), schema)
        if !seen.insert(CopyNumbers.key(number)).inserted {
          rows.append(Row(state: .twice, number: number, record: record))
        } else if let loan {
          rows.append(Row(state: .lent, number: number, record: record, people: [loan.person]))
        } else if !paths.contains(ExactPath(record.path)) {
          rows.append(Row(state: .elsewhere, number: number, record: record))
        } else {
          found += 1
        }
      } else if let isbn, let book = counted[isbn] {
        counted[isbn]?.count += 1
        let loans = Loan.all(of: book.record, schema)
        if book.count >= Loan.copies(of: book.record, schema) {
          rows.append(Row(state: .twice, number: line, record: book.record))
        } else if book.count >= Loan.copies(of: book.record, schema) - loans.count {
          rows.append(Row(state: .lent, number: line, record: book.record, people: loans.map(\.person)))
        } else if !paths.contains(ExactPath(book.record.path)) {
          rows.append(Row(state: .elsewhere, number: line, record: book.record))
        } else {
          found += 1
        }
      } else {
        rows.append(Row(state: .unknown, number: line, record: isbn.flatMap { numbered[$0]?.record }))
      }
    }
    for record in stock where !Loan.isMissing(record, schema) {
      let loans = Loan.all(of: record, schema)
      let numbers = CopyNumbers(record, schema).all
      let left = numbers.filter { number in
        !seen.contains(CopyNumbers.key(number)) && Loan.of(copy: number, among: loans, schema) == nil
      }
      // A loan whose copy is unknown may be that of any copy that is not here.
      let unknown = loans.filter { $0.copy == nil }
      if left.count > unknown.count {
        rows += left.map { Row(state: .missing, number: $0, record: record, people: unknown.map(\.person)) }
      }
      guard numbers.isEmpty, let text = schema.field(.isbn, of: kind).flatMap({ record.texts(of: $0).first }),
        let book = ISBN(text).flatMap({ counted[$0] }), book.record.path == record.path
      else { continue }
      let count = Loan.copies(of: record, schema) - loans.count - book.count
      if count > 0 {
        rows += Array(repeating: Row(state: .missing, number: book.isbn, record: record), count: count)
      }
    }
    self.rows = State.allCases.flatMap { state in rows.filter { $0.state == state } }
    (scanned, self.found, self.unscannable) = (lines.count, found, unscannable)
  }
}
