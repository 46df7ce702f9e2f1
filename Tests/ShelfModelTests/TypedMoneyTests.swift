import Testing

@testable import ShelfModel

struct TypedMoneyTests {
  @Test(
    "amounts as people type them",
    arguments: [
      ("12.50 EUR", "12.50 EUR"), ("12,50 €", "12.50 EUR"), ("£5", "5 GBP"), ("12.5", "12.50"), ("5", "5"),
      ("1.250,00 €", "1250.00 EUR"), ("1,250.00 usd", "1250.00 USD"), ("1.300 €", "1300 EUR"), ("1,300", "1300"),
      ("1.234.567,89", "1234567.89"), ("1 234,50 €", "1234.50 EUR"), ("1\u{202F}234,50 €", "1234.50 EUR"),
      ("1'250.00 CHF", "1250.00 CHF"), ("25,- €", "25 EUR"), ("25,-", "25"), ("12,-- €", "12 EUR"),
      ("24,90 Euro", "24.90 EUR"), ("6,80 DM", "6.80 DEM"), ("Fr. 12.00", "12.00 CHF"), ("-3 €", "-3 EUR"),
      ("EUR -3", "-3 EUR"), ("0.125", "0.125"), ("0,125 €", "0.125 EUR"), ("US$ 12", "12 USD"),
    ])
  func forms(_ text: String, _ expected: String) { #expect(Money(typed: text)?.description == expected) }

  @Test(
    "texts that are no amounts",
    arguments: [
      "", "€", "abc", "12.50.30", "1,25,30", "1.25,00", "1.2.3", "12 EUR 5", "EUR 12 USD", "12 apples", "1..2", "1,.2",
      "12/3",
      "1.300,50.2", "9999999999999",
    ])
  func wrong(_ text: String) { #expect(Money(typed: text) == nil) }
}
