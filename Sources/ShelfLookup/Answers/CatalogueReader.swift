import ShelfImport

/// What a catalogue answered.
package enum CatalogueAnswer: Sendable {
  /// The books that it knows; none if it does not know what was asked for.
  case books([CatalogueBook])
  /// The record is under another key: `/books/OL7353617M`.
  case moved(String)
}

/// Why an answer cannot be read.
package enum CatalogueProblem: Error, Equatable {
  /// The catalogue says why it does not answer, in its own words.
  case refusal(String)
  /// The answer is not what the catalogue sends otherwise, for this reason.
  case unreadable(String)
}

/// Reads the answers of catalogues of one form.
package struct CatalogueReader: Sendable {
  /// Reads an answer to a question about books.
  package let read: @Sendable (_ bytes: [UInt8]) throws(CatalogueProblem) -> CatalogueAnswer
}
