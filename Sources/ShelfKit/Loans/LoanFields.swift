import ShelfFormats
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// The fields of a kind that describe a loan.
///
/// A current loan has fields for the borrower, or the lender if the copy belongs to someone else, the start date and
/// the due date. If the user has lent several copies, the list of loans contains the other loans, marked as current.
/// When the copy is returned, the fields are cleared, and the loan is added to the list as a past loan. A current loan
/// in the list then moves to the fields, so that the fields always describe a loan if there is one.
package struct LoanFields {
  let owned: Field
  let holder: Field
  let lender: Field
  let lentOn: Field
  let due: Field
  /// The number of the lent copy, or nil if a custom field of the library replaces it.
  let copy: Field?
  let earlier: Field

  /// - Throws: `ActRefusal.noField` if the kind has no such field, or if a custom field of the library replaces it.
  init(_ kind: Kind, _ library: Library) throws(ActRefusal) {
    func field(_ role: FieldRoles) throws(ActRefusal) -> Field {
      guard let field = library.schema.field(role, of: kind) else {
        throw .noField(kind, key: kind.field(role)?.key ?? "loan")
      }
      return field
    }
    owned = try field(.owned)
    holder = try field(.holder)
    lender = try field(.lender)
    lentOn = try field(.lentOn)
    due = try field(.due)
    copy = library.schema.field(.lentCopy, of: kind)
    earlier = try field(.loans)
  }

  /// Returns the assignments that set the start date and the due date of a loan.
  ///
  /// - Parameters:
  ///   - since: the start date, as entered by a person, or nil for today.
  ///   - until: a date, or a period from today such as `2w`, or nil for no due date.
  /// - Throws: `ActRefusal` if the loan would start in the future or end before it starts, or `AssignmentError` if a
  ///   date is invalid.
  func period(
    of name: String, since: String?, until: String?, _ kind: Kind, _ parser: inout AssignmentParser
  ) throws -> [Assignment] {
    let begin = try LoanFields.day(since ?? "today", lentOn, kind, &parser)
    let first = begin.values.first.flatMap { CalendarDate($0.text) }
    if let first, first > parser.today { throw ActRefusal.future(first.description) }
    guard let until else { return [begin] }
    let end = try LoanFields.day(until, due, kind, &parser)
    try LoanFields.check(name, from: first, to: end)
    return [begin, end]
  }

  /// The copies of a record that are returned.
  package enum Copies: Hashable, Sendable {
    case number(Int)
    /// All copies that the person has, or all lent copies if the user named no person.
    case all
  }

  /// Returns the current loans of a record that the user refers to. If one person has more copies than are wanted,
  /// these are the loans that are due first.
  ///
  /// If the user named a record by the number of a copy, the loan is that of this copy. If the copy is not recorded as
  /// lent, any loan whose copy is unknown may be meant.
  ///
  /// - Parameters:
  ///   - person: the borrower or lender, the beginning of a word of their name, or nil for the only one.
  ///   - numbers: the numbers of copies by which the user named the record.
  /// - Throws: `ActRefusal` if there are too few such loans, or if several people have a matching loan.
  func loans(
    of record: Record, with person: String?, _ copies: Copies, numbered numbers: [String] = [], _ library: Library
  ) throws(ActRefusal) -> [Loan] {
    let all = Loan.all(of: record, library.schema)
    if all.isEmpty { throw .notOnLoan(record, last: record.texts(of: earlier).last) }
    let isOne = copies == .number(1)
    var named: [Loan] = []
    var unknown = 0
    for number in numbers {
      if let loan = Loan.of(copy: number, among: all, library.schema) {
        named.append(loan)
      } else if all.contains(where: { $0.copy == nil }) {
        unknown += 1
      } else {
        throw .copyNotLent(record, number, all)
      }
    }
    if let person, let loan = named.first(where: { LoanFields.matching(person, among: [$0]).isEmpty }) {
      throw .notLentTo(person, [loan])
    }
    if case .number(let count) = copies, unknown == 0, named.count >= max(1, count) { return named }
    if !isOne, person == nil, Set(named.map { Folding.fold($0.person) }).count > 1 { throw .severalLoans(named) }
    // The other copies are those of the same person.
    let person = person ?? (isOne ? nil : named.first?.person)
    let loans = numbers.isEmpty || !isOne ? all : all.filter { $0.copy == nil }
    let found = person.map { LoanFields.matching($0, among: loans) } ?? loans
    if let person, found.isEmpty { throw .notLentTo(person, loans) }
    if case .all = copies, person == nil { return found }
    if Set(found.map { Folding.fold($0.person) }).count > 1 { throw .severalLoans(found) }
    guard case .number(let count) = copies else { return found }
    let wanted = isOne ? max(count, unknown) : max(count, named.count + unknown)
    if found.count < wanted { throw .tooFewLoans(found, wanted: wanted) }
    // It does not matter which of one person's other copies are meant.
    func place(_ loan: Loan) -> (Int, Int) {
      let isNamed = named.contains { $0.copy != nil && $0.copy == loan.copy }
      return (isNamed ? 0 : 1, (loan.due ?? loan.since)?.daysSince1970 ?? .max)
    }
    let first = found.enumerated().sorted { a, b in
      let (one, two) = (place(a.element), place(b.element))
      return one == two ? a.offset < b.offset : one < two
    }
    return (isOne ? named : []) + first.prefix(max(wanted, 1)).map(\.element)
  }

  /// Returns the loans of a person. Part of a name matches only a loan to a single person, and only if no name matches
  /// as a whole.
  private static func matching(_ person: String, among loans: [Loan]) -> [Loan] {
    let wanted = Folding.fold(person)
    let exact = loans.filter { Folding.fold($0.person) == wanted }
    if !exact.isEmpty { return exact }
    return loans.filter { loan in
      PersonName.borrowers(loan.person).count == 1 && WordBeginnings.contains(wanted, in: Folding.fold(loan.person))
    }
  }

  /// Returns the entry in the list of loans for the loan of an additional copy.
  ///
  /// - Parameters:
  ///   - holder: the assignment that names the borrower.
  ///   - period: the assignments of the start date and the due date.
  ///   - copy: the number of the copy, or nil if it is unknown.
  func furtherLoan(to holder: Assignment, _ period: [Assignment], copy: String?) -> String {
    func text(_ field: Field) -> String? { period.first { $0.field.index == field.index }?.values.first?.text }
    let person = holder.values.map(\.text).joined(separator: ", ")
    return LoanEntry(lentTo: person, since: text(lentOn), due: text(due), copy: copy).description
  }

  /// Returns the assignments that end current loans of a record, and add them to its past loans.
  ///
  /// - Parameter end: the date when the copies were returned, or nil if it is unknown.
  func ending(_ loans: [Loan], of record: Record, on end: CalendarDate?, _ schema: Schema) -> [Assignment] {
    let old = record.texts(of: earlier)
    var entries = old
    for loan in loans {
      let past = loan.terms.ended(on: end)?.description
      if let entry = loan.entry, let index = entries.firstIndex(of: entry) {
        entries.replaceSubrange(index...index, with: past.map { [$0] } ?? [])
      } else {
        entries += past.map { [$0] } ?? []
      }
    }
    func list() -> Assignment {
      // Appending leaves entries that are not text as they are.
      let isLonger = entries.starts(with: old)
      let texts = isLonger ? entries.dropFirst(old.count) : entries[...]
      return Assignment(earlier, isLonger ? .append : .set, texts.map { Assignment.Value(text: $0) })
    }
    if loans.allSatisfy({ $0.entry != nil }) { return [list()] }
    // The loan of another copy moves into the loan fields.
    let next = Loan.all(of: record, schema).first { loan in
      loan.entry.map { entry in entries.contains(entry) } ?? false
    }
    if let index = entries.firstIndex(where: { $0 == next?.entry }) { entries.remove(at: index) }
    let own: [Field?] = [holder, lender, lentOn, due, copy]
    let values = [next?.person, nil, next?.since?.description, next?.due?.description, next?.copy]
    return [list()]
      + zip(own, values).compactMap { field, value in
        guard let field, record.has(field) || value != nil else { return nil }
        return Assignment(field, .set, value.map { [Assignment.Value(text: $0)] } ?? [])
      }
  }

  /// Parses a date and returns the assignment for it. An empty string is an error.
  static func day(
    _ text: String, _ field: Field, _ kind: Kind, _ parser: inout AssignmentParser
  ) throws(AssignmentError) -> Assignment {
    let day = try parser.read(key: field.key, .set, text, kind)
    // An unset variable in a script must not silently clear the date.
    if day.values.isEmpty { throw .wrongType(text, field, nearest: []) }
    return day
  }

  /// Throws an error if a loan would end before it started.
  static func check(_ name: String, from first: CalendarDate?, to end: Assignment) throws(ActRefusal) {
    guard let first, let text = end.values.first?.text, let last = CalendarDate(text)?.lastDay, last < first else {
      return
    }
    throw .loanEndsBeforeBegin(name, end: text, begin: first)
  }
}

