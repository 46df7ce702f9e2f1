import ShelfText

/// An amount of money, with its currency if that is known: `12.50 EUR`, `12.50`.
package struct Money: Hashable, Sendable, CustomStringConvertible {
  package let amount: DecimalNumber
  /// The three-letter code of the currency (ISO 4217), or nil if unknown.
  package let currency: String?
  /// The number of decimal places as written. It does not affect equality.
  private let decimals: Int

  /// The signs that identify a single currency. The dollar sign is omitted, because several currencies use it.
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

  /// Parses an amount that a person typed or that a spreadsheet contains.
  ///
  /// In addition to the forms that `init(_:)` accepts, the text can contain thousands separators, as in `1.250,00 €`, a
  /// dash instead of the decimals, as in `25,- €`, and other signs and names of currencies, as in `$25.00`, `24,90
  /// Euro` and `6,80 DM`. A dollar sign without a letter stands for US dollars.
  /// A single separator before exactly three digits is a thousands separator, because amounts have two decimals: `1.300
  /// €` is 1300. British prices from before 1971, such as `7s 6d`, `2/6` and `£1 5s`, become decimal pounds.
  package init?(typed text: String) {
    if let money = Money(modern: text) ?? Money(shillings: text) { self = money } else { return nil }
  }

  private init?(modern text: String) {
    let bounds = text.unicodeScalars.indices.filter { ("0"..."9").contains(text.unicodeScalars[$0]) }
    guard text.utf8.count <= Money.maxTyped, let first = bounds.first, let last = bounds.last else { return nil }
    var before = text[..<first].trimmed
    let sign = before.hasSuffix("-") || before.hasPrefix("-") ? "-" : ""
    before = before.trimmingEnd("+-").trimmingStart("+-").trimmed
    let after = String(text[text.unicodeScalars.index(after: last)...]).trimmingStart(",.-–— \u{A0}\u{202F}").trimmed
    guard before.isEmpty || after.isEmpty, let number = Money.plainNumber(String(text[first...last])) else {
      return nil
    }
    let word = before + after
    let code = Money.words[word.lowercased().trimmingEnd(".")] ?? word
    guard let money = Money("\(sign)\(number) \(code)".trimmed) else { return nil }
    self = money
  }

  private static let maxTyped = 100

  /// Parses a British price from before 1971: pounds, shillings (a twentieth of a pound) and pence (a twelfth of a
  /// shilling). The result has up to four decimal places.
  private init?(shillings text: String) {
    guard text.utf8.count <= 24, text.utf8.contains(where: { "/sSdD".utf8.contains($0) }) else { return nil }
    let text = text.trimmed.lowercased()
    let slashed = text.wholeMatch(of: /(?:£ ?([0-9]+)[ .\/] ?)?([0-9]{1,3})\/(?:([0-9]{1,2})d?|-)/)?.output
    let lettered = text.wholeMatch(
      of: /(?:£ ?([0-9]+)[ .,]? ?)?(?:([0-9]{1,3}) ?s\.?,? ?)?(?:([0-9]{1,2}) ?d\.?)?/)?.output
    guard let parts = slashed.map({ ($0.1, Optional($0.2), $0.3) }) ?? lettered.map({ ($0.1, $0.2, $0.3) }) else {
      return nil
    }
    let numbers = [parts.0, parts.1, parts.2].map { $0.map { Int($0) ?? .max } ?? 0 }
    guard numbers[0] < 1_000_000, numbers[2] < 12 else { return nil }
    // A pound has 240 pence.
    let pence = (numbers[0] * 20 + numbers[1]) * 12 + numbers[2]
    let amount = DecimalNumber(millionths: (pence * 10_000 + 120) / 240 * 100)
    self.init(amount, "GBP", decimals: 2)
  }

  /// The words and signs that people write for currencies, in addition to those in files.
  private static let words = [
    "euro": "EUR", "euros": "EUR", "dm": "DEM", "d-mark": "DEM", "mark": "DEM", "sfr": "CHF", "fr": "CHF", "zł": "PLN",
    "zl": "PLN", "kč": "CZK", "ft": "HUF", "ff": "FRF", "ös": "ATS", "pounds": "GBP", "dollars": "USD", "$": "USD",
    "us$": "USD", "ca$": "CAD", "c$": "CAD", "au$": "AUD", "a$": "AUD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD",
    "¥": "JPY",
  ]

  /// Returns a number with a period as its decimal separator and without thousands separators, or nil if the separators
  /// are in the wrong positions.
  private static func plainNumber(_ text: String) -> String? {
    // A space between digits separates thousands, so exactly three digits follow it.
    if text.contains(/[0-9][ '’\u{A0}\u{202F}\u{2009}]+(?![0-9]{3}(?![0-9]))[0-9]/) { return nil }
    let text = text.filter { !" '’\u{A0}\u{202F}\u{2009}".contains($0) }
    let separators = text.filter { !("0"..."9").contains($0) }
    guard let last = separators.last else { return text }
    guard separators.allSatisfy({ ".,".contains($0) }) else { return nil }
    let groups = text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
    let areDifferent = Set(separators).count > 1
    if areDifferent, separators.dropLast().contains(last) { return nil }
    let hasDecimals = areDifferent || groups.count == 2 && (groups[1].count != 3 || groups[0].allSatisfy { $0 == "0" })
    let whole = hasDecimals ? groups.dropLast() : groups[...]
    guard let start = whole.first, whole.count == 1 || (1...3).contains(start.count),
      whole.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return whole.joined() + (hasDecimals ? "." + groups[groups.count - 1] : "")
  }

  /// Creates an amount that was not parsed from text, such as a sum.
  private init(_ amount: DecimalNumber, _ currency: String?, decimals: Int) {
    (self.amount, self.currency, self.decimals) = (amount, currency, decimals)
  }

  /// The same amount without its currency.
  package var withoutCurrency: Money { Money(amount, nil, decimals: decimals) }

  /// Returns the amount multiplied by a number of copies.
  package func times(_ count: Int) -> Money {
    let (product, isOutOfRange) = amount.millionths.multipliedReportingOverflow(by: count)
    let millionths = isOutOfRange ? (amount.millionths < 0 ? Int.min : .max) : product
    return Money(DecimalNumber(millionths: millionths), currency, decimals: decimals)
  }

  /// Returns the sum of the amounts in each currency, sorted by currency. The sum of the amounts without a currency
  /// comes last.
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

  /// Returns the currency code for a word such as `EUR`, `eur` or `€`, or nil for any other word.
  package static func currency(_ word: String) -> String? {
    if word.count == 1, let sign = word.first, let currency = signs[sign] { return currency }
    let isCode = word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
    return isCode ? word.uppercased() : nil
  }

  /// Returns the currency for a word or sign next to an amount that a person typed: also for `DM` and `$`.
  package static func currency(typed word: String) -> String? {
    currency(word) ?? words[word.lowercased().trimmingEnd(".")]
  }

  /// Returns a typed amount, or a range such as `5..20`, without its currency, and that currency. Returns nil if the
  /// text is neither, or if the ends of a range have two currencies.
  package static func split(typed text: String) -> (number: String, currency: String?)? {
    func ends(_ text: some StringProtocol) -> [String] {
      String(text).split(separator: "..", omittingEmptySubsequences: false).map(\.trimmed)
    }
    let plain = split(text).map { (number: String($0.number), currency: $0.currency) }
    if let plain, ends(plain.number).allSatisfy({ $0.isEmpty || DecimalNumber($0) != nil }) { return plain }
    var (numbers, currencies): ([String], Set<String>) = ([], [])
    for end in ends(text) {
      let money = Money(typed: end)
      if money == nil, !end.isEmpty { return plain }
      numbers.append(money?.amount.description ?? "")
      if let currency = money?.currency { currencies.insert(currency) }
    }
    return currencies.count < 2 ? (numbers.joined(separator: ".."), currencies.first) : nil
  }

  /// Splits an amount into its number and the currency before or after it. Returns nil if there are two currencies, or
  /// a word that is not a currency.
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
    // Amounts of money have either no decimal places or at least two: 12.5 becomes 12.50.
    amount.text(decimals: decimals == 1 ? 2 : decimals) + (currency.map { " " + $0 } ?? "")
  }
}
