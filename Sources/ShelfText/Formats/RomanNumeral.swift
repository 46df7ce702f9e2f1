/// Roman numerals, such as `XIV`.
package enum RomanNumeral {
  /// Returns the number that a numeral represents, from 1 to 3999. The case of the letters does not matter.
  /// Returns nil for any other text, including numerals in an unusual form, such as `IIII`.
  package static func value(of text: some StringProtocol) -> Int? {
    if text.isEmpty || text.utf8.count > 15 { return nil }
    var rest = text.uppercased()[...]
    var number = 0
    for (letters, value) in steps {
      while rest.hasPrefix(letters) {
        rest = rest.dropFirst(letters.count)
        number += value
      }
    }
    return rest.isEmpty && number < 4000 && written(number) == text.uppercased() ? number : nil
  }

  private static func written(_ number: Int) -> String {
    var rest = number
    return steps.reduce(into: "") { text, step in
      while rest >= step.value {
        text += step.letters
        rest -= step.value
      }
    }
  }

  private static let steps: [(letters: String, value: Int)] = [
    ("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10),
    ("IX", 9), ("V", 5), ("IV", 4), ("I", 1),
  ]
}
