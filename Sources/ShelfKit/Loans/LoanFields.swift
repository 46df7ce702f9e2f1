import ShelfModel
import ShelfStore

/// The fields of a kind that describe a loan.
///
/// A current loan is described by the borrower, or by the lender if the copy belongs to someone else, together with the
/// first date and the due date. When the copy is returned, these fields are cleared, and the loan is added to the list
/// of past loans.
struct LoanFields {
  let owned: Field
  let holder: Field
  let lender: Field
  let lentOn: Field
  let due: Field
  let earlier: Field

  /// - Throws: `ActRefusal.noField` if the library declares a custom field that replaces any of them.
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
    earlier = try field(.loans)
  }

  /// Returns the assignments of the first date and the due date of a loan.
  ///
  /// - Parameters:
  ///   - since: the first date, as entered by a person, or nil for today.
  ///   - until: a date, or a period from today such as `2w`, or nil for no due date.
  /// - Throws: `ActRefusal` if the loan starts in the future or would end before it started.
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

  /// Returns the assignment of a date. An empty string is an error.
  static func day(
    _ text: String, _ field: Field, _ kind: Kind, _ parser: inout AssignmentParser
  ) throws(AssignmentError) -> Assignment {
    let day = try parser.read(key: field.key, .set, text, kind)
    // An unset variable in a script must not silently clear the date.
    if day.values.isEmpty { throw .wrongType(text, field, nearest: []) }
    return day
  }

  /// Throws if a loan would end before it started.
  static func check(_ name: String, from first: CalendarDate?, to end: Assignment) throws(ActRefusal) {
    guard let first, let text = end.values.first?.text, let last = CalendarDate(text)?.lastDay, last < first else {
      return
    }
    throw .loanEndsBeforeBegin(name, end: text, begin: first)
  }
}
