/// A language of published pages: its words, its rules for plurals, dates and numbers, and its alphabetical order.
///
/// Each language is a value in a separate file, named after the language. `all` lists them. Everything that depends on
/// the languages, such as the validation, completion and schema of the `language` setting, uses that list. The code
/// that renders pages contains no words: it fills in the templates of `PageWords`. Words that a language omits are in
/// English.
package struct PageLanguage: Sendable {
  /// The value of the `language` setting in `shelf.yaml`.
  package let code: String
  /// The name in English.
  package let name: String
  /// The BCP 47 tag of the pages.
  package let tag: String
  package let plural: PluralRule
  package let numbers: NumberForms
  package let dates: DateForms
  package let alphabet: Alphabet
  package let words: PageWords

  /// - Parameter tag: the BCP 47 tag if it differs from the code.
  init(
    _ code: String, _ name: String, tag: String? = nil, plural: PluralRule = .oneAndOther,
    numbers: NumberForms = NumberForms(), dates: DateForms, alphabet: Alphabet = Alphabet(), words: PageWords
  ) {
    self.code = code
    self.name = name
    self.tag = tag ?? code
    self.plural = plural
    self.numbers = numbers
    self.dates = dates
    self.alphabet = alphabet
    self.words = words
  }

  /// All languages. A language that is not in this list is unknown to the program.
  package static let all: [PageLanguage] = [.english, .german, .french, .spanish, .polish, .chinese]

  /// The codes of all languages, for messages.
  package static let codes = all.map(\.code).joined(separator: ", ")

  /// Returns the language with a code, or nil if it is unknown.
  package static func named(_ code: String) -> PageLanguage? { all.first { $0.code == code } }
}

/// A language's rule for the form of a noun after a number.
package enum PluralRule: Sendable {
  /// A single form, as in Chinese.
  case single
  /// One form for 1 and another for all other numbers, as in English.
  case oneAndOther
  /// One form for 0 and 1 and another for all other numbers, as in French.
  case zeroAndOther
  /// Three forms, as in Polish: for 1, for numbers that end with 2 to 4 but not with 12 to 14, and for all others.
  case polish

  /// Returns the index of the form for a number, which must not be negative.
  package func form(of number: Int) -> Int {
    switch self {
    case .single: 0
    case .oneAndOther: number == 1 ? 0 : 1
    case .zeroAndOther: number < 2 ? 0 : 1
    case .polish where number == 1: 0
    case .polish: (2...4).contains(number % 10) && !(12...14).contains(number % 100) ? 1 : 2
    }
  }

  /// The same rule as a JavaScript expression for the number `n`.
  package var script: String {
    switch self {
    case .single: "0"
    case .oneAndOther: "n === 1 ? 0 : 1"
    case .zeroAndOther: "n < 2 ? 0 : 1"
    case .polish: "n === 1 ? 0 : n % 10 > 1 && n % 10 < 5 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2"
    }
  }
}

/// A language's rules for writing numbers.
package struct NumberForms: Sendable {
  /// The decimal separator.
  package var decimal = "."
  /// The separator between groups of three digits.
  package var group = ","
  /// The smallest number whose digits are grouped.
  package var smallestGrouped = 1000

  /// Returns a number with grouped digits.
  package func text(_ number: Int) -> String {
    number.magnitude < smallestGrouped ? String(number) : number.grouped.replacing(",", with: group)
  }
}

/// A language's rules for writing dates: names of months, and templates with `{day}`, `{month}` and `{year}`.
package struct DateForms: Sendable {
  /// The names of the months, in the form used without a day.
  package let months: [String]
  /// The names of the months after a day or a preposition, if they differ: *2 stycznia*, *od stycznia*.
  package var inflectedMonths: [String]?
  /// The shortest forms of the names of the months, for the columns of a chart.
  package let shortMonths: [String]
  /// The form of the first day of a month, if it is not simply 1: *1er*.
  package var firstDay: String?
  package var day = "{day} {month} {year}"
  package var month = "{month} {year}"
  package var year = "{year}"
  /// The template for a period within a month, which starts on the day `{first}`.
  package var daysOfMonth = "{first}–{day} {month} {year}"
  /// The template for a period within a year, which starts on the day `{first}` of `{firstMonth}`.
  package var daysOfYear = "{first} {firstMonth} – {day} {month} {year}"
  /// The template for a period within a year whose days are unknown.
  package var monthsOfYear = "{firstMonth} – {month} {year}"
  /// The template for any other period.
  package var range = "{start} – {end}"
}

/// A phrase with a number: one template per plural form, with `{n}` for the number.
package struct Counted: Hashable, Sendable, ExpressibleByArrayLiteral {
  package let forms: [String]

  package init(arrayLiteral forms: String...) { self.forms = forms }
}

/// A phrase with a date. The preposition may depend on the precision of the date. The templates contain `{date}`, or
/// `{inflected}` for the form after a preposition.
package struct DatePhrase: Hashable, Sendable {
  package let day: String
  package let month: String
  package let year: String

  /// - Parameters:
  ///   - month: the phrase with a month, if it differs from the phrase with a day.
  ///   - year: the phrase with a year, if it differs from the phrase with a month.
  package init(_ day: String, month: String? = nil, year: String? = nil) {
    self.day = day
    self.month = month ?? day
    self.year = year ?? month ?? day
  }
}

/// Text with names in braces, such as `{n} books`, which are replaced with other text.
package enum Template {
  /// Calls `text` with each piece between the names, and `name` with each name.
  package static func visit(_ template: String, text: (Substring) -> Void, name: (Substring) -> Void) {
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { text(rest[..<open]) }
      name(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { text(rest) }
  }

  /// Returns the template with its names replaced. Braces in the replacements are not interpreted.
  package static func filled(_ template: String, _ values: KeyValuePairs<String, String>) -> String {
    var filled = ""
    visit(template) {
      filled += $0
    } name: { name in
      filled += values.first { $0.key == name }?.value ?? ""
    }
    return filled
  }
}