extension ActPlan {
  /// Returns the records of an act about loans, the other person, and the fields of a loan. Returns nil if there are no
  /// records.
  ///
  /// - Parameters:
  ///   - person: the person if the user stated who it is, or nil.
  ///   - copies: the copies of each record that the act applies to.
  mutating func loans(
    _ subjects: Subjects, _ person: String?, of kind: Kind, _ copies: LoanFields.Copies = .number(1)
  ) throws -> (records: [Record], person: String?, fields: LoanFields)? {
    let (subjects, person) = try namingPerson(subjects, person, of: kind, copies)
    var records = try find(subjects, of: kind)
    // A query for the loans of “Lina” also finds those of “Lina Groß”.
    if case .records = subjects, let wanted = person.map(Folding.fold) {
      let exact = records.filter { record in
        Loan.all(of: record, library.schema).contains { Folding.fold($0.person) == wanted }
      }
      if !exact.isEmpty { records = exact }
    }
    return records.isEmpty ? nil : (records, person, try LoanFields(kind, library))
  }

  /// Splits the subjects of an act on loans into records and the other person. The last name may be a person: after
  /// records (`dune anna`), or alone if the person has only one book, or all copies are meant.
  ///
  /// - Parameter person: the person that the user named separately, or nil if there is none.
  /// - Throws: `ActRefusal.loansOf` if the user named only a person, and that person has several books.
  private func namingPerson(
    _ subjects: Subjects, _ person: String?, of kind: Kind, _ copies: LoanFields.Copies
  ) throws -> (Subjects, person: String?) {
    guard person == nil, case .named(var names) = subjects, let last = names.last,
      (try? finder.find(last, kind, .exact)) == nil
    else { return (subjects, person) }
    let wanted = Folding.fold(last)
    let similar = LoanTable(library, of: kind, today: parser().today).all.filter { loan in
      WordBeginnings.contains(wanted, in: Folding.fold(loan.person))
    }
    // A whole name takes precedence over part of one: “Lina” over “Lina Groß”.
    let exact = similar.filter { Folding.fold($0.person) == wanted }
    let loans = exact.isEmpty ? similar : exact
    guard let loan = loans.first else { return (subjects, nil) }
    names.removeLast()
    if names.count > 1, names.last?.lowercased() == "from" { names.removeLast() }
    if !names.isEmpty { return (.named(names), last) }
    let isOnePerson = Set(loans.map { Folding.fold($0.person) }).count == 1
    guard isOnePerson, copies == .all || Set(loans.map(\.record.id)).count == 1 else {
      throw ActRefusal.loansOf(last, loans)
    }
    return (.ids(loans.map(\.record.id)), loan.person)
  }
}
