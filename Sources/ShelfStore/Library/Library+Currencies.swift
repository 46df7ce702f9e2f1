import ShelfModel

extension Library {
  /// Returns the currencies of the amounts in a field, most frequent first.
  package func currencies(of field: Field, _ kind: Kind) -> [String] {
    guard field.type == .money, schema.field(field.key, of: kind)?.type == .money else { return [] }
    var counts: [String: Int] = [:]
    for record in records(of: kind) {
      if case .money(let money)? = record.value(of: field), let currency = money.currency {
        counts[currency, default: 0] += 1
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
