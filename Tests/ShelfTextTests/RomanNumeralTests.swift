import Testing

@testable import ShelfText

struct RomanNumeralTests {
  @Test(arguments: [
    ("I", 1), ("iv", 4), ("IX", 9), ("xiv", 14), ("XL", 40), ("xc", 90), ("CD", 400), ("MCMXCIX", 1999),
    ("MMMCMXCIX", 3999), ("MMMDCCCLXXXVIII", 3888),
  ])
  func numerals(_ text: String, _ number: Int) { #expect(RomanNumeral.value(of: text) == number) }

  @Test(arguments: ["", "IIII", "IM", "VX", "XIVX", "MMMM", "12", "mix up", "IVI", "ⅩⅣ"])
  func otherTexts(_ text: String) { #expect(RomanNumeral.value(of: text) == nil) }
}
