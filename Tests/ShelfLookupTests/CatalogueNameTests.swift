import ShelfModel
import Testing

@testable import ShelfImport
@testable import ShelfLookup

/// Names in catalogues, which have the family name first and the years of the person's life.
@Suite struct CatalogueNameTests {
  @Test func statesFamilyNames() {
    var book = CatalogueBook(key: "1", title: "Cien años de soledad", subtitle: "")
    book.set([
      ("García Márquez, Gabriel, 1927-2014.", nil), ("Rabassa, Gregory,", "translator"), ("Tolkien, J. R. R.", nil),
    ])
    #expect(book.draft[.author] == ["Gabriel García Márquez", "J. R. R. Tolkien"])
    #expect(book.draft[.contributors] == ["Gregory Rabassa (translator)"])
    #expect(book.draft.sortForms == ["Gabriel García Márquez": "García Márquez, Gabriel"])
  }
}
