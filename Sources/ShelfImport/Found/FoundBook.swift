import ShelfModel

/// A book as a catalogue knows it, and which one that is.
package struct FoundBook: Sendable {
  /// The name of the catalogue, as `sources` of records have it.
  package let catalogue: String
  /// What the catalogue is called in a sentence.
  package let title: String
  /// The number that was asked for; nil if it was found by words.
  package let number: ISBN?
  package var book: CatalogueBook

  package init(_ book: CatalogueBook, catalogue: String, title: String, number: ISBN?) {
    self.book = book
    self.catalogue = catalogue
    self.title = title
    self.number = number
    if let number { self.book.draft.replace(.isbn, [number.digits]) }
    if self.book.draft.sources.isEmpty, !self.book.draft.key.isEmpty {
      self.book.draft.sources = ["\(catalogue):\(self.book.draft.key)"]
    }
  }
}
