import ShelfModel
import ShelfStore

extension QueryCompiler {
  /// Returns how many of the words after an amount are its currency: 0 or 1.
  ///
  /// A sign such as `€` and a code in capital letters are always a currency. Any other word, such as `mark`, may also
  /// be searched for, so it is a currency only if an amount in the library has that currency.
  func currency(_ key: QueryText, _ words: [QueryText]) -> Int {
    guard case .field(let field) = attributes.attribute(key.text), field.type == .money, let word = words.first,
      word.isPlain, let currency = Money.currency(typed: word.text)
    else { return 0 }
    let isCertain = word.text == currency || !word.text.contains { $0.isLetter }
    return isCertain || library.currencies(of: field, kind).contains(currency) ? 1 : 0
  }

  /// Returns a test for an amount. A value with a currency matches only amounts in that currency. A value without one
  /// is compared with all amounts by their numbers, and the matcher records the currencies if there are several.
  mutating func money(
    _ field: Field, _ key: QueryText, _ comparison: QueryComparison, _ value: QueryText
  ) -> QueryTest {
    guard let (number, currency) = Money.split(typed: value.text) else { return wrong(value, key, .value(field.type)) }
    var amount = value
    amount.text = number
    // The quotation marks belong to the space before the currency.
    amount.isQuoted = false
    guard let range = range(field.type, key, comparison, amount) else { return .always(false) }
    let test = QueryTest.ordinal(field: field.index, range, missing: nil)
    guard let currency else {
      let currencies = library.currencies(of: field, kind)
      if currencies.count > 1 {
        matcher.mixedCurrencies.append(QueryMatcher.MixedCurrencies(key: field.key, currencies: currencies))
      }
      return test
    }
    return .all(sorting: [test, .currency(field: field.index, currency)])
  }
}
