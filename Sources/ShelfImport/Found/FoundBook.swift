import ShelfModel

/// A book that was found in a catalogue.
package struct FoundBook: Sendable {
  /// The name of the catalogue, as used in the `sources` of records.
  package let catalogue: String
  /// The name of the catalogue for use in a sentence.
  package let title: String
  /// The ISBN that was looked up, or nil if the book was found by a text search.
  package let number: ISBN?
  package var book: CatalogueBook

  package init(_ book: CatalogueBook, catalogue: String, title: String, number: ISBN?) {
    self.book = book
    self.catalogue = catalogue
    self.title = title
    self.number = number
    if let number { self.book.draft.replace(.isbn, [number.digits]) }
    if let year = book.editionYear, book.draft.first(.year) != year { self.book.draft.replace(.editionDate, [year]) }
    if self.book.draft.sources.isEmpty, !self.book.draft.key.isEmpty {
      self.book.draft.sources = ["\(catalogue):\(self.book.draft.key)"]
    }
  }
}
