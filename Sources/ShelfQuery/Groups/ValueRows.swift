import ShelfModel
import ShelfStore
import ShelfText

/// Splits records into a row for each value of a field: the record with only this value.
///
/// If the field numbers the copies of a record, a row is about one copy: it has the loan of this copy and the past loans
/// of this copy. A loan whose copy is unknown is in no row.
package struct ValueRows {
  private let field: Field
  private let schema: Schema
  private let isOfCopies: Bool

  /// The result is nil if the field can contain only one value.
  package init?(_ field: Field, of kind: Kind, _ schema: Schema) {
    isOfCopies = CopyNumbers.fields(of: kind, schema).contains { $0.index == field.index }
    guard isOfCopies || field.type.isList else { return nil }
    (self.field, self.schema) = (field, schema)
  }

  /// Returns the values that have rows. A record with at most one value remains as it is.
  private func values(of record: Record) -> [String] {
    if record.isNested(field) { return [] }
    let texts = record.texts(of: field)
    return isOfCopies ? texts.flatMap(CopyNumbers.split) : texts
  }

  package func rows(of record: Record) -> [Record] {
    let values = values(of: record)
    if values.count < 2 { return [record] }
    let loans = isOfCopies ? Loan.all(of: record, schema) : []
    return values.map { value in
      var assignments = [Assignment(field, .set, [Assignment.Value(text: value)])]
      if isOfCopies {
        func isSame(_ copy: String?) -> Bool { copy.map { CopyNumbers.areSame($0, value) } ?? false }
        let loan = loans.first { isSame($0.copy) }
        for role in [FieldRoles.copies, .holder, .lentOn, .due, .lentCopy, .loans] {
          guard let field = schema.field(role, of: record.kind) else { continue }
          let texts: [String]
          switch role {
          case .copies: texts = []
          case .loans:
            texts = record.texts(of: field).filter { LoanEntry($0).map { !$0.isCurrent && isSame($0.copy) } ?? false }
          default: texts = [loan.flatMap { Cells.text(field, $0) }].compactMap(\.self)
          }
          if texts.isEmpty, !record.has(field) { continue }
          assignments.append(Assignment(field, .set, texts.map { Assignment.Value(text: $0) }))
        }
      }
      return record.replacing(assignments, schema)
    }
  }

  /// Returns how many loans of a record are in no row, because their copies are unknown.
  package func unknownLoans(of record: Record) -> Int {
    isOfCopies && values(of: record).count > 1 ? Loan.all(of: record, schema).count { $0.copy == nil } : 0
  }
}
