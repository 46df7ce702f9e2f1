import ShelfModel
import ShelfStore

/// Books to read next, each with the reason for its suggestion.
///
/// The queue of the library comes first, then the next books of series that the user has begun, then borrowed books
/// with a due date, sorted by that date, then recommended books, then all other books on the shelf. Wanted books come
/// last, because the user has to get them first; recommended ones precede the others. Recommended books, other books on
/// the shelf, and wanted books are sorted by the date when they were added. Each book is listed only once, for the
/// first of these reasons. Lent books are omitted, and so are books outside the queue of which the user has read
/// another copy or edition.
package struct NextReads: Sendable {
  /// The reason why a book is suggested.
  package enum Reason: Sendable {
    /// - Parameter place: the position in the queue, counted from 1.
    case queue(place: Int)
    case series(SeriesPlace)
    /// The user has borrowed a copy.
    case borrowed(Loan)
    case recommended(by: String)
    /// - Parameter since: the date when the book was added, or nil if unknown.
    case shelf(since: CalendarDate?)
    /// The user wants the book but does not have it yet.
    ///
    /// - Parameters:
    ///   - by: the person who recommended the book, or nil if it was not recommended.
    ///   - since: the date when the book was added, or nil if unknown.
    case wanted(by: String?, since: CalendarDate?)
  }

  package let all: [(record: Record, reason: Reason)]

  /// - Parameter isWanted: returns whether a book can be suggested.
  package init(_ library: Library, queue: [Record], isWanted: (Record) -> Bool = { _ in true }) {
    let schema = library.schema
    let state = schema.field(.state, of: .book)
    func phase(_ record: Record) -> String? { state.flatMap { record.value(of: $0)?.text ?? $0.defaultText } }
    func isLent(_ record: Record) -> Bool { Loan.areAllLent(record, schema) }
    let read = ReadWorks(library)
    var found: [(record: Record, reason: Reason)] = []
    var seen: Set<RecordID> = []
    func add(_ record: Record, _ reason: Reason) {
      guard isWanted(record), seen.insert(record.id).inserted else { return }
      if case .queue = reason {} else if read.contains(otherCopyOf: record) { return }
      found.append((record, reason))
    }
    let states = state?.states
    for (place, record) in queue.enumerated() {
      // A book in the queue that has already been started is not suggested.
      let isOpen = phase(record) == states?.before.value || phase(record) == states?.wanted || phase(record) == nil
      if isOpen, !isLent(record) { add(record, .queue(place: place + 1)) }
    }
    if let field = schema.field(.series, of: .book) {
      for record in SeriesTable(library, read).next {
        add(record, .series(SeriesPlace(record.texts(of: field).first ?? "")))
      }
    }
    let made = schema.field(.created, of: .book)
    func added(_ record: Record) -> CalendarDate? {
      guard let made, case .date(let day)? = record.value(of: made) else { return nil }
      return day
    }
    // A wanted book is treated as being on the shelf while the user has borrowed a copy.
    func isHere(_ record: Record) -> Bool {
      let phase = phase(record)
      return phase == states?.before.value && !Loan.isAway(record, schema)
        || phase != nil && phase == states?.wanted && Loan.isBorrowed(record, schema)
    }
    func oldestFirst(_ isIncluded: (Record) -> Bool) -> [(record: Record, day: CalendarDate?)] {
      library.records(of: .book).filter(isIncluded)
        .map { (record: $0, day: added($0)) }
        .sorted { Record.precedes($0.record, $1.record, by: $0.day, $1.day) }
    }
    let shelf = oldestFirst(isHere)
    let recommended = schema.field(.recommender, of: .book)
    func recommender(_ record: Record) -> String? { recommended.flatMap { record.texts(of: $0).first } }
    // Borrowed books with a due date have to be returned by then. Those without one are not urgent.
    let loans = shelf.flatMap { Loan.all(of: $0.record, schema) }.filter(\.isBorrowed)
    func end(_ loan: Loan) -> Int? { loan.due?.lastDay.daysSince1970 }
    for (_, loan) in loans.enumerated().filter({ end($1) != nil }).sorted(by: {
      (end($0.1) ?? 0, $0.0) < (end($1.1) ?? 0, $1.0)
    }) {
      add(loan.record, .borrowed(loan))
    }
    for (record, _) in shelf { if let name = recommender(record) { add(record, .recommended(by: name)) } }
    let borrowed = Dictionary(loans.map { ($0.record.id, $0) }) { first, _ in first }
    for (record, day) in shelf { add(record, borrowed[record.id].map { .borrowed($0) } ?? .shelf(since: day)) }
    let missing = oldestFirst { phase($0) != nil && phase($0) == states?.wanted && !isLent($0) }
    for (record, day) in missing where recommender(record) != nil {
      add(record, .wanted(by: recommender(record), since: day))
    }
    for (record, day) in missing { add(record, .wanted(by: nil, since: day)) }
    all = found
  }
}
