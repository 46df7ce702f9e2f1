import ShelfModel
import ShelfQuery
import ShelfStore

extension ActPlan {
  /// Returns the assignments that follow when numbers of copies are added to a record, or removed from it.
  ///
  /// If the record has as many copies as numbers, this stays so, unless the user also changes the number of copies. The
  /// loan of a removed copy ends today.
  ///
  /// - Parameters:
  ///   - given: the assignments that the user typed.
  ///   - added: the same assignments, as `Assignment.addedUp` returned them.
  func following(copiesIn given: [Assignment], as added: [Assignment], of record: Record) -> [Assignment] {
    let schema = library.schema
    let numbers = CopyNumbers(record, schema)
    func isGiven(_ field: Field) -> Bool { given.contains { $0.field.index == field.index } }
    // A whole number may count something else, although its name is that of a number.
    guard let field = numbers.field, !field.addsUp,
      given.contains(where: { $0.field.index == field.index && $0.operation != .set })
    else { return [] }
    let changed = record.replacing(added.filter { $0.field.index == field.index }, schema)
    let left = CopyNumbers.numbers(in: changed.texts(of: field), of: field)
    let keys = Set(left.map(CopyNumbers.key))
    var following: [Assignment] = []
    if let copies = schema.field(.copies, of: record.kind), !isGiven(copies), !left.isEmpty,
      Loan.copies(of: record, schema) == numbers.all.count, left.count != numbers.all.count
    {
      following.append(.set(copies, to: String(left.count)))
    }
    let loans = Loan.all(of: record, schema).filter { loan in
      guard let number = loan.copy.flatMap({ numbers[$0] }) else { return false }
      return !keys.contains(CopyNumbers.key(number))
    }
    if !loans.isEmpty, let fields = try? LoanFields(record.kind, library),
      ![fields.holder, fields.lentOn, fields.due, fields.earlier].contains(where: isGiven)
    {
      following += fields.ending(loans, of: record, on: host.today(), schema)
    }
    return following
  }

  /// Adds notes if the user no longer owns a record that is still lent, or that has several copies, because only one
  /// copy may be gone.
  mutating func noteDisowned(_ record: Record, _ given: [Assignment]) {
    guard given.contains(where: { $0.field.has(.owned) && $0.values.first?.text == "false" }) else { return }
    if !given.contains(where: { $0.field.has(.holder) }) {
      notes += Loan.all(of: record, library.schema).filter { !$0.isBorrowed }.map { .away($0) }
    }
    let copies = Loan.copies(of: record, library.schema)
    guard copies > 1, !given.contains(where: { $0.field.has(.copies) }) else { return }
    let numbers = CopyNumbers(record, library.schema)
    let named = self.copies(namedOf: record).first.flatMap { number in numbers.field.map { ($0, number) } }
    notes.append(.disowned(record, copies: copies, named: named))
  }
}
