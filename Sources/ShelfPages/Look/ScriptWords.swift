import ShelfText

/// The words of the script, in a language that the library states.
///
/// The script is written with English words. Each of them is replaced with an expression for the other language, which
/// counts and formats numbers as `SiteText` does on pages.
struct ScriptWords {
  /// The English expressions and what replaces them.
  private let replacements: [(english: String, expression: String)]

  init(_ text: SiteText) {
    let words = text.words
    func quoted(_ text: String) -> String {
      var json = JSONWriter()
      json.value(text)
      return String(decoding: json.take(), as: UTF8.self)
    }
    let numbers = text.language.numbers
    let forms = "[" + words.bookCount.forms.map(quoted).joined(separator: ", ") + "]"
    let grouped =
      "n < \(numbers.smallestGrouped) ? n : String(n).replace(/\\B(?=(\\d{3})+$)/g, \(quoted(numbers.group)))"
    let rating = "String(book[5] / 4).replace(\".\", \(quoted(numbers.decimal)))"
    replacements = [
      ("`${book[5] / 4} of 5 stars`", "\(quoted(words.ofFiveStars)).replace(\"{n}\", \(rating))"),
      ("\"The index of the books is missing.\"", quoted(words.indexIsMissing)),
      (
        "books.length === 1 ? \"1 book\" : `${books.length.toLocaleString(\"en\")} books`",
        "((n) => \(forms)[\(text.language.plural.script)].replace(\"{n}\", \(grouped)))(books.length)"
      ), ("\"Show more\"", quoted(words.showMore)),
    ]
  }

  func bytes(_ script: String) -> [UInt8] {
    var script = script
    for (english, expression) in replacements {
      precondition(script.contains(english), "the script has no “\(english)”")
      script = script.replacing(english, with: expression)
    }
    return Array(script.utf8)
  }
}
