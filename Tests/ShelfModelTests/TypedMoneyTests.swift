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
      ("$25.00", "25.00 USD"), ("-$3", "-3 USD"), ("25 $", "25 USD"), ("CA$5", "5 CAD"), ("EUR 25", "25 EUR"),
      ("£3", "3 GBP"), ("100 DM", "100 DEM"), ("DM 12,80", "12.80 DEM"), ("150 Kč", "150 CZK"),
      ("12 000 €", "12000 EUR"), ("1 234 567", "1234567"), ("12 , 50 €", "12.50 EUR"),
    ])
  func forms(_ text: String, _ expected: String) { #expect(Money(typed: text)?.description == expected) }

  @Test(
    "texts that are no amounts",
    arguments: [
      "", "€", "abc", "12.50.30", "1,25,30", "1.25,00", "1.2.3", "12 EUR 5", "EUR 12 USD", "12 apples", "1..2", "1,.2",
      "1.300,50.2", "9999999999999", "2/12", "s", "d", "/", "£/-", "1/2/2003", "2/6/5", "3s 12d", "12/345",
      "£1 5", "£12 50", "2 6 GBP", "1 2345", "1'25", "1 23,50",
    ])
  func wrong(_ text: String) { #expect(Money(typed: text) == nil) }

  @Test(
    "British prices from before 1971",
    arguments: [
      ("2/6", "0.125 GBP"), ("7/-", "0.35 GBP"), ("12/3", "0.6125 GBP"), ("7s 6d", "0.375 GBP"), ("10s.", "0.50 GBP"),
      ("6d", "0.025 GBP"), ("£1 5s", "1.25 GBP"), ("£1 5s 6d", "1.275 GBP"), ("£1/5/6", "1.275 GBP"),
      ("£2 2/6", "2.125 GBP"), ("25s", "1.25 GBP"), ("1d", "0.0042 GBP"), ("£1.5.0", "none"),
    ])
  func shillings(_ text: String, _ expected: String) {
    #expect(Money(typed: text)?.description ?? "none" == expected)
  }

  @Test(
    "amounts and ranges in queries",
    arguments: [
      ("100", "100 -"), ("100 EUR", "100 EUR"), ("100 DM", "100 DEM"), ("$10", "10 USD"), ("£3..£5", "3..5 GBP"),
      ("5..20", "5..20 -"), ("5..20 €", "5..20 EUR"), ("5 EUR..20 EUR", "5..20 EUR"), ("..20 DM", "..20 DEM"),
      ("1.250,00 €", "1250 EUR"), ("5 EUR..20 USD", "none"), ("10 apples", "none"), ("1.5", "1.5 -"),
    ])
  func queries(_ text: String, _ expected: String) {
    let parts = Money.split(typed: text).map { "\($0.number) \($0.currency ?? "-")" }
    #expect(parts ?? "none" == expected)
  }
}
