import ShelfImport
import ShelfTerminal
import ShelfText

/// The list of books that a word search found in catalogues.
package enum FoundList {
  /// Returns the title, authors, year, language and ISBN of a book, and the name of the catalogue.
  package static func cells(_ found: FoundBook) -> [String] {
    let draft = found.book.draft
    return [
      draft.first(.title) ?? "", draft[.author].joined(separator: ", "),
      draft.first(.year) ?? found.book.editionYear ?? "", draft.first(.language) ?? "",
      draft.first(.isbn) ?? found.book.edition?.number.digits ?? "", found.title,
    ]
  }

  package static func table(_ books: [FoundBook]) -> Table {
    var table = Table(columns: [
      TableColumn(title: "Title", minimum: 16, priority: 5), TableColumn(title: "Author", minimum: 12, priority: 4),
      TableColumn(title: "Year", minimum: 4, priority: 3, isFlexible: false),
      TableColumn(title: "Language", minimum: 8, priority: 1, isFlexible: false),
      TableColumn(title: "ISBN", minimum: 13, priority: 2, isFlexible: false),
    ])
    for book in books { table.append(cells(book).dropLast().map { .text(VisibleText.line($0)) }) }
    return table
  }

  /// Returns a line about a book for a list of choices.
  package static func line(_ found: FoundBook) -> String {
    let cells = cells(found)
    let author = cells[1].isEmpty ? "" : " · " + cells[1]
    return VisibleText.line(cells[0] + author + (cells[2].isEmpty ? "" : " · " + cells[2]))
  }
}
