import Testing

@testable import ShelfModel

struct MoneyTests {
  @Test(arguments: [
    ("12", 12_000_000, "12"), ("12.50", 12_500_000, "12.5"), ("12,5", 12_500_000, "12.5"), ("-0.5", -500_000, "-0.5"),
    ("+3", 3_000_000, "3"), ("0.000001", 1, "0.000001"), ("1,2345", 1_234_500, "1.2345"), ("007", 7_000_000, "7"),
    ("999999999.999999", 999_999_999_999_999, "999999999.999999"), ("1.000", 1_000_000, "1"), ("-0", 0, "0"),
  ])
  func readsNumbers(_ text: String, _ millionths: Int, _ written: String) {
    let number = DecimalNumber(text)
    #expect(number?.millionths == millionths)
    #expect(number?.description == written)
    #expect(number.map { DecimalNumber($0.description) } == number)
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "1.2.3", "1,234", "1234567890", "0.1234567", "x", "1 2", "--1", "٣", "1e3", "+",
    "99999999999999999999",
    "0.00000000000000000000001", "1.", ",", "1,,2",
  ])
  func refusesOthers(_ text: String) { #expect(DecimalNumber(text) == nil) }

  @Test(arguments: [
    ("12.50 EUR", "12.50 EUR"), ("12.5 eur", "12.50 EUR"), ("EUR 12", "12 EUR"), ("12,50 €", "12.50 EUR"),
    ("£5", "5 GBP"), ("€ 5.00", "5.00 EUR"), ("1200JPY", "1200 JPY"), ("-3 USD", "-3 USD"), ("0.125 KWD", "0.125 KWD"),
    ("12.50\u{A0}€", "12.50 EUR"), ("12.50", "12.50"), ("12", "12"), (" 12,5", "12.50"), ("-3", "-3"),
  ])
  func readsAmounts(_ text: String, _ written: String) {
    #expect(Money(text)?.description == written)
    #expect(Money(written) == Money(text))
  }

  @Test(arguments: [
    "EUR", "", " ", "1,200", "1e3", "$5", "5 EURO", "EUR 5 EUR", "5 €€", "1,200 EUR", "5 E", "5 E1R", "5 ÄÖÜ", "€",
    "EUR5USD",
  ])
  func refusesOtherAmounts(_ text: String) { #expect(Money(text) == nil) }

  @Test func theSameAmountIsTheSame() {
    #expect(Money("12.50 EUR") == Money("€12.5"))
    #expect(Set([Money("12.50 EUR"), Money("12.5 EUR"), Money("12.50 USD"), Money("12.50")]).count == 3)
  }
}
