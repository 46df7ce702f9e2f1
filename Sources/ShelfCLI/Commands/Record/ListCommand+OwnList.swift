import ShelfModel
import ShelfText
import ShelfWording

/// Answers the attempt to create a list of books, which is a tag or, for an order, a number in shelf.
extension ListCommand {
  /// Returns the commands that make a list of the user's own, for words such as `create "Class 9b" Dune Emma`. Titles
  /// have the order in which they were typed.
  func listHint(_ schema: Schema) -> String {
    let typed = words.dropFirst().map { VisibleText.line(ParserArguments.unmarked($0)) }.filter { !$0.hasPrefix("-") }
    let (list, titles) = (typed.first ?? "LIST", typed.dropFirst())
    func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
    let parts = list.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    var key = parts.prefix(1).joined() + parts.dropFirst().map(capitalized).joined()
    if !FieldName.isTypable(key) || schema.field(named: key, of: K.kind) != nil { key = "list" + capitalized(key) }
    let places = (titles.isEmpty ? ["BOOK"] : titles).enumerated().map { index, title in
      "`shelf set \(Wording.shellWord(title)) \(key)=\(index + 1)`"
    }
    let order =
      "declare a number with `shelf library set fields.\(K.kind.singular).\(key).type=integer`, set places with "
      + "\(Wording.list(places)), and show the list with `shelf list \(key):1.. --sort \(key)`"
    if !titles.isEmpty { return "to make a list in this order, \(order)" }
    let tag = Wording.shellWord(typed.first ?? "NAME")
    return
      "to make a list of your own, tag books with `shelf set BOOK --tag \(tag)`; `shelf list --tag \(tag)` shows it; "
      + "for an order of your own, \(order)"
  }
}
