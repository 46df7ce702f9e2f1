import ShelfModel
import ShelfStore

/// Adds up a column of numbers, counts, durations or amounts of money.
///
/// An amount is the price of one copy, so it counts once for each copy of the book.
package struct ColumnSum: Sendable {
  package let key: String
  package let attribute: Attribute

  /// - Returns: nil if the column cannot be added up.
  package init?(_ key: String, _ attribute: Attribute) {
    switch attribute {
    case .records, .openIssues: break
    case .field(let field):
      switch field.type {
      case .integer, .decimal, .money, .duration: break
      default: return nil
      }
    default: return nil
    }
    (self.key, self.attribute) = (key, attribute)
  }

  /// The sum of a column over some records.
  package struct Total: Equatable, Sendable {
    /// The sum. For money, there is a sum for each currency, and none if there are no amounts.
    package let value: Cell
    /// The number of records without a value.
    package let missing: Int
    /// The number of records with a value that cannot be added up, because it is not valid for the field's type.
    package var unreadable = 0
    /// The number of records whose amounts count more than once, because the user has several copies.
    package var multiplied = 0
  }

  package func total(of records: [Record], _ cells: Cells) -> Total {
    let schema = cells.library.schema
    var multiplied = 0
    let all = records.map { record -> Cell in
      let cell = cells.cell(attribute, record).withoutUnit
      guard case .money(let money) = cell else { return cell }
      let copies = Loan.copies(of: record, schema)
      if copies > 1 { multiplied += 1 }
      return .money(money.times(copies))
    }
    let values = all.filter { if case .unreadable = $0 { false } else { true } }
    var total = total(of: values)
    total.unreadable = all.count - values.count
    total.multiplied = multiplied
    return total
  }

  private func total(of values: [Cell]) -> Total {
    var (number, millionths, missing) = (0, 0, 0)
    var amounts: [Money] = []
    for value in values {
      switch value {
      case .number(let value), .count(_, let value), .openIssues(let value): number = number.saturatingSum(value)
      case .decimal(let value): millionths = millionths.saturatingSum(value.millionths)
      case .duration(let time): number = number.saturatingSum(time.minutes)
      case .money(let money): amounts.append(money)
      default: missing += 1
      }
    }
    if case .field(let field) = attribute, field.has(.copies) { (number, missing) = (number + missing, 0) }
    if case .field(let field) = attribute {
      let unit = field.look.unit
      if field.type == .decimal {
        return Total(value: Cell.decimal(DecimalNumber(millionths: millionths)).measured(unit), missing: missing)
      }
      if !unit.isEmpty { return Total(value: Cell.number(number).measured(unit), missing: missing) }
      if field.type == .duration {
        // The sum may exceed the longest `PlayingTime`, so it is formatted as text.
        return Total(value: .text("\(number / 60):\(padded(number % 60, to: 2))"), missing: missing)
      }
      if field.type == .money {
        return Total(value: .texts(Money.sums(of: amounts).map(\.description)), missing: missing)
      }
    }
    return Total(value: .number(number), missing: missing)
  }
}
