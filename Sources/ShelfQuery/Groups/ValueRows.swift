import ShelfModel
import ShelfStore
import ShelfText

/// Splits records into a row for each value of a field: the record with only this value.
///
/// If the field numbers the copies of a record, a row is about one copy: it has the loan of this copy and the past
/// loans of this copy. A loan whose copy is unknown, or has another number, is in no row.
package struct ValueRows {
  private let field: Field
  private let schema: Schema
  private let isOfCopies: Bool

  /// The result is nil if the field can contain only one value.
  package init?(_ field: Field, of kind: Kind, _ schema: Schema) {
    isOfCopies = CopyNumbers.areIn(field, of: kind, schema)
    guard isOfCopies || field.type.isList else { return nil }
    (self.field, self.schema) = (field, schema)
  }

  /// Returns the values that have rows. A record with at most one value remains as it is.
  private func values(of record: Record) -> [String] {
    if record.isNested(field) { return [] }
    let texts = record.texts(of: field)
    return isOfCopies ? CopyNumbers.numbers(in: texts, of: field) : texts
  }

  package func rows(of record: Record) -> [Record] {
    let values = values(of: record)
    if values.count < 2 { return [record] }
    let roles: [FieldRoles] = isOfCopies ? [.copies, .holder, .lentOn, .due, .lentCopy, .loans] : []
    let others = roles.compactMap { schema.field($0, of: record.kind) }
    func byCopy(_ loans: [Loan]) -> [String?: [Loan]] {
      Dictionary(grouping: loans) { loan in loan.copy.map { CopyNumbers.key($0) } }
    }
    let current = byCopy(isOfCopies ? Loan.all(of: record, schema) : [])
    let past = byCopy(isOfCopies ? Loan.past(of: record, schema) : [])
    // The rows are made from a record without these values, because parsing all of them for each row would take
    // quadratic time.
    let cleared = ([field] + others).filter { record.has($0) }.map { Assignment($0, .set, []) }
    let bare = record.replacing(cleared, schema)
    return values.map { value in
      let key: String? = CopyNumbers.key(value)
      var assignments = [Assignment(field, .set, [Assignment.Value(text: value)])]
      for other in others {
        if other.has(.copies) {
          if record.has(other) { assignments.append(Assignment(other, .set, [Assignment.Value(text: "1")])) }
          continue
        }
        let loan = current[key]?.first
        let texts =
          other.has(.loans)
          ? (past[key] ?? []).compactMap(\.entry) : [loan.flatMap { Cells.text(other, $0) }].compactMap(\.self)
        if !texts.isEmpty { assignments.append(Assignment(other, .set, texts.map { Assignment.Value(text: $0) })) }
      }
      return bare.replacing(assignments, schema)
    }
  }

  /// Returns how many loans of a record are in no row, because their copies are unknown, or have other numbers.
  package func unknownLoans(of record: Record) -> Int {
    let values = values(of: record)
    guard isOfCopies, values.count > 1 else { return 0 }
    let keys = Set(values.map(CopyNumbers.key))
    return Loan.all(of: record, schema).count { loan in loan.copy.map { !keys.contains(CopyNumbers.key($0)) } ?? true }
  }
}
