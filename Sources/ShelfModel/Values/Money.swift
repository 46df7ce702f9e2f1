/// An amount of money, with its currency if that is known: `12.50 EUR`, `12.50`.
package struct Money: Hashable, Sendable, CustomStringConvertible {
  package let amount: DecimalNumber
  /// The three letters of the currency (ISO 4217), or nil if unknown.
  package let currency: String?
  /// The number of decimals as written. It does not affect equality.
  private let decimals: Int

  /// The signs that stand for a single currency. The dollar sign is omitted, because it stands for several.
  private static let signs: [Character: String] = [
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH",
  ]

  /// Parses `12.50 EUR`, `EUR 12.50`, `12,50 €`, `£5` and `12.50`.
  package init?(_ text: String) {
    guard let (number, currency) = Money.split(text) else { return nil }
    var decimals = 0
    guard let amount = DecimalNumber(number, decimals: &decimals) else { return nil }
    (self.amount, self.currency, self.decimals) = (amount, currency, decimals)
  }

  /// Creates an amount that is not from a text, such as a sum.
  private init(_ amount: DecimalNumber, _ currency: String?, decimals: Int) {
    (self.amount, self.currency, self.decimals) = (amount, currency, decimals)
  }

  /// Returns the sum of the amounts in each currency, by the names of the currencies. The sum of the amounts without a
  /// currency is the last.
  package static func sums(of amounts: [Money]) -> [Money] {
    let groups = Dictionary(grouping: amounts, by: \.currency)
    return groups.map { currency, amounts in
      Money(
        DecimalNumber(millionths: amounts.reduce(0) { $0.saturatingSum($1.amount.millionths) }), currency,
        decimals: amounts.map(\.decimals).max() ?? 0)
    }.sorted { a, b in
      guard let first = a.currency, let second = b.currency else { return a.currency != nil }
      return first < second
    }
  }

  /// Returns the currency for a word: `EUR`, `eur`, `€`; nil for other words.
  package static func currency(_ word: String) -> String? {
    if word.count == 1, let sign = word.first, let currency = signs[sign] { return currency }
    let isCode = word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
    return isCode ? word.uppercased() : nil
  }

  /// Returns the text without the currency before or after it, and that currency. Returns nil if there are two
  /// currencies, or a word that is not a currency.
  package static func split(_ text: String) -> (number: Substring, currency: String?)? {
    func isOfWord(_ character: Character) -> Bool { character.isLetter || signs[character] != nil }
    let start = text.prefix(while: isOfWord)
    let rest = text.dropFirst(start.count)
    let end = rest.reversed().prefix(while: isOfWord).count
    let number = rest.dropLast(end)
    let words = [String(start), String(rest.suffix(end))].filter { !$0.isEmpty }
    guard words.count < 2 else { return nil }
    let trimmed = number.drop { $0 == " " || $0 == "\u{A0}" }
    let bare = trimmed.prefix(trimmed.count - trimmed.reversed().prefix { $0 == " " || $0 == "\u{A0}" }.count)
    guard let word = words.first else { return (bare, nil) }
    return currency(word).map { (bare, $0) }
  }

  package static func == (a: Money, b: Money) -> Bool { a.amount == b.amount && a.currency == b.currency }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(amount)
    hasher.combine(currency)
  }

  /// The amount as it is written to files: `12.50 EUR`, `12 EUR`, `12.50`.
  package var description: String {
    // Amounts of money have no decimals or at least two: 12.5 becomes 12.50.
    amount.text(decimals: decimals == 1 ? 2 : decimals) + (currency.map { " " + $0 } ?? "")
  }
}
