import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText

/// The links on a record's page that lead to a list, such as the other books of an author.
extension Browser {
  /// Whether the right arrow follows a link in the field on the page's current line.
  var isAtLink: Bool {
    guard case .field(let key) = page.target, let record = page.id.flatMap({ library.record($0) }),
      let field = library.schema.field(key, of: record.kind), record.has(field)
    else { return false }
    return field.has(.creator) || field.type.target != nil
  }

  /// Shows the books of the record's author, or opens a menu of the authors if there are several.
  mutating func followCreator(_ field: Field, of record: Record) {
    let names = record.texts(of: field)
    if names.count == 1 { return showWorks(of: names[0], field.key) }
    if names.isEmpty { return }
    mode = .menu(
      ChoiceMenu(
        title: "Go to the \(record.kind.plural) of",
        items: names.map { name in
          ChoiceMenu.Item(label: StyledText(VisibleText.line(name)), choice: .works(of: name, key: field.key))
        }))
  }

  /// Searches for the records of an author, and keeps the cursor on the page's record.
  mutating func showWorks(of name: String, _ key: String) {
    guard let record = page.id.flatMap({ library.record($0) }), let field = library.schema.field(key, of: record.kind)
    else { return }
    let isAlone = !library.records(of: record.kind).contains { other in
      other.id != record.id && other.texts(of: field).contains(name)
    }
    if isAlone {
      note = ("no other \(record.kind.plural) by \(VisibleText.line(name))", false)
      return
    }
    show(record)
    lastSearch = "\(field.key):=\(QueryText.quoted(name))"
    list.search(lastSearch, library, services, keeping: record.id)
    choose()
  }
}
