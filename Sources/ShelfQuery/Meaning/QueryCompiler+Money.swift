import ShelfModel

extension QueryCompiler {
  /// Returns how many of the words after an amount are its currency: 0 or 1.
  func currency(_ key: QueryText, _ words: [QueryText]) -> Int {
    guard case .field(let field) = attributes.attribute(key.text), field.type == .money, let word = words.first,
      word.isPlain, Money.currency(word.text) != nil
    else { return 0 }
    return 1
  }

  /// Returns a test for an amount. A value with a currency matches only amounts in that currency.
  mutating func money(
    _ field: Field, _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText
  ) -> QueryTest {
    guard let (number, currency) = Money.split(value.text) else { return wrong(value, key, .value(field.type)) }
    var amount = value
    amount.text = String(number)
    guard let range = range(field.type, key, comparison, amount) else { return .always(false) }
    let test = QueryTest.ordinal(field: field.index, range, missing: nil)
    guard let currency else { return test }
    return .all(sorting: [test, .currency(field: field.index, currency)])
  }
}
