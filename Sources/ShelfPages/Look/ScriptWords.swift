import ShelfText

/// The JavaScript expressions that depend on the language. They choose plural forms and format numbers as `SiteText`
/// does on pages.
struct ScriptWords {
  let expressions: [(name: String, text: String)]

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
    expressions = [
      ("stars", "\(quoted(words.ofFiveStars)).replace(\"{n}\", number(book[5]))"),
      ("missing", quoted(words.indexIsMissing)),
      (
        "count",
        "((n) => \(forms)[\(text.language.plural.script)].replace(\"{n}\", \(grouped)))(books.length)"
      ), ("more", quoted(words.showMore)), ("nothing", quoted(words.nothingFound)),
      ("clear", quoted(words.clearSearch)),
      ("wanted", quoted(text.status("wanted"))),
    ]
  }
}
