import ShelfModel
import ShelfText
import ShelfWording

/// The hint for users who try to create a list of books. In shelf, such a list is a tag or, if its order matters, a
/// number field.
extension ListCommand {
  /// Returns the commands that create the list, for words such as `create "Class 9b" Dune Emma`. The numbers follow the
  /// order of the titles on the command line.
  func listHint(_ schema: Schema) -> String {
    let typed = words.dropFirst().map { VisibleText.line(ParserArguments.unmarked($0)) }.filter { !$0.hasPrefix("-") }
    let (list, titles) = (typed.first ?? "LIST", typed.dropFirst())
    var key = FieldName.joined(list.lowercased())
    let isTaken = schema.field(named: key, of: K.kind) != nil
    if isTaken || !FieldName.isTypable(key) { key = FieldName.joined("list \(key)") }
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
